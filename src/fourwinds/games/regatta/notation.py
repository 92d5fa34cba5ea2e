"""Notation of Regatta beyond its table of actions, and what descriptions add to it.

Compound: boat red start 3 · cloud1 a c (both legs) · swap red2 blue1 (the whole swap).
"""

from __future__ import annotations

from typing import Any, cast

from fourwinds.core.errors import IllegalAction
from fourwinds.games.regatta import refusals
from fourwinds.games.regatta.actions import (
    ACTIONS,
    ARROWS,
    BOAT,
    END,
    ROTATIONS,
    SWAP,
    TURN,
)
from fourwinds.games.regatta.shapes import Action, Symbol
from fourwinds.games.regatta.state import CLOUD, HELM, MOST_SWAPPED, SUN_CARD, Table
from fourwinds.games.regatta.trigonometry import DEGREE

SYMBOL_NAMES: dict[int, Symbol] = {HELM: "helm", CLOUD: "cloud", SUN_CARD: "sun"}


def spelling(t: Table, seat: int, text: str) -> int | None:
    """Turns without a sign or as -180; arrows and angles that do not exist are named."""
    word, _, rest = text.partition(" ")
    if word == "turn":
        return _turn(rest)
    if word in t.box.names and len(rest) == 1 and "a" <= rest <= "z":
        card = t.box.names.index(word)
        raise _named(
            refusals.NO_SUCH_ARROW.error(
                {"card": word, "arrow": rest, "n": int(t.box.arrow_count[card])}
            )
        )
    return None


def _turn(rotation: str) -> int | None:
    """RG-5.1: in steps of 15 degrees; +180 and -180 are the same."""
    digits = rotation[1:] if rotation[:1] in ("+", "-") else rotation
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 4:
        return None
    degrees = -int(digits) if rotation[0] == "-" else int(digits)
    if degrees == -180:
        degrees = 180
    if degrees not in ROTATIONS:
        raise _named(refusals.TURN_STEPS.error({"rotation": degrees}))
    return TURN + ROTATIONS.index(degrees)


def _named(error: IllegalAction) -> IllegalAction:
    error.details["game"] = "regatta"
    return error


def split(t: Table, seat: int, text: str) -> list[str]:
    """A compound move as simple ones."""
    words = text.split()
    if words[:1] == ["swap"]:
        if len(words) - 1 + t.draft_count > MOST_SWAPPED:
            raise _named(refusals.SWAP_TOO_MANY.error({"most": MOST_SWAPPED}))
        return [*(f"swap {card}" for card in words[1:]), "end"] if words[1:] else [text]
    if words[:1] == ["boat"] and words[2:3] == ["start"]:
        return [" ".join(words[:2]), " ".join(words[2:])]
    if len(words) == 3 and words[0] in t.box.names:
        return [f"{words[0]} {words[1]}", f"{words[0]} {words[2]}"]
    return [text]


def details(t: Table, seat: int, action: int) -> dict[str, Any]:
    """What descriptions say of a card, of a turn and of the end of a swap."""
    if action < SWAP:
        return _sail_details(t, action)
    if action == END and t.draft_count:
        return {"kind": "swap-cards", "cards": drafted(t)}
    if TURN <= action < BOAT:
        rotation = ROTATIONS[action - TURN]
        side = "port" if rotation < 0 else "starboard"
        return {"kind": f"turn-{side}", "degrees": abs(rotation)}
    return {}


def _sail_details(t: Table, action: int) -> dict[str, Any]:
    card, k = divmod(action, ARROWS)
    if card >= t.box.kinds or k >= t.box.arrow_count[card]:
        return {"colour": None, "symbol": None, "small": False, "rotation": None, "degrees": None}
    rotation = arrow_rotation(t, int(t.box.arrows[action]))
    return {
        "kind": "sail" if rotation == 0 else "sail-port" if rotation < 0 else "sail-starboard",
        "colour": t.box.colours[card],
        "symbol": SYMBOL_NAMES.get(int(t.box.symbols[card])),
        "small": bool(t.box.small[card]),
        "rotation": rotation,
        "degrees": abs(rotation),
    }


def describe(t: Table, seat: int, action: int) -> Action:
    """What a board is told of an action, without its text."""
    out = ACTIONS.described(t.box, int(t.players), action)
    out |= details(t, seat, action)
    return cast(Action, out)


def arrow_rotation(t: Table, arrow: int) -> float:
    """By how many degrees an arrow turns a boat, from -180 (port) to 180 (starboard)."""
    paths = t.box.paths
    degrees = int(paths.h[paths.first[arrow] + paths.count[arrow] - 1]) / DEGREE
    return degrees if degrees <= 180 else degrees - 360


def drafted(t: Table) -> list[str]:
    return [t.box.names[t.draft[i]] for i in range(t.draft_count)]
