"""What a position of Regatta is worth, and rules of thumb for its play; for bots.

Everything is measured by the way still to sail, in millimetres.
"""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY
from fourwinds.core.value import NUMBERS, POINTS, Value, judge_end, judge_points, lot
from fourwinds.games.regatta import boarding, moves, rounding, steps, turning
from fourwinds.games.regatta.actions import ACTION_COUNT, BOAT, END, SWAP, TURN, TURNS
from fourwinds.games.regatta.course import FINISH, GATES, HOME, LINE, Course
from fourwinds.games.regatta.state import TURN_STEP, Table
from fourwinds.games.regatta.trigonometry import COS, HALF, SHIFT, SIN, between, out_x, out_y

MILLIMETRE: Final = 1000.0
# How far a gate is passed from its mark, how close a way may come to a mark, and how far a move
# brings a boat.
MARGIN: Final = 45.0
CLEAR: Final = 25.0
INSIDE: Final = 30.0
# How close to a buoy of the line a boat may start: the places of all courses are farther from it.
BESIDE: Final = 17.0
MOVE: Final = 80.0
# What it costs to turn right about, and to miss a turn.
ASTERN: Final = 90.0
BECALMED: Final = 70.0
# What it costs to lie so close to other boats that no card moves the boat: a turn. Else boats in
# each other's way would turn to and fro, or swap cards, for ever.
STUCK: Final = 80.0
SPREAD: Final = 1.2
HEAVIEST: Final = 10000
UNIT: Final = 1.0 / 1073741824.0  # of the tables of sines
SHORT: Final = 32768.0
# What heading straight on instead of astern is worth by half: the bend, and half a boat's length.
TURNED: Final = 65
TURNS_AHEAD: Final = 3
# Turns of each boat after which a race is taken for a jam; most are over after 12.
LONG_RACE: Final = 25
# The same where another boat lies hard by: three boats each waiting for a better card may swap
# cards, or turn to and fro, for long.
LONG_BESIDE: Final = 15
# What it costs to lie so close beside another boat that neither can ever sail on.
LOCKED: Final = 500.0
# Who places his boat last knows who lies where, and nobody takes a better place from him: he draws
# the better places that much more often, else who begins would win too often (docs/balance.md).
LAST_PLACED: Final = 15.0
# How far a boat must sail to have taken a new course.
TO_TURN: Final = 40.0


class Progress(Value[Table]):
    """Looks three turns of everybody ahead."""

    def __init__(self, players: i64, course: Course) -> None:
        super().__init__(players)
        self.begun: i64 = 0
        self.sailor: i64 = NOBODY  # whose turn it is in the position last focused on
        self.turns_ahead: i64 = TURNS_AHEAD
        self.points = vec[float]([0.0] * players)
        self.weights = vec[i64]([0] * ACTION_COUNT)
        self.arrow_weights = vec[i64]()  # of the arrows in a hand, made when first needed
        # Where to pass each gate, and the way from each to the end of the course. A gate leads from
        # its mark outward; `out` and `on` say which way that is and which way it is crossed.
        self.mark_x = vec[float]([0.0] * GATES)
        self.mark_y = vec[float]([0.0] * GATES)
        self.out_x = vec[float]([0.0] * GATES)
        self.out_y = vec[float]([0.0] * GATES)
        self.on_x = vec[float]([0.0] * GATES)
        self.on_y = vec[float]([0.0] * GATES)
        self.west = float(course.low[LINE]) / MILLIMETRE
        self.east = float(course.high[LINE]) / MILLIMETRE
        self.rest = vec[float]([0.0] * (GATES + 1))
        for gate in range(GATES):
            low = float(course.low[gate]) / MILLIMETRE
            high = float(course.high[gate]) / MILLIMETRE
            along = (low + high) / 2.0
            outward = 0.0
            if gate == LINE + 1:
                along = high
                outward = -1.0
            elif gate not in (LINE, FINISH):
                along = low
                outward = 1.0
            at = float(course.at[gate]) / MILLIMETRE
            way = float(course.way[gate])
            if course.level[gate]:
                self.mark_x[gate] = along
                self.mark_y[gate] = at
                self.out_x[gate] = outward
                self.on_y[gate] = way
            else:
                self.mark_x[gate] = at
                self.mark_y[gate] = along
                self.out_y[gate] = outward
                self.on_x[gate] = way
        # The way to a gate, from point to point; `plot` writes it.
        self.via_x = vec[float]([0.0] * 3)
        self.via_y = vec[float]([0.0] * 3)
        self.vias: i64 = 0
        # What `prepare` finds out about the boat that decides.
        self.now = 0.0
        self.may_cross = False
        self.ahead_x: i64 = 0
        self.ahead_y: i64 = 0
        self.heads: i64 = 0
        self.from_line = 0.0
        for leg in range(1, GATES):
            gate = GATES - 1 - leg
            to = gate + 1
            dx = self.gate_x(to) - self.gate_x(gate)
            dy = self.gate_y(to) - self.gate_y(gate)
            self.rest[gate] = self.rest[to] + math.sqrt(dx * dx + dy * dy)
            if to + 1 < GATES:
                on_x = self.gate_x(to + 1) - self.gate_x(to)
                on_y = self.gate_y(to + 1) - self.gate_y(to)
                self.rest[gate] += ASTERN * bend(dx, dy, on_x, on_y)
            if gate == LINE:
                self.from_line = math.sqrt(dx * dx + dy * dy)

    def gate_x(self, gate: i64) -> float:
        return self.mark_x[gate] + MARGIN * self.out_x[gate]

    def gate_y(self, gate: i64) -> float:
        return self.mark_y[gate] + MARGIN * self.out_y[gate]

    def truncate(self, t: Table) -> None:
        self.begun = t.turns
        self.stuck = NOBODY
        self.sailor = NOBODY
        self.sets_up = t.step is boarding.BOARDING or t.step is boarding.PLACING
        self.keenness = 1.0
        if self.sets_up:
            afloat: i64 = 0
            for seat in range(t.players):
                afloat += t.afloat[seat]
            if afloat == t.players - 1:
                self.keenness = LAST_PLACED
        else:
            self.sailor = t.turn  # with a second card too
        if t.step is steps.SAILING:
            long = t.turns > LONG_RACE * t.players
            if t.turns > LONG_BESIDE * t.players and t.around(t.turn).is_hard_by_boats():
                long = True
            if long or not moves.can_move(t, t.turn):
                self.stuck = t.turn

    def is_far(self, t: Table) -> bool:
        return t.turns >= self.begun + self.turns_ahead * t.players + 1

    def is_quiet(self, t: Table) -> bool:
        """The turn is to be over."""
        return t.turns > self.begun

    def way(self, stage: i64, x: i64, y: i64, h: i64) -> float:
        """The way home of a boat in that pose with `stage` gates crossed; bends count too."""
        if stage >= HOME:
            return 0.0
        at_x = float(x) / MILLIMETRE
        at_y = float(y) / MILLIMETRE
        self.plot(stage, at_x, at_y)
        way = self.rest[stage]
        # Where it heads to, as a stretch of length 1. A short leg hardly changes that: else a boat
        # just before a gate would seem to have turned already, and would wait there.
        course_x = float(SIN[h]) * UNIT
        course_y = float(COS[h]) * UNIT
        for i in range(self.vias):
            dx = self.via_x[i] - at_x
            dy = self.via_y[i] - at_y
            length = math.sqrt(dx * dx + dy * dy) + 1e-6
            dx /= length
            dy /= length
            turn = course_x * dx + course_y * dy
            if length >= TO_TURN:
                way += length + ASTERN * (0.5 - 0.5 * turn)
                course_x = dx
                course_y = dy
            else:
                part = length / TO_TURN
                way += length + ASTERN * part * (0.5 - 0.5 * turn)
                course_x += part * (dx - course_x)
                course_y += part * (dy - course_y)
                course = math.sqrt(course_x * course_x + course_y * course_y) + 1e-6
                course_x /= course
                course_y /= course
            at_x = self.via_x[i]
            at_y = self.via_y[i]
        if stage + 1 < GATES:
            dx = self.gate_x(stage + 1) - at_x
            dy = self.gate_y(stage + 1) - at_y
            length = math.sqrt(dx * dx + dy * dy) + 1e-6
            way += ASTERN * (0.5 - 0.5 * (course_x * dx + course_y * dy) / length)
            if stage == LINE:
                # The line may be crossed anywhere: what is left begins there.
                way += length - self.from_line
        return way

    def plot(self, gate: i64, x: float, y: float) -> None:
        """Find the way to cross a gate, around its mark where that is in between.

        A boat beyond the gate that has not crossed it must come back first.
        """
        mark_x = self.mark_x[gate]
        mark_y = self.mark_y[gate]
        on_x = MARGIN * self.on_x[gate]
        on_y = MARGIN * self.on_y[gate]
        side_x = MARGIN * self.out_x[gate]
        side_y = MARGIN * self.out_y[gate]
        gate_x = mark_x + side_x
        gate_y = mark_y + side_y
        clear = CLEAR
        if gate in (LINE, FINISH):
            # Between two marks: the nearer one may be in the way.
            inside = INSIDE
            if gate == LINE:
                inside = clear = BESIDE
            gate_x = max(self.west + inside, min(x, self.east - inside))
            if x < mark_x:
                side_x = MARGIN
                mark_x = self.west
            else:
                side_x = -MARGIN
                mark_x = self.east
        self.vias = 0
        beyond = (x - gate_x) * on_x + (y - gate_y) * on_y >= 0.0
        if beyond or passes(x, y, gate_x, gate_y, mark_x, mark_y, clear):
            # First to where the gate is crossed from.
            before_x = gate_x - on_x
            before_y = gate_y - on_y
            if passes(x, y, before_x, before_y, mark_x, mark_y, clear):
                # And to there around the mark, this way or that.
                one_x = mark_x - side_x - on_x
                one_y = mark_y - side_y - on_y
                two_x = mark_x + side_x + on_x
                two_y = mark_y + side_y + on_y
                if distance(x, y, one_x, one_y) < distance(x, y, two_x, two_y):
                    self.go_by(one_x, one_y)
                else:
                    self.go_by(two_x, two_y)
            self.go_by(before_x, before_y)
        self.go_by(gate_x, gate_y)

    def go_by(self, x: float, y: float) -> None:
        self.via_x[self.vias] = x
        self.via_y[self.vias] = y
        self.vias += 1

    def way_home(self, t: Table, seat: i64) -> float:
        if not t.afloat[seat]:
            return self.rest[LINE]
        way = self.way(t.stage[seat], t.x[seat], t.y[seat], t.h[seat])
        if seat == self.sailor and t.around(seat).boats > 0:
            if t.around(seat).is_locked():
                way += LOCKED
            elif not moves.can_move(t, seat):
                way += STUCK
        if t.calm[seat]:
            way += BECALMED
        return way

    def judge(self, t: Table, out: vec[float]) -> None:
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

    # Weights: how promising actions look, for the search and for roll-outs.

    def prepare(self, t: Table, seat: i64) -> None:
        """What all actions of a boat are compared with."""
        stage = t.stage[seat]
        x = t.x[seat]
        y = t.y[seat]
        h = t.h[seat]
        self.now = self.way(stage, x, y, h)
        self.may_cross = rounding.could_cross(t, seat)
        # The way begins with the first point plotted, seen from the middle of the hull.
        middle = t.box.hull.middle
        dx = self.via_x[0] - float(x + out_x(0, middle, h)) / MILLIMETRE
        dy = self.via_y[0] - float(y + out_y(0, middle, h)) / MILLIMETRE
        length = math.sqrt(dx * dx + dy * dy) + 1e-6
        self.ahead_x = i64(int(dx / length * SHORT))
        self.ahead_y = i64(int(dy / length * SHORT))
        self.heads = self.heading(h)

    def heading(self, h: i64) -> i64:
        """How much a heading agrees with the way ahead, from -SHORT to SHORT."""
        return ((SIN[h] >> 15) * self.ahead_x + (COS[h] >> 15) * self.ahead_y) >> 15

    def move_weight(self, t: Table, seat: i64, arrow: i64, last: i64) -> i64:
        """By how much a card and arrow shortens the way home; after `prepare`."""
        paths = t.box.paths
        i = paths.first[arrow] + last
        h = t.h[seat]
        # As out_x and out_y do; written out, because there are many.
        ahead_x = paths.x[i]
        ahead_y = paths.y[i]
        c = COS[h]
        s = SIN[h]
        x = t.x[seat] + ((ahead_x * c + ahead_y * s + HALF) >> SHIFT)
        y = t.y[seat] + ((ahead_y * c - ahead_x * s + HALF) >> SHIFT)
        stage = t.stage[seat]
        if self.may_cross:
            stage = rounding.straight_stage(t.box.course, stage, t.x[seat], t.y[seat], x, y)
        gain = self.now - self.way(stage, x, y, between(h + paths.h[i])) + 20.0
        if gain <= 0.0:
            return 1
        return min(i64(int(gain * gain / 5.0)) + 1, HEAVIEST)

    def turn_weight(self, t: Table, seat: i64, k: i64) -> i64:
        """By how much a turn on the spot shortens it: the bow comes nearer and heads better."""
        better = self.heading(between(t.h[seat] + TURN_STEP * (k + 1))) - self.heads
        if better <= 0:
            return 1
        # In sixteenths of a millimetre of the way home; whole numbers, because there are many.
        better = better * TURNED >> 11
        return better * better // 5120 + 1

    def weigh(self, t: Table, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        prepared = False
        for i in range(n):
            action = actions[i]
            if action < SWAP or TURN <= action < BOAT:
                if not prepared:
                    self.prepare(t, seat)
                    prepared = True
                if action < SWAP:
                    arrow = t.box.arrows[action]
                    out[i] = self.move_weight(t, seat, arrow, moves.last_pose(t, seat, arrow))
                else:
                    out[i] = self.turn_weight(t, seat, action - TURN)
            else:
                out[i] = other_weight(action)

    def rollout_action(self, t: Table, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        self.weigh(t, seat, actions, n, self.weights)
        return actions[lot(self.weights, n, chance)]

    def draw_action(self, t: Table, seat: i64, room: vec[i64], chance: Stream) -> i64:
        """As `rollout_action` chooses, but what is not drawn is not judged."""
        step = t.step
        sails = step is steps.SAILING and t.draft_count == 0
        if sails and t.around(seat).boats > 0 and moves.must_stop(t, seat):
            sails = False  # forced stops, which need other boats, are weighed where they end
        if not sails and (step is not steps.FINISHING or not t.helm):
            n = step.fill(t, seat, room)
            if n == 1:
                return room[0]
            return self.rollout_action(t, seat, room, n, chance)
        weights = self.weights
        self.prepare(t, seat)
        arrows = t.box.arrows
        count = steps.fill_arrows(t, seat, room)
        if len(self.arrow_weights) == 0:
            self.arrow_weights = vec[i64]([0] * t.box.paths.arrows)
        known = self.arrow_weights
        for i in range(count):
            known[arrows[room[i]]] = 0
        lengths = t.box.paths.count
        for i in range(count):
            arrow = arrows[room[i]]
            weight = known[arrow]
            if weight == 0:  # cards share arrows
                weight = self.move_weight(t, seat, arrow, lengths[arrow] - 1)
                known[arrow] = weight
            weights[i] = weight
        n = count
        if sails:
            n = steps.fill_swaps(t, seat, room, n)
        else:
            room[n] = END
            n = steps.fill_suns(t, seat, room, n + 1)
        for i in range(count, n):
            weights[i] = other_weight(room[i])
        if sails:
            for k in range(i64(TURNS)):
                room[n] = TURN + k
                weights[n] = self.turn_weight(t, seat, k)
                n += 1
        while True:
            at = lot(weights, n, chance)
            action = room[at]
            if action < SWAP:
                if moves.is_free(t, seat, arrows[action]):
                    return action
            elif not TURN <= action < BOAT or turning.may_turn(t, seat, action - TURN):
                return action
            weights[at] = 0


def other_weight(action: i64) -> i64:
    """Of actions that are not compared by the way home."""
    if action < END:
        return 60
    if action == END:
        return 100
    if action < TURN:
        return 1000
    return 50


def distance(x: float, y: float, to_x: float, to_y: float) -> float:
    return math.sqrt((to_x - x) * (to_x - x) + (to_y - y) * (to_y - y))


def bend(x: float, y: float, to_x: float, to_y: float) -> float:
    """How much a course changes: from 0 for straight on to 1 for back."""
    lengths = math.sqrt((x * x + y * y) * (to_x * to_x + to_y * to_y))
    if lengths < 1e-6:
        return 0.0
    return 0.5 - 0.5 * (x * to_x + y * to_y) / lengths


def passes(
    x: float, y: float, to_x: float, to_y: float, mark_x: float, mark_y: float, clear: float
) -> bool:
    """Whether a straight way comes closer to a mark than is good."""
    dx = to_x - x
    dy = to_y - y
    length = dx * dx + dy * dy + 1e-9
    part = max(0.0, min(((mark_x - x) * dx + (mark_y - y) * dy) / length, 1.0))
    gap_x = x + part * dx - mark_x
    gap_y = y + part * dy - mark_y
    return gap_x * gap_x + gap_y * gap_y < clear * clear


def value(rules: Any) -> Value[Table]:
    return Progress(rules.players, rules.box.course)
