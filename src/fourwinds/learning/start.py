"""The position that a lesson starts from."""

from __future__ import annotations

from typing import Any

import fourwinds as fw
from fourwinds.core.errors import FourWindsError
from fourwinds.core.state import State
from fourwinds.learning.lesson import BadLesson, Lesson
from fourwinds.learning.paths import put


def begin(lesson: Lesson) -> State:
    """A deal, what was played then, and what the lesson changes; the rules check it."""
    start = lesson.start
    try:
        rules = fw.game(lesson.game).rules(start.players, start.options)
        state = rules.start(start.seed)
        for move in start.moves:
            state.play(state.actors[0], move)
        if not start.changes and not start.dropped:
            return state
        position = state.position()
        for path in start.dropped:
            del position[path]
        for path, value in start.changes.items():
            if not put(position, path, _with_nothing(value)):
                raise BadLesson(f"nothing in the position at {path}")
        return rules.position(position)
    except (FourWindsError, KeyError) as error:
        raise BadLesson(f"{lesson.game}/{lesson.id}: start: {error}") from None


def _with_nothing(value: Any) -> Any:
    """TOML has no null; the text "null" stands for it."""
    if isinstance(value, dict):
        return {key: _with_nothing(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_with_nothing(each) for each in value]
    return None if value == "null" else value
