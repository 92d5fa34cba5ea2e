"""What a position of Vor dem Wind is worth, and rules of thumb for its play; for bots.

Worths are in points.
"""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY
from fourwinds.core.value import Value, judge_end, judge_points, lot
from fourwinds.games.vor_dem_wind.actions import (
    ACTIONS,
    BID,
    BUY,
    DONE,
    GET,
    INCOME,
    KEEP,
    OFFER,
    PASS,
    PAY,
    REVEAL,
    SELL,
    SELL_TO,
    SHELTER,
    SHELTER_FROM,
    SHIP,
    SPECIAL,
    SPOIL,
    START,
    STORE,
    SWAP,
)
from fourwinds.games.vor_dem_wind.refusals import swap_given, swap_got
from fourwinds.games.vor_dem_wind.state import (
    BUY_AND_STORE,
    CLOSED_CARD,
    CONSERVATION,
    EMPTY,
    FREE_TRADE,
    MOST_SPECIALS,
    OPEN_CARD,
    PLACES,
    PORT,
    PURCHASE,
    STORAGE,
    Box,
    Table,
    count,
)

# What a good brings on a ship, by the additive worth of VW-1.2.
ON_A_SHIP: Final = vec[float]([6.0, 4.0, 4.0, 2.0])
# What part of its points a ship is worth whose whole cargo lies in the warehouse, and how much a
# good in hand counts beside one that is stored; the second and third ship count less, and less.
LADEN: Final = 0.65
TO_BE_STORED: Final = 0.55
NEXT_SHIP: Final = 0.6
SHIPS_PLANNED: Final = 3
# What part of its worth a good keeps that no planned ship wants, in hand and in the warehouse.
IN_HAND: Final = 0.12
IN_STORE: Final = 0.25
A_GOLD: Final = 0.14
# Gold beyond this much is hardly of use.
PURSE: Final = 25
MORE_GOLD: Final = 0.01
NO_USE: Final = 0.1
SPREAD: Final = 3.0
LEFT: Final = 0.2
# Offers are made in these sizes alone: prices near each other are as good as the same.
GROUPED: Final = vec[i64]([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 65, 85, 110])
UNIT: Final = 10.0
MOST_WEIGHT: Final = 5000
# How many turns a search looks ahead, besides the present one.
TURNS_AHEAD: Final = 1


class Trade(Value[Table]):
    """Looks ahead to the end of the next turn; the mate, to the end of this one."""

    def __init__(self, players: i64, box: Box) -> None:
        super().__init__(players)
        self.number: i64 = 0
        self.turns_ahead: i64 = TURNS_AHEAD
        self.points = vec[float]([0.0] * players)
        self.weights = vec[i64]([0] * ACTIONS.count)
        # Room to plan in: goods stored and in hand that no ship has yet, and the ships planned.
        self.stored = vec[i64]([0] * 4)
        self.hand = vec[i64]([0] * 4)
        self.planned = vec[i64]([0] * PORT)
        self.specials = vec[float]([0.0] * MOST_SPECIALS)
        for kind in range(box.specials):
            self.specials[kind] = _special_worth(box, kind)

    def truncate(self, t: Table) -> None:
        self.number = t.number

    def is_far(self, t: Table) -> bool:
        return t.number > self.number + self.turns_ahead

    def is_quiet(self, t: Table) -> bool:
        return t.number > self.number

    def public_key(self, t: Table) -> i64:
        """The cards revealed."""
        seen: i64 = 0
        for i in range(t.revealed):
            seen = seen * 256 + i64(t.row[i])
        return seen

    def judge(self, t: Table, out: vec[float]) -> None:
        if t.step.actor(t) == NOBODY:
            judge_end(t, out)
            return
        most: i64 = 0
        for seat in range(t.players):
            self.points[seat] = self.worth(t, seat)
            most = at_least(most, t.score[seat])
        left = float(at_least(t.target - most, 0))
        judge_points(self.points, SPREAD + LEFT * left, t.players, out)

    def worth(self, t: Table, seat: i64) -> float:
        """Points, and what goods, gold and cards may still bring."""
        gold = t.gold[seat] + t.money[seat]
        worth = float(t.score[seat]) + A_GOLD * float(at_most(gold, PURSE))
        worth += MORE_GOLD * float(at_least(gold - PURSE, 0))
        now = self.goods_worth(t, seat, EMPTY, 0)
        worth += now
        base = seat * MOST_SPECIALS
        for kind in range(t.box.specials):
            cards = i64(t.specials[base + kind]) + i64(t.laid[base + kind])
            worth += self.specials[kind] * float(cards)
        face = i64(t.face[seat])
        if (face in (OPEN_CARD, CLOSED_CARD)) and i64(t.front[seat]) != EMPTY:
            worth += self.card_worth(t, seat, i64(t.front[seat]), now)
        return worth

    def goods_worth(self, t: Table, seat: i64, bought: i64, moved: i64) -> float:
        """What the seat's goods may bring: ships of this fleet, planned one after the other, and
        what is left over. With the goods of the card `bought` in hand too; `moved`: all stored."""
        stored = self.stored
        hand = self.hand
        planned = self.planned
        for good in range(i64(4)):
            stored[good] = i64(t.stored[seat * 4 + good])
            hand[good] = i64(t.hands[seat * 4 + good])
            if bought != EMPTY:
                hand[good] += min(i64(t.box.goods[bought * 4 + good]), i64(t.supply[good]))
            if moved:
                stored[good] += hand[good]
                hand[good] = 0
        berths = t.berths
        for place in range(berths):
            planned[place] = 0
        total = 0.0
        factor = LADEN
        for _ship in range(i64(SHIPS_PLANNED)):
            best = 0.0
            chosen: i64 = NOBODY
            for place in range(berths):
                ship = i64(t.port[place])
                if ship != EMPTY and planned[place] == 0:
                    there = 0.0
                    whole = 0.0
                    for good in range(i64(4)):
                        wanted = i64(t.box.cargo[ship * 4 + good])
                        if wanted > 0:
                            has = min(wanted, stored[good])
                            part = float(has) + TO_BE_STORED * float(min(wanted - has, hand[good]))
                            there += ON_A_SHIP[good] * part
                            whole += ON_A_SHIP[good] * float(wanted)
                    part = there / whole
                    worth = float(t.box.ship_points[ship]) * part * part
                    if worth > best:
                        best = worth
                        chosen = place
            if chosen == NOBODY:
                break
            total += factor * best
            factor *= NEXT_SHIP
            planned[chosen] = 1
            ship = i64(t.port[chosen])
            for good in range(i64(4)):
                wanted = i64(t.box.cargo[ship * 4 + good])
                has = min(wanted, stored[good])
                stored[good] -= has
                hand[good] -= min(wanted - has, hand[good])
        for good in range(i64(4)):
            kept = IN_STORE * float(stored[good]) + IN_HAND * float(hand[good])
            total += ON_A_SHIP[good] * kept
        return total

    def ready(self, t: Table, seat: i64) -> float:
        """The points of the ships whose whole cargo lies in the warehouse, one after the other."""
        stored = self.stored
        for good in range(i64(4)):
            stored[good] = i64(t.stored[seat * 4 + good])
        total = 0.0
        for place in range(t.berths):
            ship = i64(t.port[place])
            if ship != EMPTY:
                whole = True
                for good in range(i64(4)):
                    if stored[good] < i64(t.box.cargo[ship * 4 + good]):
                        whole = False
                if whole:
                    total += float(t.box.ship_points[ship])
                    for good in range(i64(4)):
                        stored[good] -= i64(t.box.cargo[ship * 4 + good])
        return total

    def card_worth(self, t: Table, seat: i64, card: i64, now: float) -> float:
        """What carrying out a card would bring the seat, whose goods are worth `now`."""
        use = i64(t.box.use[card])
        if use == PURCHASE:
            return self.goods_worth(t, seat, card, 0) - now
        if use == STORAGE:
            price = t.box.gold[card]
            held = count(t.hands, seat * 4)
            room = PLACES - count(t.stored, seat * 4)
            number = min(min(t.box.number[card], held), room)
            if price > t.gold[seat] or number == 0:
                return NO_USE
            # The best are stored first.
            part = math.sqrt(float(number) / float(held))
            gain = part * (self.goods_worth(t, seat, EMPTY, 1) - now)
            return max(gain - A_GOLD * float(price), NO_USE)
        if use >= FREE_TRADE:
            return self.specials[card]
        return max(A_GOLD * float(t.box.gold[card]), (1.0 - LADEN) * self.ready(t, seat))

    def need(self, t: Table, seat: i64, good: i64) -> float:
        """How much a good more in the warehouse would do for the ships in port."""
        total = ON_A_SHIP[good] * IN_STORE
        for place in range(t.berths):
            ship = i64(t.port[place])
            if ship != EMPTY:
                missing: i64 = 0
                for other in range(i64(4)):
                    wanted = i64(t.box.cargo[ship * 4 + other])
                    missing += at_least(wanted - i64(t.stored[seat * 4 + other]), 0)
                if i64(t.box.cargo[ship * 4 + good]) > i64(t.stored[seat * 4 + good]):
                    total += float(t.box.ship_points[ship]) / float(missing * missing) / 8.0
        return total

    def narrow(self, t: Table, seat: i64, actions: vec[i64], n: i64) -> i64:
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

    def weigh(self, t: Table, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        now = 0.0
        if actions[0] < REVEAL or actions[n - 1] > OFFER:
            now = self.goods_worth(t, seat, EMPTY, 0)
        for i in range(n):
            out[i] = at_least(at_most(self.weight(t, seat, actions[i], now), MOST_WEIGHT), 1)

    def weight(self, t: Table, seat: i64, action: i64, now: float) -> i64:
        if action < SHELTER:
            return _weight(self.card_worth(t, seat, i64(t.row[action]), now))
        if action < BID:
            return 3
        if action < SHELTER_FROM:
            return _weight(0.6 * self.card_worth(t, seat, i64(t.front[action - BID]), now))
        if action < PASS:
            return 3
        if action == PASS:
            if t.owner != NOBODY:
                return 40
            return 1
        if action < REVEAL:
            return self.settling_weight(t, seat, action, now)
        if action < START:
            return 50
        if action < BUY:
            return 20
        if action == BUY:
            return 300
        if action == INCOME:
            return 30
        if action == DONE:
            return 15
        if action < SHIP:
            return _weight(self.need(t, seat, action - STORE))
        if action < GET:
            return 1000
        if action < SELL:
            return _weight(self.need(t, seat, action - GET))
        if action < KEEP:
            return 4
        if action < SPOIL:
            return _weight(ON_A_SHIP[(action - KEEP) & 3])
        if action < SPECIAL:
            return 20
        if action < SWAP:
            return 60
        if action <= OFFER:
            given = self.need(t, seat, swap_given(action))
            return _weight(self.need(t, seat, swap_got(action)) - given)
        if t.owner == NOBODY or i64(t.front[t.owner]) == EMPTY:
            return 10
        card = i64(t.front[t.owner])
        wanted = i64(int(0.4 * self.card_worth(t, seat, card, now) / A_GOLD)) + 1
        off = action - OFFER - wanted
        if off < 0:
            off = -off
        return 100 // (1 + off)

    def settling_weight(self, t: Table, seat: i64, action: i64, now: float) -> i64:
        card = self.card_worth(t, seat, i64(t.front[seat]), now)
        if action < PAY:
            return _weight(A_GOLD * float(t.offers[action - SELL_TO]) - card + 1.0)
        return _weight(card - A_GOLD * float(t.offers[action - PAY]))

    def rollout_action(self, t: Table, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        few = self.narrow(t, seat, actions, n)
        self.weigh(t, seat, actions, few, self.weights)
        return actions[lot(self.weights, few, chance)]


# Plain functions instead of min and max, which the compiler boxes where a literal is among them.


def at_most(value: i64, most: i64) -> i64:
    if value > most:
        return most
    return value


def at_least(value: i64, least: i64) -> i64:
    if value < least:
        return least
    return value


def _weight(worth: float) -> i64:
    """Twice the worth should be four times as likely."""
    if worth <= 0.0:
        return 1
    return i64(int(UNIT * worth * worth)) + 1


def _special_worth(box: Box, kind: i64) -> float:
    """What a special card is worth in hand."""
    use = i64(box.use[kind])
    number = float(box.number[kind])
    if use == FREE_TRADE:
        return 0.9 * number
    if use == CONSERVATION:
        return 0.5 * number
    if use == BUY_AND_STORE:
        return max(2.0 * number - 0.5 * A_GOLD * float(box.gold[kind]), NO_USE)
    return 1.0


def value(rules: Any) -> Value[Table]:
    return Trade(rules.players, rules.box)
