"""What of the future a choice in Winds of Plunder changes: for hints and the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.reasons import Measure, Reasons
from fourwinds.core.rules import Rules
from fourwinds.games.winds_of_plunder.facts import BOARDED, SAILED
from fourwinds.games.winds_of_plunder.pieces import CREW, MOST_SEATS, PROVISION, ROUNDS, WEAPON
from fourwinds.games.winds_of_plunder.state import Table

OWN_TURN = (
    Measure("points", 1.0, 0.5),
    Measure("weapons", 0.6, 0.4),
    Measure("crew", 0.7, 0.4),
    Measure("provisions", 1.0, 0.4),
    Measure("treasures", 1.5, 0.3),
    Measure("cards", 0.5, 0.5),
    Measure("cubes", 0.15, 2.0),
    Measure("reputation", 1.0, 0.3),
    Measure("advantages", 2.0, 0.15),
    Measure("arrives", 1.0, 0.15, chance=True),
    Measure("blackbeard", 1.0, 0.15, chance=True),
    Measure("first", 0.5, 0.15, chance=True),
)
ROUND = (
    Measure("boarded", -1.5, 0.1, chance=True),
    Measure("rivals", -0.4, 0.7),
)
NEXT_ROUND = (Measure("later", 0.8, 0.9, holds="points"),)


class Booty(Reasons[Table]):
    """The own turn, the round, and the round after it."""

    def __init__(self) -> None:
        super().__init__(OWN_TURN, ROUND, NEXT_ROUND)
        self.round = 0
        self.vp: list[int] = []

    def begin(self, t: Table, seat: int) -> None:
        self.round = t.round
        self.vp = [int(vp) for vp in t.vp]

    def reached(self, t: Table, seat: int, horizon: int) -> bool:
        if horizon == 0:
            # Before the vote is counted nobody plunders, and `turns` is still 0.
            return t.round > self.round or (seat - t.first) % t.players < t.turns
        return t.round >= self.round + horizon

    def progress(self, view: Mapping[str, Any]) -> float:
        return float((view["round"] - 1) / ROUNDS)

    def read(self, t: Table, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        mine = float(t.vp[seat] - self.vp[seat])
        if horizon == 2:
            return [mine]
        if horizon == 1:
            others = [t.vp[other] - self.vp[other] for other in range(t.players) if other != seat]
            hit = any(fact.kind is BOARDED and fact.data["victim"] == seat for fact in told)
            return [float(hit), float(max(others))]
        return [
            mine,
            float(t.items[WEAPON * MOST_SEATS + seat]),
            float(t.items[CREW * MOST_SEATS + seat]),
            float(t.items[PROVISION * MOST_SEATS + seat]),
            float(int(t.treasures[seat]).bit_count()),
            float(t.held[seat]),
            float(t.cubes[seat]),
            float(int(t.reputation[seat]).bit_count()),
            float(t.markers(seat)),
            float(any(fact.kind is SAILED and fact.seat == seat for fact in told)),
            float(t.blackbeard == seat),
            float(t.first == seat),
        ]


def reasons(rules: Rules) -> Reasons[Table]:
    return Booty()
