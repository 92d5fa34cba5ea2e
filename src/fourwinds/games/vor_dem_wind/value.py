"""What a position of Vor dem Wind is worth, and rules of thumb for its play; for bots.

Worths are in points.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State
from fourwinds.core.value import Value, best_lot, judge_end, judge_points
from fourwinds.games.vor_dem_wind.state import (
    ACTION_COUNT,
    BID,
    BUY,
    CLOSED_CARD,
    DONE,
    EMPTY,
    FREE_TRADE,
    GET,
    INCOME,
    KEEP,
    MOST_SPECIALS,
    OFFER,
    OPEN_CARD,
    PASS,
    PAY,
    PLACES,
    PURCHASE,
    REVEAL,
    SELL,
    SELL_TO,
    SHELTER,
    SHELTER_FROM,
    SHIP,
    SPECIAL,
    SPOIL,
    START,
    STORAGE,
    STORE,
    SWAP,
    Table,
    count,
)

# What a good brings on a ship, by the additive worth of VW-1.2.
ON_A_SHIP: Final = vec[float]([6.0, 4.0, 4.0, 2.0])
# What part of that a good is worth in hand and in the warehouse.
IN_HAND: Final = 0.25
IN_STORE: Final = 0.35
FITTING: Final = 0.25
A_GOLD: Final = 0.14
# Gold beyond this much is hardly of use.
PURSE: Final = 25
MORE_GOLD: Final = 0.01
A_SPECIAL: Final = 1.0
STORING: Final = 0.3
LOADING: Final = 0.3
SPREAD: Final = 3.0
LEFT: Final = 0.2
# Offers are made in these sizes alone: prices near each other are as good as the same.
GROUPED: Final = vec[i64]([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 65, 85, 110])
UNIT: Final = 10.0


class Trade(Value):
    """Looks ahead to the end of the turn."""

    def __init__(self, players: i64) -> None:
        super().__init__(players)
        self.number: i64 = 0
        self.turns_ahead: i64 = 0
        self.points = vec[float]([0.0] * players)
        self.weights = vec[i64]([0] * ACTION_COUNT)

    def focus(self, t: State) -> None:
        assert isinstance(t, Table)
        self.number = t.number

    def is_far(self, t: State) -> bool:
        assert isinstance(t, Table)
        return t.number > self.number + self.turns_ahead

    def is_quiet(self, t: State) -> bool:
        assert isinstance(t, Table)
        return t.number > self.number

    def sight(self, t: State) -> i64:
        """The cards revealed."""
        assert isinstance(t, Table)
        seen: i64 = 0
        for i in range(t.revealed):
            seen = seen * 256 + i64(t.row[i])
        return seen

    def judge(self, t: State, out: vec[float]) -> None:
        assert isinstance(t, Table)
        if t.step.actor(t) == NOBODY:
            judge_end(t, out)
            return
        most: i64 = 0
        for seat in range(t.players):
            self.points[seat] = self.worth(t, seat)
            most = max(most, t.score[seat])
        left = float(max(t.target - most, 0))
        judge_points(self.points, SPREAD + LEFT * left, t.players, out)

    def worth(self, t: Table, seat: i64) -> float:
        """Points, and what goods, gold and cards may still bring."""
        gold = t.gold[seat] + t.money[seat]
        worth = float(t.score[seat]) + A_GOLD * float(min(gold, PURSE))
        worth += MORE_GOLD * float(max(gold - PURSE, 0))
        base = seat * 4
        for good in range(4):
            worth += IN_HAND * ON_A_SHIP[good] * float(i64(t.hands[base + good]))
            worth += IN_STORE * ON_A_SHIP[good] * float(i64(t.stored[base + good]))
        worth += FITTING * self.cargo_ready(t, seat)
        for kind in range(seat * MOST_SPECIALS, seat * MOST_SPECIALS + t.box.specials):
            worth += A_SPECIAL * float(i64(t.specials[kind]) + i64(t.laid[kind]))
        face = i64(t.face[seat])
        if (face in (OPEN_CARD, CLOSED_CARD)) and i64(t.front[seat]) != EMPTY:
            worth += self.card_worth(t, seat, i64(t.front[seat]))
        return worth

    def cargo_ready(self, t: Table, seat: i64) -> float:
        """The points of the ships in port, by how much of each cargo lies in the warehouse."""
        total = 0.0
        for place in range(t.berths):
            ship = i64(t.port[place])
            if ship != EMPTY:
                there = 0.0
                whole = 0.0
                for good in range(4):
                    wanted = i64(t.box.cargo[ship * 4 + good])
                    has = min(wanted, i64(t.stored[seat * 4 + good]))
                    there += ON_A_SHIP[good] * float(has)
                    whole += ON_A_SHIP[good] * float(wanted)
                part = there / whole
                total += float(t.box.ship_points[ship]) * part * part * part
        return total

    def card_worth(self, t: Table, seat: i64, card: i64) -> float:
        """What carrying out a card would bring the seat."""
        use = i64(t.box.use[card])
        if use == PURCHASE:
            bought = 0.0
            for good in range(4):
                number = min(i64(t.box.goods[card * 4 + good]), i64(t.supply[good]))
                bought += IN_HAND * ON_A_SHIP[good] * float(number)
            return bought
        if use == STORAGE:
            price = t.box.gold[card]
            if price > t.gold[seat]:
                return 0.2
            room = PLACES - count(t.stored, seat * 4)
            number = min(min(t.box.number[card], count(t.hands, seat * 4)), room)
            stored = 0.0
            for good in range(4):
                some = min(number, i64(t.hands[seat * 4 + good]))
                stored += STORING * ON_A_SHIP[good] * float(some)
                number -= some
            return max(stored - A_GOLD * float(price), 0.2)
        if use >= FREE_TRADE:
            return A_SPECIAL
        return max(A_GOLD * float(t.box.gold[card]), LOADING * self.cargo_ready(t, seat))

    def narrow(self, t: State, seat: i64, actions: vec[i64], n: i64) -> i64:
        kept: i64 = 0
        group: i64 = 0
        for i in range(n):
            action = actions[i]
            if action > OFFER:
                while group < len(GROUPED) and OFFER + GROUPED[group] < action:
                    group += 1
                if group == len(GROUPED) or OFFER + GROUPED[group] != action:
                    continue
            actions[kept] = action
            kept += 1
        return kept

    def weigh(self, t: State, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        assert isinstance(t, Table)
        for i in range(n):
            out[i] = max(1, min(self.weight(t, seat, actions[i]), 5000))

    def weight(self, t: Table, seat: i64, action: i64) -> i64:
        if action < SHELTER:
            return _weight(self.card_worth(t, seat, i64(t.row[action])))
        if action < BID:
            return 3
        if action < SHELTER_FROM:
            return _weight(0.6 * self.card_worth(t, seat, i64(t.front[action - BID])))
        if action < PASS:
            return 3
        if action == PASS:
            return 40 if t.owner != NOBODY else 1
        if action < REVEAL:
            return self.settling_weight(t, seat, action)
        if action < BUY:
            return 50 if action < START else 20
        if action < STORE:
            return 15 if action == DONE else 30 if action == INCOME else 300
        if action < SHIP:
            return _weight(ON_A_SHIP[action - STORE])
        if action < GET:
            return 1000
        if action < SELL:
            return _weight(ON_A_SHIP[action - GET])
        if action < KEEP:
            return 4
        if action < SPOIL:
            return _weight(ON_A_SHIP[(action - KEEP) & 3])
        if action < SPECIAL:
            return 20
        if action < SWAP:
            return 60
        if action <= OFFER:
            swap = action - SWAP
            return _weight(ON_A_SHIP[swap & 3] - ON_A_SHIP[swap // 20])
        if t.owner == NOBODY or i64(t.front[t.owner]) == EMPTY:
            return 10
        card = i64(t.front[t.owner])
        wanted = i64(int(0.4 * self.card_worth(t, seat, card) / A_GOLD)) + 1
        off = action - OFFER - wanted
        return 100 // (1 + max(off, -off))

    def settling_weight(self, t: Table, seat: i64, action: i64) -> i64:
        card = self.card_worth(t, seat, i64(t.front[seat]))
        if action < PAY:
            return _weight(A_GOLD * float(t.offers[action - SELL_TO]) - card + 1.0)
        return _weight(card - A_GOLD * float(t.offers[action - PAY]))

    def pick(self, t: State, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        few = self.narrow(t, seat, actions, n)
        self.weigh(t, seat, actions, few, self.weights)
        return actions[best_lot(self.weights, few, self.lots, chance)]


def _weight(worth: float) -> i64:
    """Twice the worth should be four times as likely."""
    if worth <= 0.0:
        return 1
    return i64(int(UNIT * worth * worth)) + 1


def value(rules: Any) -> Value:
    return Trade(rules.players)
