"""Numbers of legal sequences of decisions from named positions of Regatta."""

from __future__ import annotations

import pytest

import fourwinds as fw
from fourwinds.games.regatta.state import START


def count(state: fw.State, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    total = 0
    for seat in state.actors:
        for action in state.actions(seat):
            after = state.copy()
            after.play(seat, action)
            total += count(after, depth - 1)
    return total


def started(players: int, course: str, seed: int) -> fw.State:
    """All boats placed from the middle outwards; the first is to sail."""
    state = fw.game("regatta").start(players, seed, {"course": course})
    while state.view(None)["step"] in ("boarding", "placing"):
        seat = state.actors[0]
        actions = [action for action in state.actions(seat) if action >= START]
        state.play(seat, actions[len(actions) // 2])
    return state


def under_way(players: int, course: str, seed: int) -> fw.State:
    """After forty decisions, each time the first of the moves or else the last choice."""
    state = started(players, course, seed)
    for _ in range(40):
        seat = state.actors[0]
        actions = state.actions(seat)
        state.play(seat, actions[0] if actions[0] < 240 else actions[-1])
    return state


@pytest.mark.parametrize(
    ("players", "depth", "expected"),
    [(2, 1, 8), (2, 2, 40), (4, 3, 180), (4, 4, 576)],
)
def test_set_up_has_so_many_sequences(players: int, depth: int, expected: int) -> None:
    assert count(fw.game("regatta").start(players, 1), depth) == expected


@pytest.mark.parametrize(
    ("players", "course", "seed", "depth", "expected"),
    [
        (2, "normal", 1, 1, 27),
        (2, "normal", 1, 2, 690),
        (2, "normal", 1, 3, 12381),
        (4, "normal", 2, 2, 351),
        (4, "normal", 2, 3, 7820),
        (3, "short", 3, 3, 7083),
        (4, "long", 4, 3, 8907),
        (4, "custom", 5, 3, 7584),
    ],
)
def test_the_start_has_so_many_sequences(
    players: int, course: str, seed: int, depth: int, expected: int
) -> None:
    assert count(started(players, course, seed), depth) == expected


@pytest.mark.parametrize(
    ("players", "course", "seed", "depth", "expected"),
    [
        (2, "normal", 1, 3, 15830),
        (4, "normal", 2, 3, 24360),
        (4, "short", 3, 3, 655),
        (3, "long", 4, 3, 10713),
        (4, "custom", 5, 3, 13670),
    ],
)
def test_a_race_under_way_has_so_many_sequences(
    players: int, course: str, seed: int, depth: int, expected: int
) -> None:
    assert count(under_way(players, course, seed), depth) == expected
