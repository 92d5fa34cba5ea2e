"""A bot that hoards one thing whatever it costs: an opponent that no model was trained against.

    fourwinds arena winds-of-plunder --games 60 --seed 911 \\
        --bots admiral:200it,bench/hoarding.py:make,bench/hoarding.py:make,bench/hoarding.py:make

In Winds of Plunder it hoards weapons, in Vor dem Wind gold: of the actions after which it has most
of that, it draws one. Where all leave it the same, it plays as a mate.
"""

from __future__ import annotations

import random
from typing import Any

from fourwinds import bots
from fourwinds.core.rules import Rules

HOARDS = {"winds-of-plunder": "weapons", "vor-dem-wind": "gold"}


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
        thing = HOARDS[view["game"]]
        world = self.rules.imagine(view, self.rng.randrange(2**32))
        amounts = []
        for action in actions:
            after = world.copy()
            after.play(view["seat"], action)
            amounts.append(after.view(view["seat"])[thing][view["seat"]])
        if min(amounts) == max(amounts):
            return self.mate.choose(view, actions, deadline)
        most = max(amounts)
        return self.rng.choice([a for a, n in zip(actions, amounts, strict=True) if n == most])


def make(argument: str | None, seed: int) -> Hoarding:
    return Hoarding(seed)
