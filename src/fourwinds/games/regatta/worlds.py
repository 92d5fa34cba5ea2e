"""The worlds a viewer of Regatta thinks possible.

Unknown are the other hands, the order of the pile and which cards are in which. Every deal of the
unseen cards is as likely as every other.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief
from fourwinds.games.regatta.state import Table


class Worlds(Belief[Table]):
    """`table` is laid out as the viewer sees it; `counts` are the sizes of the hidden hands."""

    def __init__(self, table: Table, counts: list[int], cards: list[int]) -> None:
        self.table = table
        self.counts = vec[i64](counts)
        self.cards = vec[u8](cards)

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        t.shuffles = 0
        cards = self.cards[:]
        count: i64 = len(cards)
        chance.shuffle(cards, count, count)
        at: i64 = 0
        for seat in range(t.players):
            for _ in range(self.counts[seat]):
                t.receive(seat, cards[at])
                at += 1
        t.deck_count = count - at
        for i in range(count - at):
            t.deck[i] = cards[at + i]
        return t
