"""analyse: what a search thinks of every legal action and why, from a view alone."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

from fourwinds.bots.budget import Budget
from fourwinds.bots.judging import judge_of
from fourwinds.bots.reasons import WORLDS as WORLDS_OF_REASONS
from fourwinds.bots.reasons import Explained, explain
from fourwinds.bots.search import NONE, Search
from fourwinds.bots.worth import rules_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rules import Rules

# A 95 % interval of a mean.
WIDTH = 1.96
LONGEST_LINE = 8
LEAST_VISITS = 20
WORLDS = 32
# What part of the time goes into the search; the rest, into reasons for the actions it likes.
SEARCHING = 0.7
ALSO = 0.8
# What part of the search's time goes into actions that it would hardly try.
SELDOM = 0.25
EXPLAINED = 12


@dataclass(frozen=True)
class Prospect:
    """What is to be expected of one action.

    `chance` to win (a shared win counts its share), calibrated on matches played, lies between
    `low` and `high` with 95 % confidence, as far as the search's own idea of good play goes; an
    action seldom tried has a wide interval. `points` are those at the end of the match. `line` is
    the likely continuation, the action itself first: seats and actions in notation. `why` are the
    reasons, of those explained.
    """

    action: int
    text: str
    visits: int
    chance: float
    low: float
    high: float
    points: float
    line: tuple[tuple[int, str], ...]
    why: Explained | None = None

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
            "why": None if self.why is None else self.why.json(),
        }


def analyse(
    view: dict[str, Any],
    budget: str | Budget = "1000ms",
    rules: Rules | None = None,
    seed: int = 0,
    also: int | None = None,
    explained: int = EXPLAINED,
    least: int = 0,
) -> list[Prospect]:
    """Every legal action of the view's seat, the most tried first.

    `also` names an action to be looked at well even if it does not look good; every other is tried
    at least `least` times, as far as the time allows, so that whatever is played can be judged. The
    first `explained` actions, and `also`, get reasons; with 0 the whole budget is searched.
    """
    start = time.monotonic()
    whole = Budget.read(budget) if isinstance(budget, str) else budget
    given = whole
    if explained and whole.timed:
        given = Budget(max(1, int(SEARCHING * whole.amount)), timed=True)
    bound = rules or rules_of(view)
    seat = view["seat"]
    if seat is None or seat not in view["actors"]:
        return []
    belief = bound.belief(view)
    chance = stream_of_seed(seed, "analysis")
    judge = judge_of(bound)
    search = judge.search(belief, seat, chance)
    end = given.until(start, None)
    if also is not None and whole.timed:
        end = start + (end - start) * ALSO
    if least:
        search.run(given.iterations, end - (end - start) * SELDOM if whole.timed else end)
        _try_seldom(search, belief.world(chance).actions(seat), least, end)
        if whole.timed:
            search.run(given.iterations, end)
    else:
        search.run(given.iterations, end)
    if also is not None:
        search.forced = also
        search.run(max(1, int(search.iterations) // 4), given.until(start, None))
    tried = {action: visits for action, visits, _ in search.tally()}
    world = belief.world(chance)
    straight = judge.straight(view)
    out = []
    for action in world.actions(seat):
        visits = tried.get(action, 0)
        line = [(seat, action)]
        if visits > LEAST_VISITS and not search.sealed:
            search.forced = action
            lines = [
                search.line(belief.world(chance), LEAST_VISITS, LONGEST_LINE) for _ in range(WORLDS)
            ]
            line = max(lines, key=len) or line
        believed, half = _mean(search, action, visits)
        out.append(
            Prospect(
                action,
                bound.text(world, seat, action),
                visits,
                straight.chance(believed),
                straight.chance(max(0.0, believed - half)),
                straight.chance(min(1.0, believed + half)),
                search.points[action] / visits if visits else 0.0,
                _texts(bound, view, line),
            )
        )
    out.sort(key=lambda prospect: -prospect.visits)
    if not explained:
        return out
    shown = [each for i, each in enumerate(out) if i < explained or each.action == also]
    if len(shown) < 2:
        shown = out[:2]
    why = explain(
        bound,
        view,
        {each.action: each.chance for each in shown},
        WORLDS_OF_REASONS,
        whole.until(start, None),
        seed,
    )
    return [replace(each, why=why.get(each.action)) for each in out]


def stake(judged: list[Prospect]) -> float:
    """What an action taken at random gives away, on average; the most tried action comes first."""
    best = judged[0].chance
    return sum(max(0.0, best - each.chance) for each in judged) / len(judged)


def _try_seldom(search: Search, actions: list[int], least: int, end: float) -> None:
    """Try actions that were tried less often up to `least` times, as long as there is time."""
    tried = {action: visits for action, visits, _ in search.tally()}
    for action in actions:
        missing = least - tried.get(action, 0)
        if missing > 0 and time.monotonic() < end:
            search.forced = action
            search.run(missing, end)
    search.forced = NONE


def _mean(search: Search, action: int, visits: int) -> tuple[float, float]:
    """The mean chance to win and half its interval, as if it had won and lost once more.

    An action that was never tried is expected to be as good as the others.
    """
    if visits == 0:
        tally = search.tally()
        tries = sum(each for _, each, _ in tally)
        return sum(search.wins[each] for each, _, _ in tally) / tries if tries else 0.5, 0.5
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
