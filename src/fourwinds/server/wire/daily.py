"""Deals of the day."""

from __future__ import annotations

from pydantic import Field

from fourwinds.server.wire.base import Wire


class DailyTry(Wire):
    match: str
    over: bool


class DailyGame(Wire):
    game: str
    players: int
    bot: str = Field(description="Who sits in the other seats.")
    commitment: str
    finished: int = Field(description="How many have played it to the end.")
    mine: DailyTry | None = Field(description="The reader's own try.")


class DailyOut(Wire):
    day: str
    ends: int = Field(description="When the day is over.")
    games: list[DailyGame]
    tomorrow: dict[str, str] = Field(description="The commitment of each game's next deal.")


class DailyRow(Wire):
    user: str
    name: str
    mine: bool
    score: int
    place: int
    matchpoints: float | None = Field(description="The share of the others he did better than.")
    difference: float | None = Field(description="Points less the mean of the others.")
    match: str | None = Field(description="To step through, once the day is over.")


class DailyBoard(Wire):
    day: str
    game: str
    commitment: str
    made: int = Field(description="When the deal was drawn and its commitment published.")
    over: bool = Field(description="Whether the day is over.")
    secret: str | None = Field(description="Null until the day is over.")
    mine: DailyTry | None
    finished: int
    board: list[DailyRow] | None = Field(description="Null for who has yet to play it.")
