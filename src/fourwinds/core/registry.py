"""The registry: which games there are, loaded when first asked for."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from fourwinds.core.errors import UnknownGame, shown

if TYPE_CHECKING:
    from fourwinds.core.rules import Game

_games: dict[str, tuple[str, Path]] = {}
_loaded: dict[str, Game] = {}


def register(game: str, module: str, folder: Path) -> None:
    """Make a game known: its id, the module whose GAME it is, and the folder of its files."""
    _games[game] = (module, folder)
    _loaded.pop(game, None)


def register_all(package: str, folder: Path) -> None:
    """Make every game of a package known: each folder in it that says what it is about."""
    for found in sorted(folder.glob("*/about.toml")):
        name = found.parent.name
        register(name.replace("_", "-"), f"{package}.{name}", found.parent)


def games(hidden: bool = False) -> list[str]:
    """The ids of all games, sorted; those that are listed nowhere too if asked for."""
    from fourwinds.core.about import about

    return sorted(game for game in _games if hidden or not about(_games[game][1]).hidden)


def game(game_id: str) -> Game:
    """The game of that id, also one that is listed nowhere."""
    if isinstance(game_id, str) and game_id in _loaded and game_id in _games:
        return _loaded[game_id]
    if not isinstance(game_id, str) or game_id not in _games:
        known = ", ".join(games())
        raise UnknownGame(f"unknown game {shown(game_id)}; expected one of: {known}")
    found: Game = importlib.import_module(_games[game_id][0]).GAME
    _loaded[game_id] = found
    return found


def folder_of(game_id: str) -> Path:
    """Where the game's texts and components lie."""
    return game(game_id).folder
