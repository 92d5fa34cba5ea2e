"""How strong the levels are that people choose from, as measured.

Each is one bot of a level among three of the level below, four players, every deal from every seat:
25 % is a fair share. docs/strength.md has the commands, budgets and intervals, and
`python -m bench.levels` takes the shares from its tables. A level that was changed, or a game whose
rules were, is to be measured again.
"""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """A share of wins in per cent, and of how many games."""

    share: float
    games: int


BELOW = {
    "apprentice": "deckhand",
    "mate": "apprentice",
    "captain": "mate",
    "admiral": "captain",
}

MEASURED: dict[str, dict[str, Measured]] = {
    "apprentice": {
        "regatta": Measured(100.0, 40),
        "santa-timea": Measured(90.0, 40),
        "vor-dem-wind": Measured(100.0, 60),
        "winds-of-plunder": Measured(97.5, 40),
    },
    "mate": {
        "regatta": Measured(82.5, 40),
        "santa-timea": Measured(71.2, 40),
        "vor-dem-wind": Measured(88.3, 60),
        "winds-of-plunder": Measured(77.5, 40),
    },
    "captain": {
        "regatta": Measured(50.0, 40),
        "santa-timea": Measured(35.0, 40),
        "vor-dem-wind": Measured(25.0, 60),
        "winds-of-plunder": Measured(25.0, 44),
    },
    "admiral": {
        "regatta": Measured(32.5, 40),
        "santa-timea": Measured(33.8, 200),
        "vor-dem-wind": Measured(63.3, 60),
        "winds-of-plunder": Measured(67.5, 40),
    },
}


def shares(level: str) -> tuple[int, int] | None:
    """The least and the most of its wins among the level below, by game, in whole per cent."""
    found = [one.share for one in MEASURED.get(level, {}).values()]
    return (round(min(found)), round(max(found))) if found else None
