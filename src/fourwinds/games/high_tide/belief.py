"""From a view of High Tide to the worlds that it allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from fourwinds.core.rules import Rules
from fourwinds.games.high_tide.worlds import Worlds


def belief(rules: Rules, view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows; what is hidden is drawn with every world."""
    pile = Counter(int(each) for each in rules.box.prizes)
    pile.subtract(view["prizes"])
    shown = {name: view[name] for name in ("game", "players", "options", "step", "round")}
    table = rules.position(
        shown
        | {
            "prizes": [*view["prizes"], *pile.elements()],
            "chosen": [number or 0 for number in view["chosen"]],
            "score": view["scores"],
        }
    )
    decided = [
        seat
        for seat in range(rules.players)
        if seat not in view["actors"] and view["chosen"][seat] is None
    ]
    return Worlds(table, decided)
