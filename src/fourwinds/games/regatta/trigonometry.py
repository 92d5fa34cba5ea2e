"""RG-2.2: frames, sines and distances in whole numbers.

Lengths are micrometres, headings fortieths of a degree clockwise from north. Every frame has x to
starboard (or east) and y ahead (or north). Sines and cosines come from one table that is worked out
with long integers, so every machine gets the same numbers.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

DEGREE: Final = 40
FULL: Final = 14400
QUARTER: Final = 3600
SHIFT: Final = 30
ONE: Final = 1 << 30
HALF: Final = 1 << 29

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
    return root(x * x + y * y)


def root(square: i64) -> i64:
    """The square root, rounded down. The float may be off by one, whatever the machine: so it is
    corrected. math.isqrt takes ten times as long, because it is asked with boxed numbers."""
    found = i64(int(math.sqrt(float(square))))
    while found * found > square:
        found -= 1
    while (found + 1) * (found + 1) <= square:
        found += 1
    return found


def distance_at_least(dx: i64, dy: i64) -> i64:
    """No more than the distance, and quick: the larger side, or their mean over a square's side."""
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    slanted = (dx + dy) * 181 >> 8
    if dx < dy:
        dx = dy
    if slanted > dx:
        return slanted
    return dx


def distance_at_most(dx: i64, dy: i64) -> i64:
    """No less than the distance, and quick: the larger side and some of the smaller one."""
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    if dx < dy:
        return dy + (dx * 107 >> 8) + 1
    return dx + (dy * 107 >> 8) + 1
