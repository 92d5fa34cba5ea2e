"""The worlds a viewer of High Tide thinks possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.rules import Rules
from fourwinds.core.state import Belief
from fourwinds.games.high_tide.actions import HIGHEST
from fourwinds.games.high_tide.state import Table


class Worlds(Belief[Table]):
    """Unknown are the numbers of those who have `decided`, and the order of the pile."""

    def __init__(self, table: Table, decided: list[int]) -> None:
        self.table = table
        self.decided = vec[i64](decided)

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        for seat in self.decided:
            t.chosen[seat] = chance.below(HIGHEST) + 1
        pile = t.prizes[t.round :]
        chance.shuffle(pile, len(pile), len(pile))
        for i in range(len(pile)):
            t.prizes[t.round + i] = pile[i]
        return t


def belief(rules: Rules[Table], view: Mapping[str, Any]) -> Worlds:
    """Lay out what the view shows; what is hidden is drawn with every world."""
    pile = Counter(rules.box) - Counter(view["prizes"])
    shown = {name: view[name] for name in ("game", "players", "options", "step", "round")}
    filled = {
        "prizes": [*view["prizes"], *pile.elements()],
        "chosen": [number or 0 for number in view["chosen"]],
        "score": view["scores"],
    }
    asked_or_seen = [*view["actors"], *(s for s, n in enumerate(view["chosen"]) if n is not None)]
    decided = [seat for seat in range(rules.players) if seat not in asked_or_seen]
    return Worlds(rules.position(shown | filled), decided)
