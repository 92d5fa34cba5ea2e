"""Bots: what plays a seat.

A bot gets what a person in its seat gets, never a State of the real match. Its name may carry an
argument: `captain:200ms`. Others register theirs by an entry point in the group `fourwinds.bots`,
a callable that takes the argument (None without) and a seed and returns the bot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

from fourwinds.bots.admiral import Admiral
from fourwinds.bots.apprentice import Apprentice
from fourwinds.bots.captain import Captain, Seer
from fourwinds.bots.deckhand import Deckhand
from fourwinds.bots.mate import Mate
from fourwinds.bots.policy import PolicyBot
from fourwinds.core.errors import FourWindsError
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

GROUP = "fourwinds.bots"


class Bot(Protocol):
    """The one protocol for ours and everybody's."""

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        """One of the actions. `deadline` is a time of time.monotonic(), None for no hurry."""
        ...


@runtime_checkable
class Begins(Protocol):
    """A bot that wants to know the rules and its seat before the first decision."""

    def begin(self, rules: Rules, seat: int) -> None: ...


@runtime_checkable
class Sees(Protocol):
    """A bot that wants to hear what happens: the facts its seat may hear."""

    def saw(self, facts: list[Fact]) -> None: ...


@runtime_checkable
class SeesAll(Protocol):
    """A bot that is shown the real state before every decision: for the arena, never at a table."""

    def see(self, state: State) -> None: ...


class UnknownBot(FourWindsError):
    code = "unknown-bot"


Maker = Callable[[str | None, int], Bot]

OURS: dict[str, Maker] = {
    "deckhand": Deckhand.make,
    "apprentice": Apprentice.make,
    "mate": Mate.make,
    "captain": Captain.make,
    "admiral": Admiral.make,
}

# For study, not a level for people; it needs NumPy.
STUDIED: dict[str, Maker] = {"policy": PolicyBot.make}

# Bots that the arena alone makes: they see the real cards, or read a file that their name names.
ARENA: dict[str, Maker] = {
    "admiral": Admiral.make_with_file,
    "mate": Mate.make_with_file,
    "seer": Seer.make,
}


def names() -> list[str]:
    """All bots there are: ours from weak to strong, then those for study and of others."""
    others = {entry.name for entry in entry_points(group=GROUP)}
    return [*OURS, *STUDIED, *sorted(others - OURS.keys() - STUDIED.keys())]


@cache
def usable() -> tuple[str, ...]:
    """The names of bots that can be made: a package may name one whose needs are not installed."""
    return tuple(name for name in names() if _can_make(name))


def _can_make(name: str) -> bool:
    try:
        make(name, 0)
    except Exception:  # it is others' code
        return False
    return True


def make(spec: str, seed: int) -> Bot:
    """The bot of a name such as `mate` or `captain:200ms`; the seed decides its chance moves."""
    return _make(spec, seed, OURS)


@cache
def listens(spec: str) -> bool:
    """Whether the bot of that name wants to hear what happens."""
    return isinstance(make(spec, 0), Sees)


def make_for_arena(spec: str, seed: int) -> Bot:
    """As `make`, and the seer too: one that has `see` must be shown the state (SeesAll)."""
    plain = ":" not in spec  # a name without an argument means the same everywhere
    return _make(spec, seed, ARENA | OURS if plain else OURS | ARENA)


def _make(spec: str, seed: int, ours: dict[str, Maker]) -> Bot:
    name, colon, argument = spec.partition(":")
    maker: Maker | None = ours.get(name) or STUDIED.get(name)
    if maker is None:
        for entry in entry_points(group=GROUP, name=name):
            maker = entry.load()
    if maker is None:
        raise UnknownBot(f"unknown bot {name[:40]!r}; expected one of: {', '.join(names())}")
    return maker(argument if colon else None, seed)
