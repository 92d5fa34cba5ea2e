"""Notation of Winds of Plunder.

    vote north       cubes 6            blackbeard 2        wind east        first 2
    draw             cubes+5            gust east           gust farther     sail Jamaica
    board 3 weapon   pass               card rumour         card misfire 2   card intrigue
    swap Jamaica     done               card weapons Jamaica Trinidad

Players are counted from 1, as people see them numbered; seats everywhere else are counted from 0.
Compound moves: `gust east sail Jamaica` and `card intrigue Jamaica bar4`. A purchase card may be
called without its ports while the hand holds only one of its kind.
"""

from __future__ import annotations

from typing import Any

from fourwinds.core.errors import IllegalAction
from fourwinds.games.winds_of_plunder import arrival, cards, steps
from fourwinds.games.winds_of_plunder.state import (
    ACTION_COUNT,
    ADD,
    BOARD,
    CARD,
    CROWN,
    CUBES,
    DIRECTIONS,
    DONE,
    DRAW,
    FARTHER,
    FIRST,
    GUST,
    HEAVE,
    INTRIGUE,
    ITEMS,
    LOOT,
    MISFIRE,
    MOST_SEATS,
    OTHER_CARDS,
    PASS,
    PLACES,
    PLAY_INTRIGUE,
    PURCHASE_NAMES,
    PURCHASES,
    SAIL,
    STRIKE,
    SWAP,
    VOTE,
    WIND,
    Table,
)

GUSTS = (*DIRECTIONS, "farther")


def text(t: Table, seat: int, action: int) -> str:
    names = t.box.port_names
    if action < CUBES:
        return f"vote {DIRECTIONS[action - VOTE]}"
    if action < CROWN:
        return f"cubes {action - CUBES}"
    if action < WIND:
        return f"blackbeard {action - CROWN + 1}"
    if action < FIRST:
        return f"wind {DIRECTIONS[action - WIND]}"
    if action < DRAW:
        return f"first {action - FIRST + 1}"
    if action == DRAW:
        return "draw"
    if action < GUST:
        return f"cubes+{steps.ADDED[action - ADD]}"
    if action < SAIL:
        return f"gust {GUSTS[action - GUST]}"
    if action < BOARD:
        return f"sail {names[action - SAIL]}"
    if action < PASS:
        victim, loot = divmod(action - BOARD, 4)
        return f"board {victim + 1} {LOOT[loot]}"
    if action == PASS:
        return "pass"
    if action < STRIKE:
        return f"card {t.box.card_names[action - CARD]}"
    if action < PLAY_INTRIGUE:
        card, victim = divmod(action - STRIKE, MOST_SEATS)
        return f"card {OTHER_CARDS[MISFIRE - HEAVE + card]} {victim + 1}"
    if action == PLAY_INTRIGUE:
        return "card intrigue"
    return "done" if action == DONE else f"swap {t.place_name(action - SWAP)}"


def parse(t: Table, seat: int, text: str) -> int | None:
    action = _codes(t).get(text)
    if action is None and text.removeprefix("card ") in PURCHASE_NAMES:
        item = PURCHASE_NAMES.index(text.removeprefix("card "))
        held = {card for card in t.hand(seat) if card < PURCHASES and t.box.item[card] == item}
        return CARD + held.pop() if len(held) == 1 else None
    cubes = text.removeprefix("cubes ")
    if action is None and cubes != text and cubes.isascii() and cubes.isdigit():
        # More than anybody's cubes is no action, but it is plain why.
        details = {"cubes": int(cubes), "n": int(t.cubes[seat]), "game": "winds-of-plunder"}
        raise IllegalAction("not-so-many-cubes", "WP-3.2", details)
    return action


def _codes(t: Table) -> dict[str, int]:
    """Every notation and its action; kept with the components, whose names it holds."""
    codes = t.box.codes
    if not codes:
        codes.update({text(t, 0, action).lower(): action for action in range(ACTION_COUNT)})
    return codes


def split(t: Table, seat: int, text: str) -> list[str]:
    """A compound move as simple ones; any other move as it is."""
    if text.startswith("gust ") and " sail " in text:
        gust, _, port = text.partition(" sail ")
        return [gust, f"sail {port}"]
    if text.startswith("card intrigue "):
        rest = text.removeprefix("card intrigue ")
        places = [t.place_name(place).lower() for place in range(PLACES)]
        for first in places:
            if rest == first:
                return ["card intrigue", f"swap {first}"]
            if rest.startswith(f"{first} ") and rest.removeprefix(f"{first} ") in places:
                return ["card intrigue", f"swap {first}", "swap " + rest.removeprefix(f"{first} ")]
    return [text]


def describe(t: Table, seat: int, action: int) -> dict[str, Any]:
    names = t.box.port_names
    if action < CUBES:
        return {"kind": "vote", "wind": DIRECTIONS[action - VOTE]}
    if action < CROWN:
        return {"kind": "stake", "n": action - CUBES}
    if action < WIND:
        return {"kind": "crown", "holder": _seat(t, action - CROWN)}
    if action < FIRST:
        return {"kind": "turn", "wind": DIRECTIONS[action - WIND]}
    if action < DRAW:
        return {"kind": "name-first", "first": _seat(t, action - FIRST)}
    if action == DRAW:
        return {"kind": "draw", "points": 1}
    if action < GUST:
        added = min(int(steps.ADDED[action - ADD]), int(t.reserve[seat]))
        return {"kind": "add-cubes", "n": added, "points": action - ADD + 1}
    if action == GUST + FARTHER:
        return {"kind": "gust-farther", "points": 3}
    if action < SAIL:
        return {"kind": "gust", "wind": DIRECTIONS[action - GUST], "points": 3}
    if action < BOARD:
        return {"kind": "sail", "port": names[action - SAIL]}
    if action < PASS:
        victim, loot = divmod(action - BOARD, 4)
        kind = "board-points" if loot == 0 else "board"
        taken = min(arrival.LOOT_POINTS, int(t.vp[victim])) if loot == 0 else 1
        return {"kind": kind, "victim": _seat(t, victim), "loot": LOOT[loot], "n": taken}
    if action == PASS:
        return {"kind": "pass"}
    if action < SWAP:
        return _describe_card(t, seat, action)
    if action == DONE:
        return {"kind": "done"}
    return {"kind": "swap", "place": t.place_name(action - SWAP)}


def _describe_card(t: Table, seat: int, action: int) -> dict[str, Any]:
    card = int(cards.card_of(action))
    details: dict[str, Any] = {"points": 1, **cards.card_details(t, card)}
    if card < PURCHASES:
        free = cards.is_free(t, seat, card)
        kind = "purchase-free" if free else "purchase"
        item = ITEMS[t.box.item[card]]
        return {"kind": kind, "item": item, "price": 0 if free else cards.PRICE, **details}
    if MISFIRE <= card < INTRIGUE:
        victim = (action - STRIKE) % MOST_SEATS
        return {
            "kind": "strike",
            "item": ITEMS[card - MISFIRE],
            "victim": _seat(t, victim),
        } | details
    return {"kind": OTHER_CARDS[card - HEAVE], **details}


def _seat(t: Table, seat: int) -> int | None:
    """A seat a text may name; None where nobody sits."""
    return seat if seat < t.players else None
