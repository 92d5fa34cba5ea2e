"""Limits: how often somebody may ask, and how much he may hold at once.

Time is monotonic: setting the wall clock back must not lock everybody out.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fourwinds.server.errors import ServerError

MOST_BUCKETS = 100_000
IPV6_NETWORK = 64  # the addresses that one household or machine has to itself


class Bucket:
    """A token bucket: it fills by `rate` tokens a second and holds `burst` of them."""

    __slots__ = ("burst", "level", "rate", "since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.since = now

    def take(self, now: float) -> bool:
        """Take one token; False if there is none."""
        self.level = min(self.burst, self.level + max(0.0, now - self.since) * self.rate)
        self.since = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def is_full(self, now: float) -> bool:
        return self.level + (now - self.since) * self.rate >= self.burst


class Buckets:
    """A bucket for each name."""

    def __init__(
        self, rate: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> None:
        """Take one token, or raise an error if the bucket is empty."""
        now = self.now()
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[name] = Bucket(self.rate, self.burst, now)
        if not bucket.take(now):
            raise ServerError("too-many", "expected fewer requests; wait a little")

    def _forget(self, now: float) -> None:
        """Full buckets say nothing; if none is full, the oldest half goes."""
        kept = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(kept) >= MOST_BUCKETS:
            kept = dict(list(kept.items())[MOST_BUCKETS // 2 :])
        self._buckets = kept


class Counts:
    """How many of something each name holds at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    @contextmanager
    def one(self, name: str) -> Iterator[None]:
        """Hold one more, or raise an error if it would be too many."""
        held = self._held.get(name, 0)
        if held >= self.most:
            raise ServerError("too-many", f"expected at most {self.most} at once")
        self._held[name] = held + 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]


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
