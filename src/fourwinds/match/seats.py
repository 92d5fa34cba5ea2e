"""The seats of a match and who sits there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fourwinds.match.setup import BOT, HOT_SEAT, INVITED, ME, OPEN, SeatSetup

FORMER = "former-"
"""How the holder of a seat begins whose person has been forgotten; no user's id does."""
FORMER_NAME = "former player"


@dataclass
class Seat:
    """A place at the table. `stand_in` is the bot that plays for an absent holder."""

    setup: SeatSetup
    holder: str | None = None
    name: str = ""
    invitation: str | None = None
    salt: str = ""
    stand_in: str | None = None
    resigned: bool = False
    timed_out: bool = False
    automatic: bool = False

    @property
    def free(self) -> bool:
        return self.holder is None and self.setup.kind in (OPEN, INVITED)

    @property
    def bot(self) -> str | None:
        """The bot that thinks here now, None where a person does."""
        return self.setup.bot or self.stand_in

    @property
    def person(self) -> bool:
        """Whether a person decides here, even if a bot moves just now."""
        return self.holder is not None and not self.resigned

    @property
    def former(self) -> bool:
        """Whether the person who sat here has been forgotten."""
        return self.holder is not None and self.holder.startswith(FORMER)

    def give_to_bot(self, bot: str) -> None:
        """Let a bot play where nobody sits yet."""
        self.setup = SeatSetup(BOT, bot)
        self.name, self.invitation = bot, None

    def rename(self, name: str) -> None:
        """Give the seat a new name; a name kept for later is dropped."""
        self.setup = replace(self.setup, name=None)
        self.name = self.setup.bot or name

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.setup.kind,
            "name": self.name,
            "bot": self.setup.bot,
            "stand_in": self.stand_in,
            "resigned": self.resigned,
            "free": self.free,
            "former": self.former,
            "salted": bool(self.salt),
        }


def laid(setup: SeatSetup, host: str, name: str, invitation: str, number: int) -> Seat:
    """A seat as it stands when the match is created.

    People beside the host who gave no name are told apart by the number of their seat.
    """
    if setup.kind == BOT:
        return Seat(setup, name=setup.name or (setup.bot or ""))
    if setup.kind == ME:
        return Seat(setup, holder=host, name=name)
    if setup.kind == HOT_SEAT:
        return Seat(setup, holder=host, name=setup.name or f"{name} {number + 1}")
    return Seat(setup, invitation=invitation if setup.kind == INVITED else None)
