"""Rate limiters, and limits on how much somebody may hold at once.

Time is monotonic: setting the wall clock back must not lock everybody out. Where several processes
serve, each decides at once by itself and tells the others over the bus what was taken (`Shared`);
who took too much in all of them together is in debt everywhere a second later.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from fourwinds.server.botqueue.fair_queue import FairQueue
from fourwinds.server.errors import ServerError

P = ParamSpec("P")
R = TypeVar("R")

MOST_BUCKETS = 100_000
IPV6_NETWORK = 64  # the addresses that one household or machine has to itself
NOTICEABLE = 16
"""Who takes less than a 16th of the rate in a process does not matter to the others."""
MOST_TOLD = 1000
HELD_FOR = 25.0
"""Seconds after which a process that tells nothing holds nothing any more."""


class TokenBucket:
    """It fills by `rate` tokens a second and holds `burst` of them."""

    __slots__ = ("burst", "level", "rate", "since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.since = now

    def take(self, now: float, tokens: float = 1) -> bool:
        """Take a token, or several; False if there are too few."""
        self._fill(now)
        if self.level < tokens:
            return False
        self.level -= tokens
        return True

    def owe(self, tokens: float, now: float) -> None:
        """Tokens were taken elsewhere; the debt is bounded, so that it is paid back in time."""
        self._fill(now)
        self.level = max(-self.burst, self.level - tokens)

    def is_full(self, now: float) -> bool:
        return self.level + (now - self.since) * self.rate >= self.burst

    def _fill(self, now: float) -> None:
        self.level = min(self.burst, self.level + max(0.0, now - self.since) * self.rate)
        self.since = now


class RateLimiter:
    """A token bucket for each name: a person, an address, a login."""

    def __init__(
        self,
        rate: float,
        burst: float,
        now: Callable[[], float] = time.monotonic,
        *,
        hide: bool = True,
    ) -> None:
        """`hide` is for names that hold logins or addresses: they are kept and told as hashes."""
        self.rate = rate
        self.burst = burst
        self.now = now
        self._name = _hidden if hide else str
        self._buckets: dict[str, TokenBucket] = {}
        self._taken: Counter[str] = Counter()
        """Since it was last told to the other processes, if they are told."""
        self.shared = False

    def take(self, name: str) -> None:
        """Take one token, or raise an error if the bucket is empty."""
        now = self.now()
        name = self._name(name)
        if not self._bucket(name, now).take(now):
            raise ServerError("too-many", "expected fewer requests; wait a little")
        if self.shared:
            self._taken[name] += 1

    def check(self, name: str) -> None:
        """Raise an error if more was spent than there was."""
        now = self.now()
        if not self._bucket(self._name(name), now).take(now, 0):
            raise ServerError("too-many", "expected fewer requests; wait a little")

    def spend(self, name: str, tokens: int) -> None:
        """Take as many tokens as turned out to be needed; there may be fewer, and then a debt."""
        now = self.now()
        name = self._name(name)
        self._bucket(name, now).owe(tokens, now)
        if self.shared:
            self._taken[name] += tokens

    def taken(self) -> dict[str, int]:
        """What is to be told of those who took much, once."""
        least = self.rate / NOTICEABLE
        found = {name: n for name, n in self._taken.most_common(MOST_TOLD) if n >= least}
        self._taken.clear()
        return found

    def taken_elsewhere(self, taken: Mapping[str, int]) -> None:
        now = self.now()
        for name, tokens in taken.items():
            self._bucket(name, now).owe(tokens, now)

    def _bucket(self, name: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[name] = TokenBucket(self.rate, self.burst, now)
        return bucket

    def _forget(self, now: float) -> None:
        """Full buckets say nothing; if none is full, the oldest half goes."""
        kept = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(kept) >= MOST_BUCKETS:
            kept = dict(list(kept.items())[MOST_BUCKETS // 2 :])
        self._buckets = kept


class WorkLimiter:
    """What costs much of a core: one such work at a time in a thread beside the loop, of those who
    ask for it in turn, and of each only for so long.

    How long it takes is known afterwards alone, so it is paid for then: who has spent more than he
    had waits until that is made up for.
    """

    def __init__(
        self, milliseconds: int, at_once: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        """`milliseconds` of a core for each name in a second, and `at_once`."""
        self.spent = RateLimiter(milliseconds, at_once, now)
        self._turns = FairQueue(1)

    async def do(self, name: str, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """What the work returns; raises an error if `name` has had too much done."""
        async with self._turns.slot(name, ""):
            self.spent.check(name)
            took = 0.0

            def timed() -> R:
                nonlocal took
                began = time.thread_time()
                try:
                    return work(*args, **named)
                finally:
                    took = time.thread_time() - began

            try:
                return await asyncio.to_thread(timed)
            finally:
                self.spent.spend(name, round(1000 * took))


class ConcurrencyLimiter:
    """How many of something each name holds at once, in all processes."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.now = now
        self._held: Counter[str] = Counter()
        self._elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}

    @contextmanager
    def one(self, name: str) -> Iterator[None]:
        """Hold one more, or raise an error if it would be too many."""
        name = _hidden(name)
        if self._held[name] + self._others(name) >= self.most:
            raise ServerError("too-many", f"expected at most {self.most} at once")
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]

    def held(self) -> dict[str, int]:
        """What is to be told: who holds much here."""
        least = max(1, self.most // NOTICEABLE)
        return {name: n for name, n in self._held.most_common(MOST_TOLD) if n >= least}

    def held_elsewhere(self, process: str, held: Mapping[str, int]) -> None:
        self._elsewhere[process] = self.now(), held

    def _others(self, name: str) -> int:
        least = self.now() - HELD_FOR
        return sum(held.get(name, 0) for at, held in self._elsewhere.values() if at >= least)


class Shared:
    """Tells other processes what was taken and is held, and hears it from them."""

    def __init__(
        self,
        rates: Mapping[str, RateLimiter],
        counts: Mapping[str, ConcurrencyLimiter],
    ) -> None:
        self._rates = rates
        self._counts = counts
        self._told_held: dict[str, dict[str, int]] = {}

    def begin(self) -> None:
        """Begin to tell other processes what was used here."""
        for limiter in self._rates.values():
            limiter.shared = True

    def news(self, *, repeat: bool) -> dict[str, Any] | None:
        """What the others should know; what is held is told when it changed, or again."""
        taken = {kind: found for kind, each in self._rates.items() if (found := each.taken())}
        held = {kind: each.held() for kind, each in self._counts.items()}
        if held == self._told_held and not (repeat and any(held.values())):
            return {"taken": taken} if taken else None
        self._told_held = held
        return {"taken": taken, "held": held}

    def hear(self, process: str, message: Mapping[str, Any]) -> None:
        for kind, taken in message.get("taken", {}).items():
            if kind in self._rates:
                self._rates[kind].taken_elsewhere(taken)
        for kind, held in message.get("held", {}).items():
            if kind in self._counts:
                self._counts[kind].held_elsewhere(process, held)


def _hidden(name: str) -> str:
    return hashlib.blake2s(name.encode(), digest_size=12).hexdigest()


def network_of(address: str) -> str:
    """What counts as one place: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    mapped = found.ipv4_mapped
    if mapped is not None:
        return str(mapped)
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))
