"""RG-7.1: rounding the marks, and crossing the line."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import i64

from fourwinds.games.regatta.course import (
    FINISH,
    GATE_NAMES,
    GATES,
    HOME,
    RED_WEST,
    Course,
)
from fourwinds.games.regatta.paths import NEVER, STEP
from fourwinds.games.regatta.state import GATE_CROSSED, GATE_UNDONE, Table
from fourwinds.games.regatta.trigonometry import COS, HALF, SHIFT, SIN

# Which ray a turn crosses.
NONE: Final = -1
SEVERAL: Final = -2


def crossing(course: Course, gate: i64, x: i64, y: i64, to_x: i64, to_y: i64) -> i64:
    """1 if the stretch crosses a gate the right way, -1 if backwards, 0 if not at all.

    A point on the gate's own line counts as beyond it, to the north or east.
    """
    if course.level[gate]:
        before = y - course.at[gate]
        after = to_y - course.at[gate]
        along = x
        to_along = to_x
    else:
        before = x - course.at[gate]
        after = to_x - course.at[gate]
        along = y
        to_along = to_y
    if (before >= 0) == (after >= 0):
        return 0
    way = course.way[gate]
    climb = after - before
    # Where it crosses, times climb; strictly between the ends of the gate.
    where = along * climb - (to_along - along) * before
    if climb < 0:
        climb = -climb
        where = -where
        way = -way
    if course.low[gate] * climb < where < course.high[gate] * climb:
        return way
    return 0


def next_stage(course: Course, stage: i64, x: i64, y: i64, to_x: i64, to_y: i64) -> i64:
    """RG-7.1: the stage after a stretch of the bow's path.

    The next gate counts when crossed the right way. The ray crossed last is undone when it is
    crossed backwards; the line is no ray.
    """
    if stage < GATES and crossing(course, stage, x, y, to_x, to_y) == 1:
        return stage + 1
    if RED_WEST < stage <= FINISH and crossing(course, stage - 1, x, y, to_x, to_y) == -1:
        return stage - 1
    return stage


def straight_stage(course: Course, stage: i64, x: i64, y: i64, to_x: i64, to_y: i64) -> i64:
    """The stage after a move if the bow went straight there: near enough for a rule of thumb."""
    reached = next_stage(course, stage, x, y, to_x, to_y)
    if stage < reached < GATES:
        return next_stage(course, reached, x, y, to_x, to_y)
    return reached


def in_reach(t: Table, seat: i64, gate: i64) -> bool:
    """Whether some arrow might bring the bow to a gate."""
    course = t.box.course
    reach = t.box.paths.reach
    along = t.x[seat]
    across = t.y[seat]
    if not course.level[gate]:
        along = t.y[seat]
        across = t.x[seat]
    if not -reach <= across - course.at[gate] <= reach:
        return False
    return course.low[gate] - reach < along < course.high[gate] + reach


def could_cross(t: Table, seat: i64) -> bool:
    """Whether the stage might change in one move."""
    stage = t.stage[seat]
    return in_reach(t, seat, stage) or (stage > RED_WEST and in_reach(t, seat, stage - 1))


def could_win(t: Table, seat: i64) -> bool:
    """Whether one arrow might cross all gates that are left."""
    gate: i64 = FINISH
    while gate >= t.stage[seat]:
        if not in_reach(t, seat, gate):
            return False
        gate -= 1
    return True


def follow(t: Table, seat: i64, arrow: i64, last: i64, telling: bool) -> tuple[i64, i64]:
    """The stage after the poses of an arrow up to `last`, and the pose in which it got home."""
    paths = t.box.paths
    course = t.box.course
    stage = t.stage[seat]
    x = t.x[seat]
    y = t.y[seat]
    c = COS[t.h[seat]]
    s = SIN[t.h[seat]]
    path_x = paths.x
    path_y = paths.y
    first = paths.first[arrow]
    old_x = x
    old_y = y
    i: i64 = 0
    while i < last:
        quiet = _quiet(course, stage, old_x, old_y)
        i += max(quiet, 1)
        if i > last:
            i = last
        ahead = path_y[first + i]
        aside = path_x[first + i]
        new_x = x + ((aside * c + ahead * s + HALF) >> SHIFT)
        new_y = y + ((ahead * c - aside * s + HALF) >> SHIFT)
        if quiet == 0:
            reached = next_stage(course, stage, old_x, old_y, new_x, new_y)
            if reached != stage:
                if telling and t.recording:
                    _tell(t, seat, stage, reached)
                stage = reached
                if stage == HOME:
                    return stage, i
        old_x = new_x
        old_y = new_y
    return stage, NEVER


def _quiet(course: Course, stage: i64, x: i64, y: i64) -> i64:
    """For how many poses the bow cannot come to a gate that would count."""
    least = away(course, stage, x, y)
    if stage > RED_WEST:
        least = min(least, away(course, stage - 1, x, y))
    if least < 2:
        return 0
    return (least - 2) // STEP


def away(course: Course, gate: i64, x: i64, y: i64) -> i64:
    """How far a point is from a gate, at least."""
    across = x - course.at[gate]
    along = y
    if course.level[gate]:
        across = y - course.at[gate]
        along = x
    if across < 0:
        across = -across
    return max(across, max(course.low[gate] - along, along - course.high[gate]))


def swing(t: Table, seat: i64, to_x: i64, to_y: i64, telling: bool) -> i64:
    """RG-5.1: the stage after the bow went straight there by a turn on the spot.

    The rays count, each in the order met; the line does not.
    """
    course = t.box.course
    stage = t.stage[seat]
    x = t.x[seat]
    y = t.y[seat]
    met: i64 = NONE
    for ray in range(i64(RED_WEST), i64(FINISH)):
        if crossing(course, ray, x, y, to_x, to_y) != 0:
            if met != NONE:
                met = SEVERAL
                break
            met = ray
    if met == NONE:
        return stage
    rays = [met]
    if met == SEVERAL:
        rays = rays_met(course, x, y, to_x, to_y)
    for ray in rays:
        way = crossing(course, ray, x, y, to_x, to_y)
        before = stage
        if ray == stage and way == 1:
            stage += 1
        elif ray == stage - 1 and way == -1:
            stage -= 1
        if stage != before and telling and t.recording:
            _tell(t, seat, before, stage)
    return stage


def rays_met(course: Course, x: i64, y: i64, to_x: i64, to_y: i64) -> list[i64]:
    """The rays a straight way crosses, in the order met."""
    rays = [r for r in range(RED_WEST, FINISH) if crossing(course, r, x, y, to_x, to_y) != 0]

    def part(ray: int) -> Fraction:
        if course.level[ray]:
            return Fraction(int(course.at[ray] - y), int(to_y - y))
        return Fraction(int(course.at[ray] - x), int(to_x - x))

    return [i64(ray) for ray in sorted(rays, key=part)]


def _tell(t: Table, seat: i64, before: i64, after: i64) -> None:
    t.cite("RG-7.1")
    if after > before:
        t.tell(GATE_CROSSED, seat, {"gate": GATE_NAMES[before]})
    else:
        t.tell(GATE_UNDONE, seat, {"gate": GATE_NAMES[after]})
