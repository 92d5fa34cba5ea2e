"""Tables of actions: numbers, arguments and notation undo each other, in every game."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import fourwinds as fw
from fourwinds.core.actions import (
    ActionKind,
    ActionTable,
    code_book,
    from_box,
    number,
    one_of,
    seat,
)
from fourwinds.core.errors import BadComponents
from fourwinds.core.words import words

DOCS = Path(__file__).parents[2] / "docs"
WINDS = one_of("wind", ["north", "east"])
VOTE = ActionKind("vote", 0, "vote {wind}", "X-1", WINDS)
BOARD = ActionKind("board", 2, "board {victim} {n}", "X-2", seat("victim", 3), number("n", 5, 2))


@pytest.fixture(params=fw.games(hidden=True))
def rules(request: pytest.FixtureRequest) -> fw.Rules:
    return fw.game(str(request.param)).rules()


def test_number_and_arguments_undo_each_other(rules: fw.Rules) -> None:
    table = rules.game.actions
    assert table.count == rules.action_count == len(rules.action_names)
    for action in range(rules.action_count):
        kind = table.kind(action)
        assert table.number(kind.name, *kind.places(action)) == action


def test_notation_and_number_undo_each_other(rules: fw.Rules) -> None:
    state = rules.start(seed=1)
    for action, name in enumerate(rules.action_names):
        assert rules.text(state, 0, action) == name
        assert rules.parse(state, 0, f"  {name.upper()} ") == action


def test_every_action_is_described_by_kind_and_text(rules: fw.Rules) -> None:
    state = rules.start(seed=1)
    for action in range(rules.action_count):
        described = rules.describe(state, 0, action)
        assert isinstance(described["kind"], str)
        assert described["text"] == rules.action_names[action]


def test_rules_of_actions_are_rules_of_the_game(rules: fw.Rules) -> None:
    written = words("en", rules.game.id).find("rules")
    for kind in rules.game.actions.kinds:
        assert kind.rule in written
        refusal = rules.game.actions.wrong_step(kind.first)
        assert (refusal.code, refusal.rule) == ("wrong-step", kind.rule)


def test_rows_follow_each_other_without_a_gap() -> None:
    assert ActionTable(VOTE, BOARD).count == 8
    for first in (1, 3):
        late = ActionKind("board", first, "board", "X-2")
        with pytest.raises(ValueError, match="board: expected to begin at 2"):
            ActionTable(VOTE, late)
    with pytest.raises(ValueError, match="every kind of action once"):
        ActionTable(VOTE, ActionKind("vote", 2, "vote", "X-1"))


def test_the_last_argument_counts_fastest() -> None:
    table = ActionTable(VOTE, BOARD)
    expected = ["vote north", "vote east", "board 1 5", "board 1 6", "board 2 5", "board 2 6"]
    assert table.names(None) == [*expected, "board 3 5", "board 3 6"]
    assert table.number("board", 2, 0) == 6
    assert table.places(6) == [2, 0]


def test_seats_are_written_from_one_and_described_from_zero() -> None:
    table = ActionTable(VOTE, BOARD)
    assert table.described(None, 3, 6) == {"kind": "board", "victim": 2, "n": 5}
    assert table.described(None, 2, 6) == {"kind": "board", "victim": None, "n": 5}


def test_numbers_that_components_leave_free_are_written_as_numbers() -> None:
    sail = ActionKind("sail", 0, "sail {port}", "X-3", from_box("port", 3, lambda box: box))
    assert sail.names(["Jamaica"]) == ["sail Jamaica", "sail #2", "sail #3"]


def test_arguments_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="victim below 3"):
        BOARD.number(3, 0)
    with pytest.raises(ValueError, match="expected 2 arguments"):
        BOARD.number(1)
    with pytest.raises(ValueError, match="have places for"):
        ActionKind("vote", 0, "vote {where}", "X-1", WINDS)
    with pytest.raises(ValueError, match="as many values as words"):
        one_of("wind", ["north"], [1, 2])


def test_two_actions_are_never_written_the_same() -> None:
    with pytest.raises(BadComponents, match="two actions are written 'sail Bath'"):
        code_book(["sail Bath", "sail bath"])


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("actions", DOCS / "actions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_actions_is_up_to_date() -> None:
    assert (DOCS / "actions.md").read_text() == writer().page(), "python docs/actions.py writes it"
