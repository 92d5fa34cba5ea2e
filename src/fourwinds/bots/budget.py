"""Budgets: how long a bot may think about one decision.

A budget of time has a floor: on a machine that is busy with other things a bot gets little of its
time, and would play at random. It then thinks on until the floor is reached, up to a few times its
budget, and says so if that was not enough either.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass

from fourwinds.bots.search import FOREVER, Search
from fourwinds.core.errors import BadOptions

LOG = logging.getLogger(__name__)

MOST = 10_000_000
NO_LIMIT = 2**60
# Kept free before a deadline, for what follows the last iteration.
MARGIN = 0.005
# The floor of a budget of time: iterations for each millisecond, and for how many times the budget
# they are waited for. 200 ms are 100 iterations, within 800 ms.
FLOOR = 0.5
PATIENCE = 4.0


class Shortfalls:
    """How many decisions of this process were made below the floor."""

    count = 0


SHORTFALLS = Shortfalls()


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

    @property
    def floor(self) -> int:
        """How many iterations are made at least, where there is no nearer deadline."""
        return max(1, int(FLOOR * self.amount)) if self.timed else self.amount

    def search(self, search: Search, start: float, deadline: float | None) -> None:
        """Run a search that began at `start` within the budget."""
        search.run(self.iterations, self.until(start, deadline))
        if not self.timed or search.iterations >= self.floor:
            return
        last = start + PATIENCE * self.amount / 1000
        if deadline is not None:
            last = min(last, deadline - MARGIN)
        search.run(self.floor - search.iterations, last)
        if search.iterations < self.floor:
            SHORTFALLS.count += 1
            LOG.warning(
                "a search of %s made %d iterations, its floor being %d: the machine is busy",
                self,
                search.iterations,
                self.floor,
            )

    def until(self, start: float, deadline: float | None) -> float:
        """The moment to stop at, of time.monotonic()."""
        end = start + self.amount / 1000 if self.timed else FOREVER
        return end if deadline is None else min(end, deadline - MARGIN)

    def __str__(self) -> str:
        return f"{self.amount}{'ms' if self.timed else 'it'}"
