"""What lies on the table of Regatta.

A card is the number of its kind in the component file; cards of a kind are alike. A boat is its bow
(micrometres from the middle of the line, x east, y north) and its heading (fortieths of a degree,
clockwise from north).
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, OWNER, FactKind
from fourwinds.core.fields import FRESH
from fourwinds.core.state import NOBODY, State
from fourwinds.games.regatta.actions import ARROWS, TYPES
from fourwinds.games.regatta.course import HOME, Course
from fourwinds.games.regatta.hull import Hull
from fourwinds.games.regatta.lookout import Lookout
from fourwinds.games.regatta.paths import MARGIN, Paths
from fourwinds.games.regatta.shapes import CardColour, CardFace
from fourwinds.games.regatta.sweeps import DistanceGrid, EdgeReach
from fourwinds.games.regatta.trigonometry import far

HAND: Final = 5
MOST_CARDS: Final = 55
MOST_SWAPPED: Final = 3
SMALLEST_RESERVE: Final = 6
TURN_STEP: Final = 600  # of a turn on the spot: 15 degrees

# Symbols on cards.
PLAIN: Final = 0
HELM: Final = 1
CLOUD: Final = 2
SUN_CARD: Final = 3

# What chance decides: who begins, and the order of the deck.
LOT: Final = 0
DECK: Final = 1

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


class Box:
    """RG-1: what is in the box; nothing of it changes during a race."""

    def __init__(
        self,
        hull: Hull,
        paths: Paths,
        reach: EdgeReach,
        grid: DistanceGrid,
        course: Course,
        names: list[str],
        counts: list[int],
        colours: list[CardColour],
        symbols: list[int],
        arrows: list[list[int]],
        small: list[int],
    ) -> None:
        self.hull = hull
        self.paths = paths
        self.reach = reach
        self.grid = grid
        self.course = course
        self.names = names
        self.colours = colours
        self.small = small
        self.counts = counts
        self.kinds: i64 = len(names)
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
        # What views show of the cards: written by view.py when first asked.
        self.faces: dict[str, CardFace] = {}
        # How far apart two bows must lie at least so that neither boat matters to the other.
        self.apart: i64 = paths.reach + hull.length + hull.zone_length + hull.zone_half + 2 * MARGIN


class Table(State):
    """The state of a race."""

    first: i64
    turn: i64
    turns: i64  # turns begun in the race, missed ones included
    boat: Annotated[vec[i64], "players", "NOBODY"]  # which of BOATS, NOBODY before it is chosen
    afloat: Annotated[vec[i64], "players"]  # 1 once the boat lies on the water
    x: Annotated[vec[i64], "players"]
    y: Annotated[vec[i64], "players"]
    h: Annotated[vec[i64], "players"]
    stage: Annotated[vec[i64], "players"]  # gates crossed
    calm: Annotated[vec[i64], "players"]  # 1 if a sun lies before the boat
    hands: Annotated[vec[u8], "players * HAND"]  # ascending, the first held[seat] taken
    held: Annotated[vec[u8], "players"]
    deck: Annotated[vec[u8], "MOST_CARDS"]  # drawn from the end
    deck_count: i64
    reshuffles: i64  # how often the discards became the deck
    discards: Annotated[vec[u8], "TYPES"]  # how many of each kind
    draft: Annotated[vec[u8], "MOST_SWAPPED"]  # cards chosen for a swap, in the order chosen
    draft_count: i64
    played: i64  # cards played this turn
    helm: i64  # 1 if one more card may be played
    card: Annotated[i64, "NOBODY"]  # the card with the cloud, between its two legs, else NOBODY

    # RG-4.4: what forced stops have told of each hand, TYPES places a seat. In a hand lie at most
    # n cards of the kinds whose number is n or less; HAND says nothing.
    limits: Annotated[vec[u8], "players * TYPES", "HAND"]
    limited: Annotated[vec[u8], "players"]  # 1 for a seat of whose hand something is known

    # What comes of each seat's arrows, as far as asked since boats moved; not part of the position.
    verdicts: Annotated[vec[u8], "players * self.box.paths.arrows"]
    watcher: Annotated[i64, "NOBODY", FRESH]  # whose bow the lookout stands at, if anybody's
    lookout: Annotated[Lookout | None, "None", FRESH]

    def __init__(self, rules: Any, players: i64, box: Box) -> None:
        super().__init__(rules, players)
        self.box = box

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.first = 0
        self.turn = 0
        self.turns = 0
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
        self.reshuffles = 0
        self.discards = vec[u8]([0] * TYPES)
        self.draft = vec[u8]([0] * MOST_SWAPPED)
        self.draft_count = 0
        self.played = 0
        self.helm = 0
        self.card = NOBODY
        self.limits = vec[u8]([HAND] * (players * TYPES))
        self.limited = vec[u8]([0] * players)
        self.verdicts = vec[u8]([0] * (players * self.box.paths.arrows))
        self.watcher = NOBODY
        self.lookout = None

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
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
        other.reshuffles = self.reshuffles
        other.discards = self.discards[:]
        other.draft = self.draft[:]
        other.draft_count = self.draft_count
        other.played = self.played
        other.helm = self.helm
        other.card = self.card
        other.limits = self.limits[:]
        other.limited = self.limited[:]
        other.verdicts = self.verdicts[:]
        other.watcher = NOBODY
        other.lookout = None
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
        along = self.x[seat]
        across = self.y[seat]
        if not course.level[gate]:
            along = self.y[seat]
            across = self.x[seat]
        beyond = max(max(course.low[gate] - along, along - course.high[gate]), 0)
        return far(across - course.at[gate], beyond)

    # Boats.

    def around(self, seat: i64) -> Lookout:
        """What lies around a seat's boat."""
        lookout = self.lookout
        if lookout is None:
            box = self.box
            lookout = Lookout(
                box.hull, box.paths, box.reach, box.grid, box.course.water, self.players
            )
            self.lookout = lookout
        if self.watcher != seat:
            self.watcher = seat
            lookout.look(self.x[seat], self.y[seat], self.h[seat])
            for other in range(self.players):
                if other != seat and self.afloat[other]:
                    lookout.add(other, self.x[other], self.y[other], self.h[other])
        return lookout

    def put(self, seat: i64, x: i64, y: i64, h: i64) -> None:
        """Lay a boat there; what was found out about boats it may matter to is forgotten."""
        apart = self.box.apart
        arrows = self.box.paths.arrows
        verdicts = self.verdicts
        old_x = self.x[seat]
        old_y = self.y[seat]
        for other in range(self.players):
            dx = self.x[other] - x
            dy = self.y[other] - y
            near = -apart <= dx <= apart and -apart <= dy <= apart
            if not near:
                dx = self.x[other] - old_x
                dy = self.y[other] - old_y
                near = -apart <= dx <= apart and -apart <= dy <= apart
            if near or other == seat:
                for at in range(other * arrows, other * arrows + arrows):
                    verdicts[at] = 0
        self.x[seat] = x
        self.y[seat] = y
        self.h[seat] = h
        self.afloat[seat] = 1
        self.watcher = NOBODY

    def seat_of(self, boat: i64) -> i64:
        """Who sails a boat, NOBODY if it is not in the race."""
        for seat in range(self.players):
            if self.boat[seat] == boat:
                return seat
        return NOBODY

    def next_turn(self, seat: i64) -> None:
        """Play goes clockwise."""
        seat += 1
        if seat == self.players:
            seat = 0
        self.turn = seat

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

    def draft_shown_to(self, seat: i64) -> i64:
        """RG-5.1: how many cards of an unfinished swap a seat sees: who swaps all, others none."""
        if seat == self.turn:
            return self.draft_count
        return 0
