"""What goes over the channel of a match: commands one way, pushes and acknowledgements the other.

A command is the same over the channel and as the body of its HTTP route: there `do` may be left
out, because the route says it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from fourwinds.server.wire.base import Key, Problem, SeatNumber, Wire
from fourwinds.server.wire.matches import Message, Update

ActionNumber = Annotated[int, Field(ge=0, le=2**31)]


class Command(Wire):
    key: Key | None = None


class SeatCommand(Command):
    seat: SeatNumber


class PlayCommand(SeatCommand):
    """An action, by its number or in notation, and the decision it answers."""

    do: Literal["play"] = "play"
    action: ActionNumber | Annotated[str, Field(max_length=200)]
    decision: Annotated[str, Field(max_length=40)]


class RetractCommand(SeatCommand):
    """Take back the last part of a choice that is not final, or a secret vote."""

    do: Literal["retract"] = "retract"


class UndoCommand(SeatCommand):
    """Take back one's last move: freely if nobody has learnt anything, else the others decide."""

    do: Literal["undo"] = "undo"


class OfferEndCommand(SeatCommand):
    """Offer to end the match without a result."""

    do: Literal["offer-end"] = "offer-end"


class AnswerCommand(SeatCommand):
    """Agree to what another asks (to undo, to end), or not."""

    do: Literal["answer"] = "answer"
    yes: bool


class ResignCommand(SeatCommand):
    do: Literal["resign"] = "resign"


class ReplaceCommand(SeatCommand):
    """Have a bot stand in for a player who is away."""

    do: Literal["replace"] = "replace"


class ReturnCommand(SeatCommand):
    """Take one's seat back from the bot that stood in."""

    do: Literal["return"] = "return"


class AutomaticCommand(SeatCommand):
    """Whether moves without a choice are made by themselves."""

    do: Literal["automatic"] = "automatic"
    wanted: bool


class SaltCommand(SeatCommand):
    """Add to the chance of the deal."""

    do: Literal["salt"] = "salt"
    salt: Annotated[str, Field(max_length=100)]


class StartCommand(Command):
    do: Literal["start"] = "start"


class SayCommand(Command):
    do: Literal["say"] = "say"
    text: Annotated[str, Field(max_length=1000)]


class MuteCommand(SeatCommand):
    """Whether one wants to hear what another player says."""

    do: Literal["mute"] = "mute"
    muted: bool


class ShareCommand(SeatCommand):
    """Whether anybody with the link may see the replay of a private match, and one's name."""

    do: Literal["share"] = "share"
    shared: bool


MatchCommand = (
    PlayCommand
    | RetractCommand
    | UndoCommand
    | OfferEndCommand
    | AnswerCommand
    | ResignCommand
    | ReplaceCommand
    | ReturnCommand
    | AutomaticCommand
    | SaltCommand
    | StartCommand
    | SayCommand
    | MuteCommand
    | ShareCommand
)
"""What changes a match."""


class WhyNotCommand(SeatCommand):
    """Ask why an action is refused; the acknowledgement says it."""

    do: Literal["why-not"] = "why-not"
    action: ActionNumber


class LookCommand(Command):
    """Ask for the whole picture, when a push was missed."""

    do: Literal["look"] = "look"


ChannelCommand = Annotated[
    MatchCommand | WhyNotCommand | LookCommand,
    Field(discriminator="do"),
]
COMMANDS: TypeAdapter[ChannelCommand] = TypeAdapter(ChannelCommand)
ChannelReceived = ChannelCommand | Literal["ping"]


class Refusal(Wire):
    """Why an action cannot be done."""

    action: int
    words: str = Field(description="What it would do; empty for what nobody would try.")
    why: str = Field(description="Why not, for people.")
    code: str
    rule: str | None


class Acknowledged(Wire):
    """A command is done and on disk, or a question answered; a push may say the first as well."""

    ack: Key | None = Field(description="The key of the command.")
    number: int | None = Field(None, description="The last update that the actor has to hear.")
    refusal: Refusal | None = Field(None, description="Why not; left out where it was not asked.")


class Rejected(Wire):
    """A command is not done."""

    nack: Key | None = Field(description="The key of the command, if it could be read.")
    error: Problem


Ack = Annotated[
    Key | None,
    Field(description="The key of a command that is done and on disk, and that this push shows."),
]


class WholePush(Message):
    """The whole picture: the first push, and one that was asked for."""

    push: int = Field(description="Counts the pushes of this connection.")
    ack: Ack = None


class PatchPush(Wire):
    """What has changed since the push before."""

    push: int = Field(description="Counts the pushes; after a gap, ask for the whole: `look`.")
    ack: Ack = None
    number: int
    now: int
    updates: list[Update]
    patch: dict[str, Any] = Field(
        description=(
            "Changes of the picture, which is a Message without number, now and updates. A change "
            "is {name or index: change} for what lies within; [value], the new value; [], the "
            "field is gone; or, in a list, [at, removed, ...inserted]."
        )
    )


class ChannelClosed(Wire):
    """Why the server closes the channel."""

    error: Problem
    present: None


ChannelSent = WholePush | PatchPush | Acknowledged | Rejected | ChannelClosed | Literal["pong"]
