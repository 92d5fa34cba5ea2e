"""VW-7: the special cards played in phase 3."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.games.vor_dem_wind.refusals import (
    FINE,
    MORE_TO_GET,
    NOT_IN_HAND,
    NOT_IN_WAREHOUSE,
    WAREHOUSE_FULL,
    get_bar,
    swap_bar,
)
from fourwinds.games.vor_dem_wind.state import (
    BUY_AND_STORE,
    EMPTY,
    EXCHANGE,
    FREE_TRADE,
    GET,
    GOODS,
    GOODS_BOUGHT_AND_STORED,
    GOODS_SOLD,
    GOODS_SWAPPED,
    GOODS_TRADED,
    HAND,
    MOST_SPECIALS,
    OFFER,
    PLACES,
    SALE_GOLD,
    SELL,
    SHIPMENT,
    SPECIAL,
    SPECIAL_PLAYED,
    SWAP,
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

    def finish(self, t: Table, seat: i64, rule: str) -> None:
        """The special card is discarded; on with the action, if it is still to come."""
        kind = self.card(t)
        t.specials[seat * MOST_SPECIALS + kind] -= 1
        t.discards[kind] += 1
        t.special = kind
        t.drafted = 0
        if t.recording:
            t.cite("VW-5.1")
            t.cite(rule)
            use = i64(t.box.use[kind])
            card = i64(t.front[seat])
            if card != EMPTY and i64(t.box.use[card]) == SHIPMENT:
                if use in (BUY_AND_STORE, EXCHANGE):
                    t.cite("VW-7.7")
        t.go(self.then)

    def take(self, t: Table, goods: vec[u8], base: i64) -> None:
        """The goods chosen, from the supply to four places."""
        for i in range(1, t.drafted):
            good = i64(t.draft[i]) - GET
            t.supply[good] -= 1
            goods[base + good] += 1

    def got(self, t: Table) -> list[str]:
        return [GOODS[i64(t.draft[i]) - GET] for i in range(1, t.drafted)]


class FreeTrading(SpecialDrafting):
    """VW-7.1: the number shown of goods of one's choice, as far as the supply has them."""

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        return get_bar(t, self.card(t), action - GET)

    def done_bar(self, t: Table, seat: i64) -> i64:
        for good in range(4):
            if get_bar(t, self.card(t), good) == FINE:
                return MORE_TO_GET
        return FINE

    def commit(self, t: Table, seat: i64) -> None:
        if t.recording:
            t.tell(GOODS_TRADED, seat, {"card": t.box.names[self.card(t)], "goods": self.got(t)})
        self.take(t, t.hands, seat * 4)
        self.finish(t, seat, "VW-7.1")


class BuyingAndStoring(SpecialDrafting):
    """VW-7.3: up to the number shown from the supply into the warehouse, for the full price."""

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        bar = get_bar(t, self.card(t), action - GET)
        if bar == FINE and count(t.stored, seat * 4) + t.drafted - 1 == PLACES:
            return WAREHOUSE_FULL
        return bar

    def commit(self, t: Table, seat: i64) -> None:
        price = t.box.gold[self.card(t)]
        if t.recording:
            data: dict[str, object] = {
                "card": t.box.names[self.card(t)],
                "goods": self.got(t),
                "n": int(price),
            }
            t.tell(GOODS_BOUGHT_AND_STORED, seat, data)
        self.take(t, t.stored, seat * 4)
        t.receive(seat, -price)
        self.finish(t, seat, "VW-7.3")


class Exchanging(SpecialDrafting):
    """VW-7.4: one or two swaps of own warehouse goods, one after the other."""

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        swap = action - SWAP
        return swap_bar(t, seat, swap // 20, (swap // 4) % 5, swap & 3)

    def commit(self, t: Table, seat: i64) -> None:
        swaps: list[str] = []
        for i in range(1, t.drafted):
            swap = i64(t.draft[i]) - SWAP
            own = swap // 20
            place = (swap // 4) % 5
            other = swap & 3
            there = t.hands if place == HAND else t.stored
            base = (seat if place == HAND else place) * 4
            t.stored[seat * 4 + own] -= 1
            t.stored[seat * 4 + other] += 1
            there[base + own] += 1
            there[base + other] -= 1
            if t.recording:
                source = "hand" if place == HAND else "ABCD"[place]
                swaps.append(f"swap:{GOODS[own]}/{source}/{GOODS[other]}")
        if t.recording:
            t.tell(GOODS_SWAPPED, seat, {"card": t.box.names[self.card(t)], "swaps": swaps})
        self.finish(t, seat, "VW-7.4")


class Selling(SpecialDrafting):
    """VW-7.5: any number of goods from hand and warehouse, 3 gold each."""

    def done_bar(self, t: Table, seat: i64) -> i64:
        return FINE

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        good = action - SELL
        if good < 4:
            in_hand = i64(t.hands[seat * 4 + good])
            return FINE if in_hand > t.in_draft(action) else NOT_IN_HAND
        in_warehouse = i64(t.stored[seat * 4 + good - 4])
        return FINE if in_warehouse > t.in_draft(action) else NOT_IN_WAREHOUSE

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
        if t.recording:
            card = t.box.names[self.card(t)]
            t.tell(GOODS_SOLD, seat, {"card": card, "goods": goods, "n": int(price)})
        t.receive(seat, price)
        self.finish(t, seat, "VW-7.5")


FREE_TRADING: Final = FreeTrading(11, "free-trading", "VW-7.1", GET, GET + 4)
BUYING_AND_STORING: Final = BuyingAndStoring(12, "buying-and-storing", "VW-7.3", GET, GET + 4)
EXCHANGING: Final = Exchanging(13, "exchanging", "VW-7.4", SWAP, OFFER)
SELLING: Final = Selling(14, "selling", "VW-7.5", SELL, SELL + 8)


def drafting(use: i64) -> SpecialDrafting:
    """The choice that a special card asks for."""
    if use == FREE_TRADE:
        return FREE_TRADING
    if use == BUY_AND_STORE:
        return BUYING_AND_STORING
    if use == EXCHANGE:
        return EXCHANGING
    return SELLING
