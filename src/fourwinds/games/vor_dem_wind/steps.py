"""The steps of Vor dem Wind, one per section of the rules.

A compound choice is a draft: its simple actions are kept in the table's draft, nothing moves until
the last of them commits it, and until then it can be taken back.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.vor_dem_wind.refusals import (
    ACTED,
    CANNOT_PAY_BIDDER,
    FINE,
    KEPT_ENOUGH,
    MORE_TO_GET,
    NO_CARD,
    NO_CARD_THERE,
    NO_OFFER,
    NO_SHELTER,
    NO_SWAP,
    NOT_IN_HAND,
    NOT_IN_WAREHOUSE,
    NOTHING_CHOSEN,
    ONE_STACK_ONLY,
    OTHER_CARD,
    SPECIAL_FRESH,
    STACK_OUT,
    THIRD_FROM_STACK,
    WAREHOUSE_FULL,
    any_special,
    bid_bar,
    conservation,
    details,
    drafted_keeps,
    get_bar,
    has_shelter,
    not_now,
    refuse,
    refuse_offer,
    ship_bar,
    ships_in_port,
    snatch_bar,
    special_bar,
    storage_bar,
    store_bar,
    swap_bar,
)
from fourwinds.games.vor_dem_wind.state import (
    ACTION_FORGONE,
    APPLE,
    BID,
    BIDDING_OPENED,
    BUY,
    BUY_AND_STORE,
    CARD_KEPT,
    CARD_REVEALED,
    CARD_SHELTERED,
    CARD_SNATCHED,
    CARD_SOLD,
    CARD_TAKEN,
    CARDS_DISCARDED,
    CHEESE,
    CLOSED_CARD,
    CONSERVATION,
    DONE,
    EMPTY,
    EXCHANGE,
    FIRST_PASSED,
    FLEET_ARRIVED,
    FLEET_LEFT,
    FREE_SEAT,
    FREE_TRADE,
    GET,
    GOODS,
    GOODS_BOUGHT,
    GOODS_BOUGHT_AND_STORED,
    GOODS_CHOSEN,
    GOODS_CONSERVED,
    GOODS_SHIPPED,
    GOODS_SOLD,
    GOODS_SPOILED,
    GOODS_STORED,
    GOODS_SWAPPED,
    GOODS_TRADED,
    HAND,
    INCOME,
    INCOME_TAKEN,
    KEEP,
    LARGE_SHIPS,
    MATCH_BEGAN,
    MATCH_ENDED,
    MONEY,
    MOST_OFFER,
    MOST_SPECIALS,
    NOT_ASKED,
    OFFER,
    OFFER_DECLINED,
    OFFER_MADE,
    OPEN_CARD,
    PAIRS,
    PASS,
    PAY,
    PLACES,
    PORT,
    PURCHASE,
    REVEAL,
    SALE_GOLD,
    SELL,
    SELL_TO,
    SHELTER,
    SHELTER_FROM,
    SHELTER_GOLD,
    SHIP,
    SHIPMENT,
    SHIPS,
    SPECIAL,
    SPECIAL_GAINED,
    SPECIAL_PLAYED,
    SPICE,
    SPOIL,
    STACK_CARDS,
    STACK_RESHUFFLED,
    STACKS,
    START,
    START_GOLD,
    STORAGE,
    STORE,
    SWAP,
    TAKE,
    Table,
    count,
    listed,
)

FEWEST_SHIPS: Final = 2  # VW-6.1: with no more the fleet leaves
PAIR_GOODS: Final = vec[i64]([good for pair in PAIRS for good in pair])


def make_stack(t: Table, stack: i64) -> i64:
    """Shuffle the discards of an empty stack into a new one; return how many there were."""
    cards = vec[u8]([0] * STACK_CARDS)
    left: i64 = 0
    for kind in range(t.box.kinds):
        if i64(t.box.stack[kind]) == stack:
            for _ in range(i64(t.discards[kind])):
                cards[left] = u8(kind)
                left += 1
            t.discards[kind] = 0
    if left > 0:
        t.stream().shuffle(cards, left, left)
        for i in range(left):
            t.deck[stack * STACK_CARDS + i] = cards[i]
        t.left[stack] = u8(left)
    return left


def refill(t: Table, stack: i64) -> None:
    """VW-3.2: an empty stack is made anew from its discards, if there are any."""
    if i64(t.left[stack]) == 0:
        cards = make_stack(t, stack)
        if t.listening and cards > 0:
            t.cite("VW-3.2")
            t.tell(STACK_RESHUFFLED, NOBODY, {"stack": STACKS[stack], "cards": int(cards)})


def make_ship_stack(t: Table, size: i64) -> None:
    """VW-6.4: a ship stack that has run out is rebuilt from ships that left unladen."""
    ships = vec[u8]([0] * LARGE_SHIPS)
    left: i64 = 0
    for kind in range(t.box.ships):
        if i64(t.box.ship_size[kind]) == size:
            for _ in range(i64(t.gone[kind])):
                ships[left] = u8(kind)
                left += 1
            t.gone[kind] = 0
    if left > 0:
        t.stream().shuffle(ships, left, left)
        for i in range(left):
            t.ship_deck[size * LARGE_SHIPS + i] = ships[i]
        t.ships_left[size] = u8(left)


def arrive(t: Table) -> None:
    """VW-2.2: 3 + 2, 3 + 3 or 4 + 3 large and small ships come, as far as there are any."""
    port = t.port
    for i in range(PORT):
        port[i] = EMPTY
    t.berths = 0
    size: i64 = 0
    while size < 2:
        due: i64 = 3
        if size == 0 and t.players == 4:
            due = 4
        elif size == 1 and t.players == 2:
            due = 2
        while due > 0:
            if i64(t.ships_left[size]) == 0:
                make_ship_stack(t, size)
                if i64(t.ships_left[size]) == 0:
                    break
            left = i64(t.ships_left[size]) - 1
            t.ships_left[size] = u8(left)
            port[t.berths] = t.ship_deck[size * LARGE_SHIPS + left]
            t.berths += 1
            due -= 1
        size += 1


def fleet(t: Table) -> list[str]:
    """The ships in port by name."""
    return [t.box.ship_names[t.port[i]] for i in range(t.berths) if i64(t.port[i]) != EMPTY]


class SettingUp(Step[Table]):
    """VW-2: stacks, ships, gold; the first player by chance."""

    def enter(self, t: Table) -> None:
        box = t.box
        t.first = t.stream().below(t.players)
        t.turn = t.first
        for seat in range(t.players):
            t.gold[seat] = START_GOLD
        # All cards begin as discards, and all ships as gone, of the stacks to be made.
        for kind in range(box.kinds):
            t.discards[kind] = box.count[kind]
        for stack in range(3):
            make_stack(t, stack)
        for kind in range(box.ships):
            t.gone[kind] = box.ship_count[kind]
        arrive(t)
        if t.listening:
            for rule in ("VW-1.1", "VW-1.2", "VW-1.3", "VW-2.1", "VW-2.2"):
                t.cite(rule)
            t.tell(MATCH_BEGAN, NOBODY, {"first": int(t.first), "ships": fleet(t)})
        t.go(CHOOSING)


class Choosing(Step[Table]):
    """VW-2.3: from the first player on, each takes two goods of his choice and shows them."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        # 15 of each are more than four players can take.
        for pair in range(10):
            out[pair] = START + pair
        return 10

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return IllegalAction("choose-goods", "VW-2.3")

    def play(self, t: Table, seat: i64, action: i64) -> None:
        pair = 2 * (action - START)
        for i in range(2):
            good = PAIR_GOODS[pair + i]
            t.hands[seat * 4 + good] += 1
            t.supply[good] -= 1
        if t.listening:
            t.cite("VW-2.3")
            t.tell(GOODS_CHOSEN, seat, {"goods": listed(t.hands, seat * 4)})
        t.turn = t.next_seat(seat)
        if t.turn == t.first:
            t.go(REVEALING)


class Revealing(Step[Table]):
    """VW-3: the first player reveals a card a player, one after another."""

    def enter(self, t: Table) -> None:
        """A new turn."""
        t.number += 1
        t.turn = t.first
        t.revealed = 0
        for stack in range(3):
            refill(t, stack)
        self.go_on(t)

    def go_on(self, t: Table) -> None:
        if t.revealed == t.players or not (
            self.bar(t, 0) == FINE or self.bar(t, 1) == FINE or self.bar(t, 2) == FINE
        ):
            t.go(TRADING)

    def actor(self, t: Table) -> i64:
        return t.turn

    def bar(self, t: Table, stack: i64) -> i64:
        """VW-3.2: at most two from one stack, at least two stacks in all."""
        if i64(t.left[stack]) == 0:
            return STACK_OUT
        from_it: i64 = 0
        for i in range(t.revealed):
            if i64(t.box.stack[i64(t.row[i])]) == stack:
                from_it += 1
        if from_it == 2:
            return THIRD_FROM_STACK
        if from_it > 0 and from_it == t.revealed and t.revealed + 1 == t.players:
            return ONE_STACK_ONLY
        return FINE

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for stack in range(3):
            if self.bar(t, stack) == FINE:
                out[n] = REVEAL + stack
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not REVEAL <= action < REVEAL + 3:
            return not_now(action)
        return refuse(self.bar(t, action - REVEAL), {"stack": STACKS[action - REVEAL]})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [REVEAL, REVEAL + 1, REVEAL + 2]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        stack = action - REVEAL
        left = i64(t.left[stack]) - 1
        card = t.deck[stack * STACK_CARDS + left]
        t.left[stack] = u8(left)
        t.row[t.revealed] = card
        t.revealed += 1
        if t.listening:
            t.cite("VW-3.1")
            t.cite("VW-3.2")
            t.tell(CARD_REVEALED, seat, {"stack": STACKS[stack], "card": t.box.names[card]})
        refill(t, stack)
        self.go_on(t)


class Trading(Step[Table]):
    """VW-4.1: who has neither card nor money takes a card, bids for one, or uses Safe shelter."""

    def enter(self, t: Table) -> None:
        """VW-4.5: the turn goes to the next who is free, from `turn` on, he included."""
        seat = t.turn
        for _ in range(t.players):
            if i64(t.face[seat]) == FREE_SEAT and self.able(t, seat):
                t.turn = seat
                return
            seat = t.next_seat(seat)
        self.close(t)

    def able(self, t: Table, seat: i64) -> bool:
        """There is always a card to take, unless the stacks were out and too few were revealed."""
        for i in range(t.revealed):
            if i64(t.row[i]) != EMPTY:
                return True
        for owner in range(t.players):
            if bid_bar(t, seat, owner) == FINE or snatch_bar(t, seat, owner) == FINE:
                return True
        return False

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for i in range(t.revealed):
            if i64(t.row[i]) != EMPTY:
                out[n] = TAKE + i
                n += 1
        sheltering = has_shelter(t, seat)
        if sheltering:
            takes = n
            for i in range(takes):
                out[n] = out[i] + SHELTER - TAKE
                n += 1
        if t.gold[seat] > 0:
            for owner in range(t.players):
                if bid_bar(t, seat, owner) == FINE:
                    out[n] = BID + owner
                    n += 1
        if sheltering:
            for owner in range(t.players):
                if snatch_bar(t, seat, owner) == FINE:
                    out[n] = SHELTER_FROM + owner
                    n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action < BID:
            if action >= SHELTER and not has_shelter(t, seat):
                return refuse(NO_SHELTER, {})
            return refuse(NO_CARD_THERE, {"place": int(action & 3) + 1})
        if action < SHELTER_FROM:
            return refuse(bid_bar(t, seat, action - BID), {"owner": int(action - BID)})
        if action < PASS:
            owner = action - SHELTER_FROM
            return refuse(snatch_bar(t, seat, owner), {"owner": int(owner)})
        if action == PASS:
            return IllegalAction("must-trade", "VW-4.1")
        if action >= OFFER:
            return IllegalAction("bid-first", "VW-4.1")
        return not_now(action)

    def tries(self, t: Table, seat: i64) -> list[int]:
        places = list(range(t.revealed))
        others = [other for other in range(t.players) if other != seat]
        out = [TAKE + i for i in places]
        if has_shelter(t, seat):
            out += [SHELTER + i for i in places]
        out += [BID + other for other in others]
        if has_shelter(t, seat):
            out += [SHELTER_FROM + other for other in others]
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if BID <= action < SHELTER_FROM:
            t.add_to_draft(action)
            t.step = OFFERING
            return
        if action >= SHELTER_FROM:
            snatch(t, seat, action - SHELTER_FROM)
            return
        place = action & 3
        t.front[seat] = t.row[place]
        t.row[place] = EMPTY
        t.face[seat] = OPEN_CARD
        if action >= SHELTER:
            use_shelter(t, seat)
            t.face[seat] = CLOSED_CARD
        if t.listening:
            t.cite("VW-4.1")
            kind = CARD_SHELTERED if action >= SHELTER else CARD_TAKEN
            t.tell(kind, seat, {"card": t.box.names[t.front[seat]]})
        t.go(TRADING)

    def close(self, t: Table) -> None:
        """VW-4.6: untaken cards are discarded, money goes to the hand; then actions begin."""
        untaken: list[str] = []
        for i in range(t.revealed):
            card = i64(t.row[i])
            if card != EMPTY:
                t.discards[card] += 1
                t.row[i] = EMPTY
                if t.listening:
                    untaken.append(t.box.names[card])
        t.revealed = 0
        for seat in range(t.players):
            if t.money[seat] > 0:
                t.receive(seat, t.money[seat])
                t.money[seat] = 0
        if t.listening:
            t.cite("VW-4.6")
            if untaken:
                t.tell(CARDS_DISCARDED, NOBODY, {"cards": untaken})
            for seat in range(t.players):
                card = i64(t.front[seat])
                if card != EMPTY and i64(t.box.use[card]) >= FREE_TRADE:
                    t.tell(SPECIAL_GAINED, seat, {"card": t.box.names[card]})
        t.turn = t.first
        t.acted = False
        t.special = NOBODY
        t.go(ACTING)


def use_shelter(t: Table, seat: i64) -> None:
    """VW-7.6: the card is played and discarded; no other special in this turn."""
    shelter = t.box.shelter
    t.specials[seat * MOST_SPECIALS + shelter] -= 1
    t.discards[shelter] += 1
    t.sheltered[seat] = 1
    if t.listening:
        t.cite("VW-7.6")


def snatch(t: Table, seat: i64, owner: i64) -> None:
    """VW-7.6: the card goes to the seat, 5 gold to its owner; a bidding ends, offers are void."""
    use_shelter(t, seat)
    after = seat if t.opener == NOBODY else t.opener
    card = t.front[owner]
    hand_over(t, owner, seat)
    t.money[owner] = SHELTER_GOLD
    if t.listening:
        t.tell(CARD_SNATCHED, seat, {"owner": int(owner), "card": t.box.names[card]})
    end_bidding(t, after)


def hand_over(t: Table, owner: i64, buyer: i64) -> None:
    """VW-4.4: the card lies face down before the buyer, money before the seller."""
    t.front[buyer] = t.front[owner]
    t.front[owner] = EMPTY
    t.face[buyer] = CLOSED_CARD
    t.face[owner] = MONEY


def end_bidding(t: Table, opener: i64) -> None:
    """VW-4.4, VW-4.5: the other bidders are free again; on from who opened."""
    for seat in range(t.players):
        t.offers[seat] = NOT_ASKED
    t.owner = t.opener = NOBODY
    t.turn = opener
    if t.listening:
        t.cite("VW-4.4")
        t.cite("VW-4.5")
    t.go(TRADING)


class Offering(Step[Table]):
    """VW-4.2: who opens a bidding says how much; until then he can choose another card."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        most = min(t.gold[seat], MOST_OFFER)
        for i in range(most):
            out[i] = OFFER + 1 + i
        return most

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        return refuse_offer(t, seat, action)

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [OFFER + n for n in range(1, min(int(t.gold[seat]), MOST_OFFER) + 1)]

    def retract(self, t: Table, seat: i64) -> bool:
        if seat != t.turn:
            return False
        t.drafted = 0
        t.step = TRADING
        return True

    def play(self, t: Table, seat: i64, action: i64) -> None:
        t.owner = i64(t.draft[0]) - BID
        t.drafted = 0
        t.opener = seat
        t.offers[seat] = action - OFFER
        if t.listening:
            t.cite("VW-4.2")
            data: dict[str, object] = {
                "owner": int(t.owner),
                "card": t.box.names[t.front[t.owner]],
                "n": int(action - OFFER),
            }
            t.tell(BIDDING_OPENED, seat, data)
        t.turn = t.next_seat(seat)
        t.go(BIDDING)


class Bidding(Step[Table]):
    """VW-4.2: everyone still free, clockwise, offers, passes or uses Safe shelter, once each."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        while seat != t.opener:
            if i64(t.face[seat]) == FREE_SEAT:
                if t.gold[seat] > 0 or has_shelter(t, seat):
                    t.turn = seat
                    return
                self.decline(t, seat)
            seat = t.next_seat(seat)
        t.turn = t.owner
        t.step = SETTLING

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if has_shelter(t, seat):
            out[n] = SHELTER_FROM + t.owner
            n += 1
        out[n] = PASS
        n += 1
        most = min(t.gold[seat], MOST_OFFER)
        for i in range(most):
            out[n] = OFFER + 1 + i
            n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == SHELTER_FROM + t.owner:
            return refuse(NO_SHELTER, {})
        if action < PASS:
            return IllegalAction("bidding-runs", "VW-4.2", {"owner": int(t.owner)})
        return refuse_offer(t, seat, action)

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [SHELTER_FROM + int(t.owner)] if has_shelter(t, seat) else []
        most = min(int(t.gold[seat]), MOST_OFFER)
        return [*out, PASS, *range(OFFER + 1, OFFER + 1 + most)]

    def decline(self, t: Table, seat: i64) -> None:
        t.offers[seat] = 0
        if t.listening:
            t.cite("VW-4.2")
            t.tell(OFFER_DECLINED, seat, {})

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < PASS:
            snatch(t, seat, t.owner)
            return
        if action == PASS:
            self.decline(t, seat)
        else:
            t.offers[seat] = action - OFFER
            if t.listening:
                t.cite("VW-4.2")
                t.tell(OFFER_MADE, seat, {"n": int(action - OFFER)})
        t.turn = t.next_seat(seat)
        t.go(BIDDING)


class Settling(Step[Table]):
    """VW-4.3: the owner sells to any bidder, or pays any bidder his offer and keeps the card."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def bar(self, t: Table, action: i64) -> i64:
        paying = action >= PAY
        bidder = action - PAY if paying else action - SELL_TO
        if bidder >= t.players or t.offers[bidder] <= 0:
            return NO_OFFER
        if paying and t.offers[bidder] > t.gold[t.owner]:
            return CANNOT_PAY_BIDDER
        return FINE

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for action in range(SELL_TO, PAY + 4):
            if self.bar(t, action) == FINE:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not SELL_TO <= action < PAY + 4:
            return not_now(action)
        bidder = int(action - SELL_TO) & 3
        offer = int(t.offers[bidder]) if bidder < t.players else 0
        data: dict[str, object] = {"bidder": bidder, "n": offer, "gold": int(t.gold[seat])}
        return refuse(self.bar(t, action), data)

    def tries(self, t: Table, seat: i64) -> list[int]:
        bidders = [bidder for bidder in range(t.players) if t.offers[bidder] > 0]
        return [SELL_TO + bidder for bidder in bidders] + [PAY + bidder for bidder in bidders]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action < PAY:
            bidder = action - SELL_TO
            offer = t.offers[bidder]
            hand_over(t, seat, bidder)
            t.receive(bidder, -offer)
            t.money[seat] = offer
        else:
            bidder = action - PAY
            offer = t.offers[bidder]
            t.face[seat] = CLOSED_CARD
            t.face[bidder] = MONEY
            t.receive(seat, -offer)
            t.money[bidder] = offer
        if t.listening:
            t.cite("VW-4.3")
            card = t.front[bidder if action < PAY else seat]
            data: dict[str, object] = {
                "bidder": int(bidder),
                "card": t.box.names[card],
                "n": int(offer),
            }
            t.tell(CARD_SOLD if action < PAY else CARD_KEPT, seat, data)
        end_bidding(t, t.opener)


class Acting(Step[Table]):
    """VW-5.1: each in turn carries out his card and may play one special card before or after."""

    def enter(self, t: Table) -> None:
        """Pass over those who can do nothing (more)."""
        while True:
            seat = t.turn
            if self.card_bar(t, seat) == FINE or any_special(t, seat):
                return
            self.leave(t)
            if t.turn == t.first:
                t.go(ENDING)
                return

    def leave(self, t: Table) -> None:
        """The seat has finished; what it did not do is forgone."""
        if t.listening:
            card = i64(t.front[t.turn])
            if not t.acted and card != EMPTY and i64(t.box.use[card]) < FREE_TRADE:
                t.cite("VW-5.1")
                t.tell(ACTION_FORGONE, t.turn, {"card": t.box.names[card]})
        t.turn = t.next_seat(t.turn)
        t.acted = False
        t.special = NOBODY

    def actor(self, t: Table) -> i64:
        return t.turn

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
            t.go(ENDING if t.turn == t.first else ACTING)
        elif action == BUY:
            self.buy(t, seat)
        elif action == INCOME:
            self.take_income(t, seat)
        elif action >= SPECIAL:
            play_special(t, seat, action)
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
            if t.listening:
                got += [GOODS[good]] * int(wanted)
        if t.listening:
            t.cite("VW-5.2")
            t.tell(GOODS_BOUGHT, seat, {"goods": got})
        finish_card(t)

    def take_income(self, t: Table, seat: i64) -> None:
        """VW-5.4: the gold shown."""
        gold = t.box.gold[i64(t.front[seat])]
        t.receive(seat, gold)
        if t.listening:
            t.cite("VW-5.4")
            t.tell(INCOME_TAKEN, seat, {"n": int(gold)})
        finish_card(t)


def finish_card(t: Table) -> None:
    """The card is carried out; a special card may follow."""
    if t.listening:
        t.cite("VW-5.1")
    t.acted = True
    t.go(ACTING)


def play_special(t: Table, seat: i64, action: i64) -> None:
    """VW-7: lay a Conservation, or begin the choice that another card asks for."""
    kind = action - SPECIAL
    use = i64(t.box.use[kind])
    if use == CONSERVATION:
        # VW-7.2: it lies in the warehouse until the fleet leaves.
        t.specials[seat * MOST_SPECIALS + kind] -= 1
        t.laid[seat * MOST_SPECIALS + kind] += 1
        t.special = kind
        if t.listening:
            t.cite("VW-5.1")
            t.cite("VW-7.2")
            t.tell(SPECIAL_PLAYED, seat, {"card": t.box.names[kind]})
        t.go(ACTING)
        return
    t.add_to_draft(action)
    if use == FREE_TRADE:
        t.step = FREE_TRADING
    elif use == BUY_AND_STORE:
        t.step = BUYING_AND_STORING
    elif use == EXCHANGE:
        t.step = EXCHANGING
    else:
        t.step = SELLING


class Drafting(Step[Table]):
    """A compound choice in phase 3: simple actions from `first` to `last`, then done."""

    def __init__(self, number: int, name: str, rule: str, first: i64, last: i64) -> None:
        super().__init__(number, name, rule)
        self.first = first
        self.last = last

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        """Why the draft cannot go on with this action; FINE if it can."""
        raise AssertionError("a draft must define bar()")

    def done_bar(self, t: Table, seat: i64) -> i64:
        """Why the draft cannot be committed yet; by default something must be chosen."""
        return FINE if t.drafted > 1 else NOTHING_CHOSEN

    def commit(self, t: Table, seat: i64) -> None:
        raise AssertionError("a draft must define commit()")

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.done_bar(t, seat) == FINE:
            out[0] = DONE
            n = 1
        for action in range(self.first, self.last):
            if self.bar(t, seat, action) == FINE:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == DONE:
            error = refuse(self.done_bar(t, seat), {})
        elif self.first <= action < self.last:
            error = refuse(self.bar(t, seat, action), details(t, seat, action))
        else:
            error = IllegalAction("finish-first", self.rule)
        if error.code != "warehouse-full":
            error.rule = self.rule
        return error

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [DONE]
        for action in range(self.first, self.last):
            if self.bar(t, seat, action) != NO_SWAP:
                out.append(action)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action == DONE:
            self.commit(t, seat)
        else:
            t.add_to_draft(action)

    def retract(self, t: Table, seat: i64) -> bool:
        if seat != t.turn or t.drafted == 0:
            return False
        t.drafted -= 1
        if t.drafted == 0:
            t.step = ACTING
        return True


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
            if t.listening:
                goods.append(GOODS[good])
        t.drafted = 0
        price = t.box.gold[i64(t.front[seat])]
        t.receive(seat, -price)
        if t.listening:
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
            if t.listening:
                ships.append(t.box.ship_names[ship])
        t.drafted = 0
        t.score[seat] += points
        if t.listening:
            t.cite("VW-5.4")
            t.tell(GOODS_SHIPPED, seat, {"ships": ships, "n": int(points)})
        finish_card(t)


class SpecialDrafting(Drafting):
    """VW-7: the choice of a special card, which is the first entry of the draft."""

    def card(self, t: Table) -> i64:
        return i64(t.draft[0]) - SPECIAL

    def discard(self, t: Table, seat: i64, rule: str) -> None:
        """The special card has been played."""
        kind = self.card(t)
        t.specials[seat * MOST_SPECIALS + kind] -= 1
        t.discards[kind] += 1
        t.special = kind
        t.drafted = 0
        if t.listening:
            t.cite("VW-5.1")
            t.cite(rule)
            use = i64(t.box.use[kind])
            card = i64(t.front[seat])
            if card != EMPTY and i64(t.box.use[card]) == SHIPMENT:
                if use in (BUY_AND_STORE, EXCHANGE):
                    t.cite("VW-7.7")

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
        if t.listening:
            t.tell(GOODS_TRADED, seat, {"card": t.box.names[self.card(t)], "goods": self.got(t)})
        for i in range(1, t.drafted):
            good = i64(t.draft[i]) - GET
            t.supply[good] -= 1
            t.hands[seat * 4 + good] += 1
        self.discard(t, seat, "VW-7.1")
        t.go(ACTING)


class BuyingAndStoring(SpecialDrafting):
    """VW-7.3: up to the number shown from the supply into the warehouse, for the full price."""

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        bar = get_bar(t, self.card(t), action - GET)
        if bar == FINE and count(t.stored, seat * 4) + t.drafted - 1 == PLACES:
            return WAREHOUSE_FULL
        return bar

    def commit(self, t: Table, seat: i64) -> None:
        price = t.box.gold[self.card(t)]
        if t.listening:
            data: dict[str, object] = {
                "card": t.box.names[self.card(t)],
                "goods": self.got(t),
                "n": int(price),
            }
            t.tell(GOODS_BOUGHT_AND_STORED, seat, data)
        for i in range(1, t.drafted):
            good = i64(t.draft[i]) - GET
            t.supply[good] -= 1
            t.stored[seat * 4 + good] += 1
        t.receive(seat, -price)
        self.discard(t, seat, "VW-7.3")
        t.go(ACTING)


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
            if t.listening:
                source = "hand" if place == HAND else "ABCD"[place]
                swaps.append(f"swap:{GOODS[own]}/{source}/{GOODS[other]}")
        if t.listening:
            t.tell(GOODS_SWAPPED, seat, {"card": t.box.names[self.card(t)], "swaps": swaps})
        self.discard(t, seat, "VW-7.4")
        t.go(ACTING)


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
            if t.listening:
                goods.append(GOODS[good])
        if t.listening:
            card = t.box.names[self.card(t)]
            t.tell(GOODS_SOLD, seat, {"card": card, "goods": goods, "n": int(price)})
        t.receive(seat, price)
        self.discard(t, seat, "VW-7.5")
        t.go(ACTING)


class Ending(Step[Table]):
    """VW-5.5: cards are discarded, the token moves left; then VW-8.1 and VW-6.1."""

    def enter(self, t: Table) -> None:
        for seat in range(t.players):
            card = i64(t.front[seat])
            if card != EMPTY:
                if i64(t.box.use[card]) >= FREE_TRADE:
                    t.specials[seat * MOST_SPECIALS + card] += 1
                else:
                    t.discards[card] += 1
                t.front[seat] = EMPTY
            t.face[seat] = FREE_SEAT
            t.sheltered[seat] = 0
        t.first = t.next_seat(t.first)
        t.turn = t.first
        if t.listening:
            t.cite("VW-5.5")
            t.tell(FIRST_PASSED, t.first, {})
        for seat in range(t.players):
            if t.score[seat] >= t.target:
                t.go(OVER)
                return
        if ships_in_port(t) > FEWEST_SHIPS:
            t.go(REVEALING)
        else:
            t.go(LEAVING)


class Leaving(Step[Table]):
    """VW-6.1: the ships that are left leave, for nobody."""

    def enter(self, t: Table) -> None:
        if t.listening:
            t.cite("VW-6.1")
            t.tell(FLEET_LEFT, NOBODY, {"ships": fleet(t)})
        for i in range(t.berths):
            ship = i64(t.port[i])
            if ship != EMPTY:
                t.gone[ship] += 1
                t.port[i] = EMPTY
        t.berths = 0
        t.turn = t.first
        t.go(CONSERVING)


class Conserving(Drafting):
    """VW-6.3: who has laid Conservation chooses what is not touched, in turn order (VW-6.4)."""

    def enter(self, t: Table) -> None:
        seat = t.turn
        for i in range(8):
            t.kept[i] = 0
        if conservation(t, seat) > 0 and count(t.stored, seat * 4) + count(t.hands, seat * 4) > 0:
            return
        t.go(SPOILING)

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        good = action - KEEP
        allowed = conservation(t, seat)
        in_warehouse = count(t.stored, seat * 4)
        if good < 4:
            if i64(t.stored[seat * 4 + good]) == t.in_draft(action):
                return NOT_IN_WAREHOUSE
            return FINE if drafted_keeps(t, KEEP) < allowed else KEPT_ENOUGH
        if i64(t.hands[seat * 4 + good - 4]) == t.in_draft(action):
            return NOT_IN_HAND
        return FINE if drafted_keeps(t, KEEP + 4) < allowed - in_warehouse else KEPT_ENOUGH

    def done_bar(self, t: Table, seat: i64) -> i64:
        return FINE

    def retract(self, t: Table, seat: i64) -> bool:
        if seat != t.turn or t.drafted == 0:
            return False
        t.drafted -= 1
        return True

    def commit(self, t: Table, seat: i64) -> None:
        for i in range(t.drafted):
            t.kept[i64(t.draft[i]) - KEEP] += 1
        t.drafted = 0
        if t.listening:
            t.cite("VW-6.3")
            data: dict[str, object] = {"goods": listed(t.kept, 0), "from_hand": listed(t.kept, 4)}
            t.tell(GOODS_CONSERVED, seat, data)
        t.go(SPOILING)


class Spoiling(Step[Table]):
    """VW-6.2: half of spice and cheese together goes, the owner choosing which."""

    def enter(self, t: Table) -> None:
        if fewest_spices(t) == most_spices(t):
            self.spoil(t, fewest_spices(t))

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        fewest = fewest_spices(t)
        choices = most_spices(t) - fewest + 1
        for i in range(choices):
            out[i] = SPOIL + fewest + i
        return choices

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if not SPOIL <= action < SPECIAL:
            return not_now(action)
        data: dict[str, object] = {
            "half": int(half(t)),
            "fewest": int(fewest_spices(t)),
            "most": int(most_spices(t)),
        }
        return IllegalAction("spoil-half", "VW-6.2", data)

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [SPOIL + spices for spices in range(half(t) + 1)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        self.spoil(t, action - SPOIL)

    def spoil(self, t: Table, spices: i64) -> None:
        """What the seat loses goes back to the supply; then the next seat is asked."""
        seat = t.turn
        base = seat * 4
        cheeses = half(t) - spices
        lost = vec[u8]([0] * 4)
        for good in range(4):
            unkept = i64(t.stored[base + good]) - i64(t.kept[good])
            going: i64 = 0
            if good == APPLE:
                going = unkept
            elif good == SPICE:
                going = spices
            elif good == CHEESE:
                going = cheeses
            t.stored[base + good] -= u8(going)
            from_hand = i64(t.hands[base + good]) - i64(t.kept[4 + good])
            t.hands[base + good] -= u8(from_hand)
            lost[good] = u8(going + from_hand)
            t.supply[good] += lost[good]
        for kind in range(t.box.specials):
            # VW-6.3: Conservation has done its work.
            t.discards[kind] += t.laid[seat * MOST_SPECIALS + kind]
            t.laid[seat * MOST_SPECIALS + kind] = 0
        for i in range(8):
            t.kept[i] = 0
        if t.listening:
            t.cite("VW-6.2")
            t.tell(GOODS_SPOILED, seat, {"goods": listed(lost, 0)})
        t.turn = t.next_seat(seat)
        t.go(ARRIVING if t.turn == t.first else CONSERVING)


def perishing(t: Table, good: i64) -> i64:
    """Spice or cheese in the warehouse of the seat that is asked, but for what it conserves."""
    return i64(t.stored[t.turn * 4 + good]) - i64(t.kept[good])


def half(t: Table) -> i64:
    """VW-6.2: half of spice and cheese together, rounded down."""
    return (perishing(t, SPICE) + perishing(t, CHEESE)) // 2


def fewest_spices(t: Table) -> i64:
    return max(0, half(t) - perishing(t, CHEESE))


def most_spices(t: Table) -> i64:
    return min(half(t), perishing(t, SPICE))


class Arriving(Step[Table]):
    """VW-6.4: a new fleet; where no more than two ships can arrive the game ends."""

    def enter(self, t: Table) -> None:
        arrive(t)
        if t.listening:
            t.cite("VW-6.4")
            t.tell(FLEET_ARRIVED, NOBODY, {"ships": fleet(t)})
        if t.berths > FEWEST_SHIPS:
            t.go(REVEALING)
        else:
            t.go(OVER)


class Over(Step[Table]):
    """VW-8.1: the match has ended."""

    def enter(self, t: Table) -> None:
        if t.listening:
            t.cite("VW-8.1")
            t.tell(MATCH_ENDED, NOBODY, {"scores": t.scores, "winners": t.winners})


SETTING_UP: Final = SettingUp(1, "setting-up", "VW-2.1")


CHOOSING: Final = Choosing(2, "choosing", "VW-2.3")


REVEALING: Final = Revealing(3, "revealing", "VW-3.1")


TRADING: Final = Trading(4, "trading", "VW-4.1")


OFFERING: Final = Offering(5, "offering", "VW-4.2")


BIDDING: Final = Bidding(6, "bidding", "VW-4.2")


SETTLING: Final = Settling(7, "settling", "VW-4.3")


ACTING: Final = Acting(8, "acting", "VW-5.1")


STORING: Final = Storing(9, "storing", "VW-5.3", STORE, STORE + 4)


SHIPPING: Final = Shipping(10, "shipping", "VW-5.4", SHIP, SHIP + PORT)


FREE_TRADING: Final = FreeTrading(11, "free-trading", "VW-7.1", GET, GET + 4)


BUYING_AND_STORING: Final = BuyingAndStoring(12, "buying-and-storing", "VW-7.3", GET, GET + 4)


EXCHANGING: Final = Exchanging(13, "exchanging", "VW-7.4", SWAP, OFFER)


SELLING: Final = Selling(14, "selling", "VW-7.5", SELL, SELL + 8)


ENDING: Final = Ending(15, "ending", "VW-5.5")


LEAVING: Final = Leaving(16, "leaving", "VW-6.1")


CONSERVING: Final = Conserving(17, "conserving", "VW-6.3", KEEP, KEEP + 8)


SPOILING: Final = Spoiling(18, "spoiling", "VW-6.2")


ARRIVING: Final = Arriving(19, "arriving", "VW-6.4")


OVER: Final = Over(20, "over", "VW-8.1")
