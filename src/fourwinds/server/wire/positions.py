"""Positions that people set up: the form, a position as the rules read it, what to do with it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fourwinds.server.wire.base import SeatNumber, View, Wire
from fourwinds.server.wire.matches import FactEvent, Question, SeatIn

Laid = Annotated[dict[str, Any], Field(max_length=60)]
"""As the rules of the game read it; a stranger may have written it."""


class PositionChoice(Wire):
    value: bool | int | str | None
    label: str
    set: dict[str, Any] | None = Field(description="What it changes, by path, if that is much.")


class PositionField(Wire):
    """Something to change in a position, by its path."""

    path: str
    label: str
    kind: str
    choices: list[PositionChoice]
    low: int
    high: int
    unit: int = Field(description="How many of the position's own units people call one.")
    step: int
    pool: str | None = Field(description="What lies here is taken from there.")
    leader: str | None = Field(description="Of cards laid in turn: the field with who began.")
    fixed: bool = Field(description="Cards can be replaced, none added or taken away.")
    drops: list[str] = Field(description="Fields to leave out once this one changes.")
    implies: dict[str, Any] = Field(description="What becomes of other fields then.")


class PositionGroup(Wire):
    title: str
    fields: list[PositionField]


class PositionForm(Wire):
    """How a position is set up: made from what the game declares."""

    groups: list[PositionGroup]
    pools: dict[str, list[PositionChoice]]
    counts: dict[str, dict[str, int]] = Field(description="How many there are of each card.")
    drawn: list[str] = Field(description="Fields that chance fills in where they are left out.")
    derived: list[str] = Field(description="Fields to leave out once anything changes.")


class DealIn(Wire):
    players: Annotated[int, Field(ge=1, le=16)]
    options: dict[str, Any] = Field({}, max_length=40)
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    decisions: Annotated[
        int, Field(ge=0, le=400, description="How many decisions mates make first.")
    ] = 0


class PositionIn(Wire):
    position: Laid
    seat: SeatNumber | None = Field(None, description="Whose view; who is asked first if null.")


class PositionMoveIn(PositionIn):
    action: Annotated[int, Field(ge=0, le=2**31)]


class PositionPreviewsIn(PositionIn):
    actions: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Field(max_length=400)]


class PositionMatchIn(Wire):
    position: Laid
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=16)]
    shuffle: bool = Field(True, description="Whether chance decides anew what lies hidden.")


class PositionTrouble(Wire):
    path: str | None
    rule: str | None
    text: str


class PositionOut(Wire):
    """A position as the rules read it, or what is wrong with it; then the rest is null."""

    trouble: PositionTrouble | None
    position: Laid | None = Field(description="Whole, with what was left out.")
    seat: int
    names: list[str]
    view: View | None
    asked: Question | None
    over: bool
    events: list[FactEvent] = Field(description="What the last move told that seat.")
