"""Why an action is better or worse than another: both are played in the same imagined worlds.

In every world each action is carried out and played on by rules of thumb, with the same chance, as
far as the game's measures look ahead (core/reasons.py). The mean difference of a measure is a
reason if it is large enough to matter and well beyond its standard error. All of it rests on the
view: who asks learns nothing that the seat could not know.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.bots.search import FOREVER
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.facts import Fact
from fourwinds.core.reasons import Measure, Points, Reason, Reasons
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY, State
from fourwinds.core.value import Value

WORLDS = 96
FEWEST = 12
# The first few actions are compared in all worlds, any others in FEWEST, so that a rare move has
# reasons too and the likely ones lose no time to it.
WELL = 12
MOST_REASONS = 3
# The best action is compared with a later one only if it wins this much more often than that.
BETTER = 0.02
# How many standard errors a difference must be away from none.
SURE = 2.5
LONGEST = 400


@dataclass(frozen=True)
class Explained:
    """An action, the one it is compared with (None: there is no other), how much chance to win it
    gains over that one, and why. `better`: it is the one the search prefers. `beside`: nothing
    tells it apart from the next best, so it is compared with a later one."""

    action: int
    other: int | None
    gain: float
    better: bool
    reasons: tuple[Reason, ...]
    beside: bool = False

    def json(self) -> dict[str, Any]:
        return {
            "other": self.other,
            "gain": round(self.gain, 4),
            "better": self.better,
            "beside": self.beside,
            "reasons": [reason.json() for reason in self.reasons],
        }


def reasons_of(rules: Rules) -> Reasons[Any]:
    """The game's own measures, or points alone."""
    make = rules.game.reasons
    return Points() if make is None else make(rules)


class Futures:
    """Plays some actions on in imagined worlds and collects the measures of each."""

    def __init__(self, rules: Rules, view: dict[str, Any], actions: list[int], seed: int) -> None:
        self.reasons = reasons_of(rules)
        self.measures: list[Measure] = [each for part in self.reasons.horizons for each in part]
        self.places = {measure.name: place for place, measure in enumerate(self.measures)}
        self.value: Value[Any] = value_of(rules)
        self.belief = rules.belief(view)
        self.seat: int = view["seat"]
        self.actions = actions
        self.seed = seed
        self.chance = stream_of_seed(seed, "worlds of reasons")
        self.room = vec[i64]([0] * rules.action_count)
        # By action: the readings of every world, in order.
        self.readings: dict[int, list[list[float]]] = {action: [] for action in actions}
        self.worlds = 0

    def run(self, worlds: int, until: float) -> None:
        """Play them in `worlds` more worlds; stop early when time.monotonic() reaches `until`."""
        for _ in range(worlds):
            if self.worlds >= FEWEST and until < FOREVER and time.monotonic() >= until:
                return
            world = self.belief.world(self.chance)
            self._forget_votes(world)
            self.value.truncate(world)
            self.reasons.begin(world, self.seat)
            for action in self.actions if self.worlds < FEWEST else self.actions[:WELL]:
                self.readings[action].append(self._follow(world.copy(), action))
            self.worlds += 1

    def _forget_votes(self, world: State) -> None:
        """What others chose secretly is not known: they choose anew."""
        if world.step.shared:
            for other in range(world.players):
                if other != self.seat:
                    while world.step.retract(world, other):
                        pass

    def _follow(self, t: State, action: int) -> list[float]:
        """Play an action and go on from it; read every measure when its horizon is reached."""
        told: list[Fact] = []
        t.record_to(told, None)
        # The same chance for every action of this world.
        chance = stream_of_seed(self.seed * 4096 + self.worlds, "futures")
        t.apply(self.seat, action)
        out: list[float] = []
        left = LONGEST
        for horizon in range(len(self.reasons.horizons)):
            while left > 0 and not self.reasons.reached(t, self.seat, horizon):
                actor = t.actor()
                if actor == NOBODY:
                    break
                t.apply(actor, self.value.draw_action(t, actor, self.room, chance))
                left -= 1
            out += self.reasons.read(t, self.seat, horizon, told)
        return out

    def compare(self, action: int, other: int, better: bool) -> tuple[Reason, ...]:
        """The reasons between two actions; those that agree with the search come first."""
        found: list[Reason] = []
        # One of the two may have been followed in fewer worlds: the same first ones.
        pairs = list(zip(self.readings[action], self.readings[other], strict=False))
        for i, measure in enumerate(self.measures):
            differences = [mine[i] - its[i] for mine, its in pairs]
            mean, error = _mean(differences)
            theirs = sum(its[i] for _, its in pairs) / len(pairs)
            if not _matters(measure, differences):
                continue
            if measure.holds is not None:
                part = self.places[measure.holds]
                earlier = [mine[part] - its[part] for mine, its in pairs]
                on_top = [whole - each for whole, each in zip(differences, earlier, strict=True)]
                if _matters(self.measures[part], earlier) and not _matters(measure, on_top):
                    continue
            found.append(
                Reason(
                    measure.name,
                    theirs + mean,
                    theirs,
                    error,
                    measure.chance,
                    mean * measure.worth > 0,
                    abs(mean * measure.worth),
                )
            )
        found.sort(key=lambda reason: -reason.weight)
        agreeing = [reason for reason in found if reason.speaks_for == better]
        rest = [reason for reason in found if reason.speaks_for != better]
        return tuple((agreeing + rest[:1])[:MOST_REASONS])


def explain(
    rules: Rules,
    view: dict[str, Any],
    chances: dict[int, float],
    worlds: int = WORLDS,
    until: float = FOREVER,
    seed: int = 0,
) -> dict[int, Explained]:
    """Reasons for or against every action of `chances`, which are in order, the best first.

    The best is compared with the next best or, where nothing speaks for it there, with the first
    that is clearly worse and for a reason; every other with the best.
    """
    actions = list(chances)
    if len(actions) < 2:
        return {action: Explained(action, None, 0.0, True, ()) for action in actions}
    futures = Futures(rules, view, actions, seed)
    futures.run(worlds, until)
    out = {}
    for action in actions:
        other = actions[1] if action == actions[0] else actions[0]
        gain = chances[action] - chances[other]
        better = action == actions[0]
        reasons = futures.compare(action, other, better)
        out[action] = Explained(action, other, gain, better, reasons)
    best = out[actions[0]]
    if not any(reason.speaks_for for reason in best.reasons):
        out[actions[0]] = _beside_later(futures, chances, best)
    return out


def _beside_later(futures: Futures, chances: dict[int, float], best: Explained) -> Explained:
    """Why the best action is better than a later one, if the next best is as good."""
    for later in list(chances)[2:WELL]:
        gain = chances[best.action] - chances[later]
        if gain < BETTER:
            continue
        reasons = futures.compare(best.action, later, True)
        if reasons and reasons[0].speaks_for:
            return Explained(best.action, later, gain, True, reasons, beside=True)
    return best


def _matters(measure: Measure, differences: list[float]) -> bool:
    """Whether the mean difference is large enough to mention and statistically certain."""
    mean, error = _mean(differences)
    return abs(mean) >= measure.least and abs(mean) > SURE * error


def _mean(numbers: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, count - 1)
    return mean, math.sqrt(spread / count)
