"""Whether a race can end at all: under RG-5.1 boats may be locked for good, where no card of the
box moves any of them any more, whichever way they turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.games.regatta import moves, steps, turning
from fourwinds.games.regatta.actions import TURNS
from fourwinds.games.regatta.lookout import IN_ZONE
from fourwinds.games.regatta.state import Table

Pose = tuple[int, int, int]
# Ways to lie that are looked through; locked boats have a few, and who has more is not called so.
MOST_WAYS: Final = 4096


def is_deadlocked(t: Table) -> bool:
    """Whether no boat will ever sail again, whatever cards anybody draws and however boats turn.

    Exact where it says yes: every way the boats can come to lie by turning is looked at.
    """
    if t.step is not steps.SAILING:
        return False
    trial = t.copy()
    start = poses(trial)
    found = {start}
    left = [start]
    while left:
        if len(found) > MOST_WAYS:
            return False
        lying = left.pop()
        for seat in range(trial.players):
            lay(trial, lying)
            if can_ever_sail(trial, seat):
                return False
            for pose in turned(trial, seat):
                after = (*lying[:seat], pose, *lying[seat + 1 :])
                if after not in found:
                    found.add(after)
                    left.append(after)
    return True


def poses(t: Table) -> tuple[Pose, ...]:
    return tuple((int(t.x[seat]), int(t.y[seat]), int(t.h[seat])) for seat in range(t.players))


def lay(t: Table, lying: tuple[Pose, ...]) -> None:
    for seat, (x, y, h) in enumerate(lying):
        if t.x[seat] != x or t.y[seat] != y or t.h[seat] != h:
            t.put(seat, x, y, h)


def can_ever_sail(t: Table, seat: i64) -> bool:
    """Whether some arrow of the box moves the boat, to its end or to a forced stop (RG-4.4)."""
    for arrow in range(t.box.paths.arrows):
        if moves.is_free(t, seat, arrow):
            return True
        if moves.verdict(t, seat, arrow) == IN_ZONE and moves.stop_pose(t, seat, arrow) > 0:
            return True
    return False


def turned(t: Table, seat: i64) -> list[Pose]:
    """RG-5.1: how the boat may come to lie by one turn."""
    out = []
    for k in range(i64(TURNS)):
        if turning.may_turn(t, seat, k):
            out.append(turning.turned_pose(t, seat, k))
    return out
