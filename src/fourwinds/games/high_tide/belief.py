"""From a view of High Tide to the worlds that it allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.rules import Rules
from fourwinds.games.high_tide.worlds import Worlds

SHOWN = ("game", "players", "options", "round", "prizes", "scores", "over")


def belief(rules: Rules, view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows; the numbers of others are drawn with every world."""
    table = rules.position({name: view[name] for name in SHOWN} | {"chosen": view["chosen"]})
    decided = [
        seat
        for seat in range(rules.players)
        if seat not in view["actors"] and view["chosen"][seat] is None
    ]
    return Worlds(table, decided)
