"""Games, their rules and components, and bots."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fourwinds.server.wire.base import Components, Wire


class ChoiceOut(Wire):
    value: str
    label: str


class OptionOut(Wire):
    """An option of a game, with what people read of it."""

    name: str
    type: Literal["flag", "choice", "number"]
    label: str
    help: str
    default: bool | int | str
    defaults: dict[int, bool | int | str] = Field(
        description="The default for each number of players."
    )
    choices: list[ChoiceOut] = Field(description="For a choice.")
    low: int | None = Field(description="For a number.")
    high: int | None = Field(description="For a number.")


class GameListed(Wire):
    id: str
    title: str
    tagline: str
    goal: str = Field(description="What one plays for, in a sentence.")
    summary: list[str] = Field(description="The game on one page, a sentence or two each.")
    players: list[int]
    usual_players: int
    minutes: list[int] = Field(description="From, to; for those who know the rules.")
    weight: int = Field(description="From 1, light, to 5, heavy; our own judgement.")
    options: list[OptionOut]
    rules_version: int
    designers: list[str]
    publisher: str
    year: int
    reconstructed: bool = Field(description="Whether some components are our own design.")


class GameOut(GameListed):
    names: dict[str, str] = Field(description="Codes of the game and their names.")
    labels: dict[str, str] = Field(description="Labels of its table.")
    components: Components = Field(description="What is printed, each entry with its mark.")


class ComponentsOut(Wire):
    game: str
    digest: str
    usual: bool = Field(description="Whether these are the components that come with the game.")
    components: Components


class RuleOut(Wire):
    number: str
    text: str
    marks: list[str]


class SectionOut(Wire):
    number: str
    title: str
    rules: list[RuleOut]


class MarkOut(Wire):
    label: str
    help: str


class RulesOut(Wire):
    title: str
    sections: list[SectionOut]
    marks: dict[str, MarkOut] = Field(description="What the marks of rules mean.")


class BotOut(Wire):
    name: str = Field(description="What a setup of a match calls it.")
    label: str
    help: str
    level: int | None = Field(description="From 1, easy; None for a bot that others added.")
