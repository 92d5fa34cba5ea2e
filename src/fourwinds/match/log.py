"""The log of a match: everything that was done, in order. It is the truth; all else follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entry:
    """`number` counts from 1; `time` is in milliseconds since 1970."""

    number: int
    time: int
    kind: str
    seat: int | None = None
    user: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class Move:
    """A move on the line of play that stands: undone ones are gone from it."""

    entry: int
    seat: int
    text: str
    by_person: bool
    learnt: bool
    seen_by: set[int | None] = field(default_factory=set)
