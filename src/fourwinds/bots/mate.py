"""mate: looks one action ahead, with the game's value function and rules of thumb; no search."""

from __future__ import annotations

from typing import Any

from fourwinds.bots.budget import MARGIN
from fourwinds.bots.search import FOREVER, look_ahead
from fourwinds.bots.worth import rules_of, value_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions
from fourwinds.core.rules import Rules

# How many worlds it imagines: fewer where there is much to choose from.
MOST_WORLDS = 24
FEWEST_WORLDS = 4
TRIALS = 288


class Mate:
    """Plays each action in some imagined worlds and takes what looks best on average."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.rules: Rules | None = None

    @staticmethod
    def make(argument: str | None, seed: int) -> Mate:
        if argument is not None:
            raise BadOptions("mate: expected no argument", option="bots")
        return Mate(stream_of_seed(seed, "mate"))

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        rules = self.rules or rules_of(view)
        value = value_of(rules)
        worths = look_ahead(
            rules.belief(view),
            value,
            view["seat"],
            rules.action_count,
            max(FEWEST_WORLDS, min(MOST_WORLDS, TRIALS // len(actions))),
            self.chance,
            FOREVER if deadline is None else deadline - MARGIN,
        )
        # Boats in each other's way would do the same for ever, each thinking it best.
        if value.stuck == view["seat"] and self.chance.below(2):
            return actions[self.chance.below(len(actions))]
        best = max(range(len(actions)), key=worths.__getitem__)
        return actions[best]
