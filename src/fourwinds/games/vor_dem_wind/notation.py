"""Notation of Vor dem Wind, beyond the table of actions.

Players are numbered from 1 or lettered from A: seat 0 is 1 or A. The places of the revealed row and
of the port are numbered from 1. Simple moves:

    take apple silk     the two goods of the set-up
    reveal storage      take 2      shelter 2       bid on 1    shelter from 1
    offer 7     pass    sell to 3   pay 4
    buy     income      store apple     ship 3      special exchange    special free-trade:2
    get silk            swap cheese:B.apple     swap cheese:hand.apple
    sell apple          sell warehouse.apple    keep apple      keep hand.apple
    done    spoil 1 spice

The simple moves of a choice that ends with `done` stay a draft until then. A whole move (what
`parse_move` reads) says all of them at once and ends the choice; done may be said or left out:

    store apple apple silk      ship 3      ship 3 5        offer 7 for 2       keep apple silk
    special free-trade apple silk           special buy-and-store apple
    special market-sale apple warehouse.silk
    special exchange cheese:B.apple apple:C.silk

An offer need not name its player where only one card lies open, nor a special card its number where
the hand holds only one of its kind. A Market sale of nothing is `special market-sale done`. A move
that is begun and not whole is refused, with a word on what is missing.
"""

from __future__ import annotations

import re
from typing import Any

from fourwinds.core.errors import Refusal, UnknownAction
from fourwinds.games.vor_dem_wind import bidding, departure, trade
from fourwinds.games.vor_dem_wind.actions import (
    BID,
    BUY,
    GET,
    INCOME,
    LETTERS,
    OFFER,
    PASS,
    PAY,
    REVEAL,
    SELL_TO,
    SHELTER_FROM,
    SHIP,
    SPECIAL,
    SPOIL,
    START,
    SWAP,
)
from fourwinds.games.vor_dem_wind.refusals import OFFER_TOO_HIGH
from fourwinds.games.vor_dem_wind.state import (
    EMPTY,
    GOODS,
    MOST_OFFER,
    MOST_SPECIALS,
    OPEN_CARD,
    PAIRS,
    Table,
)

# The word before each simple part of a special card's move.
_PARTS = {"free-trade": "get", "buy-and-store": "get", "exchange": "swap", "market-sale": "sell"}
_ENDED_BY_DONE = ("store", "ship", "keep", "sell", "get", "swap")
_SEATED = re.compile(r"(bid on|shelter from|sell to|pay) ([a-d])")
_OFFER = re.compile(r"offer (\d{1,9})")
_SPICES = re.compile(r"spoil((?: spice| cheese)+)")
_PAIR = re.compile(r"take ([a-z]+) ([a-z]+)")

OFFER_INCOMPLETE = Refusal("offer-incomplete", "VW-4.2")
SPECIAL_INCOMPLETE = Refusal("special-incomplete", "VW-5.1")


def spelling(t: Table, seat: int, text: str) -> int | None:
    """Other ways to write a simple move than the table's."""
    offer = _OFFER.fullmatch(text)
    if offer:
        if int(offer[1]) > MOST_OFFER:
            details = {"n": int(offer[1]), "gold": int(t.gold[seat]), "game": t.rules.game.id}
            raise OFFER_TOO_HIGH.error(details)
        return OFFER + int(offer[1])
    if text == "shelter" and t.step is bidding.BIDDING:
        return SHELTER_FROM + int(t.owner)
    if seated := _SEATED.fullmatch(text):
        firsts = {"bid on": BID, "shelter from": SHELTER_FROM, "sell to": SELL_TO, "pay": PAY}
        return firsts[seated[1]] + LETTERS.lower().index(seated[2])
    spoiled = _SPICES.fullmatch(text)
    if spoiled and t.step is departure.SPOILING:
        goods = spoiled[1].split()
        return SPOIL + goods.count("spice") if len(goods) == departure.half(t) else None
    pair = _PAIR.fullmatch(text)
    if pair and pair[1] in GOODS and pair[2] in GOODS:
        return START + PAIRS.index((GOODS.index(pair[2]), GOODS.index(pair[1])))
    if text.startswith("special "):
        return _special(t, seat, text[8:])
    return None


def _special(t: Table, seat: int, name: str) -> int | None:
    """A special card by the part of its name before the colon, if that is clear."""
    names = t.box.names[: t.box.specials]
    alike = [kind for kind, full in enumerate(names) if full.partition(":")[0] == name]
    held = [kind for kind in alike if t.specials[seat * MOST_SPECIALS + kind] > 0]
    if len(held) == 1 or (alike and not held):
        return SPECIAL + (held or alike)[0]
    return None


def split(t: Table, seat: int, text: str) -> list[str]:
    """A whole move as simple ones; raises IllegalAction where it is begun and not whole."""
    word, *rest = text.split(" ")
    if word == "offer" and t.step is trade.TRADING:
        return _split_offer(t, seat, rest)
    if word == "bid" and t.step is trade.TRADING and _is_legal(t, seat, text):
        raise OFFER_INCOMPLETE.error({"owner": rest[-1].upper(), "game": t.rules.game.id})
    if word == "special":
        return _split_special(t, seat, text, rest)
    if word in _ENDED_BY_DONE and rest and rest[0] != "to":
        return _committed([f"{word} {part}" for part in rest])
    return [text]


def _is_legal(t: Table, seat: int, text: str) -> bool:
    try:
        action: int = t.rules.parse(t, seat, text)
    except UnknownAction:
        return False
    return t.refusal(seat, action) is None


def _split_special(t: Table, seat: int, text: str, rest: list[str]) -> list[str]:
    kind = rest[0].partition(":")[0] if rest else ""
    if len(rest) > 1:
        part = _PARTS.get(kind, "special")
        return [f"special {rest[0]}", *_committed([f"{part} {each}" for each in rest[1:]])]
    if kind in _PARTS and _is_legal(t, seat, text):
        raise SPECIAL_INCOMPLETE.error({"game": t.rules.game.id})
    return [text]


def _committed(parts: list[str]) -> list[str]:
    """The word done may be said or left out."""
    if parts[-1].endswith(" done"):
        parts = parts[:-1]
    return [*parts, "done"]


def _split_offer(t: Table, seat: int, rest: list[str]) -> list[str]:
    """offer 7 for 2; without a player where only one card can be meant."""
    if len(rest) == 3 and rest[1] == "for":
        return [f"bid on {rest[2]}", f"offer {rest[0]}"]
    owners = [other for other in range(t.players) if t.face[other] == OPEN_CARD and other != seat]
    if len(rest) == 1 and len(owners) == 1:
        return [f"bid on {owners[0] + 1}", f"offer {rest[0]}"]
    return [" ".join(["offer", *rest])]


def details(t: Table, seat: int, action: int) -> dict[str, Any]:
    """What descriptions say of an action beyond its arguments: the card or ship it is about."""
    if action < PASS:
        if action < BID:
            return {"card": _card(t, t.row[action & 3])}
        owner = action & 3
        return {"card": _card(t, t.front[owner]) if owner < t.players else None}
    if action == PASS:
        return {"kind": "pass" if t.step is bidding.BIDDING else "forgo"}
    if SELL_TO <= action < REVEAL:
        bidder = (action - SELL_TO) & 3
        return {"n": max(0, int(t.offers[bidder])) if bidder < t.players else 0}
    if action in (BUY, INCOME):
        return _own_card(t, action, int(t.front[seat]))
    if SHIP <= action < GET:
        ship = int(t.port[action - SHIP])
        return {"ship": None if ship == EMPTY else t.box.ship_names[ship]}
    if SPOIL <= action < SPECIAL:
        spices = action - SPOIL
        cheeses = int(departure.half(t)) - spices if t.step is departure.SPOILING else 0
        return {"goods": ["spice"] * spices + ["cheese"] * cheeses}
    if SPECIAL <= action < SWAP and action - SPECIAL >= t.box.specials:
        return {"card": None}
    return {}


def _card(t: Table, card: int) -> str | None:
    return None if card == EMPTY else t.box.names[card]


def _own_card(t: Table, action: int, card: int) -> dict[str, Any]:
    """What the card before the seat gives."""
    if action == INCOME:
        return {"n": 0 if card == EMPTY else int(t.box.gold[card])}
    shown = [0] * 4 if card == EMPTY else [int(t.box.goods[card * 4 + i]) for i in range(4)]
    return {"goods": [GOODS[good] for good in range(4) for _ in range(shown[good])]}
