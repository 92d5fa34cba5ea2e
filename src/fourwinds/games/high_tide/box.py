"""HT-1.1: the prizes, read from a component file and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.components import Components, entries, integer, items
from fourwinds.core.errors import BadComponents

MOST_PRIZES = 20


def box(components: Components, players: int, options: Mapping[str, Any]) -> list[int]:
    """The prizes of all entries; there must be one for every round."""
    prizes: list[int] = []
    for i, entry in enumerate(entries(components.data, "prize")):
        points = items(entry.get("points"), f"prize[{i}].points")
        prizes += [integer(each, f"prize[{i}].points", 1, 99) for each in points]
    if not options["rounds"] <= len(prizes) <= MOST_PRIZES:
        raise BadComponents(
            f"prize: expected {options['rounds']} to {MOST_PRIZES} prizes, got {len(prizes)}"
        )
    return sorted(prizes)
