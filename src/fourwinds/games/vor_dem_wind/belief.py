"""From a view to the belief it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core.errors import BadView
from fourwinds.core.rules import Rules
from fourwinds.games.vor_dem_wind.position import PUBLIC_NAMES
from fourwinds.games.vor_dem_wind.state import SIZES, STACKS, Table
from fourwinds.games.vor_dem_wind.worlds import Worlds

SHOWN = (
    "game players options turn turn_number first port gold paid hands warehouses specials"
    " conservation delivered gone discards row front sheltered bidding acted special kept shuffles"
).split()


def belief(rules: Rules[Table], view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows; what it shows nowhere lies in the stacks."""
    table = rules.position(
        {name: view[name] for name in SHOWN}
        | {"step": PUBLIC_NAMES[view["step"]], "draft": view["draft"] or []}
    )
    counts = {
        "stack_counts": {name: int(n) for name, n in zip(STACKS, table.left, strict=True)},
        "ship_counts": {name: int(n) for name, n in zip(SIZES, table.ships_left, strict=True)},
    }
    for field, left in counts.items():
        if view[field] != left:
            raise BadView(f"{field}: expected as many as are unseen")
    return Worlds(table)
