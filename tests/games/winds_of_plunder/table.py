"""Laying out tables of Winds of Plunder for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.facts import Fact

GAME = fw.game("winds-of-plunder")
RULES_BY_SECTION = {1: 5, 2: 3, 3: 6, 4: 4, 5: 4, 6: 7, 7: 2, 8: 2}
RULES = [f"WP-{s}.{n}" for s, count in RULES_BY_SECTION.items() for n in range(1, count + 1)]
PORTS = {
    "Havana": "4w",
    "Belize": "4c",
    "Portobelo": "4p",
    "Nassau": "3w",
    "San Salvador": "3c",
    "Jamaica": "3p",
    "Turks & Caicos": "5w",
    "Santo Domingo": "5c",
    "Curacao": "5p",
    "Puerto Rico": "3t",
    "Barbados": "4t",
    "Trinidad": "5t",
}
BAR = ["2wc", "2wp", "2wt", "2cp", "2ct", "2pt"]
APART = ("Jamaica", "Havana", "Nassau", "Trinidad", "Belize")


def position(ships: Sequence[str] = APART[:4], **fields: Any) -> dict[str, Any]:
    """A position of the first round: seat 0 plunders first, with nothing done yet."""
    players = len(ships)
    step = fields.get("step", "plundering")
    turn = (
        {"first": 0} | fields.get("turn_state", {}) if step in ("plundering", "boarding") else None
    )
    return {
        "game": "winds-of-plunder",
        "players": players,
        "options": {},
        "round": 1,
        "step": step,
        "wind": "north",
        "blackbeard": 0,
        "ships": list(ships),
        "vp": [0] * players,
        "cubes": [10] * players,
        "ports": PORTS,
        "bar": BAR,
        **fields,
        "turn_state": turn,
    }


def lay(ships: Sequence[str] = APART[:4], **fields: Any) -> fw.State:
    return GAME.from_position(position(ships, **fields))


def play(state: fw.State, *moves: str) -> list[dict[str, Any]]:
    """Play moves, each by the first who is asked; return the facts told."""
    told: list[Fact] = []
    for move in moves:
        state.play(state.actors[0], move, told)
    return [fact.json() for fact in told]


def told(facts: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [fact for fact in facts if fact["kind"] == kind]


def moves(state: fw.State, seat: int | None = None) -> set[str]:
    """What the seat (else the first asked) may do, in notation."""
    asked = state.actors[0] if seat is None else seat
    return {state.rules.text(state, asked, action) for action in state.actions(asked)}


def starting_with(state: fw.State, word: str) -> set[str]:
    """The moves of one kind, without that word."""
    return {m.removeprefix(word).strip() for m in moves(state) if m.split()[0] == word}


def refused(state: fw.State, move: str, seat: int | None = None) -> tuple[str, str | None]:
    """Code and rule of the refusal; the state must stay as it is."""
    asked = state.actors[0] if seat is None else seat
    before = state.digest()
    refusal = state.refusal(asked, move)
    assert refusal is not None
    with pytest.raises(fw.IllegalAction) as raised:
        state.play(asked, move)
    assert (raised.value.code, raised.value.rule) == (refusal.code, refusal.rule)
    if refusal.rule is not None:
        assert str(raised.value).endswith(f"({refusal.rule})")
    assert state.digest() == before
    return refusal.code, refusal.rule


def treasures(order: Sequence[str], drawn: Sequence[int] = ()) -> dict[str, Any]:
    """Treasures in this order, the rest behind them; the first ones drawn by these seats."""
    rest = [port for port in PORTS if port not in order]
    return {"order": [*order, *rest], "drawn": [{"seat": seat, "missed": []} for seat in drawn]}
