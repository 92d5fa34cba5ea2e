"""What lies on the table of Winds of Plunder.

The twelve treasures keep the order of their one shuffle in `deal`: what is known of a card that was
drawn and not yet played depends on when it was drawn and where its owner has been since. Once
played a treasure is known to all wherever it goes.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.state import NOBODY, State
from fourwinds.games.winds_of_plunder.pieces import (
    CARD_KINDS,
    CREW,
    MOST_CARDS,
    MOST_SEATS,
    PLACES,
    PORTS,
    TURN_POINTS,
    WEAPON,
    Box,
)

# What a draft holds: a gust, or an intrigue and perhaps its first tile.
NO_DRAFT: Final = 0
GUST_DRAFT: Final = 1
INTRIGUE_DRAFT: Final = 6
TILE_DRAFT: Final = 7

# The piles that are shuffled, by which their random numbers are named.
STARTS_PILE: Final = 0
TREASURES_PILE: Final = 1
CARDS_PILE: Final = 2
TILES_PILE: Final = 3
BLACKBEARD_PILE: Final = 4


class Table(State):
    """The state of a match of Winds of Plunder. Lists by seat have MOST_SEATS places."""

    round: i64
    wind: i64
    blackbeard: i64
    # 1 + the direction, 0 while it is owed; secret until the last is in
    votes: Annotated[vec[i64], "MOST_SEATS"]
    # 1 + the cubes, likewise
    bids: Annotated[vec[i64], "MOST_SEATS"]
    first: i64  # who plunders first this round
    turns: i64  # plundering turns done this round
    turn: i64  # whose turn it is
    action_points: i64
    sailed: i64  # sailings in this turn
    heaved: i64  # 1 once Heave was played in this turn
    bonus: i64  # 1 once the point of Largest Crew was given
    draft: i64  # what the seat on turn has begun to choose
    ship: Annotated[vec[i64], "MOST_SEATS"]
    vp: Annotated[vec[i64], "MOST_SEATS"]
    cubes: Annotated[vec[i64], "MOST_SEATS"]
    reserve: Annotated[vec[i64], "MOST_SEATS"]
    items: Annotated[vec[i64], "3 * MOST_SEATS"]  # by item, then seat
    booty: Annotated[vec[i64], "MOST_SEATS"]
    reputation: Annotated[vec[i64], "MOST_SEATS"]  # masks of ports
    holders: Annotated[vec[i64], "3", "NOBODY"]  # of the three advantages
    tiles: Annotated[vec[u8], "PLACES"]  # by place
    deck: Annotated[vec[u8], "MOST_CARDS"]  # action cards, the next one last
    deck_count: i64
    reshuffles: i64  # how often the discards were shuffled to make a new deck
    discards: Annotated[vec[u8], "CARD_KINDS"]  # how many of each card
    # MOST_CARDS places a seat, ascending, of equal cards the oldest first
    hands: Annotated[vec[u8], "MOST_SEATS * MOST_CARDS"]
    # the number of the deck each of these was drawn from: how many reshuffles came before it
    drawn_from: Annotated[vec[u8], "MOST_SEATS * MOST_CARDS"]
    held: Annotated[vec[i64], "MOST_SEATS"]
    deal: Annotated[vec[u8], "PORTS"]  # the treasures in the order of their shuffle
    drawn: i64  # how many of these were drawn
    drawers: Annotated[vec[u8], "PORTS"]  # by whom
    missed: Annotated[vec[i64], "PORTS"]  # masks of ports where the drawer has since arrived
    # by treasure: masks of draws it may come from, 0 until first played
    origins: Annotated[vec[i64], "PORTS"]
    under: Annotated[vec[u8], "PORTS"]  # treasures put under the deck, the next to come first
    under_count: i64
    treasures: Annotated[vec[i64], "MOST_SEATS"]  # masks of those in hand

    def __init__(self, rules: Any, players: i64, box: Box, tournament: bool) -> None:
        super().__init__(rules, players)
        self.box = box
        self.tournament = tournament

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        self.round = 0
        self.wind = 0
        self.blackbeard = 0
        self.votes = vec[i64]([0] * MOST_SEATS)
        self.bids = vec[i64]([0] * MOST_SEATS)
        self.first = 0
        self.turns = 0
        self.turn = 0
        self.action_points = 0
        self.sailed = 0
        self.heaved = 0
        self.bonus = 0
        self.draft = 0
        self.ship = vec[i64]([0] * MOST_SEATS)
        self.vp = vec[i64]([0] * MOST_SEATS)
        self.cubes = vec[i64]([0] * MOST_SEATS)
        self.reserve = vec[i64]([0] * MOST_SEATS)
        self.items = vec[i64]([0] * (3 * MOST_SEATS))
        self.booty = vec[i64]([0] * MOST_SEATS)
        self.reputation = vec[i64]([0] * MOST_SEATS)
        self.holders = vec[i64]([NOBODY] * 3)
        self.tiles = vec[u8]([0] * PLACES)
        self.deck = vec[u8]([0] * MOST_CARDS)
        self.deck_count = 0
        self.reshuffles = 0
        self.discards = vec[u8]([0] * CARD_KINDS)
        self.hands = vec[u8]([0] * (MOST_SEATS * MOST_CARDS))
        self.drawn_from = vec[u8]([0] * (MOST_SEATS * MOST_CARDS))
        self.held = vec[i64]([0] * MOST_SEATS)
        self.deal = vec[u8]([0] * PORTS)
        self.drawn = 0
        self.drawers = vec[u8]([0] * PORTS)
        self.missed = vec[i64]([0] * PORTS)
        self.origins = vec[i64]([0] * PORTS)
        self.under = vec[u8]([0] * PORTS)
        self.under_count = 0
        self.treasures = vec[i64]([0] * MOST_SEATS)

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
        other = Table(self.rules, self.players, self.box, self.tournament)
        self.copy_common(other)
        other.round = self.round
        other.wind = self.wind
        other.blackbeard = self.blackbeard
        other.votes = self.votes[:]
        other.bids = self.bids[:]
        other.first = self.first
        other.turns = self.turns
        other.turn = self.turn
        other.action_points = self.action_points
        other.sailed = self.sailed
        other.heaved = self.heaved
        other.bonus = self.bonus
        other.draft = self.draft
        other.ship = self.ship[:]
        other.vp = self.vp[:]
        other.cubes = self.cubes[:]
        other.reserve = self.reserve[:]
        other.items = self.items[:]
        other.booty = self.booty[:]
        other.reputation = self.reputation[:]
        other.holders = self.holders[:]
        other.tiles = self.tiles[:]
        other.deck = self.deck[:]
        other.deck_count = self.deck_count
        other.reshuffles = self.reshuffles
        other.discards = self.discards[:]
        other.hands = self.hands[:]
        other.drawn_from = self.drawn_from[:]
        other.held = self.held[:]
        other.deal = self.deal[:]
        other.drawn = self.drawn
        other.drawers = self.drawers[:]
        other.missed = self.missed[:]
        other.origins = self.origins[:]
        other.under = self.under[:]
        other.under_count = self.under_count
        other.treasures = self.treasures[:]
        return other

    def begin_turn(self) -> None:
        """WP-4.1: the next turn of the round, clockwise from the first (WP-3.5)."""
        turn = self.first + self.turns
        if turn >= self.players:
            turn -= self.players
        self.turn = turn
        self.action_points = TURN_POINTS
        self.sailed = self.heaved = self.bonus = 0

    def decision_number(self) -> i64:
        turn = ((self.round * 8 + self.turns) * 2 + self.bonus) * 4 + self.action_points
        return ((turn * 4 + self.sailed) * 16 + i64(self.step.number)) * 32 + self.draft

    def points(self, seat: i64) -> i64:
        return self.vp[seat]

    def place(self, seat: i64) -> i64:
        """WP-8.2: most points; the ties are broken in order, each among those still tied."""
        place: i64 = 1
        for other in range(self.players):
            if self.ahead(other, seat):
                place += 1
        return place

    def ahead(self, one: i64, two: i64) -> bool:
        """Whether the first is placed before the second."""
        by = self.vp[one] - self.vp[two]
        if by == 0:
            by = i64(one == self.blackbeard) - i64(two == self.blackbeard)
        if by == 0:
            by = self.markers(one) - self.markers(two)
        if by == 0:
            by = i64(one == self.holders[WEAPON]) - i64(two == self.holders[WEAPON])
        if by == 0:
            by = i64(one == self.holders[CREW]) - i64(two == self.holders[CREW])
        if by == 0:
            by = self.held[one] - self.held[two]
        if by == 0 and self.tournament:
            by = self.clockwise_from_blackbeard(two) - self.clockwise_from_blackbeard(one)
        return by > 0

    def markers(self, seat: i64) -> i64:
        """How many advantage markers the seat holds."""
        count: i64 = 0
        for item in range(i64(3)):
            if self.holders[item] == seat:
                count += 1
        return count

    def clockwise_from_blackbeard(self, seat: i64) -> i64:
        return (seat - self.blackbeard + self.players) % self.players

    def item(self, seat: i64, item: i64) -> i64:
        return self.items[item * MOST_SEATS + seat]

    def hand(self, seat: i64) -> list[int]:
        start = seat * MOST_CARDS
        return [int(self.hands[start + i]) for i in range(self.held[seat])]

    def receive(self, seat: i64, card: i64, deck: i64) -> None:
        """Put an action card, drawn from the deck of that number, into the hand in its place."""
        hands = self.hands
        drawn_from = self.drawn_from
        start = seat * MOST_CARDS
        place = start + self.held[seat]
        while place > start and (
            i64(hands[place - 1]) > card
            or (i64(hands[place - 1]) == card and i64(drawn_from[place - 1]) > deck)
        ):
            hands[place] = hands[place - 1]
            drawn_from[place] = drawn_from[place - 1]
            place -= 1
        hands[place] = u8(card)
        drawn_from[place] = u8(deck)
        self.held[seat] += 1

    def find(self, seat: i64, card: i64) -> i64:
        """Where in the hands the first such card of the seat lies, NOBODY if he has none."""
        start = seat * MOST_CARDS
        for i in range(start, start + self.held[seat]):
            if i64(self.hands[i]) == card:
                return i
        return NOBODY

    def discard(self, seat: i64, card: i64) -> None:
        """Lay one such card, the oldest, on the discards."""
        hands = self.hands
        drawn_from = self.drawn_from
        i = self.find(seat, card)
        last = seat * MOST_CARDS + self.held[seat] - 1
        while i < last:
            hands[i] = hands[i + 1]
            drawn_from[i] = drawn_from[i + 1]
            i += 1
        self.held[seat] -= 1
        self.discards[card] += 1
