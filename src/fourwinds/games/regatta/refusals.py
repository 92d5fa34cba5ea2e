"""Why an action of Regatta is refused."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.games.regatta import moves
from fourwinds.games.regatta.actions import ARROWS, BOATS, LETTERS, ROTATIONS
from fourwinds.games.regatta.hull import meeting_point, outline
from fourwinds.games.regatta.lookout import BUOY, EDGE, IN_ZONE
from fourwinds.games.regatta.shapes import BuoyName, Contact
from fourwinds.games.regatta.state import SUN_CARD, TURN_STEP, Table

NO_SUCH_CARD: Final = Refusal("no-such-card", "RG-1.2")
NOT_HELD: Final = Refusal("not-in-hand", "RG-4.1")
SUN_IS_NO_DIRECTION: Final = Refusal("sun-is-no-direction", "RG-6.3")
NO_SUCH_ARROW: Final = Refusal("no-such-arrow", "RG-4.1")
NO_WAY_IN_ZONE: Final = Refusal("no-way-in-zone", "RG-4.4")
ENDS_IN_ZONE: Final = Refusal("ends-in-zone", "RG-4.3")
TOUCHES: Final = {
    "edge": Refusal("touches-edge", "RG-2.3"),
    "boat": Refusal("touches-boat", "RG-4.2"),
    "buoy": Refusal("touches-buoy", "RG-4.2"),
    "obstacle": Refusal("touches-obstacle", "RG-4.2"),
}

BOAT_TAKEN: Final = Refusal("boat-taken", "RG-3.1")
PLACE_TAKEN: Final = Refusal("place-taken", "RG-3.1")
CHOOSE_BOAT: Final = Refusal("choose-boat", "RG-3.1")
CHOOSE_PLACE: Final = Refusal("choose-place", "RG-3.1")
RACE_HAS_BEGUN: Final = Refusal("race-has-begun", "RG-3.1")

SUN_WHILE_HEAVING_TO: Final = Refusal("sun-while-heaving-to", "RG-5.1")
SWAP_BEGUN: Final = Refusal("swap-begun", "RG-5.1")
SWAP_TOO_MANY: Final = Refusal("swap-too-many", "RG-5.1")
NOT_TO_SWAP: Final = Refusal("not-in-hand", "RG-5.1")
NOTHING_DONE: Final = Refusal("nothing-done", "RG-5.1")
TURN_STEPS: Final = Refusal("turn-steps", "RG-5.1")
TURN_TOUCHES: Final = {
    "boat": Refusal("turn-touches-boat", "RG-5.1"),
    "buoy": Refusal("turn-touches-buoy", "RG-5.1"),
    "obstacle": Refusal("turn-touches-obstacle", "RG-5.1"),
}

SECOND_LEG: Final = Refusal("second-leg", "RG-6.2")
HELM_ONLY_ONCE: Final = Refusal("helm-only-once", "RG-6.1")
NO_HELM: Final = Refusal("no-helm", "RG-6.1")
HAS_MOVED: Final = Refusal("has-moved", "RG-5.1")
SUN_TOO_EARLY: Final = Refusal("sun-too-early", "RG-6.3")
NO_SUCH_BOAT: Final = Refusal("no-such-boat", "RG-6.3")
SUN_ON_ONESELF: Final = Refusal("sun-on-oneself", "RG-6.3")
NO_SUN: Final = Refusal("no-sun", "RG-6.3")
ALREADY_BECALMED: Final = Refusal("already-becalmed", "RG-6.3")

MARK_NAMES: Final[list[BuoyName]] = ["white-buoy", "white-buoy", "red-buoy", "green-buoy"]


def refuse_move(t: Table, seat: i64, action: i64, may_stop: bool) -> IllegalAction:
    """Why a card and arrow may not be played."""
    card = action // ARROWS
    if card >= t.box.kinds:
        return NO_SUCH_CARD.error()
    if t.holds(seat, card) == 0:
        return NOT_HELD.error({"card": t.box.names[card]})
    return refuse_arrow(t, seat, card, action % ARROWS, may_stop)


def refuse_arrow(t: Table, seat: i64, card: i64, k: i64, may_stop: bool) -> IllegalAction:
    details: dict[str, object] = {"card": t.box.names[card], "arrow": LETTERS[k]}
    if t.box.symbols[card] == SUN_CARD:
        return SUN_IS_NO_DIRECTION.error(details)
    if k >= t.box.arrow_count[card]:
        details["n"] = int(t.box.arrow_count[card])
        return NO_SUCH_ARROW.error(details)
    arrow = t.box.arrows[card * ARROWS + k]
    if moves.verdict(t, seat, arrow) == IN_ZONE:
        lookout = t.around(seat)
        details["boat"] = BOATS[t.boat[lookout.seat[lookout.end_zone(arrow)]]]
        if may_stop and moves.must_stop(t, seat):
            return NO_WAY_IN_ZONE.error(details)
        return ENDS_IN_ZONE.error(details)
    found = contact(t, seat, arrow)
    details.update({name: value for name, value in found.items() if value is not None})
    return TOUCHES[found["touches"]].error(details)


def contact(t: Table, seat: i64, arrow: i64) -> Contact:
    """What a boat touches on an arrow that is not free: how it lies then, and where."""
    lookout = t.around(seat)
    pose = moves.pose(t, seat, arrow, lookout.first_touch(arrow))
    touched = lookout.touched
    ours = outline(t.box.hull, pose[0], pose[1], pose[2])
    water = t.box.course.water
    found: Contact = {
        "touches": "edge",
        "boat": None,
        "buoy": None,
        "pose": pose,
        "point": ours[0],
        "outline": ours,
    }
    if touched == EDGE:
        # The corner that is nearest to the edge.
        found["point"] = min(
            ours,
            key=lambda at: min(
                int(water.east) - at[0],
                at[0] - int(water.west),
                int(water.north) - at[1],
                at[1] - int(water.south),
            ),
        )
    elif touched < BUOY:
        theirs = outline(t.box.hull, t.x[touched], t.y[touched], t.h[touched])
        found["touches"] = "boat"
        found["boat"] = BOATS[t.boat[touched]]
        found["point"] = meeting_point(ours, theirs)
    else:
        buoy = touched - BUOY
        found["touches"] = "obstacle"
        found["point"] = meeting_point(ours, [(int(water.x[buoy]), int(water.y[buoy]))])
        if buoy < len(MARK_NAMES):
            found["touches"] = "buoy"
            found["buoy"] = MARK_NAMES[buoy]
    return found


def refuse_turn(t: Table, seat: i64, k: i64) -> IllegalAction:
    """Why a turn on the spot is forbidden."""
    touched = t.around(seat).touches_turned((k + 1) * TURN_STEP)
    details: dict[str, object] = {"rotation": ROTATIONS[k]}
    if touched < BUOY:
        details["boat"] = BOATS[t.boat[touched]]
        return TURN_TOUCHES["boat"].error(details)
    if touched - BUOY < len(MARK_NAMES):
        details["buoy"] = MARK_NAMES[touched - BUOY]
        return TURN_TOUCHES["buoy"].error(details)
    return TURN_TOUCHES["obstacle"].error(details)


def refuse_sun(t: Table, seat: i64, boat: i64) -> IllegalAction:
    target = t.seat_of(boat)
    details: dict[str, object] = {"boat": BOATS[boat]}
    if target < 0:
        return NO_SUCH_BOAT.error(details)
    if target == seat:
        return SUN_ON_ONESELF.error(details)
    if t.holds(seat, t.box.sun) == 0:
        return NO_SUN.error(details)
    return ALREADY_BECALMED.error(details)
