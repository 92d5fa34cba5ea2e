"""A lesson: where it starts, who learns, and its steps. `reading.py` makes it from a TOML file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fourwinds.core.errors import FourWindsError

Text = Mapping[str, str]
"""The same words in every language."""
Scalar = str | int | float | bool | None
MOST_WORDS = 25


class BadLesson(FourWindsError):
    """A lesson that cannot be read, or does not fit the rules of its game."""

    code = "bad-lesson"


class BadAnswer(FourWindsError):
    """An answer that does not fit what the step asks."""

    code = "bad-answer"


@dataclass(frozen=True)
class Start:
    """The position a lesson begins with: a deal, what was played then, and what is changed."""

    players: int
    options: Mapping[str, Scalar]
    seed: int
    moves: tuple[str, ...]
    changes: Mapping[str, Any]
    """By path in `state.position()`, such as "hands.0"."""
    dropped: tuple[str, ...]
    """Fields of the position that follow from the others and are left out."""


@dataclass(frozen=True)
class Condition:
    """Which moves count as right: a path, and what must be found there.

    `where` says in what: "after" in the learner's view once the move is played, "preview" in what
    he could know before, "action" in how the move is described.
    """

    where: str
    path: str
    test: str
    value: Any


@dataclass(frozen=True)
class Wrong:
    """What is said of tempting wrong moves, or of a wrong option."""

    moves: tuple[str, ...]
    option: Scalar
    text: Text


@dataclass(frozen=True)
class Computed:
    """How the answer to a question is found: after `play` (on a copy) either at a path in the
    learner's view, in a field of the last fact of a kind, or by a function of the game."""

    play: tuple[str, ...]
    view: str | None
    fact: str | None
    function: str | None


@dataclass(frozen=True)
class Step:
    """What every step has: a text, things to point at, and the rules it teaches."""

    text: Text
    point: tuple[str, ...]
    teaches: tuple[str, ...]
    kind = "say"


@dataclass(frozen=True)
class Say(Step):
    pass


@dataclass(frozen=True)
class AskMove(Step):
    """A move of the learner; `accept` is a list of moves, a condition, or None for any."""

    accept: tuple[str, ...] | Condition | None
    wrong: tuple[Wrong, ...]
    right: Text | None
    kind = "move"


@dataclass(frozen=True)
class Others(Step):
    """The others move: what is written down, or what a bot chooses until the learner is asked."""

    moves: tuple[tuple[int | None, str], ...]
    bot: str | None
    seed: int
    kind = "others"


@dataclass(frozen=True)
class Question(Step):
    options: tuple[Scalar, ...]
    of_seats: bool
    """Whether the numbers among the options are seats."""
    computed: Computed
    wrong: tuple[Wrong, ...]
    right: Text | None
    kind = "question"


@dataclass(frozen=True)
class End(Step):
    """Now play: a short match with the coach on."""

    players: int
    options: Mapping[str, Scalar]
    bot: str
    kind = "end"


@dataclass(frozen=True)
class Lesson:
    game: str
    id: str
    order: int
    minutes: int
    title: Text
    about: Text
    start: Start
    seat: int
    """Whose place the learner has."""
    steps: tuple[Step, ...]
