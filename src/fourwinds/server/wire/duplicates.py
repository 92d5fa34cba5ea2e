"""Duplicate matches of people."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Wire
from fourwinds.server.wire.lobby import Pace

MOST_DEALS = 16
DuplicateId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Status = Literal["open", "running", "closing", "over"]


class DuplicateIn(Wire):
    name: Annotated[str, Field(min_length=1, max_length=100)]
    game: Annotated[str, Field(max_length=40)]
    players: Annotated[int, Field(ge=2, le=16, description="At each table.")]
    seats: Annotated[
        int,
        Field(
            ge=0,
            le=8,
            description="How many seats of a table each of two teams has; 0: everybody has a table "
            "of his own against the same bots.",
        ),
    ] = 0
    deals: Annotated[int, Field(ge=1, le=MOST_DEALS)] = 4
    bot: Annotated[str, Field(max_length=60, description="Who sits in the other seats.")] = "mate"
    pace: Pace = "none"
    days: Annotated[
        int, Field(ge=1, le=30, description="It is closed after this number of days.")
    ] = 7


class DuplicateMade(Wire):
    id: str


class DuplicateListed(Wire):
    id: str
    name: str
    game: str
    seats: int
    deals: int
    status: Status
    created: int
    people: int


class JoinDuplicateIn(Wire):
    code: Annotated[str, Field(max_length=64)] | None = None
    team: Annotated[int, Field(ge=0, le=1)] | None = None


class DuplicatePlayer(Wire):
    user: str
    name: str
    mine: bool
    team: int | None
    table: int
    closed: int = Field(description="How many deals are over at his table.")


class DuplicatePlay(Wire):
    match: str | None = Field(description="The reader's next table; null when he is through.")


class DuplicateEstimate(Wire):
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float | None
    high: float | None


class DuplicateTotal(Wire):
    user: str | None
    name: str
    team: int | None
    deals: int
    matchpoints: DuplicateEstimate | None
    difference: DuplicateEstimate | None


class DuplicateResult(Wire):
    """What somebody made of a seat of a deal."""

    user: str | None
    name: str
    team: int | None
    table: int
    seat: int
    score: int
    place: int
    matchpoints: float | None = Field(description="The share of the others he did better than.")
    difference: float | None = Field(description="Points less the mean of the others.")
    match: str = Field(description="To step through.")


class DuplicateBoard(Wire):
    deal: int
    commitment: str
    secret: str
    results: list[DuplicateResult]


class DuplicateResults(Wire):
    totals: list[DuplicateTotal]
    teams: list[DuplicateTotal]
    boards: list[DuplicateBoard]


class DuplicateOut(Wire):
    id: str
    name: str
    game: str
    players: int
    seats: int
    deals: int
    places: int = Field(description="How many people it takes; of a field, at most.")
    bot: str
    pace: Pace
    status: Status
    host: bool = Field(description="Whether the reader made it.")
    mine: bool = Field(description="Whether the reader takes part.")
    until: int = Field(description="When it is closed in any case.")
    code: str = Field(description="What the link to join holds.")
    commitments: list[str] = Field(description="What each deal is bound to, before anybody came.")
    people: list[DuplicatePlayer]
    results: DuplicateResults | None = Field(description="Null until the last table has closed.")
