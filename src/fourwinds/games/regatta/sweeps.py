"""What the sweep of an arrow can reach, remembered: so that few ways are followed pose by pose.

Both tables are filled as they are asked, and hold what following the poses one by one would find:
`EdgeReach` exactly, `DistanceGrid` within bounds that leave some cases unsure.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourwinds.games.regatta.hull import Hull
from fourwinds.games.regatta.paths import MARGIN, STEP, Paths
from fourwinds.games.regatta.trigonometry import (
    COS,
    DEGREE,
    FULL,
    HALF,
    QUARTER,
    SHIFT,
    SIN,
    between,
    distance_at_least,
    distance_at_most,
    in_x,
    in_y,
)

UNSET: Final = 0

# What a grid says of a circle in the way.
CLEAR: Final = 1
HIT: Final = 2
UNSURE: Final = 3

CELL: Final = 3000
HALF_CELL: Final = 1500
AROUND: Final = 20000  # a grid goes so far beyond the sweep; larger things are never clear by it
ROUNDING: Final = 30  # what whole numbers may be off by
STRIDE: Final = 4  # of the poses a cell's distance is worked out from
BETWEEN: Final = 560  # STRIDE // 2 * STEP: how much nearer the poses left out may come


class EdgeReach:
    """How far west, north, east and south of the bow an arrow brings any part of the hull.

    Headings in whole degrees are remembered; others come of forced stops alone (RG-4.4).
    """

    def __init__(self, hull: Hull, paths: Paths) -> None:
        self.hull = hull
        self.paths = paths
        self.reach = vec[i32]([0] * (360 * 4 * paths.arrows))

    def find(self, a: i64, h: i64) -> i64:
        """Where the four numbers of an arrow and a heading lie; -1 where they are not kept."""
        degrees = h // DEGREE
        if degrees * DEGREE != h:
            return -1
        at = (degrees * self.paths.arrows + a) * 4
        # A sweep reaches beyond the bow in at least one of two opposite directions.
        if self.reach[at] == UNSET and self.reach[at + 2] == UNSET:
            self._work_out(a, h, at)
        return at

    def _work_out(self, a: i64, h: i64, at: i64) -> None:
        paths = self.paths
        most = self.hull.support
        c = COS[h]
        s = SIN[h]
        west: i64 = -FULL * FULL
        north = west
        east = west
        south = west
        first = paths.first[a]
        for i in range(first + 1, first + paths.count[a]):
            x = (paths.x[i] * c + paths.y[i] * s + HALF) >> SHIFT
            y = (paths.y[i] * c - paths.x[i] * s + HALF) >> SHIFT
            side = between(FULL - QUARTER - between(h + paths.h[i]))
            west = max(west, most[side] - x)
            side = between(side + QUARTER)
            north = max(north, most[side] + y)
            side = between(side + QUARTER)
            east = max(east, most[side] + x)
            side = between(side + QUARTER)
            south = max(south, most[side] - y)
        self.reach[at] = i32(west)
        self.reach[at + 1] = i32(north)
        self.reach[at + 2] = i32(east)
        self.reach[at + 3] = i32(south)


class DistanceGrid:
    """How far the sweep of each arrow is from points around it, a point a cell."""

    def __init__(self, hull: Hull, paths: Paths) -> None:
        self.hull = hull
        self.paths = paths
        first = []
        columns = []
        rows = []
        total = 0
        for a in range(paths.arrows):
            first.append(total)
            columns.append(int(paths.right[a] - paths.left[a] + 2 * AROUND) // CELL + 1)
            rows.append(int(paths.high[a] - paths.low[a] + 2 * AROUND) // CELL + 1)
            total += columns[a] * rows[a]
        self.first = vec[i64](first)
        self.columns = vec[i64](columns)
        self.rows = vec[i64](rows)
        # The distance of a cell's middle from every fourth pose and 1; 0 before it is worked out.
        self.cells = vec[i32]([0] * total)

    def judge(self, a: i64, x: i64, y: i64, around: i64, inside: i64) -> i64:
        """Whether the sweep comes to a thing between two circles around a point of my frame.

        CLEAR: it stays away from all of the larger circle. HIT: it comes to the smaller one.
        """
        paths = self.paths
        x -= paths.left[a] - AROUND
        y -= paths.low[a] - AROUND
        column = x // CELL
        row = y // CELL
        if x < 0 or y < 0 or column >= self.columns[a] or row >= self.rows[a]:
            if around + MARGIN + ROUNDING < AROUND:
                return CLEAR
            return UNSURE
        at = self.first[a] + row * self.columns[a] + column
        distance = i64(self.cells[at]) - 1
        if distance < 0:
            distance = self._work_out(a, column, row, at)
        off = distance_at_most(x - column * CELL - HALF_CELL, y - row * CELL - HALF_CELL) + ROUNDING
        if distance - off - BETWEEN > around + MARGIN:
            return CLEAR
        if distance + off < inside + MARGIN:
            return HIT
        return UNSURE

    def _work_out(self, a: i64, column: i64, row: i64, at: i64) -> i64:
        paths = self.paths
        x = paths.left[a] - AROUND + column * CELL + HALF_CELL
        y = paths.low[a] - AROUND + row * CELL + HALF_CELL
        around = self.hull.radius
        best: i64 = 1 << 30
        first = paths.first[a]
        last = paths.count[a] - 1
        i: i64 = 1
        while best > 0:
            pose = first + i
            gap = distance_at_least(x - paths.middle_x[pose], y - paths.middle_y[pose]) - around
            if gap < best:
                dx = x - paths.x[pose]
                dy = y - paths.y[pose]
                h = paths.h[pose]
                gap = self.hull.distance(in_x(dx, dy, h), in_y(dx, dy, h))
                best = min(best, gap)
            if i == last:
                break
            # A hull needs this number of poses to come nearer than the best so far.
            i = min(i + max(STRIDE, 1 + max(gap - best - ROUNDING, 0) // STEP), last)
        self.cells[at] = i32(best + 1)
        return best
