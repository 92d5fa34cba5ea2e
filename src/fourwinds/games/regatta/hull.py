"""The hull of a boat: a convex outline in whole micrometres, and the zone before it (RG-4.3)."""

from __future__ import annotations

from math import isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.games.regatta.shapes import Point
from fourwinds.games.regatta.trigonometry import COS, FULL, SHIFT, SIN, in_y, out_x, out_y, root

# How many slices of equal length the hull is cut across into. Each has a circle around it and one
# inside it: where circles are enough to tell, hulls need not be compared.
SLICES: Final = 4
UNKNOWN: Final = 1 << 60


def within(px: i64, py: i64, ax: i64, ay: i64, bx: i64, by: i64, length: i64, reach: i64) -> bool:
    """Whether a point lies within reach of the stretch from a to b, which has that length."""
    ex = bx - ax
    ey = by - ay
    dx = px - ax
    dy = py - ay
    along = dx * ex + dy * ey
    if along <= 0:
        return dx * dx + dy * dy <= reach * reach
    square = ex * ex + ey * ey
    if along >= square:
        dx = px - bx
        dy = py - by
        return dx * dx + dy * dy <= reach * reach
    cross = dx * ey - dy * ex
    if cross < 0:
        cross = -cross
    return cross <= reach * length


class Hull:
    """A convex outline, clockwise, in the frame of the bow, and the zone before it."""

    def __init__(self, xs: list[int], ys: list[int], card_length: int, card_width: int) -> None:
        self.count: i64 = len(xs)
        self.xs = vec[i64](xs)
        self.ys = vec[i64](ys)
        normal_x = []
        normal_y = []
        offset = []
        side = []
        for k in range(len(xs)):
            ex = xs[(k + 1) % len(xs)] - xs[k]
            ey = ys[(k + 1) % len(xs)] - ys[k]
            length = isqrt((ex * ex + ey * ey) << 60)
            side.append(isqrt(ex * ex + ey * ey))
            normal_x.append((-ey << 60) // length)
            normal_y.append((ex << 60) // length)
            offset.append((normal_x[k] * xs[k] + normal_y[k] * ys[k]) >> SHIFT)
        self.normal_x = vec[i64](normal_x)
        self.normal_y = vec[i64](normal_y)
        self.offset = vec[i64](offset)
        self.side = vec[i64](side)
        self.length: i64 = -min(ys)
        self.breadth: i64 = 2 * max(xs)
        self.middle: i64 = -(self.length // 2)
        reach = 0
        for k in range(len(xs)):
            d = ys[k] + int(self.length) // 2
            reach = max(reach, isqrt(xs[k] * xs[k] + d * d) + 1)
        self.radius: i64 = reach
        # How far the hull reaches from the bow in each direction, counted from ahead.
        self.support = vec[i64]([0] * FULL)
        full: i64 = FULL
        for h in range(full):
            for k in range(self.count):
                self.support[h] = max(self.support[h], in_y(self.xs[k], self.ys[k], h))
        # Of each heading and side: the least that corners of a hull with that heading come to along
        # the side's normal. Filled as it is asked.
        self.least = vec[i64]([UNKNOWN] * (FULL * len(xs)))
        # Of each slice: the middle of its circles on the axis, and their radii.
        slices = [
            _circles(xs, ys, i * min(ys) // SLICES, (i + 1) * min(ys) // SLICES)
            for i in range(SLICES)
        ]
        self.slice_y = vec[i64]([circles[0] for circles in slices])
        self.around = vec[i64]([circles[1] for circles in slices])
        self.inside = vec[i64]([circles[2] for circles in slices])
        self.zone_length: i64 = card_length
        self.zone_half: i64 = card_width // 2
        self.zone_radius: i64 = isqrt((card_length // 2 + 1) ** 2 + card_width**2 // 4) + 1

    def least_of(self, h: i64) -> i64:
        """Where in `least` the numbers of a heading begin."""
        count = self.count
        first = h * count
        if self.least[first] == UNKNOWN:
            xs = self.xs
            ys = self.ys
            c = COS[h]
            s = SIN[h]
            for side in range(count):
                # Our normal in the frame of the other hull.
                turned_x = (self.normal_x[side] * c - self.normal_y[side] * s) >> SHIFT
                turned_y = (self.normal_x[side] * s + self.normal_y[side] * c) >> SHIFT
                least = turned_x * xs[0] + turned_y * ys[0]
                for k in range(1, count):
                    least = min(least, turned_x * xs[k] + turned_y * ys[k])
                self.least[first + side] = least
        return first

    def distance(self, x: i64, y: i64) -> i64:
        """How far a point of the bow's frame is from the hull; 0 inside."""
        count = self.count
        normal_x = self.normal_x
        normal_y = self.normal_y
        offset = self.offset
        inside = True
        for k in range(count):
            if (normal_x[k] * x + normal_y[k] * y) >> SHIFT > offset[k]:
                inside = False
                break
        if inside:
            return 0
        xs = self.xs
        ys = self.ys
        best: i64 = 1 << 60
        for k in range(count):
            after: i64 = 0
            if k + 1 < count:
                after = k + 1
            ex = xs[after] - xs[k]
            ey = ys[after] - ys[k]
            dx = x - xs[k]
            dy = y - ys[k]
            along = dx * ex + dy * ey
            if along > 0:
                if along >= ex * ex + ey * ey:
                    dx = x - xs[after]
                    dy = y - ys[after]
                else:
                    dx = (dx * ey - dy * ex) // self.side[k]
                    dy = 0
            best = min(best, dx * dx + dy * dy)
        return root(best)


def _circles(xs: list[int], ys: list[int], top: int, bottom: int) -> tuple[int, int, int]:
    """Of the slice of an outline between two heights: a middle, a radius that holds the slice, and
    one that the outline holds."""
    middle = (top + bottom) // 2
    around = 0
    inside = -1
    for k in range(len(xs)):
        ax, ay = xs[k], ys[k]
        bx, by = xs[(k + 1) % len(xs)], ys[(k + 1) % len(xs)]
        points = [(ax, ay)] if bottom <= ay <= top else []
        for level in (top, bottom):
            if min(ay, by) <= level <= max(ay, by) and ay != by:
                points.append((ax + (bx - ax) * (level - ay) // (by - ay), level))
        for x, y in points:
            around = max(around, isqrt(x * x + (y - middle) ** 2) + 2)
        length = isqrt((bx - ax) ** 2 + (by - ay) ** 2) + 1
        gap = abs((bx - ax) * (middle - ay) + (by - ay) * ax) // length - 2
        inside = gap if inside < 0 else min(inside, gap)
    return middle, around, max(inside, 0)


def outline(hull: Hull, x: i64, y: i64, h: i64) -> list[Point]:
    """The corners of a hull with its bow there."""
    corners = []
    for k in range(hull.count):
        at_x = x + out_x(hull.xs[k], hull.ys[k], h)
        at_y = y + out_y(hull.xs[k], hull.ys[k], h)
        corners.append((int(at_x), int(at_y)))
    return corners


def meeting_point(ours: list[Point], theirs: list[Point]) -> Point:
    """The point of our outline that is nearest to theirs; a single point is an outline too."""
    best = (0, 0)
    least = -1
    for corners, sides in ((ours, theirs), (theirs, ours)):
        for x, y in corners:
            for k in range(len(sides)):
                ax, ay = sides[k - 1]
                ex, ey = sides[k][0] - ax, sides[k][1] - ay
                square = max(ex * ex + ey * ey, 1)
                along = min(max((x - ax) * ex + (y - ay) * ey, 0), square)
                at = (ax + ex * along // square, ay + ey * along // square)
                d = (x - at[0]) ** 2 + (y - at[1]) ** 2
                if least < 0 or d < least:
                    least = d
                    best = (x, y) if corners is ours else at
    return best
