"""How sure standings are: what each player's results say about him, and which places it allows.

The share of a table's points that somebody gets lies between 0 and 1, whatever he plays, so its
variance is at most that of a coin with the same mean: Wilson's interval of a proportion holds, and
is rather too wide. Somebody's place is open as long as his interval meets those of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from fourwinds.tournaments.standings import FULL, Book, Line

Z = 1.96
"""Of an interval that holds in 95 of 100 cases."""


@dataclass(frozen=True)
class Sureness:
    """The mean share of points at a table with its interval, and the best and worst place that
    the intervals of all allow; without a table everything is open."""

    mean: float | None
    low: float
    high: float
    best: int
    worst: int


def wilson(mean: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a proportion."""
    if count == 0:
        return 0.0, 1.0
    spread = Z * Z / count
    centre = (mean + spread / 2) / (1 + spread)
    half = Z * sqrt(mean * (1 - mean) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def sureness(book: Book, lines: Sequence[Line]) -> dict[int, Sureness]:
    """Of every player in the standings."""
    means: dict[int, float | None] = {}
    bounds: dict[int, tuple[float, float]] = {}
    for line in lines:
        shares = [table.points()[seat] / FULL for table, seat in book.of(line.player)]
        mean = sum(shares) / len(shares) if shares else None
        means[line.player] = mean
        bounds[line.player] = wilson(mean or 0.0, len(shares))
    lows, highs = ([each[i] for each in bounds.values()] for i in (0, 1))
    return {
        player: Sureness(
            mean=means[player],
            low=low,
            high=high,
            best=1 + sum(other > high for other in lows),
            worst=len(lines) - sum(other < low for other in highs),
        )
        for player, (low, high) in bounds.items()
    }
