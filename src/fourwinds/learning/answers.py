"""Answers of questions, computed from the rules: from views and facts."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from fourwinds.core.errors import IllegalAction
from fourwinds.core.facts import Fact
from fourwinds.core.state import State
from fourwinds.learning.lesson import BadLesson, Computed, Question, Scalar
from fourwinds.learning.paths import find


def options_of(question: Question, players: int) -> list[Scalar]:
    """What can be answered: all seats where it asks for players."""
    if not question.of_seats:
        return list(question.options)
    return [*range(players), *question.options]


def right_answer(computed: Computed, state: State, seat: int) -> Scalar:
    """The answer to a question in a position, as the rules and the learner's view have it."""
    trial = state.copy()
    facts: list[Fact] = []
    for move in computed.play:
        play(trial, trial.actors[0], move, facts)
    if computed.fact is not None:
        kind, _, path = computed.fact.partition(".")
        told = [fact.json() for fact in facts if fact.heard_by(seat)]
        found = [one for fact in told if fact["kind"] == kind for one in find(fact, path)]
        # Nothing of the kind happened: nobody did it.
        return found[-1] if found else None
    view = trial.view(seat)
    if computed.function is not None:
        return _function(state, computed.function, view)
    found = find(view, computed.view or "")
    if len(found) != 1:
        raise BadLesson(f"answer: expected one value at {computed.view}, got {len(found)}")
    return found[0]  # type: ignore[no-any-return]


def _function(state: State, name: str, view: Mapping[str, Any]) -> Scalar:
    """A function of the game's lesson_questions.py; it gets the learner's view."""
    package = type(state).__module__.rpartition(".")[0]
    try:
        function = getattr(importlib.import_module(f"{package}.lesson_questions"), name)
    except (ImportError, AttributeError):
        raise BadLesson(f"answer: expected a function {name} in lesson_questions.py") from None
    found: Scalar = function(view)
    return found


def right_option(question: Question, state: State, seat: int) -> int:
    """The place of the right option."""
    right = right_answer(question.computed, state, seat)
    values = options_of(question, state.players)
    places = [place for place, value in enumerate(values) if same(value, right)]
    if len(places) != 1:
        raise BadLesson(f"expected the answer {right!r} once among the options")
    return places[0]


def same(one: Scalar, other: Scalar) -> bool:
    """Equal, but true is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def play(state: State, seat: int, move: str, facts: list[Fact] | None = None) -> None:
    """Play a move that a lesson has written down."""
    try:
        state.play(seat, move, facts)
    except IllegalAction as error:
        raise BadLesson(f"the move {move!r} of seat {seat}: {error}") from None
