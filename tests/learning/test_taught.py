"""The page of taught rules says what the lessons teach."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import fourwinds as fw
from fourwinds.core.rulebook import section_of
from fourwinds.learning.reading import lessons
from fourwinds.learning.taught import not_yet, rules_of, taught
from fourwinds.learning.things import teaching

DOCS = Path(__file__).parents[2] / "docs"
COMPLETE = ("regatta", "santa-timea", "vor-dem-wind", "winds-of-plunder")
"""Games whose lessons teach every rule that a player meets in the usual game."""


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("taught", DOCS / "taught.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_was_written_since_lessons_last_changed() -> None:
    page = (DOCS / "taught.md").read_text(encoding="utf-8")
    assert page == writer().page(), "python docs/taught.py writes it anew"


@pytest.mark.parametrize("game", fw.games())
def test_what_needs_no_lesson_is_a_rule_that_none_teaches(game: str) -> None:
    numbers = rules_of(game)
    known = {*numbers, *(section_of(number) for number in numbers)}
    reasons = teaching(game).get("beyond", {})
    assert set(reasons) <= known
    assert all(reasons.values())
    assert not set(reasons) & set(taught(game))


def test_every_rule_of_the_usual_game_is_taught() -> None:
    assert {game: not_yet(game) for game in COMPLETE} == {game: [] for game in COMPLETE}


def test_a_first_lesson_comes_first() -> None:
    for game in fw.games():
        if lessons(game):
            assert lessons(game)[0].id == "first"
