"""From a view to the belief it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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


def belief(rules: Rules, view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows; what it shows nowhere lies in the stacks."""
    box = rules.box
    seen = [*view["discards"], *(name for name in view["row"] if name is not None)]
    fronts = [front["card"] for front in view["front"] if front is not None]
    seen += [card for card in fronts if card is not None]
    for names in [*view["specials"], *view["conservation"]]:
        seen += names
    ships = [*view["gone"], *(name for name in view["port"] if name is not None)]
    for names in view["delivered"]:
        ships += names
    table = rules.position(
        {name: view[name] for name in SHOWN}
        | {
            "step": PUBLIC_NAMES[view["step"]],
            "draft": view["draft"] or [],
            "stacks": _unseen(seen, box.names, box.count, box.stack, STACKS),
            "ship_stacks": _unseen(ships, box.ship_names, box.ship_count, box.ship_size, SIZES),
        }
    )
    assert isinstance(table, Table)
    for field, left, names in (
        ("stack_counts", table.left, STACKS),
        ("ship_counts", table.ships_left, SIZES),
    ):
        if [view[field][name] for name in names] != [int(n) for n in left]:
            raise BadView(f"{field}: expected as many as are unseen")
    return Worlds(table)


def _unseen(
    seen: list[str], names: list[str], counts: Any, stack_of: Any, stacks: Sequence[str]
) -> dict[str, list[str]]:
    left = Counter({name: int(counts[kind]) for kind, name in enumerate(names)})
    left.subtract(seen)
    out: dict[str, list[str]] = {stack: [] for stack in stacks}
    for kind, name in enumerate(names):
        out[stacks[stack_of[kind]]] += [name] * left[name]
    return out
