"""Four Winds: four sailing games, one table to play them at.

import fourwinds as fw

state = fw.game("santa-timea").start(players=4, seed=7)
while not state.over:
    seat = state.actors[0]
    state.play(seat, state.actions(seat)[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fourwinds import _loading  # noqa: F401  (first: it decides how rules are loaded)
from fourwinds import games as _games  # noqa: F401  (registers the games)
from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.record import Record
from fourwinds.core.registry import game, games
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State

if TYPE_CHECKING:
    from fourwinds.adapters.vector import Vector
    from fourwinds.bots.simulation import Simulation, simulate

__version__ = "0.1.0"
__all__ = [
    "FourWindsError",
    "Game",
    "IllegalAction",
    "Record",
    "Rules",
    "Simulation",
    "State",
    "__version__",
    "game",
    "games",
    "simulate",
    "vector",
]


def __getattr__(name: str) -> Any:
    """`simulate` seats bots, which are loaded when they are asked for."""
    if name in ("Simulation", "simulate"):
        from fourwinds.bots import simulation

        return getattr(simulation, name)
    raise AttributeError(f"module {__name__} has no attribute {name}")


def vector(game: str, envs: int = 1, players: int | None = None, **more: Any) -> Vector:
    """Many matches at once for learners, with NumPy; see fourwinds.adapters.vector."""
    from fourwinds.adapters.vector import Vector

    return Vector(game, envs, players, **more)
