"""What a model is told of a position of Regatta (core/learned.py)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.learned import Features
from fourwinds.core.value import NUMBERS, POINTS, Value
from fourwinds.games.regatta import rounding
from fourwinds.games.regatta.actions import ARROWS
from fourwinds.games.regatta.course import HOME, LINE, Course
from fourwinds.games.regatta.state import CLOUD, HAND, HELM, SUN_CARD, Table
from fourwinds.games.regatta.trigonometry import between, out_x, out_y
from fourwinds.games.regatta.value import MOVE, Progress

NAMES: Final = (
    "way becalmed suns helms clouds arrows best second mean helm_best cloud_best"
    " turn_in finishes_next near leads stage way_left"
).split()
# Ways beyond this many moves are all far.
FAR: Final = 6.0


class RaceFeatures(Features[Table]):
    def __init__(self, players: i64, course: Course) -> None:
        super().__init__(NAMES)
        self.own = Progress(players, course)
        self.ways = vec[float]([0.0] * players)

    def phase(self, t: Table) -> float:
        least = self.own.rest[LINE]
        for seat in range(t.players):
            way = self.own.way_home(t, seat)
            if way < least:
                least = way
        return 1.0 - least / self.own.rest[LINE]

    def moment(self, t: Table) -> i64:
        return t.turns

    def shorten(self, own: Value[Table]) -> None:
        """By a turn of everybody. The ways home are those of the search's own value: it knows whose
        boat lies stuck."""
        if isinstance(own, Progress):
            self.own = own
            own.turns_ahead = 2

    def prepare(self, t: Table) -> None:
        for seat in range(t.players):
            self.ways[seat] = self.own.way_home(t, seat) / MOVE

    def result(self, t: Table, seat: i64, stretch: i64) -> float:
        """The way that was left, in moves, below zero."""
        return -self.own.way_home(t, seat) / MOVE

    def fill(self, t: Table, seat: i64, out: vec[float]) -> None:
        way = self.ways[seat]
        out[0] = way
        out[1] = float(t.calm[seat])
        self.fill_hand(t, seat, out)
        after = seat - t.turn
        if after < 0:
            after += t.players
        out[11] = float(after) / float(t.players)
        out[12] = 0.0
        if out[6] >= way:
            out[12] = 1.0
        out[13] = 0.0
        out[14] = 1.0
        apart = t.box.apart // 2
        for other in range(t.players):
            if other != seat:
                dx = t.x[other] - t.x[seat]
                dy = t.y[other] - t.y[seat]
                if -apart <= dx <= apart and -apart <= dy <= apart:
                    out[13] += 1.0
                if self.ways[other] <= way:
                    out[14] = 0.0
        out[15] = float(t.stage[seat])
        out[16] = way
        if way > FAR:
            out[16] = FAR

    def fill_hand(self, t: Table, seat: i64, out: vec[float]) -> None:
        """What the cards in hand would do for the boat if nothing were in its way, in moves."""
        for place in range(2, 11):
            out[place] = 0.0
        held = i64(t.held[seat])
        afloat = t.afloat[seat] == 1 and t.stage[seat] < HOME
        start = seat * HAND
        sum = 0.0
        for i in range(start, start + held):
            card = i64(t.hands[i])
            symbol = t.box.symbols[card]
            if symbol == SUN_CARD:
                out[2] += 1.0
                continue
            out[5] += float(t.box.arrow_count[card])
            gain = 0.0
            if afloat:
                gain = self.gain(t, seat, card)
            sum += gain
            if symbol == HELM:
                out[3] += 1.0
                if gain > out[9]:
                    out[9] = gain
            elif symbol == CLOUD:
                out[4] += 1.0
                if gain > out[10]:
                    out[10] = gain
            if gain > out[6]:
                out[7] = out[6]
                out[6] = gain
            elif gain > out[7]:
                out[7] = gain
        out[8] = sum / float(HAND)

    def gain(self, t: Table, seat: i64, card: i64) -> float:
        """By how much the best arrow of a card shortens the way home."""
        paths = t.box.paths
        course = t.box.course
        own = self.own
        x = t.x[seat]
        y = t.y[seat]
        h = t.h[seat]
        stage = t.stage[seat]
        best = 0.0
        now = self.ways[seat]
        base = card * ARROWS
        for place in range(base, base + t.box.arrow_count[card]):
            arrow = t.box.arrows[place]
            i = paths.first[arrow] + paths.count[arrow] - 1
            to_x = x + out_x(paths.x[i], paths.y[i], h)
            to_y = y + out_y(paths.x[i], paths.y[i], h)
            crossed = rounding.straight_stage(course, stage, x, y, to_x, to_y)
            way = own.way(crossed, to_x, to_y, between(h + paths.h[i])) / MOVE
            if now - way > best:
                best = now - way
        return best

    def finish(self, t: Table, out: vec[float]) -> None:
        """Points are the gates crossed."""
        for seat in range(t.players):
            out[NUMBERS * seat + POINTS] = float(t.stage[seat])


def features(rules: Any) -> Features[Table]:
    return RaceFeatures(rules.players, rules.box.course)
