"""Pairing: how players are put at tables.

Libraries that pair by perfect matching know tables of two. Here tables have two to five players and
the number of players rarely divides, so tables are filled in order and then improved by exchanging
two players as long as that lowers the cost: meeting again costs most, unequal points less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

Pair = tuple[int, int]
AGAIN = 1_000_000
"""What it costs that two meet again; more than all differences of points together."""
TRIES = 4


def pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def split(players: int, least: int, size: int) -> list[int]:
    """The sizes of the tables: as few byes as can be, then tables as full and equal as can be."""
    for seated in range(players, least - 1, -1):
        tables = -(-seated // size)
        if tables * least <= seated:
            small, more = divmod(seated, tables)
            return [small + 1] * more + [small] * (tables - more)
    return []


def seat(
    ordered: Sequence[int],
    sizes: Sequence[int],
    met: Counter[Pair],
    distance: Callable[[int, int], int],
    rng: Random,
) -> list[list[int]]:
    """Tables of these sizes, of players who come in the order of their standing."""

    weights = {(a, b): _again(met[pair(a, b)]) + distance(a, b) for a in ordered for b in ordered}

    def cost(table: Sequence[int]) -> int:
        return sum(weights[two] for two in combinations(table, 2))

    best, lowest = _fill(ordered, sizes), 0
    for attempt in range(TRIES):
        tables = best if attempt == 0 else _fill(_shaken(ordered, rng), sizes)
        found = _improve(tables, cost)
        if attempt == 0 or found < lowest:
            best, lowest = tables, found
        if lowest < AGAIN:
            break
    return best


def _again(times: int) -> int:
    """To have met counts more than how often, so that those meet who have not."""
    return AGAIN * (times**2 + 8) if times else 0


def _fill(ordered: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(ordered[start : start + size]))
        start += size
    return tables


def _shaken(ordered: Sequence[int], rng: Random) -> list[int]:
    """Nearly the same order, to look for a better end from elsewhere."""
    keys = {player: place + rng.random() * 6 for place, player in enumerate(ordered)}
    return sorted(ordered, key=lambda player: keys[player])


def _improve(tables: list[list[int]], cost: Callable[[Sequence[int]], int]) -> int:
    """Exchange players of tables where some meet again, while it helps; the cost in the end."""
    costs = [cost(table) for table in tables]
    better = True
    while better:
        better = False
        for here in range(len(tables)):
            if costs[here] >= AGAIN and _exchange(tables, costs, here, cost):
                better = True
    return sum(costs)


def _exchange(
    tables: list[list[int]],
    costs: list[int],
    here: int,
    cost: Callable[[Sequence[int]], int],
) -> bool:
    """The best exchange of a player of this table with one of another, if any helps."""
    gain, found = 0, None
    for there in range(len(tables)):
        if there == here:
            continue
        for i, mine in enumerate(tables[here]):
            for j, yours in enumerate(tables[there]):
                one = cost([*tables[here][:i], yours, *tables[here][i + 1 :]])
                other = cost([*tables[there][:j], mine, *tables[there][j + 1 :]])
                saved = costs[here] + costs[there] - one - other
                if saved > gain:
                    gain, found = saved, (there, i, j, one, other)
    if found is None:
        return False
    there, i, j, costs[here], costs[there] = found
    tables[here][i], tables[there][j] = tables[there][j], tables[here][i]
    return True


def circle(order: Sequence[int], number: int) -> tuple[list[list[int]], int | None]:
    """The pairs of a round (from 0) of a round-robin by twos, and who has none.

    Everybody but the first walks on one place a round; in n - 1 rounds all have met once.
    """
    places: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    turn = number % (len(places) - 1)
    rest = places[1:]
    ring = [places[0], *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    pairs, free = [], None
    for k in range(len(ring) // 2):
        a, b = ring[k], ring[-1 - k]
        if a is None or b is None:
            free = a if b is None else b
        else:
            # Who sits first changes from round to round.
            pairs.append([a, b] if (number + k) % 2 == 0 else [b, a])
    return pairs, free


def bracket(order: Sequence[int]) -> list[int | None]:
    """The places of a knock-out: the best two meet in the last round, if they win until then."""
    places = [0]
    while len(places) < len(order):
        last = 2 * len(places) - 1
        places = [place for seed in places for place in (seed, last - seed)]
    return [order[seed] if seed < len(order) else None for seed in places]
