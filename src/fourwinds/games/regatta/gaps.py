"""How far a hull is from another, from a buoy and from a zone; exact where it matters.

A gap above MARGIN is never more than the distance; at most MARGIN it means contact. The thing lies
at dx, dy from the hull's bow, the hull is turned by h, all in one frame.
"""

from __future__ import annotations

from mypy_extensions import i64

from fourwinds.games.regatta.hull import Hull, within
from fourwinds.games.regatta.paths import MARGIN
from fourwinds.games.regatta.trigonometry import (
    COS,
    HALF,
    ONE,
    SHIFT,
    SIN,
    between,
    in_x,
    in_y,
    out_x,
    out_y,
)


def boat_gap(hull: Hull, dx: i64, dy: i64, heading: i64, h: i64) -> i64:
    """From a hull with that heading whose bow lies there."""
    theirs = between(heading - h)
    c = COS[h]
    s = SIN[h]
    bow_x = (dx * c - dy * s + HALF) >> SHIFT
    bow_y = (dx * s + dy * c + HALF) >> SHIFT
    c = COS[theirs]
    s = SIN[theirs]
    back_x = -((bow_x * c - bow_y * s + HALF) >> SHIFT)
    back_y = -((bow_x * s + bow_y * c + HALF) >> SHIFT)
    gap = apart(hull, back_x, back_y, between(-theirs))
    if gap > MARGIN:
        return gap
    gap = max(gap, apart(hull, bow_x, bow_y, theirs))
    if gap <= 0 or gap > MARGIN:
        return gap
    if hulls_near(hull, bow_x, bow_y, theirs):
        return gap
    return MARGIN + 1


def apart(hull: Hull, x: i64, y: i64, h: i64) -> i64:
    """How far a hull with its bow there lies beyond one of our sides."""
    first = hull.least_of(h)
    least = hull.least
    normal_x = hull.normal_x
    normal_y = hull.normal_y
    offset = hull.offset
    best: i64 = -ONE
    for side in range(hull.count):
        along = normal_x[side] * x + normal_y[side] * y + least[first + side]
        gap = (along >> SHIFT) - offset[side]
        if gap > best:
            best = gap
    return best


def hulls_near(hull: Hull, x: i64, y: i64, h: i64) -> bool:
    """Whether a hull with its bow there comes within MARGIN; not where only corner faces corner."""
    count = hull.count
    for k in range(count):
        after: i64 = 0
        if k + 1 < count:
            after = k + 1
        side = hull.side[k]
        ax = hull.xs[k]
        ay = hull.ys[k]
        bx = hull.xs[after]
        by = hull.ys[after]
        cx = x + out_x(ax, ay, h)
        cy = y + out_y(ax, ay, h)
        ex = x + out_x(bx, by, h)
        ey = y + out_y(bx, by, h)
        for j in range(count):
            at_x = hull.xs[j]
            at_y = hull.ys[j]
            other_x = x + out_x(at_x, at_y, h)
            other_y = y + out_y(at_x, at_y, h)
            if within(other_x, other_y, ax, ay, bx, by, side, MARGIN):
                return True
            if within(at_x, at_y, cx, cy, ex, ey, side, MARGIN):
                return True
    return False


def buoy_gap(hull: Hull, dx: i64, dy: i64, radius: i64, h: i64) -> i64:
    """From a buoy with that radius."""
    x = in_x(dx, dy, h)
    y = in_y(dx, dy, h)
    count = hull.count
    best: i64 = -ONE
    for side in range(count):
        value = (hull.normal_x[side] * x + hull.normal_y[side] * y) >> SHIFT
        if value - hull.offset[side] > best:
            best = value - hull.offset[side]
    gap = best - radius
    if best <= 0 or gap > MARGIN:
        return gap
    reach = radius + MARGIN
    for side in range(count):
        after: i64 = 0
        if side + 1 < count:
            after = side + 1
        ax = hull.xs[side]
        ay = hull.ys[side]
        bx = hull.xs[after]
        by = hull.ys[after]
        if within(x, y, ax, ay, bx, by, hull.side[side], reach):
            return gap
    return MARGIN + 1


def zone_gap(hull: Hull, dx: i64, dy: i64, heading: i64, h: i64) -> i64:
    """RG-4.3: below 0, how deep at least, if the hull overlaps the zone of a boat there.

    The zone is the rectangle of one card before the bow.
    """
    length = hull.zone_length
    half = hull.zone_half
    theirs = between(heading - h)
    bow_x = in_x(dx, dy, h)
    bow_y = in_y(dx, dy, h)
    back_x = -in_x(bow_x, bow_y, theirs)
    back_y = -in_y(bow_x, bow_y, theirs)
    ours = between(-theirs)
    xs = hull.xs
    ys = hull.ys
    # Our corners in their frame, where the zone lies straight.
    c = COS[ours]
    s = SIN[ours]
    least_x = most_x = back_x + ((xs[0] * c + ys[0] * s + HALF) >> SHIFT)
    least_y = most_y = back_y + ((ys[0] * c - xs[0] * s + HALF) >> SHIFT)
    for j in range(1, hull.count):
        at_x = back_x + ((xs[j] * c + ys[j] * s + HALF) >> SHIFT)
        at_y = back_y + ((ys[j] * c - xs[j] * s + HALF) >> SHIFT)
        least_x = min(least_x, at_x)
        most_x = max(most_x, at_x)
        least_y = min(least_y, at_y)
        most_y = max(most_y, at_y)
    gap = max(max(least_x - half, -half - most_x), max(least_y - length, -most_y))
    if gap >= 0:
        return gap
    # The corners of the zone against our sides.
    normal_x = hull.normal_x
    normal_y = hull.normal_y
    offset = hull.offset
    near_left_x = bow_x + out_x(-half, 0, theirs)
    near_left_y = bow_y + out_y(-half, 0, theirs)
    near_right_x = bow_x + out_x(half, 0, theirs)
    near_right_y = bow_y + out_y(half, 0, theirs)
    far_left_x = bow_x + out_x(-half, length, theirs)
    far_left_y = bow_y + out_y(-half, length, theirs)
    far_right_x = bow_x + out_x(half, length, theirs)
    far_right_y = bow_y + out_y(half, length, theirs)
    for side in range(hull.count):
        nx = normal_x[side]
        ny = normal_y[side]
        least = min(
            min(nx * near_left_x + ny * near_left_y, nx * near_right_x + ny * near_right_y),
            min(nx * far_left_x + ny * far_left_y, nx * far_right_x + ny * far_right_y),
        )
        gap = max(gap, (least >> SHIFT) - offset[side])
    return gap
