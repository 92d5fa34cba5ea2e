"""The log of a match: everything that was done, in order. It is the truth; all else follows.

Every kind of entry is a dataclass here; `log_json` writes them and reads them back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from fourwinds.match.pinning import Pinned
from fourwinds.match.setup import MatchSetup

UNDO: Literal["undo"] = "undo"
END: Literal["end"] = "end"

BY_RULES = "rules"
BY_AGREEMENT = "agreement"
BY_RESIGNATION = "resignation"
BY_WITHDRAWAL = "withdrawal"
BY_CHANGE_OF_RULES = "rules-changed"
BY_CLOSING = "closing"


# Before the start.


@dataclass(frozen=True)
class Created:
    """`user` is the host; `setup` names no components, which `pinned` holds."""

    kind: ClassVar = "created"
    secrets: ClassVar = ("secret", "invitations")
    user: str
    setup: MatchSetup
    pinned: Pinned
    name: str
    secret: bytes
    invitations: tuple[str, ...]


@dataclass(frozen=True)
class Joined:
    kind: ClassVar = "joined"
    seat: int
    user: str
    name: str


@dataclass(frozen=True)
class BotSeated:
    """The host gives a free seat to a bot."""

    kind: ClassVar = "bot-seated"
    seat: int
    user: str
    bot: str


@dataclass(frozen=True)
class Left:
    kind: ClassVar = "left"
    seat: int
    user: str


@dataclass(frozen=True)
class Salted:
    """Somebody adds to the chance of the deal."""

    kind: ClassVar = "salted"
    seat: int
    user: str
    salt: str


@dataclass(frozen=True)
class Started:
    kind: ClassVar = "started"
    user: str


# Play.


@dataclass(frozen=True)
class Played:
    """An action in notation; `user` is None where a bot plays.

    `instead` is how many of the seat's last actions it takes the place of: a secret choice that is
    changed. `sealed` is how many of them, this one included, are a secret choice that is complete.
    """

    kind: ClassVar = "played"
    seat: int
    user: str | None
    move: str
    instead: int = 0
    sealed: int = 0


@dataclass(frozen=True)
class Retracted:
    """The last `count` actions of the seat are taken back before they were final."""

    kind: ClassVar = "retracted"
    seat: int
    user: str
    count: int


@dataclass(frozen=True)
class Undone:
    """The match goes back to where only the first `to` moves were made."""

    kind: ClassVar = "undone"
    seat: int
    user: str
    to: int


@dataclass(frozen=True)
class Asked:
    """A seat asks others to let it undo (`to` as above), or to end without a result."""

    kind: ClassVar = "asked"
    seat: int
    user: str
    what: str
    asks: tuple[int, ...]
    to: int | None = None


@dataclass(frozen=True)
class Agreed:
    kind: ClassVar = "agreed"
    seat: int
    user: str


@dataclass(frozen=True)
class Declined:
    kind: ClassVar = "declined"
    seat: int
    user: str


@dataclass(frozen=True)
class Resigned:
    kind: ClassVar = "resigned"
    seat: int
    user: str


@dataclass(frozen=True)
class Replaced:
    """A bot stands in for somebody absent (`user` asks for it) or banned (nobody asks)."""

    kind: ClassVar = "replaced"
    seat: int
    user: str | None


@dataclass(frozen=True)
class Returned:
    """Somebody takes the seat back from the bot that stood in."""

    kind: ClassVar = "returned"
    seat: int
    user: str


@dataclass(frozen=True)
class TimedOut:
    kind: ClassVar = "timed-out"
    seat: int


@dataclass(frozen=True)
class Automatic:
    """Whether moves without a choice are made by themselves."""

    kind: ClassVar = "automatic"
    seat: int
    user: str
    wanted: bool


@dataclass(frozen=True)
class Ended:
    """`by` is one of the words above. Without a result there are no scores and no ranking.

    `ranking` is each seat's place on the board. `digest` is that of the last state.
    """

    kind: ClassVar = "ended"
    user: str | None
    by: str
    scores: tuple[int, ...] | None = None
    ranking: tuple[int, ...] | None = None
    digest: str | None = None


# Beside the game.


@dataclass(frozen=True)
class Said:
    """`line` counts the lines of the chat from 1; a line that was removed is empty."""

    kind: ClassVar = "said"
    seat: int
    user: str
    text: str
    line: int


@dataclass(frozen=True)
class Muted:
    """Whether `user` wants to hear what the player of a seat says."""

    kind: ClassVar = "muted"
    seat: int
    user: str
    muted: bool


@dataclass(frozen=True)
class LineRemoved:
    """The operator removes a line of the chat, which that entry holds."""

    kind: ClassVar = "line-removed"
    line: int
    entry: int


@dataclass(frozen=True)
class Renamed:
    kind: ClassVar = "renamed"
    user: str
    name: str


@dataclass(frozen=True)
class Forgotten:
    """A person is gone. Once stored, `user` is the alias, so it names what was his."""

    kind: ClassVar = "forgotten"
    user: str
    alias: str
    seats: tuple[int, ...]
    host: bool
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Shared:
    """Whether a player lets anybody with the link see the replay, and him by his name."""

    kind: ClassVar = "shared"
    seat: int
    user: str
    shared: bool


@dataclass(frozen=True)
class Rematched:
    """The players meet again in another match."""

    kind: ClassVar = "rematched"
    user: str
    match: str


@dataclass(frozen=True)
class DealOpened:
    """The last table with the same deal has closed: it is no secret any more."""

    kind: ClassVar = "deal-opened"


Content = (
    Created
    | Joined
    | BotSeated
    | Left
    | Salted
    | Started
    | Played
    | Retracted
    | Undone
    | Asked
    | Agreed
    | Declined
    | Resigned
    | Replaced
    | Returned
    | TimedOut
    | Automatic
    | Ended
    | Said
    | Muted
    | LineRemoved
    | Renamed
    | Forgotten
    | Shared
    | Rematched
    | DealOpened
)


@dataclass(frozen=True)
class Entry:
    """`number` counts from 1; `time` is in milliseconds since 1970."""

    number: int
    time: int
    content: Content

    @property
    def seat(self) -> int | None:
        return getattr(self.content, "seat", None)


@dataclass
class Move:
    """A move on the line of play that stands: undone ones are gone from it."""

    entry: int
    seat: int
    text: str
    by_person: bool
    learnt: bool
    seen_by: set[int | None] = field(default_factory=set)
