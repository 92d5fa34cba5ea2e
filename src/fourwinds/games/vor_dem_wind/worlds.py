"""The worlds a viewer of Vor dem Wind thinks possible.

A player who counts knows everything except the order of the stacks; all orders of the unseen cards
and ships are equally likely. Only its owner knows a draft: other players imagine worlds in which
nothing is chosen yet.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief
from fourwinds.games.vor_dem_wind.state import LARGE_SHIPS, STACK_CARDS, Table


class Worlds(Belief[Table]):
    """`table` is laid out as the viewer sees it, with the unseen cards in any order."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        for stack in range(i64(3)):
            shuffle_part(chance, t.deck, stack * STACK_CARDS, i64(t.left[stack]))
        for size in range(i64(2)):
            shuffle_part(chance, t.ship_deck, size * LARGE_SHIPS, i64(t.ships_left[size]))
        return t


def shuffle_part(chance: Stream, cards: vec[u8], start: i64, count: i64) -> None:
    """Shuffle `count` cards from `start` on."""
    for i in range(count - 1):
        j = i + chance.below(count - i)
        card = cards[start + i]
        cards[start + i] = cards[start + j]
        cards[start + j] = card
