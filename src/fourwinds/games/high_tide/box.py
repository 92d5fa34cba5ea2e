"""HT-1.1: the prizes, read from a component file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.components import Components, entries, integer
from fourwinds.core.errors import BadComponents
from fourwinds.games.high_tide.state import MOST_PRIZES, Box


def box(components: Components, players: int, options: Mapping[str, Any]) -> Box:
    """The prizes of all entries; there must be one for every round."""
    prizes: list[int] = []
    for i, entry in enumerate(entries(components.data, "prize")):
        points = entry.get("points")
        if not isinstance(points, list):
            raise BadComponents(f"prize[{i}].points: expected a list of numbers")
        prizes += [integer(each, f"prize[{i}].points", 1, 99) for each in points]
    if not options["rounds"] <= len(prizes) <= MOST_PRIZES:
        raise BadComponents(
            f"prize: expected {options['rounds']} to {MOST_PRIZES} prizes, got {len(prizes)}"
        )
    return Box(sorted(prizes))
