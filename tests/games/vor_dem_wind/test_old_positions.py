"""Positions of rules version 1, as they are written today.

old_positions.json holds positions of the former version, with what could be done in each.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw

OLD = json.loads(Path(__file__).with_name("old_positions.json").read_text(encoding="utf-8"))
GAME = fw.game("vor-dem-wind")
PILES = ("purchase", "storage", "shipment", "large", "small")


def renewed(old: dict[str, Any]) -> dict[str, Any]:
    """A position of rules version 1 in today's words.

    The seat that is asked is called `turn`, and what was so called `turn_number`. What lies before
    a player always has the same three fields. Each stack counts its shuffles; how many they were is
    not known.
    """
    new = dict(old)
    asked = new.pop("asked")
    new["turn_number"] = old["turn"]
    new["turn"] = None if old["step"] == "over" else asked
    empty = {"card": None, "face": None, "money": None}
    new["front"] = [None if front is None else empty | front for front in old["front"]]
    new["chance"] = old["chance"].partition(".")[0]
    new["shuffles"] = dict.fromkeys(PILES, 1)
    return new


@pytest.mark.parametrize("kept", OLD, ids=lambda kept: kept["step"])
def test_an_old_position_is_the_same_in_new_words(kept: dict[str, Any]) -> None:
    state = GAME.from_position(renewed(kept["position"]))
    assert state.position() == renewed(kept["position"])
    assert list(state.actors) == kept["actors"]
    for seat in state.actors:
        moves = [state.rules.text(state, seat, action) for action in state.actions(seat)]
        assert sorted(moves) == sorted(kept["moves"])
        assert state.view(seat)["step"] == kept["step"]
    assert state.scores == kept["scores"]
    assert state.ranking == kept["ranking"]


def test_an_old_position_as_it_is_is_refused() -> None:
    for kept in OLD:
        with pytest.raises(fw.FourWindsError):
            GAME.from_position(kept["position"])
