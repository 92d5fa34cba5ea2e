"""What is wrong with a component file, for every number of players and all options."""

from __future__ import annotations

from dataclasses import dataclass, field

from fourwinds.core.components import Components
from fourwinds.core.errors import BadComponents
from fourwinds.core.rules import Game
from fourwinds.laws.settings import settings


@dataclass
class Checked:
    """`problems` for each number of players; `warnings` is what is unusual in any."""

    problems: dict[int, list[str]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def is_playable(self) -> bool:
        """Whether some number of players can play with it, whatever the options."""
        return not all(self.problems.values())

    def each_once(self) -> dict[str, list[int]]:
        """Every problem, and with how many players it is one."""
        out: dict[str, list[int]] = {}
        for players, messages in self.problems.items():
            for message in messages:
                out.setdefault(message, []).append(players)
        return out


def check(game: Game, found: Components) -> Checked:
    problems: dict[int, dict[str, None]] = {players: {} for players in game.seats}
    warnings: dict[str, None] = {}
    for setting in settings(game.id):
        try:
            rules = game.rules(setting.players, dict(setting.options), found)
            warnings.update(dict.fromkeys(rules.warnings))
        except BadComponents as error:
            problems[setting.players][str(error)] = None
    return Checked({players: [*each] for players, each in problems.items()}, [*warnings])
