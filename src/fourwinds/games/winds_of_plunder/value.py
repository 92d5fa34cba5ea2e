"""What a position of Winds of Plunder is worth, and rules of thumb for its play; for bots.

Worths are in victory points.
"""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY
from fourwinds.core.value import Value, judge_end, judge_points, lot
from fourwinds.games.winds_of_plunder import arrival, cards, sailing, scoring
from fourwinds.games.winds_of_plunder.actions import (
    ACTION_COUNT,
    ADD,
    BOARD,
    CROWN,
    CUBES,
    DONE,
    DRAW,
    FIRST,
    GUST,
    PASS,
    PLAY_HEAVE,
    PLAY_INTRIGUE,
    PURCHASE,
    SAIL,
    STRIKE,
    VOTE,
    WIND,
)
from fourwinds.games.winds_of_plunder.pieces import (
    BITS,
    CREW,
    PORTS,
    PROVISION,
    ROUNDS,
    TREASURE_SYMBOL,
    WEAPON,
    ZONES,
)
from fourwinds.games.winds_of_plunder.state import Table

# What is worth having, beyond the count of the end (WP-8.1).
A_CARD: Final = 0.5
A_TREASURE: Final = 1.5
A_CUBE: Final = 0.12
AN_ITEM: Final = 0.6
# A round longer the holder of Most Weapons, Largest Crew, Most Provisions.
HOLDING_WEAPONS: Final = 0.5
HOLDING_CREW: Final = 0.7
HOLDING_PROVISIONS: Final = 1.0
# One and two ports of three in a zone.
ONE_PORT: Final = 0.7
TWO_PORTS: Final = 2.0
A_PORT: Final = 0.8
LAST_PORT: Final = 4.0
SPREAD: Final = 1.6
STAKES: Final = 8
# How many rounds a search looks ahead, the present one included.
ROUNDS_AHEAD: Final = 2


class Plunder(Value[Table]):
    """Looks ahead to the end of the next round."""

    def __init__(self, players: i64) -> None:
        super().__init__(players)
        self.until: i64 = ROUNDS
        self.turn_over: i64 = 0
        self.rounds_ahead: i64 = ROUNDS_AHEAD
        self.points = vec[float]([0.0] * players)
        self.weights = vec[i64]([0] * ACTION_COUNT)

    def truncate(self, t: Table) -> None:
        self.until = t.round + self.rounds_ahead
        plundering = t.action_points > 0 or t.sailed > 0
        self.turn_over = t.round * 8 + t.turns + 1 if plundering else (t.round + 1) * 8

    def is_far(self, t: Table) -> bool:
        return t.round >= self.until

    def is_quiet(self, t: Table) -> bool:
        """A turn of plundering is to be complete; after a vote, all of them."""
        return t.round * 8 + t.turns >= self.turn_over

    def public_key(self, t: Table) -> i64:
        """The wind."""
        return t.wind

    def judge(self, t: Table, out: vec[float]) -> None:
        if t.step.actor(t) == NOBODY:
            judge_end(t, out)
            return
        left = float(ROUNDS - t.round) + float(t.players - t.turns) / float(t.players)
        for seat in range(t.players):
            self.points[seat] = self.worth(t, seat, left)
        judge_points(self.points, SPREAD + math.sqrt(left), t.players, out)

    def worth(self, t: Table, seat: i64, left: float) -> float:
        """The points a seat may expect at the end, `left` rounds before it."""
        worth = float(t.vp[seat]) + float(scoring.end_bonus(t, seat))
        worth += A_CUBE * float(t.cubes[seat])
        some = min(left / 3.0, 1.0)
        worth += some * A_CARD * float(t.held[seat])
        mine = t.treasures[seat]
        while mine:
            mine &= mine - 1
            worth += some * A_TREASURE
        if t.holders[WEAPON] == seat:
            worth += left * HOLDING_WEAPONS
        if t.holders[CREW] == seat:
            worth += left * HOLDING_CREW
        if t.holders[PROVISION] == seat:
            worth += left * HOLDING_PROVISIONS
        for zone in range(i64(ZONES)):
            ports = self.known(t, seat, zone)
            if ports == 1:
                worth += some * ONE_PORT
            elif ports == 2:
                worth += some * TWO_PORTS
        return worth

    def known(self, t: Table, seat: i64, zone: i64) -> i64:
        """In how many ports of a zone the seat has a reputation."""
        mask = t.reputation[seat] & t.box.zone_mask[zone]
        count: i64 = 0
        while mask:
            mask &= mask - 1  # without its lowest bit
            count += 1
        return count

    def gain(self, t: Table, seat: i64, port: i64) -> float:
        """What arriving in a port would bring."""
        tile = i64(t.tiles[port])
        gain = float(tile >> 4)
        for symbol in range(i64(3)):
            if tile & BITS[symbol]:
                gain += AN_ITEM
        if tile & TREASURE_SYMBOL:
            gain += A_TREASURE
        if t.treasures[seat] & BITS[port]:
            step = min(t.booty[seat], i64(len(t.box.booty)) - 1)
            gain += float(t.box.booty[step])
        if t.reputation[seat] & BITS[port] == 0 and arrival.impresses(t, seat, port):
            gain += A_PORT
            if self.known(t, seat, t.box.zone[port]) == 2:
                gain += LAST_PORT
        return gain

    def best_gain(self, t: Table, seat: i64, form: i64) -> float:
        """The best of the ports in reach, by a wind, or 4 + a wind for a zone farther."""
        mask = t.box.reach[form * PORTS + t.ship[seat]]
        best = 0.0
        for port in range(i64(PORTS)):
            if mask & BITS[port]:
                best = max(best, self.gain(t, seat, port))
        return best

    def narrow(self, t: Table, seat: i64, actions: vec[i64], n: i64) -> i64:
        """Cubes are staked in a few sizes."""
        if actions[0] != CUBES or n <= STAKES:
            return n
        for i in range(i64(STAKES)):
            actions[i] = CUBES + i * (n - 1) // (STAKES - 1)
        return STAKES

    def weigh(self, t: Table, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        for i in range(n):
            out[i] = max(1, min(self.weight(t, seat, actions[i]), 5000))

    def weight(self, t: Table, seat: i64, action: i64) -> i64:
        # Plain ifs: compiled, a conditional expression with a literal would be boxed.
        if action < CUBES:
            return _square(self.best_gain(t, seat, action - VOTE))
        if action < CROWN:
            off = action - CUBES - t.cubes[seat] // 3
            return 100 // (1 + max(off, -off))
        if action < WIND:
            if action - CROWN == seat:
                return 100
            return 5
        if action < FIRST:
            return _square(self.best_gain(t, seat, action - WIND))
        if action < DRAW:
            if action - FIRST == seat:
                return 50
            return 20
        if action == DRAW:
            if t.round < ROUNDS:
                return 25
            return 2
        if action < GUST:
            points = action - ADD + 1
            if t.cubes[seat] < 12:
                return 30 + 15 * points
            return 10 + 5 * points
        if action < SAIL:
            better = self.best_gain(t, seat, sailing.gust_form(t, action - GUST))
            return _square(better - self.best_gain(t, seat, t.wind) - 1.5)
        if action < BOARD:
            return 2 * _square(self.gain(t, seat, action - SAIL))
        if action < PASS:
            return 100
        if action in (PASS, DONE):
            return 5
        if action < PLAY_HEAVE:
            if cards.is_free(t, seat, action - PURCHASE):
                return 200
            return 15
        if action == PLAY_HEAVE:
            return 80
        if action < STRIKE:
            return 60
        if action < PLAY_INTRIGUE:
            return 15
        return 8

    def rollout_action(self, t: Table, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        self.weigh(t, seat, actions, n, self.weights)
        return actions[lot(self.weights, n, chance)]


def _square(worth: float) -> i64:
    """Twice the worth should be four times as likely."""
    if worth <= 0.0:
        return 1
    return i64(int(4.0 * worth * worth)) + 1


def value(rules: Any) -> Value[Table]:
    return Plunder(rules.players)
