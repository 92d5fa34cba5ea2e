"""Random matches agree with the naive re-implementation in every setting."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import fourwinds as fw
from tests.reference import santa_timea as naive
from tests.sample import sample

GAME = fw.game("santa-timea")


def agree(state: fw.State, match: naive.Match) -> None:
    position = state.position()
    assert state.over == match.over
    assert state.scores == match.scores
    assert position["rounds_won"] == match.won
    if match.over:
        assert state.winners == match.winners()
        return
    assert state.actors == (match.turn,)
    seat = match.turn
    assert {state.rules.text(state, seat, a) for a in state.actions(seat)} == match.moves()
    assert (position["round"], position["first"]) == (match.round, match.first)
    assert position["leader"] == match.leader
    assert Counter(position["aside"]) == Counter(match.aside)
    assert [Counter(winds) for winds in position["taken"]] == [+winds for winds in match.taken]
    assert position["row"] == match.winds[:3]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["german", "french"])
@pytest.mark.parametrize("expert", [False, True], ids=["basic", "expert"])
def test_random_matches_agree(players: int, edition: str, expert: bool) -> None:
    for rounds, seed in itertools.product(range(1, 6), range(sample(3, 1))):
        options = {"edition": edition, "expert": expert, "rounds": rounds}
        state = GAME.start(players=players, seed=seed, options=options)
        match = naive.Match(state.position())
        rng = random.Random(seed)
        while not state.over:
            agree(state, match)
            move = rng.choice(sorted(match.moves()))
            state.play(match.turn, move)
            match.play(move)
            if match.needs_deal:
                match.deal(state.position())
        agree(state, match)


def test_positions_with_short_hands_full_of_pirates_agree() -> None:
    """Led and copied pirates are rare in whole matches; here they are common."""
    rng = random.Random(4)
    led = 0
    for _ in range(400):
        players = rng.randint(2, 5)
        size = rng.randint(1, 3)
        cards = rng.sample([f"{d}{v}" for d in "NESW" for v in range(1, 15)], players * size - 1)
        deck = [*["P"] * 4, *cards][: players * size]
        rng.shuffle(deck)
        winds = [f"{d}{n}" for d in "NESW" for n in (1, 1, 2, 2, 3)]
        rng.shuffle(winds)
        shares = [winds[8 + 2 * seat : 10 + 2 * seat] for seat in range(players)]
        position = {
            "game": "santa-timea",
            "players": players,
            "options": {"edition": "german", "expert": rng.random() < 0.5, "rounds": 1},
            "round": 1,
            "first": rng.randrange(players),
            "leader": rng.randrange(players),
            "hands": [deck[seat::players] for seat in range(players)],
            "row": winds[:3],
            "pile": winds[3:8],
            "trick": [],
            "taken": shares,
            "scores": [0] * players,
        }
        state, match = GAME.from_position(position), naive.Match(position)
        while not state.over:
            agree(state, match)
            led += not match.trick and match.moves() == {"P"}
            move = rng.choice(sorted(match.moves()))
            state.play(match.turn, move)
            match.play(move)
        agree(state, match)
    assert led > 50
