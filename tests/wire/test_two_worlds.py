"""Two worlds: what a viewer cannot know never shows in what he is sent.

Beside a random match a second one is played that the viewer cannot tell from it: others hold other
cards and vote otherwise. Every byte sent to the viewer must be the same. Where something hidden
came to light the second world may part from the first; then it is imagined anew.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence

import pytest

import fourwinds as fw
from fourwinds.core.errors import FourWindsError
from fourwinds.match.clock import ClockPlan
from fourwinds.match.match import Match
from fourwinds.match.plan import Plan
from fourwinds.server.errors import shown
from fourwinds.server.speaking import spoken
from fourwinds.server.wire import pack
from tests.match.tables import PEOPLE, SECRET, seats, user

MOVES = 60
PLAYERS = 3


def same_seal(nonce: bytes, seat: int, moves: Sequence[str]) -> str:
    """Commitments are injected and the same in both worlds."""
    return "sealed"


def begun(game: str) -> Match:
    plan = Plan(game, seats(PLAYERS), clock=ClockPlan("total", 10**5, 3))
    match = Match.create("m1", plan, "ann", "Ann", SECRET, ["x"] * PLAYERS, 0, same_seal)
    for person in PEOPLE[1:PLAYERS]:
        match.join(person, person.title(), 1)
    match.start("ann", 2)
    return match


def imagined(match: Match, viewer: int | None, seed: int) -> Match:
    """The same match in a world that the viewer cannot tell from the real one."""
    assert match.state is not None
    twin = copy.deepcopy(match, {id(match.rules): match.rules})
    twin.state = match.rules.imagine(match.state.view(viewer), seed)
    return twin


def sent(match: Match, viewer: int | None, since: int) -> str:
    return pack(spoken(match.message(viewer, since), "en"))


def tried(match: Match, seat: int, action: int, decision: str, now: int) -> str:
    """What the server answers to an action: the error, or nothing."""
    try:
        match.play(user(match, seat), seat, action, decision, now)
    except FourWindsError as error:
        return pack(shown(error, "en"))
    return ""


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_every_byte_is_the_same_in_both_worlds(game: str, viewer: int | None) -> None:
    real, rng = begun(game), random.Random(f"{game} {viewer}")
    other = imagined(real, viewer, 1)
    since = compared = 0
    parted = False
    for turn in range(MOVES):
        assert real.state is not None
        assert other.state is not None
        if real.status != "running":
            break
        now = 100 * turn
        if viewer is not None and viewer in real.state.actors and rng.random() < 0.3:
            action, decision = rng.randrange(real.rules.action_count), real.decision(viewer)
            if real.state.refusal(viewer, action) is not None:
                answers = [tried(m, viewer, action, decision, now) for m in (real, other)]
                assert answers[0] == answers[1] != ""
        seat = rng.choice(real.state.actors)
        action = rng.choice(real.state.actions(seat))
        real.play(user(real, seat), seat, action, real.decision(seat), now)
        # A choice that stays hidden is made otherwise in the other world, where it can be.
        hidden = seat != viewer and real.state.copy().retract(seat)
        offered = other.state.actions(seat)
        if hidden:
            offered = [a for a in offered if stays_hidden(other, seat, a, real.state.actors)]
            choice = rng.choice(offered) if offered else None
            parted = parted or choice != action
        else:
            choice = action if action in offered else None
        if choice is not None:
            other.play(user(other, seat), seat, choice, other.decision(seat), now)
            if parted and not hidden:
                choice = None  # what was chosen otherwise may show now
            elif real.state.view(viewer) == other.state.view(viewer):
                assert sent(real, viewer, since) == sent(other, viewer, since)
                compared += 1
            else:
                # Only what comes to light may tell the worlds apart.
                assert real.moves[-1].learnt or other.moves[-1].learnt
                choice = None
        if choice is None:
            other, parted = imagined(real, viewer, turn), False
        assert real.number_for(viewer) == other.number_for(viewer)
        since = real.number_for(viewer)
    assert compared >= 2


def stays_hidden(match: Match, seat: int, action: int, actors: tuple[int, ...]) -> bool:
    """Whether nobody would know of the action yet."""
    assert match.state is not None
    trial = match.state.copy()
    trial.play(seat, action)
    return trial.actors == actors and trial.retract(seat)
