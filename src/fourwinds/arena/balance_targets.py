"""The targets of a game's balance, and the means of what its matches measure against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fourwinds.arena.standing import Mean
from fourwinds.core.balance import NO_BALANCE, Measured
from fourwinds.core.registry import game as find_game


class BalanceTargets:
    """Means of all measures of a game over deals."""

    def __init__(self, game: str, players: int) -> None:
        self.balance = find_game(game).balance or NO_BALANCE
        self.measure = self.balance.measure
        self.players = players
        self.means: dict[str, Mean] = {}

    def add_deal(self, games: Sequence[Measured]) -> None:
        for name in dict.fromkeys(name for game in games for name in game):
            pairs = [game[name] for game in games if name in game]
            total, count = (sum(part) for part in zip(*pairs, strict=True))
            self.means.setdefault(name, Mean()).add(total, count)

    def json(self) -> list[dict[str, Any]]:
        out = []
        for name, mean in self.means.items():
            found = mean.interval()
            if found is None:
                continue
            target = self.balance.target(name, self.players)
            out.append(
                {
                    "name": name,
                    **found.json(),
                    "wanted": None if target is None else str(target),
                    "met": None if target is None else target.met_by(found.mean),
                }
            )
        return out
