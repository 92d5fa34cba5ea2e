"""The worlds a viewer of Santa Timea thinks possible.

Unknown are the other hands, the cards left over and the order of the wind pile. Every deal of the
unseen cards is as likely as every other, but for one thing the rules give away: who led a
pirate held nothing else (ST-5.2).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief
from fourwinds.games.santa_timea.state import ROW, Table


class Worlds(Belief[Table]):
    """`table` is laid out as the viewer sees it; `dealt` are the seats whose cards are unknown."""

    def __init__(self, table: Table, dealt: list[int], cards: list[int], winds: list[int]) -> None:
        self.table = table
        self.dealt = vec[i64](dealt)
        self.cards = vec[u8](cards)
        self.winds = vec[u8](winds)

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        t.shuffles = 0
        t.deal(self.dealt, self.cards, chance)
        pile = max(t.winds_count - t.wind - ROW, 0)
        winds = self.winds[:]
        chance.shuffle(winds, len(winds), pile)
        for i in range(pile):
            t.winds[t.wind + ROW + i] = winds[i]
        return t


class Undrawn(Belief[Table]):
    """The real table, with the winds that nobody has seen in any order."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        start = t.wind + ROW
        pile = max(t.winds_count - start, 0)
        for i in range(pile - 1):
            j = start + i + chance.below(pile - i)
            wind = t.winds[start + i]
            t.winds[start + i] = t.winds[j]
            t.winds[j] = wind
        return t
