"""Tournaments: what is agreed, who plays, how it stands; the league of bots."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Wire
from fourwinds.server.wire.matches import ClockIn

Format = Literal["swiss", "round-robin", "knock-out", "arena", "league"]
TieBreak = Literal["direct", "opponents", "beaten", "wins", "score"]
TournamentStatus = Literal["entry", "running", "over", "called-off"]
MINUTES = 7 * 24 * 60


class TournamentIn(Wire):
    """What the organiser decides."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    about: Annotated[str, Field(max_length=2000)] = ""
    game: Annotated[str, Field(max_length=40)]
    options: dict[str, bool | int | str] = Field({}, max_length=40)
    format: Format
    size: Annotated[int, Field(ge=2, le=5, description="Players at a table.")]
    least: Annotated[int, Field(ge=2, le=5)] | None = Field(
        None, description="Players at a table at least, where their number does not divide."
    )
    rounds: Annotated[int, Field(ge=0, le=60)] = Field(
        0, description="Of a Swiss tournament or league; 0 in a round-robin: until all have met."
    )
    late: Annotated[int, Field(ge=0, le=60)] = Field(
        0, description="The last round before which one may still enter."
    )
    minutes: Annotated[int, Field(ge=0, le=MINUTES)] = Field(
        0, description="How long tables are set in an arena."
    )
    days: Annotated[int, Field(ge=0, le=60)] = Field(
        0, description="From one round of a league to the next."
    )
    most: Annotated[int, Field(ge=2, le=256)] = 256
    deals: Annotated[int, Field(ge=1, le=8)] = Field(2, description="Of each pair in a knock-out.")
    absences: Annotated[int, Field(ge=1, le=60)] = Field(
        2, description="The number of tables in a row that a player may miss before he is out."
    )
    ties: list[TieBreak] = Field(["direct", "opponents", "beaten", "wins"])
    clock: ClockIn
    rated: bool = False
    programs: bool = Field(False, description="Whether programs may enter and play, by a token.")
    bot: Annotated[str, Field(max_length=60)] = Field(
        "mate", description="The bot that fills the tables of a knock-out."
    )
    starts: Annotated[int, Field(ge=0, le=2**53)] | None = Field(
        None, description="When it begins by itself; null: when the organiser says so."
    )


class TournamentMade(Wire):
    id: str


class TournamentListed(Wire):
    id: str
    name: str
    game: str
    format: Format
    status: TournamentStatus
    players: int
    rated: bool
    programs: bool
    starts: int | None
    created: int
    organiser: str = Field(description="What the organiser is called; may be empty.")


class TournamentStanding(Wire):
    """Somebody's line; `low` to `high` is where his mean share lies in 95 of 100 cases."""

    player: int
    user: str | None
    name: str
    bot: bool = Field(description="A bot of the house.")
    program: bool = Field(description="A program entered for him.")
    former: bool
    place: int
    points: float
    played: int
    byes: int
    withdrawn: bool
    ties: dict[str, float]
    mean: float | None = Field(description="The mean share of a table's points; null: none yet.")
    low: float
    high: float
    best: int = Field(description="The best place that the intervals of all allow.")
    worst: int


class TableMatch(Wire):
    match: str
    player: int | None = Field(description="In a knock-out: whose table it is.")
    mine: bool = Field(description="Whether the reader sits there.")


class TableOfRound(Wire):
    number: int
    round: int
    players: list[int]
    over: bool
    places: list[int] | None
    scores: list[float] | None = Field(
        description="Null while they could tell of a deal that others still play."
    )
    missing: list[int]
    matches: list[TableMatch] = Field(description="Those that the reader may look at.")


class MyEntry(Wire):
    player: int
    out: bool
    waits: bool = Field(description="In an arena: whether he wants a table.")
    matches: list[str] = Field(description="The tables where he is to play now.")


class TournamentOut(Wire):
    id: str
    number: int = Field(description="How long the log is: what is newer has a higher one.")
    name: str
    about: str
    game: str
    format: Format
    status: TournamentStatus
    paused: bool
    organiser: str | None
    organiser_name: str
    organises: bool = Field(description="Whether the reader is the organiser.")
    league: bool = Field(description="Whether it is of the standing league of bots.")
    size: int
    least: int
    rounds: int
    late: int
    minutes: int
    days: int
    deals: int
    most: int
    absences: int
    rated: bool
    programs: bool
    bot: str
    clock: ClockIn
    starts: int | None
    open: bool = Field(description="Whether one may enter now.")
    round: int
    next: int | None = Field(description="When the next round, or the end, comes by itself.")
    ties: list[TieBreak]
    standings: list[TournamentStanding]
    cross: list[list[list[float]]] | None = Field(
        description="In the order of the standings: what each made against each; null: too many."
    )
    tables: list[TableOfRound]
    byes: dict[int, list[int]] = Field(description="By round: who had no table.")
    mine: MyEntry | None


class WaitIn(Wire):
    wants: bool


class PauseIn(Wire):
    paused: bool


class HouseIn(Wire):
    bot: Annotated[str, Field(max_length=60)]


class ResultIn(Wire):
    """What the organiser says of a table: a place for each seat, and who was missing."""

    places: Annotated[list[Annotated[int, Field(ge=1, le=5)]], Field(min_length=2, max_length=5)]
    missing: list[Annotated[int, Field(ge=0, le=4)]] = Field([], max_length=5)


class RatedBot(Wire):
    """A program or a bot of the house; its strength lies within `mu` ± 2 `sigma`, nearly surely."""

    user: str | None
    name: str
    house: bool
    mu: float
    sigma: float
    matches: int


class BotLeague(Wire):
    game: str
    players: int
    today: str | None = Field(description="The tournament of today, if a program has come.")
    ratings: list[RatedBot]


class LeagueEntry(Wire):
    tournament: str
    player: int
