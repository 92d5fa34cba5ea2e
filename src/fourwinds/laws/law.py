"""What a law is: a function that looks at a state and raises BrokenLaw where the law is broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from fourwinds.core.errors import shown
from fourwinds.core.state import State

Check = Callable[[State, random.Random], None]


class BrokenLaw(Exception):
    """A law that a state does not keep."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise BrokenLaw(message)


def same(found: object, expected: object, message: str) -> None:
    """Require that two things are equal; the message shows both where they are not."""
    if found != expected:
        raise BrokenLaw(f"{message}: {shown(found, 400)} where {shown(expected, 400)} was expected")


@dataclass(frozen=True)
class Law:
    """A law over any state of a match; it may play on with the state it is given.

    `between` is how many states between start and end of a match it is tried on, besides those
    two; 0 for a law that plays on by itself, which is tried on one state of a match.
    """

    name: str
    check: Check
    between: int


def law(between: int) -> Callable[[Check], Law]:
    """Make a function a law, named by it."""

    def make(check: Check) -> Law:
        return Law(check.__name__, check, between)

    return make
