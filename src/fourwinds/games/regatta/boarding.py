"""RG-3: cards are dealt, and everybody chooses a boat and puts it behind the line."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import NOBODY, Step
from fourwinds.games.regatta import refusals
from fourwinds.games.regatta.actions import BOAT, BOATS, START
from fourwinds.games.regatta.state import (
    BOAT_CHOSEN,
    BOAT_PLACED,
    CARDS_DEALT,
    DECK,
    HAND,
    LOT,
    RACE_BEGAN,
    Table,
)
from fourwinds.games.regatta.steps import TURNING


class Dealing(Step[Table]):
    """RG-3.1: five cards each; chance says who begins."""

    def enter(self, t: Table) -> None:
        t.first = t.stream(LOT, 0).below(t.players)
        t.turn = t.first
        deck = t.box.deck
        count: i64 = len(deck)
        for i in range(count):
            t.deck[i] = deck[i]
        t.deck_count = count
        t.stream(DECK, 0).shuffle(t.deck, count, count)
        if t.recording:
            t.cite("RG-1.2")
            t.cite("RG-3.1")
            t.tell(RACE_BEGAN, NOBODY, {"first": int(t.first)})
        for seat in range(t.players):
            for _card in range(HAND):
                t.deck_count -= 1
                t.receive(seat, t.deck[t.deck_count])
            if t.recording:
                t.tell(CARDS_DEALT, seat, {"cards": [t.box.names[c] for c in t.hand(seat)]})
        t.go(BOARDING)


class Boarding(Step[Table]):
    """RG-3.1: each in turn chooses a boat; who names only a place takes the next free one."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for boat in range(i64(4)):
            if t.seat_of(boat) == NOBODY:
                out[n] = BOAT + boat
                n += 1
        return fill_places(t, out, n)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if BOAT <= action < START:
            return refusals.BOAT_TAKEN.error({"boat": BOATS[action - BOAT]})
        if is_place(t, action):
            return refusals.PLACE_TAKEN.error({"place": int(action - START) + 1})
        return refusals.CHOOSE_BOAT.error({"last": len(t.box.course.places)})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [*[BOAT + boat for boat in range(4)], *PLACING.tries(t, seat)]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        boat = action - BOAT
        if action >= START:
            boat = 0
            while t.seat_of(boat) != NOBODY:
                boat += 1
        t.boat[seat] = boat
        if t.recording:
            t.cite("RG-1.1")
            t.cite("RG-3.1")
            t.tell(BOAT_CHOSEN, seat, {"boat": BOATS[boat]})
        t.go(PLACING)
        if action >= START:
            PLACING.play(t, seat, action)


class Placing(Step[Table]):
    """RG-3.1: and puts it at a free place just behind the line, heading over it."""

    def actor(self, t: Table) -> i64:
        return t.turn

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        return fill_places(t, out, 0)

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if is_place(t, action):
            return refusals.PLACE_TAKEN.error({"place": int(action - START) + 1})
        return refusals.CHOOSE_PLACE.error({"last": len(t.box.course.places)})

    def tries(self, t: Table, seat: i64) -> list[int]:
        return [START + i for i in range(len(t.box.course.places))]

    def play(self, t: Table, seat: i64, action: i64) -> None:
        course = t.box.course
        t.put(seat, course.places[action - START], course.start_y, 0)
        if t.recording:
            t.cite("RG-1.3")
            t.cite("RG-3.1")
            t.tell(
                BOAT_PLACED, seat, {"boat": BOATS[t.boat[seat]], "place": int(action - START) + 1}
            )
        t.next_turn(seat)
        if t.turn == t.first:
            t.go(TURNING)
        else:
            t.go(BOARDING)


def fill_places(t: Table, out: vec[i64], n: i64) -> i64:
    """RG-3.1: the places where no boat lies."""
    places = t.box.course.places
    for i in range(i64(len(places))):
        taken = False
        for seat in range(t.players):
            if t.afloat[seat] and t.x[seat] == places[i]:
                taken = True
        if not taken:
            out[n] = START + i
            n += 1
    return n


def is_place(t: Table, action: i64) -> bool:
    return START <= action < START + len(t.box.course.places)


DEALING: Final = Dealing(1, "dealing", "RG-3.1")
BOARDING: Final = Boarding(2, "boarding", "RG-3.1")
PLACING: Final = Placing(3, "placing", "RG-3.1")
