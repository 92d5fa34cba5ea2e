"""The JSON of Vor dem Wind: what views, previews, actions, facts and positions hold.

Seats and places are counted from 0. A card or ship is named by a code such as buy:apple+silk,
store:3/5 or large:silk+silk+silk+silk/8; the view's `faces` says what stands on each.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes

Good = Literal["apple", "spice", "cheese", "silk"]
Stack = Literal["purchase", "storage", "shipment"]
Size = Literal["large", "small"]
Use = Literal[
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
StepName = Literal[
    "choosing",
    "revealing",
    "trading",
    "offering",
    "bidding",
    "settling",
    "acting",
    "storing",
    "shipping",
    "free-trading",
    "buying-and-storing",
    "exchanging",
    "selling",
    "conserving",
    "spoiling",
    "over",
]
StandingStep = Literal[
    "choosing",
    "revealing",
    "trading",
    "bidding",
    "settling",
    "acting",
    "conserving",
    "spoiling",
    "over",
]


class Options(TypedDict):
    target: int
    """Points that end the game."""
    memory_aid: bool
    """Whether tables show what everyone could have kept count of."""


class Face(TypedDict):
    """What stands on a card or a ship."""

    kind: Use | Size
    """What a card is for, or the size of a ship."""
    stack: Stack | Literal["ship"]
    """The stack it comes from."""
    special: bool
    """Whether it is a special card."""
    goods: list[Good]
    """The goods a Purchase gives or a ship takes; else none."""
    number: int | None
    """How many goods may be stored, taken or conserved; null where the card shows none."""
    gold: int | None
    """The price of a card, or its income; null where the card shows none."""
    points: int | None
    """What a ship gives; null for cards."""


class Front(TypedDict):
    """What lies before a player: a card or money."""

    card: str | None
    """The card; null where money lies."""
    face: Literal["up", "down"] | None
    """How the card lies; null where money lies."""
    money: int | None
    """The gold received, 0 once the trade is over; null where a card lies."""


class Bidding(TypedDict):
    owner: int
    """The seat whose card is bid for."""
    opener: int
    """The seat that opened the bidding."""
    offers: list[int | None]
    """Gold offered by each seat; 0: it passed; null: it was not asked (yet)."""


class Kept(TypedDict):
    """What the seat that is asked conserves."""

    warehouse: list[Good]
    hand: list[Good]


class GoodCounts(TypedDict):
    apple: int
    spice: int
    cheese: int
    silk: int


class StackCounts(TypedDict):
    purchase: int
    storage: int
    shipment: int


class ShipCounts(TypedDict):
    large: int
    small: int


class Shuffles(TypedDict):
    """A number for each of the five stacks."""

    purchase: int
    storage: int
    shipment: int
    large: int
    small: int


class Spoils(TypedDict):
    """What a seat would lose if the fleet left now and it conserved nothing."""

    hand: int
    """Goods in hand: all of them."""
    apple: int
    """Apples in the warehouse: all of them."""
    spice_or_cheese: int
    """Half of spice and cheese in the warehouse, rounded down."""
    conserved: int
    """How many goods its Conservation cards would protect."""


class Public(TypedDict):
    """What anybody knows who has watched; in views and in positions."""

    game: Literal["vor-dem-wind"]
    players: int
    options: Options
    turn: int | None
    """The seat whose turn it is to decide; null when the match is over."""
    turn_number: int
    """How many turns of all players have begun: 0 while goods are chosen, then from 1 up."""
    first: int
    """The first player."""
    port: list[str | None]
    """The ships of the fleet by place; null: laden and gone."""
    gold: list[int]
    """By seat, without the money before it."""
    paid: list[bool]
    """By seat: whether it has ever paid or been paid, so that its money is in the fewest cards."""
    hands: list[list[Good]]
    """Goods in hand, by seat."""
    warehouses: list[list[Good]]
    """Goods in the warehouse, by seat."""
    specials: list[list[str]]
    """Special cards in hand, by seat."""
    conservation: list[list[str]]
    """Conservation cards in the warehouse, by seat."""
    delivered: list[list[str]]
    """Ships laden, by seat."""
    gone: list[str]
    """Ships that left unladen."""
    discards: list[str]
    """Action cards laid aside."""
    row: list[str | None]
    """The revealed cards by place; null: taken."""
    front: list[Front | None]
    """What lies before each seat; null: nothing."""
    sheltered: list[bool]
    """By seat: whether it has used Safe shelter in this turn."""
    bidding: Bidding | None
    """The bidding that runs; null: none."""
    acted: bool
    """Whether the seat whose turn it is has carried out its card."""
    special: str | None
    """The special card it has played in this turn."""
    kept: Kept
    """What it has chosen to conserve."""
    shuffles: Shuffles
    """How often each stack was shuffled since the match began."""


class View(Public):
    """What a seat may know; all but the order of the stacks and the drafts of others."""

    seat: int | None
    """Whose view it is; null: a spectator's."""
    step: StepName
    """What is asked; others see a draft as the step in which it began."""
    actors: list[int]
    """The seats that may act."""
    draft: list[str] | None
    """The viewer's uncommitted moves; null while another seat is asked."""
    parts: list[Action]
    """The same moves as actions, for boards; none while another seat is asked."""
    supply: GoodCounts
    stack_counts: StackCounts
    """Action cards left in the stacks."""
    ship_counts: ShipCounts
    """Ships still to come."""
    spoils: Spoils | None
    """What the viewer would lose; null for a spectator."""
    cards_in_hand: list[int]
    """Goods and money cards of each seat together, as all may count them."""
    faces: dict[str, Face]
    """What stands on each card and ship named in this view, but for `discards` and `gone`."""
    scores: list[int]
    over: bool
    winners: list[int]
    ranking: list[int]
    """The place of each seat, from 1."""


class Stacks(TypedDict):
    """Action cards, the next one first."""

    purchase: list[str]
    storage: list[str]
    shipment: list[str]


class ShipStacks(TypedDict):
    """Ships, the next one first."""

    large: list[str]
    small: list[str]


class Position(Public):
    """Everything; a secret while the match runs."""

    step: StandingStep
    """What is asked; a draft is made again from the step in which it began."""
    draft: list[str]
    """The uncommitted moves of the seat whose turn it is."""
    stacks: Stacks
    ship_stacks: ShipStacks
    chance: str
    """The secret key that all shuffles follow from."""


# Previews.

ActionName = Literal[
    "take",
    "shelter",
    "bid",
    "shelter-from",
    "pass",
    "forgo",
    "sell-to",
    "pay",
    "reveal",
    "start",
    "buy",
    "income",
    "done",
    "store",
    "ship",
    "get",
    "sell",
    "sell-stored",
    "keep",
    "keep-in-hand",
    "spoil",
    "special",
    "swap",
    "swap-hand",
    "offer",
]


class PreviewBase(TypedDict):
    kind: ActionName
    card: str | None
    """The card that the action is about."""
    ship: str | None
    """The ship that the action is about."""


class Refused(PreviewBase):
    legal: Literal[False]


class Foreseen(PreviewBase):
    """What would change for the viewer; a draft is looked at as if it were committed now."""

    legal: Literal[True]
    ship_points: int | None
    """What the ship gives."""
    gold: int
    points: int
    goods: int
    """Goods in hand."""
    stored: int
    """Goods in the warehouse."""
    ships_in_port: int
    """How many there would be."""
    spoils: Spoils
    """What would be lost after it if the fleet left then."""


Preview = Foreseen | Refused


# Actions.


class PlainAction(TypedDict):
    kind: Literal["pass", "forgo", "done"]


class RowAction(TypedDict):
    kind: Literal["take", "shelter"]
    place: int
    """A place in the row."""
    card: str | None
    """The card there."""


class OwnerAction(TypedDict):
    kind: Literal["bid", "shelter-from"]
    owner: int | None
    """The seat that has the card; null: no such player."""
    card: str | None


class SettleAction(TypedDict):
    kind: Literal["sell-to", "pay"]
    bidder: int | None
    """The seat; null: no such player."""
    n: int
    """The gold he has offered."""


class RevealAction(TypedDict):
    kind: Literal["reveal"]
    stack: Stack


class GoodsAction(TypedDict):
    kind: Literal["start", "buy"]
    goods: list[Good]


class SpoilAction(TypedDict):
    kind: Literal["spoil"]
    n: int
    """How many of the goods are spice."""
    goods: list[Good]
    """What spoils."""


class GoldAction(TypedDict):
    kind: Literal["income", "offer"]
    n: int
    """Gold."""


class GoodAction(TypedDict):
    kind: Literal["store", "get", "sell", "sell-stored", "keep", "keep-in-hand"]
    good: Good


class ShipAction(TypedDict):
    kind: Literal["ship"]
    place: int
    """A place in port."""
    ship: str | None
    """The ship there."""


class SpecialAction(TypedDict):
    kind: Literal["special"]
    card: str | None
    """Null where the box has no such card."""


class SwapAction(TypedDict):
    kind: Literal["swap"]
    good: Good
    """From the own warehouse."""
    owner: int | None
    """The seat whose warehouse it is swapped with; null: no such player."""
    other: Good
    """What is got for it."""


class SwapHandAction(TypedDict):
    kind: Literal["swap-hand"]
    good: Good
    """From the own warehouse."""
    other: Good
    """From the own hand."""


Action = (
    PlainAction
    | RowAction
    | OwnerAction
    | SettleAction
    | RevealAction
    | GoodsAction
    | SpoilAction
    | GoldAction
    | GoodAction
    | ShipAction
    | SpecialAction
    | SwapAction
    | SwapHandAction
)


# Facts.


class MatchBegan(TypedDict):
    kind: Literal["match-began"]
    first: int
    ships: list[str]


class GoodsChosen(TypedDict):
    kind: Literal["goods-chosen"]
    seat: int
    goods: list[Good]


class CardRevealed(TypedDict):
    kind: Literal["card-revealed"]
    seat: int
    stack: Stack
    card: str


class StackReshuffled(TypedDict):
    kind: Literal["stack-reshuffled"]
    stack: Stack
    cards: int
    """How many there are."""


class CardTaken(TypedDict):
    kind: Literal["card-taken", "card-sheltered", "special-gained", "special-played"]
    seat: int
    card: str


class ActionForgone(TypedDict):
    kind: Literal["action-forgone"]
    seat: int
    card: str
    able: bool
    """Whether the card could have been carried out."""


class CardSnatched(TypedDict):
    kind: Literal["card-snatched"]
    seat: int
    owner: int
    card: str
    n: int
    """The gold that its owner gets from the bank."""


class BiddingOpened(TypedDict):
    kind: Literal["bidding-opened"]
    seat: int
    owner: int
    card: str
    n: int


class OfferMade(TypedDict):
    kind: Literal["offer-made"]
    seat: int
    n: int


class OfferDeclined(TypedDict):
    kind: Literal["offer-declined"]
    seat: int
    able: bool
    """Whether the seat could have made an offer."""


class CardSettled(TypedDict):
    kind: Literal["card-sold", "card-kept"]
    seat: int
    bidder: int
    card: str
    n: int
    """The gold paid."""


class CardsDiscarded(TypedDict):
    kind: Literal["cards-discarded"]
    cards: list[str]


class GoodsBought(TypedDict):
    kind: Literal["goods-bought"]
    seat: int
    goods: list[Good]
    """What was received."""
    missing: list[Good]
    """What the card shows but the supply lacks."""


class GoodsStored(TypedDict):
    kind: Literal["goods-stored"]
    seat: int
    goods: list[Good]
    n: int
    """The price."""


class GoodsShipped(TypedDict):
    kind: Literal["goods-shipped"]
    seat: int
    ships: list[str]
    n: int
    """Points."""


class IncomeTaken(TypedDict):
    kind: Literal["income-taken"]
    seat: int
    n: int


class GoodsTraded(TypedDict):
    kind: Literal["goods-traded"]
    seat: int
    card: str
    goods: list[Good]
    """What was received; fewer than the card shows where the supply is empty."""
    missing: int
    """How many fewer."""


class GoodsBoughtAndStored(TypedDict):
    kind: Literal["goods-bought-and-stored"]
    seat: int
    card: str
    goods: list[Good]
    n: int
    """The price."""


class GoodsSwapped(TypedDict):
    kind: Literal["goods-swapped"]
    seat: int
    card: str
    swaps: list[str]
    """Each as swap:given/from/got, where from is hand or the letter of a player."""


class GoodsSold(TypedDict):
    kind: Literal["goods-sold"]
    seat: int
    card: str
    goods: list[Good]
    """May be none."""
    n: int
    """The gold received."""


class FirstPassed(TypedDict):
    kind: Literal["first-passed"]
    seat: int


class FleetFact(TypedDict):
    kind: Literal["fleet-left", "fleet-arrived"]
    ships: list[str]


class GoodsConserved(TypedDict):
    kind: Literal["goods-conserved"]
    seat: int
    goods: list[Good]
    """In the warehouse."""
    from_hand: list[Good]


class GoodsSpoiled(TypedDict):
    kind: Literal["goods-spoiled"]
    seat: int
    goods: list[Good]
    """May be none."""


class MatchEnded(TypedDict):
    kind: Literal["match-ended"]
    scores: list[int]
    winners: list[int]


Fact = (
    MatchBegan
    | GoodsChosen
    | CardRevealed
    | StackReshuffled
    | CardTaken
    | ActionForgone
    | CardSnatched
    | BiddingOpened
    | OfferMade
    | OfferDeclined
    | CardSettled
    | CardsDiscarded
    | GoodsBought
    | GoodsStored
    | GoodsShipped
    | IncomeTaken
    | GoodsTraded
    | GoodsBoughtAndStored
    | GoodsSwapped
    | GoodsSold
    | FirstPassed
    | FleetFact
    | GoodsConserved
    | GoodsSpoiled
    | MatchEnded
)


SHAPES = Shapes(view=View, preview=Preview, action=Action, fact=Fact, position=Position)
