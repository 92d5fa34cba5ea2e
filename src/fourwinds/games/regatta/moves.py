"""RG-4: where a card and its arrow lead, and what a forced stop tells of a hand."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.games.regatta import rounding
from fourwinds.games.regatta.actions import ARROWS, BOATS, LETTERS, TYPES
from fourwinds.games.regatta.course import HOME
from fourwinds.games.regatta.lookout import FREE, IN_ZONE, TOUCHES
from fourwinds.games.regatta.paths import NEVER
from fourwinds.games.regatta.shapes import Pose
from fourwinds.games.regatta.state import BOAT_SAILED, BOAT_STOPPED, HAND, Table
from fourwinds.games.regatta.trigonometry import between, out_x, out_y

# What comes of an arrow, beside FREE, IN_ZONE and TOUCHES.
WINS: Final = 4


def verdict(t: Table, seat: i64, arrow: i64) -> i64:
    """FREE, IN_ZONE or TOUCHES: what comes of an arrow that is sailed to its end."""
    at = seat * t.box.paths.arrows + arrow
    found = i64(t.verdicts[at])
    if found == 0:
        found = t.around(seat).judge(arrow)
        t.verdicts[at] = u8(found)
    return found


def outcome(t: Table, seat: i64, arrow: i64) -> i64:
    """RG-2.3, RG-4.2, RG-4.3, RG-7.2: FREE, IN_ZONE, TOUCHES or WINS."""
    found = verdict(t, seat, arrow)
    if rounding.could_win(t, seat) and home_pose(t, seat, arrow, found) != NEVER:
        return WINS
    return found


def home_pose(t: Table, seat: i64, arrow: i64, found: i64) -> i64:
    """RG-7.2: the pose in which an arrow wins; only the way up to there must be legal."""
    last = t.box.paths.count[arrow] - 1
    if found == TOUCHES:
        last = t.around(seat).first_touch(arrow) - 1
    stage, home = rounding.follow(t, seat, arrow, last, False)
    if stage == HOME:
        return home
    return NEVER


def is_free(t: Table, seat: i64, arrow: i64) -> bool:
    """Whether an arrow may be sailed whatever else the hand holds."""
    found = verdict(t, seat, arrow)
    if found == FREE:
        return True
    return rounding.could_win(t, seat) and home_pose(t, seat, arrow, found) != NEVER


def card_is_free(t: Table, seat: i64, card: i64) -> bool:
    first = card * ARROWS
    for at in range(first, first + t.box.arrow_count[card]):
        if is_free(t, seat, t.box.arrows[at]):
            return True
    return False


def must_stop(t: Table, seat: i64) -> bool:
    """RG-4.4: whether no card of the hand has a free arrow."""
    start = seat * HAND
    before: i64 = -1
    for i in range(start, start + i64(t.held[seat])):
        card = i64(t.hands[i])
        if card != before and card_is_free(t, seat, card):
            return False
        before = card
    return True


def stop_pose(t: Table, seat: i64, arrow: i64) -> i64:
    """RG-4.4: where a forced stop ends an arrow that ends in a zone; 0: the boat would not move."""
    return t.around(seat).stop(arrow)


def may_sail(t: Table, seat: i64, arrow: i64, may_stop: bool) -> bool:
    """Whether an arrow of the hand may be sailed, to its end or to a forced stop."""
    if is_free(t, seat, arrow):
        return True
    if not may_stop or verdict(t, seat, arrow) != IN_ZONE or not must_stop(t, seat):
        return False
    return stop_pose(t, seat, arrow) > 0


def fill_moves(t: Table, seat: i64, may_stop: bool, out: vec[i64]) -> i64:
    """Every card and arrow that leads somewhere, ascending."""
    n = fill_hand(t, seat, False, out)
    if n == 0 and may_stop:
        n = fill_hand(t, seat, True, out)
    return n


def fill_hand(t: Table, seat: i64, stopping: bool, out: vec[i64]) -> i64:
    """The free arrows of the hand, or those a forced stop ends."""
    box = t.box
    n: i64 = 0
    before: i64 = -1
    start = seat * HAND
    for i in range(start, start + i64(t.held[seat])):
        card = i64(t.hands[i])
        if card == before:
            continue
        before = card
        first = card * ARROWS
        for at in range(first, first + box.arrow_count[card]):
            arrow = box.arrows[at]
            if stopping:
                fits = verdict(t, seat, arrow) == IN_ZONE and stop_pose(t, seat, arrow) > 0
            else:
                fits = is_free(t, seat, arrow)
            if fits:
                out[n] = at
                n += 1
    return n


def can_move(t: Table, seat: i64) -> bool:
    """Whether any card of the hand moves the boat."""
    if not must_stop(t, seat):
        return True
    box = t.box
    start = seat * HAND
    for i in range(start, start + i64(t.held[seat])):
        first = i64(t.hands[i]) * ARROWS
        for at in range(first, first + box.arrow_count[i64(t.hands[i])]):
            arrow = box.arrows[at]
            if verdict(t, seat, arrow) == IN_ZONE and stop_pose(t, seat, arrow) > 0:
                return True
    return False


def last_pose(t: Table, seat: i64, arrow: i64) -> i64:
    """Where a legal arrow ends: at the line it wins by, at its end, or at a forced stop."""
    found = verdict(t, seat, arrow)
    if rounding.could_win(t, seat):
        home = home_pose(t, seat, arrow, found)
        if home != NEVER:
            return home
    if found == IN_ZONE:
        return stop_pose(t, seat, arrow)
    return t.box.paths.count[arrow] - 1


def pose(t: Table, seat: i64, arrow: i64, i: i64) -> Pose:
    """The seat's bow and heading in a pose of an arrow."""
    paths = t.box.paths
    at = paths.first[arrow] + i
    h = t.h[seat]
    return (
        int(t.x[seat] + out_x(paths.x[at], paths.y[at], h)),
        int(t.y[seat] + out_y(paths.x[at], paths.y[at], h)),
        int(between(h + paths.h[at])),
    )


def sail(t: Table, seat: i64, card: i64, k: i64) -> bool:
    """Move the boat along a legal arrow as far as it goes; False if it was stopped."""
    paths = t.box.paths
    arrow = t.box.arrows[card * ARROWS + k]
    last = last_pose(t, seat, arrow)
    # An arrow that ends in a zone and is sailed all the same stops before, or wins.
    stopped = verdict(t, seat, arrow) == IN_ZONE and outcome(t, seat, arrow) != WINS
    if stopped:
        limit_hand(t, seat)
    if t.recording:
        cite_move(t, seat, stopped)
        t.tell(
            BOAT_STOPPED if stopped else BOAT_SAILED,
            seat,
            {
                "boat": BOATS[t.boat[seat]],
                "card": t.box.names[card],
                "arrow": LETTERS[k],
                "pose": pose(t, seat, arrow, last),
            },
        )
    if rounding.could_cross(t, seat):
        t.stage[seat], _ = rounding.follow(t, seat, arrow, last, True)
    at = paths.first[arrow] + last
    h = t.h[seat]
    x = paths.x[at]
    y = paths.y[at]
    t.put(seat, t.x[seat] + out_x(x, y, h), t.y[seat] + out_y(x, y, h), between(h + paths.h[at]))
    return not stopped


def cite_move(t: Table, seat: i64, stopped: bool) -> None:
    """The rules that decided where a boat ends: those of things out of reach did not."""
    lookout = t.around(seat)
    t.cite("RG-2.1")
    t.cite("RG-2.2")
    if lookout.near_edge:
        t.cite("RG-2.3")
    if lookout.boats or lookout.buoys:
        t.cite("RG-4.2")
    if stopped:
        t.cite("RG-4.4")
    elif lookout.boats:
        t.cite("RG-4.3")
    if lookout.something_where_the_card_lies():
        t.cite("RG-4.5")


def limit_hand(t: Table, seat: i64) -> None:
    """RG-4.4: a forced stop proves that no card kept has a free arrow; before the boat moves."""
    limits = t.limits
    first = seat * TYPES
    for card in range(t.box.kinds):
        if card_is_free(t, seat, card):
            limits[first + card] = 0
    t.limited[seat] = 1
