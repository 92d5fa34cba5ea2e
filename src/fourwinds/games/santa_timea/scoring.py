"""ST-6, ST-7 and the count of ST-8: what a round and a match are worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.state import NOBODY
from fourwinds.games.santa_timea.state import ROUND_SCORED, WINDS, Table

SET_DAMAGE: Final = 1 + 2 + 3
NO_NUMBERS: Final[list[int]] = []


def has_set(t: Table, seat: i64, direction: i64) -> bool:
    """ST-6.1: whether the seat has taken a 1, a 2 and a 3 of the direction."""
    base = seat * WINDS + direction * 3
    return t.taken[base] > 0 and t.taken[base + 1] > 0 and t.taken[base + 2] > 0


def is_choice(t: Table, seat: i64, direction: i64) -> bool:
    """ST-8.4: a set may be worth keeping only where a second 1 or 2 would make a pair."""
    base = seat * WINDS + direction * 3
    return has_set(t, seat, direction) and (t.taken[base] > 1 or t.taken[base + 1] > 1)


def discards(t: Table, seat: i64, direction: i64) -> bool:
    """ST-6.1: every set is discarded, unless its owner keeps it (ST-8.4)."""
    return has_set(t, seat, direction) and t.kept[seat * 4 + direction] == 0


def cards_taken(t: Table, seat: i64) -> i64:
    count: i64 = 0
    for i in range(i64(WINDS)):
        count += i64(t.taken[seat * WINDS + i])
    return count


def damage(t: Table, seat: i64) -> i64:
    """ST-6.2: the sum of the wind cards that are left after sets are discarded."""
    taken = t.taken
    base = seat * WINDS
    total: i64 = 0
    for direction in range(i64(4)):
        ones = i64(taken[base])
        twos = i64(taken[base + 1])
        threes = i64(taken[base + 2])
        base += 3
        total += ones + 2 * twos + 3 * threes
        # A set, looked for here because most are none.
        if ones > 0 and twos > 0 and threes > 0 and discards(t, seat, direction):
            total -= SET_DAMAGE
            if t.recording:
                t.cite("ST-6.1")
    if t.recording and total > 0:
        t.cite("ST-6.2")
    return total


def place_points(players: i64, better: i64, tied: i64) -> i64:
    """ST-6.3, ST-6.4: the points of `tied` players who share the places after `better` others."""
    total: i64 = 0
    for place in range(better, better + tied):
        if players == 2:
            if place == 0:
                total += 2
        else:
            total += players - place
    return (2 * total + tied) // (2 * tied)


def bonus(t: Table, seat: i64) -> i64:
    """ST-8.3: pairs of 2s and 1s; ST-8.4: a card used in a set cannot count for a pair."""
    points: i64 = 0
    for direction in range(i64(4)):
        base = seat * WINDS + direction * 3
        pairs: i64 = 0
        if t.taken[base] >= 2:
            pairs += 1
        if t.taken[base + 1] >= 2:
            pairs += 2
        if pairs > 0:
            if discards(t, seat, direction):
                if t.recording:
                    t.cite("ST-8.4")
            else:
                points += pairs
                if t.recording:
                    t.cite("ST-8.3")
    return points


def penalty(t: Table, seat: i64) -> i64:
    """ST-8.5: a point for every 4 (3 with four or five players) wind cards."""
    cards = cards_taken(t, seat)
    if not t.french:
        for direction in range(i64(4)):
            if discards(t, seat, direction):
                cards -= 3
    points = cards // 3
    if t.players <= 3:
        points = cards // 4
    if t.recording and points > 0:
        t.cite("ST-8.5")
    return points


def score_round(t: Table) -> None:
    """ST-6, then in the expert game bonus and penalty, in this order (ST-8.6)."""
    players = t.players
    damages = vec[i64]([0] * players)
    for seat in range(players):
        damages[seat] = damage(t, seat)
    places = NO_NUMBERS
    bonuses = NO_NUMBERS
    penalties = NO_NUMBERS
    if t.recording:
        places, bonuses, penalties = [], [], []
    for seat in range(players):
        better: i64 = 0
        tied: i64 = 0
        for other in range(players):
            if damages[other] < damages[seat]:
                better += 1
            elif damages[other] == damages[seat]:
                tied += 1
        points = place_points(players, better, tied)
        if t.recording:
            cite_places(t, tied)
            places.append(points)
        if t.expert:
            more = bonus(t, seat)
            less = penalty(t, seat)
            points += more - less
            if t.recording:
                if more != 0 or less != 0:
                    t.cite("ST-8.6")
                bonuses.append(more)
                penalties.append(less)
        t.score[seat] += points
        t.history[(t.round - 1) * players + seat] = points
        # ST-7.2: it is damage that wins a round, and a shared first place counts for each.
        if better == 0:
            t.rounds_won[seat] += 1
    if t.recording:
        scored: dict[str, object] = {
            "round": int(t.round),
            "damages": [int(damages[seat]) for seat in range(players)],
            "places": places,
            "bonuses": bonuses if t.expert else None,
            "penalties": penalties if t.expert else None,
        }
        t.tell(ROUND_SCORED, NOBODY, scored)


def cite_places(t: Table, tied: i64) -> None:
    """With two players ST-6.3 itself says what a tie is worth."""
    if tied > 1:
        t.cite("ST-6.4")
    if tied == 1 or t.players == 2:
        t.cite("ST-6.3")


def next_first(t: Table) -> i64:
    """ST-2.3: the leader in points begins; where several lead, who began the round before."""
    most: i64 = 0
    for seat in range(1, t.players):
        if t.score[seat] > t.score[most]:
            most = seat
    for seat in range(t.players):
        if seat != most and t.score[seat] == t.score[most]:
            return t.first
    return most
