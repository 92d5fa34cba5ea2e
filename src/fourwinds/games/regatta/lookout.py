"""What lies around a boat, and what it would touch: RG-2.3, RG-4.2, RG-4.3 and RG-5.1.

Everything is seen in the frame of the boat's bow. Whether a whole arrow is free is asked of tables
first; where they leave it open, and where the place of the contact matters, the poses are followed
one by one. Poses that cannot come near are skipped: a hull that is a distance d away needs d / STEP
poses to get there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.games.regatta.course import Water
from fourwinds.games.regatta.gaps import boat_gap, buoy_gap, zone_gap
from fourwinds.games.regatta.hull import SLICES, Hull
from fourwinds.games.regatta.paths import MARGIN, NEVER, STEP, Paths
from fourwinds.games.regatta.sweeps import CLEAR, HIT, DistanceGrid, EdgeReach
from fourwinds.games.regatta.trigonometry import (
    FULL,
    QUARTER,
    between,
    distance_at_least,
    in_x,
    in_y,
    out_x,
    out_y,
)

NEAR: Final = 1500  # where circles stop being good enough
ABREAST: Final = 6000  # hulls side by side with less water in between hinder each other's turns

# What a hull can touch: a boat is its seat, a buoy follows from BUOY on.
NOTHING: Final = -1
BUOY: Final = 8
EDGE: Final = 99

# What comes of an arrow that is sailed to its end.
FREE: Final = 1
IN_ZONE: Final = 2
TOUCHES: Final = 3


class Lookout:
    """The view from a bow."""

    def __init__(
        self,
        hull: Hull,
        paths: Paths,
        reach: EdgeReach,
        grid: DistanceGrid,
        water: Water,
        boats: i64,
    ) -> None:
        self.hull = hull
        self.paths = paths
        self.reach = reach
        self.grid = grid
        self.water = water
        self.x: i64 = 0
        self.y: i64 = 0
        self.h: i64 = 0
        self.boats: i64 = 0
        self.seat = vec[i64]([0] * boats)
        self.boat_x = vec[i64]([0] * boats)
        self.boat_y = vec[i64]([0] * boats)
        self.boat_h = vec[i64]([0] * boats)
        self.middle_x = vec[i64]([0] * boats)
        self.middle_y = vec[i64]([0] * boats)
        self.zone_x = vec[i64]([0] * boats)  # the middle of its zone
        self.zone_y = vec[i64]([0] * boats)
        self.buoys: i64 = 0  # those within reach
        self.buoy = vec[i64]([0] * water.buoys)
        self.buoy_x = vec[i64]([0] * water.buoys)
        self.buoy_y = vec[i64]([0] * water.buoys)
        self.near_edge = False
        self.touched: i64 = NOTHING
        self.deep: i64 = 0
        # Where forced stops end each arrow, NEVER if not yet asked; and whether any was.
        self.stops = vec[i64]([NEVER] * paths.arrows)
        self.stopped = False

    def look(self, x: i64, y: i64, h: i64) -> None:
        """Stand at the bow of a boat there; other boats are then added one by one."""
        self.x = x
        self.y = y
        self.h = h
        self.boats = 0
        if self.stopped:
            self.stopped = False
            for a in range(self.paths.arrows):
                self.stops[a] = NEVER
        w = self.water
        reach = self.paths.reach + MARGIN
        self.near_edge = (
            x - w.west < reach or w.east - x < reach or y - w.south < reach or w.north - y < reach
        )
        n: i64 = 0
        for b in range(w.buoys):
            dx = w.x[b] - x
            dy = w.y[b] - y
            most = reach + w.radius[b]
            if -most <= dx <= most and -most <= dy <= most:
                self.buoy[n] = b
                self.buoy_x[n] = in_x(dx, dy, h)
                self.buoy_y[n] = in_y(dx, dy, h)
                n += 1
        self.buoys = n

    def add(self, seat: i64, x: i64, y: i64, h: i64) -> None:
        """Another boat: kept if it or its zone is within reach."""
        dx = x - self.x
        dy = y - self.y
        hull = self.hull
        most = self.paths.reach + hull.length + hull.zone_length + hull.zone_half + MARGIN
        if -most <= dx <= most and -most <= dy <= most:
            n = self.boats
            theirs = between(h - self.h)
            bow_x = in_x(dx, dy, self.h)
            bow_y = in_y(dx, dy, self.h)
            self.seat[n] = seat
            self.boat_x[n] = bow_x
            self.boat_y[n] = bow_y
            self.boat_h[n] = theirs
            self.middle_x[n] = bow_x + out_x(0, hull.middle, theirs)
            self.middle_y[n] = bow_y + out_y(0, hull.middle, theirs)
            self.zone_x[n] = bow_x + out_x(0, hull.zone_length // 2, theirs)
            self.zone_y[n] = bow_y + out_y(0, hull.zone_length // 2, theirs)
            self.boats = n + 1

    # A whole arrow.

    def judge(self, a: i64) -> i64:
        """FREE, IN_ZONE or TOUCHES: what comes of an arrow."""
        if self.near_edge and self._leaves_water(a):
            return TOUCHES
        paths = self.paths
        for k in range(self.buoys):
            x = self.buoy_x[k]
            y = self.buoy_y[k]
            radius = self.water.radius[self.buoy[k]]
            reach = radius + MARGIN
            if (
                x + reach >= paths.left[a]
                and x - reach <= paths.right[a]
                and y + reach >= paths.low[a]
                and y - reach <= paths.high[a]
            ):
                found = self.grid.judge(a, x, y, radius, radius)
                if found == HIT:
                    return TOUCHES
                if found != CLEAR and self._meets_buoy(a, k, paths.count[a]) != NEVER:
                    return TOUCHES
        for k in range(self.boats):
            if self._may_meet_boat(a, k) and self._touches_boat(a, k):
                return TOUCHES
        if self.boats > 0 and self.end_zone(a) != NOTHING:
            return IN_ZONE
        return FREE

    def _leaves_water(self, a: i64) -> bool:
        w = self.water
        at = self.reach.find(a, self.h)
        if at < 0:
            return self._meets_edge(a, self.paths.count[a]) != NEVER
        most = self.reach.reach
        return (
            self.x - w.west - i64(most[at]) <= MARGIN
            or w.north - self.y - i64(most[at + 1]) <= MARGIN
            or w.east - self.x - i64(most[at + 2]) <= MARGIN
            or self.y - w.south - i64(most[at + 3]) <= MARGIN
        )

    def _may_meet_boat(self, a: i64, k: i64) -> bool:
        paths = self.paths
        x = self.middle_x[k]
        y = self.middle_y[k]
        reach = self.hull.radius + MARGIN
        return (
            x + reach >= paths.left[a]
            and x - reach <= paths.right[a]
            and y + reach >= paths.low[a]
            and y - reach <= paths.high[a]
        )

    def _touches_boat(self, a: i64, k: i64) -> bool:
        hull = self.hull
        x = self.boat_x[k]
        y = self.boat_y[k]
        h = self.boat_h[k]
        sure = True
        for i in range(i64(SLICES)):
            ahead = hull.slice_y[i]
            found = self.grid.judge(
                a, x + out_x(0, ahead, h), y + out_y(0, ahead, h), hull.around[i], hull.inside[i]
            )
            if found == HIT:
                return True
            if found != CLEAR:
                sure = False
        if sure:
            return False
        return self._meets_boat(a, k, self.paths.count[a]) != NEVER

    # An arrow pose by pose.

    def first_touch(self, a: i64) -> i64:
        """RG-4.2, RG-2.3: the first pose of an arrow that touches something, NEVER if none does.

        `touched` says what. Where the boat lies now is not asked: it may lie there.
        """
        found: i64 = NEVER
        limit = self.paths.count[a]
        self.touched = NOTHING
        for k in range(self.boats):
            if self._may_meet_boat(a, k):
                i = self._meets_boat(a, k, limit)
                if i != NEVER:
                    found = limit = i
                    self.touched = self.seat[k]
        for k in range(self.buoys):
            i = self._meets_buoy(a, k, limit)
            if i != NEVER:
                found = limit = i
                self.touched = BUOY + self.buoy[k]
        if self.near_edge:
            i = self._meets_edge(a, limit)
            if i != NEVER:
                found = i
                self.touched = EDGE
        return found

    def _meets_boat(self, a: i64, k: i64, limit: i64) -> i64:
        x = self.middle_x[k]
        y = self.middle_y[k]
        return self._meets(a, k, x, y, 2 * self.hull.radius, limit)

    def _meets_buoy(self, a: i64, k: i64, limit: i64) -> i64:
        around = self.hull.radius + self.water.radius[self.buoy[k]]
        return self._meets(a, BUOY + k, self.buoy_x[k], self.buoy_y[k], around, limit)

    def _meets(self, a: i64, thing: i64, x: i64, y: i64, around: i64, limit: i64) -> i64:
        """The first pose that touches a boat, or BUOY and a buoy, whose middle lies there.

        `around` is how far middles are apart at least that cannot touch.
        """
        paths = self.paths
        first = paths.first[a]
        i: i64 = 1
        while i < limit:
            at = first + i
            gap = distance_at_least(x - paths.middle_x[at], y - paths.middle_y[at]) - around
            if gap < NEAR:
                if thing < BUOY:
                    gap = self.boat_gap(thing, paths.x[at], paths.y[at], paths.h[at])
                else:
                    gap = self.buoy_gap(thing - BUOY, paths.x[at], paths.y[at], paths.h[at])
                if gap <= MARGIN:
                    return i
            i += poses_away(gap)
        return NEVER

    def _meets_edge(self, a: i64, limit: i64) -> i64:
        paths = self.paths
        first = paths.first[a]
        i: i64 = 1
        while i < limit:
            at = first + i
            gap = self.edge_gap(paths.x[at], paths.y[at], paths.h[at])
            if gap <= MARGIN:
                return i
            i += poses_away(gap)
        return NEVER

    # One pose: bow at x, y, turned by h, in my frame.

    def touches(self, x: i64, y: i64, h: i64) -> i64:
        """What a hull touches in a pose, NOTHING if nothing; the edge is not asked."""
        hull = self.hull
        middle_x = x + out_x(0, hull.middle, h)
        middle_y = y + out_y(0, hull.middle, h)
        around = 2 * hull.radius + MARGIN
        for k in range(self.boats):
            dx = self.middle_x[k] - middle_x
            dy = self.middle_y[k] - middle_y
            if distance_at_least(dx, dy) <= around and self.boat_gap(k, x, y, h) <= MARGIN:
                return self.seat[k]
        for k in range(self.buoys):
            dx = self.buoy_x[k] - middle_x
            dy = self.buoy_y[k] - middle_y
            around = hull.radius + self.water.radius[self.buoy[k]] + MARGIN
            if distance_at_least(dx, dy) <= around and self.buoy_gap(k, x, y, h) <= MARGIN:
                return BUOY + self.buoy[k]
        return NOTHING

    def boat_gap(self, k: i64, x: i64, y: i64, h: i64) -> i64:
        return boat_gap(self.hull, self.boat_x[k] - x, self.boat_y[k] - y, self.boat_h[k], h)

    def buoy_gap(self, k: i64, x: i64, y: i64, h: i64) -> i64:
        radius = self.water.radius[self.buoy[k]]
        return buoy_gap(self.hull, self.buoy_x[k] - x, self.buoy_y[k] - y, radius, h)

    def edge_gap(self, x: i64, y: i64, h: i64) -> i64:
        """How far the nearest edge of the water is; below 0 if the hull is over it."""
        w = self.water
        most = self.hull.support
        bow_x = self.x + out_x(x, y, self.h)
        bow_y = self.y + out_y(x, y, self.h)
        side = west_of(self.h, h)
        gap = bow_x - w.west - most[side]
        side = between(side + QUARTER)
        gap = min(gap, w.north - bow_y - most[side])
        side = between(side + QUARTER)
        gap = min(gap, w.east - bow_x - most[side])
        side = between(side + QUARTER)
        return min(gap, bow_y - w.south - most[side])

    # Turning on the spot.

    def place_of_turn(self, h: i64) -> tuple[i64, i64]:
        """RG-5.1: where the bow lies on the water after a turn by h about the middle of the hull.

        A hull that would touch an edge is moved in by the least that clears it.
        """
        w = self.water
        most = self.hull.support
        middle = self.hull.middle
        now = self.h
        turned = between(now + h)
        x = self.x + out_x(0, middle, now) - out_x(0, middle, turned)
        y = self.y + out_y(0, middle, now) - out_y(0, middle, turned)
        if not self.near_edge:
            return x, y
        least: i64 = MARGIN + 1
        side = west_of(now, h)
        x = max(x, w.west + most[side] + least)
        side = between(side + QUARTER)
        y = min(y, w.north - most[side] - least)
        side = between(side + QUARTER)
        x = min(x, w.east - most[side] - least)
        side = between(side + QUARTER)
        y = max(y, w.south + most[side] + least)
        return x, y

    def touches_turned(self, h: i64) -> i64:
        """RG-5.1: what the hull touches after a turn by h, NOTHING if nothing."""
        if self.boats == 0 and self.buoys == 0:
            return NOTHING
        x, y = self.place_of_turn(h)
        dx = x - self.x
        dy = y - self.y
        return self.touches(in_x(dx, dy, self.h), in_y(dx, dy, self.h), h)

    def is_crowded(self) -> bool:
        """Whether a turn on the spot might touch something."""
        if self.is_hard_by_boats():
            return True
        hull = self.hull
        room = self.room_to_turn()
        for k in range(self.buoys):
            dx = self.buoy_x[k]
            dy = self.buoy_y[k] - hull.middle
            around = hull.radius + self.water.radius[self.buoy[k]] + room
            if distance_at_least(dx, dy) <= around:
                return True
        return False

    def is_hard_by_boats(self) -> bool:
        """Whether a turn on the spot might touch a boat."""
        hull = self.hull
        around = 2 * hull.radius + self.room_to_turn()
        for k in range(self.boats):
            dx = self.middle_x[k]
            dy = self.middle_y[k] - hull.middle
            if distance_at_least(dx, dy) <= around:
                return True
        return False

    def room_to_turn(self) -> i64:
        """By how much a hull may come nearer to things than by turning about its middle alone."""
        if self.near_edge:
            # A boat is moved in by no more than half its length.
            return 2 * MARGIN + self.hull.radius
        return 2 * MARGIN

    def is_locked(self) -> bool:
        """Whether a boat lies so close beside that neither can sail past the other, or hardly.

        Turns (RG-5.1) do not move the middles of hulls, so they stay so until a card frees them.
        """
        apart = self.hull.breadth + ABREAST
        for k in range(self.boats):
            dx = self.middle_x[k]
            dy = self.middle_y[k] - self.hull.middle
            if dx * dx + dy * dy < apart * apart:
                return True
        return False

    def something_where_the_card_lies(self) -> bool:
        """RG-4.5: something lies where a card would be put down before the bow."""
        half = self.hull.zone_half
        length = self.hull.zone_length
        for k in range(self.boats):
            if -half < self.boat_x[k] < half and 0 < self.boat_y[k] < length:
                return True
        for k in range(self.buoys):
            if -half < self.buoy_x[k] < half and 0 < self.buoy_y[k] < length:
                return True
        return False

    # Zones.

    def zone_at(self, x: i64, y: i64, h: i64) -> i64:
        """Which of the boats' zones a pose lies in (its place in `seat`), NOTHING if in none.

        `deep` says how deep at least.
        """
        hull = self.hull
        middle_x = x + out_x(0, hull.middle, h)
        middle_y = y + out_y(0, hull.middle, h)
        reach = hull.radius + hull.zone_radius
        for k in range(self.boats):
            dx = self.zone_x[k] - middle_x
            dy = self.zone_y[k] - middle_y
            if distance_at_least(dx, dy) <= reach:
                gap = zone_gap(hull, self.boat_x[k] - x, self.boat_y[k] - y, self.boat_h[k], h)
                if gap < 0:
                    self.deep = -gap
                    return k
        return NOTHING

    def end_zone(self, a: i64) -> i64:
        """RG-4.3: the zone an arrow ends in."""
        paths = self.paths
        at = paths.first[a] + paths.count[a] - 1
        return self.zone_at(paths.x[at], paths.y[at], paths.h[at])

    def stop(self, a: i64) -> i64:
        """RG-4.4: the last pose of an arrow outside all zones; 0 if the boat would not move."""
        found = self.stops[a]
        if found == NEVER:
            found = self._look_for_stop(a)
            self.stops[a] = found
            self.stopped = True
        return found

    def _look_for_stop(self, a: i64) -> i64:
        paths = self.paths
        first = paths.first[a]
        i = paths.count[a] - 1
        while i > 0:
            at = first + i
            if self.zone_at(paths.x[at], paths.y[at], paths.h[at]) == NOTHING:
                return i
            # To get out of the zone the hull must move at least as far as it is in.
            i -= 1
            if self.deep > 4:
                i -= (self.deep - 4) // STEP
        return 0


def poses_away(gap: i64) -> i64:
    """How many poses on a hull might touch something that is so far away."""
    if gap > MARGIN + 4:
        return 1 + (gap - MARGIN - 4) // STEP
    return 1


def west_of(heading: i64, h: i64) -> i64:
    """Where west is, seen from a boat with a heading that is turned by h."""
    return between(FULL - QUARTER - between(heading + h))
