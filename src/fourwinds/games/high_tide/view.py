"""What a seat sees of High Tide, and everything: the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core.errors import BadPosition
from fourwinds.core.positions import check_fields, number, read_chance, write_chance
from fourwinds.games.high_tide import steps
from fourwinds.games.high_tide.actions import HIGHEST
from fourwinds.games.high_tide.shapes import Open, Position, View
from fourwinds.games.high_tide.state import Table

REQUIRED = ["game", "players", "options", "round", "prizes", "chosen", "scores"]
OPTIONAL = ["pile", "chance", "over"]
HIGHEST_SCORE = 10000


def _open(t: Table) -> Open:
    return {
        "game": "high-tide",
        "players": int(t.players),
        "options": dict(t.rules.options),
        "round": int(t.round),
        "prizes": [int(t.prizes[i]) for i in range(t.round)],
        "scores": t.scores,
        "over": t.over,
    }


def _chosen(t: Table, seat: int | None) -> list[int | None]:
    """HT-2.1: a number is its owner's secret until all are shown."""
    shown = t.step is steps.OVER
    return [
        int(t.chosen[each]) if t.chosen[each] and (shown or each == seat) else None
        for each in range(t.players)
    ]


def view(t: Table, seat: int | None) -> View:
    """Field by field what the seat may know; None is a spectator."""
    return {
        **_open(t),
        "seat": seat,
        "step": t.step.name,
        "actors": list(t.actors),
        "turn": None,
        "chosen": _chosen(t, seat),
        "winners": t.winners,
        "ranking": t.ranking,
    }


def position(t: Table) -> Position:
    return {
        **_open(t),
        "chosen": [int(each) or None for each in t.chosen],
        "pile": [int(t.prizes[i]) for i in range(t.round, len(t.prizes))],
        "chance": write_chance(t),
    }


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position; a pile that is left out is shuffled."""
    check_fields(data, REQUIRED, OPTIONAL)
    t.round = number(data["round"], "round", 1, int(t.rounds))
    shown = [number(each, "prizes", 1, 99) for each in data["prizes"]]
    if len(shown) != t.round:
        raise BadPosition("prizes: expected one for each round (HT-1.2)")
    left = Counter(int(each) for each in t.box.prizes)
    left.subtract(shown)
    if min(left.values()) < 0:
        raise BadPosition("prizes: expected those of the box (HT-1.1)")
    pile = [number(each, "pile", 1, 99) for each in data.get("pile", left.elements())]
    if Counter(pile) != +left:
        raise BadPosition("pile: expected the prizes that were not turned over (HT-1.1)")
    for i, prize in enumerate([*shown, *pile]):
        t.prizes[i] = prize
    if len(data["chosen"]) != t.players or len(data["scores"]) != t.players:
        raise BadPosition(f"chosen, scores: expected {t.players} of each")
    for seat in range(t.players):
        mine = data["chosen"][seat]
        t.chosen[seat] = 0 if mine is None else number(mine, f"chosen[{seat}]", 1, HIGHEST)
        t.score[seat] = number(data["scores"][seat], f"scores[{seat}]", 0, HIGHEST_SCORE)
    over = data.get("over", False) is True
    if all([each > 0 for each in t.chosen]) != over:
        raise BadPosition("chosen: expected all numbers when the match is over, and only then")
    if over and t.round != t.rounds:
        raise BadPosition("over: expected the last round")
    read_chance(t, data)
    t.step = steps.OVER if over else steps.CHOOSING
