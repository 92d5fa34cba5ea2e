"""Tables for tests: people by name, a clock that stands until it is moved."""

from __future__ import annotations

import random
from typing import Any

from fourwinds.match.clock import ClockSetup
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup

SECRET = bytes(range(32))
PEOPLE = ("ann", "ben", "cleo", "dora", "emil")


def seats(people: int, bots: int = 0) -> tuple[SeatSetup, ...]:
    others = [SeatSetup("open")] * (people - 1) + [SeatSetup("bot", "deckhand")] * bots
    return (SeatSetup("me"), *others)


def created(game: str = "santa-timea", people: int = 3, bots: int = 0, **more: Any) -> Match:
    setup = MatchSetup(game, seats(people, bots), **more)
    invitations = [f"invitation-{seat}" for seat in range(len(setup.seats))]
    return Match.create("m1", setup, "ann", "Ann", SECRET, invitations, 0)


def running(game: str = "santa-timea", people: int = 3, bots: int = 0, **more: Any) -> Match:
    """A match that has begun; seat 0 is ann's, seat 1 ben's and so on."""
    match = created(game, people, bots, **more)
    for person in PEOPLE[1:people]:
        match.join(person, person.title(), 1)
    match.start("ann", 2)
    return match


def user(match: Match, seat: int) -> str:
    holder = match.seats[seat].holder
    assert holder is not None
    return holder


def actors(match: Match) -> tuple[int, ...]:
    assert match.state is not None
    return match.state.actors


def move(match: Match, rng: random.Random, now: int) -> int:
    """Somebody who is asked makes a random move; returns the seat."""
    assert match.state is not None
    seat = rng.choice(match.state.actors)
    action = rng.choice(match.state.actions(seat))
    if match.seats[seat].bot is not None:
        match.play_bot(seat, action, match.decision(seat), now)
    else:
        match.play(user(match, seat), seat, action, match.decision(seat), now)
    return seat


def play_out(match: Match, seed: int = 1, most: int = 100_000) -> None:
    rng = random.Random(seed)
    for now in range(most):
        if match.status != "running":
            return
        move(match, rng, 1000 * now)


BLITZ = ClockSetup("total", 60, 2)
