"""What a position is worth by a model that was fitted to played matches; for bots.

A game says in its features.py what a model is told of a position: some numbers a seat, taken from
what the game's own Value may know too, a world that a search imagines. The model makes points of
them; LearnedValue puts these in the place of the game's own judgement and leaves all else to it.

Sums are made in a fixed order with plain additions and products, so that every machine gets the
same numbers.
"""

from __future__ import annotations

from typing import Any, Final, Generic

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State, TableT
from fourwinds.core.value import NUMBERS, POINTS, Value, judge_points

# What a model is told besides the features of a seat: the phase and the number of players.
COMMON: Final = 2


class Features(Generic[TableT]):
    """What a model is told of a position; a game derives its own."""

    def __init__(self, names: list[str], thumb: list[str] | None = None) -> None:
        self.names = names
        self.count: i64 = len(names)
        # The numbers of the game's rules of thumb that may be learned from strong bots' choices.
        self.thumb: list[str] = [] if thumb is None else thumb
        # With other options than these the game's own value judges.
        self.options: dict[str, Any] = {}

    def phase(self, t: TableT) -> float:
        """How far the match has come: 0 at its beginning, 1 at its end."""
        return 0.0

    def moment(self, t: TableT) -> i64:
        """A number that changes where a search may stop to judge: there positions are learned."""
        return t.decision_number()

    def is_settled(self, t: TableT) -> bool:
        """Whether the game's own value knows better: an end, mostly."""
        return t.step.actor(t) == NOBODY

    def prepare(self, t: TableT) -> None:
        """What all seats have in common is worked out once for each position."""

    def fill(self, t: TableT, seat: i64, out: vec[float]) -> None:
        """Write the features of a seat, `count` of them; `prepare` was called before.

        The first is how the seat stands by what `result` counts, or what it lacks of that.
        """

    def stretch(self, t: TableT) -> i64:
        """The part of a match - a round, say - whose result is to be foreseen from here; always the
        same where that is the match."""
        return 0

    def standing(self, t: TableT, seat: i64) -> float:
        """How far a seat has come by what `result` counts."""
        return float(t.points(seat))

    def result(self, t: TableT, seat: i64, stretch: i64) -> float:
        """What a model learns to foresee, of a match that is over: how far a seat came in that part
        of it."""
        return float(t.points(seat))

    def believe(self, own: Value[TableT], t: TableT, out: vec[float]) -> None:
        """What the game's own value says of the result, to compare with."""
        own.judge(t, out)

    def earlier(self, t: TableT, seat: i64) -> float:
        """What counts besides what is foreseen: the points of parts that are over."""
        return 0.0

    def spread(self, t: TableT, spread: float) -> float:
        """How much may still change: of the part that is foreseen, `spread`."""
        return spread

    def shorten(self, own: Value[TableT]) -> None:
        """Let a search stop sooner, where what is learned is surer than what rules of thumb play
        out."""

    def describe(self, t: TableT, seat: i64, action: i64, out: vec[float]) -> bool:
        """Write, for each of the numbers of `thumb`, how much of it speaks against an action; False
        where rules of thumb have nothing to say."""
        return False

    def tune(self, own: Value[TableT], thumb: list[float]) -> None:
        """Put learned numbers in the place of those of the game's rules of thumb."""

    def finish(self, t: TableT, out: vec[float]) -> None:
        """Set right what a judgement says of points, where they are counted otherwise."""


class Model:
    """Points of features: linear, with weights that change with the phase, and if there are hidden
    units, a correction by these. For one number of players."""

    def __init__(
        self,
        knots: list[float],
        weights: list[list[float]],
        spreads: list[float],
        levels: list[float],
        players: float,
    ) -> None:
        self.features: i64 = len(weights[0])
        self.last: i64 = len(knots) - 1
        self.knots = vec[float](knots)
        flat: list[float] = []
        for row in weights:
            flat += row
        self.weights = vec[float](flat)
        self.spreads = vec[float](spreads)
        self.levels = vec[float](levels)
        self.players = players
        # Numbers for the game's rules of thumb, if any were learned.
        self.thumb: list[float] = []
        self.hidden: i64 = 0
        self.means = vec[float]([])
        self.scales = vec[float]([])
        self.inner = vec[float]([])
        self.thresholds = vec[float]([])
        self.outer = vec[float]([])
        # The weights of the present phase, and the inputs of the hidden units.
        self.now = vec[float]([0.0] * self.features)
        self.inputs = vec[float]([0.0] * (self.features + COMMON))
        self.phase = 0.0
        self.at: i64 = 0
        self.part = 0.0

    def add_hidden(
        self,
        means: list[float],
        scales: list[float],
        inner: list[list[float]],
        thresholds: list[float],
        outer: list[float],
    ) -> None:
        """Units that are as strong as their inputs are above a threshold, and nothing below it."""
        self.hidden = len(outer)
        self.means = vec[float](means)
        self.scales = vec[float](scales)
        flat: list[float] = []
        for row in inner:
            flat += row
        self.inner = vec[float](flat)
        self.thresholds = vec[float](thresholds)
        self.outer = vec[float](outer)

    def focus(self, phase: float) -> None:
        """Take the weights of a phase: between two knots, something between theirs."""
        at: i64 = 0
        while at + 1 < self.last and phase >= self.knots[at + 1]:
            at += 1
        low = self.knots[at]
        part = (phase - low) / (self.knots[at + 1] - low)
        part = max(0.0, min(part, 1.0))
        self.phase = phase
        self.at = at
        self.part = part
        features = self.features
        base = at * features
        now = self.now
        weights = self.weights
        for i in range(features):
            here = weights[base + i]
            now[i] = here + part * (weights[base + features + i] - here)

    def spread(self) -> float:
        here = self.spreads[self.at]
        return here + self.part * (self.spreads[self.at + 1] - here)

    def level(self) -> float:
        """How many points more than now all have at the end, on average."""
        here = self.levels[self.at]
        return here + self.part * (self.levels[self.at + 1] - here)

    def worth(self, x: vec[float]) -> float:
        """The points of a seat, up to something all seats have in common; after `focus`."""
        features = self.features
        now = self.now
        total = 0.0
        for i in range(features):
            total += now[i] * x[i]
        if self.hidden > 0:
            total += self.correction(x)
        return total

    def correction(self, x: vec[float]) -> float:
        features = self.features
        inputs = self.inputs
        means = self.means
        scales = self.scales
        for i in range(features):
            inputs[i] = (x[i] - means[i]) * scales[i]
        inputs[features] = self.phase
        inputs[features + 1] = self.players
        count = features + COMMON
        inner = self.inner
        base: i64 = 0
        total = 0.0
        for unit in range(self.hidden):
            strength = self.thresholds[unit]
            for i in range(count):
                strength += inner[base + i] * inputs[i]
            base += count
            if strength > 0.0:
                total += self.outer[unit] * strength
        return total


class LearnedValue(Value[TableT]):
    """The game's own value, but for what it believes of a position that is not settled."""

    def __init__(self, own: Value[TableT], features: Features[TableT], model: Model) -> None:
        super().__init__(own.players)
        features.shorten(own)
        if len(model.thumb) > 0:
            features.tune(own, model.thumb)
        self.own = own
        self.features = features
        self.model = model
        self.longest = own.longest
        self.x = vec[float]([0.0] * features.count)
        self.points = vec[float]([0.0] * own.players)

    def judge(self, t: TableT, out: vec[float]) -> None:
        features = self.features
        if features.is_settled(t):
            self.own.judge(t, out)
            return
        model = self.model
        model.focus(features.phase(t))
        features.prepare(t)
        points = self.points
        players = self.players
        sum = 0.0
        now = 0.0
        for seat in range(players):
            features.fill(t, seat, self.x)
            worth = model.worth(self.x)
            points[seat] = worth + features.earlier(t, seat)
            sum += worth
            now += features.standing(t, seat)
        judge_points(points, features.spread(t, model.spread()), players, out)
        # Only differences were learned: the mean is that of matches at this phase.
        more = model.level() + (now - sum) / float(players)
        for seat in range(players):
            out[NUMBERS * seat + POINTS] = points[seat] + more
        features.finish(t, out)

    # All else is the game's own.

    def truncate(self, t: TableT) -> None:
        self.own.truncate(t)
        self.solves = self.own.solves
        self.stuck = self.own.stuck
        self.sets_up = self.own.sets_up
        self.keenness = self.own.keenness

    def is_quiet(self, t: TableT) -> bool:
        return self.own.is_quiet(t)

    def is_far(self, t: TableT) -> bool:
        return self.own.is_far(t)

    def is_small(self, t: TableT) -> bool:
        return self.own.is_small(t)

    def public_key(self, t: TableT) -> i64:
        return self.own.public_key(t)

    def narrow(self, t: TableT, seat: i64, actions: vec[i64], n: i64) -> i64:
        return self.own.narrow(t, seat, actions, n)

    def weigh(self, t: TableT, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        self.own.weigh(t, seat, actions, n, out)

    def rollout_action(
        self, t: TableT, seat: i64, actions: vec[i64], n: i64, chance: Stream
    ) -> i64:
        return self.own.rollout_action(t, seat, actions, n, chance)

    def draw_action(self, t: TableT, seat: i64, room: vec[i64], chance: Stream) -> i64:
        return self.own.draw_action(t, seat, room, chance)


def told(features: Features[State], t: State) -> list[list[float]]:
    """The features of all seats of a position, for those who fit a model."""
    x = vec[float]([0.0] * features.count)
    features.prepare(t)
    out: list[list[float]] = []
    for seat in range(t.players):
        features.fill(t, seat, x)
        out.append([x[i] for i in range(features.count)])
    return out
