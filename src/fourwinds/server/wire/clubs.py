"""Clubs: members, ladder, private matches."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fourwinds.server.wire.base import MatchId, Wire
from fourwinds.server.wire.matches import ClockIn
from fourwinds.server.wire.profiles import SeatPlayed

ClubId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
ClubName = Annotated[str, Field(min_length=1, max_length=100)]
About = Annotated[str, Field(max_length=2000)]
Code = Annotated[str, Field(max_length=64)]


class ClubIn(Wire):
    name: ClubName
    about: About = ""


class ClubMade(Wire):
    id: str


class ClubListed(Wire):
    id: str
    name: str
    members: int


class JoinClubIn(Wire):
    code: Code | None = Field(None, description="Of the link; not needed by who was invited.")


class LeadIn(Wire):
    lead: bool


class Member(Wire):
    user: str
    name: str
    lead: bool = Field(description="Whether he may change the club.")
    joined: int
    online: bool


class Rung(Wire):
    """Somebody's place on the ladder of a game."""

    user: str
    name: str
    game: str
    rating: float = Field(description="What he is worth at least among the members, almost surely.")
    mu: float
    sigma: float
    matches: int


class ClubMatch(Wire):
    id: str
    game: str
    status: str
    players: int
    created: int
    code: str = Field(description="What opens a seat, or lets one look on.")
    seats: list[SeatPlayed] = Field(description="How it came out, once it is over.")


class ClubOut(Wire):
    id: str
    name: str
    about: str
    size: int = Field(description="How many members it has.")
    member: bool = Field(description="Whether the reader is one; what follows is for members.")
    lead: bool
    code: str | None
    members: list[Member]
    ladder: list[Rung]
    matches: list[ClubMatch]


class ClubMatchIn(Wire):
    """A private match whose free seats are for members."""

    game: Annotated[str, Field(max_length=40)]
    players: Annotated[int, Field(ge=2, le=16)]
    options: dict[str, Any] = Field({}, max_length=40)
    clock: ClockIn = ClockIn()


class ClubMatchMade(Wire):
    id: MatchId
