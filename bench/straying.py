"""A mate that plays a random action one time in three: by it the apprentice is measured.

    fourwinds arena GAME --games 200 --seed 31 \\
        --bots bench/straying.py:make,apprentice,apprentice,apprentice
"""

from __future__ import annotations

import random
from typing import Any

from fourwinds import bots
from fourwinds.core.rules import Rules

STRAYS = 1 / 3


class Straying:
    def __init__(self, seed: int) -> None:
        self.mate = bots.make("mate", seed)
        self.rng = random.Random(f"straying {seed}")

    def begin(self, rules: Rules, seat: int) -> None:
        begin = getattr(self.mate, "begin", None)
        if begin is not None:
            begin(rules, seat)

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if self.rng.random() < STRAYS:
            return self.rng.choice(actions)
        return self.mate.choose(view, actions, deadline)


def make(argument: str | None, seed: int) -> Straying:
    return Straying(seed)
