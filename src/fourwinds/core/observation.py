"""Observations: what a seat sees, as a row of small whole numbers for learners.

Each game derives its Observer and lists the fields it writes; docs/environments.md is made from
that list. A row has the same length for the whole of a match and says less than the view or as much
as it, never more. Seats are counted from the observer on, clockwise: the observer is seat 0.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from fourwinds.core.state import NOBODY, State

MOST_POINTS: Final = 30000

T = TypeVar("T")


class Field:
    """Some numbers of a row that belong together, each between `low` and `high`."""

    def __init__(self, name: str, size: int, low: int, high: int, meaning: str) -> None:
        self.name = name
        self.size = size
        self.low = low
        self.high = high
        self.meaning = meaning


class Observer(Generic[T]):
    """How a game is observed. `version` rises whenever a row changes its meaning or its length."""

    version: int

    def __init__(self, version: int) -> None:
        self.version = version

    def fields(self, t: T) -> list[Field]:
        """What a row holds, in order; of `t` only what never changes in a match is asked."""
        raise AssertionError("an Observer must define fields()")

    def observe(self, t: T, seat: i64, out: vec[i16], at: i64) -> i64:
        """Write what the seat sees to `out`, zeros from `at` on; return where it ends."""
        raise AssertionError("an Observer must define observe()")


class PlainObserver(Observer[State]):
    """For a game without an observer of its own: which step, who is asked, the points.

    Enough to plug a new game into every adapter. A learner that is to play well needs what lies on
    the table too: write an Observer for that.
    """

    def fields(self, t: State) -> list[Field]:
        steps = len(t.rules.game.steps)
        return [
            Field("step", steps, 0, 1, "which step of the game"),
            Field("asked", int(t.players), 0, 1, "who is asked, from the observer on"),
            Field("points", int(t.players), -MOST_POINTS, MOST_POINTS, "points of each seat"),
        ]

    def observe(self, t: State, seat: i64, out: vec[i16], at: i64) -> i64:
        at = one_of(out, at, len(t.rules.game.steps), t.step.number - 1)
        other = seat
        for i in range(at, at + t.players):
            if t.step.actor(t) != NOBODY and t.step.may_act(t, other):
                out[i] = 1
            other = after(other, t.players)
        at += t.players
        for i in range(at, at + t.players):
            points = t.points(other)
            if points > MOST_POINTS:
                points = MOST_POINTS
            if points < -MOST_POINTS:
                points = -MOST_POINTS
            out[i] = i16(points)
            other = after(other, t.players)
        return at + t.players


def one_of(out: vec[i16], at: i64, count: i64, which: i64) -> i64:
    """Write a 1 at place `which` of `count`, none if it is below 0; return where they end."""
    if which >= 0:
        out[at + which] = 1
    return at + count


def after(seat: i64, players: i64) -> i64:
    """The next seat clockwise."""
    if seat + 1 == players:
        return 0
    return seat + 1


def seen_from(seat: i64, other: i64, players: i64) -> i64:
    """The other seat's number, counted clockwise from the observer; nobody (-1) stays -1."""
    if other < 0:
        return other
    if other < seat:
        return other - seat + players
    return other - seat


def by_seat(out: vec[i16], at: i64, numbers: vec[i64], seat: i64, players: i64, most: i64) -> i64:
    """Write one number for each seat, none larger than `most`; return where they end."""
    other = seat
    for i in range(at, at + players):
        number = numbers[other]
        if number > most:
            number = most
        out[i] = i16(number)
        other = after(other, players)
    return at + players


def copied(out: vec[i16], at: i64, counts: vec[u8], first: i64, size: i64) -> i64:
    """Write `size` counts as they are; return where they end."""
    for i in range(size):
        out[at + i] = i16(i64(counts[first + i]))
    return at + size


def copied_by_seat(
    out: vec[i16], at: i64, counts: vec[u8], stride: i64, size: i64, seat: i64, players: i64
) -> i64:
    """Write the counts of each seat, which lie `stride` apart; return where they end."""
    other = seat
    for _seat in range(players):
        at = copied(out, at, counts, other * stride, size)
        other = after(other, players)
    return at
