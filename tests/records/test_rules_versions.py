"""Any change of rules or of default components raises `rules_version`."""

from __future__ import annotations

from dataclasses import replace

import pytest

import fourwinds as fw
from fourwinds.core.components import Components
from fourwinds.core.registry import games
from tests.records.rules_versions import changes, kept, present

HINT = "raise its rules_version, and run python -m tests.records.rules_versions"


@pytest.mark.parametrize("game_id", games(hidden=True))
def test_the_rules_are_those_that_the_table_keeps(game_id: str) -> None:
    changed = changes(kept().get(game_id), present(game_id))
    assert not changed, f"{game_id}: {', '.join(changed)} changed: {HINT}"


def test_the_table_has_the_games_there_are() -> None:
    assert list(kept()) == games(hidden=True)


def test_a_change_of_components_or_of_play_is_noticed() -> None:
    before = kept()["santa-timea"]
    assert changes(before, before) == []
    game = fw.game("santa-timea")
    data = game.own_components.data | {"hand": {"cards": 11, "mark": "reconstructed"}}
    other = replace(game)
    other.__dict__["own_components"] = Components(data, "a test")
    now = before | {"components": other.own_components.digest}
    assert changes(before, now) == ["components"]
    first = next(iter(before["matches"]))
    assert changes(before, before | {"matches": before["matches"] | {first: "x"}}) == [
        f"match {first}"
    ]
    assert changes(before, before | {"rules_version": 99}) == ["rules_version"]
