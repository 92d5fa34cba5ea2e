"""Laying out tables of Santa Timea for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds.core.facts import Fact

GAME = fw.game("santa-timea")
EXAMPLES = sorted((GAME.folder / "examples").glob("*.json"))
RULES_BY_SECTION = {1: 2, 2: 3, 3: 4, 4: 6, 5: 3, 6: 4, 7: 2, 8: 6}
RULES = [f"ST-{s}.{n}" for s, count in RULES_BY_SECTION.items() for n in range(1, count + 1)]


def position(hands: Sequence[str], row: str = "N1 E1 S1", **fields: Any) -> dict[str, Any]:
    """A position: hands and row as words, one round, seat 0 leading, nothing taken yet."""
    players = len(hands)
    options = {"edition": "german", "expert": False, "rounds": 1}
    return {
        "game": "santa-timea",
        "players": players,
        "round": 1,
        "first": 0,
        "leader": 0,
        "hands": [hand.split() for hand in hands],
        "row": row.split(),
        "trick": [],
        "taken": [[] for _ in range(players)],
        "scores": [0] * players,
        **fields,
        "options": options | fields.get("options", {}),
    }


def lay(hands: Sequence[str], row: str = "N1 E1 S1", **fields: Any) -> fw.State:
    return GAME.from_position(position(hands, row, **fields))


def play(state: fw.State, moves: str | Sequence[str]) -> list[dict[str, Any]]:
    """Play moves, each by the seat that is asked; return the facts told."""
    told: list[Fact] = []
    for move in moves.split() if isinstance(moves, str) else moves:
        state.play(state.actors[0], move, told)
    return [fact.json() for fact in told]


def told(facts: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [fact for fact in facts if fact["kind"] == kind]


def trick(cards: str, row: str = "N1 E1 S1", **fields: Any) -> tuple[int | None, int]:
    """Who takes the wind and who leads next when seat 0 leads and these cards are laid."""
    laid = cards.split()
    spare = iter(card for card in "W14 W13 W12 W11 W10 E14 E13".split() if card not in laid)
    pirates = laid[0] == "P"
    hands = [
        f"{card} {'P' if pirates and seat == 0 else next(spare)}" for seat, card in enumerate(laid)
    ]
    state = lay(hands, row, **fields)
    facts = play(state, cards)
    takers = told(facts, "wind-taken")
    assert len(takers) + len(told(facts, "wind-put-aside")) == 1
    return (takers[0]["seat"] if takers else None), state.position()["leader"]


def scored(
    taken: Sequence[str], choices: Sequence[str] = (), **fields: Any
) -> tuple[dict[str, Any], fw.State]:
    """The count of a round that ends with these winds taken: the fact told and the state after.

    One trick is left to play: every card of it cancels, so nobody takes its wind, which is put
    aside as the last one of the round.
    """
    players = len(taken)
    used = [wind for winds in taken for wind in winds.split()]
    blow = next(
        wind
        for wind in "N1 N2 E1 E2 S1 S2 W1 W2 N3 E3 S3 W3".split()
        if used.count(wind) < (1 if wind[1] == "3" else 2)
    )
    # Under any wind a card and the pirates copying it cancel.
    hands = ["N5", *["P"] * (players - 1)]
    state = lay(hands, blow, taken=[winds.split() for winds in taken], pile=[], **fields)
    facts = play(state, hands)
    facts += play(state, choices)
    return told(facts, "round-scored")[0], state


def example(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
