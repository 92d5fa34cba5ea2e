"""What lies on the table of Winds of Plunder.

Directions are 0-3 (north, east, south, west), ports 0-11 in the order of the component file, places
of tiles 0-17: the ports, then the rotation bar from its left end. A tile is its points * 16 + the
mask of its symbols. Action cards are the purchases (0-23, sorted), then one number a kind.

The twelve treasures keep the order of their one shuffle in `deal`: what is known of a card that was
drawn and not yet played depends on when it was drawn and where its owner has been since. Once
played a treasure is known to all wherever it goes.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, OWNER, FactKind
from fourwinds.core.state import NOBODY, State

DIRECTIONS: Final = ("north", "east", "south", "west")
NORTH: Final = 0
EAST: Final = 1
ROUNDS: Final = 9
MOST_SEATS: Final = 5
ZONES: Final = 4
PORTS: Final = 12
BAR: Final = 6
PLACES: Final = 18
STARTS: Final = 5
CUBES_A_PLAYER: Final = 30
TRACK_CUBES: Final = 4
FIRST_CUBES: Final = 10
FREE_CUBES: Final = 26
MOST_ITEMS: Final = 9
TURN_POINTS: Final = 3

ITEMS: Final = ("weapon", "crew", "provision")
WEAPON: Final = 0
CREW: Final = 1
PROVISION: Final = 2
TREASURE_SYMBOL: Final = 8
SYMBOLS: Final = ("weapon", "crew", "provision", "treasure")
ADVANTAGES: Final = ("most-weapons", "largest-crew", "most-provisions")
LOOT: Final = ("vp", "weapon", "crew", "provision")

PURCHASES: Final = 24
HEAVE: Final = 24
RUMOUR: Final = 25
MISFIRE: Final = 26
MUTINY: Final = 27
SPOILAGE: Final = 28
INTRIGUE: Final = 29
CARD_KINDS: Final = 30
PURCHASE_NAMES: Final = ("weapons", "hire", "provisions")
OTHER_CARDS: Final = ("heave", "rumour", "misfire", "mutiny", "spoilage", "intrigue")
MOST_CARDS: Final = 60

# Actions, in the order of the rules.
VOTE: Final = 0
CUBES: Final = 4
CROWN: Final = 35
WIND: Final = 40
FIRST: Final = 44
DRAW: Final = 49
ADD: Final = 50
GUST: Final = 53
FARTHER: Final = 4  # the gust that carries a zone farther, after the four directions
SAIL: Final = 58
BOARD: Final = 70
PASS: Final = 90
CARD: Final = 91
STRIKE: Final = 117  # misfire, mutiny and spoilage: a card and its victim
PLAY_INTRIGUE: Final = 132
SWAP: Final = 133
DONE: Final = 151
ACTION_COUNT: Final = 152

# What a draft holds: a gust, or an intrigue and perhaps its first tile.
NO_DRAFT: Final = 0
GUST_DRAFT: Final = 1
INTRIGUE_DRAFT: Final = 6
TILE_DRAFT: Final = 7

BITS: Final = vec[i64]([2**i for i in range(PLACES)])
ALL_PORTS: Final = 4095

MATCH_BEGAN: Final = FactKind("match-began", audience=ALL, reveals="deck")
ROUND_BEGAN: Final = FactKind("round-began", audience=ALL, reveals=NOTHING)
CHOICE_MADE: Final = FactKind("choice-made", audience=ALL, reveals=NOTHING)
VOTE_SHOWN: Final = FactKind("vote-shown", audience=ALL, reveals="votes")
CUBES_SHOWN: Final = FactKind("cubes-shown", audience=ALL, reveals="votes")
BLACKBEARD_TAKEN: Final = FactKind("blackbeard-taken", audience=ALL, reveals=NOTHING)
WIND_TURNED: Final = FactKind("wind-turned", audience=ALL, reveals=NOTHING)
FIRST_NAMED: Final = FactKind("first-named", audience=ALL, reveals=NOTHING)
CARD_DRAWN: Final = FactKind("card-drawn", audience=ALL, reveals="deck")
CARD_SEEN: Final = FactKind("card-seen", audience=OWNER, reveals="deck")
DECK_RESHUFFLED: Final = FactKind("deck-reshuffled", audience=ALL, reveals=NOTHING)
CUBES_ADDED: Final = FactKind("cubes-added", audience=ALL, reveals=NOTHING)
GUST_BOUGHT: Final = FactKind("gust-bought", audience=ALL, reveals=NOTHING)
SAILED: Final = FactKind("sailed", audience=ALL, reveals=NOTHING)
TILE_TAKEN: Final = FactKind("tile-taken", audience=ALL, reveals=NOTHING)
TREASURE_DRAWN: Final = FactKind("treasure-drawn", audience=ALL, reveals="treasures")
TREASURE_SEEN: Final = FactKind("treasure-seen", audience=OWNER, reveals="treasures")
BAR_MOVED: Final = FactKind("bar-moved", audience=ALL, reveals=NOTHING)
TILE_SCORED: Final = FactKind("tile-scored", audience=ALL, reveals=NOTHING)
BOARDED: Final = FactKind("boarded", audience=ALL, reveals=NOTHING)
TREASURE_PLAYED: Final = FactKind("treasure-played", audience=ALL, reveals="hand")
REPUTATION_GAINED: Final = FactKind("reputation-gained", audience=ALL, reveals=NOTHING)
ZONE_COMPLETED: Final = FactKind("zone-completed", audience=ALL, reveals=NOTHING)
ADVANTAGE_TAKEN: Final = FactKind("advantage-taken", audience=ALL, reveals=NOTHING)
ADVANTAGE_LAID_DOWN: Final = FactKind("advantage-laid-down", audience=ALL, reveals=NOTHING)
ITEM_BOUGHT: Final = FactKind("item-bought", audience=ALL, reveals="hand")
CARD_PLAYED: Final = FactKind("card-played", audience=ALL, reveals="hand")
OPPONENT_STRUCK: Final = FactKind("opponent-struck", audience=ALL, reveals="hand")
TILES_SWAPPED: Final = FactKind("tiles-swapped", audience=ALL, reveals="hand")
EXTRA_POINT: Final = FactKind("extra-point", audience=ALL, reveals=NOTHING)
END_COUNTED: Final = FactKind("end-counted", audience=ALL, reveals=NOTHING)
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)
FACTS: Final = (
    MATCH_BEGAN,
    ROUND_BEGAN,
    CHOICE_MADE,
    VOTE_SHOWN,
    CUBES_SHOWN,
    BLACKBEARD_TAKEN,
    WIND_TURNED,
    FIRST_NAMED,
    CARD_DRAWN,
    CARD_SEEN,
    DECK_RESHUFFLED,
    CUBES_ADDED,
    GUST_BOUGHT,
    SAILED,
    TILE_TAKEN,
    TREASURE_DRAWN,
    TREASURE_SEEN,
    BAR_MOVED,
    TILE_SCORED,
    BOARDED,
    TREASURE_PLAYED,
    REPUTATION_GAINED,
    ZONE_COMPLETED,
    ADVANTAGE_TAKEN,
    ADVANTAGE_LAID_DOWN,
    ITEM_BOUGHT,
    CARD_PLAYED,
    OPPONENT_STRUCK,
    TILES_SWAPPED,
    EXTRA_POINT,
    END_COUNTED,
    MATCH_ENDED,
)

# What a course to a port comes to.
OPEN: Final = 0
SAME_PORT: Final = 1
AGAINST_THE_WIND: Final = 2
TOO_FAR: Final = 3


def is_across(wind: i64) -> bool:
    """Whether a wind blows across the zones, east or west, and not along them."""
    return wind & 1 == 1


class Box:
    """What is in the box (WP-1): chart, tiles, cards and tracks."""

    def __init__(
        self,
        port_names: list[str],
        zones: list[int],
        heights: list[int],
        starts: list[int],
        tiles: list[int],
        cards: list[int],
        card_names: list[str],
        purchases: list[tuple[int, int, int]],
        booty: list[int],
        reputation: list[int],
    ) -> None:
        self.port_names = port_names
        self.card_names = card_names
        self.codes: dict[str, int] = {}  # notation, filled when first needed
        self.zone = vec[i64](zones)
        self.height = vec[i64](heights)
        self.starts = vec[u8](starts)
        self.tiles = vec[u8](tiles)
        self.cards = vec[u8](cards)
        # Purchase cards: the item, and the mask of the two ports where it costs nothing.
        spare = [0] * (PURCHASES - len(purchases))
        self.item = vec[i64]([item for item, _, _ in purchases] + spare)
        self.free = vec[i64]([2**one | 2**two for _, one, two in purchases] + spare)
        self.booty = vec[i64](booty)
        self.reputation = vec[i64](reputation)
        self.zone_mask = vec[i64](
            [
                sum([2**port for port in range(PORTS) if zones[port] == zone])
                for zone in range(ZONES)
            ]
        )
        # The ports open from each port: with each wind, then with each wind and a zone farther.
        self.reach = vec[i64]([0] * (8 * PORTS))
        for form in range(8):
            for start in range(PORTS):
                for to in range(PORTS):
                    if self.course(start, to, form & 3, 1 if form > 3 else 0) == OPEN:
                        self.reach[form * PORTS + start] += 2**to

    def course(self, start: i64, to: i64, wind: i64, farther: i64) -> i64:
        """Whether a ship may sail there (WP-5), and if not, why.

        WP-5.1: north and south, in the same or a neighbouring zone. WP-5.2: east and west, one or
        two zones. WP-5.3: a gust may carry a zone farther.
        """
        if start == to:
            return SAME_PORT
        east = self.zone[to] - self.zone[start]
        if not is_across(wind):
            north = self.height[to] - self.height[start]
            if (north < 0) == (wind == NORTH):
                return AGAINST_THE_WIND
            away = east if east > 0 else -east
            return TOO_FAR if away > 1 + farther else OPEN
        along = east if wind == EAST else -east
        if along <= 0:
            return AGAINST_THE_WIND
        return TOO_FAR if along > 2 + farther else OPEN


class Table(State):
    """The state of a match of Winds of Plunder. Lists by seat have MOST_SEATS places."""

    round: i64
    wind: i64
    blackbeard: i64
    votes: vec[i64]  # 1 + the direction, 0 while it is owed; secret until the last is in
    bids: vec[i64]  # 1 + the cubes, likewise
    first: i64  # who plunders first this round
    turns: i64  # plundering turns done this round
    turn: i64  # whose turn it is
    action_points: i64
    sailed: i64  # sailings in this turn
    heaved: i64  # 1 once Heave was played in this turn
    bonus: i64  # 1 once the point of Largest Crew was given
    draft: i64  # what the seat on turn has begun to choose
    ship: vec[i64]
    vp: vec[i64]
    cubes: vec[i64]
    reserve: vec[i64]
    items: vec[i64]  # by item, then seat
    booty: vec[i64]
    reputation: vec[i64]  # masks of ports
    holders: vec[i64]  # of the three advantages, or NOBODY
    tiles: vec[u8]  # by place
    deck: vec[u8]  # action cards, the top one last
    deck_count: i64
    filling: i64  # how often the deck was filled again
    discards: vec[u8]  # how many of each card
    hands: vec[u8]  # MOST_CARDS places a seat, ascending, of equal cards the oldest first
    fillings: vec[u8]  # the filling of the deck each of these was drawn from
    held: vec[i64]
    deal: vec[u8]  # the treasures in the order of their shuffle
    drawn: i64  # how many of these were drawn
    drawers: vec[u8]  # by whom
    missed: vec[i64]  # masks of ports where the drawer has since arrived
    origins: vec[i64]  # by treasure: masks of draws it may come from, 0 until first played
    under: vec[u8]  # treasures put under the deck, the next to come first
    under_count: i64
    treasures: vec[i64]  # masks of those in hand

    def __init__(self, rules: Any, players: i64, box: Box, tournament: bool) -> None:
        super().__init__(rules, players, ACTION_COUNT)
        self.box = box
        self.tournament = tournament

    def clear(self) -> None:
        """Nothing on the table yet; a copy need not do this first."""
        self.round = self.wind = self.blackbeard = 0
        self.votes = vec[i64]([0] * MOST_SEATS)
        self.bids = vec[i64]([0] * MOST_SEATS)
        self.first = self.turns = self.turn = 0
        self.action_points = self.sailed = self.heaved = self.bonus = self.draft = 0
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
        self.deck_count = self.filling = 0
        self.discards = vec[u8]([0] * CARD_KINDS)
        self.hands = vec[u8]([0] * (MOST_SEATS * MOST_CARDS))
        self.fillings = vec[u8]([0] * (MOST_SEATS * MOST_CARDS))
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
        other.filling = self.filling
        other.discards = self.discards[:]
        other.hands = self.hands[:]
        other.fillings = self.fillings[:]
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
        for item in range(3):
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

    def receive(self, seat: i64, card: i64, filling: i64) -> None:
        """Put an action card into the hand, in its place."""
        hands = self.hands
        fillings = self.fillings
        start = seat * MOST_CARDS
        place = start + self.held[seat]
        while place > start and (
            i64(hands[place - 1]) > card
            or (i64(hands[place - 1]) == card and i64(fillings[place - 1]) > filling)
        ):
            hands[place] = hands[place - 1]
            fillings[place] = fillings[place - 1]
            place -= 1
        hands[place] = u8(card)
        fillings[place] = u8(filling)
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
        fillings = self.fillings
        i = self.find(seat, card)
        last = seat * MOST_CARDS + self.held[seat] - 1
        while i < last:
            hands[i] = hands[i + 1]
            fillings[i] = fillings[i + 1]
            i += 1
        self.held[seat] -= 1
        self.discards[card] += 1

    def place_name(self, place: i64) -> str:
        """A place of a tile: a port, or bar1 (left end) to bar6."""
        return self.box.port_names[place] if place < PORTS else f"bar{place - PORTS + 1}"


def tile_name(tile: int) -> str:
    """A tile in short: 3w, or 2cp for two points, crew and provision."""
    letters = [SYMBOLS[i][0] for i in range(4) if tile >> i & 1]
    return f"{tile >> 4}{''.join(letters)}"
