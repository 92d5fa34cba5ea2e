"""What lies on the table of High Tide."""

from __future__ import annotations

from typing import Annotated, Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.state import State


class Table(State):
    """The state of a match of High Tide."""

    round: i64
    prizes: Annotated[vec[u8], "len(self.box)"]  # the first `round` are turned over
    chosen: Annotated[vec[i64], "players"]  # the number of each seat, 0 while it has none
    score: Annotated[vec[i64], "players"]

    def __init__(self, rules: Any, players: i64, box: list[int], rounds: i64) -> None:
        super().__init__(rules, players)
        self.box = box  # the prizes (HT-1.1)
        self.rounds = rounds

    def clear(self) -> None:
        """Nothing on the table yet; written by fourwinds.core.fields."""
        players = self.players
        self.round = 0
        self.prizes = vec[u8]([0] * (len(self.box)))
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
