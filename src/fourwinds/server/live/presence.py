"""Presence: which seats are connected, in this process and in the others.

Each process tells the others what has changed, tells all of it again from time to time, and forgets
what it has not heard for a while, so that nothing is left of a process that died.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

KEPT = 25_000
AGAIN = 10_000
HERE = 120_000
"""Who has asked for something within that time is online."""


class Presence:
    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._here: dict[str, Counter[int]] = defaultdict(Counter)
        self._there: dict[str, dict[str, tuple[int, list[int]]]] = defaultdict(dict)
        self._seen: dict[tuple[str, int], int] = {}
        self.since = now()
        """Since when this process knows of everybody who is connected."""

    def come(self, match: str, seat: int) -> None:
        self._here[match][seat] += 1

    def go(self, match: str, seat: int) -> None:
        there = self._here[match]
        there[seat] -= 1
        self.saw(match, seat)
        if not +there:
            del self._here[match]

    def saw(self, match: str, seat: int, now: int | None = None) -> None:
        self._seen[match, seat] = self._now() if now is None else now

    def seats_here(self, match: str) -> list[int]:
        there = self._here.get(match)
        return [] if there is None else sorted(seat for seat, count in there.items() if count > 0)

    def all_here(self) -> Iterator[tuple[str, list[int]]]:
        for match in list(self._here):
            yield match, self.seats_here(match)

    def told(self, process: str, match: str, seats: list[int]) -> bool:
        """Take in what another process says of its connections; True if it changes anything."""
        before = self._there.get(match, {}).get(process, (0, []))[1]
        for seat in {*before, *seats}:
            self.saw(match, seat)
        if seats:
            self._there[match][process] = (self._now(), seats)
        elif match in self._there:
            self._there[match].pop(process, None)
            if not self._there[match]:
                del self._there[match]
        return sorted(before) != sorted(seats)

    def seats(self, match: str) -> set[int]:
        """Which seats are connected anywhere."""
        found = set(self.seats_here(match))
        elsewhere = self._there.get(match)
        if elsewhere:
            least = self._now() - KEPT
            for told, seats in elsewhere.values():
                if told >= least:
                    found.update(seats)
        return found

    def absent(self, match: str, seat: int) -> int:
        """How many milliseconds ago somebody was last connected to that seat."""
        if seat in self.seats(match):
            return 0
        return self._now() - max(self.last_seen(match, seat), self.since)

    def last_seen(self, match: str, seat: int) -> int:
        """When somebody was last seen there; 0 if never, as far as this process knows."""
        return self._seen.get((match, seat), 0)

    def forget(self) -> list[str]:
        """Forget processes that say nothing any more, and who was seen long ago."""
        least = self._now() - KEPT
        changed = []
        for match, processes in list(self._there.items()):
            for process, (told, _) in list(processes.items()):
                if told < least:
                    del processes[process]
                    changed.append(match)
            if not processes:
                del self._there[match]
        long_ago = self._now() - 3_600_000
        self._seen = {key: at for key, at in self._seen.items() if at > long_ago}
        self.since = max(self.since, long_ago)
        return changed


class Online:
    """Who has asked for something lately, in this process or in another."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._seen: dict[str, int] = {}
        self._fresh: set[str] = set()

    def saw(self, user: str) -> None:
        self._seen[user] = self._now()
        self._fresh.add(user)

    def take_fresh(self) -> list[str]:
        """The users whom the other processes have not been told of yet."""
        found, self._fresh = sorted(self._fresh), set()
        return found

    def told(self, users: list[str]) -> None:
        """Take in which users another process has seen."""
        now = self._now()
        self._seen.update(dict.fromkeys(users, now))

    def is_here(self, user: str) -> bool:
        return self._seen.get(user, 0) > self._now() - HERE

    def forget(self) -> None:
        least = self._now() - HERE
        self._seen = {user: at for user, at in self._seen.items() if at > least}
