"""Tables laid out for a test: only what the test is about is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw

CARDS = Path(__file__).with_name("cards.toml")
LARGE = [
    "large:apple+spice+cheese+cheese/18",
    "large:spice+spice+cheese+cheese/16",
    "large:apple+spice+cheese+silk/16",
    "large:apple+silk+silk+silk/12",
]
SMALL = ["small:apple/6", "small:silk/2", "small:spice+cheese/8"]
FLEETS = {
    2: LARGE[:3] + SMALL[:2],
    3: LARGE[:3] + SMALL,
    4: LARGE + SMALL,
}


def lay(players: int = 4, step: str = "acting", **fields: Any) -> fw.State:
    """A table with 22 gold each, no goods, a fleet in port; seat 0 is first and asked.

    `front` may be given as {seat: card} (such a card lies face down) or {seat: gold}.
    """
    options = fields.pop("options", {})
    data: dict[str, Any] = {
        "game": "vor-dem-wind",
        "players": players,
        "options": options,
        "step": step,
        "turn": None if step == "over" else 0,
        "turn_number": 5,
        "first": 0,
        "port": [] if step in ("conserving", "spoiling") else FLEETS[players],
        "gold": [22] * players,
        "hands": [[]] * players,
        "warehouses": [[]] * players,
    }
    for name in ("hands", "warehouses", "specials", "conservation", "delivered", "front"):
        if isinstance(fields.get(name), dict):
            empty: Any = None if name == "front" else []
            fields[name] = [fields[name].get(seat, empty) for seat in range(players)]
    if "front" in fields:
        fields["front"] = [
            down(front) if isinstance(front, str) else money(front) if type(front) is int else front
            for front in fields["front"]
        ]
    return fw.game("vor-dem-wind").from_position(data | fields, components=CARDS)


@pytest.fixture(name="lay")
def _lay() -> Callable[..., fw.State]:
    return lay


def up(card: str) -> dict[str, Any]:
    return {"card": card, "face": "up", "money": None}


def down(card: str) -> dict[str, Any]:
    return {"card": card, "face": "down", "money": None}


def money(gold: int) -> dict[str, Any]:
    return {"card": None, "face": None, "money": gold}


@pytest.fixture(name="up")
def _up() -> Callable[[str], dict[str, Any]]:
    return up


def refused(state: fw.State, seat: int, move: str | int) -> tuple[str, str | None]:
    """The code and rule of a refusal; the table must not have changed."""
    before = state.digest()
    with pytest.raises(fw.IllegalAction) as caught:
        state.play(seat, move)
    assert state.digest() == before
    assert str(caught.value)
    return caught.value.code, caught.value.rule


@pytest.fixture(name="refused")
def _refused() -> Callable[[fw.State, int, str | int], tuple[str, str | None]]:
    return refused


def play(state: fw.State, *moves: tuple[int, str]) -> None:
    """Moves in notation: simple ones as they are, others whole."""
    for seat, move in moves:
        if state.refusal(seat, move) is None:
            state.play(seat, move)
            continue
        for action in state.rules.parse_move(state, seat, move):
            state.play(seat, action)


@pytest.fixture(name="play")
def _play() -> Callable[..., None]:
    return play
