"""The types of High Tide's JSON."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes


class Open(TypedDict):
    """What lies open on the table."""

    game: Literal["high-tide"]
    players: int
    options: dict[str, Any]
    round: int
    prizes: list[int]  # turned over so far; the last is the prize of this round
    scores: list[int]
    over: bool


class View(Open):
    """What a seat or a spectator sees."""

    seat: int | None
    step: str
    actors: list[int]
    turn: None  # everybody chooses at the same time
    chosen: list[int | None]  # the seat's own number, and all of them once the match is over
    winners: list[int]
    ranking: list[int]


class Position(Open):
    """Everything on the table."""

    chosen: list[int | None]
    pile: list[int]  # prizes not turned over yet
    chance: str


SHAPES = Shapes(
    view=View,
    preview=dict[str, Any],
    action=dict[str, Any],
    fact=dict[str, Any],
    position=Position,
)
