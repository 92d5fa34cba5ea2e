"""RG-1.3, RG-2.3, RG-7.1: the water, what stands in it, where boats start and what they cross."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.games.regatta.shapes import Gate

# RG-7.1: what the bow must cross, in this order.
GATES: Final = 6
HOME: Final = 6
LINE: Final = 0
RED_WEST: Final = 1
RED_NORTH: Final = 2
GREEN_NORTH: Final = 3
GREEN_EAST: Final = 4
FINISH: Final = 5
GATE_NAMES: Final[list[Gate]] = [
    "line",
    "red-west",
    "red-north",
    "green-north",
    "green-east",
    "finish",
]


class Water:
    """RG-2.3: the rectangle, and what stands in it."""

    def __init__(
        self, west: int, south: int, east: int, north: int, buoys: list[tuple[int, int, int]]
    ) -> None:
        self.west: i64 = west
        self.south: i64 = south
        self.east: i64 = east
        self.north: i64 = north
        self.buoys: i64 = len(buoys)
        self.x = vec[i64]([buoy[0] for buoy in buoys])
        self.y = vec[i64]([buoy[1] for buoy in buoys])
        self.radius = vec[i64]([buoy[2] for buoy in buoys])


class Course:
    """The water, the places to start from and the gates.

    A gate lies along x (level) or y; it is crossed at `at`, between `low` and `high`, the way the
    other coordinate grows (way 1) or shrinks (way -1).
    """

    def __init__(self, water: Water, places: list[int], start_y: int) -> None:
        self.water = water
        self.places = vec[i64](places)
        self.start_y: i64 = start_y
        x, y = water.x, water.y
        west, east, north = water.west, water.east, water.north
        self.level = vec[i64]([1, 1, 0, 0, 1, 1])
        self.at = vec[i64]([y[0], y[2], x[2], x[3], y[3], y[0]])
        self.low = vec[i64]([x[0], west, y[2], y[3], x[3], x[0]])
        self.high = vec[i64]([x[1], x[2], north, north, east, x[1]])
        self.way = vec[i64]([1, 1, 1, 1, -1, -1])
