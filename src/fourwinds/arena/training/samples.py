"""Samples: positions of played matches, what a model is told of them, and how they ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from librt.vecs import vec

from fourwinds.arena.contest import Outcome, replay
from fourwinds.arena.schedule import RunPlan, deal_seed
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import FourWindsError
from fourwinds.core.learned import Features, told
from fourwinds.core.rollout import play_quickly
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.core.value import NUMBERS, WIN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# Of five deals of a run one is held out and one set aside while fitting.
DEALS = 5
HELD_OUT = 4
CHECKED = 3
# More choices would not make the numbers of rules of thumb surer.
MOST_CHOICES = 6_000


@dataclass
class Samples:
    """Positions with the same number of players; the second axis of all but phase is the seat."""

    players: int
    x: Floats
    """Features: position, seat, feature."""
    phase: Floats
    now: Floats
    """Points in the position."""
    end: Floats
    """What counts at the end of the match: points, mostly."""
    won: Floats
    """1 for the winner, a share for several."""
    believed: Floats
    """The chance to win by the game's own value, to compare with."""
    checked: NDArray[np.bool_]
    """Positions set aside while fitting, to choose what is fitted."""
    held_out: NDArray[np.bool_]
    """Positions no model is fitted to, to say how good it is."""
    weight: float = 1.0
    """How much each counts in a fit."""

    @property
    def count(self) -> int:
        return len(self.phase)


@dataclass
class Choices:
    """Decisions of strong bots, as the numbers of a game's rules of thumb describe them."""

    players: int
    x: list[Floats]
    """For each decision: action, number."""
    chosen: list[int]
    """The place of the action that was chosen."""
    checked: list[bool]
    """Decisions of matches the numbers are not fitted to."""


class _Notes:
    """Lists that become samples."""

    def __init__(self, rules: Rules) -> None:
        if rules.game.features is None:
            raise FourWindsError(f"{rules.game.title} has no features to learn from")
        self.players = rules.players
        self.features: Features[Any] = rules.game.features(rules)
        self.x: list[list[list[float]]] = []
        self.phase: list[float] = []
        self.now: list[list[float]] = []
        self.end: list[list[float]] = []
        self.won: list[list[float]] = []
        self.believed: list[list[float]] = []
        self.stretches: list[int] = []
        self.deals: list[int] = []

    def close(self, state: State, deal: int) -> None:
        """A match is over: what was noted of it ended so."""
        seats = range(self.players)
        for stretch in self.stretches[len(self.end) :]:
            end = [self.features.result(state, seat, stretch) for seat in seats]
            best = state.winners if stretch == 0 else [s for s in seats if end[s] == max(end)]
            self.end.append(end)
            self.won.append([float(seat in best) / len(best) for seat in seats])
            self.deals.append(deal % DEALS)

    def samples(self, weight: float) -> Samples:
        import numpy as np

        deals = np.array(self.deals)
        return Samples(
            self.players,
            np.array(self.x),
            np.array(self.phase),
            np.array(self.now, dtype=float),
            np.array(self.end),
            np.array(self.won),
            np.array(self.believed),
            deals == CHECKED,
            deals == HELD_OUT,
            weight,
        )


def gather(plan: RunPlan, outcomes: Iterable[Outcome]) -> Samples:
    """The positions of finished games, replayed, where a search may stop to judge."""
    rules = plan.rules()
    notes = _Notes(rules)
    features = notes.features
    value = value_of(rules)
    judged = vec[float]([0.0] * (NUMBERS * plan.players))
    for outcome in sorted(outcomes, key=lambda one: one.number):
        if not outcome.finished:
            continue
        moment = -1
        state = rules.empty
        for state, _seat, _action in replay(plan, rules, outcome):
            if features.moment(state) == moment or features.is_settled(state):
                continue
            moment = features.moment(state)
            notes.x.append(told(features, state))
            notes.phase.append(features.phase(state))
            notes.now.append([features.standing(state, seat) for seat in range(plan.players)])
            notes.stretches.append(features.stretch(state))
            features.believe(value, state, judged)
            notes.believed.append([judged[NUMBERS * seat + WIN] for seat in range(plan.players)])
        # The loop leaves the state after the last action.
        notes.close(state, outcome.deal)
    return notes.samples(1.0)


def gather_choices(plan: RunPlan, outcomes: Iterable[Outcome]) -> Choices | None:
    """The choices of finished games, replayed; None where nothing can be learned of them."""
    import numpy as np

    rules = plan.rules()
    assert rules.game.features is not None
    features: Features[Any] = rules.game.features(rules)
    count = len(features.thumb)
    if count == 0:
        return None
    room = vec[float]([0.0] * count)
    found = Choices(plan.players, [], [], [])
    for outcome in sorted(outcomes, key=lambda one: one.number):
        for state, seat, action in replay(plan, rules, outcome):
            actions = state.actions(seat)
            if len(actions) < 2 or not features.describe(state, seat, action, room):
                continue
            rows = np.zeros((len(actions), count))
            for row, each in zip(rows, actions, strict=True):
                features.describe(state, seat, each, room)
                row[:] = list(room)
            found.x.append(rows)
            found.chosen.append(actions.index(action))
            found.checked.append(outcome.deal % DEALS in (CHECKED, HELD_OUT))
        if len(found.x) >= MOST_CHOICES:
            break
    return found


def play_quick_games(rules: Rules, games: int, seed: int, weight: float) -> Samples:
    """The positions of matches played by rules of thumb: weak play, but there are many."""
    notes = _Notes(rules)
    value = value_of(rules)
    for number in range(games):
        chance = stream_of_seed(seed + number, "quick")
        state = rules.start(deal_seed(seed, number))
        most = rules.game.most_decisions
        play_quickly(
            state,
            value,
            notes.features,
            chance,
            most,
            notes.x,
            notes.phase,
            notes.now,
            notes.stretches,
            notes.believed,
        )
        if state.over:
            notes.close(state, number)
        else:
            kept = len(notes.end)
            for rows in (notes.x, notes.phase, notes.now, notes.stretches, notes.believed):
                del rows[kept:]
    return notes.samples(weight)
