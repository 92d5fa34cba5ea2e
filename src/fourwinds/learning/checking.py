"""Checks a lesson: every text, every thing it points at, and every way through it.

It is played through by each accepted move, and every wrong move and option is tried, in all
languages. Where a step accepts any move, each of them is followed to the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.errors import FourWindsError
from fourwinds.core.rulebook import texts as rule_texts
from fourwinds.core.words import LANGUAGES, words
from fourwinds.learning import things
from fourwinds.learning.answers import right_option
from fourwinds.learning.exchange import Act, Answer, Choose, Next
from fourwinds.learning.judging import right_moves
from fourwinds.learning.lesson import (
    MOST_WORDS,
    AskMove,
    BadLesson,
    End,
    Lesson,
    Question,
    Text,
)
from fourwinds.learning.run import LessonRun

MOST_FOLLOWED = 12
"""How many of the moves that a step accepts are followed to the end."""
_WORD = re.compile(r"\w")


def faults(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson; [] if nothing is."""
    out = [f"no such rule: {rule}" for rule in _unknown_rules(lesson)]
    for language in LANGUAGES:
        try:
            _walk(lesson, language, [], out, language == LANGUAGES[0])
        except (FourWindsError, KeyError, IndexError, ValueError) as error:
            out.append(f"{language}: {error}")
    try:
        _end(lesson)
    except FourWindsError as error:
        out.append(f"end: {error}")
    return list(dict.fromkeys(out))


def word_count(text: str) -> int:
    return sum(bool(_WORD.search(part)) for part in text.split())


def right_answers(run: LessonRun) -> list[Sequence[Answer]]:
    """The answers that lead on from the present step, the first one first."""
    step = run.step
    if isinstance(step, AskMove):
        moves = right_moves(step, run.before, run.seat)
        return [[Act(action) for action in actions] for actions in moves]
    if isinstance(step, Question):
        return [[Choose(right_option(step, run.state, run.seat))]]
    return [] if isinstance(step, End) else [[Next()]]


def _walk(
    lesson: Lesson, language: str, answers: list[Answer], out: list[str], every: bool
) -> None:
    """Go through a lesson from these answers on; `every`: by all accepted moves, not the first."""
    while True:
        run = LessonRun(lesson, language, answers)
        where = f"step {run.at} ({language})"
        try:
            _look(run, where, out)
            _try_wrong(run, lesson, language, answers, where, out)
            ways = right_answers(run)
        except FourWindsError as error:
            raise BadLesson(f"{where}: {error}") from None
        if not ways:
            return
        for way in ways[1:MOST_FOLLOWED] if every else []:
            _walk(lesson, language, [*answers, *way], out, every=False)
        before, answers = run.at, [*answers, *ways[0]]
        if LessonRun(lesson, language, answers).at == before:
            raise BadLesson(f"{where}: the right answer does not lead on")


def _look(run: LessonRun, where: str, out: list[str]) -> None:
    """The texts are short and whole, and what they point at is there."""
    step = run.step
    for text in _texts(run):
        said = run.say(text)
        if word_count(said) > MOST_WORDS:
            out.append(f"{where}: {word_count(said)} words: {said}")
        if "{" in said or "}" in said:
            out.append(f"{where}: a place is not filled: {said}")
    for thing in step.point:
        things.check(thing, run.view(), run.state.rules.components.data)
        things.label(thing, run.own, run.lesson.game, run.names)


def _texts(run: LessonRun) -> Iterator[Text]:
    step = run.step
    if step.text:
        yield step.text
    if isinstance(step, (AskMove, Question)):
        yield from (each.text for each in step.wrong)
        if step.right:
            yield step.right


def _try_wrong(
    run: LessonRun, lesson: Lesson, language: str, answers: list[Answer], where: str, out: list[str]
) -> None:
    """Every wrong answer is answered, changes nothing, and after some of them help is offered."""
    step = run.step
    tries: list[tuple[Answer, Text | None]] = []
    if isinstance(step, AskMove):
        tries = [(Act(move), each.text) for each in step.wrong for move in each.moves]
    elif isinstance(step, Question):
        right = right_option(step, run.state, run.seat)
        said = {each.option: each.text for each in step.wrong}
        values = run.options()
        if values[right].value in said:
            out.append(f"{where}: the right option is answered as a wrong one")
        if not set(said) <= {each.value for each in values}:
            out.append(f"{where}: an answer to an option that is not there")
        tries = [
            (Choose(place), said.get(option.value))
            for place, option in enumerate(values)
            if place != right
        ]
    for wrong, text in tries:
        after = LessonRun(lesson, language, [*answers, wrong])
        verdict = after.verdict
        if verdict is None or verdict.kind != "wrong" or after.state.digest() != run.state.digest():
            out.append(f"{where}: {wrong} is not refused: {verdict}")
        elif text is not None and verdict.text != run.say(text):
            out.append(f"{where}: {wrong} is answered by {verdict.text}")
    if (
        tries
        and LessonRun(lesson, language, [*answers, tries[0][0], tries[0][0]]).solution() is None
    ):
        out.append(f"{where}: no help after two tries")


def _unknown_rules(lesson: Lesson) -> list[str]:
    known = rule_texts(words("en", lesson.game))
    return [rule for step in lesson.steps for rule in step.teaches if rule not in known]


def _end(lesson: Lesson) -> None:
    """The match at the end can be played."""
    end = lesson.steps[-1]
    assert isinstance(end, End)
    fw.game(lesson.game).rules(end.players, end.options)
    bots.make(end.bot, 0)
