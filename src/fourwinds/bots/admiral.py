"""admiral: searches as the captain does, and believes at the leaves what a model has learned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fourwinds.bots import models
from fourwinds.bots.budget import Budget
from fourwinds.bots.captain import USUAL, Captain
from fourwinds.bots.halving import Halving
from fourwinds.bots.search import Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.rules import Rules
from fourwinds.core.value import Value


class Admiral(Captain):
    """A captain with a model: its game's own, or that of a file. Where the game has none that fits
    these rules, it is a captain."""

    def __init__(self, budget: Budget, chance: Stream, model: Path | None = None) -> None:
        super().__init__(budget, chance)
        self.model = model

    @staticmethod
    def make(argument: str | None, seed: int) -> Admiral:
        """`admiral:200ms` or `admiral:2000it`."""
        return Admiral(
            Budget.read(USUAL if argument is None else argument), stream_of_seed(seed, "admiral")
        )

    @staticmethod
    def make_with_file(argument: str | None, seed: int) -> Admiral:
        """As `make`, or `admiral:500it@FILE` with a model of one's own: for the arena alone, since
        strangers must not name files of a server."""
        budget, at, file = (argument or USUAL).partition("@")
        bot = Admiral.make(budget, seed)
        if at:
            bot.model = Path(file)
            models.read(bot.model)
        return bot

    def file(self, rules: Rules) -> Path | None:
        return self.model or models.usable_file(rules)

    def value(self, rules: Rules) -> Value[Any]:
        own = value_of(rules)
        path = self.file(rules)
        return own if path is None else models.learned(rules, own, path)

    def prepare(self, rules: Rules, view: dict[str, Any], value: Value[Any]) -> Search:
        path = self.file(rules)
        most = 0 if path is None else models.compared_actions(rules, path)
        if most == 0:
            return super().prepare(rules, view, value)
        worlds = self.worlds(rules, view)
        return Halving(worlds, value, view["seat"], rules.action_count, self.chance, most)
