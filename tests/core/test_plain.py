"""The default position of a game: every field its table declares, under its own name."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadPosition

GAME = fw.game("high-tide")


def test_a_position_holds_the_step_and_every_declared_field() -> None:
    state = GAME.start(players=2, seed=1)
    state.play(1, "choose 4")
    data = state.position()
    assert {name: data[name] for name in ("step", "round", "chosen", "score")} == {
        "step": "choosing",
        "round": 1,
        "chosen": [0, 4],
        "score": [0, 0],
    }
    assert sorted(data["prizes"]) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert GAME.from_position(data).digest() == state.digest()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"step": "sleeping"}, "step: expected one of"),
        ({"step": ["choosing"]}, "expected"),
        ({"step": "over"}, "round: expected"),
        ({"round": "1"}, "round: expected a whole number"),
        ({"round": True}, "round: expected a whole number"),
        ({"round": 2**70}, "round: expected a whole number"),
        ({"round": 0}, "round: expected one of this match"),
        ({"prizes": [1]}, "prizes: expected a list of 9 numbers"),
        ({"prizes": [1] * 9}, "prizes: expected those of the box"),
        ({"prizes": [256] + [1] * 8}, r"prizes\[0\]: expected a whole number from 0 to 255"),
        ({"prizes": None}, "prizes: expected a list"),
        ({"chosen": [0, 10]}, "chosen: expected"),
        ({"chosen": [1, 2]}, "step: expected"),
        ({"score": [0, 99]}, "score: expected"),
        ({"chance": "x"}, "chance: expected"),
        ({"tide": 1}, "unknown field"),
    ],
    ids=str,
)
def test_a_damaged_position_is_refused(change: dict[str, Any], expected: str) -> None:
    data = GAME.start(players=2, seed=1).position()
    with pytest.raises(BadPosition, match=expected):
        GAME.from_position(data | change)


def test_a_field_may_not_be_left_out() -> None:
    data = GAME.start(players=2, seed=1).position()
    for name in ("step", "round", "prizes", "chosen", "score"):
        with pytest.raises(BadPosition, match=f"{name}: expected this field"):
            GAME.from_position({key: data[key] for key in data if key != name})
