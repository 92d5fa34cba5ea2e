"""The standing: means with 95 % intervals.

The independent observations are deals, not games: the rotations of one deal share its chance. So
every mean is a ratio of sums over deals, and its interval comes from the variance over deals:

    R = sum(total) / sum(count)    var(R) = D / (D - 1) * sum((total - R * count)^2) / sum(count)^2

with Student's t of D - 1 degrees of freedom for D deals. Where every deal counts the same this is
the usual interval of a mean of deal means. A share (or rank) that was the same in every deal has no
variance to go by; there Wilson's interval with deals as trials stands in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist
from typing import Any

from fourwinds.arena.contest import Outcome
from fourwinds.arena.schedule import RunPlan

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and its interval; `low` and `high` are None where one deal cannot tell."""

    mean: float
    low: float | None
    high: float | None

    def json(self) -> dict[str, Any]:
        return {"mean": self.mean, "low": self.low, "high": self.high}


class Mean:
    """A mean over deals, added one by one."""

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.count = 0.0
        self._totals2 = 0.0
        self._counts2 = 0.0
        self._both = 0.0

    def add(self, total: float, count: float = 1) -> None:
        """One deal's sum over a number of seats or games."""
        self.deals += 1
        self.total += total
        self.count += count
        self._totals2 += total * total
        self._counts2 += count * count
        self._both += total * count

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else math.nan

    @property
    def variance(self) -> float:
        """Of the mean itself; not a number for fewer than two deals."""
        if self.deals < 2 or not self.count:
            return math.nan
        mean = self.value
        spread = self._totals2 - 2 * mean * self._both + mean * mean * self._counts2
        return max(0.0, spread) * self.deals / (self.deals - 1) / (self.count * self.count)

    def interval(self) -> Interval | None:
        """None where there is nothing to take the mean of."""
        if not self.count:
            return None
        if self.deals < 2:
            return Interval(self.value, None, None)
        half = t_quantile((1 + CONFIDENCE) / 2, self.deals - 1) * math.sqrt(self.variance)
        return Interval(self.value, self.value - half, self.value + half)

    def share(self) -> Interval | None:
        """The interval of a share of wins."""
        return self._within(0.0, 1.0)

    def rank(self, players: int) -> Interval | None:
        """The interval of a rank among several."""
        return self._within(1.0, float(players))

    def _within(self, least: float, most: float) -> Interval | None:
        """The interval of what cannot leave these bounds."""
        found = self.interval()
        if found is None:
            return None
        alike = found.low is not None and found.high is not None and found.low == found.high
        if alike or found.mean in (least, most):
            room = most - least
            end = wilson((found.mean - least) / room * self.deals, self.deals)
            assert end.low is not None
            assert end.high is not None
            return Interval(found.mean, least + room * end.low, least + room * end.high)
        if found.low is None or found.high is None:
            return found
        return Interval(found.mean, max(least, found.low), min(most, found.high))


def wilson(successes: float, trials: int) -> Interval:
    """Wilson's score interval of independent trials."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = successes / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = share * (1 - share) / trials + z * z / (4 * trials * trials)
    half = z * math.sqrt(spread) / (1 + z * z / trials)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


@lru_cache(maxsize=4096)
def t_quantile(probability: float, freedom: int) -> float:
    """Student's t: the value that is not exceeded with this probability (above one half)."""
    low, high = 0.0, 2.0
    while _t_below(high, freedom) < probability:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _t_below(middle, freedom) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_below(t: float, freedom: int) -> float:
    return 1 - _beta_below(freedom / (freedom + t * t), freedom / 2, 0.5) / 2


def _beta_below(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_below(1 - x, b, a)
    if x <= 0:
        return 0.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 1000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + numerator * d)
            c = 1 + numerator / c
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction / a


@dataclass
class Line:
    """One bot's part of the standing."""

    bot: str
    players: int
    alone: bool
    """Whether all seats are its own, so that its share and rank are what they must be."""
    share: Mean = field(default_factory=Mean)
    rank: Mean = field(default_factory=Mean)
    score: Mean = field(default_factory=Mean)

    def wins(self) -> Interval | None:
        return self.share.interval() if self.alone else self.share.share()

    def place(self) -> Interval | None:
        return self.rank.interval() if self.alone else self.rank.rank(self.players)


class Standing:
    """How the bots stand, deal by deal; a bot at several places has one line."""

    def __init__(self, plan: RunPlan) -> None:
        self.plan = plan
        alone = len(set(plan.bots)) == 1
        self.lines = {bot: Line(bot, plan.players, alone) for bot in plan.bots}
        self._waiting: dict[int, list[Outcome]] = {}

    @property
    def fair(self) -> float:
        """The share of wins of a bot as strong as the others."""
        return 1 / self.plan.players

    def add(self, outcome: Outcome) -> None:
        """Take in a game; it counts when its deal is complete."""
        games = self._waiting.setdefault(outcome.deal, [])
        games.append(outcome)
        if len(games) == self.plan.players:
            self.add_deal(self._waiting.pop(outcome.deal))

    def add_deal(self, games: Sequence[Outcome]) -> None:
        for bot, line in self.lines.items():
            seats = seats_of(self.plan, bot, games)
            count = len(seats)
            line.share.add(sum(game.share(seat) for game, seat in seats), count)
            line.rank.add(sum(game.rank(seat) for game, seat in seats), count)
            line.score.add(sum(game.scores[seat] for game, seat in seats), count)


def seats_of(plan: RunPlan, bot: str, games: Iterable[Outcome]) -> list[tuple[Outcome, int]]:
    """Every seat a bot had in these games."""
    return [
        (game, seat)
        for game in games
        for seat, place in enumerate(game.places)
        if plan.bots[place] == bot
    ]


def first_bots_share(plan: RunPlan, games: Sequence[Outcome]) -> float:
    """The first bot's mean share of wins in one deal, over all seats it had."""
    seats = seats_of(plan, plan.bots[0], games)
    return sum(game.share(seat) for game, seat in seats) / len(seats)


def whole_deals(players: int, outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """The deals of which every rotation was played, in order."""
    deals: dict[int, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.number):
        deals.setdefault(outcome.deal, []).append(outcome)
    return [games for games in deals.values() if len(games) == players]
