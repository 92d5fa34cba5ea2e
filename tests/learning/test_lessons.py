"""Every lesson is whole, short, and can be played through by every way it accepts."""

from __future__ import annotations

import json

import pytest

import fourwinds as fw
from fourwinds.core.words import LANGUAGES
from fourwinds.learning import things
from fourwinds.learning.checking import faults, right_answers
from fourwinds.learning.exchange import Answer
from fourwinds.learning.lesson import AskMove, Lesson, Others
from fourwinds.learning.reading import lessons
from fourwinds.learning.run import LessonRun

ALL = [lesson for game in fw.games() for lesson in lessons(game)]
IDS = [f"{lesson.game}/{lesson.id}" for lesson in ALL]
FIRST_MOVE_WITHIN = 4
"""Steps up to the first move of a first lesson: half a minute."""


@pytest.mark.parametrize("lesson", ALL, ids=IDS)
def test_a_lesson_can_be_played_through_and_has_an_answer_to_every_wrong_move(
    lesson: Lesson,
) -> None:
    assert faults(lesson) == []


@pytest.mark.parametrize("lesson", ALL, ids=IDS)
def test_the_learner_is_shown_nothing_that_his_seat_may_not_know(lesson: Lesson) -> None:
    given: list[Answer] = []
    while True:
        run = LessonRun(lesson, "en", given)
        there = pictured(run)
        assert run.state.position()["chance"] not in there
        if not run.state.over:
            # A world that the learner cannot tell from this one looks the same.
            run.state = run.state.rules.imagine(run.view(), 5)
            run.before = run.state.copy()
            assert pictured(run) == there
        ways = right_answers(LessonRun(lesson, "en", given))
        if not ways:
            return
        given += ways[0]


def pictured(run: LessonRun) -> str:
    played = [(each.facts, each.view) for each in run.played]
    return json.dumps([run.view(), run.asked(), played, run.text, run.names], sort_keys=True)


@pytest.mark.parametrize("game", [game for game in fw.games() if lessons(game)])
def test_the_first_lesson_asks_for_a_real_move_within_half_a_minute(game: str) -> None:
    first = lessons(game)[0]
    shown = [step for step in first.steps if step.text]
    moves = [number for number, step in enumerate(shown) if isinstance(step, AskMove)]
    assert moves[0] < FIRST_MOVE_WITHIN


@pytest.mark.parametrize("game", fw.games())
def test_every_thing_of_a_game_has_a_name_in_every_language(game: str) -> None:
    for spec in things.vocabulary(game).values():
        for language in LANGUAGES:
            assert spec[language]
        assert set(spec) <= {*LANGUAGES, "view", "seats", "names", "components", "alone"}


@pytest.mark.parametrize("lesson", ALL, ids=IDS)
def test_bots_of_a_lesson_always_do_the_same(lesson: Lesson) -> None:
    for step in lesson.steps:
        if isinstance(step, Others) and step.bot is not None:
            # A bot that thinks for a time plays otherwise on another machine.
            assert not step.bot.endswith("ms")
