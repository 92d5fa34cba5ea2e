"""The worlds a viewer of Regatta thinks possible.

Unknown are the other hands, the order of the pile and which cards are in which. Every deal of the
unseen cards that keeps what is known of the hands (RG-4.4) is as likely as every other.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief
from fourwinds.games.regatta import moves
from fourwinds.games.regatta.actions import TYPES
from fourwinds.games.regatta.state import HAND, Table

LEVELS: Final = 6  # of limits: 0 to HAND
WAYS: Final = 36  # LEVELS times 0 to HAND cards
TWO_PIECES: Final = 0x100000000


class Worlds(Belief[Table]):
    """`table` is laid out as the viewer sees it; `counts` are the sizes of the hidden hands."""

    def __init__(self, table: Table, counts: list[int], cards: list[int]) -> None:
        self.table = table
        self.counts = vec[i64](counts)
        self.cards = vec[u8](cards)
        self.limited = False
        # In how many ways a hand can be filled from all unseen cards; more than from what is left.
        self.most = vec[i64]([0] * len(counts))
        self.ways = vec[i64]([0] * WAYS)
        self.many = vec[i64]([0] * LEVELS)
        self.possible = True
        # What comes of every arrow is found out once; all worlds have the boats where they are.
        for seat in range(table.players):
            if table.afloat[seat]:
                for arrow in range(table.box.paths.arrows):
                    moves.verdict(table, seat, arrow)
        for seat, count in enumerate(counts):
            if count and table.limited[seat]:
                self.limited = True
                self.most[seat] = self.count_ways(table, seat, self.cards, 0, len(cards))
                if self.most[seat] == 0:
                    self.possible = False

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        cards = self.cards[:]
        count: i64 = len(cards)
        if self.limited:
            while not self.deal_limited(t, cards, count, chance):
                pass
        else:
            chance.shuffle(cards, count, count)
        at: i64 = 0
        for seat in range(t.players):
            for _card in range(self.counts[seat]):
                t.receive(seat, cards[at])
                at += 1
        t.deck_count = count - at
        for i in range(count - at):
            t.deck[i] = cards[at + i]
        return t

    # Hands of which something is known. They are dealt one after the other, each in a way that is
    # as likely as every other it has left; what a deal gains by leaving few ways to later hands is
    # made up for by trying again.

    def deal_limited(self, t: Table, cards: vec[u8], count: i64, chance: Stream) -> bool:
        """Order the cards so that hands and pile can be taken from the front; False: try again."""
        at: i64 = 0
        # The limited hands first; then they are moved to their places.
        hands = vec[u8]([0] * (t.players * HAND))
        for seat in range(t.players):
            if self.counts[seat] > 0 and t.limited[seat]:
                ways = self.count_ways(t, seat, cards, at, count)
                if below(self.most[seat], chance) >= ways:
                    return False
                self.deal_hand(t, seat, cards, at, count, chance)
                for i in range(self.counts[seat]):
                    hands[seat * HAND + i] = cards[at + i]
                at += self.counts[seat]
        # The others and the pile take what is left.
        left: i64 = count - at
        rest = vec[u8]([0] * left)
        for i in range(left):
            rest[i] = cards[at + i]
        chance.shuffle(rest, left, left)
        place: i64 = 0
        taken: i64 = 0
        for seat in range(t.players):
            for i in range(self.counts[seat]):
                if t.limited[seat]:
                    cards[place] = hands[seat * HAND + i]
                else:
                    cards[place] = rest[taken]
                    taken += 1
                place += 1
        while taken < left:
            cards[place] = rest[taken]
            place += 1
            taken += 1
        return True

    def count_ways(self, t: Table, seat: i64, cards: vec[u8], first: i64, count: i64) -> i64:
        """In how many ways the cards from `first` on fill the hand.

        ways[level, n]: those to choose n cards of the kinds with that limit or a stricter one.
        """
        many = self.many
        for level in range(i64(LEVELS)):
            many[level] = 0
        for i in range(first, count):
            many[i64(t.limits[seat * TYPES + i64(cards[i])])] += 1
        ways = self.ways
        for level in range(i64(LEVELS)):
            for n in range(i64(LEVELS)):
                total: i64 = 0
                # No more of these kinds than the limit says; HAND is none.
                if n <= level:
                    for more in range(n + 1):
                        if level > 0:
                            total += ways[(level - 1) * LEVELS + n - more] * choose(
                                many[level], more
                            )
                        elif more == n:
                            total += choose(many[level], more)
                ways[level * LEVELS + n] = total
        return ways[HAND * LEVELS + self.counts[seat]]

    def deal_hand(
        self, t: Table, seat: i64, cards: vec[u8], first: i64, count: i64, chance: Stream
    ) -> None:
        """Bring the cards of a hand to the front, each way as likely; after `count_ways`."""
        n = self.counts[seat]
        at = first
        level: i64 = HAND
        while level >= 0 and n > 0:
            more: i64 = n
            if level > 0:
                part = below(self.ways[level * LEVELS + n], chance)
                more = 0
                while True:
                    part -= self.ways[(level - 1) * LEVELS + n - more] * choose(
                        self.many[level], more
                    )
                    if part < 0:
                        break
                    more += 1
            left = self.many[level]
            for _card in range(more):
                pick = chance.below(left)
                i = at
                while True:
                    if i64(t.limits[seat * TYPES + i64(cards[i])]) == level:
                        if pick == 0:
                            break
                        pick -= 1
                    i += 1
                card = cards[i]
                cards[i] = cards[at]
                cards[at] = card
                at += 1
                left -= 1
            n -= more
            level -= 1


def choose(n: i64, k: i64) -> i64:
    """How many ways there are to choose k of n; k is at most HAND."""
    if k > n:
        return 0
    out: i64 = 1
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


def below(n: i64, chance: Stream) -> i64:
    """A number from 0 to n - 1, each equally likely; n may be up to 2**31."""
    while True:
        piece = chance.piece() | chance.piece() << 16
        # What is beyond the last whole multiple of n would be uneven.
        if piece < TWO_PIECES - TWO_PIECES % n:
            return piece % n


class Undrawn(Belief[Table]):
    """The real table, with the pile in any order."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def world(self, chance: Stream) -> Table:
        t = self.table.copy()
        t.key = chance.random_key()
        chance.shuffle(t.deck, t.deck_count, t.deck_count)
        return t
