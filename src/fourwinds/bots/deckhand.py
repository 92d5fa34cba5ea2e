"""deckhand: plays at random."""

from __future__ import annotations

from typing import Any

from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions


class Deckhand:
    """Any legal action, all equally likely."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance

    @staticmethod
    def make(argument: str | None, seed: int) -> Deckhand:
        if argument is not None:
            raise BadOptions("deckhand: expected no argument", option="bots")
        return Deckhand(stream_of_seed(seed, "deckhand"))

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        return actions[self.chance.below(len(actions))]
