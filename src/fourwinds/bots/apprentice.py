"""apprentice: a gentle opponent, whose mistakes are those of somebody who is learning.

It plays no random moves; it thinks too little. It notices but a few of the things it could do (how
many says the game's about.toml), reckons with the first deal of hidden cards that comes to its
mind, and does not ask what others will do about it: in its thoughts they do anything. What it then
believes best, it plays.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.bots.worth import rules_of, value_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY, State
from fourwinds.core.value import NUMBERS, PAYOFF, Value


class Apprentice:
    """Takes the best action it notices; it judges them in one imagined world."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.rules: Rules | None = None

    @staticmethod
    def make(argument: str | None, seed: int) -> Apprentice:
        if argument is not None:
            raise BadOptions("apprentice: expected no argument", option="bots")
        return Apprentice(stream_of_seed(seed, "apprentice"))

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        rules = self.rules or rules_of(view)
        noticed = self.notice(actions, rules.game.about.noticed)
        value = value_of(rules)
        seat = view["seat"]
        world = rules.belief(view).world(self.chance)
        value.truncate(world)
        # Boats in each other's way would do the same for ever, each thinking it best.
        if value.stuck == seat and self.chance.below(2):
            return actions[self.chance.below(len(actions))]
        return max(noticed, key=lambda action: self.worth(world, value, seat, action))

    def notice(self, actions: list[int], most: int) -> list[int]:
        """What comes to its mind of all it could do."""
        noticed = list(actions)
        while len(noticed) > most:
            del noticed[self.chance.below(len(noticed))]
        return noticed

    def worth(self, world: State, value: Value[Any], seat: int, action: int) -> float:
        """What an action seems to bring, the others doing anything until there is a pause."""
        trial = world.copy()
        room = vec[i64]([0] * trial.action_count)
        trial.apply(seat, action)
        for _ in range(value.longest):
            actor = trial.actor()
            if actor == NOBODY or value.is_quiet(trial):
                break
            if actor == seat:
                trial.apply(actor, value.draw_action(trial, actor, room, self.chance))
            else:
                trial.apply(actor, trial.step.random_action(trial, actor, self.chance, room))
        result = vec[float]([0.0] * (NUMBERS * value.players))
        value.judge(trial, result)
        return result[NUMBERS * seat + PAYOFF]
