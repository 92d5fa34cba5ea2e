"""Notation of Vor dem Wind.

Players are numbered from 1 or lettered from A: seat 0 is 1 or A. So are the places of the revealed
row and of the port. Simple moves:

    take apple silk     the two goods of the set-up
    reveal storage      take 2      shelter 2       bid on 1    shelter from 1
    offer 7     pass    sell to 3   pay 4
    buy     income      store apple     ship 3      special exchange    special free-trade:2
    get silk            swap cheese:B.apple     swap cheese:hand.apple
    sell apple          sell warehouse.apple    keep apple      keep hand.apple
    done    spoil 1 spice

Several of them make one move: store apple apple silk · ship 3 5 · offer 7 for 2 · special
market-sale apple warehouse.silk · special exchange cheese:B.apple apple:C.silk · keep apple silk. A
move of several parts is committed at once; what is a simple move by itself stays a draft.
"""

from __future__ import annotations

import re
from typing import Any

from fourwinds.core.errors import IllegalAction
from fourwinds.games.vor_dem_wind import bidding, departure, trade
from fourwinds.games.vor_dem_wind.state import (
    BID,
    BUY,
    DONE,
    EMPTY,
    GET,
    GOODS,
    HAND,
    INCOME,
    KEEP,
    MOST_OFFER,
    MOST_SPECIALS,
    OFFER,
    OPEN_CARD,
    PAIRS,
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
    STACKS,
    START,
    STORE,
    SWAP,
    TAKE,
    Table,
)

LETTERS = "ABCD"
PLACES_OF_SWAP = [*LETTERS, "hand"]


def _simple() -> list[str]:
    """All actions in words; special cards have the names of the box."""
    out = [""] * OFFER
    for i in range(4):
        out[TAKE + i] = f"take {i + 1}"
        out[SHELTER + i] = f"shelter {i + 1}"
        out[BID + i] = f"bid on {i + 1}"
        out[SHELTER_FROM + i] = f"shelter from {i + 1}"
        out[SELL_TO + i] = f"sell to {i + 1}"
        out[PAY + i] = f"pay {i + 1}"
    for i, good in enumerate(GOODS):
        out[STORE + i] = f"store {good}"
        out[GET + i] = f"get {good}"
        out[SELL + i] = f"sell {good}"
        out[SELL + 4 + i] = f"sell warehouse.{good}"
        out[KEEP + i] = f"keep {good}"
        out[KEEP + 4 + i] = f"keep hand.{good}"
    out[PASS], out[BUY], out[INCOME], out[DONE] = "pass", "buy", "income", "done"
    for i, stack in enumerate(STACKS):
        out[REVEAL + i] = f"reveal {stack}"
    for i, (one, two) in enumerate(PAIRS):
        out[START + i] = f"take {GOODS[one]} {GOODS[two]}"
    for i in range(GET - SHIP):
        out[SHIP + i] = f"ship {i + 1}"
    for i in range(SPECIAL - SPOIL):
        out[SPOIL + i] = f"spoil {i} spice"
    for i in range(MOST_SPECIALS):
        out[SPECIAL + i] = f"special {i + 1}"
    for i in range(OFFER - SWAP):
        place = PLACES_OF_SWAP[i // 4 % 5]
        out[SWAP + i] = f"swap {GOODS[i // 20]}:{place}.{GOODS[i % 4]}"
    return out


_ACTIONS = _simple()
_CODES = {text.lower(): action for action, text in enumerate(_ACTIONS)}
_CODES |= {f"take {GOODS[b]} {GOODS[a]}": START + i for i, (a, b) in enumerate(PAIRS)}
_SEATED = re.compile(r"(bid on|shelter from|sell to|pay) ([a-d])")
_OFFER = re.compile(r"offer (\d{1,9})")
_SPICES = re.compile(r"spoil((?: spice| cheese)+)")
# The word before each simple part of a special card's move.
_PARTS = {"free-trade": "get", "buy-and-store": "get", "exchange": "swap", "market-sale": "sell"}


def text(t: Table, seat: int, action: int) -> str:
    if action >= OFFER:
        return f"offer {action - OFFER}"
    if SPECIAL <= action < SWAP and action - SPECIAL < t.box.specials:
        return f"special {t.box.names[action - SPECIAL]}"
    return _ACTIONS[action]


def parse(t: Table, seat: int, text: str) -> int | None:
    offer = _OFFER.fullmatch(text)
    if offer:
        if int(offer[1]) > MOST_OFFER:
            details = {"n": int(offer[1]), "gold": int(t.gold[seat]), "game": t.rules.game.id}
            raise IllegalAction("offer-too-high", "VW-4.2", details)
        return OFFER + int(offer[1])
    if text == "shelter" and t.step is bidding.BIDDING:
        return SHELTER_FROM + int(t.owner)
    seated = _SEATED.fullmatch(text)
    if seated:
        text = f"{seated[1]} {LETTERS.lower().index(seated[2]) + 1}"
    spoiled = _SPICES.fullmatch(text)
    if spoiled and t.step is departure.SPOILING:
        goods = spoiled[1].split()
        return SPOIL + goods.count("spice") if len(goods) == departure.half(t) else None
    if text.startswith("special "):
        special = _special(t, seat, text[8:])
        if special is not None:
            return special
    return _CODES.get(text)


def _special(t: Table, seat: int, name: str) -> int | None:
    """A special card by its full name, or by the part before the colon if that is clear."""
    names = t.box.names[: t.box.specials]
    if name in names:
        return SPECIAL + names.index(name)
    alike = [kind for kind, full in enumerate(names) if full.partition(":")[0] == name]
    held = [kind for kind in alike if t.specials[seat * MOST_SPECIALS + kind] > 0]
    if len(held) == 1 or (alike and not held):
        return SPECIAL + (held or alike)[0]
    return None


def split(t: Table, seat: int, text: str) -> list[str]:
    """A compound move as simple ones."""
    word, *rest = text.split(" ")
    if word == "offer" and t.step is trade.TRADING:
        return _split_offer(t, seat, rest)
    if word == "special" and len(rest) > 1:
        parts = [f"{_PARTS.get(rest[0].partition(':')[0], word)} {part}" for part in rest[1:]]
        return [f"special {rest[0]}", *_committed(parts)]
    if word in ("store", "ship", "keep", "sell", "get", "swap") and len(rest) > 1:
        if word == "sell" and rest[0] == "to":
            return [text]
        return _committed([f"{word} {part}" for part in rest])
    return [text]


def _committed(parts: list[str]) -> list[str]:
    """The word done may be said or left out."""
    if parts and parts[-1].endswith(" done"):
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


def describe(t: Table, seat: int, action: int) -> dict[str, Any]:
    if action < BID:
        kind = "take" if action < SHELTER else "shelter"
        place = action & 3
        card = int(t.row[place])
        return {"kind": kind, "place": place + 1} | _card(t, card)
    if action < PASS:
        owner = action & 3
        kind = "bid" if action < SHELTER_FROM else "shelter-from"
        card = int(t.front[owner]) if owner < t.players else EMPTY
        return {"kind": kind, "owner": owner} | _card(t, card)
    if action == PASS:
        return {"kind": "pass" if t.step is bidding.BIDDING else "forgo"}
    if action < REVEAL:
        bidder = (action - SELL_TO) & 3
        offer = max(0, int(t.offers[bidder])) if bidder < t.players else 0
        return {"kind": "sell-to" if action < PAY else "pay", "bidder": bidder, "n": offer}
    if action < START:
        return {"kind": "reveal", "stack": STACKS[action - REVEAL]}
    if action < BUY:
        return {"kind": "start", "goods": [GOODS[good] for good in PAIRS[action - START]]}
    if action < STORE:
        return _describe_card(t, seat, action)
    if action < SPOIL:
        return _describe_good(t, action)
    if action < SPECIAL:
        spices = action - SPOIL
        cheeses = int(departure.half(t)) - spices if t.step is departure.SPOILING else 0
        return {"kind": "spoil", "goods": ["spice"] * spices + ["cheese"] * cheeses}
    if action < SWAP:
        special = action - SPECIAL
        return {"kind": "special"} | _card(t, special if special < t.box.specials else EMPTY)
    if action < OFFER:
        swap = action - SWAP
        place = swap // 4 % 5
        out: dict[str, Any] = {"good": GOODS[swap // 20], "other": GOODS[swap & 3]}
        if place == HAND:
            return {"kind": "swap-hand", **out}
        return {"kind": "swap", "owner": place, **out}
    return {"kind": "offer", "n": action - OFFER}


def _card(t: Table, card: int) -> dict[str, Any]:
    return {"card": None if card == EMPTY else t.box.names[card]}


def _describe_card(t: Table, seat: int, action: int) -> dict[str, Any]:
    if action == DONE:
        return {"kind": "done"}
    card = int(t.front[seat])
    if action == BUY:
        goods = []
        if card != EMPTY:
            shown = [int(t.box.goods[card * 4 + good]) for good in range(4)]
            goods = [GOODS[good] for good in range(4) for _ in range(shown[good])]
        return {"kind": "buy", "goods": goods}
    return {"kind": "income", "n": 0 if card == EMPTY else int(t.box.gold[card])}


def _describe_good(t: Table, action: int) -> dict[str, Any]:
    if action < SHIP:
        return {"kind": "store", "good": GOODS[action - STORE]}
    if action < GET:
        place = action - SHIP
        ship = int(t.port[place])
        name = None if ship == EMPTY else t.box.ship_names[ship]
        return {"kind": "ship", "place": place + 1, "ship": name}
    if action < SELL:
        return {"kind": "get", "good": GOODS[action - GET]}
    if action < KEEP:
        from_hand = action < SELL + 4
        return {"kind": "sell" if from_hand else "sell-stored", "good": GOODS[action & 3]}
    in_warehouse = action < KEEP + 4
    return {"kind": "keep" if in_warehouse else "keep-in-hand", "good": GOODS[action & 3]}
