"""Lessons in the terminal: chosen, gone through, taken back, checked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from typer.testing import Result

import fourwinds as fw
from fourwinds.core import words
from fourwinds.learning import reading
from fourwinds.learning.checking import right_answers
from fourwinds.learning.exchange import Act, Answer, Choose
from fourwinds.learning.lesson import Lesson
from fourwinds.learning.run import LessonRun

Command = Callable[..., Result]
EVERY = [lesson for game in fw.games() for lesson in reading.lessons(game)]
# Each in one language: tests/learning goes through all of them in all languages.
ALL = [(each, words.LANGUAGES[n % len(words.LANGUAGES)]) for n, each in enumerate(EVERY)]
IDS = [f"{lesson.game}/{lesson.id}" for lesson in EVERY]
MARKS = ("facts/", "actions/", "table/", "steps/", "play/", "learn/", "lessons/", "{")


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def typed_through(lesson: Lesson) -> list[str]:
    """What to type to go through a lesson: moves in notation, options by number."""
    given: list[Answer] = []
    out = []
    while ways := right_answers(run := LessonRun(lesson, "en", given)):
        state = run.state.copy()
        for answer in ways[0]:
            if isinstance(answer, Act):
                action = int(answer.action)
                out.append(state.rules.text(state, run.seat, action))
                state.play(run.seat, action)
            else:
                out.append(str(answer.option + 1) if isinstance(answer, Choose) else "")
        given += ways[0]
    return out


@pytest.mark.parametrize(("lesson", "language"), ALL, ids=IDS)
def test_every_lesson_is_gone_through_in_the_terminal(
    fourwinds: Command, lesson: Lesson, language: str
) -> None:
    typed = lines(*typed_through(lesson))
    shown = fourwinds("learn", lesson.game, lesson.id, "--lang", language, typed=typed).stdout
    # The end is said; nobody types any more, so the match does not begin.
    assert words.words(language, lesson.game).line("title") not in shown.split("\n")[-5:]
    assert lesson.steps[-1].text[language].split()[0] in shown
    for mark in MARKS:
        assert mark not in shown


def test_without_a_game_or_lesson_the_learner_is_asked(fourwinds: Command) -> None:
    number = str(fw.games().index("santa-timea") + 1)
    shown = fourwinds("learn", typed=lines(number, "", "quit")).stdout
    assert "Which lesson?" in shown
    assert "You steer a ship" in " ".join(shown.split())
    assert "Good-bye." in shown
    again = fourwinds("learn", "santa-timea", typed=lines("99", "fir", "quit")).stdout
    assert "You steer a ship" in " ".join(again.split())


def test_wrong_and_illegal_moves_are_answered(fourwinds: Command) -> None:
    typed = lines("", "", "N2", "W14", "99", "1", "undo", "moves", "table", "help", "rules", "quit")
    shown = fourwinds("learn", "santa-timea", "first", typed=typed).stdout
    assert "A 2 would be the lowest card" in " ".join(shown.split())
    assert "Not in your hand: West 14. (ST-3.1)" in shown
    assert "Choose a number from 1 to 4" in shown
    assert "Try this: lay North 12." in shown
    assert "ST-3.2" in shown
    assert "Look at: your hand, the trick" in shown


def test_questions_are_answered_by_number(fourwinds: Command) -> None:
    typed = lines("", "", "N12", "", "E10", "", "x", "3", "2", "quit")
    shown = " ".join(fourwinds("learn", "santa-timea", "first", typed=typed).stdout.split())
    assert "Choose a number from 1 to 3." in shown
    assert "5½ is little, but somebody has even less." in shown
    assert "Yes: zero is the lowest of all." in shown


def test_after_the_end_a_short_match_begins(fourwinds: Command) -> None:
    lesson = reading.lesson("santa-timea", "first")
    assert lesson is not None
    typed = lines(*typed_through(lesson), "")
    shown = fourwinds("learn", "santa-timea", "first", typed=typed).stdout
    assert "Round 1 of 1, trick 1 of 12" in shown


def test_lessons_are_checked_for_who_writes_them(
    fourwinds: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = fourwinds("learn", "santa-timea", "--check").stdout
    assert "santa-timea/first: good" in shown
    monkeypatch.setattr("fourwinds.cli.learn.faults", lambda lesson: ["too long"])
    assert "too long" in fourwinds("learn", "santa-timea", "first", "--check", code=1).stdout
    fourwinds("learn", "santa-timea", "last", code=2)
