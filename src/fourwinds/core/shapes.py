"""Shapes: the declared types of a game's JSON, from which OpenAPI, TypeScript and docs are made.

A game declares them once, as TypedDicts in its `shapes.py`, and names them in its GAME. They cost
nothing when a game is played: nothing is checked against them outside the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict


class CommonView(TypedDict):
    """What the view of every game holds; core/plain.py fills it in."""

    game: str
    players: int
    """How many play."""
    options: dict[str, Any]
    """The options of the match."""
    seat: int | None
    """Who sees this; null for a spectator."""
    step: str
    """What is decided now."""
    actors: list[int]
    """The seats that may act now."""
    scores: list[int]
    """The points of each seat."""
    over: bool
    """Whether the match has ended."""
    winners: list[int]
    """The seats that have won; none while the match runs."""
    ranking: list[int]
    """The place of each seat, from 1."""


@dataclass(frozen=True)
class Shapes:
    """Types, or unions of types that differ by their `kind`."""

    view: Any
    """What a seat or a spectator sees."""
    preview: Any = dict[str, Any]
    """What would follow from an action, as far as a seat can know."""
    action: Any = dict[str, Any]
    """What `describe` says of an action, without its text."""
    fact: Any = dict[str, Any]
    """What happened, as it is told."""
    position: Any = dict[str, Any]
    """Everything on the table."""
    components: Any = dict[str, Any]
    """What is printed on cards and boards: the component file."""


PLAIN = Shapes(view=dict[str, Any])
"""For a game that declares nothing: any JSON."""
