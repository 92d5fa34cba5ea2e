"""LessonRun: a lesson after some answers. The same lesson, language and answers give the same run.

Nothing is kept between two calls: who runs a lesson has the list of answers, and the run goes
through them again. An answer is what the learner did at a step:

    Next()            read on, after something that was said or that others did
    Act(action)       an action of his own, by its number
    Act("N13")        the same in notation, also a compound move
    Choose(2)         the option of a question, by its place

A wrong answer changes nothing but what is said to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fourwinds.core.errors import IllegalAction
from fourwinds.core.facts import Fact
from fourwinds.core.state import State
from fourwinds.core.words import Verbatim, Words, words
from fourwinds.learning.answers import options_of, right_option, same
from fourwinds.learning.exchange import (
    Act,
    Answer,
    Choose,
    Next,
    Option,
    Played,
    Solution,
    Verdict,
)
from fourwinds.learning.judging import accepts, answer_to, goes_on, right_moves
from fourwinds.learning.lesson import (
    AskMove,
    BadAnswer,
    BadLesson,
    End,
    Lesson,
    Others,
    Question,
    Scalar,
    Step,
    Text,
)
from fourwinds.learning.others import moves_of_others
from fourwinds.learning.start import begin
from fourwinds.match.feeds import asked

FOLDER = Path(__file__).parent
CREW = ("Nora", "Emil", "Sana", "Wim", "Pia")
LEARNER = "Skipper"
TRIES_BEFORE_HELP = 2
_PLACE = re.compile(r"\{([^{}]+)\}")


class LessonRun:
    def __init__(
        self,
        lesson: Lesson,
        language: str = "en",
        answers: Sequence[Answer] = (),
        name: str | None = None,
    ) -> None:
        self.lesson = lesson
        self.seat = lesson.seat
        self.own: Words = words(language, lesson.game, FOLDER)
        crew = iter(CREW)
        self.names = [
            (name or LEARNER) if seat == self.seat else next(crew)
            for seat in range(lesson.start.players)
        ]
        self.state = begin(lesson)
        self.at = 0
        self.tries = 0
        self.verdict: Verdict | None = None
        self.played: list[Played] = []
        self.before = self.state
        """The position that the present move started from."""
        self.parts: list[int] = []
        """Actions of a compound move so far."""
        self._arrive()
        for answer in answers:
            self.take(answer)

    # What the learner sees.

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def number(self) -> int:
        """The number of the step, from 1; steps without a word do not count."""
        return sum(bool(step.text) for step in self.lesson.steps[: self.at + 1])

    @property
    def count(self) -> int:
        return sum(bool(step.text) for step in self.lesson.steps)

    @property
    def over(self) -> bool:
        """Whether nothing is left but to play."""
        return isinstance(self.step, End)

    @property
    def text(self) -> str:
        return self.say(self.step.text)

    def view(self) -> dict[str, Any]:
        return self.state.view(self.seat)

    def asked(self) -> dict[str, Any] | None:
        """What is asked of the learner as in a match; only where the step asks for a move."""
        if not isinstance(self.step, AskMove):
            return None
        return asked(self.state, self.seat, self.at)

    def options(self) -> list[Option]:
        """What can be answered to a question."""
        step = self.step
        if not isinstance(step, Question):
            return []
        values = options_of(step, self.state.players)
        return [Option(value, self._label(step, value)) for value in values]

    def solution(self) -> Solution | None:
        """What to do, after some wrong answers."""
        step = self.step
        if self.tries < TRIES_BEFORE_HELP:
            return None
        if isinstance(step, Question):
            place = right_option(step, self.state, self.seat)
            return Solution([], place, self.options()[place].label)
        assert isinstance(step, AskMove)
        state, actions = self.before.copy(), right_moves(step, self.before, self.seat)[0]
        spoken = []
        for action in actions:
            described = state.rules.describe(state, self.seat, action)
            spoken.append(self.own.action(described, self.names))
            state.play(self.seat, action)
        return Solution(actions, None, ", ".join(spoken))

    def previews(self, actions: Sequence[int]) -> dict[int, dict[str, Any]]:
        """What would follow from each action, as far as the learner can know."""
        view, rules = self.view(), self.state.rules
        return {action: rules.preview(view, action) for action in actions}

    def refusal(self, action: int) -> dict[str, Any] | None:
        """Why an action of the learner is refused, as in a match; None if it is not."""
        why = self.state.refusal(self.seat, action)
        if why is None:
            return None
        tried = any(action == each for each, _ in self.state.candidates(self.seat))
        described = self.state.rules.describe(self.state, self.seat, action) if tried else None
        found = {"code": why.code, "rule": why.rule, "details": why.details}
        return {"action": action, "described": described, **found}

    def say(self, text: Text) -> str:
        """A text of the lesson: {1} is the name of a seat, {N13} what the game calls N13."""

        def fill(found: re.Match[str]) -> str:
            place = found[1]
            return self.names[int(place)] if place.isdigit() else self.own.name(place)

        return _PLACE.sub(fill, text[self.own.language]) if text else ""

    # Answers.

    def take(self, answer: Answer) -> None:
        """Take the next answer in; raises BadAnswer where it does not fit the step."""
        step = self.step
        self.played, self.verdict = [], None
        if isinstance(step, AskMove) and isinstance(answer, Act):
            self._move(step, answer.action)
        elif isinstance(step, Question) and isinstance(answer, Choose):
            self._choose(step, answer.option)
        elif not isinstance(step, (AskMove, Question, End)) and isinstance(answer, Next):
            self._advance()
        else:
            wanted = {"move": "an action", "question": "an option", "end": "no more answers"}
            raise BadAnswer(f"expected {wanted.get(step.kind, 'to read on')}")

    def _choose(self, step: Question, place: int) -> None:
        if not 0 <= place < len(options_of(step, self.state.players)):
            raise BadAnswer("expected one of the options")
        if place == right_option(step, self.state, self.seat):
            self._right(step.right)
        else:
            chosen = options_of(step, self.state.players)[place]
            said = [each.text for each in step.wrong if same(each.option, chosen)]
            self._wrong(said[0] if said else None, "question")

    def _move(self, step: AskMove, action: int | str) -> None:
        try:
            actions = (
                [action]
                if isinstance(action, int)
                else self.state.rules.read(self.state, self.seat, action)
            )
            trial, played = self.state.copy(), []
            for each in actions:
                played.append(self._play(trial, self.seat, each))
        except IllegalAction as error:
            text = self.own.refusal(error, self.names)
            self.verdict = Verdict("illegal", text, error.rule)
            return
        parts = [*self.parts, *actions]
        if accepts(step, self.before, trial, self.seat, parts):
            self.state = trial
            self.played = played
            self._right(step.right)
            return
        said = answer_to(step, self.before, trial, self.seat)
        if said is None and goes_on(step, self.before, trial, self.seat, parts):
            self.state, self.parts, self.played = trial, parts, played
            self.verdict = Verdict("more", "")
            return
        self.state, self.parts = self.before.copy(), []
        self._wrong(said, "move")

    def _right(self, text: Text | None) -> None:
        """What is said stays while the lesson goes on."""
        said = self.say(text) if text else self.own.line(f"lessons/right-{self.at % 3}")
        self._advance()
        self.verdict = Verdict("right", said)

    def _wrong(self, text: Text | None, kind: str) -> None:
        self.tries += 1
        said = self.say(text) if text else self.own.line(f"lessons/wrong-{kind}")
        self.verdict = Verdict("wrong", said)

    def _advance(self) -> None:
        self.at += 1
        self._arrive()

    def _arrive(self) -> None:
        """Begin a step; where the others move without a word, go on to the next."""
        self.tries, self.parts = 0, []
        while isinstance(self.step, Others):
            for seat, action in moves_of_others(self.step, self.state, self.seat):
                played = self._play(self.state, seat, action)
                if played.facts:  # what another does in secret leaves no trace
                    self.played.append(played)
            if self.step.text:
                break
            self.at += 1
        self.before = self.state.copy()
        if isinstance(self.step, AskMove) and self.seat not in self.state.actors:
            raise BadLesson("nothing is asked of the learner")

    def _play(self, state: State, seat: int, action: int) -> Played:
        facts: list[Fact] = []
        state.play(seat, action, facts)
        heard = [fact.json() for fact in facts if fact.heard_by(self.seat)]
        return Played(heard, state.view(self.seat))

    def _label(self, step: Question, value: Scalar) -> str:
        if value is None:
            return self.own.line("lessons/nobody")
        if step.of_seats and isinstance(value, int):
            return self.own.line("lessons/you") if value == self.seat else self.names[value]
        return self.own.name(value if not isinstance(value, str) else _plain(value))


def _plain(value: str) -> str:
    """A text with a space in it is for people; anything else is a code of the game."""
    return Verbatim(value) if " " in value else value
