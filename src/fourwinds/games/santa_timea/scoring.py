"""ST-6, ST-7 and the count of ST-8: what a round and a match are worth."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.state import NOBODY
from fourwinds.games.santa_timea.state import ROUND_SCORED, WINDS, Table


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
    for i in range(WINDS):
        count += i64(t.taken[seat * WINDS + i])
    return count


def damage(t: Table, seat: i64) -> i64:
    """ST-6.2: the sum of the wind cards that are left after sets are discarded."""
    taken = t.taken
    base = seat * WINDS
    total: i64 = 0
    for direction in range(4):
        total += i64(taken[base]) + 2 * i64(taken[base + 1]) + 3 * i64(taken[base + 2])
        base += 3
        if discards(t, seat, direction):
            total -= 6
    return total


def place_points(players: i64, better: i64, tied: i64) -> i64:
    """ST-6.3, ST-6.4: the points of `tied` players who share the places after `better` others."""
    total: i64 = 0
    for place in range(better, better + tied):
        if players == 2:
            total += 2 if place == 0 else 0
        else:
            total += players - place
    return (2 * total + tied) // (2 * tied)


def bonus(t: Table, seat: i64) -> i64:
    """ST-8.3: pairs of 2s and 1s; ST-8.4: a card used in a set cannot count for a pair."""
    points: i64 = 0
    for direction in range(4):
        if not discards(t, seat, direction):
            base = seat * WINDS + direction * 3
            if t.taken[base] >= 2:
                points += 1
            if t.taken[base + 1] >= 2:
                points += 2
    return points


def penalty(t: Table, seat: i64) -> i64:
    """ST-8.5: a point for every 4 (3 with four or five players) wind cards."""
    cards = cards_taken(t, seat)
    if not t.french:
        for direction in range(4):
            if discards(t, seat, direction):
                cards -= 3
    if t.players <= 3:
        return cards // 4
    return cards // 3


def score_round(t: Table) -> None:
    """ST-6, then in the expert game bonus and penalty, in this order (ST-8.6)."""
    players = t.players
    damages = vec[i64]([0] * players)
    for seat in range(players):
        damages[seat] = damage(t, seat)
    if t.recording:
        tell_score(t)
    for seat in range(players):
        better: i64 = 0
        tied: i64 = 0
        for other in range(players):
            if damages[other] < damages[seat]:
                better += 1
            elif damages[other] == damages[seat]:
                tied += 1
        points = place_points(players, better, tied)
        if t.expert:
            points += bonus(t, seat) - penalty(t, seat)
        t.score[seat] += points
        t.history[(t.round - 1) * players + seat] = points
        # ST-7.2: it is damage that wins a round, and a shared first place counts for each.
        if better == 0:
            t.rounds_won[seat] += 1


def tell_score(t: Table) -> None:
    damages = [damage(t, seat) for seat in range(t.players)]
    places = []
    for mine in damages:
        better = sum([1 for theirs in damages if theirs < mine])
        tied = damages.count(mine)
        places.append(place_points(t.players, better, tied))
        if tied > 1:
            t.cite("ST-6.4")
    seats = range(int(t.players))
    data: dict[str, object] = {"round": int(t.round), "damages": damages, "places": places}
    if any([discards(t, seat, direction) for seat in seats for direction in range(4)]):
        t.cite("ST-6.1")
    t.cite("ST-6.2")
    t.cite("ST-6.3")
    if t.expert:
        bonuses = [bonus(t, seat) for seat in seats]
        penalties = [penalty(t, seat) for seat in seats]
        data["bonuses"] = bonuses
        data["penalties"] = penalties
        if any(bonuses):
            t.cite("ST-8.3")
        if any(penalties):
            t.cite("ST-8.5")
        t.cite("ST-8.6")
    t.tell(ROUND_SCORED, NOBODY, data)


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
