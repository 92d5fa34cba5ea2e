"""What a seat of Regatta observes, as a row of numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from fourwinds.core.observation import (
    Field,
    Observer,
    after,
    copied,
    copied_by_seat,
    one_of,
    seen_from,
)
from fourwinds.games.regatta.actions import TYPES
from fourwinds.games.regatta.state import HAND, MOST_CARDS, Table
from fourwinds.games.regatta.trigonometry import out_x, out_y

STEPS: Final = 8
UNIT: Final = 100  # micrometres: places are told to the tenth of a millimetre
FARTHEST: Final = 32767
ONE: Final = 1000
BOAT_COLOURS: Final = 4
STAGES: Final = 7


class Regatta(Observer[Table]):
    def fields(self, t: Table) -> list[Field]:
        players = int(t.players)
        return [
            Field("step", STEPS, 0, 1, "the step, in the order of the rules"),
            Field("actor", players, 0, 1, "the seat that is asked"),
            Field("first", players, 0, 1, "the seat that began"),
            Field("boats", players * BOAT_COLOURS, 0, 1, "each boat: red, green, yellow, blue"),
            Field("afloat", players, 0, 1, "whether each boat lies on the water"),
            Field(
                "places",
                players * 2,
                -FARTHEST,
                FARTHEST,
                "each bow, x east and y north of the middle of the line, in tenths of a millimetre",
            ),
            Field(
                "headings", players * 2, -ONE, ONE, "each boat's heading, east and north, of 1000"
            ),
            Field("stages", players * STAGES, 0, 1, "gates each boat has crossed: none to six"),
            Field("remaining", players, 0, FARTHEST, "how far each bow is from its next gate"),
            Field("becalmed", players, 0, 1, "boats with a sun before them"),
            Field("hand", TYPES, 0, HAND, "own cards by kind in the order of the component file"),
            Field("counts", players, 0, HAND, "cards in each hand"),
            Field("discards", TYPES, 0, MOST_CARDS, "cards discarded, by kind"),
            Field("pile", 1, 0, MOST_CARDS, "cards in the pile"),
            Field("draft", TYPES, 0, HAND, "own cards chosen for a swap, by kind"),
            Field("helm", 1, 0, 1, "whether one more card may be played"),
            Field("played", 1, 0, MOST_CARDS, "cards played in this turn"),
            Field("card", TYPES, 0, 1, "the card with the cloud, between its two legs"),
            Field(
                "limits",
                players * TYPES,
                0,
                HAND,
                "of each hand: at most n cards are of the kinds whose number is n or less",
            ),
        ]

    def observe(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        at = one_of(out, at, STEPS, i64(t.step.number) - 1)
        at = one_of(out, at, players, seen_from(seat, t.step.actor(t), players))
        at = one_of(out, at, players, seen_from(seat, t.first, players))
        at = self.boats(t, seat, out, at)
        at = self.hand(t, seat, out, at)
        at = copied_by_seat(out, at, t.held, 1, 1, seat, players)
        at = copied(out, at, t.discards, 0, TYPES)
        out[at] = i16(t.deck_count)
        at += 1
        for i in range(t.draft_shown_to(seat)):
            out[at + i64(t.draft[i])] += 1
        at += TYPES
        out[at] = i16(t.helm)
        out[at + 1] = i16(t.played)
        at = one_of(out, at + 2, TYPES, t.card)
        return copied_by_seat(out, at, t.limits, TYPES, TYPES, seat, players)

    def boats(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        players = t.players
        other = seat
        for _seat in range(players):
            at = one_of(out, at, BOAT_COLOURS, t.boat[other])
            other = after(other, players)
        places = at + players
        headings = places + players * 2
        stages = headings + players * 2
        remaining = stages + players * STAGES
        for i in range(players):
            if t.afloat[other]:
                out[at + i] = 1
                out[places + 2 * i] = tenths(t.x[other])
                out[places + 2 * i + 1] = tenths(t.y[other])
                out[headings + 2 * i] = i16(out_x(0, ONE, t.h[other]))
                out[headings + 2 * i + 1] = i16(out_y(0, ONE, t.h[other]))
                out[stages + i * STAGES + t.stage[other]] = 1
                out[remaining + i] = tenths(t.remaining(other))
                out[remaining + players + i] = i16(t.calm[other])
            other = after(other, players)
        return at + players * (7 + STAGES)

    def hand(self, t: Table, seat: i64, out: vec[i16], at: i64) -> i64:
        start = seat * HAND
        for i in range(start, start + i64(t.held[seat])):
            out[at + i64(t.hands[i])] += 1
        return at + TYPES


def tenths(far: i64) -> i16:
    """Micrometres as tenths of a millimetre, within what a row can hold."""
    number = far // UNIT
    if number > FARTHEST:
        number = FARTHEST
    elif number < -FARTHEST:
        number = -FARTHEST
    return i16(number)


OBSERVER: Final = Regatta(2)
