"""What lies on the table of Vor dem Wind.

Goods are 0-3 (apple, spice, cheese, silk). Action cards and ships are counted by kind: cards that
say the same are alike. Kinds of cards and kinds of ships are numbered as in the Box, special cards
first. Stacks are 0-2 (purchase, storage, shipment), ship sizes 0-1 (large, small).
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, FactKind
from fourwinds.core.state import NOBODY, State
from fourwinds.games.vor_dem_wind.shapes import Good, Size, Stack, Use

GOODS: Final[list[Good]] = ["apple", "spice", "cheese", "silk"]
APPLE: Final = 0
SPICE: Final = 1
CHEESE: Final = 2
SILK: Final = 3
EACH_GOOD: Final = 15
PLACES: Final = 8

STACKS: Final[list[Stack]] = ["purchase", "storage", "shipment"]
STACK_CARDS: Final = 40
CARDS: Final = 120
SIZES: Final[list[Size]] = ["large", "small"]
LARGE_SHIPS: Final = 26
SHIPS: Final = 46
PORT: Final = 7
SHIP_PILE: Final = 3  # the large ships; of all stacks the action cards come first
PILES: Final[list[str]] = [*STACKS, *SIZES]
MOST_SEATS: Final = 4

# What cards are for; special cards from FREE_TRADE on.
PURCHASE: Final = 0
STORAGE: Final = 1
SHIPMENT: Final = 2
FREE_TRADE: Final = 3
CONSERVATION: Final = 4
BUY_AND_STORE: Final = 5
EXCHANGE: Final = 6
MARKET_SALE: Final = 7
SAFE_SHELTER: Final = 8
USES: Final[list[Use]] = [
    "buy",
    "store",
    "income",
    "free-trade",
    "conservation",
    "buy-and-store",
    "exchange",
    "market-sale",
    "safe-shelter",
]
MOST_SPECIALS: Final = 24

START_GOLD: Final = 22
START_MONEY_CARDS: Final = 7
SHELTER_GOLD: Final = 5
SALE_GOLD: Final = 3
# All the money in the box (VW-1.1): nobody can lay down more.
MOST_OFFER: Final = 228
FREE_SEAT: Final = 0
OPEN_CARD: Final = 1
CLOSED_CARD: Final = 2
MONEY: Final = 3
NOT_ASKED: Final = -1
EMPTY: Final = 255
LONGEST_DRAFT: Final = 64

HAND: Final = 4  # the place of a swap that is no warehouse

PAIRS: Final[list[tuple[int, int]]] = [(a, b) for a in range(4) for b in range(a, 4)]

MATCH_BEGAN: Final = FactKind("match-began", audience=ALL, reveals="stacks")
GOODS_CHOSEN: Final = FactKind("goods-chosen", audience=ALL, reveals=NOTHING)
CARD_REVEALED: Final = FactKind("card-revealed", audience=ALL, reveals="stacks")
STACK_RESHUFFLED: Final = FactKind("stack-reshuffled", audience=ALL, reveals=NOTHING)
CARD_TAKEN: Final = FactKind("card-taken", audience=ALL, reveals=NOTHING)
CARD_SHELTERED: Final = FactKind("card-sheltered", audience=ALL, reveals=NOTHING)
CARD_SNATCHED: Final = FactKind("card-snatched", audience=ALL, reveals=NOTHING)
BIDDING_OPENED: Final = FactKind("bidding-opened", audience=ALL, reveals=NOTHING)
OFFER_MADE: Final = FactKind("offer-made", audience=ALL, reveals=NOTHING)
OFFER_DECLINED: Final = FactKind("offer-declined", audience=ALL, reveals=NOTHING)
CARD_SOLD: Final = FactKind("card-sold", audience=ALL, reveals=NOTHING)
CARD_KEPT: Final = FactKind("card-kept", audience=ALL, reveals=NOTHING)
CARDS_DISCARDED: Final = FactKind("cards-discarded", audience=ALL, reveals=NOTHING)
GOODS_BOUGHT: Final = FactKind("goods-bought", audience=ALL, reveals=NOTHING)
GOODS_STORED: Final = FactKind("goods-stored", audience=ALL, reveals=NOTHING)
GOODS_SHIPPED: Final = FactKind("goods-shipped", audience=ALL, reveals=NOTHING)
INCOME_TAKEN: Final = FactKind("income-taken", audience=ALL, reveals=NOTHING)
ACTION_FORGONE: Final = FactKind("action-forgone", audience=ALL, reveals=NOTHING)
SPECIAL_GAINED: Final = FactKind("special-gained", audience=ALL, reveals=NOTHING)
SPECIAL_PLAYED: Final = FactKind("special-played", audience=ALL, reveals=NOTHING)
GOODS_TRADED: Final = FactKind("goods-traded", audience=ALL, reveals=NOTHING)
GOODS_BOUGHT_AND_STORED: Final = FactKind("goods-bought-and-stored", audience=ALL, reveals=NOTHING)
GOODS_SWAPPED: Final = FactKind("goods-swapped", audience=ALL, reveals=NOTHING)
GOODS_SOLD: Final = FactKind("goods-sold", audience=ALL, reveals=NOTHING)
FIRST_PASSED: Final = FactKind("first-passed", audience=ALL, reveals=NOTHING)
FLEET_LEFT: Final = FactKind("fleet-left", audience=ALL, reveals=NOTHING)
GOODS_CONSERVED: Final = FactKind("goods-conserved", audience=ALL, reveals=NOTHING)
GOODS_SPOILED: Final = FactKind("goods-spoiled", audience=ALL, reveals=NOTHING)
FLEET_ARRIVED: Final = FactKind("fleet-arrived", audience=ALL, reveals="stacks")
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)


class Box:
    """The cards in the box (VW-1), kind by kind; the lists are as long as there are kinds."""

    def __init__(
        self,
        names: list[str],
        uses: list[int],
        stacks: list[int],
        goods: list[int],
        numbers: list[int],
        golds: list[int],
        counts: list[int],
    ) -> None:
        self.names = names
        self.use = vec[u8](uses)
        self.stack = vec[u8](stacks)
        self.goods = vec[u8](goods)  # 4 places a kind
        self.number = vec[i64](numbers)  # of goods
        self.gold = vec[i64](golds)  # the price of a card, or its income
        self.count = vec[u8](counts)
        self.kinds: i64 = len(names)
        # Special cards come first, and of these the Safe shelters last.
        self.specials: i64 = 0
        self.shelter: i64 = 0
        for kind in range(self.kinds):
            if i64(self.use[kind]) >= FREE_TRADE:
                self.specials += 1
                if i64(self.use[kind]) < SAFE_SHELTER:
                    self.shelter += 1
        self.ships: i64 = 0
        self.ship_names: list[str] = []
        self.ship_size = vec[u8]([])
        self.cargo = vec[u8]([])
        self.ship_points = vec[i64]([])
        self.ship_count = vec[u8]([])

    def add_ships(
        self,
        names: list[str],
        sizes: list[int],
        cargoes: list[int],
        points: list[int],
        counts: list[int],
    ) -> None:
        self.ships = len(names)
        self.ship_names = names
        self.ship_size = vec[u8](sizes)
        self.cargo = vec[u8](cargoes)  # 4 places a kind
        self.ship_points = vec[i64](points)
        self.ship_count = vec[u8](counts)


class Table(State):
    """The state of a match of Vor dem Wind."""

    number: i64  # of the turn, from 1
    first: i64
    turn: i64  # whose decision it is
    gold: Annotated[vec[i64], "players"]
    paid: Annotated[vec[u8], "players"]  # whether the seat has ever paid or been paid (VW-2.4)
    hands: Annotated[vec[u8], "players * 4"]  # goods in hand, 4 places a seat
    stored: Annotated[vec[u8], "players * 4"]  # goods in the warehouse, 4 places a seat
    supply: Annotated[vec[u8], "4", "EACH_GOOD"]
    specials: Annotated[vec[u8], "players * MOST_SPECIALS"]  # special cards in hand, by kind
    laid: Annotated[vec[u8], "players * MOST_SPECIALS"]  # Conservation in the warehouse
    deck: Annotated[vec[u8], "CARDS"]  # STACK_CARDS places a stack, the next card last
    left: Annotated[vec[u8], "3"]  # cards in each stack
    discards: Annotated[vec[u8], "CARDS"]  # by kind
    row: Annotated[vec[u8], "4", "EMPTY"]  # the revealed cards, EMPTY where one was taken
    revealed: i64
    front: Annotated[vec[u8], "players", "EMPTY"]  # the card before each seat, EMPTY without one
    face: Annotated[vec[u8], "players", "FREE_SEAT"]  # FREE_SEAT, OPEN_CARD, CLOSED_CARD or MONEY
    money: Annotated[vec[i64], "players"]  # before each seat, until the trade ends
    sheltered: Annotated[vec[u8], "players"]  # who has used a Safe shelter in this turn
    owner: Annotated[i64, "NOBODY"]  # of the card that is bid for, NOBODY without a bidding
    opener: Annotated[i64, "NOBODY"]
    offers: Annotated[vec[i64], "players", "NOT_ASKED"]  # NOT_ASKED, 0 for a pass, else gold
    acted: bool  # whether the seat has carried out its card
    special: Annotated[i64, "NOBODY"]  # the special card it has played in this turn
    draft: Annotated[vec[u8], "LONGEST_DRAFT"]  # the simple actions of an uncommitted choice
    drafted: i64
    ship_deck: Annotated[vec[u8], "SHIPS"]  # large ships, then small ones, the next one last
    ships_left: Annotated[vec[u8], "2"]
    gone: Annotated[vec[u8], "SHIPS"]  # ships that left unladen, by kind
    port: Annotated[vec[u8], "PORT", "EMPTY"]  # EMPTY where a ship was laden
    berths: i64  # places of the present fleet
    delivered: Annotated[vec[u8], "players * SHIPS"]  # ships by kind, SHIPS places a seat
    score: Annotated[vec[i64], "players"]
    kept: Annotated[vec[u8], "8"]  # what the seat that is asked conserves: warehouse, then hand
    shuffled: Annotated[vec[i64], "len(PILES)"]  # how often each of the PILES was shuffled

    def __init__(self, rules: Any, players: i64, box: Box, target: i64) -> None:
        super().__init__(rules, players)
        self.box = box
        self.target = target

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.number = 0
        self.first = 0
        self.turn = 0
        self.gold = vec[i64]([0] * players)
        self.paid = vec[u8]([0] * players)
        self.hands = vec[u8]([0] * (players * 4))
        self.stored = vec[u8]([0] * (players * 4))
        self.supply = vec[u8]([EACH_GOOD] * 4)
        self.specials = vec[u8]([0] * (players * MOST_SPECIALS))
        self.laid = vec[u8]([0] * (players * MOST_SPECIALS))
        self.deck = vec[u8]([0] * CARDS)
        self.left = vec[u8]([0] * 3)
        self.discards = vec[u8]([0] * CARDS)
        self.row = vec[u8]([EMPTY] * 4)
        self.revealed = 0
        self.front = vec[u8]([EMPTY] * players)
        self.face = vec[u8]([FREE_SEAT] * players)
        self.money = vec[i64]([0] * players)
        self.sheltered = vec[u8]([0] * players)
        self.owner = NOBODY
        self.opener = NOBODY
        self.offers = vec[i64]([NOT_ASKED] * players)
        self.acted = False
        self.special = NOBODY
        self.draft = vec[u8]([0] * LONGEST_DRAFT)
        self.drafted = 0
        self.ship_deck = vec[u8]([0] * SHIPS)
        self.ships_left = vec[u8]([0] * 2)
        self.gone = vec[u8]([0] * SHIPS)
        self.port = vec[u8]([EMPTY] * PORT)
        self.berths = 0
        self.delivered = vec[u8]([0] * (players * SHIPS))
        self.score = vec[i64]([0] * players)
        self.kept = vec[u8]([0] * 8)
        self.shuffled = vec[i64]([0] * (len(PILES)))

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
        other = Table(self.rules, self.players, self.box, self.target)
        self.copy_common(other)
        other.number = self.number
        other.first = self.first
        other.turn = self.turn
        other.gold = self.gold[:]
        other.paid = self.paid[:]
        other.hands = self.hands[:]
        other.stored = self.stored[:]
        other.supply = self.supply[:]
        other.specials = self.specials[:]
        other.laid = self.laid[:]
        other.deck = self.deck[:]
        other.left = self.left[:]
        other.discards = self.discards[:]
        other.row = self.row[:]
        other.revealed = self.revealed
        other.front = self.front[:]
        other.face = self.face[:]
        other.money = self.money[:]
        other.sheltered = self.sheltered[:]
        other.owner = self.owner
        other.opener = self.opener
        other.offers = self.offers[:]
        other.acted = self.acted
        other.special = self.special
        other.draft = self.draft[:]
        other.drafted = self.drafted
        other.ship_deck = self.ship_deck[:]
        other.ships_left = self.ships_left[:]
        other.gone = self.gone[:]
        other.port = self.port[:]
        other.berths = self.berths
        other.delivered = self.delivered[:]
        other.score = self.score[:]
        other.kept = self.kept[:]
        other.shuffled = self.shuffled[:]
        return other

    def decision_number(self) -> i64:
        """Turn, step, seat and how far each has come; no decision follows its like."""
        served: i64 = 0
        for seat in range(self.players):
            if i64(self.face[seat]) != FREE_SEAT:
                served += 1
        far = 4 * served
        if self.acted:
            far += 2
        if self.special != NOBODY:
            far += 1
        far = (far * 8 + self.revealed) * LONGEST_DRAFT + self.drafted
        return ((self.number * 32 + i64(self.step.number)) * 4 + self.turn) * 16384 + far

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def place(self, seat: i64) -> i64:
        """VW-8.1: most points, then most goods in the warehouse, then most gold, then shared."""
        place: i64 = 1
        for other in range(self.players):
            ahead = self.score[other] - self.score[seat]
            if ahead == 0:
                ahead = count(self.stored, other * 4) - count(self.stored, seat * 4)
            if ahead == 0:
                ahead = self.gold[other] - self.gold[seat]
            if ahead > 0:
                place += 1
        return place

    def next_seat(self, seat: i64) -> i64:
        """The neighbour on the left."""
        if seat + 1 == self.players:
            return 0
        return seat + 1

    def money_cards(self, seat: i64) -> i64:
        """VW-2.4: the starting purse is 7 cards; once changed it is as few cards as can be."""
        if self.paid[seat] == 0:
            return START_MONEY_CARDS
        gold = self.gold[seat]
        cards = gold // 10
        gold = gold % 10
        cards += gold // 5
        gold = gold % 5
        return cards + gold // 2 + gold % 2

    def receive(self, seat: i64, gold: i64) -> None:
        """Gold into the purse, or out of it; VW-2.4: from the first coin on in the fewest cards."""
        if self.recording and self.paid[seat] == 0:
            self.cite("VW-2.4")
        if gold != 0:
            self.gold[seat] += gold
            self.paid[seat] = 1

    def add_to_draft(self, action: i64) -> None:
        self.draft[self.drafted] = u8(action)
        self.drafted += 1

    def in_draft(self, action: i64) -> i64:
        """How often an action stands in the draft."""
        draft = self.draft
        found: i64 = 0
        for i in range(self.drafted):
            if i64(draft[i]) == action:
                found += 1
        return found


def count(goods: vec[u8], base: i64) -> i64:
    """How many goods lie in four places."""
    return i64(goods[base]) + i64(goods[base + 1]) + i64(goods[base + 2]) + i64(goods[base + 3])


def listed(goods: vec[u8], base: i64) -> list[Good]:
    """The goods of four places by name."""
    out: list[Good] = []
    for good in range(i64(4)):
        for _good in range(i64(goods[base + good])):
            out.append(GOODS[good])
    return out
