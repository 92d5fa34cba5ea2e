"""A bot of Winds of Plunder that hoards weapons: an opponent that no model was trained against.

    fourwinds arena winds-of-plunder --games 60 --seed 911 \\
        --bots admiral:200it,bench/hoarding.py:make,bench/hoarding.py:make,bench/hoarding.py:make

Of the actions after which it has most of them it draws one; where all leave it the same, it plays
as a mate.
"""

from __future__ import annotations

import random
from typing import Any

from fourwinds import bots
from fourwinds.core.rules import Rules

HOARDED = "weapons"


class Hoarding:
    def __init__(self, seed: int) -> None:
        self.mate = bots.make("mate", seed)
        self.rng = random.Random(f"hoarding {seed}")

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        begin = getattr(self.mate, "begin", None)
        if begin is not None:
            begin(rules, seat)

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        world = self.rules.imagine(view, self.rng.randrange(2**32))
        amounts = []
        for action in actions:
            after = world.copy()
            after.play(view["seat"], action)
            amounts.append(after.view(view["seat"])[HOARDED][view["seat"]])
        if min(amounts) == max(amounts):
            return self.mate.choose(view, actions, deadline)
        most = max(amounts)
        return self.rng.choice([a for a, n in zip(actions, amounts, strict=True) if n == most])


def make(argument: str | None, seed: int) -> Hoarding:
    return Hoarding(seed)
