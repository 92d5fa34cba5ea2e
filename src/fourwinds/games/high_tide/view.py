"""What a seat sees of High Tide, and what a position must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core import plain
from fourwinds.core.errors import BadPosition
from fourwinds.games.high_tide import steps
from fourwinds.games.high_tide.actions import HIGHEST
from fourwinds.games.high_tide.shapes import View
from fourwinds.games.high_tide.state import Table


def view(t: Table, seat: int | None) -> View:
    """Field by field what the seat may know; None is a spectator."""
    return {
        **plain.common_view(t, seat),
        "turn": None,
        "round": int(t.round),
        "prizes": [int(t.prizes[i]) for i in range(t.round)],
        "chosen": _chosen(t, seat),
    }


def _chosen(t: Table, seat: int | None) -> list[int | None]:
    """HT-2.1: a number is its owner's secret until all are shown."""
    shown = t.step is steps.OVER
    return [
        int(t.chosen[each]) if t.chosen[each] and (shown or each == seat) else None
        for each in range(t.players)
    ]


def set_up(t: Table, data: Mapping[str, Any]) -> None:
    """Lay out a position and refuse one that no match comes to."""
    plain.set_up(t, data)
    over = t.step is steps.OVER
    if not 1 <= t.round <= t.rounds or (over and t.round != t.rounds):
        raise BadPosition("round: expected one of this match, and the last when it is over")
    if Counter(t.prizes) != Counter(t.box):
        raise BadPosition("prizes: expected those of the box (HT-1.1)")
    if min(t.chosen) < 0 or max(t.chosen) > HIGHEST:
        raise BadPosition(f"chosen: expected numbers from 1 to {HIGHEST}, or 0 for none (HT-2.1)")
    if t.step is steps.SETTING_UP or (min(t.chosen) > 0) != over:
        raise BadPosition(
            "step: expected that all have chosen when the match is over, and only then"
        )
    if min(t.score) < 0 or sum(t.scores) > sum(t.box):
        raise BadPosition("score: expected the points of prizes (HT-2.3)")
