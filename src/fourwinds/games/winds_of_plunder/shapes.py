"""What Winds of Plunder says in JSON: views, previews, actions, facts and positions.

The names of ports and cards come from the component file, so they are plain strings. Seats are
counted from 0. A list "by seat" has one entry for each player. `rules.describe` adds the notation
of the action as `text`.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes

Wind: TypeAlias = Literal["north", "east", "south", "west"]
Gust: TypeAlias = Literal["north", "east", "south", "west", "farther"]
Item: TypeAlias = Literal["weapon", "crew", "provision"]
Symbol: TypeAlias = Literal["weapon", "crew", "provision", "treasure"]
Loot: TypeAlias = Literal["vp", "weapon", "crew", "provision"]
Advantage: TypeAlias = Literal["most-weapons", "largest-crew", "most-provisions"]
StrikeCard: TypeAlias = Literal["misfire", "mutiny", "spoilage"]
PurchaseCard: TypeAlias = Literal["weapons", "hire", "provisions"]
CardKind: TypeAlias = Literal[
    "weapons",
    "hire",
    "provisions",
    "heave",
    "rumour",
    "misfire",
    "mutiny",
    "spoilage",
    "intrigue",
]
StepName: TypeAlias = Literal[
    "voting",
    "staking",
    "crowning",
    "turning",
    "naming",
    "plundering",
    "steering",
    "swapping",
    "boarding",
    "over",
]


class Options(TypedDict):
    """The options of the match."""

    tournament_tiebreak: bool
    """Whether the last tie goes to who sits nearest clockwise from the holder of Blackbeard."""


class ChartPort(TypedDict):
    """Where a port lies (WP-1.2)."""

    port: str
    """Its name."""
    zone: int
    """Its zone, 1 to 4 from west to east."""
    height: int
    """Its height; a larger one lies farther north."""


class Face(TypedDict):
    """What a tile shows (WP-1.3)."""

    points: int
    """Its points."""
    symbols: list[Symbol]
    """Its one or two symbols."""


class CardFace(TypedDict):
    """What an action card shows (WP-1.4)."""

    kind: CardKind
    """What it does."""
    item: Item | None
    """The item that it buys or destroys; null for Heave, Rumour and Intrigue."""
    ports: list[str]
    """The ports where a purchase is free; [] for other cards."""


Advantages = TypedDict(
    "Advantages",
    {"most-weapons": int | None, "largest-crew": int | None, "most-provisions": int | None},
)
"""The seat that holds each marker; null: nobody."""


class Gusts(TypedDict):
    """Ports in reach of a ship under each wind, and under the present wind one zone farther."""

    north: list[str]
    """Ports in reach under a north wind."""
    east: list[str]
    """Ports in reach under an east wind."""
    south: list[str]
    """Ports in reach under a south wind."""
    west: list[str]
    """Ports in reach under a west wind."""
    farther: list[str]
    """Ports in reach under the present wind with a gust that carries one zone farther."""


class GustDraft(TypedDict):
    """A gust that is chosen but not yet bought."""

    kind: Literal["gust"]
    gust: Gust
    """The gust."""


class IntrigueDraft(TypedDict):
    """An Intrigue that is begun but not yet played."""

    kind: Literal["intrigue"]
    place: str | None
    """The place of the first tile (a port, or bar1 to bar6); null while none is chosen."""


Draft: TypeAlias = GustDraft | IntrigueDraft


class Turn(TypedDict):
    """The running plundering turn (WP-4), as it stands in a position."""

    first: int
    """Who plunders first in this round."""
    done: int
    """How many turns of this round are done."""
    points: int
    """Action points left."""
    sailed: int
    """Sailings made in this turn."""
    heaved: bool
    """Whether Heave was played in this turn."""
    bonus: bool
    """Whether the point of Largest Crew was given."""
    draft: Draft | None
    """What the seat on turn has begun to choose."""


class SeenTurn(Turn):
    """The running plundering turn as a view shows it; others than its owner see no draft."""

    blocked: bool
    """Whether a sailing is owed and no port is in reach."""


class TreasureDraw(TypedDict):
    """One draw of a treasure card, as all remember it."""

    seat: int
    """Who drew it."""
    missed: list[str]
    """Ports where that player arrived since: the card is of none of them if it is still in hand."""


class KnownTreasures(TypedDict):
    """What all know of the treasure cards."""

    drawn: list[TreasureDraw]
    """The draws from the first shuffle, in order."""
    played: dict[str, list[int]]
    """For each treasure played so far the draws it may come from, as places in `drawn`."""
    under: list[str]
    """Cards put under the deck, the next to be drawn first."""
    open: list[list[str]]
    """By seat: cards in hand that all know, because they were played before."""


class Treasures(KnownTreasures):
    """Everything about the treasure cards."""

    order: list[str]
    """All twelve in the order of their shuffle, the first to be drawn first."""


class SeenTreasures(KnownTreasures):
    """The treasure cards as a seat knows them."""

    order: list[str | None]
    """The order of their shuffle; null for all but what the viewer drew."""


class Pool(TypedDict):
    """Cards of one deck that nobody has shown since they were shuffled into it."""

    reshuffle: int
    """The number of the deck: 0 the first one, 1 the one after the first reshuffle, and so on."""
    cards: list[str]
    """The cards, sorted; they lie in hands or in the deck."""
    hands: list[int]
    """By seat: how many of them are in that hand."""


class Shown(TypedDict):
    """What lies open on the table; the same in a view and in a position."""

    game: Literal["winds-of-plunder"]
    players: int
    """How many play."""
    options: Options
    turn: int | None
    """The seat whose plundering turn it is; null during the vote and after the end."""
    round: int
    """The round, 1 to 9."""
    wind: Wind
    """The wind that blows."""
    blackbeard: int
    """Who holds Blackbeard."""
    ships: list[str]
    """By seat: the port of the ship."""
    vp: list[int]
    """By seat: victory points."""
    cubes: list[int]
    """By seat: wind cubes."""
    weapons: list[int]
    """By seat: weapons."""
    crew: list[int]
    """By seat: crew."""
    provisions: list[int]
    """By seat: provisions."""
    booty: list[int]
    """By seat: steps made on the booty track."""
    reputation: list[list[str]]
    """By seat: ports with a cube of that player."""
    advantages: Advantages
    ports: dict[str, str]
    """The tile on each port; `faces` of a view says what it shows."""
    bar: list[str]
    """The tiles on the rotation bar from its left end."""
    reshuffles: int
    """How often the discards were shuffled to make a new deck."""
    discards: list[str]
    """The discarded action cards, sorted."""


class View(Shown):
    """All that a seat may know."""

    step: StepName
    """What is asked now; a draft is a step for its owner only."""
    votes: list[Wind | None]
    """By seat: the vote; null where none is made or where it is still secret."""
    bids: list[int | None]
    """By seat: the cubes shown; null where none are or where they are still secret."""
    seat: int | None
    """Who sees this; null: a spectator."""
    actors: list[int]
    """The seats that are asked now."""
    chart: list[ChartPort]
    """Where the ports lie."""
    faces: dict[str, Face]
    """What each tile shows, by its name in `ports` and `bar`."""
    cards: dict[str, CardFace]
    """What each action card shows, by its name in `hand`, `discards` and `pools`."""
    reach: list[str] | None
    """Ports in reach of the viewer's ship under the present wind; null for a spectator."""
    gusts: Gusts | None
    """Ports in reach of the viewer's ship under each wind and gust; null for a spectator."""
    reserve: list[int]
    """By seat: cubes in reserve."""
    chosen: list[int]
    """The seats that have chosen, while choices are secret."""
    turn_state: SeenTurn | None
    """The running plundering turn; null during the vote and after the end."""
    hand: list[str] | None
    """The viewer's action cards; null for a spectator."""
    hand_drawn_from: list[int] | None
    """For each card in `hand` the number of the deck it was drawn from; null for a spectator."""
    counts: list[int]
    """By seat: action cards in hand."""
    deck: int
    """Action cards in the deck."""
    pools: list[Pool]
    """Which action cards are unseen, by the deck they were drawn from."""
    treasure_hand: list[str] | None
    """The viewer's treasure cards; null for a spectator."""
    treasure_counts: list[int]
    """By seat: treasure cards in hand."""
    treasure_deck: int
    """Treasure cards in their deck."""
    treasures: SeenTreasures
    scores: list[int]
    """By seat: the score."""
    over: bool
    """Whether the match is over."""
    winners: list[int]
    """The seats that have won; [] while the match runs."""
    ranking: list[int]
    """By seat: the place, from 1; equal for seats that share a place."""


class Position(Shown):
    """Everything; a secret while the match runs."""

    step: StepName
    """What is asked now."""
    votes: list[Wind | None]
    """By seat: the vote; null where none is made."""
    bids: list[int | None]
    """By seat: the cubes shown or staked; null where none are."""
    turn_state: Turn | None
    """The running plundering turn; null during the vote and after the end."""
    hands: list[list[str]]
    """By seat: the action cards, sorted."""
    drawn_from: list[list[int]]
    """By seat, for each card of the hand: the number of the deck it was drawn from."""
    deck: list[str]
    """The action deck, the next card to be drawn first."""
    treasures: Treasures
    chance: str
    """The secret that all shuffles come from."""


# Actions.


class Vote(TypedDict):
    """Vote for a wind (WP-3.1)."""

    kind: Literal["vote"]
    wind: Wind


class Stake(TypedDict):
    """Show wind cubes (WP-3.2)."""

    kind: Literal["stake"]
    n: int
    """How many cubes."""


class Crown(TypedDict):
    """Give Blackbeard to one of the tied players (WP-3.3)."""

    kind: Literal["crown"]
    holder: int | None
    """The new holder; null where nobody sits."""


class TurnWind(TypedDict):
    """Choose among the tied winds (WP-3.4)."""

    kind: Literal["turn"]
    wind: Wind


class NameFirst(TypedDict):
    """Name who plunders first (WP-3.5)."""

    kind: Literal["name-first"]
    first: int | None
    """Who begins; null where nobody sits."""


class DrawCard(TypedDict):
    """Draw an action card (WP-4.2)."""

    kind: Literal["draw"]
    points: int
    """Its price in action points."""


class AddCubes(TypedDict):
    """Add wind cubes from the reserve (WP-4.2)."""

    kind: Literal["add-cubes"]
    n: int
    """How many cubes come, fewer where the reserve is short."""
    points: int
    """Its price in action points."""


class BuyGust(TypedDict):
    """Sail as if the wind blew another way (WP-4.2)."""

    kind: Literal["gust"]
    wind: Wind
    points: int
    """Its price in action points."""


class BuyFarther(TypedDict):
    """Sail one zone farther (WP-5.3)."""

    kind: Literal["gust-farther"]
    points: int
    """Its price in action points."""


class Sail(TypedDict):
    """Sail to a port (WP-5)."""

    kind: Literal["sail"]
    port: str


class Board(TypedDict):
    """Board another player (WP-6.4)."""

    kind: Literal["board"]
    victim: int | None
    """Who is boarded; null where nobody sits."""
    loot: Loot
    """What is taken."""
    n: int
    """How much of it is taken."""


class Pass(TypedDict):
    """Board nobody (WP-6.4)."""

    kind: Literal["pass"]


class _PlayCard(TypedDict):
    name: str
    """The card's name in `hand` and `cards` of a view."""
    card: CardKind
    """Its kind."""
    ports: list[str]
    """The ports where a purchase is free; [] for other cards."""
    points: int
    """The price of playing it in action points."""


class Purchase(_PlayCard):
    """Buy an item with a card (WP-1.4)."""

    kind: Literal["purchase"]
    item: Item
    price: int
    """Victory points to pay; 0 where it is free."""


class Heave(_PlayCard):
    """Pay a crew and sail again (WP-1.4)."""

    kind: Literal["heave"]


class Rumour(_PlayCard):
    """Draw a treasure card (WP-1.4)."""

    kind: Literal["rumour"]


class Strike(_PlayCard):
    """Misfire, Mutiny or Spoilage: an opponent loses an item (WP-1.4)."""

    kind: Literal["strike"]
    item: Item
    victim: int | None
    """Who loses it; null where nobody sits."""


class Intrigue(_PlayCard):
    """Swap two tiles (WP-1.4)."""

    kind: Literal["intrigue"]


class Swap(TypedDict):
    """Choose a tile for Intrigue (WP-1.4)."""

    kind: Literal["swap"]
    place: str
    """A port, or bar1 (the left end) to bar6."""


class Done(TypedDict):
    """End the turn or give up the points left (WP-4.1)."""

    kind: Literal["done"]


Action: TypeAlias = (
    Vote
    | Stake
    | Crown
    | TurnWind
    | NameFirst
    | DrawCard
    | AddCubes
    | BuyGust
    | BuyFarther
    | Sail
    | Board
    | Pass
    | Purchase
    | Heave
    | Rumour
    | Strike
    | Intrigue
    | Swap
    | Done
)


# Previews: an action and what would follow from it.


class VotePreview(Vote):
    """The ports a wind would open to the viewer."""

    ports: list[str]


class StakePreview(Stake):
    """What would be left after the cubes are shown."""

    left: int
    """Wind cubes left."""
    reserve: int
    """Cubes in reserve."""


class TurnWindPreview(TurnWind):
    """The ports a wind would open to the viewer."""

    ports: list[str]


class GustPreview(BuyGust):
    """The ports a gust would open."""

    ports: list[str]


class FartherPreview(BuyFarther):
    """The ports a gust would open."""

    ports: list[str]


class Arrival(TypedDict):
    """What arriving in a port would bring, before any boarding; a treasure drawn is not counted."""

    vp: int
    """Victory points gained, of the four kinds below."""
    tile: int
    """Those of the tile."""
    extra: int
    """One more by Most Provisions, or 0."""
    treasure: int
    """Those of the booty step, for a treasure card in hand."""
    bonus: int
    """Those of a zone completed."""
    weapon: int
    """Weapons gained."""
    crew: int
    """Crew gained."""
    provision: int
    """Provisions gained."""
    advantages: list[Advantage]
    """Markers that would be taken."""
    booty: bool
    """Whether a treasure card in hand would be played."""
    reputation: bool
    """Whether a cube would be put on the port."""
    boards: list[str]
    """The boardings that would be possible, in notation."""
    victims: list[int]
    """Who could be boarded."""


class SailPreview(Sail):
    """What a port would give."""

    tile: str
    """The tile that lies there."""
    refused: str | None
    """The code of the refusal where sailing there is illegal."""
    arrival: Arrival | None
    """What would follow; null where sailing there is illegal."""


Preview: TypeAlias = (
    VotePreview
    | StakePreview
    | Crown
    | TurnWindPreview
    | NameFirst
    | DrawCard
    | AddCubes
    | GustPreview
    | FartherPreview
    | SailPreview
    | Board
    | Pass
    | Purchase
    | Heave
    | Rumour
    | Strike
    | Intrigue
    | Swap
    | Done
)


# Facts. `seat` is the player a fact concerns; facts of the whole table have none.


class MatchBegan(TypedDict):
    """The table is set up (WP-2)."""

    kind: Literal["match-began"]
    holder: int
    """Who holds Blackbeard."""
    ports: list[str]
    """By seat: the starting port."""
    tiles: list[str]
    """The tiles of the ports, then of the bar."""


class RoundBegan(TypedDict):
    """A round begins."""

    kind: Literal["round-began"]
    round: int


class ChoiceMade(TypedDict):
    """A player has chosen in secret, or changed that choice (WP-3.1, WP-3.2)."""

    kind: Literal["choice-made"]
    seat: int
    what: Literal["a-wind", "the-cubes"]
    """What was chosen."""


class VoteShown(TypedDict):
    """A vote is shown (WP-3.1)."""

    kind: Literal["vote-shown"]
    seat: int
    wind: Wind


class CubesShown(TypedDict):
    """Wind cubes are shown (WP-3.2)."""

    kind: Literal["cubes-shown"]
    seat: int
    n: int
    """How many."""


class BlackbeardTaken(TypedDict):
    """A player takes Blackbeard (WP-3.3)."""

    kind: Literal["blackbeard-taken"]
    seat: int


class WindTurned(TypedDict):
    """The wind of the round is set (WP-3.4)."""

    kind: Literal["wind-turned"]
    wind: Wind
    n: int
    """The cubes shown for it."""


class FirstNamed(TypedDict):
    """The holder of Blackbeard names who plunders first (WP-3.5)."""

    kind: Literal["first-named"]
    seat: int
    first: int
    """Who plunders first."""


class CardDrawn(TypedDict):
    """A player draws an action card (WP-4.2)."""

    kind: Literal["card-drawn"]
    seat: int


class CardSeen(TypedDict):
    """Told to the drawer alone: which action card it is."""

    kind: Literal["card-seen"]
    seat: int
    name: str
    """The card's name in `hand` and `cards` of a view."""
    card: CardKind
    ports: list[str]
    """The ports where a purchase is free."""


class DeckReshuffled(TypedDict):
    """The discards become the new deck (WP-4.4)."""

    kind: Literal["deck-reshuffled"]
    n: int
    """How many cards."""


class CubesAdded(TypedDict):
    """A player adds wind cubes from the reserve (WP-4.2)."""

    kind: Literal["cubes-added"]
    seat: int
    n: int
    """How many came."""


class GustBought(TypedDict):
    """A player buys a gust (WP-4.2)."""

    kind: Literal["gust-bought"]
    seat: int
    gust: Gust


class Sailed(TypedDict):
    """A ship sails to a port (WP-5)."""

    kind: Literal["sailed"]
    seat: int
    port: str


class TileTaken(TypedDict):
    """A player takes the tile of a port (WP-6.1)."""

    kind: Literal["tile-taken"]
    seat: int
    tile: str
    """The tile's name."""
    n: int
    """Its points."""
    symbols: list[Symbol]
    lost: list[Item]
    """Its items that are lost because the track is full (WP-1.5)."""


class TreasureDrawn(TypedDict):
    """A player draws a treasure card."""

    kind: Literal["treasure-drawn"]
    seat: int


class TreasureSeen(TypedDict):
    """Told to the drawer alone: which treasure card it is."""

    kind: Literal["treasure-seen"]
    seat: int
    port: str


class TreasuresOut(TypedDict):
    """A player would draw a treasure card, but the deck is empty (WP-6.1)."""

    kind: Literal["treasures-out"]
    seat: int


class BarMoved(TypedDict):
    """The bar slides; the tile that falls off lies on the port (WP-6.2)."""

    kind: Literal["bar-moved"]
    port: str
    tile: str
    """The tile that fell off."""
    n: int
    """Its points."""
    symbols: list[Symbol]


class TileScored(TypedDict):
    """A player scores a tile (WP-6.3)."""

    kind: Literal["tile-scored"]
    seat: int
    n: int
    """The points, with that of Most Provisions."""
    extra: int
    """How many of them are due to Most Provisions: 1 or 0."""


class Boarded(TypedDict):
    """A player boards another (WP-6.4)."""

    kind: Literal["boarded"]
    seat: int
    victim: int
    loot: Loot
    n: int
    """How much the victim loses."""
    lost: bool
    """Whether it is lost to both, because the boarder's track is full (WP-1.5)."""


class TreasurePlayed(TypedDict):
    """A player plays the treasure card of a port (WP-6.5)."""

    kind: Literal["treasure-played"]
    seat: int
    port: str
    n: int
    """The points of the booty step."""


class ReputationGained(TypedDict):
    """A player puts a cube on a port (WP-6.6)."""

    kind: Literal["reputation-gained"]
    seat: int
    port: str


class ZoneCompleted(TypedDict):
    """A player has reputation in all ports of a zone (WP-6.6)."""

    kind: Literal["zone-completed"]
    seat: int
    zone: int
    """The zone, from 1."""
    n: int
    """The points."""


class AdvantageTaken(TypedDict):
    """A player takes an advantage marker (WP-7.1)."""

    kind: Literal["advantage-taken"]
    seat: int
    advantage: Advantage


class AdvantageLaidDown(TypedDict):
    """Nobody holds an advantage marker any more (WP-7.1)."""

    kind: Literal["advantage-laid-down"]
    advantage: Advantage


class ItemBought(TypedDict):
    """A player plays a purchase card (WP-1.4)."""

    kind: Literal["item-bought"]
    seat: int
    card: PurchaseCard
    item: Item
    n: int
    """The victory points paid."""
    lost: bool
    """Whether the item is lost because the track is full (WP-1.5)."""


class CardPlayed(TypedDict):
    """A player plays Heave or Rumour (WP-1.4)."""

    kind: Literal["card-played"]
    seat: int
    card: Literal["heave", "rumour"]


class OpponentStruck(TypedDict):
    """A player plays Misfire, Mutiny or Spoilage (WP-1.4)."""

    kind: Literal["opponent-struck"]
    seat: int
    card: StrikeCard
    victim: int
    item: Item
    lost: int
    """How many items the victim loses: 1, or 0 if there was none."""


class TilesSwapped(TypedDict):
    """A player plays Intrigue (WP-1.4)."""

    kind: Literal["tiles-swapped"]
    seat: int
    places: list[str]
    """The two places."""


class ExtraPoint(TypedDict):
    """Largest Crew gives one more point (WP-4.3)."""

    kind: Literal["extra-point"]
    seat: int


class EndCounted(TypedDict):
    """What a player scores at the end (WP-8.1)."""

    kind: Literal["end-counted"]
    seat: int
    n: int
    """The points added."""
    vp: int
    """The points in all."""


class MatchEnded(TypedDict):
    """The match is over (WP-8)."""

    kind: Literal["match-ended"]
    scores: list[int]
    """By seat: the score."""
    winners: list[int]


Fact: TypeAlias = (
    MatchBegan
    | RoundBegan
    | ChoiceMade
    | VoteShown
    | CubesShown
    | BlackbeardTaken
    | WindTurned
    | FirstNamed
    | CardDrawn
    | CardSeen
    | DeckReshuffled
    | CubesAdded
    | GustBought
    | Sailed
    | TileTaken
    | TreasureDrawn
    | TreasureSeen
    | TreasuresOut
    | BarMoved
    | TileScored
    | Boarded
    | TreasurePlayed
    | ReputationGained
    | ZoneCompleted
    | AdvantageTaken
    | AdvantageLaidDown
    | ItemBought
    | CardPlayed
    | OpponentStruck
    | TilesSwapped
    | ExtraPoint
    | EndCounted
    | MatchEnded
)


# The component file.

Mark: TypeAlias = Literal["printed", "reported", "reconstructed"]


class PortComponent(TypedDict):
    """A port of the chart (WP-1.2)."""

    name: str
    zone: int
    """Its zone, 1 to 4 from west to east."""
    height: int
    """Its height; a larger one lies farther north."""
    start: NotRequired[bool]
    """Whether ships may start there."""
    mark: Mark
    """Where the name comes from."""
    place_mark: NotRequired[Mark]
    """Where zone and height come from."""


class TileComponent(Face):
    """A tile (WP-1.3)."""

    count: NotRequired[int]
    """How many of them; 1 if it is left out."""
    mark: Mark


class CardComponent(TypedDict):
    """An action card (WP-1.4)."""

    kind: CardKind
    ports: NotRequired[list[str]]
    """The two ports where a purchase is free."""
    count: NotRequired[int]
    """How many of them; 1 if it is left out."""
    mark: Mark
    count_mark: NotRequired[Mark]
    """Where the number of copies comes from."""


class PointsComponent(TypedDict):
    """The points of booty steps (WP-1.5) or of zones (WP-6.6), in order."""

    points: list[int]
    mark: Mark
    count_mark: NotRequired[Mark]
    """Where the number of steps comes from."""


class Components(TypedDict):
    """What is in the box."""

    game: Literal["winds-of-plunder"]
    reputation: PointsComponent
    booty: PointsComponent
    port: list[PortComponent]
    tile: list[TileComponent]
    card: list[CardComponent]


SHAPES = Shapes(
    view=View,
    preview=Preview,
    action=Action,
    fact=Fact,
    position=Position,
    components=Components,
)
