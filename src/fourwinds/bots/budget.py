"""Budgets: how long a bot may think about one decision."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fourwinds.bots.search import FOREVER
from fourwinds.core.errors import BadOptions

MOST = 10_000_000
NO_LIMIT = 2**60
# Kept free before a deadline, for what follows the last iteration.
MARGIN = 0.005


@dataclass(frozen=True)
class Budget:
    """Milliseconds or iterations; with iterations a search is fully repeatable from its seed."""

    amount: int
    timed: bool

    @staticmethod
    def read(text: str) -> Budget:
        """Read `200ms` or `2000it`."""
        found = re.fullmatch(r"(\d{1,8})(ms|it)", text, re.ASCII)
        if found is None or not 0 < int(found[1]) <= MOST:
            raise BadOptions(
                f"expected a budget such as 200ms or 2000it, got {text[:40]!r}", option="budget"
            )
        return Budget(int(found[1]), found[2] == "ms")

    @property
    def iterations(self) -> int:
        return NO_LIMIT if self.timed else self.amount

    def until(self, start: float, deadline: float | None) -> float:
        """The moment to stop at, of time.monotonic()."""
        end = start + self.amount / 1000 if self.timed else FOREVER
        return end if deadline is None else min(end, deadline - MARGIN)

    def __str__(self) -> str:
        return f"{self.amount}{'ms' if self.timed else 'it'}"
