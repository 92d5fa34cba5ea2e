"""A bot between deckhand and mate, another one in every seat of every match: an opponent that no
model was trained against.

    fourwinds arena GAME --games 60 --seed 921 \\
        --bots admiral:200it,bench/mixture.py:make,bench/mixture.py:make,bench/mixture.py:make

When it is made it draws how often it chooses as a mate, anything from never to always; every
decision that is not a mate's is random. No view of a match tells how often, nor does its name.
"""

from __future__ import annotations

import random
from typing import Any

from fourwinds import bots
from fourwinds.core.rules import Rules


class Mixture:
    def __init__(self, seed: int) -> None:
        self.mate = bots.make("mate", seed)
        self.rng = random.Random(f"mixture {seed}")
        self.skill = self.rng.random()

    def begin(self, rules: Rules, seat: int) -> None:
        if isinstance(self.mate, bots.Begins):
            self.mate.begin(rules, seat)

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if self.rng.random() < self.skill:
            return self.mate.choose(view, actions, deadline)
        return self.rng.choice(actions)


def make(argument: str | None, seed: int) -> Mixture:
    return Mixture(seed)
