"""The actions of Vor dem Wind, in the order of the rules."""

from __future__ import annotations

from typing import Final

from fourwinds.core.actions import ActionKind, ActionTable, Argument, from_box, number, one_of, seat
from fourwinds.games.vor_dem_wind.state import (
    GOODS,
    MOST_OFFER,
    MOST_SEATS,
    MOST_SPECIALS,
    PAIRS,
    PORT,
    STACKS,
)

TAKE: Final = 0
SHELTER: Final = 4
BID: Final = 8
SHELTER_FROM: Final = 12
PASS: Final = 16
SELL_TO: Final = 17
PAY: Final = 21
REVEAL: Final = 25
START: Final = 28
BUY: Final = 38
INCOME: Final = 39
DONE: Final = 40
STORE: Final = 41
SHIP: Final = 45
GET: Final = 52
SELL: Final = 56
SELL_STORED: Final = 60
KEEP: Final = 64
KEEP_IN_HAND: Final = 68
SPOIL: Final = 72
SPECIAL: Final = 77
SWAP: Final = 101
SWAP_HAND: Final = 165
OFFER: Final = 181  # an offer of 0 is never legal

MOST_SPICES: Final = 4
LETTERS: Final = "ABCD"


def _place(count: int) -> Argument:
    """A place in the row or in port: counted from 1 where people write it, else from 0."""
    return one_of("place", [str(each + 1) for each in range(count)], range(count))


def _lettered(name: str) -> Argument:
    """A seat, written as a letter."""
    seats = seat(name, MOST_SEATS)
    return Argument(
        name,
        MOST_SEATS,
        lambda box: LETTERS,
        seats.values,
        range=f"player {LETTERS[0]} to {LETTERS[-1]}",
        is_seat=True,
    )


_ROW = _place(MOST_SEATS)
_GOOD = one_of("good", GOODS)
_OTHER = one_of("other", GOODS)
_PAIR = one_of(
    "goods",
    [f"{GOODS[one]} {GOODS[two]}" for one, two in PAIRS],
    [[GOODS[one], GOODS[two]] for one, two in PAIRS],
)
_CARD = from_box("card", MOST_SPECIALS, lambda box: box.names[: box.specials], "a special card")

ACTIONS: Final = ActionTable(
    ActionKind("take", TAKE, "take {place}", "VW-4.1", _ROW),
    ActionKind("shelter", SHELTER, "shelter {place}", "VW-7.6", _ROW),
    ActionKind("bid", BID, "bid on {owner}", "VW-4.1", seat("owner", MOST_SEATS)),
    ActionKind(
        "shelter-from", SHELTER_FROM, "shelter from {owner}", "VW-7.6", seat("owner", MOST_SEATS)
    ),
    ActionKind("pass", PASS, "pass", "VW-5.1"),
    ActionKind("sell-to", SELL_TO, "sell to {bidder}", "VW-4.3", seat("bidder", MOST_SEATS)),
    ActionKind("pay", PAY, "pay {bidder}", "VW-4.3", seat("bidder", MOST_SEATS)),
    ActionKind("reveal", REVEAL, "reveal {stack}", "VW-3.1", one_of("stack", STACKS)),
    ActionKind("start", START, "take {goods}", "VW-2.3", _PAIR),
    ActionKind("buy", BUY, "buy", "VW-5.2"),
    ActionKind("income", INCOME, "income", "VW-5.4"),
    ActionKind("done", DONE, "done", "VW-5.1"),
    ActionKind("store", STORE, "store {good}", "VW-5.3", _GOOD),
    ActionKind("ship", SHIP, "ship {place}", "VW-5.4", _place(PORT)),
    ActionKind("get", GET, "get {good}", "VW-7.1", _GOOD),
    ActionKind("sell", SELL, "sell {good}", "VW-7.5", _GOOD),
    ActionKind("sell-stored", SELL_STORED, "sell warehouse.{good}", "VW-7.5", _GOOD),
    ActionKind("keep", KEEP, "keep {good}", "VW-6.3", _GOOD),
    ActionKind("keep-in-hand", KEEP_IN_HAND, "keep hand.{good}", "VW-6.3", _GOOD),
    ActionKind("spoil", SPOIL, "spoil {n} spice", "VW-6.2", number("n", 0, MOST_SPICES + 1)),
    ActionKind("special", SPECIAL, "special {card}", "VW-5.1", _CARD),
    ActionKind(
        "swap", SWAP, "swap {good}:{owner}.{other}", "VW-7.4", _GOOD, _lettered("owner"), _OTHER
    ),
    ActionKind("swap-hand", SWAP_HAND, "swap {good}:hand.{other}", "VW-7.4", _GOOD, _OTHER),
    ActionKind("offer", OFFER, "offer {n}", "VW-4.2", number("n", 0, MOST_OFFER + 1)),
)
