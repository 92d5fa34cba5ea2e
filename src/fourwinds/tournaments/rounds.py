"""Rounds: who sits with whom in the next one, and whether there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from fourwinds.tournaments import pairing
from fourwinds.tournaments.log import Paired
from fourwinds.tournaments.plan import KNOCK_OUT, ROUND_ROBIN, SWISS
from fourwinds.tournaments.state import TournamentState

MOST_CYCLES = 3
"""A round-robin of larger tables ends after this many times the rounds it would need at best."""


def is_complete(t: TournamentState) -> bool:
    """Whether no further round is to come."""
    active, plan = t.active(), t.plan
    if plan.format == KNOCK_OUT:
        return len(t.slots()) == 1
    if len(active) < plan.least:
        return True
    if plan.format != ROUND_ROBIN:
        return t.round >= plan.rounds
    if plan.rounds:
        return t.round >= plan.rounds
    if plan.size == 2:
        return t.round >= len(t.order) - 1 + len(t.order) % 2
    met = t.met()
    best = -(-(len(t.order) - 1) // (plan.size - 1))
    all_met = all(met[a, b] for a in active for b in active if a < b)
    return all_met or t.round >= MOST_CYCLES * best


def next_round(t: TournamentState) -> Paired:
    """The tables of the next round."""
    if t.plan.format == KNOCK_OUT:
        return _draw_knock_out(t)
    active = t.active()
    if t.plan.format == ROUND_ROBIN and t.plan.size == 2:
        pairs, _ = pairing.circle(t.order, t.round)
        there = set(active)
        tables = [each for each in pairs if there.issuperset(each)]
        seated = {player for each in tables for player in each}
        return Paired(tuple(map(tuple, tables)), tuple(p for p in active if p not in seated))
    points = t.book().points() if t.plan.format == SWISS else Counter[int]()
    rng = _lot(t)
    lot = {player: rng.random() for player in t.players}
    seeds = t.seeds()
    first = seeds if t.plan.format == SWISS else lot
    ranked = sorted(active, key=lambda p: (-points[p], first[p]))
    sizes = pairing.split(len(ranked), t.plan.least, t.plan.size)
    free_count = len(ranked) - sum(sizes)
    # Byes go to those who had the fewest, and among them to the last.
    places = {player: place for place, player in enumerate(ranked)}
    last_first = sorted(ranked, key=lambda p: (t.byes[p], -places[p]))
    byes = set(last_first[:free_count])
    seated_players = [player for player in ranked if player not in byes]
    tables = seat_players(t, seated_players, sizes, points)
    return Paired(tuple(map(tuple, tables)), tuple(p for p in ranked if p in byes))


def _draw_knock_out(t: TournamentState) -> Paired:
    """Neighbours meet; who has none goes on without a table."""
    tables, byes = [], []
    there = [None if slot in t.out else slot for slot in t.slots()]
    for a, b in zip(there[::2], there[1::2], strict=True):
        if a is not None and b is not None:
            tables.append((a, b))
        elif a is not None or b is not None:
            byes.append(a if b is None else b)
    return Paired(tuple(tables), tuple(player for player in byes if player is not None))


def seat_players(
    t: TournamentState,
    ranked: Sequence[int],
    sizes: Sequence[int],
    points: Counter[int] | dict[int, int],
) -> list[list[int]]:
    """Tables of these sizes of players in this order, equals with equals, seldom the same again."""
    tables = pairing.seat(
        ranked,
        sizes,
        t.met(),
        lambda a, b: (points[a] - points[b]) ** 2,
        _lot(t),
    )
    return [_by_seats(t, table) for table in tables]


def _by_seats(t: TournamentState, table: Sequence[int]) -> list[int]:
    """Who sits where: who has sat early so far sits later."""
    early = dict.fromkeys(table, 0)
    for each in t.tables:
        for seat, player in enumerate(each.players):
            if player in early:
                early[player] += len(each.players) - 1 - 2 * seat
    lot = _lot(t)
    drawn = {player: lot.random() for player in sorted(table)}
    return sorted(table, key=lambda player: (early[player], drawn[player]))


def _lot(t: TournamentState) -> Random:
    return Random(f"{t.seed} {t.number}")
