"""RG-2: hulls, paths and contact, in whole numbers.

Lengths are micrometres, headings fortieths of a degree clockwise from north. Every frame has x to
starboard (or east) and y ahead (or north); a boat's own frame begins at its bow. Sines and cosines
come from one table that is worked out with long integers, so every machine gets the same numbers.

A path is a row of poses so close together that no point of the hull moves more than STEP between
two of them. Whatever comes within MARGIN (more than half a STEP) of the hull in some pose is
touched: so no contact is missed, and nothing farther away is ever taken for one. Poses that cannot
come so near are skipped: a hull that is a distance d away needs d / STEP poses to get there.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

DEGREE: Final = 40
FULL: Final = 14400
QUARTER: Final = 3600
SHIFT: Final = 30
ONE: Final = 1 << 30
HALF: Final = 1 << 29
STEP: Final = 280
MARGIN: Final = 160
NEAR: Final = 1500  # where circles stop being good enough
NEVER: Final = -1

# What a hull can touch: a boat is its seat, a buoy follows from BUOY on.
NOTHING: Final = -1
BUOY: Final = 8
EDGE: Final = 99

PI: Final = 31415926535897932384626433832795028841971  # times 10**40


def _cosines() -> list[int]:
    """Cosines of all headings, times ONE: one small turn repeated, with 160 bits."""
    bits = 160
    unit = (2 * PI << bits) // (FULL * 10**40)
    cosine, sine, term, n = 0, 0, 1 << bits, 0
    while term:
        if n % 2 == 0:
            cosine += term if n % 4 == 0 else -term
        else:
            sine += term if n % 4 == 1 else -term
        n += 1
        term = (term * unit >> bits) // n
    rounding = 1 << (bits - SHIFT - 1)
    c, s = 1 << bits, 0
    quarter = []
    for _ in range(QUARTER):
        quarter.append((c + rounding) >> (bits - SHIFT))
        c, s = (c * cosine - s * sine) >> bits, (s * cosine + c * sine) >> bits
    half = [*quarter, 0, *(-value for value in reversed(quarter[1:]))]
    return half + [-value for value in half]


COS: Final = vec[i64](_cosines())
SIN: Final = vec[i64]([COS[(h - QUARTER) % FULL] for h in range(FULL)])


def out_x(x: i64, y: i64, h: i64) -> i64:
    """The x, outside, of a point in a frame with heading h."""
    return (x * COS[h] + y * SIN[h] + HALF) >> SHIFT


def out_y(x: i64, y: i64, h: i64) -> i64:
    return (y * COS[h] - x * SIN[h] + HALF) >> SHIFT


def in_x(x: i64, y: i64, h: i64) -> i64:
    """The x, in a frame with heading h, of a point outside."""
    return (x * COS[h] - y * SIN[h] + HALF) >> SHIFT


def in_y(x: i64, y: i64, h: i64) -> i64:
    return (x * SIN[h] + y * COS[h] + HALF) >> SHIFT


def between(h: i64) -> i64:
    """A heading brought back between 0 and FULL."""
    if h < 0:
        return h + FULL
    if h >= FULL:
        return h - FULL
    return h


def far(x: i64, y: i64) -> i64:
    """How far a point lies from the origin, rounded down."""
    return isqrt(x * x + y * y)


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
        self.zone_length: i64 = card_length
        self.zone_half: i64 = card_width // 2


def outline(hull: Hull, x: i64, y: i64, h: i64) -> list[list[int]]:
    """The corners of a hull with its bow there."""
    corners = []
    for k in range(hull.count):
        at_x = x + out_x(hull.xs[k], hull.ys[k], h)
        at_y = y + out_y(hull.xs[k], hull.ys[k], h)
        corners.append([int(at_x), int(at_y)])
    return corners


def meeting_point(ours: list[list[int]], theirs: list[list[int]]) -> list[int]:
    """The point of our outline that is nearest to theirs; a single point is an outline too."""
    best = [0, 0]
    least = -1
    for corners, sides in ((ours, theirs), (theirs, ours)):
        for x, y in corners:
            for k in range(len(sides)):
                ax, ay = sides[k - 1]
                ex, ey = sides[k][0] - ax, sides[k][1] - ay
                square = max(ex * ex + ey * ey, 1)
                along = min(max((x - ax) * ex + (y - ay) * ey, 0), square)
                at = [ax + ex * along // square, ay + ey * along // square]
                d = (x - at[0]) ** 2 + (y - at[1]) ** 2
                if least < 0 or d < least:
                    least = d
                    best = [x, y] if corners is ours else at
    return best


class Paths:
    """All arrows as poses of the bow, one after the other; arrow a has those from first[a] on.

    The first pose of each is where the boat lies; a pose has the place of the bow, the turn made so
    far and the middle of the hull. `left` to `high` bound the sweep.
    """

    def __init__(self, hull: Hull, arrows: list[list[tuple[int, int]]]) -> None:
        self.hull = hull
        self.arrows: i64 = len(arrows)
        poses: list[tuple[int, int, int]] = []
        first: list[int] = []
        count: list[int] = []
        for pieces in arrows:
            found = _poses(hull, pieces)
            first.append(len(poses))
            count.append(len(found))
            poses += found
        self.first = vec[i64](first)
        self.count = vec[i64](count)
        self.x = vec[i64]([pose[0] for pose in poses])
        self.y = vec[i64]([pose[1] for pose in poses])
        self.h = vec[i64]([pose[2] for pose in poses])
        self.middle_x = vec[i64]([0] * len(poses))
        self.middle_y = vec[i64]([0] * len(poses))
        self.left = vec[i64]([0] * len(arrows))
        self.right = vec[i64]([0] * len(arrows))
        self.low = vec[i64]([0] * len(arrows))
        self.high = vec[i64]([0] * len(arrows))
        self.reach: i64 = 0  # the farthest any arrow brings any part of the hull from the bow
        for a in range(self.arrows):
            self._bound(a)

    def _bound(self, a: i64) -> None:
        hull = self.hull
        for i in range(self.first[a], self.first[a] + self.count[a]):
            x = self.x[i]
            y = self.y[i]
            h = self.h[i]
            self.middle_x[i] = x + out_x(0, hull.middle, h)
            self.middle_y[i] = y + out_y(0, hull.middle, h)
            for k in range(hull.count):
                at_x = x + out_x(hull.xs[k], hull.ys[k], h)
                at_y = y + out_y(hull.xs[k], hull.ys[k], h)
                self.left[a] = min(self.left[a], at_x)
                self.right[a] = max(self.right[a], at_x)
                self.low[a] = min(self.low[a], at_y)
                self.high[a] = max(self.high[a], at_y)
                self.reach = max(self.reach, far(at_x, at_y) + 1)


def _poses(hull: Hull, pieces: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The poses of an arrow of pieces: (length, 0) straight on, (radius, turn), turn < 0 to port.

    RG-2.1: the stern runs to the old bow first, then along the arrow, the hull along the tangent.
    """
    poses: list[tuple[int, int, int]] = []
    length = int(hull.length)
    widest = max([int(x) for x in hull.xs])
    x, y, h = 0, -length, 0  # where the stern is
    for size, turn in [(length, 0), *pieces]:
        if turn == 0:
            steps, units = -(-size // (STEP - 10)), 0
        else:
            # The stern runs on the circle; the corner farthest from its centre moves fastest.
            swing = isqrt((size + widest) ** 2 + length**2) + 1
            units = (STEP - 10) * 10**7 // (swing * 4364)
            steps = -(-abs(turn) // units)
        for k in range(steps + 1):
            if turn == 0:
                aside, ahead, way = 0, size * k // steps, h
            else:
                part = min(units * k, abs(turn))
                ahead = (size * int(SIN[part]) + HALF) >> SHIFT
                aside = size - ((size * int(COS[part]) + HALF) >> SHIFT)
                if turn < 0:
                    aside, part = -aside, -part
                way = (h + part) % FULL
            at_x, at_y = x + int(out_x(aside, ahead, h)), y + int(out_y(aside, ahead, h))
            if k < steps:
                poses.append(_bow(at_x, at_y, way, length))
        x, y, h = at_x, at_y, way
    poses.append(_bow(x, y, h, length))
    return poses


def _bow(x: int, y: int, h: int, length: int) -> tuple[int, int, int]:
    return x + int(out_x(0, length, h)), y + int(out_y(0, length, h)), h


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


class Lookout:
    """What lies around a boat, in the frame of its bow, and what it would touch on its way."""

    def __init__(self, hull: Hull, paths: Paths, water: Water, boats: i64) -> None:
        self.hull = hull
        self.paths = paths
        self.water = water
        self.x: i64 = 0
        self.y: i64 = 0
        self.h: i64 = 0
        self.boats: i64 = 0
        self.seat = vec[i64]([0] * boats)
        self.boat_x = vec[i64]([0] * boats)
        self.boat_y = vec[i64]([0] * boats)
        self.boat_h = vec[i64]([0] * boats)
        self.zone_x = vec[i64]([0] * boats)  # the middle of its zone
        self.zone_y = vec[i64]([0] * boats)
        self.buoys: i64 = 0  # those within reach
        self.buoy = vec[i64]([0] * water.buoys)
        self.buoy_x = vec[i64]([0] * water.buoys)
        self.buoy_y = vec[i64]([0] * water.buoys)
        self.near_edge = False
        self.touched: i64 = NOTHING
        self.corner_x = vec[i64]([0] * hull.count)
        self.corner_y = vec[i64]([0] * hull.count)

    def look(self, x: i64, y: i64, h: i64) -> None:
        """Stand at the bow of a boat there; other boats are then added one by one."""
        self.x = x
        self.y = y
        self.h = h
        self.boats = 0
        w = self.water
        reach = self.paths.reach + MARGIN
        self.near_edge = (
            x - w.west < reach or w.east - x < reach or y - w.south < reach or w.north - y < reach
        )
        n: i64 = 0
        for b in range(w.buoys):
            dx = w.x[b] - x
            dy = w.y[b] - y
            most = reach + w.radius[b]
            if -most <= dx <= most and -most <= dy <= most:
                self.buoy[n] = b
                self.buoy_x[n] = in_x(dx, dy, h)
                self.buoy_y[n] = in_y(dx, dy, h)
                n += 1
        self.buoys = n

    def add(self, seat: i64, x: i64, y: i64, h: i64) -> None:
        """Another boat: kept if it or its zone is within reach."""
        dx = x - self.x
        dy = y - self.y
        hull = self.hull
        most = self.paths.reach + hull.length + hull.zone_length + hull.zone_half + MARGIN
        if -most <= dx <= most and -most <= dy <= most:
            n = self.boats
            self.seat[n] = seat
            self.boat_x[n] = in_x(dx, dy, self.h)
            self.boat_y[n] = in_y(dx, dy, self.h)
            self.boat_h[n] = between(h - self.h)
            self.zone_x[n] = self.boat_x[n] + out_x(0, hull.zone_length // 2, self.boat_h[n])
            self.zone_y[n] = self.boat_y[n] + out_y(0, hull.zone_length // 2, self.boat_h[n])
            self.boats = n + 1

    # Contact.

    def first_touch(self, a: i64) -> i64:
        """RG-4.2, RG-2.3: the first pose of an arrow that touches something, NEVER if none does.

        `touched` says what. Where the boat lies now is not asked: it may lie there.
        """
        paths = self.paths
        found: i64 = NEVER
        limit = paths.count[a]
        self.touched = NOTHING
        for k in range(self.boats):
            i = self._meets_boat(a, k, limit)
            if i != NEVER:
                found = limit = i
                self.touched = self.seat[k]
        for k in range(self.buoys):
            i = self._meets_buoy(a, k, limit)
            if i != NEVER:
                found = limit = i
                self.touched = BUOY + self.buoy[k]
        if self.near_edge:
            i = self._meets_edge(a, limit)
            if i != NEVER:
                found = i
                self.touched = EDGE
        return found

    def touches(self, x: i64, y: i64, h: i64) -> i64:
        """What a hull touches whose bow is there, in my frame; NOTHING if nothing."""
        for k in range(self.boats):
            dx = self.boat_x[k] - x
            dy = self.boat_y[k] - y
            if distance_at_least(dx, dy) > 4 * self.hull.radius + MARGIN:
                continue
            if self.boat_gap(k, x, y, h) <= MARGIN:
                return self.seat[k]
        for k in range(self.buoys):
            if self.buoy_gap(k, x, y, h) <= MARGIN:
                return BUOY + self.buoy[k]
        if self.near_edge and self.edge_gap(x, y, h) <= MARGIN:
            return EDGE
        return NOTHING

    def is_crowded(self) -> bool:
        """Whether a boat turning about its bow might touch something."""
        length = 2 * self.hull.radius + MARGIN
        for k in range(self.boats):
            if distance_at_least(self.boat_x[k], self.boat_y[k]) <= 2 * length:
                return True
        for k in range(self.buoys):
            reach = length + self.water.radius[self.buoy[k]]
            if distance_at_least(self.buoy_x[k], self.buoy_y[k]) <= reach:
                return True
        w = self.water
        return (
            self.x - w.west <= length
            or w.east - self.x <= length
            or self.y - w.south <= length
            or w.north - self.y <= length
        )

    def _meets_boat(self, a: i64, k: i64, limit: i64) -> i64:
        hull = self.hull
        paths = self.paths
        around = 2 * hull.radius
        x = self.boat_x[k] + out_x(0, hull.middle, self.boat_h[k])
        y = self.boat_y[k] + out_y(0, hull.middle, self.boat_h[k])
        reach = hull.radius + MARGIN
        if (
            x + reach < paths.left[a]
            or x - reach > paths.right[a]
            or y + reach < paths.low[a]
            or y - reach > paths.high[a]
        ):
            return NEVER
        middle_x = paths.middle_x
        middle_y = paths.middle_y
        first = paths.first[a]
        i: i64 = 1
        while i < limit:
            dx = x - middle_x[first + i]
            dy = y - middle_y[first + i]
            gap = distance_at_least(dx, dy) - around
            if gap < NEAR:
                at = first + i
                gap = self.boat_gap(k, paths.x[at], paths.y[at], paths.h[at])
                if gap <= MARGIN:
                    return i
            i += 1 + (gap - MARGIN - 4) // STEP if gap > MARGIN + 4 else 1
        return NEVER

    def _meets_buoy(self, a: i64, k: i64, limit: i64) -> i64:
        paths = self.paths
        x = self.buoy_x[k]
        y = self.buoy_y[k]
        radius = self.water.radius[self.buoy[k]]
        reach = radius + MARGIN
        if (
            x + reach < paths.left[a]
            or x - reach > paths.right[a]
            or y + reach < paths.low[a]
            or y - reach > paths.high[a]
        ):
            return NEVER
        around = self.hull.radius + radius
        middle_x = paths.middle_x
        middle_y = paths.middle_y
        first = paths.first[a]
        i: i64 = 1
        while i < limit:
            dx = x - middle_x[first + i]
            dy = y - middle_y[first + i]
            gap = distance_at_least(dx, dy) - around
            if gap < NEAR:
                at = first + i
                gap = self.buoy_gap(k, paths.x[at], paths.y[at], paths.h[at])
                if gap <= MARGIN:
                    return i
            i += 1 + (gap - MARGIN - 4) // STEP if gap > MARGIN + 4 else 1
        return NEVER

    def _meets_edge(self, a: i64, limit: i64) -> i64:
        paths = self.paths
        w = self.water
        c = COS[self.h]
        s = SIN[self.h]
        left = paths.left[a]
        right = paths.right[a]
        low = paths.low[a]
        high = paths.high[a]
        east = ((right if c > 0 else left) * c + (high if s > 0 else low) * s) >> SHIFT
        west = ((left if c > 0 else right) * c + (low if s > 0 else high) * s) >> SHIFT
        north = ((high if c > 0 else low) * c - (left if s > 0 else right) * s) >> SHIFT
        south = ((low if c > 0 else high) * c - (right if s > 0 else left) * s) >> SHIFT
        most: i64 = MARGIN + 2
        if (
            self.x + east + most < w.east
            and self.x + west - most > w.west
            and self.y + north + most < w.north
            and self.y + south - most > w.south
        ):
            return NEVER
        first = paths.first[a]
        i: i64 = 1
        while i < limit:
            at = first + i
            gap = self.edge_gap(paths.x[at], paths.y[at], paths.h[at])
            if gap <= MARGIN:
                return i
            i += 1 + (gap - MARGIN - 4) // STEP if gap > MARGIN + 4 else 1
        return NEVER

    # How far the hull in a pose (bow at x, y, turned by h, in my frame) is from things. A gap above
    # MARGIN is never more than the distance; at most MARGIN it means contact.

    def boat_gap(self, k: i64, x: i64, y: i64, h: i64) -> i64:
        dx = self.boat_x[k] - x
        dy = self.boat_y[k] - y
        theirs = between(self.boat_h[k] - h)
        bow_x = in_x(dx, dy, h)
        bow_y = in_y(dx, dy, h)
        back_x = -in_x(bow_x, bow_y, theirs)
        back_y = -in_y(bow_x, bow_y, theirs)
        gap = self._apart(back_x, back_y, between(-theirs))
        if gap > MARGIN:
            return gap
        gap = max(gap, self._apart(bow_x, bow_y, theirs))
        if gap <= 0 or gap > MARGIN:
            return gap
        return self._hulls_near(gap)

    def _apart(self, x: i64, y: i64, h: i64) -> i64:
        """How far a hull with its bow there lies beyond one of our sides; leaves its corners."""
        hull = self.hull
        xs = hull.xs
        ys = hull.ys
        corner_x = self.corner_x
        corner_y = self.corner_y
        count = hull.count
        c = COS[h]
        s = SIN[h]
        for k in range(count):
            corner_x[k] = x + ((xs[k] * c + ys[k] * s + HALF) >> SHIFT)
            corner_y[k] = y + ((ys[k] * c - xs[k] * s + HALF) >> SHIFT)
        best: i64 = -ONE
        for side in range(count):
            nx = hull.normal_x[side]
            ny = hull.normal_y[side]
            least = nx * corner_x[0] + ny * corner_y[0]
            for k in range(1, count):
                value = nx * corner_x[k] + ny * corner_y[k]
                if value < least:
                    least = value
            gap = (least >> SHIFT) - hull.offset[side]
            if gap > best:
                best = gap
        return best

    def _hulls_near(self, gap: i64) -> i64:
        """The gap, or more than MARGIN where only corner and corner face each other."""
        hull = self.hull
        count = hull.count
        for k in range(count):
            after = 0 if k + 1 == count else k + 1
            side = hull.side[k]
            ax = hull.xs[k]
            ay = hull.ys[k]
            bx = hull.xs[after]
            by = hull.ys[after]
            cx = self.corner_x[k]
            cy = self.corner_y[k]
            ex = self.corner_x[after]
            ey = self.corner_y[after]
            for j in range(count):
                if within(self.corner_x[j], self.corner_y[j], ax, ay, bx, by, side, MARGIN):
                    return gap
                if within(hull.xs[j], hull.ys[j], cx, cy, ex, ey, side, MARGIN):
                    return gap
        return MARGIN + 1

    def buoy_gap(self, k: i64, x: i64, y: i64, h: i64) -> i64:
        hull = self.hull
        dx = self.buoy_x[k] - x
        dy = self.buoy_y[k] - y
        at_x = in_x(dx, dy, h)
        at_y = in_y(dx, dy, h)
        radius = self.water.radius[self.buoy[k]]
        count = hull.count
        best: i64 = -ONE
        for side in range(count):
            value = (hull.normal_x[side] * at_x + hull.normal_y[side] * at_y) >> SHIFT
            if value - hull.offset[side] > best:
                best = value - hull.offset[side]
        gap = best - radius
        if best <= 0 or gap > MARGIN:
            return gap
        reach = radius + MARGIN
        for side in range(count):
            after = 0 if side + 1 == count else side + 1
            ax = hull.xs[side]
            ay = hull.ys[side]
            bx = hull.xs[after]
            by = hull.ys[after]
            if within(at_x, at_y, ax, ay, bx, by, hull.side[side], reach):
                return gap
        return MARGIN + 1

    def edge_gap(self, x: i64, y: i64, h: i64) -> i64:
        """How far the nearest edge of the water is; below 0 if the hull is over it."""
        w = self.water
        most = self.hull.support
        bow_x = self.x + out_x(x, y, self.h)
        bow_y = self.y + out_y(x, y, self.h)
        side = self._west(h)
        gap = bow_x - w.west - most[side]
        side = between(side + QUARTER)
        gap = min(gap, w.north - bow_y - most[side])
        side = between(side + QUARTER)
        gap = min(gap, w.east - bow_x - most[side])
        side = between(side + QUARTER)
        return min(gap, bow_y - w.south - most[side])

    def _west(self, h: i64) -> i64:
        """Where west is, seen from the boat turned by h."""
        return between(FULL - QUARTER - between(self.h + h))

    # Turning on the spot.

    def touches_turned(self, h: i64, x: i64, y: i64) -> i64:
        """What the hull touches once it is turned by h with its bow at x, y on the water."""
        dx = x - self.x
        dy = y - self.y
        return self.touches(in_x(dx, dy, self.h), in_y(dx, dy, self.h), h)

    def place_of_turn(self, h: i64, aground: bool) -> tuple[i64, i64]:
        """RG-5.1: where the bow lies after a turn by h: where it lies now.

        The bow of a boat that is aground is set in from the edge of the water as far as the turn
        needs, and back to where its stern was if it still is not free.
        """
        if not aground:
            return self.x, self.y
        x, y = self._set_in(h, self.x, self.y)
        if self.touches_turned(h, x, y) == NOTHING:
            return x, y
        length = self.hull.length
        return self._set_in(
            h, self.x + out_x(0, -length, self.h), self.y + out_y(0, -length, self.h)
        )

    def _set_in(self, h: i64, x: i64, y: i64) -> tuple[i64, i64]:
        w = self.water
        most = self.hull.support
        least: i64 = MARGIN + 10
        side = self._west(h)
        x = max(x, w.west + most[side] + least)
        side = between(side + QUARTER)
        y = min(y, w.north - most[side] - least)
        side = between(side + QUARTER)
        x = min(x, w.east - most[side] - least)
        side = between(side + QUARTER)
        y = max(y, w.south + most[side] + least)
        return x, y

    # Zones.

    def zone_gap(self, k: i64, x: i64, y: i64, h: i64) -> i64:
        """RG-4.3: below 0 if the hull in that pose overlaps the zone of boat k: how deep at least.

        The zone is the rectangle of one card before the bow.
        """
        hull = self.hull
        length = hull.zone_length
        half = hull.zone_half
        dx = self.boat_x[k] - x
        dy = self.boat_y[k] - y
        theirs = between(self.boat_h[k] - h)
        bow_x = in_x(dx, dy, h)
        bow_y = in_y(dx, dy, h)
        back_x = -in_x(bow_x, bow_y, theirs)
        back_y = -in_y(bow_x, bow_y, theirs)
        ours = between(-theirs)
        # Our corners in their frame, where the zone lies straight.
        least_x = most_x = back_x + out_x(hull.xs[0], hull.ys[0], ours)
        least_y = most_y = back_y + out_y(hull.xs[0], hull.ys[0], ours)
        for j in range(1, hull.count):
            at_x = back_x + out_x(hull.xs[j], hull.ys[j], ours)
            at_y = back_y + out_y(hull.xs[j], hull.ys[j], ours)
            least_x = min(least_x, at_x)
            most_x = max(most_x, at_x)
            least_y = min(least_y, at_y)
            most_y = max(most_y, at_y)
        gap = max(max(least_x - half, -half - most_x), max(least_y - length, -most_y))
        if gap >= 0:
            return gap
        # The corners of the zone against our sides.
        for side in range(hull.count):
            nx = hull.normal_x[side]
            ny = hull.normal_y[side]
            least: i64 = ONE << SHIFT
            for corner in range(4):
                along = length if corner >= 2 else 0
                aside = half if corner & 1 else -half
                at_x = bow_x + out_x(aside, along, theirs)
                at_y = bow_y + out_y(aside, along, theirs)
                least = min(least, nx * at_x + ny * at_y)
            gap = max(gap, (least >> SHIFT) - hull.offset[side])
        return gap

    def zone_at(self, x: i64, y: i64, h: i64) -> i64:
        """Which of the boats' zones a pose lies in (its place in `seat`), NOTHING if in none."""
        hull = self.hull
        reach = 2 * hull.radius + hull.zone_length // 2 + hull.zone_half
        for k in range(self.boats):
            if distance_at_least(self.zone_x[k] - x, self.zone_y[k] - y) > reach:
                continue
            if self.zone_gap(k, x, y, h) < 0:
                return k
        return NOTHING

    def end_zone(self, a: i64) -> i64:
        """RG-4.3: the zone an arrow ends in."""
        paths = self.paths
        at = paths.first[a] + paths.count[a] - 1
        return self.zone_at(paths.x[at], paths.y[at], paths.h[at])

    def stop(self, a: i64) -> i64:
        """RG-4.4: the last pose of an arrow outside all zones; 0 if the boat would not move."""
        paths = self.paths
        first = paths.first[a]
        i = paths.count[a] - 1
        while i > 0:
            at = first + i
            k = self.zone_at(paths.x[at], paths.y[at], paths.h[at])
            if k == NOTHING:
                return i
            # To get out of the zone the hull must move at least as far as it is in.
            deep = -self.zone_gap(k, paths.x[at], paths.y[at], paths.h[at])
            i -= 1 + (deep - 4) // STEP if deep > 4 else 1
        return 0


def distance_at_least(dx: i64, dy: i64) -> i64:
    """No more than the distance, and quick: the larger side, or their mean over a square's side."""
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    slanted = (dx + dy) * 181 >> 8
    if dx < dy:
        dx = dy
    return slanted if slanted > dx else dx
