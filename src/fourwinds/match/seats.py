"""The seats of a match and who sits there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fourwinds.match.plan import BOT, HOT_SEAT, INVITED, ME, OPEN, SeatPlan

FORMER = "former-"
"""How the holder of a seat begins whose person has been forgotten; no user's id does."""
FORMER_NAME = "former player"


@dataclass
class Seat:
    """A place at the table. `stand_in` is the bot that plays for an absent holder."""

    plan: SeatPlan
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
        return self.holder is None and self.plan.kind in (OPEN, INVITED)

    @property
    def bot(self) -> str | None:
        """The bot that thinks here now, None where a person does."""
        return self.plan.bot or self.stand_in

    @property
    def person(self) -> bool:
        """Whether a person decides here, even if a bot moves just now."""
        return self.holder is not None and not self.resigned

    @property
    def former(self) -> bool:
        """Whether the person who sat here has been forgotten."""
        return self.holder is not None and self.holder.startswith(FORMER)

    def rename(self, name: str) -> None:
        """Call the seat otherwise; what was planned for its name is forgotten."""
        self.plan = replace(self.plan, name=None)
        self.name = self.plan.bot or name

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.plan.kind,
            "name": self.name,
            "bot": self.plan.bot,
            "stand_in": self.stand_in,
            "resigned": self.resigned,
            "free": self.free,
            "former": self.former,
            "salted": bool(self.salt),
        }


def laid(plan: SeatPlan, host: str, name: str, invitation: str) -> Seat:
    """A seat as it stands when the match is created."""
    if plan.kind == BOT:
        return Seat(plan, name=plan.name or (plan.bot or ""))
    if plan.kind == ME:
        return Seat(plan, holder=host, name=name)
    if plan.kind == HOT_SEAT:
        return Seat(plan, holder=host, name=plan.name or name)
    return Seat(plan, invitation=invitation if plan.kind == INVITED else None)
