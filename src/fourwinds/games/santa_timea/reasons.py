"""What of the future a card of Santa Timea changes: for hints and the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.reasons import Measure, Reasons
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.santa_timea import scoring
from fourwinds.games.santa_timea.state import PIRATE, VALUES, WIND_PUT_ASIDE, Table

TRICK = (
    Measure("takes", -1.2, 0.08, chance=True),
    Measure("lead", 0.3, 0.15, chance=True),
    Measure("empty", 0.6, 0.1, chance=True),
    Measure("high", 0.05, 3.0),
    Measure("pirates", 0.5, 0.5),
)
ROUND = (
    Measure("damage", -1.0, 0.25),
    Measure("sets", 1.0, 0.08, chance=True),
    Measure("points", 0.8, 0.25),
)


class Damage(Reasons[Table]):
    """The trick, and the round to its end."""

    def __init__(self) -> None:
        super().__init__(TRICK, ROUND)
        self.played = 0
        self.taken = 0
        self.score = 0
        self.trick = True

    def begin(self, t: Table, seat: int) -> None:
        self.played = t.played_count
        self.taken = int(scoring.cards_taken(t, seat))
        self.score = int(t.score[seat])

    def reached(self, t: Table, seat: int, horizon: int) -> bool:
        if horizon == 1:
            return t.actor() == NOBODY
        return t.laid == 0

    def progress(self, view: Mapping[str, Any]) -> float:
        return float((view["round"] - 1) / view["options"]["rounds"])

    def read(self, t: Table, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        if horizon == 1:
            sets = sum(scoring.discards(t, seat, direction) for direction in range(4))
            return [
                float(scoring.damage(t, seat)),
                float(sets),
                float(t.score[seat] - self.score),
            ]
        hand = t.hand(seat)
        return [
            float(scoring.cards_taken(t, seat) > self.taken),
            float(t.actor() != NOBODY and t.leader == seat),
            float(any(fact.kind is WIND_PUT_ASIDE for fact in told)),
            float(sum(card % VALUES + 1 for card in hand if card != PIRATE)),
            float(hand.count(PIRATE)),
        ]


def reasons(rules: Rules) -> Reasons[Table]:
    return Damage()
