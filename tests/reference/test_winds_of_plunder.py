"""Random matches agree with the naive re-implementation of vote, cards, arrival and end count."""

from __future__ import annotations

import random
from typing import Any

import pytest

import fourwinds as fw
from tests.reference import winds_of_plunder as naive
from tests.sample import sample

GAME = fw.game("winds-of-plunder")


def sea(state: fw.State) -> naive.Sea:
    chart = {port["port"]: port["zone"] for port in state.view(None)["chart"]}
    return naive.Sea(state.position(), chart, state.rules.components.data)


def texts(state: fw.State) -> set[str]:
    seat = state.actors[0]
    return {state.rules.text(state, seat, action) for action in state.actions(seat)}


def agree(state: fw.State, expected: naive.Sea) -> None:
    found = sea(state)
    if state.over:
        # The end count is compared by itself.
        found.vp = expected.vp
    assert vars(found) == vars(expected)


def check_end(state: fw.State, expected: naive.Sea) -> None:
    position = state.position() | {"vp": expected.vp}
    scores = naive.end_scores(position)
    assert state.scores == scores
    assert state.ranking == naive.ranking(scores, position)
    assert state.winners == [s for s, place in enumerate(state.ranking) if place == 1]


def check_vote(state: fw.State, before: dict[str, Any]) -> None:
    """The cubes have just been shown: Blackbeard and wind, or who chooses among what."""
    now = state.position()
    votes, bids = now["votes"], now["bids"]
    players = naive.tied_players(bids)
    winds = naive.tied_winds(votes, bids)
    if len(players) > 1:
        assert state.actors == (before["blackbeard"],)
        assert texts(state) == {f"blackbeard {seat + 1}" for seat in players}
        state.play(state.actors[0], f"blackbeard {max(players) + 1}")
    holder = state.position()["blackbeard"]
    assert holder == max(players)
    assert state.actors == (holder,)
    if len(winds) > 1:
        assert texts(state) == {f"wind {wind}" for wind in winds}
        state.play(holder, f"wind {min(winds)}")
    now = state.position()
    assert now["wind"] == min(winds)
    assert now["cubes"] == [c - b for c, b in zip(before["cubes"], bids, strict=True)]
    assert state.actors == (holder,)


@pytest.mark.parametrize("tournament", [False, True], ids=["usual", "tournament"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_matches_agree(players: int, tournament: bool) -> None:
    boarded = voted = carded = 0
    matches = sample(12, 3)
    for seed in range(matches):
        state = GAME.start(players, seed, {"tournament_tiebreak": tournament})
        rng = random.Random(seed)
        expected = sea(state)
        while not state.over:
            seat = rng.choice(state.actors)
            before = state.position()
            # Few cubes in the vote make ties; other moves are any.
            actions = state.actions(seat)
            action = rng.choice(actions[:4] if before["step"] == "staking" else actions)
            move = state.rules.text(state, seat, action)
            expected = sea(state)
            if before["step"] == "plundering" and before["turn_state"]["draft"] is None:
                heaves = "heave" in before["hands"][seat] and expected.may_heave(
                    seat, before["turn_state"], state.view(seat)["reach"]
                )
                assert ("card heave" in texts(state)) == heaves
            state.play(seat, action)
            if move.startswith("card ") and move != "card intrigue":
                expected.play_card(seat, move.removeprefix("card "))
                agree(state, expected)
                carded += 1
            elif move.startswith("sail "):
                expected.sail(seat, move.removeprefix("sail "))
                if state.view(seat)["step"] == "boarding":
                    assert texts(state) == expected.boardings(seat) | {"pass"}
                    agree(state, expected)
                    continue
                assert not expected.boardings(seat)
                expected.settle(seat)
                agree(state, expected)
            elif before["step"] == "boarding":
                if move != "pass":
                    expected.board(seat, move)
                    boarded += 1
                expected.settle(seat)
                agree(state, expected)
            elif before["step"] == "staking" and state.view(None)["step"] != "staking":
                check_vote(state, before)
                voted += 1
        check_end(state, expected)
    assert voted == matches * 9
    assert boarded > matches
    assert carded > 4 * matches
