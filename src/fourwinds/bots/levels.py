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
        "regatta": Measured(100.0, 32),
        "santa-timea": Measured(89.1, 32),
        "winds-of-plunder": Measured(100.0, 32),
    },
    "mate": {
        "regatta": Measured(81.2, 32),
        "santa-timea": Measured(56.2, 32),
        "winds-of-plunder": Measured(75.0, 32),
    },
    "captain": {
        "regatta": Measured(50.0, 24),
        "santa-timea": Measured(44.0, 100),
        "vor-dem-wind": Measured(37.5, 16),
    },
    "admiral": {
        "regatta": Measured(33.5, 200),
        "vor-dem-wind": Measured(57.3, 124),
        "winds-of-plunder": Measured(70.0, 200),
    },
}


def shares(level: str) -> tuple[int, int] | None:
    """The least and the most of its wins among the level below, by game, in whole per cent."""
    found = [one.share for one in MEASURED.get(level, {}).values()]
    return (round(min(found)), round(max(found))) if found else None
