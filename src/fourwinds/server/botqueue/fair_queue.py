"""A fair queue: slots are given out in turn by person, then by match.

A person with a hundred bots makes nobody else wait: when a slot becomes free, it goes to the next
person, and to the oldest job of that person's next match.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Waiting = deque[asyncio.Future[None]]


class FairQueue:
    """A number of slots, and a queue for each person and match."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        # Whose turn is next stands first, on both levels.
        self._people: dict[str, dict[str, Waiting]] = {}

    @asynccontextmanager
    async def slot(self, person: str, match: str) -> AsyncIterator[None]:
        """Hold a slot while the work runs."""
        await self._take(person, match)
        try:
            yield
        finally:
            self._free += 1
            self._hand_out()

    async def _take(self, person: str, match: str) -> None:
        came: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._people.setdefault(person, {}).setdefault(match, deque()).append(came)
        self._hand_out()
        try:
            await came
        except asyncio.CancelledError:
            if came.done() and not came.cancelled():
                self._free += 1  # it was given a slot just now
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        while self._free > 0:
            next_one = self._next()
            if next_one is None:
                return
            self._free -= 1
            next_one.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        """The next job; its person and its match go to the end of their queues."""
        while self._people:
            person = next(iter(self._people))
            matches = self._people.pop(person)
            match = next(iter(matches))
            waiting = matches.pop(match)
            found = waiting.popleft()
            if waiting:
                matches[match] = waiting
            if matches:
                self._people[person] = matches
            if not found.done():
                return found
        return None
