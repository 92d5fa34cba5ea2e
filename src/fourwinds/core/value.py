"""Value: what a position is worth to each seat, and rules of thumb; for bots.

A game derives its own from Value, in its value.py. This one knows nothing of any game: chances by
the points so far, all actions alike. What it says of a seat's choices may rest only on what that
seat knows.
"""

from __future__ import annotations

import math
from typing import Final, Generic

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State, TableT

# A judgement has three numbers a seat: what a search is to make large (0 to 1), the chance to win
# (a shared win counts its share) and the points at the end.
PAYOFF: Final = 0
WIN: Final = 1
POINTS: Final = 2
NUMBERS: Final = 3

EVEN: Final = 1000
WINNING: Final = 0.8


class Value(Generic[TableT]):
    """Judges positions for one search; it holds working memory, and no data of a position."""

    def __init__(self, players: i64) -> None:
        self.players = players
        self.longest: i64 = 400
        # Whether is_small may say yes at all in this search: most do not ask in vain.
        self.solves = False
        # Who decides in the position last focused on and cannot get on: hardly ever anybody.
        self.stuck: i64 = NOBODY
        # Whether the decision last focused on is one of a set-up, which would be the same in every
        # match if the best were always taken.
        self.sets_up = False
        # How much more often what looks better is then drawn: the power its worth is raised to.
        self.keenness = 1.0

    def truncate(self, t: TableT) -> None:
        """End an imagined match early, where playing it on would tell nothing new."""

    def judge(self, t: TableT, out: vec[float]) -> None:
        """Write the judgement of a position, NUMBERS places a seat."""
        if t.step.actor(t) == NOBODY:
            judge_end(t, out)
        else:
            judge_standing(t, out)

    def is_quiet(self, t: TableT) -> bool:
        """Whether a one-move look ahead may be judged here."""
        return True

    def is_far(self, t: TableT) -> bool:
        """Whether a roll-out may stop here to judge."""
        return False

    def is_small(self, t: TableT) -> bool:
        """Whether the rest of an imagined match is short enough to be solved."""
        return False

    def public_key(self, t: TableT) -> i64:
        """A number for what chance has brought to light for all; positions that differ in it are
        searched apart."""
        return 0

    def narrow(self, t: TableT, seat: i64, actions: vec[i64], n: i64) -> i64:
        """Leave out actions that are not worth a search; return how many are left, in order."""
        return n

    def weigh(self, t: TableT, seat: i64, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        """Write how promising each action looks at first sight: a number from 1 up."""
        for i in range(n):
            out[i] = EVEN

    def rollout_action(
        self, t: TableT, seat: i64, actions: vec[i64], n: i64, chance: Stream
    ) -> i64:
        """One of the actions, by rules of thumb, as roll-outs play."""
        return actions[chance.below(n)]

    def draw_action(self, t: TableT, seat: i64, room: vec[i64], chance: Stream) -> i64:
        """What `rollout_action` would choose of all legal actions; `room` is for those.

        A game that can tell without working out every action says so itself.
        """
        n = t.step.fill(t, seat, room)
        if n == 1:
            return room[0]
        return self.rollout_action(t, seat, room, n, chance)


def lot(weights: vec[i64], n: i64, chance: Stream) -> i64:
    """A random place, each as likely as its weight; the weights add up to less than 2**20."""
    total: i64 = 0
    for i in range(n):
        total += weights[i]
    at = (chance.below(1024) << 10 | chance.below(1024)) * total >> 20
    for i in range(n):
        at -= weights[i]
        if at < 0:
            return i
    return n - 1


def judge_points(points: vec[float], spread: float, players: i64, out: vec[float]) -> None:
    """Chances to win, from the points each seat is expected to end with, give or take `spread`."""
    most = points[0]
    for seat in range(1, players):
        most = max(most, points[seat])
    total = 0.0
    for seat in range(players):
        weight = math.exp((points[seat] - most) / spread)
        out[NUMBERS * seat + WIN] = weight
        total += weight
    for seat in range(players):
        win = out[NUMBERS * seat + WIN] / total
        out[NUMBERS * seat + PAYOFF] = win
        out[NUMBERS * seat + WIN] = win
        out[NUMBERS * seat + POINTS] = points[seat]


def judge_end(t: State, out: vec[float]) -> None:
    """A finished match: who has won, and a little for every place."""
    players = t.players
    winners: i64 = 0
    for seat in range(players):
        if t.place(seat) == 1:
            winners += 1
    for seat in range(players):
        place = t.place(seat)
        win = 1.0 / float(winners) if place == 1 else 0.0
        beaten = float(players - place) / float(players - 1)
        out[NUMBERS * seat + PAYOFF] = WINNING * win + (1.0 - WINNING) * beaten
        out[NUMBERS * seat + WIN] = win
        out[NUMBERS * seat + POINTS] = float(t.points(seat))


def judge_standing(t: State, out: vec[float]) -> None:
    """An unfinished match: by the points so far, softly."""
    players = t.players
    most: i64 = 1
    for seat in range(players):
        most = max(most, t.points(seat))
    total = 0.0
    for seat in range(players):
        ratio = float(max(t.points(seat), 0) + 1) / float(most + 1)
        weight = ratio * ratio * ratio
        out[NUMBERS * seat + WIN] = weight
        total += weight
    for seat in range(players):
        win = out[NUMBERS * seat + WIN] / total
        beaten = float(players - t.place(seat)) / float(players - 1)
        out[NUMBERS * seat + PAYOFF] = WINNING * win + (1.0 - WINNING) * beaten
        out[NUMBERS * seat + WIN] = win
        out[NUMBERS * seat + POINTS] = float(t.points(seat))
