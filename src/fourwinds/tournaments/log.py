"""The log of a tournament: what happened to it, in order. It is the truth, and names nobody:
players are numbers, and who is behind a number stands elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from fourwinds.tournaments.plan import Plan, TournamentError

ASKED = "asked"
ABSENT = "absent"
REMOVED = "removed"


@dataclass(frozen=True)
class Planned:
    kind: ClassVar = "planned"
    plan: Plan


@dataclass(frozen=True)
class Entered:
    kind: ClassVar = "entered"
    player: int


@dataclass(frozen=True)
class Withdrawn:
    """`why`: he asked for it, was absent too often, or the organiser took him out."""

    kind: ClassVar = "withdrawn"
    player: int
    why: str


@dataclass(frozen=True)
class Begun:
    """`order` is by seed, the best first; `seed` decides by lot."""

    kind: ClassVar = "begun"
    seed: int
    order: tuple[int, ...]


@dataclass(frozen=True)
class Paired:
    """Tables set, numbered on from those before, and who has none."""

    kind: ClassVar = "paired"
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reported:
    """How a table ended: places and points by seat, and the seats whose players were missing."""

    kind: ClassVar = "reported"
    table: int
    places: tuple[int, ...]
    scores: tuple[float, ...] = ()
    missing: tuple[int, ...] = ()


@dataclass(frozen=True)
class Corrected:
    """What the organiser says instead."""

    kind: ClassVar = "corrected"
    table: int
    places: tuple[int, ...]
    scores: tuple[float, ...] = ()
    missing: tuple[int, ...] = ()


@dataclass(frozen=True)
class Waits:
    """In an arena: whether somebody wants a table."""

    kind: ClassVar = "waits"
    player: int
    wants: bool


@dataclass(frozen=True)
class Paused:
    """The organiser stops the setting of tables for a while, or goes on. What runs is played."""

    kind: ClassVar = "paused"
    paused: bool


@dataclass(frozen=True)
class Ended:
    """Over; without a result where it was called off."""

    kind: ClassVar = "ended"
    called_off: bool = False


Content = (
    Planned | Entered | Withdrawn | Begun | Paired | Reported | Corrected | Waits | Paused | Ended
)
KINDS: dict[str, type[Any]] = {
    each.kind: each
    for each in (
        Planned,
        Entered,
        Withdrawn,
        Begun,
        Paired,
        Reported,
        Corrected,
        Waits,
        Paused,
        Ended,
    )
}


@dataclass(frozen=True)
class Entry:
    number: int
    time: int
    content: Content


def written(content: Content) -> dict[str, Any]:
    """The content as JSON."""
    return asdict(content)


def read(kind: str, data: Mapping[str, Any]) -> Content:
    """The inverse."""
    found = KINDS.get(kind)
    if found is None or {field.name for field in fields(found)} != set(data):
        raise TournamentError("bad-log", f"expected an entry of a tournament, got {kind!r}")
    if found is Planned:
        return Planned(Plan(**{name: _tupled(value) for name, value in data["plan"].items()}))
    content: Content = found(**{name: _tupled(value) for name, value in data.items()})
    return content


def _tupled(value: Any) -> Any:
    return tuple(_tupled(each) for each in value) if isinstance(value, list | tuple) else value
