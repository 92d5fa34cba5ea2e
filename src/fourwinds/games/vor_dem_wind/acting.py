"""VW-5, phase 3: everybody carries out his card."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.actions import (
    BUY,
    GET,
    INCOME,
    PASS,
    SHIP,
    SPECIAL,
    STORE,
    SWAP,
)
from fourwinds.games.vor_dem_wind.refusals import (
    ACTED,
    NO_CARD,
    OTHER_CARD,
    SPECIAL_FRESH,
    any_special,
    refused,
    ship_refusal,
    special_refusal,
    storage_refusal,
    store_refusal,
)
from fourwinds.games.vor_dem_wind.specials import drafting, lay
from fourwinds.games.vor_dem_wind.state import (
    ACTION_FORGONE,
    CONSERVATION,
    EMPTY,
    FREE_TRADE,
    GOODS,
    GOODS_BOUGHT,
    GOODS_SHIPPED,
    GOODS_STORED,
    INCOME_TAKEN,
    MOST_SPECIALS,
    PURCHASE,
    SHIPMENT,
    SHIPS,
    STORAGE,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import Drafting, TurnStep


class Acting(TurnStep):
    """VW-5.1: each in turn carries out his card and may play one special card before or after."""

    def enter(self, t: Table) -> None:
        """Pass over those who can do nothing (more)."""
        while True:
            seat = t.turn
            if self.card_refusal(t, seat) is None or any_special(t, seat):
                return
            self.leave(t, False)
            if t.turn == t.first:
                t.go(self.then)
                return

    def leave(self, t: Table, able: bool) -> None:
        """The seat has finished; what it did not do is forgone. `able`: it could have done it."""
        if t.recording:
            card = i64(t.front[t.turn])
            if not t.acted and card != EMPTY and i64(t.box.use[card]) < FREE_TRADE:
                t.cite("VW-5.1")
                t.tell(ACTION_FORGONE, t.turn, {"card": t.box.names[card], "able": able})
        t.turn = t.next_seat(t.turn)
        t.acted = False
        t.special = NOBODY

    def card_refusal(self, t: Table, seat: i64) -> Refusal | None:
        """Why the card before the seat cannot be carried out; None if it can."""
        found = self.no_card(t, seat)
        if found is None and i64(t.box.use[i64(t.front[seat])]) == STORAGE:
            return storage_refusal(t, seat)
        return found

    def no_card(self, t: Table, seat: i64) -> Refusal | None:
        """VW-5.1: a normal card that the seat has not carried out yet."""
        card = i64(t.front[seat])
        if card == EMPTY:
            return NO_CARD
        if i64(t.box.use[card]) >= FREE_TRADE:
            return SPECIAL_FRESH
        if t.acted:
            return ACTED
        return None

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        """Why an action of the seat's card is refused; None if it is not."""
        found = self.no_card(t, seat)
        if found is not None:
            return found
        needed: i64 = SHIPMENT
        if action == BUY:
            needed = PURCHASE
        elif STORE <= action < SHIP:
            needed = STORAGE
        if i64(t.box.use[i64(t.front[seat])]) != needed:
            return OTHER_CARD
        if action >= SHIP:
            return ship_refusal(t, seat, action - SHIP)
        if action >= STORE:
            return store_refusal(t, seat, action - STORE)
        return None

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        out[0] = PASS
        n: i64 = 1
        if self.card_refusal(t, seat) is None:
            use = i64(t.box.use[i64(t.front[seat])])
            if use == PURCHASE:
                out[n] = BUY
                n += 1
            elif use == STORAGE:
                for good in range(i64(4)):
                    if store_refusal(t, seat, good) is None:
                        out[n] = STORE + good
                        n += 1
            else:
                out[n] = INCOME
                n += 1
                for place in range(t.berths):
                    if ship_refusal(t, seat, place) is None:
                        out[n] = SHIP + place
                        n += 1
        for kind in range(t.box.specials):
            if special_refusal(t, seat, kind) is None:
                out[n] = SPECIAL + kind
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        found: Refusal | None = None
        if action in (BUY, INCOME) or STORE <= action < GET:
            found = self.refusal(t, seat, action)
        elif SPECIAL <= action < SWAP:
            found = special_refusal(t, seat, action - SPECIAL)
        return refused(t, seat, action, found)

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [PASS]
        card = int(t.front[seat])
        if card != EMPTY and not t.acted:
            use = i64(t.box.use[card])
            if use == PURCHASE:
                out.append(BUY)
            elif use == STORAGE:
                out += range(STORE, STORE + 4)
            elif use == SHIPMENT:
                ships = [i for i in range(t.berths) if i64(t.port[i]) != EMPTY]
                out += [INCOME, *[SHIP + i for i in ships]]
        base = seat * MOST_SPECIALS
        for kind in range(t.box.specials):
            if i64(t.specials[base + kind]) > 0 or kind == card:
                out.append(SPECIAL + kind)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action == PASS:
            self.leave(t, t.recording and self.card_refusal(t, seat) is None)
            if t.turn == t.first:
                t.go(self.then)
            else:
                t.go(ACTING)
        elif action == BUY:
            self.buy(t, seat)
        elif action == INCOME:
            self.take_income(t, seat)
        elif action >= SPECIAL:
            self.play_special(t, seat, action - SPECIAL)
        else:
            t.add_to_draft(action)
            t.step = STORING if action < SHIP else SHIPPING

    def buy(self, t: Table, seat: i64) -> None:
        """VW-5.2: the goods shown, as far as the supply has them."""
        card = i64(t.front[seat])
        got: list[str] = []
        missing: list[str] = []
        for good in range(i64(4)):
            shown = i64(t.box.goods[card * 4 + good])
            taken = min(shown, i64(t.supply[good]))
            t.supply[good] -= u8(taken)
            t.hands[seat * 4 + good] += u8(taken)
            if t.recording:
                got += [GOODS[good]] * int(taken)
                missing += [GOODS[good]] * int(shown - taken)
        if t.recording:
            # Which goods a card names, and that they cost nothing, is VW-1.3.
            t.cite("VW-1.3")
            t.cite("VW-5.2")
            t.tell(GOODS_BOUGHT, seat, {"goods": got, "missing": missing})
        finish_card(t)

    def take_income(self, t: Table, seat: i64) -> None:
        """VW-5.4: the gold shown."""
        gold = t.box.gold[i64(t.front[seat])]
        t.receive(seat, gold)
        if t.recording:
            t.cite("VW-5.4")
            t.tell(INCOME_TAKEN, seat, {"n": int(gold)})
        finish_card(t)

    def play_special(self, t: Table, seat: i64, kind: i64) -> None:
        """VW-7: lay a Conservation, or begin the choice that another card asks for."""
        use = i64(t.box.use[kind])
        if use == CONSERVATION:
            lay(t, seat, kind)
            t.go(ACTING)
        else:
            t.add_to_draft(SPECIAL + kind)
            t.step = drafting(use)


def finish_card(t: Table) -> None:
    """The card is carried out; a special card may follow."""
    if t.recording:
        t.cite("VW-5.1")
    t.acted = True
    t.go(ACTING)


class Storing(Drafting):
    """VW-5.3: up to the number shown from hand into the warehouse, for the price shown."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        return store_refusal(t, seat, action - STORE)

    def commit(self, t: Table, seat: i64) -> None:
        goods: list[str] = []
        for i in range(t.drafted):
            good = i64(t.draft[i]) - STORE
            t.hands[seat * 4 + good] -= 1
            t.stored[seat * 4 + good] += 1
            if t.recording:
                goods.append(GOODS[good])
        t.drafted = 0
        price = t.box.gold[i64(t.front[seat])]
        t.receive(seat, -price)
        if t.recording:
            t.cite("VW-5.3")
            t.tell(GOODS_STORED, seat, {"goods": goods, "n": int(price)})
        finish_card(t)


class Shipping(Drafting):
    """VW-5.4: ships whose whole cargo lies in the warehouse, several in one action."""

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        return ship_refusal(t, seat, action - SHIP)

    def commit(self, t: Table, seat: i64) -> None:
        ships: list[str] = []
        points: i64 = 0
        for i in range(t.drafted):
            place = i64(t.draft[i]) - SHIP
            ship = i64(t.port[place])
            for good in range(i64(4)):
                load = t.box.cargo[ship * 4 + good]
                t.stored[seat * 4 + good] -= load
                t.supply[good] += load
            t.port[place] = EMPTY
            t.delivered[seat * SHIPS + ship] += 1
            points += t.box.ship_points[ship]
            if t.recording:
                ships.append(t.box.ship_names[ship])
        t.drafted = 0
        t.score[seat] += points
        if t.recording:
            # What a ship takes and what it gives is VW-1.2.
            t.cite("VW-1.2")
            t.cite("VW-5.4")
            t.tell(GOODS_SHIPPED, seat, {"ships": ships, "n": int(points)})
        finish_card(t)


ACTING: Final = Acting(8, "acting", "VW-5.1")
STORING: Final = Storing(9, "storing", "VW-5.3", STORE, SHIP)
SHIPPING: Final = Shipping(10, "shipping", "VW-5.4", SHIP, GET)
