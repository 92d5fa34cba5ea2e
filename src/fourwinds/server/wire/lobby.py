"""Lobby: open tables, matches to watch, replays, and what somebody seeks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import Wire
from fourwinds.server.wire.profiles import SeatPlayed

Pace = Literal["none", "live", "days"]
WEEK = 7 * 24 * 3600


class LobbyTable(Wire):
    id: str
    game: str
    players: int
    rated: bool
    pace: Pace = Field(description="Without a clock, all at the table at once, or days a move.")
    created: int
    free: int
    delay: int = Field(description="By how many seconds spectators see it later.")


class OpenTable(LobbyTable):
    host: str = Field(description="What the host is called; may be empty.")
    fills: int | None = Field(description="When bots take the seats that are left, and it begins.")


class LiveTable(LobbyTable):
    people: list[str] = Field(description="What the people at the table are called.")


class ReplayListed(Wire):
    match: str
    game: str
    players: int
    rated: bool
    ended: int
    close: bool = Field(description="Whether it was decided by little.")
    seats: list[SeatPlayed]


class FindIn(Wire):
    """What somebody seeks: he joins such a table, or gets one that others join."""

    game: Annotated[str, Field(max_length=40)]
    players: Annotated[int, Field(ge=2, le=16)]
    pace: Pace = "none"
    rated: bool = False
    wait: Annotated[int, Field(ge=5, le=WEEK)] | None = Field(
        None, description="After how many seconds bots take the seats left; null: never."
    )
    bot: Annotated[str, Field(max_length=60)] = "mate"


class FoundOut(Wire):
    id: str
