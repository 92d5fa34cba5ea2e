"""What a model is told of a position of Vor dem Wind (core/learned.py)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.learned import Features
from fourwinds.core.value import Value
from fourwinds.games.vor_dem_wind.fleet import FEWEST_SHIPS
from fourwinds.games.vor_dem_wind.state import (
    APPLE,
    CHEESE,
    CONSERVATION,
    EMPTY,
    FREE_TRADE,
    MOST_SPECIALS,
    PLACES,
    SPICE,
    Box,
    Table,
)
from fourwinds.games.vor_dem_wind.value import Trade

NAMES: Final = (
    "score gold_of_10 gold_of_25 gold_of_60 stored_apple stored_spice stored_cheese stored_silk"
    " hand_apple hand_spice hand_cheese hand_silk stored room planned ready some_ready"
    " all_ready soon_apples soon_halves soon_hand soon_ready"
    " free_trade conservation buy_and_store exchange market_sale safe_shelter laid_conservation"
    " first order ready_by_order wins_if_shipped near_target pays_storing stored_need"
).split()
PURSES: Final = vec[i64]([10, 25, 60])
NEAR: Final = 20
USUAL_PRICE: Final = 6


class TradeFeatures(Features[Table]):
    def __init__(self, players: i64, box: Box) -> None:
        super().__init__(NAMES)
        self.own = Trade(players, box)
        self.left = vec[i64]([0] * 4)
        self.ships = 0.0
        self.soon = 0.0

    def phase(self, t: Table) -> float:
        most: i64 = 0
        for seat in range(t.players):
            if t.score[seat] > most:
                most = t.score[seat]
        return float(most) / float(t.target)

    def moment(self, t: Table) -> i64:
        return t.number

    def shorten(self, own: Value[Table]) -> None:
        """To the end of the present turn."""
        if isinstance(own, Trade):
            own.turns_ahead = 0

    def prepare(self, t: Table) -> None:
        """How soon the fleet will leave."""
        ships: i64 = 0
        for place in range(t.berths):
            if i64(t.port[place]) != EMPTY:
                ships += 1
        self.ships = float(ships)
        self.soon = 1.0
        if ships > FEWEST_SHIPS:
            self.soon = 1.0 / float(ships - FEWEST_SHIPS)

    def fill(self, t: Table, seat: i64, out: vec[float]) -> None:
        score = t.score[seat]
        out[0] = float(score)
        gold = t.gold[seat] + t.money[seat]
        for i in range(3):
            out[1 + i] = float(gold)
            if gold > PURSES[i]:
                out[1 + i] = float(PURSES[i])
        stored: i64 = 0
        held: i64 = 0
        base = seat * 4
        for good in range(4):
            stored += i64(t.stored[base + good])
            held += i64(t.hands[base + good])
            out[4 + good] = float(i64(t.stored[base + good]))
            out[8 + good] = float(i64(t.hands[base + good]))
        out[12] = float(stored)
        out[13] = 0.0
        if stored > PLACES - 2:
            out[13] = float(stored - (PLACES - 2))
        out[14] = self.own.goods_worth(t, seat, EMPTY, 0)
        ready = self.ready(t, seat, True)
        out[15] = ready
        out[16] = 0.0
        if ready > 0.0:
            out[16] = 1.0
        out[17] = self.ready(t, seat, False)
        soon = self.soon
        out[18] = soon * out[4 + APPLE]
        out[19] = soon * (out[4 + SPICE] + out[4 + CHEESE])
        out[20] = soon * float(held)
        out[21] = soon * ready
        self.fill_specials(t, seat, out)
        after = seat - t.first
        if after < 0:
            after += t.players
        out[29] = 0.0
        if after == 0:
            out[29] = 1.0
        out[30] = float(after) / float(t.players - 1)
        out[31] = ready * out[30]
        out[32] = 0.0
        if float(score) + ready >= float(t.target):
            out[32] = 1.0
        out[33] = 0.0
        missing = t.target - score
        if missing < NEAR:
            out[33] = float(NEAR - missing)
        out[34] = 0.0
        if gold >= USUAL_PRICE:
            out[34] = out[17] - ready
        out[35] = 0.0
        for good in range(4):
            out[35] += self.own.need(t, seat, good)

    def ready(self, t: Table, seat: i64, stored: bool) -> float:
        """The points of ships whose whole cargo lies ready, one after the other, the dearest
        first; with the goods in hand too unless only those `stored` count."""
        left = self.left
        base = seat * 4
        for good in range(4):
            left[good] = i64(t.stored[base + good])
            if not stored:
                left[good] += i64(t.hands[base + good])
        total = 0.0
        cargo = t.box.cargo
        taken: i64 = 0
        while True:
            best: i64 = 0
            chosen: i64 = -1
            bit: i64 = 1
            chosen_bit: i64 = 0
            for place in range(t.berths):
                ship = i64(t.port[place])
                if ship != EMPTY and taken & bit == 0 and t.box.ship_points[ship] > best:
                    whole = True
                    for good in range(4):
                        if left[good] < i64(cargo[ship * 4 + good]):
                            whole = False
                    if whole:
                        best = t.box.ship_points[ship]
                        chosen = ship
                        chosen_bit = bit
                bit *= 2
            if chosen < 0:
                return total
            taken |= chosen_bit
            total += float(best)
            for good in range(4):
                left[good] -= i64(cargo[chosen * 4 + good])

    def fill_specials(self, t: Table, seat: i64, out: vec[float]) -> None:
        """Cards in hand by what they are for, by their numbers of goods where they have one."""
        for place in range(22, 29):
            out[place] = 0.0
        base = seat * MOST_SPECIALS
        for kind in range(t.box.specials):
            cards = i64(t.specials[base + kind])
            laid = i64(t.laid[base + kind])
            if cards + laid > 0:
                use = i64(t.box.use[kind])
                number = t.box.number[kind]
                if number < 1:
                    number = 1
                out[22 + use - FREE_TRADE] += float(cards * number)
                if use == CONSERVATION:
                    out[28] += float(laid * number)


def features(rules: Any) -> Features[Table]:
    return TradeFeatures(rules.players, rules.box)
