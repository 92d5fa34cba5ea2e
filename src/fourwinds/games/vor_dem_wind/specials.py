"""VW-7: the special cards played in phase 3."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import Refusal
from fourwinds.games.vor_dem_wind.actions import (
    GET,
    KEEP,
    LETTERS,
    OFFER,
    SELL,
    SELL_STORED,
    SPECIAL,
    SWAP,
)
from fourwinds.games.vor_dem_wind.refusals import (
    FREE_TRADE_LACKS,
    FREE_TRADE_USED_UP,
    MORE_TO_GET,
    NOT_IN_HAND_TO_SELL,
    NOT_IN_WAREHOUSE_TO_SELL,
    NOTHING_BOUGHT,
    NOTHING_SWAPPED,
    PURCHASE_LACKS,
    PURCHASE_USED_UP,
    WAREHOUSE_FULL,
    can_get,
    number_reached,
    swap_given,
    swap_got,
    swap_place,
    swap_refusal,
)
from fourwinds.games.vor_dem_wind.state import (
    BUY_AND_STORE,
    EMPTY,
    EXCHANGE,
    FREE_TRADE,
    GOODS,
    GOODS_BOUGHT_AND_STORED,
    GOODS_SOLD,
    GOODS_SWAPPED,
    GOODS_TRADED,
    HAND,
    MOST_SPECIALS,
    PLACES,
    SALE_GOLD,
    SHIPMENT,
    SPECIAL_PLAYED,
    Table,
    count,
)
from fourwinds.games.vor_dem_wind.turn import Drafting


def lay(t: Table, seat: i64, kind: i64) -> None:
    """VW-7.2: Conservation lies in the warehouse until the fleet leaves."""
    t.specials[seat * MOST_SPECIALS + kind] -= 1
    t.laid[seat * MOST_SPECIALS + kind] += 1
    t.special = kind
    if t.recording:
        t.cite("VW-5.1")
        t.cite("VW-7.2")
        t.tell(SPECIAL_PLAYED, seat, {"card": t.box.names[kind]})


class SpecialDrafting(Drafting):
    """VW-7: the choice of a special card, which is the first entry of the draft."""

    def card(self, t: Table) -> i64:
        return i64(t.draft[0]) - SPECIAL

    def finish(self, t: Table, seat: i64) -> None:
        """The special card is discarded; on with the action, if it is still to come."""
        kind = self.card(t)
        t.specials[seat * MOST_SPECIALS + kind] -= 1
        t.discards[kind] += 1
        t.special = kind
        t.drafted = 0
        if t.recording:
            t.cite("VW-5.1")
            t.cite(self.rule)
            use = i64(t.box.use[kind])
            card = i64(t.front[seat])
            if not t.acted and card != EMPTY and i64(t.box.use[card]) == SHIPMENT:
                # Only the income is left now.
                if use in (BUY_AND_STORE, EXCHANGE):
                    t.cite("VW-7.7")
        t.go(self.then)

    def take(self, t: Table, goods: vec[u8], base: i64) -> list[str]:
        """The goods chosen, from the supply to four places; while recording, their names."""
        taken: list[str] = []
        for i in range(1, t.drafted):
            good = i64(t.draft[i]) - GET
            t.supply[good] -= 1
            goods[base + good] += 1
            if t.recording:
                taken.append(GOODS[good])
        return taken


class FreeTrading(SpecialDrafting):
    """VW-7.1: the number shown of goods of one's choice, as far as the supply has them."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        if can_get(t, self.card(t), action - GET):
            return None
        if number_reached(t, self.card(t)):
            return FREE_TRADE_USED_UP
        return FREE_TRADE_LACKS

    def done_refusal(self, t: Table, seat: i64) -> Refusal | None:
        for good in range(i64(4)):
            if can_get(t, self.card(t), good):
                return MORE_TO_GET
        return None

    def commit(self, t: Table, seat: i64) -> None:
        goods = self.take(t, t.hands, seat * 4)
        if t.recording:
            card = self.card(t)
            data: dict[str, object] = {
                "card": t.box.names[card],
                "goods": goods,
                "missing": int(t.box.number[card]) - len(goods),
            }
            t.tell(GOODS_TRADED, seat, data)
        self.finish(t, seat)


class BuyingAndStoring(SpecialDrafting):
    """VW-7.3: up to the number shown from the supply into the warehouse, for the full price."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        if not can_get(t, self.card(t), action - GET):
            if number_reached(t, self.card(t)):
                return PURCHASE_USED_UP
            return PURCHASE_LACKS
        if count(t.stored, seat * 4) + t.drafted - 1 == PLACES:
            return WAREHOUSE_FULL
        return None

    def done_refusal(self, t: Table, seat: i64) -> Refusal | None:
        if t.drafted == 1:
            return NOTHING_BOUGHT
        return None

    def commit(self, t: Table, seat: i64) -> None:
        price = t.box.gold[self.card(t)]
        goods = self.take(t, t.stored, seat * 4)
        t.receive(seat, -price)
        if t.recording:
            data: dict[str, object] = {
                "card": t.box.names[self.card(t)],
                "goods": goods,
                "n": int(price),
            }
            t.tell(GOODS_BOUGHT_AND_STORED, seat, data)
        self.finish(t, seat)


class Exchanging(SpecialDrafting):
    """VW-7.4: one or two swaps of own warehouse goods, one after the other."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        return swap_refusal(t, seat, swap_given(action), swap_place(action), swap_got(action))

    def done_refusal(self, t: Table, seat: i64) -> Refusal | None:
        if t.drafted == 1:
            return NOTHING_SWAPPED
        return None

    def commit(self, t: Table, seat: i64) -> None:
        swaps: list[str] = []
        for i in range(1, t.drafted):
            swap = i64(t.draft[i])
            own = swap_given(swap)
            place = swap_place(swap)
            other = swap_got(swap)
            there = t.stored
            base = place * 4
            if place == HAND:
                there = t.hands
                base = seat * 4
            t.stored[seat * 4 + own] -= 1
            t.stored[seat * 4 + other] += 1
            there[base + own] += 1
            there[base + other] -= 1
            if t.recording:
                source = "hand" if place == HAND else LETTERS[place]
                swaps.append(f"swap:{GOODS[own]}/{source}/{GOODS[other]}")
        if t.recording:
            t.tell(GOODS_SWAPPED, seat, {"card": t.box.names[self.card(t)], "swaps": swaps})
        self.finish(t, seat)


class Selling(SpecialDrafting):
    """VW-7.5: any number of goods from hand and warehouse, 3 gold each."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        if action < SELL_STORED:
            if i64(t.hands[seat * 4 + action - SELL]) == t.in_draft(action):
                return NOT_IN_HAND_TO_SELL
        elif i64(t.stored[seat * 4 + action - SELL_STORED]) == t.in_draft(action):
            return NOT_IN_WAREHOUSE_TO_SELL
        return None

    def commit(self, t: Table, seat: i64) -> None:
        goods: list[str] = []
        price = SALE_GOLD * (t.drafted - 1)
        for i in range(1, t.drafted):
            good = i64(t.draft[i]) - SELL
            if good < 4:
                t.hands[seat * 4 + good] -= 1
            else:
                good -= 4
                t.stored[seat * 4 + good] -= 1
            t.supply[good] += 1
            if t.recording:
                goods.append(GOODS[good])
        t.receive(seat, price)
        if t.recording:
            card = t.box.names[self.card(t)]
            t.tell(GOODS_SOLD, seat, {"card": card, "goods": goods, "n": int(price)})
        self.finish(t, seat)


FREE_TRADING: Final = FreeTrading(11, "free-trading", "VW-7.1", GET, SELL)
BUYING_AND_STORING: Final = BuyingAndStoring(12, "buying-and-storing", "VW-7.3", GET, SELL)
EXCHANGING: Final = Exchanging(13, "exchanging", "VW-7.4", SWAP, OFFER)
SELLING: Final = Selling(14, "selling", "VW-7.5", SELL, KEEP)


def drafting(use: i64) -> SpecialDrafting:
    """The choice that a special card asks for."""
    if use == FREE_TRADE:
        return FREE_TRADING
    if use == BUY_AND_STORE:
        return BUYING_AND_STORING
    if use == EXCHANGE:
        return EXCHANGING
    return SELLING
