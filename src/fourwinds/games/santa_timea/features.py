"""What a model is told of a match of Santa Timea, between its rounds, and what it may learn about
cards from strong bots' choices (core/learned.py)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.learned import Features
from fourwinds.core.state import NOBODY
from fourwinds.core.value import Value
from fourwinds.games.santa_timea import scoring, steps
from fourwinds.games.santa_timea.state import PIRATE, VALUES, Table
from fourwinds.games.santa_timea.steps import ABOVE_ZERO, BITS, HIGHEST_RANK, LED_PIRATE, RANKS
from fourwinds.games.santa_timea.value import (
    CARDS,
    MOST_AFTER,
    STAGES,
    UNIT,
    UNKNOWN,
    Thumb,
    stage,
)

NAMES: Final = "score rounds_won first order".split()
# For each stage of a round: value, its square, rank under the next wind and the one after, whether
# it is against these, pirate.
KEEPS: Final = "value square next later next_against later_against pirate".split()
# For each number of players to come: damage as it is, by rank, its square, and against the wind.
RISKS: Final = "damage by_rank by_square against".split()
# As many for damage below zero and for being the highest so far.
HOPES: Final = "gain gain_by_rank".split()
LEADS: Final = "lead lead_by_rank".split()

KEEP_FROM: Final = 0
RISK_FROM: Final = STAGES * 7
HOPE_FROM: Final = RISK_FROM + MOST_AFTER * 4
LEAD_FROM: Final = HOPE_FROM + MOST_AFTER * 2
CANCEL: Final = LEAD_FROM + MOST_AFTER * 2
THUMB: Final = (
    [f"{name}_{at}" for at in range(STAGES) for name in KEEPS]
    + [f"{name}_{after}" for after in range(MOST_AFTER) for name in RISKS]
    + [f"{name}_{after}" for after in range(MOST_AFTER) for name in HOPES]
    + [f"{name}_{after}" for after in range(MOST_AFTER) for name in LEADS]
    + ["cancels"]
)
HIGHEST_COUNT: Final = 28.0
# Beyond this a card is as unlikely as can be.
MOST_COST: Final = 20.0


def count(rank: i64) -> float:
    """What a rank counts, from 0 against the wind to 1."""
    if rank <= ABOVE_ZERO:
        return 0.0
    return float(rank - ABOVE_ZERO) / HIGHEST_COUNT


class RoundFeatures(Features[Table]):
    """Rounds are played to their end by the search: what is learned is what stands then."""

    def __init__(self, players: i64, rounds: i64) -> None:
        super().__init__(NAMES, THUMB)
        self.rounds = rounds
        self.own = Thumb(players, rounds)
        self.first: i64 = 0

    def finished(self, t: Table) -> i64:
        if t.step.actor(t) == NOBODY:
            return t.round
        return t.round - 1

    def phase(self, t: Table) -> float:
        return float(self.finished(t)) / float(self.rounds)

    def moment(self, t: Table) -> i64:
        return t.round

    def is_settled(self, t: Table) -> bool:
        """Inside a round the game's own value reckons what it may still bring."""
        if t.step.actor(t) == NOBODY:
            return t.round >= self.rounds
        return t.played_count > 0

    def prepare(self, t: Table) -> None:
        self.first = t.first
        if t.step.actor(t) == NOBODY:
            self.first = scoring.next_first(t)

    def fill(self, t: Table, seat: i64, out: vec[float]) -> None:
        out[0] = float(t.score[seat])
        out[1] = float(t.rounds_won[seat])
        after = seat - self.first
        if after < 0:
            after += t.players
        out[2] = 1.0 if after == 0 else 0.0
        out[3] = float(after) / float(t.players - 1)

    def describe(self, t: Table, seat: i64, action: i64, out: vec[float]) -> bool:
        if t.step is not steps.PLAYING:
            return False
        for i in range(self.thumb_count()):
            out[i] = 0.0
        held = i64(t.held[seat])
        own = self.own
        first = own.coming(t, t.wind + 1, held > 1)
        second = own.coming(t, t.wind + 2, held > 2)
        fill_keep(action, first, second, KEEP_FROM + 7 * stage(held), out)
        if action == PIRATE:
            return True
        lowest, highest, seen = bounds(t)
        mine = RANKS[t.blowing * PIRATE + action]
        after = t.players - t.laid - 1
        if BITS[mine] & seen != 0:
            out[CANCEL] = 1.0
            return True
        if mine < lowest:
            damage = float(own.harm(t, seat))
            if damage < 0.0:
                fill_hope(mine, HOPE_FROM + 2 * after, damage, out)
            else:
                fill_risk(mine, RISK_FROM + 4 * after, damage, out)
        if mine > highest:
            fill_hope(mine, LEAD_FROM + 2 * after, 1.0, out)
        return True

    def thumb_count(self) -> i64:
        return len(self.thumb)

    def tune(self, own: Value[Table], thumb: list[float]) -> None:
        """Costs as whole numbers in tables, so that reckoning with them is as quick as before."""
        if isinstance(own, Thumb):
            key = tuple(thumb)
            if key not in TUNED:
                if len(TUNED) >= MOST_TUNED:
                    TUNED.clear()
                TUNED[key] = Costs(thumb)
            costs = TUNED[key]
            own.kept = costs.kept
            own.risks = costs.risks
            own.hopes = costs.hopes
            own.leads = costs.leads
            own.cancels = costs.cancels
            own.learned = True


class Costs:
    """What learned numbers make of every card under every wind."""

    def __init__(self, thumb: list[float]) -> None:
        room = vec[float]([0.0] * len(thumb))
        kept: list[int] = []
        for at in range(STAGES):
            for first in range(UNKNOWN + 1):
                for second in range(UNKNOWN + 1):
                    for card in range(i64(CARDS)):
                        clear(room)
                        fill_keep(card, first, second, KEEP_FROM + 7 * at, room)
                        kept.append(cost(room, thumb))
        risks: list[int] = []
        hopes: list[int] = []
        leads: list[int] = []
        for after in range(MOST_AFTER):
            for wind in range(4):
                for card in range(i64(CARDS)):
                    if card == PIRATE:
                        risks.append(0)
                        hopes.append(0)
                        leads.append(0)
                        continue
                    mine = RANKS[wind * PIRATE + card]
                    clear(room)
                    fill_risk(mine, RISK_FROM + 4 * after, 1.0, room)
                    risks.append(cost(room, thumb))
                    clear(room)
                    fill_hope(mine, HOPE_FROM + 2 * after, 1.0, room)
                    hopes.append(cost(room, thumb))
                    clear(room)
                    fill_hope(mine, LEAD_FROM + 2 * after, 1.0, room)
                    leads.append(cost(room, thumb))
        self.kept = vec[i64](kept)
        self.risks = vec[i64](risks)
        self.hopes = vec[i64](hopes)
        self.leads = vec[i64](leads)
        clear(room)
        room[CANCEL] = 1.0
        self.cancels: i64 = cost(room, thumb)


MOST_TUNED: Final = 8
# The tables made of late: a bot needs them for every decision.
TUNED: Final[dict[tuple[float, ...], Costs]] = {}


def bounds(t: Table) -> tuple[i64, i64, i64]:
    """Of the trick so far: the lowest and the highest rank not cancelled, and a mask of all."""
    lowest = HIGHEST_RANK + 1
    highest: i64 = NOBODY
    seen: i64 = 0
    if t.laid > 0:
        twice = steps.cancelled(t.ranks, t.laid)
        for i in range(t.laid):
            mine = t.ranks[i]
            seen |= BITS[mine]
            if BITS[mine] & twice == 0:
                if mine < lowest:
                    lowest = mine
                if mine > highest:
                    highest = mine
        if t.ranks[0] == LED_PIRATE:
            lowest = LED_PIRATE
    return lowest, highest, seen


def fill_keep(card: i64, first: i64, second: i64, at: i64, out: vec[float]) -> None:
    """What is given up with a card; `first` and `second` are the winds to come."""
    if card == PIRATE:
        out[at + 6] = 1.0
        return
    value = float(card % VALUES + 1) / float(VALUES)
    out[at] = value
    out[at + 1] = value * value
    if first != UNKNOWN:
        rank = RANKS[first * PIRATE + card]
        out[at + 2] = count(rank)
        out[at + 4] = 1.0 if rank <= ABOVE_ZERO else 0.0
    if second != UNKNOWN:
        rank = RANKS[second * PIRATE + card]
        out[at + 3] = count(rank)
        out[at + 5] = 1.0 if rank <= ABOVE_ZERO else 0.0


def fill_risk(rank: i64, at: i64, damage: float, out: vec[float]) -> None:
    counts = count(rank)
    out[at] = damage
    out[at + 1] = damage * counts
    out[at + 2] = damage * counts * counts
    out[at + 3] = damage if rank <= ABOVE_ZERO else 0.0


def fill_hope(rank: i64, at: i64, damage: float, out: vec[float]) -> None:
    out[at] = damage
    out[at + 1] = damage * count(rank)


def clear(room: vec[float]) -> None:
    for i in range(i64(len(room))):
        room[i] = 0.0


def cost(room: vec[float], thumb: list[float]) -> int:
    total = 0.0
    for i in range(i64(len(room))):
        total += room[i] * thumb[i]
    total = max(-MOST_COST, min(total, MOST_COST))
    return round(float(UNIT) * total)


def features(rules: Any) -> Features[Table]:
    return RoundFeatures(rules.players, rules.options["rounds"])
