"""What lies on the table of Santa Timea.

Directions are 0-3 (North, East, South, West). A steering card is direction * 14 + value - 1, a
pirate 56 (pirates are alike). A wind card is direction * 3 + damage - 1.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.chance import Stream
from fourwinds.core.facts import ALL, NOTHING, OWNER, FactKind
from fourwinds.core.state import State

DIRECTIONS: Final = "NESW"
VALUES: Final = 14
PIRATE: Final = 56
WINDS: Final = 12
MOST_CARDS: Final = 60
MOST_WINDS: Final = 20
LONGEST_HAND: Final = 12
ROW: Final = 3
FORECAST: Final = 3
NO_OWNER: Final = 255

# Piles with a stream of random numbers of their own for every round.
FIRST_PLAYER: Final = 0
WIND_CARDS: Final = 1
STEERING_CARDS: Final = 2

CARD_NAMES: Final[list[str]] = [f"{d}{v}" for d in DIRECTIONS for v in range(1, VALUES + 1)] + ["P"]
PLACES: Final = vec[u8](range(MOST_CARDS))
UNOWNED: Final = vec[u8]([NO_OWNER] * MOST_CARDS)
WIND_NAMES: Final[list[str]] = [f"{d}{damage}" for d in DIRECTIONS for damage in (1, 2, 3)]

ROUND_BEGAN: Final = FactKind("round-began", audience=ALL, reveals="deck")
HAND_DEALT: Final = FactKind("hand-dealt", audience=OWNER, reveals="deck")
CARD_PLAYED: Final = FactKind("card-played", audience=ALL, reveals="hand")
WIND_TAKEN: Final = FactKind("wind-taken", audience=ALL, reveals=NOTHING)
WIND_PUT_ASIDE: Final = FactKind("wind-put-aside", audience=ALL, reveals=NOTHING)
LEAD_PASSED: Final = FactKind("lead-passed", audience=ALL, reveals=NOTHING)
WIND_TURNED: Final = FactKind("wind-turned", audience=ALL, reveals="pile")
SET_DISCARDED: Final = FactKind("set-discarded", audience=ALL, reveals=NOTHING)
SET_KEPT: Final = FactKind("set-kept", audience=ALL, reveals=NOTHING)
ROUND_SCORED: Final = FactKind("round-scored", audience=ALL, reveals=NOTHING)
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)


class Box:
    """The cards in the box (ST-1): the printed 60 and 20, or a smaller deck for study."""

    def __init__(self, players: int, steering: list[int], winds: list[int], hand: int) -> None:
        self.seats = vec[i64](range(players))
        self.steering = vec[u8](steering)
        self.winds = vec[u8](winds)
        self.hand: i64 = hand


class Table(State):
    """The state of a match of Santa Timea."""

    round: i64
    first: i64  # who began the round
    leader: i64  # who led the present trick
    turn: i64
    laid: i64  # cards in the present trick: the last ones of `played`
    hands: Annotated[vec[u8], "players * LONGEST_HAND"]  # ascending, the first held[seat] taken
    held: Annotated[vec[u8], "players"]
    played: Annotated[vec[u8], "MOST_CARDS"]
    laid_by: Annotated[vec[u8], "MOST_CARDS"]  # who laid each card of `played`
    played_count: i64
    ranks: Annotated[vec[i64], "players"]  # of the trick's cards, in the order laid
    winds: Annotated[vec[u8], "MOST_WINDS"]  # as they blow: from `wind` on the row, then the pile
    winds_count: i64
    wind: i64
    blowing: i64  # the direction of the present wind
    forecast: Annotated[vec[u8], "FORECAST"]
    forecast_count: i64
    taken: Annotated[vec[u8], "players * WINDS"]  # how many of each wind card, seat by seat
    aside: Annotated[vec[u8], "WINDS"]
    asked: i64  # how far the choices of ST-8.4 have come
    kept: Annotated[vec[u8], "players * 4"]  # sets kept, by seat and direction
    score: Annotated[vec[i64], "players"]
    rounds_won: Annotated[vec[i64], "players"]
    history: Annotated[vec[i64], "self.rounds * players"]  # points by round and seat

    def __init__(
        self, rules: Any, players: i64, box: Box, french: bool, expert: bool, rounds: i64
    ) -> None:
        super().__init__(rules, players)
        self.box = box
        self.french = french
        self.expert = expert
        self.rounds = rounds

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.round = 0
        self.first = 0
        self.leader = 0
        self.turn = 0
        self.laid = 0
        self.hands = vec[u8]([0] * (players * LONGEST_HAND))
        self.held = vec[u8]([0] * players)
        self.played = vec[u8]([0] * MOST_CARDS)
        self.laid_by = vec[u8]([0] * MOST_CARDS)
        self.played_count = 0
        self.ranks = vec[i64]([0] * players)
        self.winds = vec[u8]([0] * MOST_WINDS)
        self.winds_count = 0
        self.wind = 0
        self.blowing = 0
        self.forecast = vec[u8]([0] * FORECAST)
        self.forecast_count = 0
        self.taken = vec[u8]([0] * (players * WINDS))
        self.aside = vec[u8]([0] * WINDS)
        self.asked = 0
        self.kept = vec[u8]([0] * (players * 4))
        self.score = vec[i64]([0] * players)
        self.rounds_won = vec[i64]([0] * players)
        self.history = vec[i64]([0] * (self.rounds * players))

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
        other = Table(self.rules, self.players, self.box, self.french, self.expert, self.rounds)
        self.copy_common(other)
        other.round = self.round
        other.first = self.first
        other.leader = self.leader
        other.turn = self.turn
        other.laid = self.laid
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.played = self.played[:]
        other.laid_by = self.laid_by[:]
        other.played_count = self.played_count
        other.ranks = self.ranks[:]
        other.winds = self.winds[:]
        other.winds_count = self.winds_count
        other.wind = self.wind
        other.blowing = self.blowing
        other.forecast = self.forecast[:]
        other.forecast_count = self.forecast_count
        other.taken = self.taken[:]
        other.aside = self.aside[:]
        other.asked = self.asked
        other.kept = self.kept[:]
        other.score = self.score[:]
        other.rounds_won = self.rounds_won[:]
        other.history = self.history[:]
        return other

    def decision_number(self) -> i64:
        return (self.round * 64 + self.played_count) * 32 + self.asked

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def place(self, seat: i64) -> i64:
        """ST-7.1, ST-7.2: most points; german: then most rounds won."""
        place: i64 = 1
        for other in range(self.players):
            if self.score[other] > self.score[seat]:
                place += 1
            elif self.score[other] == self.score[seat] and not self.french:
                if self.rounds_won[other] > self.rounds_won[seat]:
                    place += 1
        return place

    def hand(self, seat: i64) -> list[int]:
        start = seat * LONGEST_HAND
        return [int(self.hands[start + i]) for i in range(i64(self.held[seat]))]

    def deal(self, seats: vec[i64], cards: vec[u8], chance: Stream) -> None:
        """Deal to each of the seats as many cards as it is to hold, out of `cards` (ascending).

        Who gets which card is shuffled, then the cards are handed out from the lowest up: so every
        hand is in order without being sorted.
        """
        hands = self.hands
        held = self.held
        count: i64 = len(cards)
        order = PLACES[:count]
        owner = UNOWNED[:count]
        dealt: i64 = 0
        for seat in seats:
            dealt += i64(held[seat])
        chance.shuffle(order, count, dealt)
        at: i64 = 0
        for seat in seats:
            for _card in range(i64(held[seat])):
                owner[i64(order[at])] = u8(seat)
                at += 1
            held[seat] = 0
        for i in range(count):
            seat = i64(owner[i])
            if seat != NO_OWNER:
                size = i64(held[seat])
                hands[seat * LONGEST_HAND + size] = cards[i]
                held[seat] = u8(size + 1)

    def take_hand(self, seat: i64, cards: list[int]) -> None:
        """Make these the seat's hand."""
        for i, card in enumerate(sorted(cards)):
            self.hands[seat * LONGEST_HAND + i] = card
        self.held[seat] = len(cards)

    def trick_card(self, i: i64) -> i64:
        """The i-th card of the present trick."""
        return i64(self.played[self.played_count - self.laid + i])

    def blow(self, wind: i64) -> None:
        """Make the wind of that number the present one."""
        self.wind = wind
        if wind < self.winds_count:
            self.blowing = i64(self.winds[wind]) // 3
