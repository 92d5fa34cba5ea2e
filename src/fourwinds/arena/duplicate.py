"""Duplicate play: the same deals at several tables, and results by comparison.

Luck that everybody has is nobody's. The same deal is played at several tables; what somebody made
of a seat is compared with what the others made of the same seat of the same deal:

    matchpoints   the share of the others he did better than; who did equally well shares the point
    difference    his points less the mean of theirs

Better is more points, and with equal points a better place at one's own table. Totals are means
over deals with 95 % intervals, because a deal is one observation (arena/standing.py).

What chance does follows from the secret of a deal, the pile and how often it was shuffled, and from
nothing that players do (core/chance.py; the law `the_same_key_gives_the_same_cards_whatever_is_
played` tries it on every game). docs/duplicate.md says what that means for each game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fourwinds.arena.contest import Outcome
from fourwinds.arena.schedule import jobs, make_run_plan
from fourwinds.arena.standing import Interval, Mean
from fourwinds.arena.workers import Executor
from fourwinds.core.errors import BadOptions
from fourwinds.core.registry import game as find_game

FIELD = "mate"


@dataclass(frozen=True)
class Result:
    """What somebody made of a seat of a deal."""

    who: str
    deal: str
    seat: int
    score: float
    place: float

    @property
    def worth(self) -> tuple[float, float]:
        """What results are compared by; more is better."""
        return self.score, -self.place


@dataclass(frozen=True)
class Compared:
    """A result against the field; None where nobody else has played that seat of the deal."""

    result: Result
    matchpoints: float | None
    difference: float | None


@dataclass(frozen=True)
class Total:
    """What somebody made of all his deals."""

    who: str
    deals: int
    matchpoints: Interval | None
    difference: Interval | None

    def json(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "deals": self.deals,
            "matchpoints": None if self.matchpoints is None else self.matchpoints.json(),
            "difference": None if self.difference is None else self.difference.json(),
        }


def compare(results: Iterable[Result]) -> list[Compared]:
    """Each result against the others of the same seat and deal, in the order they came."""
    kept = list(results)
    fields: dict[tuple[str, int], list[Result]] = defaultdict(list)
    for result in kept:
        fields[result.deal, result.seat].append(result)
    return [_against(result, fields[result.deal, result.seat]) for result in kept]


def _against(mine: Result, field: Sequence[Result]) -> Compared:
    others = len(field) - 1
    if others == 0:
        return Compared(mine, None, None)
    beaten = sum(each.worth < mine.worth for each in field)
    equal = sum(each.worth == mine.worth for each in field) - 1
    rest = sum(each.score for each in field) - mine.score
    return Compared(mine, (beaten + equal / 2) / others, mine.score - rest / others)


def totals(compared: Iterable[Compared]) -> list[Total]:
    """The totals of everybody, the best first."""
    points: dict[str, dict[str, list[Compared]]] = defaultdict(lambda: defaultdict(list))
    for each in compared:
        points[each.result.who][each.result.deal].append(each)
    out = []
    for who, deals in points.items():
        shares, differences = Mean(), Mean()
        for played in deals.values():
            counted = [
                (each.matchpoints, each.difference)
                for each in played
                if each.matchpoints is not None and each.difference is not None
            ]
            if counted:
                shares.add(sum(share for share, _ in counted), len(counted))
                differences.add(sum(difference for _, difference in counted), len(counted))
        out.append(Total(who, len(deals), shares.share(), _doubted(differences)))
    return sorted(out, key=lambda total: (-_mean(total), total.who))


def _doubted(differences: Mean) -> Interval | None:
    """Deals that all came out alike say nothing of how much others would differ."""
    found = differences.interval()
    if found is not None and found.low == found.high:
        return Interval(found.mean, None, None)
    return found


def _mean(total: Total) -> float:
    return -1.0 if total.matchpoints is None else total.matchpoints.mean


def play(
    game: str,
    people: Sequence[str],
    executor: Executor,
    deals: int,
    seed: int = 0,
    players: int | None = None,
    field: str = FIELD,
    options: Mapping[str, Any] | None = None,
) -> list[Compared]:
    """Bots against the same field of bots: each plays every seat of every deal once.

    It is a run of the arena for each of them. There deal k follows from the seed and k, and a bot's
    own chance from the seed, the deal, the rotation and its place, not from who else plays: so the
    field has the same cards and the same chance at every table.
    """
    if len(set(people)) < 2 or len(set(people)) < len(people):
        raise BadOptions("bots: expected two or more different bots", option="bots")
    size = find_game(game).usual_players if players is None else players
    results = []
    for who in people:
        plan = make_run_plan(game, [who] + [field] * (size - 1), seed, options)
        for outcome in executor.play(plan, jobs(size, deals, ())):
            results.append(_result(who, outcome))
    results.sort(key=lambda result: (int(result.deal), result.seat, people.index(result.who)))
    return compare(results)


def _result(who: str, outcome: Outcome) -> Result:
    seat = outcome.places.index(0)
    score, place = float(outcome.scores[seat]), outcome.rank(seat)
    return Result(who, str(outcome.deal), seat, score, place)
