"""The table of Santa Timea as text."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text

import fourwinds as fw
from fourwinds.core.words import LANGUAGES, words

NAMES = ["Ann", "Ben", "Cleo", "Dora", "Emil"]


def drawn(state: fw.State, seat: int | None, language: str = "en") -> str:
    names = NAMES[: state.players]
    spoken = words(language, "santa-timea")
    return Text.from_markup(state.rules.game.draw(state.view(seat), spoken, names)).plain


def position(**fields: Any) -> fw.State:
    """Three players in the middle of a trick under a North wind."""
    table = {
        "game": "santa-timea",
        "players": 3,
        "options": {"edition": "german", "expert": False, "rounds": 5},
        "round": 1,
        "first": 0,
        "leader": 0,
        "hands": [["N2"], ["E11", "P"], ["S8", "S9"]],
        "row": ["N2", "S1", "W3"],
        "trick": [{"seat": 0, "card": "E10"}],
        "taken": [["N1"], [], ["S3", "S1"]],
        "scores": [0, 0, 0],
    }
    return fw.game("santa-timea").from_position(table | fields)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_the_table_fits_into_80_columns_at_every_moment(players: int, language: str) -> None:
    rules = fw.game("santa-timea").rules(players, {"expert": True, "rounds": 2})
    state = rules.start(seed=players)
    turn = 0
    while True:
        for seat in (None, 0, *state.actors[:1]):
            shown = drawn(state, seat, language)
            assert max(len(line) for line in shown.splitlines()) <= 80, shown
            assert "table/" not in shown
            assert "{" not in shown
        if state.over:
            break
        seat = state.actors[0]
        actions = state.actions(seat)
        state.play(seat, actions[turn % len(actions)])
        turn += 1


def test_the_winds_the_trick_and_the_hand_are_shown_with_what_cards_count() -> None:
    shown = " ".join(drawn(position(), 1).split())
    assert "Wind now North 2 (2 damage)" in shown
    assert "Next South 1" in shown
    assert "Ann East 10 5 would take the wind and lead next" in shown
    assert "East half E11 5½" in shown
    assert "P x 1 counts as the card laid before it" in shown


def test_winds_beyond_the_last_trick_are_shown_as_not_blowing() -> None:
    assert "Will not blow West 3" in " ".join(drawn(position(), 1).split())


def test_only_the_own_hand_is_shown() -> None:
    state = position()
    assert "E11" not in drawn(state, 0)
    assert "E11" not in drawn(state, None)
    assert "S8" not in drawn(state, 1)


def test_cards_that_cancel_are_shown_as_cancelled() -> None:
    state = position()
    state.play(1, "P")
    assert drawn(state, 2).count("cancelled") == 2


def test_winds_taken_stand_by_direction_with_the_damage() -> None:
    line = next(line for line in drawn(position(), 1).splitlines() if "Cleo" in line)
    assert line.split() == ["Cleo", "2", "S13", "4", "0"]
