"""RG-7: rounding the marks."""

from __future__ import annotations

from mypy_extensions import i64

from fourwinds.games.regatta.geometry import NEVER, STEP, out_x, out_y
from fourwinds.games.regatta.state import (
    FINISH,
    GATE_CROSSED,
    GATE_NAMES,
    GATE_UNDONE,
    GATES,
    HOME,
    RED_WEST,
    Course,
    Table,
)


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


def in_reach(t: Table, seat: i64, gate: i64) -> bool:
    """Whether some arrow might bring the bow to a gate."""
    course = t.box.course
    reach = t.box.paths.reach
    across = t.y[seat] if course.level[gate] else t.x[seat]
    if not -reach <= across - course.at[gate] <= reach:
        return False
    along = t.x[seat] if course.level[gate] else t.y[seat]
    return course.low[gate] - reach < along < course.high[gate] + reach


def could_cross(t: Table, seat: i64) -> bool:
    """Whether the stage might change in one move."""
    stage = t.stage[seat]
    return in_reach(t, seat, stage) or (stage > RED_WEST and in_reach(t, seat, stage - 1))


def could_win(t: Table, seat: i64) -> bool:
    return all(in_reach(t, seat, gate) for gate in range(t.stage[seat], GATES))


def follow(t: Table, seat: i64, arrow: i64, last: i64, telling: bool) -> tuple[i64, i64]:
    """The stage after the poses of an arrow up to `last`, and the pose in which it got home."""
    paths = t.box.paths
    course = t.box.course
    stage = t.stage[seat]
    x = t.x[seat]
    y = t.y[seat]
    h = t.h[seat]
    first = paths.first[arrow]
    old_x = x
    old_y = y
    i: i64 = 0
    while i < last:
        quiet = _quiet(course, old_x, old_y)
        i = min(i + max(quiet, 1), last)
        new_x = x + out_x(paths.x[first + i], paths.y[first + i], h)
        new_y = y + out_y(paths.x[first + i], paths.y[first + i], h)
        if quiet > 0:
            old_x = new_x
            old_y = new_y
            continue
        reached = next_stage(course, stage, old_x, old_y, new_x, new_y)
        if reached != stage and telling and t.recording:
            _tell(t, seat, stage, reached)
        stage = reached
        if stage == HOME:
            return stage, i
        old_x = new_x
        old_y = new_y
    return stage, NEVER


def _quiet(course: Course, x: i64, y: i64) -> i64:
    """For how many poses the bow cannot come to the line through any gate."""
    least: i64 = 1 << 40
    for gate in range(GATES - 1):
        gap = (y if course.level[gate] else x) - course.at[gate]
        if gap < 0:
            gap = -gap
        least = min(least, gap)
    return max(least - 2, 0) // STEP


def _tell(t: Table, seat: i64, before: i64, after: i64) -> None:
    t.cite("RG-7.1")
    if after > before:
        t.tell(GATE_CROSSED, seat, {"gate": GATE_NAMES[before]})
    else:
        t.tell(GATE_UNDONE, seat, {"gate": GATE_NAMES[after]})
