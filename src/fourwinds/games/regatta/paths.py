"""RG-2.1: arrows as rows of poses, so close together that no contact can slip in between.

No point of the hull moves more than STEP between two poses. Whatever comes within MARGIN (more than
half a STEP) of the hull in some pose is touched: so no contact is missed, and nothing farther away
is ever taken for one.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.games.regatta.hull import Hull
from fourwinds.games.regatta.trigonometry import COS, FULL, HALF, SHIFT, SIN, far, out_x, out_y

STEP: Final = 280
MARGIN: Final = 160
NEVER: Final = -1


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
