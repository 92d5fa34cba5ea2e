"""What a position of Santa Timea is worth, and rules of thumb for its play; for bots.

The unit of costs is a thousandth of a point of damage.
"""

from __future__ import annotations

import math
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY
from fourwinds.core.value import Value, judge_end, judge_points
from fourwinds.games.santa_timea import scoring, steps
from fourwinds.games.santa_timea.state import LONGEST_HAND, PIRATE, VALUES, WINDS, Table
from fourwinds.games.santa_timea.steps import ABOVE_ZERO, BITS, HIGHEST_RANK, LED_PIRATE, RANKS

# What a card is worth keeping for: its value, and its worth under the next two winds.
KEEP: Final = 45
KEEP_PIRATE: Final = 650
SOON: Final = 30
LATER: Final = 30
# How much each player who is still to come counts, in the chance that nobody goes lower.
FOLLOWS: Final = 0.775
SPREAD: Final = 0.9
MEAN_DAMAGE: Final = 1.8
MEAN_VALUE: Final = 7.5
PIRATE_VALUE: Final = 12.0
VALUE_HELPS: Final = 0.05
# How many tricks are solved, in a search that begins near the end.
SOLVED: Final = 2
SOLVED_BY_TWO: Final = 3
NEAR_THE_END: Final = 4
MOST_AFTER: Final = 5
SET: Final = 6
CARDS: Final[i64] = PIRATE + 1
UNKNOWN: Final = 4  # a wind not seen yet
# How far a round has come, by the cards in hand: what is worth keeping may change with it.
STAGES: Final = 4


def _risks() -> list[int]:
    """By how many come after, wind and card: the chance that nobody goes lower, in thousandths."""
    out = []
    for after in range(MOST_AFTER):
        for wind in range(4):
            for card in range(PIRATE):
                rank = int(RANKS[wind * PIRATE + card])
                above = 0.95 if rank <= ABOVE_ZERO else 0.84 - 0.026 * (rank - ABOVE_ZERO)
                out.append(round(1000 * above ** (FOLLOWS * after)))
            out.append(1000)
    return out


def _kept() -> list[int]:
    """By stage, the next two winds and card: what it is worth to keep it, at every stage alike."""
    out = []
    for first in range(5):
        for second in range(5):
            for card in range(PIRATE):
                cost = (card % VALUES + 1) * KEEP
                if first != UNKNOWN:
                    cost += SOON * (int(RANKS[first * PIRATE + card]) - ABOVE_ZERO) // 16
                if second != UNKNOWN:
                    cost += LATER * (int(RANKS[second * PIRATE + card]) - ABOVE_ZERO) // 16
                out.append(cost)
            out.append(KEEP_PIRATE)
    return out * STAGES


KEPT_ROWS: Final[i64] = 25 * CARDS
RISK_ROWS: Final = MOST_AFTER * 4 * int(CARDS)
UNIT: Final = 250  # of a cost that makes a card as unlikely as e makes it
FARTHEST: Final = 8 * UNIT


def _odds() -> list[int]:
    """By how much a card costs more than the best one: how promising it looks, when learned."""
    return [1 + round(1000 * math.exp(-cost / UNIT)) for cost in range(FARTHEST)]


RISKS: Final = vec[i64](_risks())
KEPT: Final = vec[i64](_kept())
NO_LEADS: Final = vec[i64]([0] * RISK_ROWS)
ODDS: Final = vec[i64](_odds())


def stage(held: i64) -> i64:
    """The stage of a round: 0 for its beginning."""
    if held > 8:
        return 0
    if held > 4:
        return 1
    if held > 2:
        return 2
    return 3


class Thumb(Value[Table]):
    def __init__(self, players: i64, rounds: i64) -> None:
        super().__init__(players)
        self.rounds = rounds
        self.solved: i64 = 0
        # How many tricks after the present one are played before a position is judged, of all that
        # are left, and with how many cards in hand that is.
        self.tricks_ahead: i64 = LONGEST_HAND
        self.last_held: i64 = NOBODY
        # The costs of cards: by the stage and the winds to come, what keeping one is worth; by how
        # many come after, wind and card, the part of the damage it risks, or of what damage below
        # zero brings, and what it costs to be the highest so far; and to cancel a card.
        self.kept = KEPT
        self.risks = RISKS
        self.hopes = RISKS
        self.leads = NO_LEADS
        self.cancels: i64 = 0
        # Whether those were learned; then plays that give no other trick than a lower card of
        # their direction are not searched.
        self.learned = False
        self.costs = vec[i64]([0] * (LONGEST_HAND + 1))
        self.harms = vec[float]([0.0] * players)
        self.points = vec[float]([0.0] * players)
        self.gains = vec[float]([0.0] * players)

    def truncate(self, t: Table) -> None:
        """Deals to come cannot be foreseen: an imagined match ends with the present round."""
        t.rounds = t.round
        self.solved = 0
        if i64(t.held[t.turn]) <= NEAR_THE_END:
            self.solved = SOLVED_BY_TWO if t.players == 2 else SOLVED
        self.solves = self.solved > 0
        self.last_held = i64(t.held[t.turn]) - 1 - self.tricks_ahead

    def is_far(self, t: Table) -> bool:
        """The round is played to its end, unless a model judges sooner."""
        if self.last_held <= self.solved:
            return False
        return t.laid == 0 and i64(t.held[t.turn]) <= self.last_held and t.step is steps.PLAYING

    def is_small(self, t: Table) -> bool:
        """The last tricks are solved, once the search begins not long before them."""
        return t.laid == 0 and i64(t.held[t.turn]) <= self.solved

    def public_key(self, t: Table) -> i64:
        """The wind that blows."""
        return i64(t.winds[t.wind])

    def is_quiet(self, t: Table) -> bool:
        """A trick is to be complete."""
        return t.laid == 0

    def judge(self, t: Table, out: vec[float]) -> None:
        """By the points after the round, and what rounds to come may change."""
        players = t.players
        left = self.rounds - t.round
        over = t.step.actor(t) == NOBODY
        if over and left == 0:
            judge_end(t, out)
            return
        gains = self.gains
        if not over:
            self.foresee(t)
        points = self.points
        for seat in range(players):
            points[seat] = float(t.score[seat]) + (0.0 if over else gains[seat])
            points[seat] += 0.5 * float(left * (players + 1))
        judge_points(points, SPREAD * math.sqrt(float(left) + (0.0 if over else 0.5)), players, out)

    def foresee(self, t: Table) -> None:
        """The points each seat may expect of the unfinished round."""
        players = t.players
        harms = self.harms
        gains = self.gains
        for seat in range(players):
            held = i64(t.held[seat])
            values = 0.0
            for i in range(seat * LONGEST_HAND, seat * LONGEST_HAND + held):
                card = i64(t.hands[i])
                values += PIRATE_VALUE if card == PIRATE else float(card % VALUES + 1)
            share = MEAN_DAMAGE / float(players)
            harm = float(scoring.damage(t, seat)) + share * float(held)
            harms[seat] = harm - VALUE_HELPS * (values - MEAN_VALUE * float(held))
        tricks = float(i64(t.held[t.turn]))
        scale = 1.0 / (0.5 + 0.9 * math.sqrt(tricks))
        for seat in range(players):
            gain = 1.0
            for other in range(players):
                if other != seat:
                    gain += 1.0 / (1.0 + math.exp((harms[seat] - harms[other]) * scale))
            gains[seat] = gain

    def narrow(self, t: Table, seat: i64, actions: vec[i64], n: i64) -> i64:
        """The last to lay a card keeps the higher one where the lower makes the same trick."""
        if not self.learned or t.laid != t.players - 1 or n < 2 or actions[0] > PIRATE:
            return n
        ranks = t.ranks
        last = t.laid
        table = RANKS
        wind = t.blowing * PIRATE
        kept: i64 = 0
        direction: i64 = NOBODY
        low: i64 = NOBODY
        high: i64 = NOBODY
        for i in range(n):
            card = actions[i]
            if card != PIRATE:
                ranks[last] = table[wind + card]
                lower, higher = steps.lowest_and_highest(t, ranks, t.players)
                if card // VALUES == direction and lower == low and higher == high:
                    continue
                direction = card // VALUES
                low = lower
                high = higher
            actions[kept] = card
            kept += 1
        return kept

    def weigh(self, t: Table, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        if actions[0] > PIRATE:
            for i in range(n):
                out[i] = 1000
            return
        best = out[self.price(t, seat, actions, n, out)]
        if self.learned:
            odds = ODDS
            for i in range(n):
                more = out[i] - best
                out[i] = odds[more] if more < FARTHEST else 1
            return
        for i in range(n):
            out[i] = 1 + 1000000 // (1000 + 4 * (out[i] - best))

    def rollout_action(self, t: Table, seat: i64, actions: vec[i64], n: i64, chance: Stream) -> i64:
        if actions[0] > PIRATE:
            return actions[chance.below(n)]
        return actions[self.price(t, seat, actions, n, self.costs)]

    def price(self, t: Table, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> i64:
        """What each card costs: the damage it risks, and what it could still do later.

        Returns the place of the cheapest.
        """
        laid = t.laid
        ranks = t.ranks
        lowest = HIGHEST_RANK + 1
        highest: i64 = NOBODY
        seen: i64 = 0
        if laid > 0:
            twice = steps.cancelled(ranks, laid)
            for i in range(laid):
                mine = ranks[i]
                seen |= BITS[mine]
                if twice >> mine & 1 == 0:
                    if mine < lowest:
                        lowest = mine
                    if mine > highest:
                        highest = mine
            if ranks[0] == LED_PIRATE:
                lowest = LED_PIRATE
        damage = self.harm(t, seat)
        blowing = t.blowing
        wind = blowing * PIRATE
        risk = ((t.players - laid - 1) * 4 + blowing) * CARDS
        held = i64(t.held[seat])
        keep = self.coming(t, t.wind + 1, held > 1) * 5
        keep = (keep + self.coming(t, t.wind + 2, held > 2)) * CARDS
        keep += stage(held) * KEPT_ROWS
        risks = self.risks
        if damage < 0:
            risks = self.hopes
        leads = self.leads
        cancels = self.cancels
        kept = self.kept
        table = RANKS
        best: i64 = 0
        least: i64 = 1 << 30
        for i in range(n):
            card = actions[i]
            cost = kept[keep + card]
            if card == PIRATE:
                # A pirate laid on a card is out of the trick together with it.
                if laid == 0:
                    cost += 1000 * damage
            else:
                mine = table[wind + card]
                if seen >> mine & 1 != 0:
                    cost += cancels
                else:
                    if mine < lowest:
                        cost += damage * risks[risk + card]
                    if mine > highest:
                        cost += leads[risk + card]
            out[i] = cost
            if cost < least:
                least = cost
                best = i
        return best

    def coming(self, t: Table, wind: i64, matters: bool) -> i64:
        """The direction of a wind to come, as far as it is seen and matters."""
        if matters and wind < t.winds_count:
            return i64(t.winds[wind]) // 3
        return UNKNOWN

    def harm(self, t: Table, seat: i64) -> i64:
        """What the present wind would add to the seat's damage."""
        return self.harm_of(t, seat, i64(t.winds[t.wind]))

    def harm_of(self, t: Table, seat: i64, wind: i64) -> i64:
        """What a wind would add to the seat's damage, if it were taken now."""
        direction = wind // 3
        taken = t.taken
        base = seat * WINDS + 3 * direction
        damage = wind - 3 * direction + 1
        if taken[seat * WINDS + wind] == 0:
            missing: i64 = 0
            for i in range(base, base + 3):
                if taken[i] == 0:
                    missing += 1
            if missing == 1:
                damage -= SET
        return damage


def value(rules: Any) -> Value[Table]:
    return Thumb(rules.players, rules.options["rounds"])
