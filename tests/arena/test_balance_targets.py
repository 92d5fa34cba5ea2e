"""The targets of the rules pages, and what is measured against them."""

from __future__ import annotations

from typing import Any

import pytest

from fourwinds.arena.balance import balance
from fourwinds.arena.contest import play
from fourwinds.arena.publish import targets_table
from fourwinds.arena.schedule import Job, make_run_plan
from fourwinds.core.balance import Target
from fourwinds.core.registry import game as find_game

EXPECTED = {
    "regatta": ("turns of the winner", "changes of the lead", "share of wins, order: 4"),
    "vor-dem-wind": ("turns", "price: store", "ships laden, winner", "share of wins, order: 1"),
    "winds-of-plunder": ("points after two rounds", "cubes shown in round 3"),
}


def measured(game: str, bot: str = "mate") -> dict[str, dict[str, Any]]:
    plan = make_run_plan(game, [bot] * 4, 3)
    rules = plan.rules()
    deals = [[play(plan, rules, Job(deal, 0))] for deal in range(2)]
    found = balance(plan, rules, deals)
    return {target["name"]: target for target in found["targets"]}


@pytest.mark.parametrize("game", EXPECTED)
def test_what_the_rules_page_asks_for_is_measured(game: str) -> None:
    found = measured(game)
    assert set(EXPECTED[game]) <= set(found)
    wanted = {name for name, target in found.items() if target["wanted"]}
    own = find_game(game).balance
    assert own is not None
    for name in own.targets:
        assert any(one == name or one.startswith(f"{name}:") for one in wanted), name
    order = [one["mean"] for name, one in found.items() if name.startswith("share of wins, o")]
    assert not order or sum(order) == pytest.approx(100)


def test_a_target_is_met_by_a_mean_within_its_bounds() -> None:
    between = Target(12, 25)
    assert str(between) == "12 to 25"
    found = [between.met_by(mean) for mean in (11.9, 12, 25, 25.1)]
    assert found == [False, True, True, False]
    assert str(Target(low=2)) == "at least 2"
    assert str(Target(high=2)) == "at most 2"
    assert not Target(high=2).met_by(2.5)


def test_the_table_of_targets_says_what_is_met() -> None:
    target = {"name": "turns", "mean": 20.0, "low": 18.0, "high": 22.0, "wanted": "12 to 25"}
    summary = {
        "title": "Vor dem Wind",
        "players": 4,
        "fourwinds": "0",
        "rules_version": 1,
        "rules": "d",
        "seed": 1,
        "games": 8,
        "deals": 2,
        "lineup": ["mate"] * 4,
        "balance": {"targets": [target | {"met": True}, target | {"wanted": None, "met": None}]},
    }
    table = targets_table(summary, "fourwinds arena vor-dem-wind")
    assert table.rows == (
        ("turns", "20.00 (18.00 to 22.00)", "12 to 25", "yes"),
        ("turns", "20.00 (18.00 to 22.00)", "-", "-"),
    )
    assert "mate, mate, mate, mate" in table.notes[0]
