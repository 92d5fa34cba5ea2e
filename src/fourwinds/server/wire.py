"""What goes over the wire, both ways. Clients in other languages are generated from these.

What comes in is checked by these models. What goes out often is not made from them, because that
would cost time with every move; tests/wire/test_schema.py holds whole games against them.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
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
Proposable = Literal["undo", "end"]
EndedBy = Literal["rules", "agreement", "resignation", "withdrawal", "rules-changed"]

# What the games declare themselves, each its own: see game_schemas.py.
SHAPE = "x-shape"
View = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "View"})]
Position = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Position"})]
Components = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Components"})]
Fact = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Fact"})]
Preview = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "Preview"})]
OfferedAction = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "OfferedAction"})]
RefusedAction = Annotated[dict[str, Any], WithJsonSchema({SHAPE: "RefusedAction"})]


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(Wire):
    code: str
    message: str
    rule: str | None


class Trouble(Wire):
    """What comes instead of an answer. A stale action also gets the present state."""

    error: Problem
    present: Message | None


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
    components: Components = Field(description="What is printed, each entry with its mark.")


class ComponentsOut(Wire):
    game: str
    digest: str
    usual: bool = Field(description="Whether these are the components that come with the game.")
    components: Components


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
    frozen: bool = Field(description="Whether it stands still, for it is of other rules.")


class Event(Wire):
    """What happened at the table."""

    words: str = Field(description="A sentence for people; may be empty.")


class SeatEvent(Event):
    """Something of a seat, or of the whole table."""

    kind: Literal[
        "created",
        "joined",
        "left",
        "salted",
        "started",
        "retracted",
        "undone",
        "agreed",
        "declined",
        "resigned",
        "replaced",
        "timed-out",
        "returned",
        "rematched",
    ]
    seat: int | None


class FactEvent(Event):
    """Something of the game."""

    kind: Literal["fact"]
    fact: Fact


class AskedEvent(Event):
    """Somebody asks the others to let him take a move back, or to end the match."""

    kind: Literal["asked"]
    seat: int
    what: Proposable


class SaidEvent(Event):
    kind: Literal["said"]
    seat: int
    line: int = Field(description="Counts the lines of the chat.")
    text: str = Field(description="Empty once removed.")


class LineRemovedEvent(Event):
    kind: Literal["line-removed"]
    line: int


class MutedEvent(Event):
    """The reader wants to hear somebody, or no longer."""

    kind: Literal["muted"]
    seat: int
    muted: bool


class AutomaticEvent(Event):
    """The reader wants his moves without a choice made for him, or no longer."""

    kind: Literal["automatic"]
    wanted: bool


class RenamedEvent(Event):
    kind: Literal["renamed"]
    seats: list[int]


class ForgottenEvent(Event):
    """A person is no longer known: what was his keeps no name."""

    kind: Literal["forgotten"]
    seats: list[int]
    lines: list[int]


class SealedEvent(Event):
    """A secret choice is made: its hash, so that it cannot be changed unseen."""

    kind: Literal["sealed"]
    seat: int
    seal: str


class OpenedEvent(Event):
    """What was sealed."""

    kind: Literal["opened"]
    seat: int
    moves: list[str]
    nonce: str


class EndedEvent(Event):
    kind: Literal["ended"]
    seat: None
    by: EndedBy


AnyEvent = Annotated[
    SeatEvent
    | FactEvent
    | AskedEvent
    | SaidEvent
    | LineRemovedEvent
    | MutedEvent
    | AutomaticEvent
    | RenamedEvent
    | ForgottenEvent
    | SealedEvent
    | OpenedEvent
    | EndedEvent,
    Field(discriminator="kind"),
]


class Update(Wire):
    number: int
    time: int
    events: list[AnyEvent]


class OfferedParts(Wire):
    """What is said of every action that is offered, beside what the game describes."""

    action: int = Field(description="Its number.")
    text: str = Field(description="In notation.")
    words: str = Field(description="What it does, for people.")


class RefusedParts(OfferedParts):
    """What is said besides of an action that somebody might try in vain."""

    why: str = Field(description="Why not, for people.")
    code: str
    rule: str | None
    details: dict[str, Any]


class Question(Wire):
    """What is asked of a seat."""

    decision: str
    step: str
    words: str
    actions: list[OfferedAction]
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
    former: bool = Field(description="Whether the person who sat here has been forgotten.")
    salted: bool


class ClockAt(Wire):
    """Times in milliseconds: what is left when a clock stands, and when a running one ends."""

    kind: Literal["none", "move", "total", "days"]
    amount: int
    increment: int
    left: list[int]
    ends: list[int | None]


class Proposal(Wire):
    what: Proposable
    seat: int
    asks: list[int] = Field(description="Who has yet to answer.")


class Result(Wire):
    by: EndedBy
    winners: list[int]
    scores: list[int] | None
    secret: str
    salts: list[str]


class ContinuedFrom(Wire):
    match: str
    move: int


class FrozenAt(Wire):
    """Why a match is neither played on nor shown: it is not of the present rules."""

    code: Literal["rules-changed", "log-differs"]
    rules_version: int = Field(description="The version of the rules that it needs.")
    present: int = Field(description="The version that is played here.")
    words: str


class Table(Wire):
    """What all see beside the board."""

    game: str
    options: dict[str, bool | int | str]
    status: Literal["open", "running", "over"]
    frozen: FrozenAt | None
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
    view: View | None
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
    view: View
    facts: list[FactEvent]
    seat: int | None = Field(description="Who made the move.")
    text: str | None
    words: str | None
    position: Position | None = Field(description="With all open: everything on the table.")
    views: list[View] | None = Field(description="With all open: what each seat saw.")


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
