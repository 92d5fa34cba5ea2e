"""The registry: which games there are, loaded when first asked for."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from fourwinds.core.errors import UnknownGame, shown

if TYPE_CHECKING:
    from fourwinds.core.rules import Game

_modules: dict[str, str] = {}


def register(game: str, module: str) -> None:
    """Make a game known: its id and the module whose GAME it is."""
    _modules[game] = module


def games() -> list[str]:
    """The ids of all games, sorted."""
    return sorted(_modules)


def game(game_id: str) -> Game:
    """The game of that id."""
    if not isinstance(game_id, str) or game_id not in _modules:
        known = ", ".join(games())
        raise UnknownGame(f"unknown game {shown(game_id)}; expected one of: {known}")
    found: Game = importlib.import_module(_modules[game_id]).GAME
    return found


def folder_of(game_id: str) -> Path:
    """Where the game's texts and components lie."""
    return game(game_id).folder
