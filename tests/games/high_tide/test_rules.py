"""High Tide, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.facts import Fact

GAME = fw.game("high-tide")


def played(*numbers: int, rounds: int = 1) -> tuple[fw.State, list[dict[str, Any]]]:
    """A match in which the seats choose these numbers, and what was told of the last round."""
    state = GAME.start(players=len(numbers), seed=1, options={"rounds": rounds})
    facts: list[Fact] = []
    for _ in range(rounds):
        facts.clear()
        for seat, number in enumerate(numbers):
            state.play(seat, f"choose {number}", facts)
    return state, [fact.json() for fact in facts]


@pytest.mark.rule("HT-1.1")
@pytest.mark.rule("HT-1.2")
def test_a_new_prize_is_turned_over_in_every_round() -> None:
    state, _ = played(1, 2, rounds=9)
    assert sorted(state.view(None)["prizes"]) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert len(GAME.start(players=2, seed=1).view(None)["prizes"]) == 1


@pytest.mark.rule("HT-2.1")
def test_a_number_is_secret_and_may_be_changed_until_the_last_is_in() -> None:
    state = GAME.start(players=3, seed=1)
    state.play(1, "choose 4")
    assert list(state.actors) == [0, 2]
    assert state.view(1)["chosen"] == [None, 4, None]
    assert state.view(0)["chosen"] == state.view(None)["chosen"] == [None, None, None]
    assert state.retract(1)
    assert list(state.actors) == [0, 1, 2]
    assert str(state.refusal(0, "choose 10")) == "“choose 10” is no move of this game."


@pytest.mark.rule("HT-2.2")
def test_all_numbers_are_shown_together() -> None:
    state, told = played(3, 5)
    shown = [(fact["seat"], fact["number"]) for fact in told if fact["kind"] == "number-shown"]
    assert shown == [(0, 3), (1, 5)]
    assert state.view(None)["chosen"] == [3, 5]


@pytest.mark.rule("HT-2.3")
@pytest.mark.parametrize(("numbers", "winner"), [((3, 5), 1), ((9, 9, 2), 2), ((1, 8, 8, 2), 3)])
def test_the_highest_number_alone_wins_the_prize(numbers: tuple[int, ...], winner: int) -> None:
    state, told = played(*numbers)
    [prize] = state.view(None)["prizes"]
    assert state.scores == [prize if seat == winner else 0 for seat in range(len(numbers))]
    assert {"kind": "prize-won", "seat": winner, "prize": prize} in told


@pytest.mark.rule("HT-2.4")
def test_nobody_gets_the_prize_where_no_number_is_alone() -> None:
    state, told = played(7, 7)
    assert state.scores == [0, 0]
    assert "prize-lost" in [fact["kind"] for fact in told]


@pytest.mark.rule("HT-3.1")
def test_the_most_points_win_and_equal_players_share() -> None:
    assert played(7, 7)[0].winners == [0, 1]
    state, told = played(3, 5, rounds=2)
    assert state.winners == [1]
    assert state.ranking == [2, 1]
    assert told[-1] == {"kind": "match-ended", "scores": state.scores, "winners": [1]}
