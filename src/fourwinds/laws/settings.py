"""Every setting of a game: what both the tests and `fourwinds fuzz` try the laws on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from fourwinds.core.errors import BadOptions
from fourwinds.core.options import Option
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules

MOST_VALUES = 6


@dataclass(frozen=True)
class Setting:
    """A game with a number of players and a value for every option."""

    game: str
    players: int
    options: tuple[tuple[str, bool | int | str], ...]

    def rules(self) -> Rules:
        return find_game(self.game).rules(self.players, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{k}={v}" for k, v in self.options)])


def settings(game_id: str) -> list[Setting]:
    """All numbers of players with all combinations of options that the game allows."""
    return list(_settings(game_id))


def _settings(game_id: str) -> Iterator[Setting]:
    game = find_game(game_id)
    for players in game.seats:
        for chosen in product(*(_values(option, players) for option in game.options.values())):
            setting = Setting(game_id, players, tuple(zip(game.options, chosen, strict=True)))
            try:
                setting.rules()
            except BadOptions:
                continue  # a combination the game itself refuses
            yield setting


def _values(option: Option, players: int) -> list[bool | int | str]:
    """Every value of an option; of a long range of numbers its ends, its middle and the default."""
    if option.kind == "flag":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    if option.high - option.low < MOST_VALUES:
        return list(range(option.low, option.high + 1))
    middle = (option.low + option.high) // 2
    return sorted({option.low, middle, option.high, int(option.default_for(players))})
