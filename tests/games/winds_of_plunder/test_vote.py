"""Winds of Plunder, WP-3: the vote."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.facts import Fact
from tests.games.winds_of_plunder.table import GAME, lay, moves, play, refused, told

SHIPS = ("Jamaica", "Puerto Rico", "San Salvador", "Santo Domingo")


def vote(votes: str, shown: list[int], **fields: Any) -> tuple[fw.State, list[dict[str, Any]]]:
    """A vote with these directions (words) and cubes; the state and the facts told."""
    state = lay(SHIPS[: len(shown)], step="voting", **fields)
    facts = play(state, *(f"vote {direction}" for direction in votes.split()))
    facts += play(state, *(f"cubes {number}" for number in shown))
    return state, facts


@pytest.mark.rule("WP-3.1")
def test_all_vote_at_once_in_any_order_with_the_same_result() -> None:
    choices = ["north", "east", "east", "west"]
    after = set()
    for order in itertools.permutations(range(4)):
        state = lay(SHIPS, step="voting")
        for done, seat in enumerate(order):
            assert state.actors == tuple(sorted(order[done:]))
            state.play(seat, f"vote {choices[seat]}")
        after.add(state.digest())
    assert len(after) == 1


@pytest.mark.rule("WP-3.1")
def test_a_vote_may_be_changed_until_the_last_is_in() -> None:
    state = lay(SHIPS, step="voting")
    before = state.digest()
    decision = state.decision(1)
    state.play(1, "vote east")
    assert 1 not in state.actors
    assert not state.retract(0)
    assert state.retract(1)
    assert (state.digest(), state.decision(1)) == (before, decision)
    state.play(1, "vote west")
    for seat in (0, 2, 3):
        state.play(seat, "vote north")
    assert state.view(0)["votes"] == ["north", "west", "north", "north"]
    assert not state.retract(1)


@pytest.mark.rule("WP-3.1")
@pytest.mark.rule("WP-3.2")
def test_until_the_last_choice_nobody_learns_more_than_who_has_chosen() -> None:
    ways = []
    for direction, cubes in (("north", 0), ("west", 10)):
        facts: list[Fact] = []
        state = lay(SHIPS, step="voting")
        state.play(2, f"vote {direction}", facts)
        seen = [[state.view(seat) for seat in (None, 0, 1, 3)]]
        for seat in (0, 1, 3):
            state.play(seat, "vote east", facts)
        state = lay(SHIPS, step="staking", votes=["east"] * 4)
        state.play(2, f"cubes {cubes}", facts)
        seen.append([state.view(seat) for seat in (None, 0, 1, 3)])
        assert seen[0][0]["chosen"] == seen[1][0]["chosen"] == [2]
        ways.append(
            json.dumps([seen, [fact.json() for fact in facts if fact.kind.name == "choice-made"]])
        )
    assert ways[0] == ways[1]


@pytest.mark.rule("WP-3.2")
def test_one_may_show_none_to_all_of_ones_cubes() -> None:
    state = lay(SHIPS, step="staking", votes=["north"] * 4, cubes=[0, 3, 10, 26])
    for seat, most in enumerate((0, 3, 10, 26)):
        assert moves(state, seat) == {f"cubes {n}" for n in range(most + 1)}
    for move in ("cubes 4", "cubes 30", "cubes 99"):
        assert refused(state, move, 1) == ("not-so-many-cubes", "WP-3.2")


@pytest.mark.rule("WP-3.2")
def test_cubes_may_be_changed_until_the_last_is_in() -> None:
    state = lay(SHIPS, step="staking", votes=["north"] * 4)
    before = state.digest()
    state.play(3, "cubes 7")
    assert state.view(3)["bids"] == [None, None, None, 7]
    assert state.retract(3)
    assert state.digest() == before


@pytest.mark.rule("WP-3.3")
@pytest.mark.rule("WP-3.4")
def test_the_published_round_north_wins_10_to_9_and_the_9_takes_blackbeard() -> None:
    state, facts = vote(
        "north north east south", [6, 4, 8, 9], cubes=[11, 11, 12, 11], blackbeard=1
    )
    assert told(facts, "wind-turned") == [{"kind": "wind-turned", "wind": "north", "n": 10}]
    assert told(facts, "blackbeard-taken") == [{"kind": "blackbeard-taken", "seat": 3}]
    assert state.actors == (3,)
    assert state.view(None)["cubes"] == [5, 7, 4, 2]


@pytest.mark.rule("WP-3.3")
def test_among_tied_players_the_present_holder_chooses() -> None:
    state, _ = vote("north east south west", [5, 2, 5, 5], blackbeard=1)
    assert state.actors == (1,)
    assert moves(state) == {"blackbeard 1", "blackbeard 3", "blackbeard 4"}
    assert refused(state, "blackbeard 2") == ("not-tied-for-most", "WP-3.3")
    play(state, "blackbeard 3")
    assert state.view(None)["blackbeard"] == 2


@pytest.mark.rule("WP-3.3")
def test_all_are_tied_when_nobody_shows_a_cube_and_the_holder_may_choose_himself() -> None:
    state, _ = vote("north north north north", [0, 0, 0, 0], blackbeard=2)
    assert moves(state) == {f"blackbeard {seat + 1}" for seat in range(4)}
    play(state, "blackbeard 3")
    assert state.view(None)["blackbeard"] == 2


@pytest.mark.rule("WP-3.4")
def test_among_tied_directions_the_new_holder_chooses() -> None:
    state, _ = vote("north east east west", [6, 4, 2, 1], blackbeard=2)
    assert state.actors == (0,)
    assert moves(state) == {"wind north", "wind east"}
    assert refused(state, "wind west") == ("direction-not-tied", "WP-3.4")
    assert refused(state, "wind south") == ("direction-not-named", "WP-3.4")
    play(state, "wind east")
    assert state.view(None)["wind"] == "east"


@pytest.mark.rule("WP-3.4")
def test_without_cubes_only_named_directions_are_tied() -> None:
    state, _ = vote("south west south south", [0, 0, 0, 0], blackbeard=1)
    play(state, "blackbeard 4")
    assert state.actors == (3,)
    assert moves(state) == {"wind south", "wind west"}
    assert refused(state, "wind north") == ("direction-not-named", "WP-3.4")
    play(state, "wind west")
    assert state.view(None)["wind"] == "west"


@pytest.mark.rule("WP-3.5")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_cubes_shown_go_to_the_reserve_and_the_holder_names_the_first(first: int) -> None:
    state, _ = vote("east east west", [3, 0, 10])
    view = state.view(None)
    assert (view["cubes"], view["reserve"]) == ([7, 10, 0], [19, 16, 26])
    assert state.actors == (2,)
    assert moves(state) == {"first 1", "first 2", "first 3"}
    play(state, f"first {first + 1}")
    order: list[int] = []
    while state.view(None)["step"] != "voting":
        seat = state.actors[0]
        if not order or order[-1] != seat:
            order.append(seat)
        state.play(seat, state.actions(seat)[-1])
    assert order == [(first + i) % 3 for i in range(3)]


@pytest.mark.rule("WP-3.6")
@pytest.mark.parametrize("wind", ["north", "south"])
def test_ships_sail_the_way_the_wind_is_named(wind: str) -> None:
    state = lay(["Jamaica", "Havana", "Belize"], wind=wind)
    chart = {port["port"]: port["height"] for port in state.view(None)["chart"]}
    for port in state.view(0)["reach"]:
        assert (chart[port] > chart["Jamaica"]) == (wind == "north")
        play(state.copy(), f"sail {port}")


@pytest.mark.rule("WP-3.1")
def test_a_vote_can_be_changed_by_another_until_all_have_voted() -> None:
    state = GAME.start(players=3, seed=1)
    state.play(1, "vote east")
    asked = [(seat, state.decision(seat)) for seat in state.actors]
    state.play(1, "vote west")
    assert [(seat, state.decision(seat)) for seat in state.actors] == asked
    assert state.view(1)["votes"][1] == "west"
    assert refused(state, "draw", 1) == ("wrong-step", "WP-4.2")
    assert refused(state, "draw", 0) == ("wrong-step", "WP-4.2")
    state.play(0, "vote north")
    state.play(2, "vote north")
    assert refused(state, "vote east", 1) is not None
    assert state.position()["votes"][1] == "west"


@pytest.mark.rule("WP-3.2")
def test_a_stake_can_be_changed_until_all_have_staked() -> None:
    state = GAME.start(players=3, seed=1)
    for seat in range(3):
        state.play(seat, "vote east")
    state.play(1, state.actions(1)[0])
    state.play(1, state.actions(0)[-1])
    free = state.copy()
    assert free.retract(1)
    free.play(1, state.actions(0)[-1])
    assert free.digest() == state.digest()
