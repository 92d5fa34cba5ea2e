"""Positions of rules version 1 say the same in the words of version 2.

old_positions.json holds positions as version 1 wrote them, each with the view of seat 0.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.santa_timea.table import GAME

KEPT: list[dict[str, Any]] = json.loads(Path(__file__).with_name("old_positions.json").read_text())


def newer(old: dict[str, Any]) -> dict[str, Any]:
    """What the same position is in version 2.

    The secret stands alone, because shuffles are named by pile and round and no longer counted;
    what was left out while it did not matter is said.
    """
    new = {"asked": None, "kept": None, "over": False, **old}
    new["chance"] = old["chance"].partition(".")[0]
    if new["over"]:
        new["turn"] = None
    elif new["asked"] is None:
        new["turn"] = (old["leader"] + len(old["trick"])) % old["players"]
    else:
        new["turn"] = (old["first"] + new["asked"] // 4) % old["players"]
    return new


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: str(kept["view"]["step"]))
def test_an_old_position_is_read_once_it_is_put_into_new_words(kept: dict[str, Any]) -> None:
    new = newer(kept["position"])
    state = GAME.from_position(new)
    assert state.position() == new
    assert state.view(0) == kept["view"] | {"turn": new["turn"]}
