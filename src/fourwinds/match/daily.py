"""Deals of the day: one deal for everybody, each against the same bots at a table of his own.

Days are those of UTC. Until its day is over a deal is a secret, also to who has played it: he could
tell others, and what he says should at least not be proved by the server.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta


def day_of(now: int) -> str:
    """The day of a time in milliseconds since 1970, as 2026-11-18."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def after(day: str, days: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    return int(datetime.fromisoformat(after(day)).replace(tzinfo=UTC).timestamp()) * 1000


def is_closed(day: str | None, now: int | None) -> bool:
    """Whether a match is one of a day that is not over; without a time no day ever is."""
    return day is not None and (now is None or now < end_of(day))
