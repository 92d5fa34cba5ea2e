"""Why an action of Vor dem Wind is refused.

Each rule that forbids something stands here once, as a function that returns the reason, None if
there is none. `fill` asks it for what is legal, `explain` for why something is not.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.actions import (
    ACTIONS,
    GET,
    KEEP,
    KEEP_IN_HAND,
    OFFER,
    SHIP,
    SPECIAL,
    STORE,
    SWAP,
    SWAP_HAND,
)
from fourwinds.games.vor_dem_wind.state import (
    BUY_AND_STORE,
    CLOSED_CARD,
    EMPTY,
    EXCHANGE,
    GOODS,
    HAND,
    MOST_SPECIALS,
    OPEN_CARD,
    PLACES,
    SAFE_SHELTER,
    Table,
    count,
)

CHOOSE_GOODS: Final = Refusal("choose-goods", "VW-2.3")
STACK_OUT: Final = Refusal("stack-out", "VW-3.2")
THIRD_FROM_STACK: Final = Refusal("third-from-stack", "VW-3.2")
ONE_STACK_ONLY: Final = Refusal("one-stack-only", "VW-3.2")
NO_CARD_THERE: Final = Refusal("no-card-there", "VW-4.1")
OWN_OR_NONE: Final = Refusal("own-or-none", "VW-4.1")
NO_CARD_BEFORE: Final = Refusal("no-card-before", "VW-4.1")
MUST_TRADE: Final = Refusal("must-trade", "VW-4.1")
BID_FIRST: Final = Refusal("bid-first", "VW-4.1")
NO_GOLD: Final = Refusal("no-gold", "VW-4.2")
BIDDING_RUNS: Final = Refusal("bidding-runs", "VW-4.2")
OFFER_TOO_LOW: Final = Refusal("offer-too-low", "VW-4.2")
OFFER_TOO_HIGH: Final = Refusal("offer-too-high", "VW-4.2")
NO_OFFER: Final = Refusal("no-offer", "VW-4.3")
CANNOT_PAY_BIDDER: Final = Refusal("cannot-pay-bidder", "VW-4.3")
CARD_CLOSED: Final = Refusal("card-closed", "VW-4.4")
NO_CARD: Final = Refusal("no-card", "VW-5.1")
SPECIAL_FRESH: Final = Refusal("special-fresh", "VW-5.1")
ACTED: Final = Refusal("acted", "VW-5.1")
OTHER_CARD: Final = Refusal("other-card", "VW-5.1")
NO_SUCH_SPECIAL: Final = Refusal("no-such-special", "VW-5.1")
ONE_SPECIAL: Final = Refusal("one-special", "VW-5.1")
CANNOT_PAY_STORAGE: Final = Refusal("cannot-pay-storage", "VW-5.3")
NOT_IN_HAND: Final = Refusal("not-in-hand", "VW-5.3")
STORAGE_USED_UP: Final = Refusal("storage-used-up", "VW-5.3")
WAREHOUSE_FULL: Final = Refusal("warehouse-full", "VW-5.3")
NO_SHIP_THERE: Final = Refusal("no-ship-there", "VW-5.4")
SHIP_CHOSEN: Final = Refusal("ship-chosen", "VW-5.4")
CARGO_INCOMPLETE: Final = Refusal("cargo-incomplete", "VW-5.4")
SPOIL_HALF: Final = Refusal("spoil-half", "VW-6.2")
NOT_IN_WAREHOUSE_TO_KEEP: Final = Refusal("not-in-warehouse", "VW-6.3")
NOT_IN_HAND_TO_KEEP: Final = Refusal("not-in-hand", "VW-6.3")
KEPT_ENOUGH: Final = Refusal("kept-enough", "VW-6.3")
FREE_TRADE_USED_UP: Final = Refusal("number-used-up", "VW-7.1")
FREE_TRADE_LACKS: Final = Refusal("supply-lacks", "VW-7.1")
MORE_TO_GET: Final = Refusal("more-to-get", "VW-7.1")
SUPPLY_EMPTY: Final = Refusal("supply-empty", "VW-7.3")
CANNOT_PAY_SPECIAL: Final = Refusal("cannot-pay-special", "VW-7.3")
PURCHASE_USED_UP: Final = Refusal("number-used-up", "VW-7.3")
PURCHASE_LACKS: Final = Refusal("supply-lacks", "VW-7.3")
NOTHING_BOUGHT: Final = Refusal("nothing-chosen", "VW-7.3")
NO_SWAP: Final = Refusal("no-swap", "VW-7.4")
NOTHING_TO_SWAP: Final = Refusal("nothing-to-swap", "VW-7.4")
NOTHING_SWAPPED: Final = Refusal("nothing-chosen", "VW-7.4")
TWO_SWAPS: Final = Refusal("two-swaps", "VW-7.4")
NOT_IN_WAREHOUSE_TO_SWAP: Final = Refusal("not-in-warehouse", "VW-7.4")
NOT_THERE: Final = Refusal("not-there", "VW-7.4")
NOT_IN_HAND_TO_SELL: Final = Refusal("not-in-hand", "VW-7.5")
NOT_IN_WAREHOUSE_TO_SELL: Final = Refusal("not-in-warehouse", "VW-7.5")
NO_SHELTER: Final = Refusal("no-shelter", "VW-7.6")
ONLY_IN_TRADE: Final = Refusal("only-in-trade", "VW-7.6")
SHELTERED: Final = Refusal("sheltered", "VW-7.6")
SHIP_FIRST: Final = Refusal("ship-first", "VW-7.7")


def refused(t: Table, seat: i64, action: i64, refusal: Refusal | None) -> IllegalAction:
    """What a player gets who tried the action; an action without a reason is of another step."""
    if refusal is None:
        return ACTIONS.wrong_step(action)
    return refusal.error(details(t, seat, action))


def details(t: Table, seat: i64, action: i64) -> dict[str, object]:
    """What a refusal says of the action, and of the card and the gold that it is about."""
    out: dict[str, object] = ACTIONS.described(t.box, int(t.players), int(action))
    del out["kind"]
    out["gold"] = int(t.gold[seat])
    card = i64(t.front[seat])
    if SPECIAL <= action < SWAP:
        card = EMPTY
        if action - SPECIAL < t.box.specials:
            card = action - SPECIAL
    if card != EMPTY:
        out["card"] = t.box.names[card]
        out["price"] = int(t.box.gold[card])
        out["number"] = int(t.box.number[card])
    if SHIP <= action < GET:
        place = action - SHIP
        if place < t.berths and i64(t.port[place]) != EMPTY:
            ship = i64(t.port[place])
            missing: list[str] = []
            for good in range(4):
                for _ in range(cargo_lacks(t, seat, ship, good)):
                    missing.append(GOODS[good])
            out["ship"] = t.box.ship_names[ship]
            out["missing"] = missing
    return out


def shelter_of(t: Table, seat: i64) -> i64:
    """The kind of a Safe shelter in the seat's hand, NOBODY without one."""
    base = seat * MOST_SPECIALS
    for kind in range(t.box.shelter, t.box.specials):
        if i64(t.specials[base + kind]) > 0:
            return kind
    return NOBODY


def has_shelter(t: Table, seat: i64) -> bool:
    return shelter_of(t, seat) != NOBODY


def open_card_refusal(t: Table, seat: i64, owner: i64) -> Refusal | None:
    """VW-4.1: only a card lying face up before another player can be bid for."""
    if owner >= t.players or owner == seat:
        return OWN_OR_NONE
    if i64(t.face[owner]) == CLOSED_CARD:
        return CARD_CLOSED
    if i64(t.face[owner]) != OPEN_CARD:
        return NO_CARD_BEFORE
    return None


def bid_refusal(t: Table, seat: i64, owner: i64) -> Refusal | None:
    """VW-4.2: an offer is at least 1."""
    found = open_card_refusal(t, seat, owner)
    if found is None and t.gold[seat] == 0:
        return NO_GOLD
    return found


def snatch_refusal(t: Table, seat: i64, owner: i64) -> Refusal | None:
    """VW-7.6: Safe shelter instead of an offer."""
    if not has_shelter(t, seat):
        return NO_SHELTER
    return open_card_refusal(t, seat, owner)


def offer_refusal(t: Table, seat: i64, action: i64) -> Refusal | None:
    """VW-4.2: an offer is at least 1 and at most what can be paid; None for no offer at all."""
    if action < OFFER:
        return None
    if action == OFFER:
        return OFFER_TOO_LOW
    return OFFER_TOO_HIGH


def special_refusal(t: Table, seat: i64, kind: i64) -> Refusal | None:
    """VW-5.1: one special card of an earlier turn.

    A Market sale of nothing (VW-7.5: any number) and a Free trade that finds the supply empty
    (VW-5.2) only discard the card. Without them, a card kept by somebody who has no use for it
    could bring the game to a standstill.
    """
    if kind >= t.box.specials:
        return NO_SUCH_SPECIAL
    if i64(t.specials[seat * MOST_SPECIALS + kind]) == 0:
        if i64(t.front[seat]) == kind:
            return SPECIAL_FRESH
        return NO_SUCH_SPECIAL
    use = i64(t.box.use[kind])
    if use == SAFE_SHELTER:
        return ONLY_IN_TRADE
    if i64(t.sheltered[seat]) > 0:
        return SHELTERED
    if t.special != NOBODY:
        return ONE_SPECIAL
    if use == BUY_AND_STORE:
        if t.gold[seat] < t.box.gold[kind]:
            return CANNOT_PAY_SPECIAL
        if count(t.stored, seat * 4) == PLACES:
            return WAREHOUSE_FULL
        if count(t.supply, 0) == 0:
            return SUPPLY_EMPTY
    elif use == EXCHANGE and not any_swap(t, seat):
        return NOTHING_TO_SWAP
    return None


def any_special(t: Table, seat: i64) -> bool:
    for kind in range(t.box.specials):
        if special_refusal(t, seat, kind) is None:
            return True
    return False


def storage_refusal(t: Table, seat: i64) -> Refusal | None:
    """VW-5.3: gold for the full price, a free place, something in hand."""
    if t.gold[seat] < t.box.gold[i64(t.front[seat])]:
        return CANNOT_PAY_STORAGE
    if count(t.stored, seat * 4) == PLACES:
        return WAREHOUSE_FULL
    if count(t.hands, seat * 4) == 0:
        return NOT_IN_HAND
    return None


def store_refusal(t: Table, seat: i64, good: i64) -> Refusal | None:
    """VW-5.3: one more good from hand, on top of those in the draft."""
    if i64(t.hands[seat * 4 + good]) == t.in_draft(STORE + good):
        return NOT_IN_HAND
    if t.gold[seat] < t.box.gold[i64(t.front[seat])]:
        return CANNOT_PAY_STORAGE
    if t.drafted == t.box.number[i64(t.front[seat])]:
        return STORAGE_USED_UP
    if count(t.stored, seat * 4) + t.drafted == PLACES:
        return WAREHOUSE_FULL
    return None


def ships_in_port(t: Table) -> i64:
    ships: i64 = 0
    for i in range(t.berths):
        if i64(t.port[i]) != EMPTY:
            ships += 1
    return ships


def ship_refusal(t: Table, seat: i64, place: i64) -> Refusal | None:
    """VW-5.4: the whole cargo must lie in the warehouse, beside those of the draft's ships."""
    if t.special != NOBODY:
        # VW-7.7: these come after a shipment.
        use = i64(t.box.use[t.special])
        if use in (BUY_AND_STORE, EXCHANGE):
            return SHIP_FIRST
    if place >= t.berths or i64(t.port[place]) == EMPTY:
        return NO_SHIP_THERE
    if t.drafted > 0 and t.in_draft(SHIP + place) > 0:
        return SHIP_CHOSEN
    ship = i64(t.port[place])
    for good in range(4):
        if cargo_lacks(t, seat, ship, good) > 0:
            return CARGO_INCOMPLETE
    return None


def cargo_lacks(t: Table, seat: i64, ship: i64, good: i64) -> i64:
    """How many of a good the warehouse lacks for a ship, after those of the draft."""
    needed = i64(t.box.cargo[ship * 4 + good])
    if needed == 0:
        return 0
    for i in range(t.drafted):
        other = i64(t.port[i64(t.draft[i]) - SHIP])
        needed += i64(t.box.cargo[other * 4 + good])
    return needed - i64(t.stored[seat * 4 + good])


def can_get(t: Table, card: i64, good: i64) -> bool:
    """VW-7.1, VW-7.3: one more good from the supply, on top of those in the draft."""
    return not number_reached(t, card) and i64(t.supply[good]) > t.in_draft(GET + good)


def number_reached(t: Table, card: i64) -> bool:
    """Whether the draft takes all the goods that its special card gives."""
    return t.drafted - 1 == t.box.number[card]


def at_place(t: Table, seat: i64, place: i64, good: i64) -> i64:
    """How many of a good lie in a warehouse or the seat's hand, after the swaps of the draft."""
    found: i64 = 0
    if place == HAND:
        found = i64(t.hands[seat * 4 + good])
    else:
        found = i64(t.stored[place * 4 + good])
    for i in range(1, t.drafted):
        swap = i64(t.draft[i])
        if place == seat or place == swap_place(swap):
            change: i64 = 0
            if good == swap_given(swap):
                change = 1
            elif good == swap_got(swap):
                change = -1
            if place == seat:
                found -= change
            else:
                found += change
    return found


def swap_given(action: i64) -> i64:
    """The good that a swap takes from the own warehouse."""
    if action < SWAP_HAND:
        return (action - SWAP) >> 4
    return (action - SWAP_HAND) >> 2


def swap_place(action: i64) -> i64:
    """The warehouse that a swap is made with, or HAND."""
    if action < SWAP_HAND:
        return ((action - SWAP) >> 2) & 3
    return HAND


def swap_got(action: i64) -> i64:
    """The good that a swap brings into the own warehouse."""
    if action < SWAP_HAND:
        return (action - SWAP) & 3
    return (action - SWAP_HAND) & 3


def swap_refusal(t: Table, seat: i64, own: i64, place: i64, other: i64) -> Refusal | None:
    """VW-7.4: a good of the own warehouse for a different one from hand or another warehouse."""
    if own == other or place == seat or (place != HAND and place >= t.players):
        return NO_SWAP
    if t.drafted == 3:
        return TWO_SWAPS
    if at_place(t, seat, seat, own) == 0:
        return NOT_IN_WAREHOUSE_TO_SWAP
    if at_place(t, seat, place, other) == 0:
        return NOT_THERE
    return None


def any_swap(t: Table, seat: i64) -> bool:
    for own in range(4):
        if i64(t.stored[seat * 4 + own]) > 0:
            for place in range(5):
                for other in range(4):
                    if swap_refusal(t, seat, own, place, other) is None:
                        return True
    return False


def conservation(t: Table, seat: i64) -> i64:
    """VW-7.2: the numbers on all Conservation cards in a warehouse add up."""
    total: i64 = 0
    for kind in range(t.box.specials):
        total += i64(t.laid[seat * MOST_SPECIALS + kind]) * t.box.number[kind]
    return total


def drafted_keeps(t: Table, first: i64) -> i64:
    """How many goods of the warehouse (KEEP) or of the hand (KEEP_IN_HAND) the draft keeps."""
    return t.in_draft(first) + t.in_draft(first + 1) + t.in_draft(first + 2) + t.in_draft(first + 3)


def keep_refusal(t: Table, seat: i64, good: i64) -> Refusal | None:
    """VW-6.3: one more good of the warehouse that is not touched."""
    if i64(t.stored[seat * 4 + good]) == t.in_draft(KEEP + good):
        return NOT_IN_WAREHOUSE_TO_KEEP
    if drafted_keeps(t, KEEP) >= conservation(t, seat):
        return KEPT_ENOUGH
    return None


def keep_in_hand_refusal(t: Table, seat: i64, good: i64) -> Refusal | None:
    """VW-6.3: what exceeds all goods in the warehouse may keep goods in hand."""
    if i64(t.hands[seat * 4 + good]) == t.in_draft(KEEP_IN_HAND + good):
        return NOT_IN_HAND_TO_KEEP
    left_over = conservation(t, seat) - count(t.stored, seat * 4)
    if drafted_keeps(t, KEEP_IN_HAND) >= left_over:
        return KEPT_ENOUGH
    return None
