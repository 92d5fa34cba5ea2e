"""What goes over the wire, both ways. Clients in other languages are generated from these."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

PREFIX = "/api/v1"
MATCH_ID = r"^[a-z0-9-]{1,32}$"
MatchId = Annotated[str, Field(pattern=MATCH_ID)]
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
    present: Message | None = None


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
    email: str | None
    operator: bool


class SessionOut(Wire):
    user: UserOut | None


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


class ChoiceOut(Wire):
    value: str
    label: str


class OptionOut(Wire):
    """An option of a game, with what people read of it."""

    name: str
    type: Literal["flag", "choice", "number"]
    label: str
    help: str
    default: bool | int | str
    defaults: dict[int, bool | int | str] = Field(
        description="The default for each number of players."
    )
    choices: list[ChoiceOut] = Field(description="For a choice.")
    low: int | None = Field(description="For a number.")
    high: int | None = Field(description="For a number.")


class GameListed(Wire):
    id: str
    title: str
    tagline: str
    players: list[int]
    usual_players: int
    minutes: list[int] = Field(description="From, to; for those who know the rules.")
    weight: int = Field(description="From 1, light, to 5, heavy; our own judgement.")
    options: list[OptionOut]
    rules_version: int
    designers: list[str]
    publisher: str
    year: int
    reconstructed: bool = Field(description="Whether some components are our own design.")


class GameOut(GameListed):
    names: dict[str, str] = Field(description="Codes of the game and their names.")
    labels: dict[str, str] = Field(description="Labels of its table.")
    components: dict[str, Any] = Field(description="What is printed, each entry with its mark.")


class ComponentsOut(Wire):
    game: str
    digest: str
    usual: bool = Field(description="Whether these are the components that come with the game.")
    components: dict[str, Any]


class RuleOut(Wire):
    number: str
    text: str
    marks: list[str]


class SectionOut(Wire):
    number: str
    title: str
    rules: list[RuleOut]


class MarkOut(Wire):
    label: str
    help: str


class RulesOut(Wire):
    title: str
    sections: list[SectionOut]
    marks: dict[str, MarkOut] = Field(description="What the marks of rules mean.")


class BotOut(Wire):
    name: str = Field(description="What a setup of a match calls it.")
    label: str
    help: str
    level: int | None = Field(description="From 1, easy; None for a bot that others added.")


class PreviewsIn(Wire):
    seat: SeatNumber
    actions: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Field(max_length=400)]


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
    stand_in: Annotated[str, Field(max_length=60, description="The bot for who is away.")] = "mate"
    delay: Annotated[
        int, Field(ge=0, le=3600, description="By how many seconds spectators see it later.")
    ] = 0


class ContinueIn(Wire):
    """From which position, and who is to play on."""

    move: Annotated[int, Field(ge=0, le=10**6)]
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=16)]


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


class MyMatch(MatchListed):
    names: list[str] = Field(description="What the players are called.")
    your_turn: bool = Field(description="Whether something is asked of the reader.")


class Fact(BaseModel):
    """What happened in the game; further fields by its kind."""

    model_config = ConfigDict(extra="allow")
    kind: str
    seat: int | None = None


class FactSpoken(Fact):
    words: str


class Event(BaseModel):
    """What happened at the table; each kind has some of these fields."""

    model_config = ConfigDict(extra="allow")
    kind: str
    words: str = Field(description="A sentence for people; may be empty.")
    seat: int | None = None
    fact: Fact | None = Field(None, description="Of `fact`.")
    text: str | None = Field(None, description="Of `said`; empty once removed.")
    line: int | None = Field(None, description="Of `said` and `line-removed`.")
    what: Literal["undo", "end"] | None = Field(None, description="Of `asked`.")
    by: str | None = Field(None, description="Of `ended`: rules, agreement, resignation.")
    wanted: bool | None = Field(None, description="Of `automatic`.")
    muted: bool | None = Field(None, description="Of `muted`.")
    seal: str | None = Field(None, description="Of `sealed`.")
    moves: list[str] | None = Field(None, description="Of `opened`.")
    nonce: str | None = Field(None, description="Of `opened`.")


class Update(Wire):
    number: int
    time: int
    events: list[Event]


class Offered(BaseModel):
    """An action as a board needs it; further fields by its kind."""

    model_config = ConfigDict(extra="allow")
    action: int
    kind: str
    text: str = Field(description="In notation.")
    words: str


class RefusedAction(Offered):
    """What somebody might try in vain, and why not."""

    why: str
    code: str
    rule: str | None
    details: dict[str, Any]


class Question(Wire):
    """What is asked of a seat."""

    decision: str
    step: str
    words: str
    actions: list[Offered]
    refused: list[RefusedAction]
    chosen: bool = Field(description="Whether a secret choice is in; it can still be changed.")
    retractable: bool


class SeatAt(Wire):
    kind: Literal["me", "open", "invited", "hot-seat", "bot"]
    name: str
    bot: str | None
    stand_in: str | None = Field(description="The bot that plays for who is away.")
    resigned: bool
    free: bool
    salted: bool


class ClockAt(Wire):
    """Times in milliseconds: what is left when a clock stands, and when a running one ends."""

    kind: Literal["none", "move", "total", "days"]
    amount: int
    increment: int
    left: list[int]
    ends: list[int | None]


class Proposal(Wire):
    what: Literal["undo", "end"]
    seat: int
    asks: list[int] = Field(description="Who has yet to answer.")


class Result(Wire):
    by: str
    winners: list[int]
    scores: list[int] | None
    secret: str
    salts: list[str]


class ContinuedFrom(Wire):
    match: str
    move: int


class Table(Wire):
    """What all see beside the board."""

    game: str
    options: dict[str, bool | int | str]
    status: Literal["open", "running", "over"]
    rated: bool
    private: bool
    delay: int = Field(description="By how many seconds spectators see it later.")
    continued: ContinuedFrom | None
    seats: list[SeatAt]
    clock: ClockAt
    commitment: str | None
    proposal: Proposal | None
    result: Result | None
    next_match: str | None
    waiting: str | None = Field(description="Who else is awaited, and for what.")


class Message(Wire):
    """Everything since a number, and what is to be seen now."""

    match: str
    viewer: int | None
    number: int
    updates: list[Update]
    table: Table
    view: dict[str, Any] | None
    asked: Question | None
    undo: bool = Field(description="Whether the reader has a move to take back.")
    muted: list[int] = Field(description="Whom the reader does not want to hear.")
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


class MuteIn(Wire):
    seat: SeatNumber
    muted: bool


# Looking back and ahead.


class Replayed(Wire):
    """A position of a finished match, and the move that led to it."""

    move: int
    moves: int
    view: dict[str, Any]
    facts: list[FactSpoken]
    seat: int | None = Field(description="Who made the move.")
    text: str | None
    words: str | None
    position: dict[str, Any] | None = Field(description="With all open: everything on the table.")
    views: list[dict[str, Any]] | None = Field(description="With all open: what each seat saw.")


class MovePlayed(Wire):
    move: int
    seat: int
    text: str
    words: str


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


class Hint(Wire):
    actions: list[Advised] = Field(description="The most promising first.")


class BestMove(Wire):
    action: int
    text: str
    words: str
    line: list[str] = Field(description="What would have been likely to follow.")


class Judged(Wire):
    move: int
    seat: int
    chances: list[float] = Field(
        description="Each seat's chance to win, as it looked to that seat at its own last decision."
    )
    loss: float = Field(description="How much chance to win the move gave away.")
    sure: bool = Field(description="Whether that is beyond the doubt of the judgement.")
    best: BestMove


class Analysis(Wire):
    status: Literal["thinking", "ready"]
    done: int
    of: int = Field(description="How many decisions there are to judge.")
    moves: list[Judged]


def pack(data: object) -> str:
    """JSON; in plain ASCII where UTF-8 cannot hold what a stranger sent."""
    try:
        return orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode()
    except TypeError:
        return json.dumps(data, separators=(",", ":"))


def answer(data: object, status: int = 200) -> Response:
    return Response(pack(data), status, media_type="application/json")
