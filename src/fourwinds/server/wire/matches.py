"""Matches: what players send, and what each viewer is sent.

What comes in is checked by these models. What goes out often is not made from them, because that
would cost time with every move; tests/wire/test_schema.py holds whole games against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fourwinds.server.wire.base import (
    BOX_ID,
    EndedBy,
    Fact,
    Name,
    OfferedAction,
    Proposable,
    RefusedAction,
    SeatNumber,
    View,
    Wire,
)


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
    options: dict[str, Any] = Field({}, max_length=40)
    components: dict[str, Any] | None = None
    box: Annotated[str, Field(pattern=BOX_ID)] | None = Field(
        None, description="The box to play with, instead of `components`."
    )
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
    result: Literal["won", "shared", "lost", "none"] | None = Field(
        description="How it ended for the reader; null while it runs."
    )


class Event(Wire):
    """What happened at the table."""

    words: str = Field(description="A sentence for people; may be empty.")


class SeatEvent(Event):
    """Something of a seat, or of the whole table."""

    kind: Literal[
        "created",
        "joined",
        "bot-seated",
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
        "deal-opened",
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


class SharedEvent(Event):
    """A player shares the replay of a private match, or no longer."""

    kind: Literal["shared"]
    seat: int
    shared: bool


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
    | SharedEvent
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
    level: str | None = Field(description="What bots of its strength are called; null for people.")
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
    secret: str = Field(description="Empty for a deal of the day; it is shown with the deal.")
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
    daily: str | None = Field(description="The day whose deal it is, which others play as well.")
    duplicate: str | None = Field(description="The duplicate match of which it is a table.")
    tournament: str | None = Field(description="The id of the tournament it belongs to.")
    continued: ContinuedFrom | None
    set_up: bool = Field(description="Whether it began with a position that somebody set up.")
    seats: list[SeatAt]
    clock: ClockAt
    commitment: str | None
    proposal: Proposal | None
    result: Result | None
    next_match: str | None
    shared: list[int] = Field(description="Whose players share the replay with anybody.")
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


class BotIn(Wire):
    bot: Annotated[str, Field(max_length=100)]


class Seated(Wire):
    seat: int


class ReportIn(Wire):
    line: Annotated[int, Field(ge=1, le=10**9)]
    reason: Annotated[str, Field(max_length=1000)]


class Acted(Wire):
    """`number` is that of the last update the actor has to hear."""

    number: int
