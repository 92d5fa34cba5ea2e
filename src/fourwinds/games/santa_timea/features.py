"""What a model is told of a round of Santa Timea, between its tricks, and what it may learn about
cards from strong bots' choices (core/learned.py)."""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.learned import Features
from fourwinds.core.state import NOBODY
from fourwinds.core.value import NUMBERS, POINTS, Value, judge_points
from fourwinds.games.santa_timea import scoring, steps
from fourwinds.games.santa_timea.state import LONGEST_HAND, PIRATE, ROW, VALUES, WINDS, Table
from fourwinds.games.santa_timea.steps import ABOVE_ZERO, BITS, HIGHEST_RANK, LED_PIRATE, RANKS
from fourwinds.games.santa_timea.value import (
    CARDS,
    MOST_AFTER,
    SET,
    SPREAD,
    STAGES,
    UNIT,
    UNKNOWN,
    Thumb,
    stage,
)

NAMES: Final = (
    "damage ahead open_sets open_worth pirates leads order"
    " mean_now best_now worst_now harm_mean_now harm_best_now"
    " mean_next best_next harm_mean_next harm_best_next"
    " mean_later best_later harm_best_later"
    " mean low high value"
    " safe_now risky_now safe_next risky_next safe_later risky_later"
    " lowest middle second_now second_next"
).split()
# Cards are low, or high, if so large a part of the unplayed ones is lower.
LOW: Final = 0.35
HIGH: Final = 0.7
LOWEST: Final = 0.18
MIDDLE: Final = 0.52
# How many tricks after the present one a search plays before it judges.
TRICKS_AHEAD: Final = 2
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
    """What is learned is how many points a round will bring, from any of its tricks on.

    How high a card is, is told by all cards not played yet, which everybody knows.
    """

    def __init__(self, players: i64, rounds: i64) -> None:
        super().__init__(NAMES, THUMB)
        self.rounds = rounds
        self.options = {"expert": False}
        self.own = Thumb(players, rounds)
        self.damages = vec[float]([0.0] * players)
        # By direction and card: which part of the unplayed cards is lower.
        self.above = vec[float]([0.0] * (4 * CARDS))
        self.counts = vec[float]([0.0] * (HIGHEST_RANK + 1))
        self.unplayed = vec[float]([0.0] * CARDS)
        # How many of the winds not seen yet blow from each direction, as a part of all.
        self.coming = vec[float]([0.0] * 4)
        # What was last looked at.
        self.mean = 0.0
        self.best = 0.0
        self.worst = 0.0
        self.harm = 0.0
        self.safe = 0.0
        self.risky = 0.0
        self.second = 0.0

    def phase(self, t: Table) -> float:
        return 1.0 - float(i64(t.held[t.turn])) / float(LONGEST_HAND)

    def moment(self, t: Table) -> i64:
        return t.round * LONGEST_HAND + i64(t.held[t.turn])

    def is_settled(self, t: Table) -> bool:
        """Within a trick the game's own value reckons."""
        return t.laid > 0 or t.step is not steps.PLAYING

    def stretch(self, t: Table) -> i64:
        return t.round

    def standing(self, t: Table, seat: i64) -> float:
        """A round begins at nothing."""
        return 0.0

    def result(self, t: Table, seat: i64, stretch: i64) -> float:
        """The points of the round."""
        return float(t.history[(stretch - 1) * t.players + seat])

    def believe(self, own: Value[Table], t: Table, out: vec[float]) -> None:
        """As if nothing but this round counted."""
        self.own.foresee(t)
        judge_points(self.own.gains, SPREAD * math.sqrt(0.5), t.players, out)

    def earlier(self, t: Table, seat: i64) -> float:
        return float(t.score[seat])

    def spread(self, t: Table, spread: float) -> float:
        """Rounds to come may change as much as the game's own value says."""
        left = float(self.rounds - t.round)
        return math.sqrt(spread * spread + SPREAD * SPREAD * left)

    def finish(self, t: Table, out: vec[float]) -> None:
        """Every round to come brings all the same, as far as anybody knows."""
        more = 0.5 * float((self.rounds - t.round) * (t.players + 1))
        for seat in range(t.players):
            out[NUMBERS * seat + POINTS] += more

    def shorten(self, own: Value[Table]) -> None:
        """Judge when two more tricks are over."""
        if isinstance(own, Thumb):
            own.tricks_ahead = TRICKS_AHEAD

    def prepare(self, t: Table) -> None:
        players = t.players
        for seat in range(players):
            self.damages[seat] = float(scoring.damage(t, seat))
        self.prepare_cards(t)
        self.prepare_winds(t)

    def prepare_cards(self, t: Table) -> None:
        unplayed = self.unplayed
        for card in range(CARDS):
            unplayed[card] = 0.0
        steering = t.box.steering
        for i in range(i64(len(steering))):
            unplayed[i64(steering[i])] += 1.0
        played = t.played
        for i in range(t.played_count):
            unplayed[i64(played[i])] -= 1.0
        total = 0.0
        for card in range(i64(PIRATE)):
            total += unplayed[card]
        total = max(total, 1.0)
        ranks = RANKS
        counts = self.counts
        above = self.above
        for direction in range(i64(4)):
            for rank in range(HIGHEST_RANK + 1):
                counts[rank] = 0.0
            base = direction * PIRATE
            for card in range(i64(PIRATE)):
                counts[ranks[base + card]] += unplayed[card]
            below = 0.0
            for rank in range(HIGHEST_RANK + 1):
                here = counts[rank]
                counts[rank] = (below + 0.5 * here) / total
                below += here
            for card in range(i64(PIRATE)):
                above[direction * CARDS + card] = counts[ranks[base + card]]

    def prepare_winds(self, t: Table) -> None:
        coming = self.coming
        for direction in range(i64(4)):
            coming[direction] = 0.0
        total = 0.0
        for i in range(t.wind + ROW, t.winds_count):
            coming[i64(t.winds[i]) // 3] += 1.0
            total += 1.0
        for direction in range(i64(4)):
            coming[direction] = coming[direction] / total if total > 0.0 else 0.25

    def fill(self, t: Table, seat: i64, out: vec[float]) -> None:
        players = t.players
        held = i64(t.held[seat])
        mine = self.damages[seat]
        out[0] = mine
        ahead = 0.0
        scale = 1.0 / (2.0 + 0.5 * float(held))
        for other in range(players):
            ahead += max(-1.0, min((self.damages[other] - mine) * scale, 1.0))
        out[1] = ahead / float(players - 1)
        self.fill_sets(t, seat, out)
        after = seat - t.turn
        if after < 0:
            after += players
        out[5] = 1.0 if after == 0 else 0.0
        out[6] = float(after) / float(players - 1)
        self.look(t, seat, 0)
        out[7] = self.mean
        out[8] = self.best
        out[9] = self.worst
        out[10] = self.harm * (1.0 - self.mean)
        out[11] = self.harm * (1.0 - self.best)
        out[23] = self.safe
        out[24] = self.risky
        out[31] = self.second
        self.look(t, seat, 1)
        out[25] = self.safe
        out[26] = self.risky
        out[32] = self.second
        out[12] = self.mean
        out[13] = self.best
        out[14] = self.harm * (1.0 - self.mean)
        out[15] = self.harm * (1.0 - self.best)
        self.look(t, seat, 2)
        out[27] = self.safe
        out[28] = self.risky
        out[16] = self.mean
        out[17] = self.best
        out[18] = self.harm * (1.0 - self.best)
        self.fill_hand(t, seat, out)

    def fill_sets(self, t: Table, seat: i64, out: vec[float]) -> None:
        taken = t.taken
        out[2] = 0.0
        out[3] = 0.0
        for direction in range(i64(4)):
            base = seat * WINDS + 3 * direction
            missing: i64 = 0
            which: i64 = 0
            for i in range(i64(3)):
                if taken[base + i] == 0:
                    missing += 1
                    which = i + 1
            if missing == 1:
                out[2] += 1.0
                out[3] += float(SET - which)

    def look(self, t: Table, seat: i64, ahead: i64) -> None:
        """How high the hand is under a wind of the row, and what that would do to the seat; nothing
        if no card is left for it."""
        self.mean = 0.0
        self.best = 0.0
        self.worst = 0.0
        self.harm = 0.0
        self.safe = 0.0
        self.risky = 0.0
        self.second = 0.0
        held = i64(t.held[seat])
        at = t.wind + ahead
        if held <= ahead or at >= t.winds_count:
            return
        wind = i64(t.winds[at])
        self.harm = float(self.own.harm_of(t, seat, wind))
        base = wind // 3 * CARDS
        above = self.above
        hands = t.hands
        start = seat * LONGEST_HAND
        sum = 0.0
        best = 0.0
        second = 0.0
        safe = 0.0
        risky = 0.0
        worst = 1.0
        cards = 0.0
        for i in range(start, start + held):
            card = i64(hands[i])
            if card != PIRATE:
                here = above[base + card]
                sum += here
                cards += 1.0
                if here > best:
                    second = best
                    best = here
                elif here > second:
                    second = here
                if here > HIGH:
                    safe += 1.0
                elif here < LOW:
                    risky += 1.0
                if here < worst:
                    worst = here
        if cards > 0.0:
            self.mean = sum / cards
            self.best = best
            self.worst = worst
            self.safe = safe
            self.risky = risky
            self.second = second

    def fill_hand(self, t: Table, seat: i64, out: vec[float]) -> None:
        """The cards of a hand under the winds to come that nobody has seen."""
        held = i64(t.held[seat])
        above = self.above
        coming = self.coming
        hands = t.hands
        start = seat * LONGEST_HAND
        sum = 0.0
        low = 0.0
        high = 0.0
        values = 0.0
        lowest = 0.0
        middle = 0.0
        pirates = 0.0
        for i in range(start, start + held):
            card = i64(hands[i])
            if card == PIRATE:
                pirates += 1.0
                continue
            values += float(card % VALUES + 1)
            for direction in range(i64(4)):
                here = above[direction * CARDS + card]
                part = coming[direction]
                sum += part * here
                if here < LOW:
                    low += part
                    if here < LOWEST:
                        lowest += part
                elif here < MIDDLE:
                    middle += part
                elif here > HIGH:
                    high += part
        cards = max(float(held) - pirates, 1.0)
        out[4] = pirates
        out[19] = sum / cards
        out[20] = low
        out[21] = high
        out[29] = lowest
        out[30] = middle
        out[22] = values / cards

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
