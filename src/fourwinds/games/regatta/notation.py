"""Notation of Regatta: boat red, start 3, red2 a, swap red2, end, sun blue, turn +45.

Compound: boat red start 3 · cloud1 a c (both legs) · swap red2 blue1 (the whole swap).
"""

from __future__ import annotations

from typing import Any

from fourwinds.core.errors import IllegalAction
from fourwinds.games.regatta import steps
from fourwinds.games.regatta.geometry import DEGREE
from fourwinds.games.regatta.state import (
    ARROWS,
    BOAT,
    BOATS,
    CLOUD,
    END,
    HELM,
    LETTERS,
    MOST_PLACES,
    MOST_SWAPPED,
    START,
    SUN,
    SWAP,
    TURN,
    TURNS,
    Table,
)

SYMBOL_NAMES = {HELM: "helm", CLOUD: "cloud"}
TURN_CODES = {steps.angle(k): TURN + k for k in range(TURNS)}


def text(t: Table, seat: int, action: int) -> str:
    if action < SWAP:
        return f"{_card(t, action // ARROWS)} {LETTERS[action % ARROWS]}"
    if action < END:
        return f"swap {_card(t, action - SWAP)}"
    if action == END:
        return "end"
    if action < TURN:
        return f"sun {BOATS[action - SUN]}"
    if action < BOAT:
        return f"turn {steps.angle(action - TURN):+d}"
    if action < START:
        return f"boat {BOATS[action - BOAT]}"
    return f"start {action - START + 1}"


def _card(t: Table, card: int) -> str:
    """A card's name; a number where the component file has no such kind."""
    return t.box.names[card] if card < len(t.box.names) else f"#{card}"


def parse(t: Table, seat: int, text: str) -> int | None:
    word, _, rest = text.partition(" ")
    if word == "end" and not rest:
        return END
    if word == "turn":
        return _turn(rest)
    if word in ("boat", "sun") and rest in BOATS:
        return (BOAT if word == "boat" else SUN) + BOATS.index(rest)
    if word == "start":
        known = rest.isascii() and rest.isdigit() and 1 <= int(rest[:3]) <= MOST_PLACES
        return START + int(rest) - 1 if known else None
    if word == "swap":
        card = _kind(t, rest)
        return None if card is None else SWAP + card
    card = _kind(t, word)
    if card is None or len(rest) != 1 or not "a" <= rest <= "z":
        return None
    if rest not in LETTERS:
        name = t.box.names[card]
        count = int(t.box.arrow_count[card])
        raise IllegalAction(
            "no-such-arrow",
            "RG-4.1",
            {"card": name, "arrow": rest, "n": count, "game": "regatta"},
        )
    return card * ARROWS + LETTERS.index(rest)


def _kind(t: Table, name: str) -> int | None:
    """The number of a kind of card; #39 is one the component file does not have."""
    if name in t.box.names:
        return t.box.names.index(name)
    number = name[1:]
    if name[:1] == "#" and number.isascii() and number.isdigit() and len(number) <= 2:
        return int(number) if len(t.box.names) <= int(number) < SWAP // ARROWS else None
    return None


def _turn(angle: str) -> int | None:
    """RG-5.1: in steps of 15 degrees; +180 and -180 are the same."""
    digits = angle[1:] if angle[:1] in ("+", "-") else angle
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 4:
        return None
    degrees = -int(digits) if angle[0] == "-" else int(digits)
    if degrees == -180:
        degrees = 180
    if degrees not in TURN_CODES:
        raise IllegalAction("turn-steps", "RG-5.1", {"angle": degrees, "game": "regatta"})
    return TURN_CODES[degrees]


def split(t: Table, seat: int, text: str) -> list[str]:
    """A compound move as simple ones."""
    words = text.split()
    if words[:1] == ["swap"]:
        if len(words) - 1 + t.draft_count > MOST_SWAPPED:
            raise IllegalAction(
                "swap-too-many", "RG-5.1", {"most": MOST_SWAPPED, "game": "regatta"}
            )
        return [*(f"swap {card}" for card in words[1:]), "end"] if words[1:] else [text]
    if words[:1] == ["boat"] and words[2:3] == ["start"]:
        return [" ".join(words[:2]), " ".join(words[2:])]
    if len(words) == 3 and words[0] in t.box.names:
        return [f"{words[0]} {words[1]}", f"{words[0]} {words[2]}"]
    return [text]


def describe(t: Table, seat: int, action: int) -> dict[str, Any]:
    if action < SWAP:
        return _describe_move(t, seat, action)
    if action < END:
        return {"kind": "swap", "card": _card(t, action - SWAP)}
    if action == END:
        if t.draft_count:
            return {"kind": "swap-cards", "cards": drafted(t)}
        return {"kind": "end"}
    if action < TURN:
        return {"kind": "sun", "boat": BOATS[action - SUN]}
    if action < BOAT:
        angle = steps.angle(action - TURN)
        side = "port" if angle < 0 else "starboard"
        return {"kind": f"turn-{side}", "angle": angle, "degrees": abs(angle)}
    if action < START:
        return {"kind": "boat", "boat": BOATS[action - BOAT]}
    return {"kind": "start", "place": action - START + 1}


def _describe_move(t: Table, seat: int, action: int) -> dict[str, Any]:
    card, k = divmod(action, ARROWS)
    out: dict[str, Any] = {"kind": "sail", "card": _card(t, card), "arrow": LETTERS[k]}
    if card >= len(t.box.names) or k >= t.box.arrow_count[card]:
        return out
    paths = t.box.paths
    arrow = int(t.box.arrows[card * ARROWS + k])
    last = int(paths.first[arrow] + paths.count[arrow]) - 1
    turn = turned(int(paths.h[last]))
    out |= {
        "kind": "sail" if turn == 0 else "sail-port" if turn < 0 else "sail-starboard",
        "colour": t.box.colours[card],
        "symbol": SYMBOL_NAMES.get(int(t.box.symbols[card])),
        "small": bool(t.box.small[card]),
        "turn": turn,
        "degrees": abs(turn),
    }
    return out


def turned(h: int) -> float:
    """A turn in degrees, from -180 (port) to 180 (starboard)."""
    degrees = h / DEGREE
    return degrees if degrees <= 180 else degrees - 360


def drafted(t: Table) -> list[str]:
    return [t.box.names[t.draft[i]] for i in range(t.draft_count)]
