"""Puzzles: the list, one of them as its seat sees it, and the answer."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fourwinds.server.wire.base import View, Wire
from fourwinds.server.wire.matches import Question

ActionNumber = Annotated[int, Field(ge=0, le=2**31)]
PuzzleNumber = Annotated[int, Field(ge=1, le=100_000)]


class PuzzlesListed(Wire):
    day: int | None = Field(description="The number of today's, the same for everybody.")
    ratings: list[int] = Field(description="How hard each is, in the order of their numbers.")


class PuzzleOut(Wire):
    """What the seat knows, and nothing more."""

    game: str
    number: int
    rating: int
    seat: int
    names: list[str]
    view: View
    asked: Question | None


class PuzzleAnswerIn(Wire):
    action: ActionNumber


class PuzzlePreviewsIn(Wire):
    actions: Annotated[list[ActionNumber], Field(max_length=400)]


class PuzzleSolved(Wire):
    right: bool
    best: int
    words: str = Field(description="The best action.")
    margin: float = Field(description="How much chance to win the next best gives away.")
    reasons: list[str] = Field(
        description="What the best changes against the answer, or if that is it, the next best."
    )
