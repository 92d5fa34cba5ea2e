"""The worked examples of the rulebooks, kept beside the game, where the tutorial finds them too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.santa_timea.table import EXAMPLES, GAME, RULES, example, play, told


def outcome(position: dict[str, Any], moves: list[str]) -> dict[str, Any]:
    """What came of it, in the words of the example files."""
    state = GAME.from_position(position)
    facts = play(state, moves)
    scores = told(facts, "round-scored")
    takers = told(facts, "wind-taken")
    return {
        "values": [fact["value"] for fact in told(facts, "card-played")],
        "takes": takers[0]["seat"] if takers else None,
        "leads": state.position()["leader"],
        "taken": state.position()["taken"],
        "row": state.position()["row"],
        "scores": state.scores,
        **(scores[0] if scores else {}),
    }


@pytest.mark.rule("ST-3.2")
@pytest.mark.rule("ST-3.3")
@pytest.mark.rule("ST-4.2")
@pytest.mark.rule("ST-4.3")
@pytest.mark.rule("ST-4.4")
@pytest.mark.rule("ST-5.1")
@pytest.mark.rule("ST-6.1")
@pytest.mark.rule("ST-8.4")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_worked_example_comes_out_as_printed(path: Path) -> None:
    found = example(path)
    assert found["title"]
    assert set(found["rule"]) <= set(RULES)
    for branch in (found, found.get("otherwise")):
        if branch is not None:
            came = outcome(found["position"], branch["moves"])
            assert branch["expect"] == {name: came[name] for name in branch["expect"]}


def test_there_are_six_worked_examples() -> None:
    assert [path.stem for path in EXAMPLES] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("ST-6.3")
@pytest.mark.rule("ST-6.4")
def test_the_sixth_example_counted_by_the_basic_rules() -> None:
    found = example(EXAMPLES[5])
    found["position"]["options"]["expert"] = False
    came = outcome(found["position"], found["moves"][:-1])
    assert (came["damages"], came["scores"]) == ([2, 4, 4, 6], [4, 3, 3, 1])
