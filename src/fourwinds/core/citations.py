"""Which rules decided something: what tests that prove a rule ask for.

A state counts the rules it applies while it records. Tests that prove a rule play without recording
more often than not, and some rules are enforced where there is no state (a check of components).
So there is one counter for the whole process, off unless a test switches it on: while it is on,
every state made counts here as well, and so does every refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


class Watch:
    """The counter; `cited` is None while nobody watches."""

    def __init__(self) -> None:
        self.cited: dict[str, int] | None = None


WATCH: Final = Watch()


def cite(rule: str) -> None:
    """Note that a rule decided something."""
    cited = WATCH.cited
    if cited is not None:
        cited[rule] = cited.get(rule, 0) + 1


@contextmanager
def counting() -> Iterator[dict[str, int]]:
    """Count every rule cited meanwhile."""
    before = WATCH.cited
    counted: dict[str, int] = {}
    WATCH.cited = counted
    try:
        yield counted
    finally:
        WATCH.cited = before
