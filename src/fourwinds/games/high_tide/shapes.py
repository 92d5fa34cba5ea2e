"""The types of High Tide's JSON."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes


class View(TypedDict):
    """What a seat or a spectator sees."""

    game: Literal["high-tide"]
    players: int
    options: dict[str, Any]
    round: int
    prizes: list[int]  # turned over so far; the last is the prize of this round
    scores: list[int]
    over: bool
    seat: int | None
    step: str
    actors: list[int]
    turn: None  # everybody chooses at the same time
    chosen: list[int | None]  # the seat's own number, and all of them once the match is over
    winners: list[int]
    ranking: list[int]


SHAPES = Shapes(view=View)
