"""The worlds a viewer of Winds of Plunder thinks possible.

Unknown are the action cards in other hands and in the deck, the treasures drawn and not yet played,
the rest of the treasures' shuffle, and secret choices already made. Cards drawn from one deck (the
first, or one made of discards) can be any that were in it and have not been seen since. A treasure
in hand cannot be that of a port where its owner has arrived since he drew it, because he would have
had to play it (WP-6.5); so a world is a matching of treasures with draws, and all matchings are
equally likely.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief
from fourwinds.games.winds_of_plunder.pieces import ALL_PORTS, BITS, MOST_SEATS, PORTS
from fourwinds.games.winds_of_plunder.state import Table

MASKS: Final = 4096
WORD: Final = 0x100000000


class Pool:
    """The unseen cards of one deck, and how many of them each other seat holds."""

    def __init__(self, reshuffle: int, cards: list[int], counts: list[int], in_deck: bool) -> None:
        self.reshuffle: i64 = reshuffle
        self.cards = vec[u8](cards)
        self.counts = vec[i64](counts)
        self.in_deck = in_deck


class Matchings:
    """All ways the treasures may have been shuffled, given what each draw can have been."""

    def __init__(self, allowed: list[int]) -> None:
        self.allowed = can_be = vec[i64](allowed)
        # How many ways are left once the first draws have taken the treasures of a mask.
        ways = vec[i64]([0] * MASKS)
        ways[ALL_PORTS] = 1
        mask: i64 = ALL_PORTS - 1
        while mask >= 0:
            at: i64 = 0
            taken = mask
            while taken:
                taken &= taken - 1  # without its lowest bit
                at += 1
            left = can_be[at] & (ALL_PORTS - mask)
            total: i64 = 0
            while left:
                rest = left & (left - 1)
                total += ways[mask | (left ^ rest)]
                left = rest
            ways[mask] = total
            mask -= 1
        self.ways = ways

    def count(self) -> int:
        return self.ways[0]

    def lay_out(self, deal: vec[u8], chance: Stream) -> None:
        """Write one of them to `deal`, all equally likely."""
        mask: i64 = 0
        for at in range(i64(PORTS)):
            left = self.allowed[at] & (ALL_PORTS - mask)
            r = below_many(chance, self.ways[mask])
            for card in range(i64(PORTS)):
                if left & BITS[card]:
                    more = self.ways[mask | BITS[card]]
                    if r < more:
                        deal[at] = u8(card)
                        mask |= BITS[card]
                        break
                    r -= more


def below_many(chance: Stream, n: i64) -> i64:
    """A number from 0 to n - 1, each equally likely, for n up to 2**32."""
    if n == 1:
        return 0
    even = WORD - WORD % n
    r = chance.piece() | (chance.piece() << 16)
    while r >= even:
        r = chance.piece() | (chance.piece() << 16)
    return r % n


class Worlds(Belief[Table]):
    """`table` is laid out as the viewer sees it, without the cards of other hands and the deck."""

    def __init__(
        self,
        table: Table,
        pools: list[Pool],
        matchings: Matchings,
        voters: list[int],
        bidders: list[int],
    ) -> None:
        self.table = table
        self.pools = pools
        self.matchings = matchings
        self.voters = vec[i64](voters)
        self.bidders = vec[i64](bidders)

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        t.shuffles = 0
        for pool in self.pools:
            self.deal(t, pool, chance)
        self.matchings.lay_out(t.deal, chance)
        for at in range(t.drawn):
            card = i64(t.deal[at])
            if t.origins[card] == 0:
                t.treasures[i64(t.drawers[at])] |= BITS[card]
        for voter in self.voters:
            t.votes[voter] = 1 + chance.below(4)
        for bidder in self.bidders:
            t.bids[bidder] = 1 + chance.below(t.cubes[bidder] + 1)
        return t

    def deal(self, t: Table, pool: Pool, chance: Stream) -> None:
        cards = pool.cards[:]
        count: i64 = len(cards)
        chance.shuffle(cards, count, count)
        at: i64 = 0
        for seat in range(i64(MOST_SEATS)):
            for _card in range(pool.counts[seat]):
                t.receive(seat, i64(cards[at]), pool.reshuffle)
                at += 1
        if pool.in_deck:
            t.deck_count = count - at
            for i in range(t.deck_count):
                t.deck[i] = cards[at + i]


class Undrawn(Belief[Table]):
    """The real table, with the cards and treasures that nobody has drawn in any order."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        chance.shuffle(t.deck, t.deck_count, t.deck_count)
        left: i64 = PORTS - t.drawn
        for i in range(left - 1):
            j = t.drawn + i + chance.below(left - i)
            card = t.deal[t.drawn + i]
            t.deal[t.drawn + i] = t.deal[j]
            t.deal[j] = card
        return t
