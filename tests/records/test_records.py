"""Whole matches that are kept: they replay for ever, and together fire every rule."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import fourwinds as fw
from tests.rule_marks import rule_numbers

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*/*.record"))
AT_LEAST = 20
every_game = pytest.mark.parametrize("game_id", fw.games())


@cache
def replayed(path: Path) -> tuple[fw.State, dict[str, int]]:
    """The end of a kept match and the rules it fired, for all tests that ask."""
    cited: dict[str, int] = {}
    *_, state = fw.Record.load(path).states(cited=cited)
    return state, cited


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_record_replays(path: Path) -> None:
    record = fw.Record.load(path)
    assert record.game == path.parent.name
    assert record.dumps() == path.read_text(encoding="utf-8")
    state, _ = replayed(path)
    assert state.over
    assert (record.result, record.winners) == (state.scores, state.winners)


@every_game
def test_there_are_enough_records_of_every_number_of_players_and_option(game_id: str) -> None:
    records = [fw.Record.load(path) for path in RECORDS if path.parent.name == game_id]
    assert len(records) >= AT_LEAST
    game = fw.game(game_id)
    assert {record.players for record in records} == set(game.seats)
    for name, option in game.options.items():
        values = {record.options[name] for record in records}
        if option.kind == "flag":
            assert values == {False, True}, name
        elif option.kind == "choice":
            assert values == set(option.choices), name


@every_game
def test_the_records_together_fire_every_rule(game_id: str) -> None:
    fired: Counter[str] = Counter()
    for path in RECORDS:
        if path.parent.name == game_id:
            fired.update(replayed(path)[1])
    assert fired, "no rule was cited"
    assert sorted(rule_numbers(game_id) - set(fired)) == []
    if rule_numbers(game_id):
        assert sorted(set(fired) - rule_numbers(game_id)) == []
