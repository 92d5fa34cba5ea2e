"""About: what a game's about.toml says of it, beside its rules.

designers = ["Dirk Liekens"]         # who made it, and where it appeared
publisher = "Argentum"
year = 2009
minutes = [30, 45]                   # how long a match takes
weight = 2                           # from 1 light to 5 heavy
noticed = 12                         # actions an apprentice thinks of: fewer make it weaker
hidden = false                       # true: found by its id alone, listed nowhere
seat_fields = ["leader"]             # fields of facts and descriptions that hold seats
by_seat_fields = ["damages"]         # fields that hold one number for each seat, in order

[benchmark]
ratio = 4.0                          # of OpenSpiel's whole games, what `simulate` is to reach
max_decisions = 20000                # a cap for games that random players would never end
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Benchmark:
    """What `fourwinds bench` wants of the game, and after how many decisions it stops a match."""

    ratio: float | None = None
    max_decisions: int | None = None


@dataclass(frozen=True)
class About:
    """Who made a game, what to expect of it, and how it is listed and measured."""

    designers: tuple[str, ...]
    publisher: str
    year: int
    minutes: tuple[int, int]
    weight: int
    noticed: int
    hidden: bool
    seat_fields: frozenset[str]
    by_seat_fields: frozenset[str]
    benchmark: Benchmark


@cache
def about(folder: Path) -> About:
    """What the about.toml of a game's folder says."""
    data = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    least, most = data["minutes"]
    return About(
        designers=tuple(data["designers"]),
        publisher=data["publisher"],
        year=data["year"],
        minutes=(least, most),
        weight=data["weight"],
        noticed=data.get("noticed", 12),
        hidden=data.get("hidden", False),
        seat_fields=frozenset(data.get("seat_fields", ())),
        by_seat_fields=frozenset(data.get("by_seat_fields", ())),
        benchmark=Benchmark(**data.get("benchmark", {})),
    )
