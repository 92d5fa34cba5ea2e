"""Lessons: the list, what the learner answers, and what he is shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fourwinds.server.wire.base import View, Wire
from fourwinds.server.wire.matches import FactEvent, Question

LessonId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
ActionNumber = Annotated[int, Field(ge=0, le=2**31)]
MOST_ANSWERS = 200


class NextAnswer(Wire):
    """Read on: after something that was said, or that the others did."""

    kind: Literal["next"]


class ActionAnswer(Wire):
    """An action of one's own, as offered in `asked`."""

    kind: Literal["action"]
    action: ActionNumber


class MoveAnswer(Wire):
    """The same in notation; a compound move may be given whole."""

    kind: Literal["move"]
    text: Annotated[str, Field(max_length=200)]


class OptionAnswer(Wire):
    """The place of an option of a question, from 0."""

    kind: Literal["option"]
    option: Annotated[int, Field(ge=0, le=100)]


LessonAnswer = Annotated[
    NextAnswer | ActionAnswer | MoveAnswer | OptionAnswer, Field(discriminator="kind")
]
Answers = Annotated[list[LessonAnswer], Field(max_length=MOST_ANSWERS)]


class LessonIn(Wire):
    answers: Answers = Field(
        description="All answers so far; to take a part of a choice back, leave the last one out."
    )


class LessonPreviewsIn(LessonIn):
    actions: Annotated[list[ActionNumber], Field(max_length=400)]


class LessonActionIn(LessonIn):
    action: ActionNumber


class LessonListed(Wire):
    id: str
    title: str
    about: str
    minutes: int
    rules: list[str] = Field(description="The numbered rules it teaches.")
    done: bool = Field(description="Whether the reader has come to its end.")


class Verdict(Wire):
    """What is said to the last answer. After `more` a move that was begun goes on."""

    kind: Literal["right", "wrong", "illegal", "more"]
    text: str
    rule: str | None = Field(description="Of a move that the rules refuse.")


class LessonPlayed(Wire):
    """What was heard of one action, and what was to be seen after it."""

    events: list[FactEvent]
    view: View


class LessonOption(Wire):
    label: str


class Solution(Wire):
    """What to do, told after some wrong answers."""

    actions: list[int] = Field(description="For a move; its parts in order.")
    option: int | None = Field(description="For a question.")
    words: str


class NowPlay(Wire):
    """The match to play at the end: oneself, and bots."""

    players: int
    options: dict[str, bool | int | str]
    bot: str


class LessonPicture(Wire):
    """A lesson after some answers."""

    game: str
    lesson: str
    title: str
    seat: int = Field(description="The learner's.")
    names: list[str] = Field(description="What the players are called, by seat.")
    step: int = Field(description="From 1.")
    steps: int
    kind: Literal["say", "move", "others", "question", "end"] = Field(
        description="say and others are answered by reading on, end by nothing."
    )
    text: str
    points: list[str] = Field(description="Things of the board to look at: docs/lessons.md.")
    rules: list[str] = Field(description="The rules that this step teaches.")
    options: list[LessonOption] = Field(description="Of a question.")
    verdict: Verdict | None
    solution: Solution | None
    played: list[LessonPlayed] = Field(description="What happened since the last answer, in order.")
    view: View
    asked: Question | None = Field(description="Where a move is asked for.")
    play: NowPlay | None = Field(description="At the end.")
