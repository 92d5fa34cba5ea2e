"""VW-5, phase 3: everybody carries out his card."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.refusals import (
    ACTED,
    FINE,
    NO_CARD,
    OTHER_CARD,
    SPECIAL_FRESH,
    any_special,
    details,
    not_now,
    refuse,
    ship_bar,
    special_bar,
    storage_bar,
    store_bar,
)
from fourwinds.games.vor_dem_wind.specials import drafting, lay
from fourwinds.games.vor_dem_wind.state import (
    ACTION_FORGONE,
    BUY,
    CONSERVATION,
    EMPTY,
    FREE_TRADE,
    GET,
    GOODS,
    GOODS_BOUGHT,
    GOODS_SHIPPED,
    GOODS_STORED,
    INCOME,
    INCOME_TAKEN,
    MOST_SPECIALS,
    PASS,
    PORT,
    PURCHASE,
    SHIP,
    SHIPMENT,
    SHIPS,
    SPECIAL,
    STORAGE,
    STORE,
    SWAP,
    Table,
)
from fourwinds.games.vor_dem_wind.turn import Drafting, TurnStep


class Acting(TurnStep):
    """VW-5.1: each in turn carries out his card and may play one special card before or after."""

    def enter(self, t: Table) -> None:
        """Pass over those who can do nothing (more)."""
        while True:
            seat = t.turn
            if self.card_bar(t, seat) == FINE or any_special(t, seat):
                return
            self.leave(t)
            if t.turn == t.first:
                t.go(self.then)
                return

    def leave(self, t: Table) -> None:
        """The seat has finished; what it did not do is forgone."""
        if t.recording:
            card = i64(t.front[t.turn])
            if not t.acted and card != EMPTY and i64(t.box.use[card]) < FREE_TRADE:
                t.cite("VW-5.1")
                t.tell(ACTION_FORGONE, t.turn, {"card": t.box.names[card]})
        t.turn = t.next_seat(t.turn)
        t.acted = False
        t.special = NOBODY

    def card_bar(self, t: Table, seat: i64) -> i64:
        """Whether the card before the seat is there to be carried out, and can be."""
        card = i64(t.front[seat])
        if card == EMPTY:
            return NO_CARD
        use = i64(t.box.use[card])
        if use >= FREE_TRADE:
            return SPECIAL_FRESH
        if t.acted:
            return ACTED
        if use == STORAGE:
            return storage_bar(t, seat)
        return FINE

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        """Why an action of the seat's card is refused; FINE if it is not."""
        bar = self.card_bar(t, seat)
        if bar in (NO_CARD, SPECIAL_FRESH, ACTED):
            return bar
        use = i64(t.box.use[i64(t.front[seat])])
        needed: i64 = SHIPMENT
        if action == BUY:
            needed = PURCHASE
        elif STORE <= action < SHIP:
            needed = STORAGE
        if use != needed:
            return OTHER_CARD
        if action >= SHIP:
            return ship_bar(t, seat, action - SHIP)
        if action >= STORE:
            return store_bar(t, seat, action - STORE)
        return FINE

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        out[0] = PASS
        n: i64 = 1
        if self.card_bar(t, seat) == FINE:
            use = i64(t.box.use[i64(t.front[seat])])
            if use == PURCHASE:
                out[n] = BUY
                n += 1
            elif use == STORAGE:
                for good in range(4):
                    if store_bar(t, seat, good) == FINE:
                        out[n] = STORE + good
                        n += 1
            else:
                out[n] = INCOME
                n += 1
                for place in range(t.berths):
                    if ship_bar(t, seat, place) == FINE:
                        out[n] = SHIP + place
                        n += 1
        for kind in range(t.box.specials):
            if special_bar(t, seat, kind) == FINE:
                out[n] = SPECIAL + kind
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action in (BUY, INCOME) or STORE <= action < GET:
            return refuse(self.bar(t, seat, action), details(t, seat, action))
        if SPECIAL <= action < SWAP:
            return refuse(special_bar(t, seat, action - SPECIAL), details(t, seat, action))
        return not_now(action)

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
            self.leave(t)
            t.go(self.then if t.turn == t.first else ACTING)
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
        for good in range(4):
            wanted = min(i64(t.box.goods[card * 4 + good]), i64(t.supply[good]))
            t.supply[good] -= u8(wanted)
            t.hands[seat * 4 + good] += u8(wanted)
            if t.recording:
                got += [GOODS[good]] * int(wanted)
        if t.recording:
            t.cite("VW-5.2")
            t.tell(GOODS_BOUGHT, seat, {"goods": got})
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

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        return store_bar(t, seat, action - STORE)

    def done_bar(self, t: Table, seat: i64) -> i64:
        return FINE

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

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        return ship_bar(t, seat, action - SHIP)

    def done_bar(self, t: Table, seat: i64) -> i64:
        return FINE

    def commit(self, t: Table, seat: i64) -> None:
        ships: list[str] = []
        points: i64 = 0
        for i in range(t.drafted):
            place = i64(t.draft[i]) - SHIP
            ship = i64(t.port[place])
            for good in range(4):
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
            t.cite("VW-5.4")
            t.tell(GOODS_SHIPPED, seat, {"ships": ships, "n": int(points)})
        finish_card(t)


ACTING: Final = Acting(8, "acting", "VW-5.1")
STORING: Final = Storing(9, "storing", "VW-5.3", STORE, STORE + 4)
SHIPPING: Final = Shipping(10, "shipping", "VW-5.4", SHIP, SHIP + PORT)
