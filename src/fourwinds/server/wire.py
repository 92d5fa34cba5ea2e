"""What goes over the wire, both ways. Clients in other languages are generated from these."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

MatchId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,32}$")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Key = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="Sent again, it gets its first answer."),
]
Name = Annotated[str, Field(min_length=1, max_length=100)]


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Wire):
    code: str
    message: str
    rule: str | None = None


class Trouble(BaseModel):
    """What comes instead of an answer. A stale action also gets the present state."""

    error: Problem
    present: dict[str, Any] | None = None


# People.


class GuestIn(Wire):
    name: Name


class AccountIn(Wire):
    login: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.@+-]{3,64}$")]
    password: Annotated[str, Field(min_length=10, max_length=200)]


class UserOut(Wire):
    id: str
    name: str
    login: str | None


class TokenIn(Wire):
    name: Name


class TokenOut(Wire):
    id: str
    name: str
    created: int


class NewTokenOut(Wire):
    id: str
    token: str


class Done(Wire):
    done: Literal[True] = True


# Games.


class GameOut(Wire):
    id: str
    title: str
    seats: list[int]
    options: dict[str, Any]
    rules_version: int


# Matches.


class SeatIn(Wire):
    kind: Literal["me", "open", "invited", "hot-seat", "bot"]
    bot: Annotated[str, Field(max_length=60)] | None = None
    name: Name | None = None


class ClockIn(Wire):
    kind: Literal["none", "move", "total", "days"] = "none"
    amount: Annotated[int, Field(ge=0, le=10**7)] = 0
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class MatchIn(Wire):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=16)]
    options: Annotated[dict[str, Any], Field(max_length=40)] = {}
    components: dict[str, Any] | None = None
    clock: ClockIn = ClockIn()
    private: bool = False
    rated: bool = False


class MatchMade(Wire):
    id: str
    invitations: dict[int, str] = Field(description="For each invited seat what opens it.")


class MatchListed(Wire):
    id: str
    game: str
    status: str
    private: bool
    rated: bool
    free: int
    players: int
    created: int
    changed: int


class Update(Wire):
    number: int
    time: int
    events: list[dict[str, Any]]


class Question(Wire):
    """What is asked of a seat."""

    decision: str
    actions: list[dict[str, Any]]
    refused: list[dict[str, Any]]
    chosen: bool
    retractable: bool


class Message(Wire):
    """Everything since a number, and what is to be seen now."""

    match: str
    viewer: int | None
    number: int
    updates: list[Update]
    table: dict[str, Any]
    view: dict[str, Any] | None
    asked: Question | None
    present: list[bool] = Field(description="Which seats are connected.")
    now: int


class JoinIn(Wire):
    seat: SeatNumber | None = None
    invitation: Annotated[str, Field(max_length=64)] | None = None


class Seated(Wire):
    seat: int


class SeatRequest(Wire):
    seat: SeatNumber
    key: Key | None = None


class SaltIn(SeatRequest):
    salt: Annotated[str, Field(max_length=100)]


class ActionIn(SeatRequest):
    """An action, by its number or in notation, and the decision it answers."""

    action: Annotated[int, Field(ge=0, le=2**31)] | Annotated[str, Field(max_length=200)]
    decision: Annotated[str, Field(max_length=40)]


class AnswerIn(SeatRequest):
    yes: bool


class AutomaticIn(SeatRequest):
    wanted: bool


class LineIn(Wire):
    text: Annotated[str, Field(max_length=1000)]
    key: Key | None = None


class ReportIn(Wire):
    line: Annotated[int, Field(ge=1, le=10**9)]
    reason: Annotated[str, Field(max_length=1000)]


class Acted(Wire):
    """`number` is that of the last update the actor has to hear."""

    number: int


class Replayed(Wire):
    move: int
    moves: int
    view: dict[str, Any]


def pack(data: object) -> str:
    """JSON; in plain ASCII where UTF-8 cannot hold what a stranger sent."""
    try:
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode()
    except TypeError:
        return json.dumps(data, separators=(",", ":"))


def answer(data: object, status: int = 200) -> Response:
    return Response(pack(data), status, media_type="application/json")
