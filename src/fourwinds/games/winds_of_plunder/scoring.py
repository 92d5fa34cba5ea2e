"""WP-7 and WP-8: the advantages, and the count at the end."""

from __future__ import annotations

from mypy_extensions import i64

from fourwinds.core.state import NOBODY
from fourwinds.games.winds_of_plunder.state import (
    ADVANTAGE_LAID_DOWN,
    ADVANTAGE_TAKEN,
    ADVANTAGES,
    CREW,
    END_COUNTED,
    MOST_ITEMS,
    MOST_SEATS,
    PROVISION,
    WEAPON,
    Table,
)


def change(t: Table, seat: i64, item: i64, by: i64) -> None:
    """WP-1.5: a track runs from 0 to 9; what would pass its ends is lost."""
    place = item * MOST_SEATS + seat
    count = t.items[place] + by
    if count < 0 or count > MOST_ITEMS:
        if t.recording:
            t.cite("WP-1.5")
    else:
        t.items[place] = count


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


def count_end(t: Table) -> None:
    for seat in range(t.players):
        bonus = end_bonus(t, seat)
        t.vp[seat] += bonus
        if t.recording:
            t.cite("WP-8.1")
            t.tell(END_COUNTED, seat, {"n": int(bonus), "vp": int(t.vp[seat])})
