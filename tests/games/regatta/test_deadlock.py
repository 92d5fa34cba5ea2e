"""Races that nothing can end: under RG-5.1 boats may be locked for good beside a mark."""

from __future__ import annotations

import random
from math import cos, radians, sin
from typing import Any

import pytest

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rollout import ASKED_EVERY, is_deadlocked, play_out, play_randomly
from fourwinds.laws import LAWS, Law, fuzzing
from tests.games.regatta.waters import boat, race, spot

# Where two random boats came to lie on the short course: each beside a mark.
BY_GREEN = boat("red", 133.536, 315.791, 80, 4)
BY_RED = boat("green", -108.549, 253.489, 355, 5)
OPEN = boat("green", 0, 100, 0, 1)


def locked(first: dict[str, Any] = BY_GREEN, second: dict[str, Any] = BY_RED) -> fw.State:
    return race([first, second], course="short")


def test_a_race_is_deadlocked_where_no_card_moves_any_boat_however_it_turns() -> None:
    assert is_deadlocked(locked())


@pytest.mark.parametrize("first", [BY_GREEN, OPEN | {"boat": "red"}])
def test_a_race_where_some_boat_can_sail_is_not_deadlocked(first: dict[str, Any]) -> None:
    assert not is_deadlocked(locked(first, OPEN | {"x": 30_000}))
    assert not is_deadlocked(locked(first, BY_RED | {"x": BY_RED["x"] + 20_000}))


def test_nothing_that_random_boats_do_frees_locked_ones() -> None:
    state = locked()
    middles = [_middle(state, seat) for seat in range(2)]
    rng = random.Random(1)
    swaps = turns = 0
    for _ in range(2000):
        seat = state.actors[0]
        text = state.rules.text(state, seat, rng.choice(state.actions(seat)))
        swaps += text.startswith("swap")
        turns += text.startswith("turn")
        assert text.split()[0] in ("swap", "turn", "end")
        state.play(seat, text)
    assert swaps
    assert turns
    for seat in range(2):
        # A turn leaves the middle of the hull where it is, but for what rounding does to it.
        assert _middle(state, seat) == pytest.approx(middles[seat], abs=0.5)
    assert is_deadlocked(state)


def _middle(state: fw.State, seat: int) -> tuple[float, float]:
    """Half a boat's length behind the bow, in millimetres."""
    x, y, heading = spot(state, seat)
    return x - 20 * sin(radians(heading)), y - 20 * cos(radians(heading))


def test_random_play_of_a_deadlocked_race_is_given_up_soon() -> None:
    state = locked()
    assert play_out(state, stream_of_seed(1, "test"), 1_000_000) == ASKED_EVERY
    assert not state.over


def test_simulate_leaves_deadlocked_races_and_says_how_many() -> None:
    found = fw.simulate("regatta", players=2, games=60, seed=3, options={"course": "short"})
    assert found.unfinished == found.deadlocked > 0
    assert len(found.scores) == 60 - found.deadlocked
    cut = fw.simulate("regatta", players=2, games=3, seed=3, max_decisions=10)
    assert (cut.unfinished, cut.deadlocked) == (3, 0)


def test_fuzzing_counts_deadlocked_races() -> None:
    found = fuzzing.fuzz("regatta", 1, seed=116, mixed_every=0)
    assert (found.unfinished, found.deadlocked, found.failures) == (1, 1, [])
    assert fuzzing.summary(found)["deadlocked"] == 1


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_laws_hold_in_a_deadlocked_race(law: Law) -> None:
    state = locked()
    play_randomly(state, stream_of_seed(2, "test"), 50)
    law.check(state, random.Random(1))


@pytest.mark.parametrize("name", ["deckhand", "apprentice", "mate", "captain:20it"])
def test_bots_play_on_in_a_deadlocked_race(name: str) -> None:
    state = locked()
    players = [bots.make(name, seat) for seat in range(2)]
    for seat, player in enumerate(players):
        if isinstance(player, bots.Begins):
            player.begin(state.rules, seat)
    for _ in range(20):
        seat = state.actors[0]
        actions = state.actions(seat)
        action = players[seat].choose(state.view(seat), actions, None)
        assert action in actions
        for each in actions:
            assert state.rules.preview(state.view(seat), each)["legal"]
        state.play(seat, action)
    assert is_deadlocked(state)
