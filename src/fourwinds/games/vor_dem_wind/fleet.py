"""VW-2.2, VW-6: the ships in port."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from fourwinds.games.vor_dem_wind.stacks import make_ship_stack
from fourwinds.games.vor_dem_wind.state import EMPTY, LARGE_SHIPS, PORT, Table

FEWEST_SHIPS: Final = 2  # VW-6.1: with no more the fleet leaves


def arrive(t: Table) -> None:
    """VW-2.2: 3 + 2, 3 + 3 or 4 + 3 large and small ships come, as far as there are any."""
    port = t.port
    for i in range(i64(PORT)):
        port[i] = EMPTY
    t.berths = 0
    size: i64 = 0
    while size < 2:
        due: i64 = 3
        if size == 0 and t.players == 4:
            due = 4
        elif size == 1 and t.players == 2:
            due = 2
        while due > 0:
            if i64(t.ships_left[size]) == 0 and make_ship_stack(t, size) == 0:
                break  # VW-6.4: as many as there are
            left = i64(t.ships_left[size]) - 1
            t.ships_left[size] = u8(left)
            port[t.berths] = t.ship_deck[size * LARGE_SHIPS + left]
            t.berths += 1
            due -= 1
        size += 1


def in_port(t: Table) -> list[str]:
    """The ships in port by name."""
    return [t.box.ship_names[t.port[i]] for i in range(t.berths) if i64(t.port[i]) != EMPTY]
