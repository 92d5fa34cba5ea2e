"""The test run itself finds rules that no test proves."""

from __future__ import annotations

import pytest

from tests import conftest
from tests.conftest import Coverage


def findings(monkeypatch: pytest.MonkeyPatch, rules: set[str], proved: set[str]) -> list[str]:
    monkeypatch.setattr(
        conftest, "rule_numbers", lambda game: rules if game == "santa-timea" else set()
    )
    coverage = object.__new__(Coverage)
    coverage.proved = proved
    return coverage.findings()


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
