"""Winds of Plunder, WP-8: the count at the end and ties."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from tests.games.winds_of_plunder.table import lay, play, told


def ending(ships: tuple[str, ...] = ("Nassau", "Havana", "Belize"), **fields: Any) -> fw.State:
    """The last turn of the last round: seat 0 is blocked by the wind and can only be done."""
    players = len(ships)
    turn = {"first": 1, "done": players - 1, "points": 0}
    return lay(ships, **({"round": 9, "cubes": [0] * players} | fields), turn_state=turn)


@pytest.mark.rule("WP-8.1")
def test_cubes_items_and_markers_count_at_the_end() -> None:
    state = ending(
        vp=[1, 10, 20],
        cubes=[8, 26, 2],
        weapons=[3, 5, 9],
        crew=[4, 3, 0],
        provisions=[1, 2, 0],
        advantages={"largest-crew": 0},
    )
    facts = play(state, "done", "done")  # the second gives up the point of Largest Crew
    assert state.over
    assert [fact["n"] for fact in told(facts, "end-counted")] == [
        8 // 3 + 3 // 3 + 4 // 2 + 1 + 2,
        26 // 3 + 5 // 3 + 3 // 2 + 2 + 2,
        2 // 3 + 9 // 3 + 0 + 0 + 2,
    ]
    assert state.scores == [9, 24, 25]
    assert state.winners == [2]


@pytest.mark.rule("WP-8.1")
def test_reserve_and_cubes_on_ports_do_not_count() -> None:
    state = ending(reputation=[["Nassau"], ["Havana"], []])
    play(state, "done")
    assert state.scores == [0, 0, 0]


def places(tournament: bool = False, **fields: Any) -> list[int]:
    state = ending(options={"tournament_tiebreak": tournament}, **fields)
    while not state.over:
        play(state, "done")
    return state.ranking


@pytest.mark.rule("WP-8.2")
def test_blackbeard_breaks_the_tie_first() -> None:
    assert places(vp=[5, 5, 5], blackbeard=2) == [2, 2, 1]
    # even against all the markers
    assert places(vp=[5, 9, 0], weapons=[1, 0, 0], crew=[1, 0, 0], blackbeard=1) == [2, 1, 3]


@pytest.mark.rule("WP-8.2")
def test_then_more_markers() -> None:
    # seat 1: two markers for 4 points and 2 provisions; seat 2: one marker
    ranking = places(
        vp=[0, 3, 6], weapons=[0, 1, 0], crew=[0, 0, 1], provisions=[0, 1, 0], blackbeard=0
    )
    assert ranking == [3, 1, 2]


@pytest.mark.rule("WP-8.2")
def test_then_most_weapons_then_largest_crew() -> None:
    assert places(vp=[0, 5, 5], weapons=[0, 0, 1], crew=[0, 1, 0], blackbeard=0) == [3, 2, 1]
    assert places(vp=[0, 5, 4], crew=[0, 1, 0], provisions=[0, 0, 1], blackbeard=0) == [3, 1, 2]


@pytest.mark.rule("WP-8.2")
def test_then_more_unused_action_cards() -> None:
    hands = [["heave"], [], ["rumour"]]
    assert places(vp=[5, 5, 5], hands=hands, blackbeard=1) == [2, 1, 2]
    assert places(vp=[1, 5, 5], hands=hands, blackbeard=0) == [3, 2, 1]


@pytest.mark.rule("WP-8.2")
def test_else_the_place_is_shared_unless_it_is_a_tournament() -> None:
    ships = ("Nassau", "Havana", "Belize", "Jamaica", "Jamaica")
    tied: dict[str, Any] = {"ships": ships, "vp": [5, 0, 5, 5, 0], "blackbeard": 1}
    assert places(**tied) == [1, 4, 1, 1, 5]
    assert places(tournament=True, **tied) == [3, 4, 1, 2, 5]


@pytest.mark.rule("WP-8.2")
def test_a_shared_first_place_has_several_winners() -> None:
    state = ending(vp=[5, 0, 5], blackbeard=1)
    play(state, "done")
    assert state.winners == [0, 2]
    assert state.over
    assert state.actors == ()


def test_after_the_last_turn_of_a_round_the_next_vote_begins() -> None:
    state = ending(round=8)
    play(state, "done")
    assert (state.view(0)["round"], state.view(0)["step"]) == (9, "voting")
