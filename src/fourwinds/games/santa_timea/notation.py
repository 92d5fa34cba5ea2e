"""Notation of Santa Timea: N13, P, discard N, keep N."""

from __future__ import annotations

from typing import Any

from fourwinds.games.santa_timea.state import CARD_NAMES, DIRECTIONS, DISCARD, KEEP, PIRATE, Table

_ACTIONS = [
    *CARD_NAMES,
    *(f"discard {direction}" for direction in DIRECTIONS),
    *(f"keep {direction}" for direction in DIRECTIONS),
]
_CODES = {text.lower(): action for action, text in enumerate(_ACTIONS)}


def text(t: Table, seat: int, action: int) -> str:
    return _ACTIONS[action]


def parse(t: Table, seat: int, text: str) -> int | None:
    return _CODES.get(text)


def describe(t: Table, seat: int, action: int) -> dict[str, Any]:
    if action <= PIRATE:
        return {"kind": "play", "card": CARD_NAMES[action]}
    if action < KEEP:
        return {"kind": "discard", "direction": DIRECTIONS[action - DISCARD]}
    return {"kind": "keep", "direction": DIRECTIONS[action - KEEP]}
