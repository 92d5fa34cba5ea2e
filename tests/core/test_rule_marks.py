"""The test run itself finds rules that no test proves, and tests that do not prove their rule."""

from __future__ import annotations

import pytest

import fourwinds as fw
from fourwinds.core.citations import WATCH, cite
from fourwinds.core.errors import IllegalAction
from tests import rule_marks
from tests.rule_marks import Cases, RuleMarks, judge


def marks() -> RuleMarks:
    out = object.__new__(RuleMarks)
    out.cases, out.whole = {}, True
    return out


def findings(monkeypatch: pytest.MonkeyPatch, rules: set[str], proved: set[str]) -> list[str]:
    monkeypatch.setattr(
        rule_marks, "rule_numbers", lambda game: rules if game == "santa-timea" else set()
    )
    out = marks()
    out.proved = proved
    return out.findings()


def test_a_rule_without_a_test_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {"ST-1.1", "ST-1.2", "ST-1.10"}
    assert findings(monkeypatch, rules, rules) == []
    assert findings(monkeypatch, rules, {"ST-1.1"}) == [
        "rules of santa-timea without a test: ST-1.2, ST-1.10"
    ]


def test_a_test_of_no_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings(monkeypatch, {"ST-1.1"}, {"ST-1.1", "ST-9.9"}) == [
        "tests of rules that do not exist: ST-9.9"
    ]


def test_rules_of_games_without_texts_are_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings(monkeypatch, set(), {"ST-1.1"}) == []


def test_a_marked_test_in_which_its_rule_plays_no_part_is_found() -> None:
    finding = judge("test_a", {"ST-1.1", "ST-1.2"}, {"ST-1.2"})
    assert finding is not None
    assert "ST-1.1" in finding
    assert "ST-1.2" not in finding
    assert judge("test_a", {"ST-1.1"}, {"ST-1.1", "ST-1.2"}) is None


def test_cases_prove_their_rules_together_once_all_have_run() -> None:
    out = marks()
    out.whole = False
    out.cases["test_a"] = Cases(3, 3, {"ST-1.1"}, {"ST-1.1"})
    out.cases["test_b"] = Cases(3, 2, {"ST-1.1"}, set())
    assert out.findings() == []
    out.cases["test_b"].seen = 3
    assert [finding.split()[0] for finding in out.findings()] == ["test_b"]


def test_what_is_cited_or_refused_anywhere_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: dict[str, int] = {}
    state = fw.game("santa-timea").start(players=4, seed=1)
    seat = state.actors[0]
    monkeypatch.setattr(WATCH, "cited", counted)
    cite("XX-1.1")
    IllegalAction("not-offered", "XX-1.2")
    state.copy().play(seat, state.actions(seat)[0])
    assert counted.pop("XX-1.1") == 1
    assert counted.pop("XX-1.2") == 1
    assert counted
    own: dict[str, int] = {}
    counted.clear()
    fw.game("santa-timea").rules(4).start_with(state.key, None, own)
    assert own == counted
    monkeypatch.setattr(WATCH, "cited", None)
    counted.clear()
    cite("XX-1.1")
    state.play(seat, state.actions(seat)[0])
    assert counted == {}
