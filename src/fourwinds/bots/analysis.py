"""analyse: what a search thinks of every legal action, from a view alone."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from fourwinds.bots.budget import Budget
from fourwinds.bots.search import Search
from fourwinds.bots.worth import rules_of, value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rules import Rules

# A 95 % interval of a mean.
WIDTH = 1.96
LONGEST_LINE = 8
LEAST_VISITS = 20
WORLDS = 32


@dataclass(frozen=True)
class Prospect:
    """What is to be expected of one action.

    `chance` to win (a shared win counts its share) lies between `low` and `high` with 95 %
    confidence, as far as the search's own idea of good play goes; an action seldom tried has a wide
    interval. `points` are those at the end of the match. `line` is the likely continuation, the
    action itself first: seats and actions in notation.
    """

    action: int
    text: str
    visits: int
    chance: float
    low: float
    high: float
    points: float
    line: tuple[tuple[int, str], ...]

    def json(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "text": self.text,
            "visits": self.visits,
            "chance": round(self.chance, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "points": round(self.points, 2),
            "line": [list(move) for move in self.line],
        }


def analyse(
    view: dict[str, Any],
    budget: str | Budget = "1000ms",
    rules: Rules | None = None,
    seed: int = 0,
    also: int | None = None,
) -> list[Prospect]:
    """Every legal action of the view's seat, the most tried first.

    `also` names an action to be looked at well even if it does not look good.
    """
    start = time.monotonic()
    given = Budget.read(budget) if isinstance(budget, str) else budget
    bound = rules or rules_of(view)
    seat = view["seat"]
    if seat is None or seat not in view["actors"]:
        return []
    belief = bound.belief(view)
    chance = stream_of_seed(seed, "analysis")
    search = Search(belief, value_of(bound), seat, bound.action_count, chance)
    search.run(given.iterations, given.until(start, None))
    if also is not None:
        search.forced = also
        search.run(max(1, int(search.iterations) // 4), given.until(time.monotonic(), None))
    tried = {action: visits for action, visits, _ in search.tally()}
    world = belief.world(chance)
    out = []
    for action in world.actions(seat):
        visits = tried.get(action, 0)
        line = [(seat, action)]
        if visits and not search.sealed:
            search.forced = action
            lines = [
                search.line(belief.world(chance), LEAST_VISITS, LONGEST_LINE) for _ in range(WORLDS)
            ]
            line = max(lines, key=len) or line
        chance_to_win, half = _mean(search, action, visits)
        out.append(
            Prospect(
                action,
                bound.text(world, seat, action),
                visits,
                chance_to_win,
                max(0.0, chance_to_win - half),
                min(1.0, chance_to_win + half),
                search.points[action] / visits if visits else 0.0,
                _texts(bound, view, line),
            )
        )
    return sorted(out, key=lambda prospect: -prospect.visits)


def _mean(search: Search, action: int, visits: int) -> tuple[float, float]:
    """The mean chance to win and half its interval, as if it had won and lost once more."""
    if visits == 0:
        return 0.5, 0.5
    mean = search.wins[action] / visits
    n = visits + 2
    wide = (search.wins[action] + 1.0) / n
    variance = max((search.squares[action] + 1.0) / n - wide * wide, 0.0)
    return mean, WIDTH * math.sqrt(variance / n)


def _texts(
    rules: Rules, view: dict[str, Any], line: list[tuple[int, int]]
) -> tuple[tuple[int, str], ...]:
    """A line in notation; it ends where no imagined world that is tried allows it."""
    best: list[tuple[int, str]] = []
    for seed in range(WORLDS):
        world = rules.imagine(view, seed)
        texts = []
        for seat, action in line:
            if world.refusal(seat, action) is not None:
                break
            texts.append((seat, rules.text(world, seat, action)))
            world.play(seat, action)
        if len(texts) > len(best):
            best = texts
        if len(best) == len(line):
            break
    return tuple(best)
