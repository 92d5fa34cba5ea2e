"""The JSON of Santa Timea: what a seat sees, what it may do, what happened, and everything.

Steering cards are written N13 (direction and value) or P (a pirate), wind cards N2 (direction and
damage). Seats are counted from 0. A list "by seat" has one entry for each player.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from fourwinds.core.shapes import Shapes

Direction: TypeAlias = Literal["N", "E", "S", "W"]
Step: TypeAlias = Literal["playing", "choosing", "over"]


class Options(TypedDict):
    """The options of the match."""

    edition: Literal["german", "french"]
    """Whose rulebook settles ties and the expert penalty."""
    expert: bool
    """Whether the expert game is played."""
    rounds: int
    """How many rounds are played."""


class Move(TypedDict):
    """A card that was laid."""

    seat: int
    """Who laid it."""
    card: str
    """The card."""


class TrickMove(TypedDict):
    """A card of the present trick."""

    seat: int
    """Who laid it."""
    card: str
    """The card."""
    value: float
    """What it counts under the wind that blows."""
    cancelled: bool
    """Whether another card of the trick has the same value."""


class Standing(TypedDict):
    """What would follow if the trick ended with the cards laid so far."""

    takes: int | None
    """The seat that would take the wind; null where nobody would."""
    leads: int
    """The seat that would lead the next trick."""


class Open(TypedDict):
    """What lies open on the table: the same in every view and in the position."""

    round: int
    """The number of the round, from 1."""
    first: int
    """The seat that began the round."""
    leader: int
    """The seat that led the present trick, or is to lead it."""
    row: list[str]
    """The winds in the row; the first blows in this trick."""
    forecast: list[str]
    """Winds that will not blow this round (expert game)."""
    aside: list[str]
    """Winds put aside by empty tricks."""
    taken: list[list[str]]
    """The winds taken in this round, by seat."""
    played: list[Move]
    """The cards of the finished tricks of this round, in the order laid."""
    scores: list[int]
    """Victory points by seat."""
    history: list[list[int]]
    """The points of each finished round, by seat."""
    rounds_won: list[int]
    """Rounds won, by seat."""


class View(Open):
    game: Literal["santa-timea"]
    """The game."""
    players: int
    """How many play."""
    options: Options
    """The options of the match."""
    seat: int | None
    """Who sees this; null is a spectator."""
    step: Step
    """What is decided now."""
    actors: list[int]
    """The seats that may act now."""
    turn: int | None
    """The seat whose turn it is; null when the match is over."""
    hand: list[str] | None
    """The viewer's cards; null for a spectator."""
    worths: list[list[float | None]] | None
    """What each card of the hand counts under each wind of the row; null where nobody knows."""
    counts: list[int]
    """Cards in hand by seat."""
    damages: list[int] | None
    """Damage by seat if the round were counted now; null when the match is over."""
    hidden: int
    """Steering cards that were not dealt."""
    pile: int
    """Winds in the pile."""
    trick: list[TrickMove]
    """The cards of the present trick, in the order laid."""
    standing: Standing | None
    """How the trick stands; null before its first card."""
    choice: Direction | None
    """The set to be decided about now; null where none is."""
    asked: int | None
    """How many decisions about sets have come up, needed or not; null while cards are laid."""
    kept: list[str] | None
    """The directions of the sets kept in this round, by seat; null while cards are laid."""
    over: bool
    """Whether the match is over."""
    winners: list[int]
    """The seats that have won; none while the match runs."""
    ranking: list[int]
    """Places by seat, from 1; equal for those who share one."""


class PlayPreview(Standing):
    kind: Literal["play"]
    """A card is laid."""
    card: str
    """The card."""
    worths: list[float | None]
    """What it counts under each wind of the row; null where nobody knows."""
    complete: bool
    """Whether it is the last card of the trick."""
    cancelled: bool
    """Whether another card of the trick has the same value."""


class SetPreview(TypedDict):
    kind: Literal["discard", "keep"]
    """A set is discarded or kept."""
    direction: Direction
    """Its direction."""
    damage: int
    """The damage of this direction that is left."""
    bonus: int
    """The points for pairs of this direction."""


Preview: TypeAlias = PlayPreview | SetPreview


class PlayCard(TypedDict):
    kind: Literal["play"]
    """Lay a card."""
    card: str
    """The card."""


class DecideSet(TypedDict):
    kind: Literal["discard", "keep"]
    """Discard or keep a set."""
    direction: Direction
    """Its direction."""


Action: TypeAlias = PlayCard | DecideSet


class RoundBegan(TypedDict):
    kind: Literal["round-began"]
    round: int
    """The number of the round, from 1."""
    first: int
    """The seat that leads."""
    row: list[str]
    """The winds in the row; the first blows in this trick."""
    forecast: list[str]
    """Winds that will not blow this round (expert game)."""


class HandDealt(TypedDict):
    kind: Literal["hand-dealt"]
    seat: int
    """Who was dealt the cards."""
    cards: list[str]
    """The cards; only their owner is told."""


class CardPlayed(TypedDict):
    kind: Literal["card-played"]
    seat: int
    """Who laid the card."""
    card: str
    """The card."""
    value: float
    """What it counts under the wind that blows."""


class WindTaken(TypedDict):
    kind: Literal["wind-taken"]
    seat: int
    """Who took the wind."""
    winds: list[str]
    """The wind that blew and, in the expert game, those that lay aside."""


class WindPutAside(TypedDict):
    kind: Literal["wind-put-aside"]
    wind: str
    """The wind that nobody took."""


class LeadPassed(TypedDict):
    kind: Literal["lead-passed"]
    seat: int
    """Who leads the next trick."""


class WindTurned(TypedDict):
    kind: Literal["wind-turned"]
    wind: str
    """The wind that came into sight."""


class SetDecided(TypedDict):
    kind: Literal["set-discarded", "set-kept"]
    seat: int
    """Whose set it is."""
    direction: Direction
    """Its direction."""


class RoundScored(TypedDict):
    kind: Literal["round-scored"]
    round: int
    """The number of the round, from 1."""
    damages: list[int]
    """Damage by seat."""
    places: list[int]
    """Points for places by seat."""
    bonuses: list[int] | None
    """Points for pairs by seat; null in the basic game."""
    penalties: list[int] | None
    """Points lost for many winds by seat; null in the basic game."""


class MatchEnded(TypedDict):
    kind: Literal["match-ended"]
    scores: list[int]
    """Victory points by seat."""
    winners: list[int]
    """The seats that have won."""


Fact: TypeAlias = (
    RoundBegan
    | HandDealt
    | CardPlayed
    | WindTaken
    | WindPutAside
    | LeadPassed
    | WindTurned
    | SetDecided
    | RoundScored
    | MatchEnded
)


class Position(Open):
    game: Literal["santa-timea"]
    """The game."""
    players: int
    """How many play."""
    options: Options
    """The options of the match."""
    turn: int | None
    """The seat whose turn it is; null when the match is over."""
    hands: list[list[str]]
    """Each seat's cards."""
    pile: list[str]
    """The winds of the pile; the first is turned over next."""
    trick: list[Move]
    """The cards of the present trick, in the order laid."""
    asked: int | None
    """How many decisions about sets have come up, needed or not; null while cards are laid."""
    kept: list[str] | None
    """The directions of the sets kept in this round, by seat; null while cards are laid."""
    over: bool
    """Whether the match is over."""
    chance: str
    """The secret key of the match, from which every shuffle follows."""


class PrintedHand(TypedDict):
    cards: int
    """How many cards are dealt to each player."""
    mark: str


class PrintedPirates(TypedDict):
    count: int
    """How many there are."""
    mark: str


class PrintedSteering(TypedDict):
    direction: Direction
    values: list[int]
    """The values of the cards of this direction."""
    mark: str


class PrintedWinds(TypedDict):
    direction: Direction
    damages: list[int]
    """The damages of the winds of this direction."""
    mark: str


class Components(TypedDict):
    """The component file; `mark` is printed, reported or reconstructed."""

    game: Literal["santa-timea"]
    hand: PrintedHand
    pirates: PrintedPirates
    steering: list[PrintedSteering]
    wind: list[PrintedWinds]


SHAPES = Shapes(
    view=View,
    preview=Preview,
    action=Action,
    fact=Fact,
    position=Position,
    components=Components,
)
