"""Clocks: none, a time per move, a total with increment, or days per move.

Times are whole milliseconds that the caller gives. What others see of a running clock is when it
runs out, so that it stays the same however many parts the owner's choice has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourwinds.match.errors import MatchError

NONE = "none"
MOVE = "move"
TOTAL = "total"
DAYS = "days"
KINDS = (NONE, MOVE, TOTAL, DAYS)
LIVE = "live"
SECOND = 1000
DAY = 24 * 3600
LONGEST = 30 * DAY


@dataclass(frozen=True)
class ClockSetup:
    """`amount` is seconds (days for DAYS); `increment` seconds a move, for TOTAL."""

    kind: str = NONE
    amount: int = 0
    increment: int = 0

    def check(self) -> None:
        if self.kind not in KINDS:
            raise MatchError("bad-clock", f"clock: expected one of {', '.join(KINDS)}")
        most = 30 if self.kind == DAYS else LONGEST
        least = 0 if self.kind == NONE else 1
        if not least <= self.amount <= (0 if self.kind == NONE else most):
            raise MatchError("bad-clock", f"clock: expected an amount from {least} to {most}")
        if not 0 <= self.increment <= (3600 if self.kind == TOTAL else 0):
            raise MatchError("bad-clock", "clock: expected an increment of a total alone")

    @property
    def milliseconds(self) -> int:
        return self.amount * SECOND * (DAY if self.kind == DAYS else 1)

    def json(self) -> dict[str, Any]:
        return {"kind": self.kind, "amount": self.amount, "increment": self.increment}


def pace_of(kind: str) -> str:
    """What people choose from: no clock, a live match with all at the table, or days per move."""
    return LIVE if kind in (MOVE, TOTAL) else kind


class Clock:
    """The time of every seat."""

    def __init__(self, setup: ClockSetup, players: int) -> None:
        self.setup = setup
        self.left = [setup.milliseconds] * players
        self.ends: list[int | None] = [None] * players
        self.before = list(self.left)

    def run(self, seat: int, now: int) -> None:
        """The seat begins to think, if it does not already."""
        if self.setup.kind != NONE and self.ends[seat] is None:
            self.ends[seat] = now + self.left[seat]

    def stop(self, seat: int, now: int) -> None:
        """The seat has moved."""
        ends = self.ends[seat]
        if ends is None:
            return
        self.ends[seat] = None
        self.before[seat] = max(0, ends - now)
        if self.setup.kind == TOTAL:
            self.left[seat] = self.before[seat] + self.setup.increment * SECOND

    def resume(self, seat: int, now: int) -> None:
        """The seat took its choice back: it goes on with the time it had then."""
        if self.setup.kind != NONE:
            self.ends[seat] = now + self.before[seat]

    def pause(self, seat: int, now: int) -> None:
        """Stop the seat's clock: a bot stands in for its player, or the match is over."""
        ends = self.ends[seat]
        if ends is not None:
            self.ends[seat] = None
            if self.setup.kind == TOTAL:
                self.left[seat] = max(0, ends - now)

    def expired(self, now: int) -> list[int]:
        return [seat for seat, ends in enumerate(self.ends) if ends is not None and ends <= now]

    def next_end(self) -> int | None:
        """When the first running clock runs out."""
        return min((ends for ends in self.ends if ends is not None), default=None)

    def json(self) -> dict[str, Any]:
        return {**self.setup.json(), "left": list(self.left), "ends": list(self.ends)}
