"""The worlds a viewer of High Tide thinks possible."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief, State
from fourwinds.games.high_tide.actions import HIGHEST
from fourwinds.games.high_tide.state import Table


class Worlds(Belief[Table]):
    """Unknown are the numbers of those who have `decided`, and the order of the pile."""

    def __init__(self, table: State, decided: list[int]) -> None:
        assert isinstance(table, Table)
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
