"""Profiles: what a person's page shows."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fourwinds.server.wire.base import Wire
from fourwinds.server.wire.friends import Standing

Outcome = Literal["won", "shared", "lost", "none"]


class GameRecord(Wire):
    """How somebody fared in a game."""

    game: str
    matches: int
    won: int
    shared: int
    lost: int
    none: int = Field(description="Without a result.")
    last: int = Field(description="When the last one ended.")


class RatingPoint(Wire):
    time: int
    mu: float
    sigma: float


class RatingCurve(Wire):
    """How a rating came about, the oldest first."""

    game: str
    players: int
    points: list[RatingPoint]


class AccuracyPoint(Wire):
    time: int
    match: str
    accuracy: float = Field(description="What was kept of the best moves' chance to win.")


class AccuracyCurve(Wire):
    """How well somebody played in matches that were analysed, the oldest first."""

    game: str
    points: list[AccuracyPoint]


class ProfileOut(Wire):
    user: str
    name: str
    account: bool = Field(description="Whether he has an account; a guest has none.")
    mine: bool = Field(description="Whether it is the reader himself.")
    hidden: bool = Field(description="Whether only he himself may see this.")
    games: list[GameRecord] = Field(description="The one he plays most first.")
    streak: int = Field(description="Matches won in a row until now; shared victories count.")
    longest_streak: int
    curves: list[RatingCurve]
    accuracies: list[AccuracyCurve]
    standing: Standing | None = Field(description="Null on one's own page and to strangers.")
    online: bool | None = Field(description="Friends alone are told.")


class SeatPlayed(Wire):
    user: str | None = Field(description="Whose history has it too; null for bots and guests here.")
    name: str
    bot: str | None
    place: int | None
    score: int | None


class MatchPlayed(Wire):
    match: str
    game: str
    players: int
    rated: bool
    private: bool
    ended: int
    seat: int
    outcome: Outcome
    place: int | None
    score: int | None
    mu: float | None = Field(description="The rating after a rated match.")
    sigma: float | None
    accuracy: float | None = Field(description="From the analysis, if there is one.")
    note: str | None = Field(description="What the reader wrote to himself about his own match.")
    seats: list[SeatPlayed]


class MatchesPlayed(Wire):
    matches: list[MatchPlayed]
    next: str | None = Field(description="What to ask for to go on; null at the end.")


class HideIn(Wire):
    hidden: bool
