"""Positions of rules version 1 say the same in the words of version 2.

old_positions.json holds positions as version 1 wrote them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw

KEPT: list[dict[str, Any]] = json.loads(Path(__file__).with_name("old_positions.json").read_text())
AT_THE_START = 2  # streams: who begins, and the first shuffle of the deck


def newer(old: dict[str, Any]) -> dict[str, Any]:
    """What the same position is in version 2.

    The pile begins with the card drawn next. The secret stands alone, and how often the discards
    were shuffled beside it. Boats say whether they are afloat, and what was left out while it did
    not matter is said.
    """
    secret, _, streams = old["chance"].partition(".")
    new = {"draft": [], "helm": False, "played": 0, "card": None, **old}
    new["chance"] = secret
    new["pile"] = old["pile"][::-1]
    new["shuffles"] = int(streams) - AT_THE_START
    new["hand_limits"] = [[] for _ in old["hands"]]
    new["boats"] = [boat and {**boat, "afloat": "x" in boat} for boat in old["boats"]]
    if old["step"] == "over":
        new["played"] = 5 - len(old["hands"][old["turn"]])
    return new


@pytest.mark.parametrize("old", KEPT, ids=lambda old: str(old["step"]))
def test_an_old_position_is_read_once_it_is_put_into_new_words(old: dict[str, Any]) -> None:
    new = newer(old)
    state = fw.game("regatta").from_position(new)
    assert state.position() == new


def test_old_positions_of_every_step_are_kept() -> None:
    steps = {old["step"] for old in KEPT}
    assert steps == {"boarding", "placing", "sailing", "sailing-on", "finishing", "over"}
