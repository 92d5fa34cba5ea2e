"""What of the future a choice in Vor dem Wind changes: for hints and the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.reasons import Measure, Reasons
from fourwinds.core.rules import Rules
from fourwinds.games.vor_dem_wind.state import (
    CARD_SHELTERED,
    CARD_SNATCHED,
    CARD_SOLD,
    CARD_TAKEN,
    EMPTY,
    GOODS_SPOILED,
    MOST_SPECIALS,
    Table,
    count,
)
from fourwinds.games.vor_dem_wind.value import Trade

THIS_TURN = (
    Measure("gold", 0.14, 1.0),
    Measure("stored", 1.2, 0.4),
    Measure("hand", 0.5, 0.5),
    Measure("spoiled", -0.9, 0.4),
    Measure("shipped", 1.0, 0.8),
    Measure("ready", 0.5, 1.5),
    Measure("specials", 1.0, 0.3),
    Measure("card", 0.9, 0.12, chance=True),
)
NEXT_TURN = (
    Measure("points", 0.9, 0.8, holds="shipped"),
    Measure("rivals", -0.4, 1.0),
)


class Cargo(Reasons[Table]):
    """The turn to its end, and the next one."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(THIS_TURN, NEXT_TURN)
        self.value = Trade(rules.players, rules.box)
        self.number = 0
        self.had = 0
        self.score: list[int] = []

    def begin(self, t: Table, seat: int) -> None:
        self.number = t.number
        self.had = int(t.front[seat] != EMPTY)
        self.score = [int(score) for score in t.score]

    def reached(self, t: Table, seat: int, horizon: int) -> bool:
        return t.number > self.number + horizon

    def progress(self, view: Mapping[str, Any]) -> float:
        return float(max(view["scores"]) / view["options"]["target"])

    def read(self, t: Table, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        mine = float(t.score[seat] - self.score[seat])
        if horizon == 1:
            others = [t.score[other] - self.score[other] for other in range(t.players)]
            del others[seat]
            return [mine, float(max(others))]
        base = seat * MOST_SPECIALS
        specials = sum(
            t.specials[base + kind] + t.laid[base + kind] for kind in range(MOST_SPECIALS)
        )
        return [
            float(t.gold[seat] + t.money[seat]),
            float(count(t.stored, seat * 4)),
            float(count(t.hands, seat * 4)),
            float(spoiled(told, seat)),
            mine,
            self.value.ready(t, seat),
            float(specials),
            float(min(max(self.had + cards_got(told, seat), 0), 1)),
        ]


def spoiled(told: Sequence[Fact], seat: int) -> int:
    """How many goods the seat has lost to the fleet's leaving."""
    lost = 0
    for fact in told:
        if fact.kind is GOODS_SPOILED and fact.seat == seat:
            goods = fact.data["goods"]
            lost += len(goods) if isinstance(goods, list) else 0
    return lost


def cards_got(told: Sequence[Fact], seat: int) -> int:
    """Cards the seat has come by since, less those it sold or lost."""
    got = 0
    for fact in told:
        if fact.kind in (CARD_TAKEN, CARD_SHELTERED, CARD_SNATCHED) and fact.seat == seat:
            got += 1
        elif fact.kind is CARD_SOLD:
            got += (fact.data["bidder"] == seat) - (fact.seat == seat)
        elif fact.kind is CARD_SNATCHED and fact.data["owner"] == seat:
            got -= 1
    return got


def reasons(rules: Rules) -> Reasons[Table]:
    return Cargo(rules)
