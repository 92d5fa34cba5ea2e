"""Standings: points of tables, and what decides between equals.

At a table one gets the share of the others whom one has left behind, ties shared: the first has 1,
the last 0, whatever the size. A bye is worth a half, the mean of all results. Points are counted in
whole 24ths, in which all of these can be written exactly.

    direct      points at common tables with those who have as many points
    opponents   for each table the mean of the points its others have made in the whole tournament
    beaten      the same of those alone who were left behind, half of those with whom it was shared
    wins        tables where one was first, shared or not
    score       the mean of what one made more than the table's mean in points of the game
    seed        at last the order in which all began, so that every place is somebody's
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fourwinds.tournaments.plan import BEATEN, DIRECT, OPPONENTS, SCORE, WINS

FULL = 24
BYE = FULL // 2


@dataclass
class Result:
    """How a table ended, by seat."""

    places: tuple[int, ...]
    scores: tuple[float, ...] = ()
    missing: frozenset[int] = frozenset()


@dataclass
class Table:
    """A table of a tournament; `round` counts from 1."""

    number: int
    round: int
    players: tuple[int, ...]
    result: Result | None = None

    def points(self) -> list[int]:
        """What each seat gets, in 24ths; who was missing gets nothing."""
        if self.result is None:
            return [0] * len(self.players)
        return shares(self.result.places, self.result.missing)


def shares(places: Sequence[int], missing: Iterable[int] = ()) -> list[int]:
    gone = set(missing)
    out = []
    for seat, place in enumerate(places):
        others = [other for i, other in enumerate(places) if i != seat]
        halves = sum(2 if other > place else other == place for other in others)
        out.append(0 if seat in gone else FULL * halves // (2 * len(others)))
    return out


@dataclass
class Line:
    """Somebody's line of the standings."""

    player: int
    place: int
    points: int
    played: int
    byes: int
    withdrawn: bool
    ties: dict[str, float] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        return {**vars(self), "points": self.points / FULL}


@dataclass(frozen=True)
class Book:
    """All that standings are made from; `seeds` are the places in the order of the beginning."""

    players: Sequence[int]
    seeds: Mapping[int, int]
    tables: Sequence[Table]
    byes: Mapping[int, int]
    withdrawn: frozenset[int]

    def of(self, player: int) -> list[tuple[Table, int]]:
        """The closed tables of a player, with his seat."""
        return [
            (table, table.players.index(player))
            for table in self.tables
            if table.result is not None and player in table.players
        ]

    def points(self) -> dict[int, int]:
        out = {player: BYE * self.byes.get(player, 0) for player in self.players}
        for table in self.tables:
            for player, made in zip(table.players, table.points(), strict=True):
                out[player] += made
        return out


Value = Callable[[Book, Mapping[int, int], int], Fraction]


def _direct(book: Book, points: Mapping[int, int], player: int) -> Fraction:
    equal = {other for other in book.players if points[other] == points[player]} - {player}
    halves = 0
    for table, seat in book.of(player):
        assert table.result is not None
        for other, place in zip(table.players, table.result.places, strict=True):
            if other in equal and seat not in table.result.missing:
                mine = table.result.places[seat]
                halves += 2 if mine < place else mine == place
    return Fraction(halves, 2)


def _opponents(book: Book, points: Mapping[int, int], player: int) -> Fraction:
    means = [
        Fraction(sum(points[other] for other in table.players if other != player), FULL)
        / (len(table.players) - 1)
        for table, _ in book.of(player)
    ]
    return sum(means, Fraction(0))


def _beaten(book: Book, points: Mapping[int, int], player: int) -> Fraction:
    total = Fraction(0)
    for table, seat in book.of(player):
        assert table.result is not None
        if seat in table.result.missing:
            continue
        mine = table.result.places[seat]
        for other, place in zip(table.players, table.result.places, strict=True):
            if other != player and place >= mine:
                share = Fraction(points[other], FULL * (len(table.players) - 1))
                total += share if place > mine else share / 2
    return total


def _wins(book: Book, points: Mapping[int, int], player: int) -> Fraction:
    won = 0
    for table, seat in book.of(player):
        assert table.result is not None
        first = table.result.places[seat] == 1
        won += first and seat not in table.result.missing
    return Fraction(won)


def _score(book: Book, points: Mapping[int, int], player: int) -> Fraction:
    margins = []
    for table, seat in book.of(player):
        assert table.result is not None
        scores = table.result.scores
        if scores:
            mean = sum(map(Fraction, scores), Fraction(0)) / len(scores)
            margins.append(Fraction(scores[seat]) - mean)
    return sum(margins, Fraction(0)) / len(margins) if margins else Fraction(0)


VALUES: dict[str, Value] = {
    DIRECT: _direct,
    OPPONENTS: _opponents,
    BEATEN: _beaten,
    WINS: _wins,
    SCORE: _score,
}


def standings(
    book: Book, ties: Sequence[str], reached: Mapping[int, int] | None = None
) -> list[Line]:
    """Everybody, the best first; in a knock-out `reached` says how far each has come."""
    points = book.points()
    far = reached or {}
    found = {
        player: {name: VALUES[name](book, points, player) for name in ties}
        for player in book.players
    }

    def key(player: int) -> tuple[object, ...]:
        values = [-found[player][name] for name in ties]
        return (-far.get(player, 0), -points[player], *values, book.seeds[player])

    return [
        Line(
            player=player,
            place=place,
            points=points[player],
            played=len(book.of(player)),
            byes=book.byes.get(player, 0),
            withdrawn=player in book.withdrawn,
            ties={name: float(value) for name, value in found[player].items()},
        )
        for place, player in enumerate(sorted(book.players, key=key), 1)
    ]


def between(book: Book, one: int, other: int) -> list[float]:
    """What one made against another at each table where both sat: 1, a half or 0."""
    out = []
    for table, seat in book.of(one):
        if other in table.players:
            assert table.result is not None
            mine, yours = table.result.places[seat], table.result.places[table.players.index(other)]
            gone = seat in table.result.missing
            out.append(0.0 if gone or mine > yours else 0.5 if mine == yours else 1.0)
    return out
