"""Limits: how often somebody may ask, and how much he may send."""

from __future__ import annotations

from collections.abc import Callable

from fourwinds.server.errors import ServerError

MOST_BUCKETS = 100_000


class Buckets:
    """A bucket for each name that fills by so many drops a second and holds a burst."""

    def __init__(self, rate: float, burst: float, now: Callable[[], int]) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self._levels: dict[str, tuple[int, float]] = {}

    def take(self, name: str) -> None:
        """One drop, or an error if the bucket is empty."""
        now = self.now()
        before, level = self._levels.get(name, (now, self.burst))
        level = min(self.burst, level + (now - before) / 1000 * self.rate)
        if level < 1:
            raise ServerError("too-many", "expected fewer requests; wait a little")
        if len(self._levels) >= MOST_BUCKETS:
            self._levels.clear()
        self._levels[name] = (now, level - 1)
