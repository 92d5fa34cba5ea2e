"""RG-5.1: turning on the spot."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.games.regatta import rounding
from fourwinds.games.regatta.actions import BOATS, ROTATIONS, TURN, TURNS
from fourwinds.games.regatta.lookout import NOTHING
from fourwinds.games.regatta.shapes import Pose
from fourwinds.games.regatta.state import BOAT_TURNED, TURN_STEP, Table
from fourwinds.games.regatta.trigonometry import between


def fill_turns(t: Table, seat: i64, out: vec[i64], n: i64) -> i64:
    """Every turn after which the boat touches nothing."""
    lookout = t.around(seat)
    crowded = lookout.is_crowded()
    for k in range(i64(TURNS)):
        if not crowded or lookout.touches_turned((k + 1) * TURN_STEP) == NOTHING:
            out[n] = TURN + k
            n += 1
    return n


def may_turn(t: Table, seat: i64, k: i64) -> bool:
    return t.around(seat).touches_turned((k + 1) * TURN_STEP) == NOTHING


def turned_pose(t: Table, seat: i64, k: i64) -> Pose:
    """The seat's bow and heading after the k-th turn."""
    h = (k + 1) * TURN_STEP
    x, y = t.around(seat).place_of_turn(h)
    return int(x), int(y), int(between(t.h[seat] + h))


def turn(t: Table, seat: i64, k: i64) -> None:
    """Turn the boat; RG-7.1: the straight way of the bow counts for the rays."""
    h = (k + 1) * TURN_STEP
    x, y = t.around(seat).place_of_turn(h)
    if t.recording:
        t.cite("RG-5.1")
        t.tell(
            BOAT_TURNED,
            seat,
            {
                "boat": BOATS[t.boat[seat]],
                "rotation": ROTATIONS[k],
                "port": max(0, -ROTATIONS[k]),
                "starboard": max(0, ROTATIONS[k]),
                "pose": turned_pose(t, seat, k),
            },
        )
    t.stage[seat] = rounding.swing(t, seat, x, y, True)
    t.put(seat, x, y, between(t.h[seat] + h))
