"""Notation of Winds of Plunder: what it adds to the table of its actions.

    vote north       cubes 6            blackbeard 2        wind east        first 2
    draw             cubes+5            gust east           gust farther     sail Jamaica
    board 3 weapon   pass               card rumour         card misfire 2   card intrigue
    swap Jamaica     done               card weapons Jamaica Trinidad

Players are counted from 1, as people see them numbered; seats everywhere else are counted from 0.
Compound moves: `gust east sail Jamaica` and `card intrigue Jamaica bar4`. A purchase card may be
called without its ports while the hand holds only one of its kind. Curaçao may be written as
players read it, or with plain letters.
"""

from __future__ import annotations

from typing import Any

from fourwinds.core.actions import code_book
from fourwinds.games.winds_of_plunder import arrival, cards, refusals
from fourwinds.games.winds_of_plunder.actions import (
    ACTIONS,
    ADD,
    ADDED,
    BOARD,
    DRAW,
    GUST,
    PASS,
    PURCHASE,
    SAIL,
    SWAP,
)
from fourwinds.games.winds_of_plunder.pieces import (
    LOOT_KINDS,
    PURCHASE_NAMES,
    PURCHASES,
    TURN_POINTS,
)
from fourwinds.games.winds_of_plunder.state import Table


def spelling(t: Table, seat: int, text: str) -> int | None:
    """A purchase by its kind alone; more cubes than there are is no action, but it is plain why."""
    plain = _plain(text)
    if plain != text:
        return code_book(ACTIONS.names(t.box)).get(plain)
    if text.removeprefix("card ") in PURCHASE_NAMES:
        item = PURCHASE_NAMES.index(text.removeprefix("card "))
        held = {card for card in t.hand(seat) if card < PURCHASES and t.box.item[card] == item}
        return PURCHASE + held.pop() if len(held) == 1 else None
    cubes = text.removeprefix("cubes ")
    if cubes != text and cubes.isascii() and cubes.isdigit():
        details = {"cubes": int(cubes), "n": int(t.cubes[seat]), "game": "winds-of-plunder"}
        raise refusals.NOT_SO_MANY_CUBES.error(details)
    return None


def split(t: Table, seat: int, text: str) -> list[str]:
    """A compound move as simple ones; any other move as it is."""
    text = _plain(text)
    if text.startswith("gust ") and " sail " in text:
        gust, _, port = text.partition(" sail ")
        return [gust, f"sail {port}"]
    if text.startswith("card intrigue "):
        rest = text.removeprefix("card intrigue ")
        places = [place.lower() for place in t.box.place_names]
        for first in places:
            if rest == first:
                return ["card intrigue", f"swap {first}"]
            if rest.startswith(f"{first} ") and rest.removeprefix(f"{first} ") in places:
                return ["card intrigue", f"swap {first}", "swap " + rest.removeprefix(f"{first} ")]
    return [text]


def _plain(text: str) -> str:
    """As ports are written in components."""
    return text.replace("ç", "c")


def details(t: Table, seat: int, action: int) -> dict[str, Any]:
    """What descriptions say beyond kind and arguments: prices, and what an action would bring."""
    if action == DRAW:
        return {"points": 1}
    if ADD <= action < GUST:
        added = min(ADDED[action - ADD], int(t.reserve[seat]))
        return {"n": added, "points": action - ADD + 1}
    if GUST <= action < SAIL:
        return {"points": TURN_POINTS}
    if BOARD <= action < PASS:
        victim, loot = divmod(action - BOARD, LOOT_KINDS)
        points = min(arrival.LOOT_POINTS, int(t.vp[victim])) if victim < t.players else 0
        return {"n": points if loot == 0 else 1}
    if PURCHASE <= action < SWAP:
        return _card_details(t, seat, action)
    return {}


def _card_details(t: Table, seat: int, action: int) -> dict[str, Any]:
    card = int(cards.card_of(action))
    name = t.box.card_names[card]
    face = t.box.card_faces.get(name) or t.box.card_face(card)
    out: dict[str, Any] = {"name": name, "card": face["kind"], "ports": face["ports"], "points": 1}
    if card < PURCHASES:
        out["price"] = 0 if cards.is_free(t, seat, card) else cards.PRICE
    if face["item"] is not None:
        out["item"] = face["item"]
    return out


def described(t: Table, seat: int, action: int) -> dict[str, Any]:
    """What rules.describe says of an action, without its text."""
    out = ACTIONS.described(t.box, int(t.players), action)
    return out | details(t, seat, action)
