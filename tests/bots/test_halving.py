"""Sequential halving: actions are compared in the same worlds until two are left."""

from __future__ import annotations

import time

import pytest

import fourwinds as fw
from fourwinds.bots.admiral import Admiral
from fourwinds.bots.captain import decide
from fourwinds.bots.halving import Halving, rounds_of
from fourwinds.bots.search import FOREVER, Known, Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import Stream, stream_of_seed
from tests.bots.test_protocol import play_on
from tests.bots.test_search import best_by_hand, near_the_end


def halving(state: fw.State, seed: int = 1, most: int = 16, known: bool = False) -> Halving:
    rules = state.rules
    seat = state.actors[0]
    belief = Known(state) if known else rules.belief(state.view(seat))
    chance = stream_of_seed(seed, "test")
    return Halving(belief, value_of(rules), seat, rules.action_count, chance, most)


@pytest.mark.parametrize("iterations", [1, 2, 7, 20, 100, 500])
@pytest.mark.parametrize("game", ["santa-timea", "regatta", "vor-dem-wind"])
def test_no_more_iterations_are_made_than_were_asked_for(game: str, iterations: int) -> None:
    state = play_on(fw.game(game).start(seed=9), 12)
    search = halving(state)
    search.run(iterations, FOREVER)
    tally = search.tally()
    assert 0 < search.iterations <= iterations
    assert sum(visits for _, visits, _ in tally) == search.iterations
    assert {action for action, _, _ in tally} <= set(state.actions(state.actors[0]))


def test_the_better_half_goes_on_and_two_are_compared_last() -> None:
    state = fw.game("santa-timea").start(seed=9)
    search = halving(state)
    search.run(600, FOREVER)
    tally = sorted(search.tally(), key=lambda entry: -entry[1])
    assert len(tally) == 12
    visits = [entry[1] for entry in tally]
    assert visits[0] == visits[1] > visits[2]
    assert len(set(visits)) == rounds_of(12) == 4
    assert decide(search, search.chance) == max(tally[:2], key=lambda entry: entry[2])[0]


def test_only_what_looks_best_at_first_sight_is_compared() -> None:
    state = fw.game("santa-timea").start(seed=9)
    search = halving(state, most=5)
    search.run(300, FOREVER)
    assert len(search.tally()) == 5


def test_it_finds_the_solved_payoff_where_the_cards_are_known() -> None:
    state = near_the_end(3, 2, 8)
    seat = state.actors[0]
    best = best_by_hand(state.copy())[seat]
    search = halving(state, known=True)
    search.run(400, FOREVER)
    after = state.copy()
    after.play(seat, decide(search, search.chance))
    assert best_by_hand(after)[seat] == best


def test_secret_choices_are_searched_as_the_captain_does() -> None:
    state = fw.game("winds-of-plunder").start(seed=3)
    while len(state.actors) < 2:
        state.play(state.actors[0], state.actions(state.actors[0])[0])
    search = halving(state)
    search.run(200, FOREVER)
    assert search.sealed
    assert search.iterations == 200
    assert search.left == 0


def test_the_same_seed_makes_the_same_choice() -> None:
    state = play_on(fw.game("regatta").start(players=2, seed=4), 20)
    one, other = halving(state, 7), halving(state, 7)
    one.run(200, FOREVER)
    other.run(200, FOREVER)
    assert one.tally() == other.tally()


def test_a_run_that_is_stopped_by_the_clock_can_go_on() -> None:
    state = fw.game("santa-timea").start(seed=9)
    search = halving(state)
    search.run(10**9, time.monotonic())
    few = search.iterations
    assert 0 < few <= 12 * rounds_of(12)
    search.run(100, FOREVER)
    assert few < search.iterations <= few + 100


def test_lots_of_a_world_depend_on_the_decision_alone() -> None:
    key = stream_of_seed(1, "test").random_key()
    stream, fresh = Stream(key, 0), Stream(key, 5)
    for drawn in (0, 1, 40):
        for _ in range(drawn):
            stream.below(100)
        stream.restart(5)
        fresh.restart(5)
        assert [stream.below(1000) for _ in range(50)] == [fresh.below(1000) for _ in range(50)]
    again = Stream(key, 5)
    stream.restart(5)
    assert [stream.below(1000) for _ in range(50)] == [again.below(1000) for _ in range(50)]


def test_a_model_says_whether_the_admiral_compares() -> None:
    for game, players, kind in (("regatta", 2, Halving), ("winds-of-plunder", 3, Search)):
        rules = fw.game(game).rules(players)
        state = play_on(rules.start(seed=4), 20)
        admiral = Admiral.make("20it", 1)
        view = state.view(state.actors[0])
        search = admiral.prepare(rules, view, admiral.value(rules))
        assert type(search) is kind


@pytest.mark.parametrize(("actions", "rounds"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (16, 4)])
def test_rounds(actions: int, rounds: int) -> None:
    assert rounds_of(actions) == rounds
