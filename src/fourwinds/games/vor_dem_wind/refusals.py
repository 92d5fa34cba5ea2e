"""Why an action of Vor dem Wind is refused.

Each rule that forbids something stands here once, as a function that returns the number of a
reason, FINE if there is none. `fill` asks it for what is legal, `explain` for why something is not.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY
from fourwinds.games.vor_dem_wind.state import (
    BID,
    BUY,
    BUY_AND_STORE,
    CLOSED_CARD,
    DONE,
    EMPTY,
    EXCHANGE,
    GET,
    GOODS,
    HAND,
    INCOME,
    KEEP,
    MOST_SPECIALS,
    OFFER,
    OPEN_CARD,
    PASS,
    PLACES,
    REVEAL,
    SAFE_SHELTER,
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
    Table,
    count,
)

# The section each action belongs to, for one that is tried at the wrong time.
SECTIONS: Final[list[tuple[int, str]]] = [
    (SHELTER, "VW-4.1"),
    (BID, "VW-7.6"),
    (SHELTER_FROM, "VW-4.1"),
    (PASS, "VW-7.6"),
    (SELL_TO, "VW-5.1"),
    (REVEAL, "VW-4.3"),
    (START, "VW-3.1"),
    (BUY, "VW-2.3"),
    (INCOME, "VW-5.2"),
    (DONE, "VW-5.4"),
    (STORE, "VW-5.1"),
    (SHIP, "VW-5.3"),
    (GET, "VW-5.4"),
    (SELL, "VW-7.1"),
    (KEEP, "VW-7.5"),
    (SPOIL, "VW-6.3"),
    (SPECIAL, "VW-6.2"),
    (SWAP, "VW-5.1"),
    (OFFER, "VW-7.4"),
]

# Reasons: numbers inside, a code and the number of the rule outside.
FINE: Final = 0
NO_SWAP: Final = 1
STACK_OUT: Final = 2
THIRD_FROM_STACK: Final = 3
ONE_STACK_ONLY: Final = 4
NO_CARD_THERE: Final = 5
OWN_OR_NONE: Final = 6
CARD_CLOSED: Final = 7
NO_CARD_BEFORE: Final = 8
NO_GOLD: Final = 9
NO_SHELTER: Final = 10
OFFER_TOO_LOW: Final = 11
OFFER_TOO_HIGH: Final = 12
NO_OFFER: Final = 13
CANNOT_PAY_BIDDER: Final = 14
NO_CARD: Final = 15
SPECIAL_FRESH: Final = 16
ACTED: Final = 17
OTHER_CARD: Final = 18
NO_SUCH_SPECIAL: Final = 19
ONLY_IN_TRADE: Final = 20
SHELTERED: Final = 21
ONE_SPECIAL: Final = 22
SUPPLY_EMPTY: Final = 23
CANNOT_PAY_SPECIAL: Final = 24
WAREHOUSE_FULL: Final = 25
NOTHING_TO_SWAP: Final = 26
NOTHING_CHOSEN: Final = 27
CANNOT_PAY_STORAGE: Final = 28
NOT_IN_HAND: Final = 29
STORAGE_USED_UP: Final = 30
SHIP_FIRST: Final = 31
NO_SHIP_THERE: Final = 32
SHIP_CHOSEN: Final = 33
CARGO_INCOMPLETE: Final = 34
MORE_TO_GET: Final = 35
NUMBER_USED_UP: Final = 36
SUPPLY_LACKS: Final = 37
TWO_SWAPS: Final = 38
NOT_IN_WAREHOUSE: Final = 39
NOT_THERE: Final = 40
KEPT_ENOUGH: Final = 41
REFUSALS: Final[list[tuple[str, str]]] = [
    ("fine", "VW-5.1"),
    ("no-swap", "VW-7.4"),
    ("stack-out", "VW-3.2"),
    ("third-from-stack", "VW-3.2"),
    ("one-stack-only", "VW-3.2"),
    ("no-card-there", "VW-4.1"),
    ("own-or-none", "VW-4.1"),
    ("card-closed", "VW-4.4"),
    ("no-card-before", "VW-4.1"),
    ("no-gold", "VW-4.2"),
    ("no-shelter", "VW-7.6"),
    ("offer-too-low", "VW-4.2"),
    ("offer-too-high", "VW-4.2"),
    ("no-offer", "VW-4.3"),
    ("cannot-pay-bidder", "VW-4.3"),
    ("no-card", "VW-5.1"),
    ("special-fresh", "VW-5.1"),
    ("acted", "VW-5.1"),
    ("other-card", "VW-5.1"),
    ("no-such-special", "VW-5.1"),
    ("only-in-trade", "VW-7.6"),
    ("sheltered", "VW-7.6"),
    ("one-special", "VW-5.1"),
    ("supply-empty", "VW-7.3"),
    ("cannot-pay-special", "VW-7.3"),
    ("warehouse-full", "VW-5.3"),
    ("nothing-to-swap", "VW-7.4"),
    ("nothing-chosen", "VW-5.1"),
    ("cannot-pay-storage", "VW-5.3"),
    ("not-in-hand", "VW-5.3"),
    ("storage-used-up", "VW-5.3"),
    ("ship-first", "VW-7.7"),
    ("no-ship-there", "VW-5.4"),
    ("ship-chosen", "VW-5.4"),
    ("cargo-incomplete", "VW-5.4"),
    ("more-to-get", "VW-7.1"),
    ("number-used-up", "VW-7.1"),
    ("supply-lacks", "VW-7.1"),
    ("two-swaps", "VW-7.4"),
    ("not-in-warehouse", "VW-7.5"),
    ("not-there", "VW-7.4"),
    ("kept-enough", "VW-6.3"),
]


def refuse(bar: i64, data: dict[str, object]) -> IllegalAction:
    code, rule = REFUSALS[bar]
    return IllegalAction(code, rule, data)


def not_now(action: i64) -> IllegalAction:
    """An action of another section."""
    for first, rule in SECTIONS:
        if action < first:
            return IllegalAction("not-now", rule)
    return IllegalAction("not-now", "VW-4.2")


def details(t: Table, seat: i64, action: i64) -> dict[str, object]:
    """What a refusal in phase 3 says of the action."""
    out: dict[str, object] = {"gold": int(t.gold[seat])}
    card = i64(t.front[seat])
    if card != EMPTY:
        out["card"] = t.box.names[card]
        out["price"] = int(t.box.gold[card])
        out["number"] = int(t.box.number[card])
    if STORE <= action < SHIP:
        out["good"] = GOODS[action - STORE]
    elif SHIP <= action < GET:
        place = action - SHIP
        out["place"] = int(place) + 1
        if place < t.berths and i64(t.port[place]) != EMPTY:
            ship = i64(t.port[place])
            missing: list[str] = []
            for good in range(4):
                for _ in range(cargo_lacks(t, seat, ship, good)):
                    missing.append(GOODS[good])
            out["ship"] = t.box.ship_names[ship]
            out["missing"] = missing
    elif GET <= action < SPOIL:
        out["good"] = GOODS[(action - GET) & 3]
    elif SPECIAL <= action < SWAP:
        kind = action - SPECIAL
        if kind < t.box.specials:
            out["card"] = t.box.names[kind]
            out["price"] = int(t.box.gold[kind])
    elif SWAP <= action < OFFER:
        out["good"] = GOODS[(action - SWAP) // 20]
        out["other"] = GOODS[(action - SWAP) & 3]
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


def open_bar(t: Table, seat: i64, owner: i64) -> i64:
    """VW-4.1: only a card lying face up before another player can be bid for."""
    if owner >= t.players or owner == seat:
        return OWN_OR_NONE
    if i64(t.face[owner]) == CLOSED_CARD:
        return CARD_CLOSED
    if i64(t.face[owner]) != OPEN_CARD:
        return NO_CARD_BEFORE
    return FINE


def bid_bar(t: Table, seat: i64, owner: i64) -> i64:
    """VW-4.2: an offer is at least 1."""
    bar = open_bar(t, seat, owner)
    if bar == FINE and t.gold[seat] == 0:
        return NO_GOLD
    return bar


def snatch_bar(t: Table, seat: i64, owner: i64) -> i64:
    """VW-7.6: Safe shelter instead of an offer."""
    if not has_shelter(t, seat):
        return NO_SHELTER
    return open_bar(t, seat, owner)


def refuse_offer(t: Table, seat: i64, action: i64) -> IllegalAction:
    if action < OFFER:
        return not_now(action)
    if action == OFFER:
        return refuse(OFFER_TOO_LOW, {})
    return refuse(OFFER_TOO_HIGH, {"n": int(action - OFFER), "gold": int(t.gold[seat])})


def special_bar(t: Table, seat: i64, kind: i64) -> i64:
    """VW-5.1: one special card of an earlier turn.

    A Market sale of nothing (VW-7.5: any number) and a Free trade that finds the supply empty
    (VW-5.2) only discard the card. Without them a card hoarded by whoever has no use for it could
    bring the game to a standstill.
    """
    if kind >= t.box.specials:
        return NO_SUCH_SPECIAL
    if i64(t.specials[seat * MOST_SPECIALS + kind]) == 0:
        return SPECIAL_FRESH if i64(t.front[seat]) == kind else NO_SUCH_SPECIAL
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
        return FINE if count(t.supply, 0) > 0 else SUPPLY_EMPTY
    if use == EXCHANGE:
        return FINE if any_swap(t, seat) else NOTHING_TO_SWAP
    return FINE


def any_special(t: Table, seat: i64) -> bool:
    for kind in range(t.box.specials):
        if special_bar(t, seat, kind) == FINE:
            return True
    return False


def storage_bar(t: Table, seat: i64) -> i64:
    """VW-5.3: gold for the full price, a free place, something in hand."""
    if t.gold[seat] < t.box.gold[i64(t.front[seat])]:
        return CANNOT_PAY_STORAGE
    if count(t.stored, seat * 4) == PLACES:
        return WAREHOUSE_FULL
    if count(t.hands, seat * 4) == 0:
        return NOT_IN_HAND
    return FINE


def store_bar(t: Table, seat: i64, good: i64) -> i64:
    """VW-5.3: one more good from hand, on top of those in the draft."""
    if i64(t.hands[seat * 4 + good]) == t.in_draft(STORE + good):
        return NOT_IN_HAND
    if t.gold[seat] < t.box.gold[i64(t.front[seat])]:
        return CANNOT_PAY_STORAGE
    if t.drafted == t.box.number[i64(t.front[seat])]:
        return STORAGE_USED_UP
    if count(t.stored, seat * 4) + t.drafted == PLACES:
        return WAREHOUSE_FULL
    return FINE


def ships_in_port(t: Table) -> i64:
    ships: i64 = 0
    for i in range(t.berths):
        if i64(t.port[i]) != EMPTY:
            ships += 1
    return ships


def ship_bar(t: Table, seat: i64, place: i64) -> i64:
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
    return FINE


def cargo_lacks(t: Table, seat: i64, ship: i64, good: i64) -> i64:
    """How many of a good the warehouse lacks for a ship, after those of the draft."""
    needed = i64(t.box.cargo[ship * 4 + good])
    if needed == 0:
        return 0
    for i in range(t.drafted):
        other = i64(t.port[i64(t.draft[i]) - SHIP])
        needed += i64(t.box.cargo[other * 4 + good])
    return needed - i64(t.stored[seat * 4 + good])


def get_bar(t: Table, card: i64, good: i64) -> i64:
    """VW-7.1, VW-7.3: one more good from the supply, on top of those in the draft."""
    if t.drafted - 1 == t.box.number[card]:
        return NUMBER_USED_UP
    if i64(t.supply[good]) == t.in_draft(GET + good):
        return SUPPLY_LACKS
    return FINE


def at_place(t: Table, seat: i64, place: i64, good: i64) -> i64:
    """How many of a good lie in a warehouse or the seat's hand, after the swaps of the draft."""
    if place == HAND:
        found = i64(t.hands[seat * 4 + good])
    else:
        found = i64(t.stored[place * 4 + good])
    for i in range(1, t.drafted):
        swap = i64(t.draft[i]) - SWAP
        if place == seat or place == (swap // 4) % 5:
            change: i64 = 0
            if good == swap // 20:
                change = 1
            elif good == swap & 3:
                change = -1
            found += -change if place == seat else change
    return found


def swap_bar(t: Table, seat: i64, own: i64, place: i64, other: i64) -> i64:
    """VW-7.4: a good of the own warehouse for a different one from hand or another warehouse."""
    if own == other or place == seat or (place != HAND and place >= t.players):
        return NO_SWAP
    if t.drafted == 3:
        return TWO_SWAPS
    if at_place(t, seat, seat, own) == 0:
        return NOT_IN_WAREHOUSE
    if at_place(t, seat, place, other) == 0:
        return NOT_THERE
    return FINE


def any_swap(t: Table, seat: i64) -> bool:
    for own in range(4):
        if i64(t.stored[seat * 4 + own]) > 0:
            for place in range(5):
                for other in range(4):
                    if swap_bar(t, seat, own, place, other) == FINE:
                        return True
    return False


def conservation(t: Table, seat: i64) -> i64:
    """VW-7.2: the numbers on all Conservation cards in a warehouse add up."""
    total: i64 = 0
    for kind in range(t.box.specials):
        total += i64(t.laid[seat * MOST_SPECIALS + kind]) * t.box.number[kind]
    return total


def drafted_keeps(t: Table, first: i64) -> i64:
    """How many goods of the warehouse (KEEP) or of the hand (KEEP + 4) the draft keeps."""
    return t.in_draft(first) + t.in_draft(first + 1) + t.in_draft(first + 2) + t.in_draft(first + 3)
