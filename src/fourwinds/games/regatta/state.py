"""What lies on the table of Regatta.

A card is the number of its kind in the component file; cards of a kind are alike. A boat is its bow
(micrometres from the middle of the line, x east, y north) and its heading (fortieths of a degree,
clockwise from north).
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, OWNER, FactKind
from fourwinds.core.state import NOBODY, State
from fourwinds.games.regatta.geometry import Hull, Lookout, Paths, Water, far

BOATS: Final = ["red", "green", "yellow", "blue"]
LETTERS: Final = "abcdef"
TYPES: Final = 40  # kinds of cards
ARROWS: Final = 6  # on a card
HAND: Final = 5
MOST_CARDS: Final = 55
MOST_SWAPPED: Final = 3
SMALLEST_RESERVE: Final = 6
MOST_PLACES: Final = 8
TURNS: Final = 23  # headings to turn to, in steps of 15 degrees
TURN_STEP: Final = 600

# Symbols on cards.
PLAIN: Final = 0
HELM: Final = 1
CLOUD: Final = 2
SUN_CARD: Final = 3

# Actions: a card and its arrow; a card to swap; the end of a turn or swap; a sun before a boat;
# a turn on the spot; a boat and a place to start with.
SWAP: Final = 240  # TYPES * ARROWS
END: Final = 280
SUN: Final = 281
TURN: Final = 285
BOAT: Final = 308
START: Final = 312
ACTION_COUNT: Final = 320

# RG-7.1: what the bow must cross, in this order.
GATES: Final = 6
HOME: Final = 6
LINE: Final = 0
RED_WEST: Final = 1
RED_NORTH: Final = 2
GREEN_NORTH: Final = 3
GREEN_EAST: Final = 4
FINISH: Final = 5
GATE_NAMES: Final = ["line", "red-west", "red-north", "green-north", "green-east", "finish"]

RACE_BEGAN: Final = FactKind("race-began", audience=ALL, reveals="deck")
CARDS_DEALT: Final = FactKind("cards-dealt", audience=OWNER, reveals="deck")
BOAT_CHOSEN: Final = FactKind("boat-chosen", audience=ALL, reveals=NOTHING)
BOAT_PLACED: Final = FactKind("boat-placed", audience=ALL, reveals=NOTHING)
BOAT_SAILED: Final = FactKind("boat-sailed", audience=ALL, reveals="hand")
BOAT_STOPPED: Final = FactKind("boat-stopped", audience=ALL, reveals="hand")
GATE_CROSSED: Final = FactKind("gate-crossed", audience=ALL, reveals=NOTHING)
GATE_UNDONE: Final = FactKind("gate-undone", audience=ALL, reveals=NOTHING)
LEG_LOST: Final = FactKind("leg-lost", audience=ALL, reveals=NOTHING)
SUN_LAID: Final = FactKind("sun-laid", audience=ALL, reveals="hand")
TURN_MISSED: Final = FactKind("turn-missed", audience=ALL, reveals=NOTHING)
CARDS_SWAPPED: Final = FactKind("cards-swapped", audience=ALL, reveals="hand")
BOAT_TURNED: Final = FactKind("boat-turned", audience=ALL, reveals=NOTHING)
CARDS_DRAWN: Final = FactKind("cards-drawn", audience=OWNER, reveals="deck")
PILE_SHUFFLED: Final = FactKind("pile-shuffled", audience=ALL, reveals=NOTHING)
RACE_ENDED: Final = FactKind("race-ended", audience=ALL, reveals=NOTHING)
FACTS: Final = (
    RACE_BEGAN,
    CARDS_DEALT,
    BOAT_CHOSEN,
    BOAT_PLACED,
    BOAT_SAILED,
    BOAT_STOPPED,
    GATE_CROSSED,
    GATE_UNDONE,
    LEG_LOST,
    SUN_LAID,
    TURN_MISSED,
    CARDS_SWAPPED,
    BOAT_TURNED,
    CARDS_DRAWN,
    PILE_SHUFFLED,
    RACE_ENDED,
)


class Course:
    """RG-1.3, RG-7.1: the water, the places to start from and the gates.

    A gate lies along x (level) or y; it is crossed at `at`, between `low` and `high`, the way the
    other coordinate grows (way 1) or shrinks (way -1).
    """

    def __init__(self, water: Water, places: list[int], start_y: int) -> None:
        self.water = water
        self.places = vec[i64](places)
        self.start_y: i64 = start_y
        x, y = water.x, water.y
        west, east, north = water.west, water.east, water.north
        self.level = vec[i64]([1, 1, 0, 0, 1, 1])
        self.at = vec[i64]([y[0], y[2], x[2], x[3], y[3], y[0]])
        self.low = vec[i64]([x[0], west, y[2], y[3], x[3], x[0]])
        self.high = vec[i64]([x[1], x[2], north, north, east, x[1]])
        self.way = vec[i64]([1, 1, 1, 1, -1, -1])


class Box:
    """RG-1: what is in the box; nothing of it changes during a race."""

    def __init__(
        self,
        hull: Hull,
        paths: Paths,
        course: Course,
        names: list[str],
        counts: list[int],
        colours: list[str],
        symbols: list[int],
        arrows: list[list[int]],
        small: list[int],
    ) -> None:
        self.hull = hull
        self.paths = paths
        self.course = course
        self.names = names
        self.colours = colours
        self.small = small
        self.counts = counts
        self.symbols = vec[i64](symbols)
        self.arrow_count = vec[i64]([len(numbers) for numbers in arrows])
        flat = []
        for numbers in arrows:
            flat += numbers + [0] * (ARROWS - len(numbers))
        self.arrows = vec[i64](flat)
        deck = []
        for card, count in enumerate(counts):
            deck += [card] * count
        self.deck = vec[u8](deck)
        self.sun: i64 = symbols.index(SUN_CARD)
        self.suns: i64 = counts[symbols.index(SUN_CARD)]


class Table(State):
    """The state of a race."""

    first: i64
    turn: i64
    turns: i64  # turns begun in the race, missed ones included
    boat: vec[i64]  # which of BOATS each seat sails, NOBODY before it has chosen
    afloat: vec[i64]  # 1 once the boat lies on the water
    x: vec[i64]
    y: vec[i64]
    h: vec[i64]
    stage: vec[i64]  # gates crossed
    calm: vec[i64]  # 1 if a sun lies before the boat
    hands: vec[u8]  # HAND places a seat, the first held[seat] taken, ascending
    held: vec[u8]
    deck: vec[u8]  # drawn from the end
    deck_count: i64
    discards: vec[u8]  # how many of each kind
    draft: vec[u8]  # cards chosen for a swap, in the order chosen
    draft_count: i64
    played: i64  # cards played this turn
    helm: i64  # 1 if one more card may be played
    card: i64  # the card with the cloud, between its two legs

    # What the arrows of the actor lead to, worked out once a decision; not part of the position.
    known: bool
    forced: bool  # RG-4.4
    aground: bool  # no card moves the boat: RG-5.1
    status: vec[i64]
    stop_at: vec[i64]
    touching: vec[i64]
    lookout: Lookout

    def __init__(self, rules: Any, players: i64, box: Box) -> None:
        super().__init__(rules, players, ACTION_COUNT)
        self.box = box

    def clear(self) -> None:
        """Nothing on the table yet; a copy need not do this first."""
        players = self.players
        self.first = self.turn = self.turns = 0
        self.boat = vec[i64]([NOBODY] * players)
        self.afloat = vec[i64]([0] * players)
        self.x = vec[i64]([0] * players)
        self.y = vec[i64]([0] * players)
        self.h = vec[i64]([0] * players)
        self.stage = vec[i64]([0] * players)
        self.calm = vec[i64]([0] * players)
        self.hands = vec[u8]([0] * (players * HAND))
        self.held = vec[u8]([0] * players)
        self.deck = vec[u8]([0] * MOST_CARDS)
        self.deck_count = 0
        self.discards = vec[u8]([0] * TYPES)
        self.draft = vec[u8]([0] * MOST_SWAPPED)
        self.draft_count = self.played = self.helm = self.card = 0
        self.forget()

    def forget(self) -> None:
        """Fresh room for what is worked out once a decision."""
        arrows = self.box.paths.arrows
        self.known = self.forced = self.aground = False
        self.status = vec[i64]([0] * arrows)
        self.stop_at = vec[i64]([0] * arrows)
        self.touching = vec[i64]([0] * arrows)
        self.lookout = Lookout(self.box.hull, self.box.paths, self.box.course.water, self.players)

    def copy(self) -> Table:
        other = Table(self.rules, self.players, self.box)
        self.copy_common(other)
        other.first = self.first
        other.turn = self.turn
        other.turns = self.turns
        other.boat = self.boat[:]
        other.afloat = self.afloat[:]
        other.x = self.x[:]
        other.y = self.y[:]
        other.h = self.h[:]
        other.stage = self.stage[:]
        other.calm = self.calm[:]
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.deck = self.deck[:]
        other.deck_count = self.deck_count
        other.discards = self.discards[:]
        other.draft = self.draft[:]
        other.draft_count = self.draft_count
        other.played = self.played
        other.helm = self.helm
        other.card = self.card
        other.forget()
        return other

    def decision_number(self) -> i64:
        count = self.turns * 4 + self.turn
        return ((count * 16 + self.step.number) * 4 + self.draft_count) * 4 + self.played

    def points(self, seat: i64) -> i64:
        """How many of the six gates the boat has crossed."""
        return self.stage[seat]

    def place(self, seat: i64) -> i64:
        """RG-7.2: by stages done, then by the remaining distance."""
        place: i64 = 1
        mine = self.remaining(seat)
        for other in range(self.players):
            if self.stage[other] > self.stage[seat] or (
                self.stage[other] == self.stage[seat] and self.remaining(other) < mine
            ):
                place += 1
        return place

    def remaining(self, seat: i64) -> i64:
        """How far the bow is from the gate it must cross next."""
        gate = self.stage[seat]
        if gate == HOME or not self.afloat[seat]:
            return 0
        course = self.box.course
        along = self.x[seat] if course.level[gate] else self.y[seat]
        across = self.y[seat] if course.level[gate] else self.x[seat]
        beyond = max(max(course.low[gate] - along, along - course.high[gate]), 0)
        return far(across - course.at[gate], beyond)

    # Cards.

    def hand(self, seat: i64) -> list[int]:
        start = seat * HAND
        return [int(self.hands[start + i]) for i in range(i64(self.held[seat]))]

    def holds(self, seat: i64, card: i64) -> i64:
        """How many such cards the seat holds."""
        found: i64 = 0
        start = seat * HAND
        for i in range(i64(self.held[seat])):
            if i64(self.hands[start + i]) == card:
                found += 1
        return found

    def receive(self, seat: i64, card: u8) -> None:
        """Put a card into the hand, which stays in ascending order."""
        hands = self.hands
        start = seat * HAND
        place = start + i64(self.held[seat])
        while place > start and hands[place - 1] > card:
            hands[place] = hands[place - 1]
            place -= 1
        hands[place] = card
        self.held[seat] += 1

    def drop(self, seat: i64, card: i64) -> None:
        """Take one such card out of the hand."""
        hands = self.hands
        left = i64(self.held[seat]) - 1
        i = seat * HAND
        last = i + left
        while i64(hands[i]) != card:
            i += 1
        while i < last:
            hands[i] = hands[i + 1]
            i += 1
        self.held[seat] = u8(left)

    def drafted(self, card: i64) -> i64:
        """How many such cards are chosen for a swap."""
        found: i64 = 0
        for i in range(self.draft_count):
            if i64(self.draft[i]) == card:
                found += 1
        return found

    def seat_of(self, boat: i64) -> i64:
        """Who sails a boat, NOBODY if it is not in the race."""
        for seat in range(self.players):
            if self.boat[seat] == boat:
                return seat
        return NOBODY
