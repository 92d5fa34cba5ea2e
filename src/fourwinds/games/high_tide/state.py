"""What lies on the table of High Tide."""

from __future__ import annotations

from typing import Annotated, Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.facts import ALL, NOTHING, FactKind
from fourwinds.core.state import State

MOST_PRIZES: Final = 20
PRIZES: Final = 0  # the pile that is shuffled

ROUND_BEGAN: Final = FactKind("round-began", audience=ALL, reveals="prize")
NUMBER_CHOSEN: Final = FactKind("number-chosen", audience=ALL, reveals=NOTHING)
NUMBER_SHOWN: Final = FactKind("number-shown", audience=ALL, reveals="number")
PRIZE_WON: Final = FactKind("prize-won", audience=ALL, reveals=NOTHING)
PRIZE_LOST: Final = FactKind("prize-lost", audience=ALL, reveals=NOTHING)
MATCH_ENDED: Final = FactKind("match-ended", audience=ALL, reveals=NOTHING)


class Box:
    """The prizes (HT-1.1)."""

    def __init__(self, prizes: list[int]) -> None:
        self.prizes = vec[u8](prizes)


class Table(State):
    """The state of a match of High Tide."""

    round: i64
    prizes: Annotated[vec[u8], "len(self.box.prizes)"]  # the first `round` are turned over
    chosen: Annotated[vec[i64], "players"]  # the number of each seat, 0 while it has none
    score: Annotated[vec[i64], "players"]

    def __init__(self, rules: Any, players: i64, box: Box, rounds: i64) -> None:
        super().__init__(rules, players)
        self.box = box
        self.rounds = rounds

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.round = 0
        self.prizes = vec[u8]([0] * (len(self.box.prizes)))
        self.chosen = vec[i64]([0] * players)
        self.score = vec[i64]([0] * players)

    def copy(self) -> Table:
        """An independent copy; written by fourwinds.core.fields."""
        other = Table(self.rules, self.players, self.box, self.rounds)
        self.copy_common(other)
        other.round = self.round
        other.prizes = self.prizes[:]
        other.chosen = self.chosen[:]
        other.score = self.score[:]
        return other

    def decision_number(self) -> i64:
        return self.round

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def place(self, seat: i64) -> i64:
        """HT-3.1: most points; equal ones share a place."""
        place: i64 = 1
        for other in range(self.players):
            if self.score[other] > self.score[seat]:
                place += 1
        return place
