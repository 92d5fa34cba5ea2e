"""What a position of Regatta is worth, and rules of thumb for its play; for bots.

Everything is measured by the way still to sail, in millimetres.
"""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State
from fourwinds.core.value import NUMBERS, POINTS, Value, judge_end, judge_points, lot
from fourwinds.games.regatta import scoring
from fourwinds.games.regatta.geometry import FULL, out_x, out_y
from fourwinds.games.regatta.state import (
    ACTION_COUNT,
    BOAT,
    END,
    FINISH,
    GATES,
    HOME,
    LINE,
    SWAP,
    TURN,
    TURN_STEP,
    Course,
    Table,
)

MILLIMETRE: Final = 1000.0
# How far a gate is passed from its mark, and a move brings a boat.
MARGIN: Final = 45.0
MOVE: Final = 80.0
# Who is beyond a gate without having crossed it sails back so far before it, then through it.
APPROACH: Final = 70.0
# What it costs to have a buoy right before the bow: it must first be turned away from. So far
# ahead it matters, and so far aside.
BLOCKED: Final = 60.0
LOOKOUT: Final = 90.0
BERTH: Final = 18.0
# What it costs to head the wrong way altogether, and to miss a turn.
ASTERN: Final = 90.0
BECALMED: Final = 70.0
SPREAD: Final = 1.2
TURNS_AHEAD: Final = 2


class Progress(Value):
    """Looks two turns of everybody ahead."""

    def __init__(self, players: i64, course: Course) -> None:
        super().__init__(players)
        self.begun: i64 = 0
        self.points = vec[float]([0.0] * players)
        self.weights = vec[i64]([0] * ACTION_COUNT)
        # Where to pass each gate, and the way from each to the end of the course.
        self.aim_x = vec[float]([0.0] * GATES)
        self.aim_y = vec[float]([0.0] * GATES)
        self.level = vec[i64]([0] * GATES)
        self.water = course.water
        self.crossed = vec[float]([0.0] * GATES)
        self.rest = vec[float]([0.0] * (GATES + 1))
        for gate in range(GATES):
            low = float(course.low[gate]) / MILLIMETRE
            high = float(course.high[gate]) / MILLIMETRE
            if gate in (LINE, FINISH):
                along = (low + high) / 2.0
            elif gate == LINE + 1:
                along = high - MARGIN
            else:
                along = low + MARGIN
            at = float(course.at[gate]) / MILLIMETRE
            self.level[gate] = course.level[gate]
            self.crossed[gate] = float(course.way[gate])
            self.aim_x[gate] = along if course.level[gate] else at
            self.aim_y[gate] = at if course.level[gate] else along
        for leg in range(1, GATES):
            gate = GATES - leg
            dx = self.aim_x[gate] - self.aim_x[gate - 1]
            dy = self.aim_y[gate] - self.aim_y[gate - 1]
            self.rest[gate - 1] = self.rest[gate] + math.sqrt(dx * dx + dy * dy)

    def focus(self, t: State) -> None:
        assert isinstance(t, Table)
        self.begun = t.turns

    def is_far(self, t: State) -> bool:
        assert isinstance(t, Table)
        return t.turns >= self.begun + TURNS_AHEAD * t.players + 1

    def is_quiet(self, t: State) -> bool:
        """The turn is to be over."""
        assert isinstance(t, Table)
        return t.turns > self.begun

    def way(self, stage: i64, x: i64, y: i64, h: i64) -> float:
        """The way home of a boat in that pose with so many gates crossed."""
        if stage >= HOME:
            return 0.0
        dx = self.aim_x[stage] - float(x) / MILLIMETRE
        dy = self.aim_y[stage] - float(y) / MILLIMETRE
        back = 0.0
        across = dy if self.level[stage] else dx
        if across * self.crossed[stage] < 0.0:
            back = APPROACH
            if self.level[stage]:
                dy -= self.crossed[stage] * back
            else:
                dx -= self.crossed[stage] * back
        far = math.sqrt(dx * dx + dy * dy) + 1.0
        east = float(out_x(0, 1000000, h)) / 1000000.0
        north = float(out_y(0, 1000000, h)) / 1000000.0
        ahead = (dx * east + dy * north) / far
        way = far + back + self.rest[stage] + ASTERN * (1.0 - ahead) / 2.0
        return way + self.blocked(x, y, east, north)

    def blocked(self, x: i64, y: i64, east: float, north: float) -> float:
        """What buoys before a bow with that heading cost."""
        cost = 0.0
        water = self.water
        for i in range(len(water.x)):
            dx = float(water.x[i] - x) / MILLIMETRE
            dy = float(water.y[i] - y) / MILLIMETRE
            ahead = dx * east + dy * north
            aside = dx * north - dy * east
            if aside < 0.0:
                aside = -aside
            if 0.0 < ahead < LOOKOUT and aside < BERTH:
                cost += BLOCKED * (1.0 - ahead / LOOKOUT) * (1.0 - aside / BERTH)
        return cost

    def way_home(self, t: Table, seat: i64) -> float:
        if not t.afloat[seat]:
            return self.rest[LINE]
        way = self.way(t.stage[seat], t.x[seat], t.y[seat], t.h[seat])
        return way + BECALMED if t.calm[seat] else way

    def judge(self, t: State, out: vec[float]) -> None:
        assert isinstance(t, Table)
        if t.step.actor(t) == NOBODY:
            judge_end(t, out)
            return
        least = 1e9
        for seat in range(t.players):
            way = self.way_home(t, seat)
            least = min(least, way)
            self.points[seat] = -way / MOVE
        judge_points(self.points, SPREAD + 0.15 * least / MOVE, t.players, out)
        for seat in range(t.players):
            out[NUMBERS * seat + POINTS] = float(t.stage[seat])

    def gain(self, t: Table, seat: i64, action: i64) -> float:
        """By how much a card and arrow shortens the way home."""
        arrow = t.box.arrows[action]
        paths = t.box.paths
        last = t.stop_at[arrow]
        stage, _ = scoring.follow(t, seat, arrow, last, False)
        i = paths.first[arrow] + last
        h = t.h[seat]
        x = t.x[seat] + out_x(paths.x[i], paths.y[i], h)
        y = t.y[seat] + out_y(paths.x[i], paths.y[i], h)
        after = self.way(stage, x, y, (h + paths.h[i] + FULL) % FULL)
        return self.way(t.stage[seat], t.x[seat], t.y[seat], h) - after

    def weigh(self, t: State, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        assert isinstance(t, Table)
        for i in range(n):
            out[i] = max(1, min(self.weight(t, seat, actions[i]), 10000))

    def weight(self, t: Table, seat: i64, action: i64) -> i64:
        if action < SWAP:
            gain = self.gain(t, seat, action)
            if gain <= -20.0:
                return 1
            return i64(int((gain + 20.0) * (gain + 20.0) / 5.0)) + 1
        if action < END:
            return 60
        if action == END:
            return 100
        if action < TURN:
            return 1000
        if action < BOAT:
            turned = (t.h[seat] + TURN_STEP * (action - TURN + 1)) % FULL
            stage = t.stage[seat]
            now = self.way(stage, t.x[seat], t.y[seat], t.h[seat])
            better = now - self.way(stage, t.x[seat], t.y[seat], turned)
            return 1 if better <= 0.0 else i64(int(better * better / 10.0)) + 1
        return 50

    def pick(self, t: State, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        self.weigh(t, seat, actions, n, self.weights)
        return actions[lot(self.weights, n, chance)]


def value(rules: Any) -> Value:
    return Progress(rules.players, rules.box.course)
