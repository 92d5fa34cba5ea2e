"""WP-7 and WP-8: the tracks and advantages, and the count at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from fourwinds.core.state import NOBODY, Step
from fourwinds.games.winds_of_plunder.facts import (
    ADVANTAGE_LAID_DOWN,
    ADVANTAGE_TAKEN,
    END_COUNTED,
    MATCH_ENDED,
)
from fourwinds.games.winds_of_plunder.pieces import (
    ADVANTAGES,
    CREW,
    MOST_ITEMS,
    MOST_SEATS,
    PROVISION,
    WEAPON,
)
from fourwinds.games.winds_of_plunder.state import Table


def change(t: Table, seat: i64, item: i64, by: i64) -> bool:
    """WP-1.5: a track runs from 0 to 9; what would pass its ends is lost. Whether it moved."""
    place = item * MOST_SEATS + seat
    count = t.items[place] + by
    if count < 0 or count > MOST_ITEMS:
        if t.recording:
            t.cite("WP-1.5")
        return False
    t.items[place] = count
    return True


def leader(t: Table, item: i64) -> i64:
    """Who alone has the most of an item, at least one; NOBODY where several have or none."""
    items = t.items
    base = item * MOST_SEATS
    most: i64 = 0
    found: i64 = NOBODY
    for seat in range(t.players):
        count = items[base + seat]
        if count > most:
            most = count
            found = seat
        elif count == most:
            found = NOBODY
    return found


def is_passed(t: Table, item: i64) -> bool:
    """WP-7.1: whether another player has more than the holder (or nobody holds the marker)."""
    holder = t.holders[item]
    if holder == NOBODY:
        return True
    items = t.items
    base = item * MOST_SEATS
    for seat in range(t.players):
        if items[base + seat] > items[base + holder]:
            return True
    return False


def move_marker(t: Table, item: i64) -> None:
    """WP-7.2: called after every change, so that the marker lies right at once."""
    if not is_passed(t, item):
        if t.recording and leader(t, item) != t.holders[item]:
            t.cite("WP-7.1")  # another has as many, or nobody has any: the holder keeps it
        return
    found = leader(t, item)
    if found == t.holders[item]:
        return
    t.holders[item] = found
    if t.recording:
        t.cite("WP-7.1")
        t.cite("WP-7.2")
        if found == NOBODY:
            t.tell(ADVANTAGE_LAID_DOWN, NOBODY, {"advantage": ADVANTAGES[item]})
        else:
            t.tell(ADVANTAGE_TAKEN, found, {"advantage": ADVANTAGES[item]})


def end_bonus(t: Table, seat: i64) -> i64:
    """WP-8.1: wind cubes by threes, weapons by threes, crew by twos, provisions, markers twice."""
    return (
        t.cubes[seat] // 3
        + t.item(seat, WEAPON) // 3
        + t.item(seat, CREW) // 2
        + t.item(seat, PROVISION)
        + 2 * t.markers(seat)
    )


class Over(Step[Table]):
    """WP-8: the count at the end."""

    def enter(self, t: Table) -> None:
        for seat in range(t.players):
            bonus = end_bonus(t, seat)
            t.vp[seat] += bonus
            if t.recording:
                t.cite("WP-8.1")
                t.tell(END_COUNTED, seat, {"n": int(bonus), "vp": int(t.vp[seat])})
        if t.recording:
            scores = t.scores
            if len(set(scores)) < len(scores):
                t.cite("WP-8.2")
            t.tell(MATCH_ENDED, NOBODY, {"scores": scores, "winners": t.winners})


OVER: Final = Over(11, "over", "WP-8.1")
