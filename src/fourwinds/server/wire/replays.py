"""Replays, previews, hints and analysis."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Position, SeatNumber, View, Wire
from fourwinds.server.wire.matches import FactEvent


class PreviewsIn(Wire):
    seat: SeatNumber
    actions: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Field(max_length=400)]


class Replayed(Wire):
    """A position of a finished match, and the move that led to it."""

    move: int
    moves: int
    view: View
    facts: list[FactEvent]
    seat: int | None = Field(description="Who made the move.")
    text: str | None
    words: str | None
    position: Position | None = Field(description="With all open: everything on the table.")
    views: list[View] | None = Field(description="With all open: what each seat saw.")


class ReplayedSeat(Wire):
    name: str = Field(description="Who has not agreed to be named is a number to outsiders.")
    bot: str | None


class ReplayedMatch(Wire):
    """What a replay is of."""

    game: str
    seats: list[ReplayedSeat]
    viewer: int | None = Field(description="Where the reader sat.")
    outside: bool = Field(description="Whether a private match is seen because players share it.")


class MovePlayed(Wire):
    move: int
    seat: int
    text: str
    words: str
    facts: list[str]
    """Kinds of what everybody heard of it, in order."""


class HintIn(Wire):
    seat: SeatNumber


class Advised(Wire):
    """`share` is the chance to win, likely between `low` and `high`; `points` those at the end."""

    action: int
    text: str
    words: str
    visits: int
    share: float
    low: float
    high: float
    points: float
    line: list[str] = Field(description="What is likely to follow.")
    reasons: list[str] = Field(
        description="What it changes against the best other action, most important first."
    )
    measured: bool = Field(description="Whether something measured speaks for the verdict on it.")


class Hint(Wire):
    actions: list[Advised] = Field(description="The most promising first.")


class BestMove(Wire):
    action: int
    text: str
    words: str
    line: list[str] = Field(description="What would have been likely to follow.")
    reasons: list[str] = Field(description="What it would have changed.")


class Judged(Wire):
    move: int
    seat: int
    chances: list[float] = Field(
        description="Each seat's chance to win, as it looked to that seat at its own last decision."
    )
    loss: float = Field(description="How much chance to win the move gave away.")
    sure: bool = Field(description="Whether that is beyond the doubt of the judgement.")
    best: BestMove


class Luck(Wire):
    """What the deal and the draws did to a seat's chance to win."""

    share: float = Field(description="All of it; below zero it cost the seat something.")
    error: float = Field(description="Half the 95 % interval of that.")
    words: str = Field(description="What brought how much, as far as it is certain.")


class Analysis(Wire):
    status: Literal["thinking", "ready"]
    done: int
    of: int = Field(description="How many decisions, and runs of moves, there are to think over.")
    moves: list[Judged]
    accuracy: list[float | None] = Field(
        description="By seat: how much of the chance of the best actions its own kept, on average."
    )
    luck: list[Luck] | None = Field(description="By seat; None until all of it is weighed.")
