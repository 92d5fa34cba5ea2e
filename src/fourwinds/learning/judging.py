"""Judging a move: whether a step accepts it, goes on with it, or has an answer to it.

Moves are compared by where they lead, so that the parts of a compound move may come in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fourwinds.core.state import State
from fourwinds.learning.answers import play
from fourwinds.learning.lesson import AskMove, BadLesson, Condition, Text
from fourwinds.learning.paths import find


def accepts(step: AskMove, before: State, after: State, seat: int, actions: list[int]) -> bool:
    if isinstance(step.accept, tuple):
        return _leads_to(step.accept, before, after, seat)
    if not is_whole(after, seat):
        return False
    return step.accept is None or meets(step.accept, before, after, seat, actions)


def answer_to(step: AskMove, before: State, after: State, seat: int) -> Text | None:
    """What the lesson says to a tempting wrong move."""
    for wrong in step.wrong:
        if _leads_to(wrong.moves, before, after, seat):
            return wrong.text
    return None


def goes_on(step: AskMove, before: State, after: State, seat: int, actions: list[int]) -> bool:
    """Whether a compound move may still become a right one, or one that has an answer."""
    if is_whole(after, seat):
        return False
    if not isinstance(step.accept, tuple):
        return True
    listed = (*step.accept, *(move for each in step.wrong for move in each.moves))
    return len(actions) < max(len(before.rules.read(before, seat, move)) for move in listed)


def is_whole(state: State, seat: int) -> bool:
    """Whether nothing of what the seat has begun is left to be decided."""
    return state.decision(seat) is None or not state.copy().retract(seat)


def right_moves(step: AskMove, before: State, seat: int) -> list[list[int]]:
    """The moves that a step accepts, as actions; of a condition, single actions alone."""
    if isinstance(step.accept, tuple):
        return [before.rules.read(before, seat, move) for move in step.accept]
    found = []
    for action in before.actions(seat):
        after = before.copy()
        after.play(seat, action)
        if accepts(step, before, after, seat, [action]):
            found.append([action])
    if not found:
        raise BadLesson("expected an action that is right")
    return found


def _leads_to(moves: Sequence[str], before: State, after: State, seat: int) -> bool:
    for move in moves:
        state = before.copy()
        play(state, seat, move)
        if state.digest() == after.digest():
            return True
    return False


def meets(condition: Condition, before: State, after: State, seat: int, actions: list[int]) -> bool:
    """Whether a move that was played is of the kind that is wanted."""
    rules = before.rules
    if condition.where == "after":
        found = find(after.view(seat), condition.path)
    elif condition.where == "preview":
        found = find(rules.preview(before.view(seat), actions[0]), condition.path)
    else:
        found = find(rules.describe(before, seat, actions[0]), condition.path)
    return any(_passes(condition.test, each, condition.value) for each in found)


def _passes(test: str, found: Any, value: Any) -> bool:
    if test == "is":
        return bool(found == value)
    if test == "not":
        return bool(found != value)
    if test == "has":
        return isinstance(found, list) and value in found
    if not isinstance(found, (int, float)):
        return False
    return bool(found >= value if test == "least" else found <= value)
