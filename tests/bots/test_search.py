"""The search and what it is made of."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from librt.vecs import vec

import fourwinds as fw
from fourwinds.bots.analysis import analyse
from fourwinds.bots.captain import SELDOM, decide
from fourwinds.bots.search import (
    BRIEF,
    FOREVER,
    MOST_UNTIMED,
    USUAL_DEVIATION,
    Known,
    Search,
    solve,
)
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.value import NUMBERS, PAYOFF, Value
from tests.bots.clocks import Clock


def near_the_end(players: int, cards: int, seed: int) -> fw.State:
    """A position of the only round with that number of cards left in each hand."""
    rng = random.Random(seed)
    state = fw.game("santa-timea").start(players, seed, {"rounds": 1})
    while sum(state.view(0)["counts"]) > players * cards:
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)))
    return state


def best_by_hand(state: fw.State) -> list[float]:
    """max^n written plainly, through the public door."""
    if state.over:
        out = vec[float]([0.0] * (NUMBERS * state.rules.players))
        value_of(state.rules).judge(state, out)
        return [out[NUMBERS * seat + PAYOFF] for seat in range(state.rules.players)]
    seat = state.actors[0]
    best: list[float] = []
    for action in state.actions(seat):
        after = state.copy()
        after.play(seat, action)
        found = best_by_hand(after)
        if not best or found[seat] > best[seat]:
            best = found
    return best


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 2), (4, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_the_last_tricks_are_solved_as_by_brute_force(players: int, cards: int, seed: int) -> None:
    state = near_the_end(players, cards, seed)
    out = vec[float]([0.0] * (NUMBERS * players))
    expected = best_by_hand(state.copy())
    solve(state.copy(), value_of(state.rules), out)
    assert [out[NUMBERS * seat + PAYOFF] for seat in range(players)] == expected


def test_a_search_that_knows_the_cards_finds_the_solved_payoff() -> None:
    state = near_the_end(3, 2, 8)
    seat = state.actors[0]
    best = best_by_hand(state.copy())[seat]
    value = value_of(state.rules)
    search = Search(Known(state), value, seat, state.rules.action_count, stream_of_seed(1, "test"))
    search.run(400, FOREVER)
    choice = decide(search, stream_of_seed(1, "test"))
    after = state.copy()
    after.play(seat, choice)
    assert best_by_hand(after)[seat] == best


def test_every_iteration_is_counted_once() -> None:
    state = fw.game("santa-timea").start(seed=9)
    seat = state.actors[0]
    rules = state.rules
    search = Search(
        rules.belief(state.view(seat)),
        value_of(rules),
        seat,
        rules.action_count,
        stream_of_seed(1, "test"),
    )
    search.run(700, FOREVER)
    assert search.iterations == 700
    assert sum(visits for _, visits, _ in search.tally()) == 700
    assert {action for action, _, _ in search.tally()} <= set(state.actions(seat))
    assert all(0.0 <= mean <= 1.0 for _, _, mean in search.tally())


@pytest.mark.parametrize("game", fw.games())
def test_a_game_without_a_value_of_its_own_is_searched_too(game: str) -> None:
    state = fw.game(game).start(seed=9)
    seat = state.actors[0]
    rules = state.rules
    plain = Value[fw.State](rules.players)
    search = Search(
        rules.belief(state.view(seat)), plain, seat, rules.action_count, stream_of_seed(1, "test")
    )
    search.run(5, FOREVER)
    assert sum(visits for _, visits, _ in search.tally()) == 5


@pytest.mark.parametrize("game", fw.games())
def test_a_judgement_adds_up(game: str) -> None:
    rules = fw.game(game).rules()
    rng = random.Random(1)
    state = rules.start(1)
    value = value_of(rules)
    out = vec[float]([0.0] * (NUMBERS * rules.players))
    for _ in range(60):
        if state.over:
            break
        value.judge(state, out)
        chances = [out[NUMBERS * seat + 1] for seat in range(rules.players)]
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 <= out[NUMBERS * seat + PAYOFF] <= 1.0 for seat in range(rules.players))
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)))


def test_an_analysis_covers_every_action() -> None:
    state = fw.game("santa-timea").start(seed=2)
    seat = state.actors[0]
    found = analyse(state.view(seat), "600it", seed=1)
    assert sorted(entry.action for entry in found) == state.actions(seat)
    assert sum(entry.visits for entry in found) == 600
    for entry in found:
        assert 0.0 <= entry.low <= entry.chance <= entry.high <= 1.0
        assert entry.line[0] == (seat, entry.text)
    for better, worse in itertools.pairwise(found):
        assert better.visits >= worse.visits
    assert len(found[0].line) > 1
    assert found == analyse(state.view(seat), "600it", seed=1)


def test_an_analysis_looks_well_at_what_was_played() -> None:
    state = fw.game("santa-timea").start(seed=3)
    seat = state.actors[0]
    last = analyse(state.view(seat), "400it")[-1]
    again = analyse(state.view(seat), "400it", also=last.action)
    assert next(entry for entry in again if entry.action == last.action).visits >= 100


def test_who_is_not_asked_gets_no_analysis() -> None:
    state = fw.game("santa-timea").start(seed=3)
    other = (state.actors[0] + 1) % 4
    assert analyse(state.view(other), "10it") == []


def searched(state: fw.State, seat: int, iterations: int, seed: int = 1) -> Search:
    rules = state.rules
    search = Search(
        rules.belief(state.view(seat)),
        value_of(rules),
        seat,
        rules.action_count,
        stream_of_seed(seed, "test"),
    )
    search.run(iterations, FOREVER)
    return search


def test_eagerness_follows_what_payoffs_vary_by() -> None:
    state = fw.game("santa-timea").start(seed=9)
    seat = state.actors[0]
    search = searched(state, seat, 300)
    # Long before the last round the payoff is the chance to win, which the tally keeps too.
    mean = sum(search.wins) / 300
    variance = sum(search.squares) / 300 - mean * mean
    assert search.deviations[seat] == pytest.approx(math.sqrt(variance))
    assert all(deviation > 0.0 for deviation in search.deviations)


def test_before_payoffs_tell_a_usual_deviation_stands_for_theirs() -> None:
    state = fw.game("santa-timea").start(seed=9)
    search = searched(state, state.actors[0], 3)
    assert list(search.deviations) == [USUAL_DEVIATION] * 4


@pytest.mark.parametrize("game", fw.games())
def test_a_step_is_shared_wherever_several_are_asked(game: str) -> None:
    rng = random.Random(2)
    state = fw.game(game).start(seed=2)
    shared, several = set(), set()
    for _ in range(250):
        if state.over:
            break
        if state.step.shared:
            shared.add(state.step.name)
        if len(state.actors) > 1:
            several.add(state.step.name)
        seat = rng.choice(state.actors)
        state.play(seat, rng.choice(state.actions(seat)))
    assert shared == several


def secret_vote() -> fw.State:
    """The first vote of Winds of Plunder: all stake cubes at the same time."""
    state = fw.game("winds-of-plunder").start(players=4, seed=5)
    while len(state.actors) < 4:
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])
    return state


def test_what_others_have_secretly_chosen_changes_nothing() -> None:
    waiting = secret_vote()
    seat = waiting.actors[-1]
    low, high = waiting.copy(), waiting.copy()
    for other in waiting.actors[:-1]:
        low.play(other, low.actions(other)[0])
        high.play(other, high.actions(other)[-1])
    assert low.actors == high.actors == (seat,)
    assert searched(low, seat, 60).sealed
    assert searched(low, seat, 60).tally() == searched(high, seat, 60).tally()


def test_a_secret_choice_is_played_mixed() -> None:
    """A player who votes the same way every time can be voted against."""
    state = secret_vote()
    seat = state.actors[0]
    search = searched(state, seat, 400)
    chance = stream_of_seed(3, "test")
    played = [decide(search, chance) for _ in range(300)]
    tally = {action: visits for action, visits, _ in search.tally()}
    most = max(tally.values())
    often = {action: visits for action, visits in tally.items() if visits >= SELDOM * most}
    assert set(played) == set(often)
    assert len(often) > 1
    favourite = max(often, key=lambda action: often[action])
    share = often[favourite] / sum(often.values())
    assert played.count(favourite) / 300 == pytest.approx(share, abs=0.15)


def test_an_open_choice_is_not_left_to_chance() -> None:
    state = fw.game("santa-timea").start(seed=9)
    search = searched(state, state.actors[0], 100)
    chance = stream_of_seed(3, "test")
    assert len({decide(search, chance) for _ in range(20)}) == 1


@pytest.mark.parametrize("game", fw.games())
@pytest.mark.parametrize("step", [0.001, 0.00001])
def test_a_search_ends_at_the_first_look_past_its_time(
    game: str, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is looked at after every iteration, or after some where they are brief."""
    state = fw.game(game).start(players=4, seed=6)
    rng = random.Random(6)
    for _ in range(25):
        if state.over:
            break
        seat = state.actors[0]
        actions = state.actions(seat)
        if len(actions) > 1:
            rules = state.rules
            belief = rules.belief(state.view(seat))
            chance = stream_of_seed(1, "captain")
            search = Search(belief, value_of(rules), seat, rules.action_count, chance)
            with monkeypatch.context() as patch:
                clock = Clock(patch, step)
                until = clock.now + 4.5 * step
                search.run(1_000_000, until)
                looks = clock.looks
            assert until <= clock.now <= until + step
            # The first look is made before the first iteration, the second always after it.
            often = looks - 1 if step >= BRIEF else (looks - 2) * MOST_UNTIMED
            assert search.iterations == often
        state.play(seat, rng.choice(actions))
