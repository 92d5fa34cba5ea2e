"""Boxes: what owners type in from their own cards, the form for it, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fourwinds.server.wire.base import BOX_ID, Components, Wire
from fourwinds.server.wire.games import ChoiceOut, MarkOut

BoxId = Annotated[str, Field(pattern=BOX_ID)]
BoxName = Annotated[str, Field(min_length=1, max_length=60)]
# Anything that is JSON: whether it is a good component file is said in words, not by a status.
Typed = Annotated[dict[str, Any], Field(max_length=1000)]


class FormFieldOut(Wire):
    """One thing to fill in; a name such as `start.behind` stands in an inner table."""

    name: str
    label: str
    type: Literal["number", "flag", "choice", "text", "choices", "numbers", "data"]
    optional: bool
    low: int
    high: int
    least: int = Field(description="How many things a list has at least.")
    most: int
    choices: list[ChoiceOut]
    names_of: str | None = Field(description="The section whose names are the choices.")


class FormSectionOut(Wire):
    name: str = Field(description="The table of the file, such as `card` or `course.short`.")
    label: str
    many: bool = Field(description="Whether it has any number of rows.")
    fields: list[FormFieldOut]


class FormOut(Wire):
    """The form of a game's component file, made from its schema."""

    game: str
    sections: list[FormSectionOut]
    marks: dict[str, MarkOut] = Field(description="What the marks of entries mean.")
    components: Components = Field(description="What comes with the game.")


class CheckIn(Wire):
    components: Typed


class ProblemOut(Wire):
    where: str = Field(description="The place in the file, such as `card[3].count`; may be empty.")
    message: str
    said: str = Field(description="The message without the place, for who shows it there.")
    players: list[int] = Field(description="With how many players; all of them: always.")


class CheckedOut(Wire):
    """What is wrong with a component file, and what is only unusual."""

    ready: bool = Field(description="Whether some number of players can play with it.")
    problems: list[ProblemOut]
    warnings: list[ProblemOut]


class BoxIn(Wire):
    name: BoxName
    components: Typed


class NewBoxIn(BoxIn):
    game: Annotated[str, Field(max_length=40)]


class BoxListed(Wire):
    id: str
    game: str
    name: str
    ready: bool
    changed: int


class BoxOut(BoxListed):
    by: str = Field(description="What its owner is called.")
    mine: bool
    components: dict[str, Any]
