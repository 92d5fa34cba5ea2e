"""Positions of rules version 1 and what was played from them, in the JSON of today."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.winds_of_plunder.table import GAME

KEPT = json.loads(
    (Path(__file__).parent / "positions_of_version_1.json").read_text(encoding="utf-8")
)


def today(old: dict[str, Any]) -> dict[str, Any]:
    """A position of version 1 with the names of version 2."""
    new = dict(old)
    turn = new.pop("turn")
    new["turn"] = None if turn is None else (turn["first"] + turn["done"]) % old["players"]
    new["turn_state"] = turn and turn | {"draft": draft(turn["draft"])}
    new["reshuffles"] = new.pop("filling")
    new["drawn_from"] = new.pop("fillings")
    new["deck"] = old["deck"][::-1]  # the next card now comes first
    new["chance"] = old["chance"].partition(".")[0]  # streams are named, no longer counted
    return new


def draft(old: str | None) -> dict[str, Any] | None:
    if old is None:
        return None
    if old.startswith("gust "):
        return {"kind": "gust", "gust": old.removeprefix("gust ")}
    return {"kind": "intrigue", "place": old.removeprefix("card intrigue").strip() or None}


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: str(kept["title"]))
def test_an_old_position_lies_and_plays_on_as_before(kept: dict[str, Any]) -> None:
    position = today(kept["position"])
    state = GAME.from_position(position)
    assert state.position() == position
    if state.actors:
        seat = state.actors[0]
        assert [state.rules.text(state, seat, a) for a in state.actions(seat)] == kept["moves"]
    for seat, move in kept["line"]:
        state.play(seat, move)
    assert state.position() == today(kept["after"])
