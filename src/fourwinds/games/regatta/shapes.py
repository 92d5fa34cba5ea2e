"""The JSON of Regatta: what a seat sees, what it may do, what happened, and everything.

Places are micrometres from the middle of the line, x to the east and y to the north. Headings are
fortieths of a degree, clockwise from north. Seats are counted from 0.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes

CourseName = Literal["short", "normal", "long", "custom"]
Step = Literal[
    "dealing", "boarding", "placing", "turning", "sailing", "sailing-on", "finishing", "over"
]
BoatColour = Literal["red", "green", "yellow", "blue"]
CardColour = Literal["red", "green", "blue", "joker", "sun"]
Symbol = Literal["helm", "cloud", "sun"]
Letter = Literal["a", "b", "c", "d", "e", "f"]
Gate = Literal["line", "red-west", "red-north", "green-north", "green-east", "finish"]
BuoyName = Literal["white-buoy", "red-buoy", "green-buoy"]

Point = tuple[int, int]
"""x and y."""
Pose = tuple[int, int, int]
"""x and y of a bow, and a heading."""
Buoy = tuple[int, int, int]
"""x, y and radius."""


class Options(TypedDict):
    course: CourseName
    """Which course is sailed."""


# Cards.


class Arrow(TypedDict):
    """Where an arrow of a card leads, seen from the boat."""

    arrow: Letter
    """Its letter on the card."""
    rotation: float
    """By how many degrees the boat turns: above 0 to starboard, below 0 to port."""
    aside: int
    """How far to starboard the bow ends of where it was; below 0 to port."""
    ahead: int
    """How far ahead the bow ends of where it was."""


class CardFace(TypedDict):
    """What is printed on a card."""

    colour: CardColour
    """Its colour."""
    symbol: Symbol | None
    """Its symbol, null if it has none."""
    small: bool
    """Whether it is read across."""
    arrows: list[Arrow]
    """Its arrows in the order of their letters; a sun has none."""


class HandLimit(TypedDict):
    """RG-4.4: what a forced stop has told everybody of a hand."""

    most: int
    """At most this number of these cards lie in the hand, all kinds together."""
    cards: list[str]
    """The kinds of cards, by name."""


# Boats and water.


class ChosenBoat(TypedDict):
    """A boat that is not on the water yet."""

    boat: BoatColour
    """Its colour, which is its name."""
    afloat: Literal[False]
    """It does not lie on the water."""


class LaidBoat(TypedDict):
    """A boat on the water, as a position has it."""

    boat: BoatColour
    """Its colour, which is its name."""
    afloat: Literal[True]
    """It lies on the water."""
    x: int
    """Where the bow is."""
    y: int
    """Where the bow is."""
    heading: int
    """Where it heads."""
    stage: int
    """How many of the six gates it has crossed."""
    becalmed: bool
    """Whether a sun lies before it."""


class ShownBoat(LaidBoat):
    """A boat on the water, as everybody sees it."""

    outline: list[Point]
    """The corners of its hull."""
    zone: list[Point]
    """RG-4.3: the corners of the card before its bow."""
    passed: list[Gate]
    """The gates it has crossed, in order."""
    remaining: int
    """How far its bow is from the next gate."""


class Course(TypedDict):
    water: tuple[int, int, int, int]
    """The edges of the water: west, south, east and north."""
    line: tuple[Buoy, Buoy]
    """The white buoys."""
    red: Buoy
    """The red mark."""
    green: Buoy
    """The green mark."""
    obstacles: list[Buoy]
    """What else stands in the water."""
    places: list[Point]
    """Where the bows of boats may start, from west to east."""


# What a seat sees.


class View(TypedDict):
    game: Literal["regatta"]
    """The game."""
    players: int
    """How many play."""
    options: Options
    """The options of the match."""
    seat: int | None
    """Who sees this; null for a spectator."""
    step: Step
    """What is decided now."""
    actors: list[int]
    """The seats that are asked."""
    first: int
    """The seat that began."""
    turn: int
    """The seat whose turn it is; when the race is over, the one who ended it."""
    turns: int
    """Turns begun in the race, missed ones included."""
    played: int
    """Direction cards played in this turn."""
    helm: bool
    """Whether a helm allows one more card now."""
    card: str | None
    """The card with the cloud between its two legs, by name."""
    boats: list[ChosenBoat | ShownBoat | None]
    """Each seat's boat; null before it is chosen."""
    hand: list[str] | None
    """The viewer's cards by name; null for a spectator."""
    draft: list[str]
    """Cards the viewer has chosen to swap, in the order chosen."""
    counts: list[int]
    """How many cards each seat holds."""
    hand_limits: list[list[HandLimit]]
    """What everybody knows of each seat's hand."""
    discards: list[str]
    """The discarded cards by name, in the order of the component file."""
    pile: int
    """How many cards lie in the pile."""
    faces: dict[str, CardFace]
    """Every kind of card in the box: its name and what is printed on it."""
    course: Course
    """The water and what stands in it."""
    scores: list[int]
    """How many gates each seat has crossed."""
    over: bool
    """Whether the race is over."""
    winners: list[int]
    """The seats that have won; none while the race runs."""
    ranking: list[int]
    """Each seat's place now, from 1; equal ones share."""


# What may be done.


class Sail(TypedDict):
    kind: Literal["sail", "sail-port", "sail-starboard"]
    """Sail a card: straight on, to port, to starboard."""
    card: str
    """The card, by name."""
    arrow: Letter
    """The arrow."""
    colour: CardColour | None
    """The card's colour; null where the component file has no such card or arrow."""
    symbol: Symbol | None
    """The card's symbol, null if it has none."""
    small: bool
    """Whether the card is read across."""
    rotation: float | None
    """By how many degrees the boat turns: below 0 to port; null where there is no such arrow."""
    degrees: float | None
    """The same without its sign."""


class Swap(TypedDict):
    kind: Literal["swap"]
    """Choose a card to swap."""
    card: str
    """The card, by name."""


class SwapCards(TypedDict):
    kind: Literal["swap-cards"]
    """End the swap."""
    cards: list[str]
    """The cards chosen."""


class End(TypedDict):
    kind: Literal["end"]
    """End the turn."""


class Sun(TypedDict):
    kind: Literal["sun"]
    """Lay a sun before an opponent."""
    boat: BoatColour
    """His boat."""


class Turn(TypedDict):
    kind: Literal["turn-port", "turn-starboard"]
    """Heave to and turn on the spot."""
    rotation: int
    """By how many degrees: above 0 to starboard, below 0 to port."""
    degrees: int
    """The same without its sign."""


class ChooseBoat(TypedDict):
    kind: Literal["boat"]
    """Choose a boat."""
    boat: BoatColour
    """The boat."""


class Start(TypedDict):
    kind: Literal["start"]
    """Choose a place to start from."""
    place: int
    """The place, counted from 1 in the west."""


Action = Sail | Swap | SwapCards | End | Sun | Turn | ChooseBoat | Start


# What would follow.


class Contact(TypedDict):
    """What a boat would touch on its way."""

    touches: Literal["edge", "boat", "buoy", "obstacle"]
    """What it touches."""
    boat: BoatColour | None
    """Which boat, if it is one."""
    buoy: BuoyName | None
    """Which buoy, if it is one."""
    pose: Pose
    """How the boat lies when it touches."""
    point: Point
    """Where it touches."""
    outline: list[Point]
    """The corners of its hull then."""


class Way(TypedDict):
    """Where a move or a turn on the spot would bring the boat, alone on the water or not."""

    path: list[Pose]
    """Poses on the way, the first and the last included."""
    end: Pose
    """The last of them."""
    outline: list[Point]
    """The corners of the hull at the end."""
    zone: list[Point]
    """The corners of the zone before the bow at the end."""
    stage: int
    """How many gates it has crossed then."""
    passes: list[Gate]
    """The gates it crosses."""
    contact: Contact | None
    """What stands in the way, null if nothing does."""


class Legality(TypedDict):
    legal: bool
    """Whether the action is legal now."""
    rule: str | None
    """The rule that forbids it, null if none does."""
    refusal: str | None
    """The code of the refusal, null if it is legal."""


class SailPreview(Sail, Legality):
    way: Way | None
    """Null where the boat is not on the water or there is no such arrow."""


class TurnPreview(Turn, Legality):
    way: Way | None
    """Null where the boat is not on the water."""


class SwapPreview(Swap, Legality): ...


class SwapCardsPreview(SwapCards, Legality): ...


class EndPreview(End, Legality): ...


class SunPreview(Sun, Legality): ...


class ChooseBoatPreview(ChooseBoat, Legality): ...


class StartPreview(Start, Legality): ...


Preview = (
    SailPreview
    | SwapPreview
    | SwapCardsPreview
    | EndPreview
    | SunPreview
    | TurnPreview
    | ChooseBoatPreview
    | StartPreview
)


# What happened.


class RaceBegan(TypedDict):
    kind: Literal["race-began"]
    """The cards are dealt."""
    first: int
    """The seat that begins."""


class CardsDealt(TypedDict):
    kind: Literal["cards-dealt"]
    """A hand is dealt; told to its owner."""
    seat: int
    """Whose hand."""
    cards: list[str]
    """The cards by name."""


class BoatChosen(TypedDict):
    kind: Literal["boat-chosen"]
    """A boat is chosen."""
    seat: int
    """Who chose."""
    boat: BoatColour
    """The boat."""


class BoatPlaced(TypedDict):
    kind: Literal["boat-placed"]
    """A boat is put behind the line."""
    seat: int
    """Whose boat."""
    boat: BoatColour
    """The boat."""
    place: int
    """The place, counted from 1 in the west."""


class BoatMoved(TypedDict):
    kind: Literal["boat-sailed", "boat-stopped"]
    """A boat moved by a card; stopped at the edge of a zone by RG-4.4 in the second case."""
    seat: int
    """Who sails."""
    boat: BoatColour
    """The boat."""
    card: str
    """The card by name."""
    arrow: Letter
    """The arrow."""
    pose: Pose
    """How the boat lies now."""


class GatePassed(TypedDict):
    kind: Literal["gate-crossed", "gate-undone"]
    """A gate is crossed, or crossed backwards and must be crossed again."""
    seat: int
    """Whose boat."""
    gate: Gate
    """The gate."""


class LegLost(TypedDict):
    kind: Literal["leg-lost"]
    """The second leg of a card with a cloud is impossible."""
    seat: int
    """Who sails."""
    boat: BoatColour
    """The boat."""
    card: str
    """The card by name."""


class SunLaid(TypedDict):
    kind: Literal["sun-laid"]
    """A sun is laid before an opponent."""
    seat: int
    """Who laid it."""
    boat: BoatColour
    """His boat."""
    target: BoatColour
    """The boat that is becalmed."""


class TurnMissed(TypedDict):
    kind: Literal["turn-missed"]
    """A becalmed boat misses its turn."""
    seat: int
    """Who misses it."""
    boat: BoatColour
    """The boat."""


class CardsSwapped(TypedDict):
    kind: Literal["cards-swapped"]
    """Cards are swapped."""
    seat: int
    """Who swaps."""
    cards: list[str]
    """The cards given away, by name."""
    n: int
    """How many."""


class BoatTurned(TypedDict):
    kind: Literal["boat-turned"]
    """A boat hove to and turned on the spot."""
    seat: int
    """Who sails."""
    boat: BoatColour
    """The boat."""
    rotation: int
    """By how many degrees: above 0 to starboard, below 0 to port."""
    port: int
    """By how many degrees to port; 0 if to starboard."""
    starboard: int
    """By how many degrees to starboard; 0 if to port."""
    pose: Pose
    """How the boat lies now."""


class CardsDrawn(TypedDict):
    kind: Literal["cards-drawn"]
    """Cards are drawn; told to who draws."""
    seat: int
    """Who draws."""
    cards: list[str]
    """The cards by name, in the order drawn."""
    n: int
    """How many."""


class PileShuffled(TypedDict):
    kind: Literal["pile-shuffled"]
    """The discards are shuffled and make a new pile."""
    n: int
    """How many cards it has."""


class RaceEnded(TypedDict):
    kind: Literal["race-ended"]
    """A boat is home."""
    winners: list[int]
    """The seat that has won."""
    ranking: list[int]
    """Each seat's place."""


Fact = (
    RaceBegan
    | CardsDealt
    | BoatChosen
    | BoatPlaced
    | BoatMoved
    | GatePassed
    | LegLost
    | SunLaid
    | TurnMissed
    | CardsSwapped
    | BoatTurned
    | CardsDrawn
    | PileShuffled
    | RaceEnded
)


# Everything.


class Position(TypedDict):
    game: Literal["regatta"]
    """The game."""
    players: int
    """How many play."""
    options: Options
    """The options of the match."""
    step: Step
    """What is decided now."""
    first: int
    """The seat that began."""
    turn: int
    """The seat whose turn it is; when the race is over, the one who ended it."""
    turns: int
    """Turns begun in the race, missed ones included."""
    played: int
    """Direction cards played in this turn."""
    helm: bool
    """Whether a helm allows one more card now."""
    card: str | None
    """The card with the cloud between its two legs, by name."""
    boats: list[ChosenBoat | LaidBoat | None]
    """Each seat's boat; null before it is chosen."""
    hands: list[list[str]]
    """Each seat's cards by name."""
    draft: list[str]
    """Cards chosen for a swap that is not ended, in the order chosen."""
    hand_limits: list[list[HandLimit]]
    """What everybody knows of each seat's hand."""
    discards: list[str]
    """The discarded cards by name, in the order of the component file."""
    pile: list[str]
    """The cards of the pile by name, the next to be drawn first."""
    shuffles: int
    """How often the discards were shuffled to make a new pile."""
    chance: str
    """The secret key of the match, from which every shuffle follows."""


class PrintedSizes(TypedDict):
    card: tuple[float, float]
    """Length and width."""
    outline: list[tuple[float, float]]
    """The hull from the stern forward: how far along, half the breadth there."""


class PrintedArrow(TypedDict):
    name: str
    path: list[tuple[Literal["ahead"], float] | tuple[Literal["port", "starboard"], float, float]]
    """From the bow: `ahead` and a length, or `port` or `starboard`, a radius and an angle."""


class PrintedCard(TypedDict):
    name: str
    arrows: NotRequired[list[str]]
    """Its arrows by name; a sun has none."""


class Components(TypedDict):
    """What boards need of the component file. Lengths are millimetres, angles degrees."""

    game: Literal["regatta"]
    sizes: PrintedSizes
    arrow: list[PrintedArrow]
    card: list[PrintedCard]


SHAPES = Shapes(
    view=View,
    preview=Preview,
    action=Action,
    fact=Fact,
    position=Position,
    components=Components,
)
