"""What of the future a move in Regatta changes: for hints and the coach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.reasons import Measure, Reasons
from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.regatta import moves
from fourwinds.games.regatta.course import HOME
from fourwinds.games.regatta.state import BOAT_STOPPED, Table
from fourwinds.games.regatta.value import MILLIMETRE, Progress

OWN_TURN = (
    Measure("way", -1.0, 0.25),
    Measure("gates", 1.5, 0.15),
    Measure("stopped", -0.8, 0.2, chance=True),
)
NEXT_TURN = (
    Measure("stuck", -2.0, 0.1, chance=True),
    Measure("becalmed", -1.8, 0.1, chance=True),
    Measure("rivals", 0.6, 0.3),
)
LATER = (
    Measure("later", -0.9, 0.3, holds="way"),
    Measure("places", -0.8, 0.25),
)
TURNS = 3


class Lead(Reasons[Table]):
    """The own turn, the next one, and the one after the next; ways are in lengths of a boat."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(OWN_TURN, NEXT_TURN, LATER)
        self.value = Progress(rules.players, rules.box.course)
        self.length = rules.box.hull.length / MILLIMETRE
        self.turns = 0

    def begin(self, t: Table, seat: int) -> None:
        self.turns = t.turns

    def reached(self, t: Table, seat: int, horizon: int) -> bool:
        if horizon == 0:
            return t.turns > self.turns
        if horizon == 1:
            return t.turns >= self.turns + t.players
        return t.turns >= self.turns + (TURNS - 1) * t.players + 1

    def progress(self, view: Mapping[str, Any]) -> float:
        return float(max(view["scores"]) / HOME)

    def read(self, t: Table, seat: int, horizon: int, told: Sequence[Fact]) -> list[float]:
        mine = self.value.way_home(t, seat) / self.length
        if horizon == 0:
            stopped = any(fact.kind is BOAT_STOPPED and fact.seat == seat for fact in told)
            return [mine, float(t.stage[seat]), float(stopped)]
        ways = [self.value.way_home(t, other) / self.length for other in range(t.players)]
        del ways[seat]
        if horizon == 1:
            running = t.actor() != NOBODY
            stuck = running and bool(t.afloat[seat]) and not moves.can_move(t, seat)
            return [float(stuck), float(bool(t.calm[seat])), min(ways)]
        return [mine, float(1 + sum(way < mine for way in ways))]


def reasons(rules: Rules) -> Reasons[Table]:
    return Lead(rules)
