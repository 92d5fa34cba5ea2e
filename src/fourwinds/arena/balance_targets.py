"""The marks a game's components are to meet, and what its games measure against them.

Some components are reconstructed: nobody but an owner of the box knows them. The rules pages say
what a game between competent players should look like with them; here it is measured, game by
game. All of it comes from what a spectator sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fourwinds.arena.standing import Interval, Mean
from fourwinds.core.facts import Fact
from fourwinds.core.state import State

Pair = tuple[float, float]
"""A sum, and over how many it is to be divided."""
Measured = dict[str, Pair]
Course = Iterator[State]
"""The state before each decision of a game and at its end; the facts grow with it."""
Measure = Callable[[Course, list[Fact]], Measured]


@dataclass(frozen=True)
class Mark:
    """What is wanted of the mean of a measure: at least `low`, at most `high`."""

    low: float | None = None
    high: float | None = None
    players: int | None = None
    """For this number of players only."""

    def met_by(self, found: Interval) -> bool:
        above = self.low is None or found.mean >= self.low
        return above and (self.high is None or found.mean <= self.high)

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        return f"at least {self.low:g}" if self.high is None else f"at most {self.high:g}"


class Marks:
    """Means of all measures of a game over deals."""

    def __init__(self, game: str, players: int) -> None:
        self.measure, self.wanted = MARKS.get(game, (_nothing, {}))
        self.players = players
        self.means: dict[str, Mean] = {}

    def add_deal(self, games: Sequence[Measured]) -> None:
        for name in dict.fromkeys(name for game in games for name in game):
            pairs = [game[name] for game in games if name in game]
            total, count = (sum(part) for part in zip(*pairs, strict=True))
            self.means.setdefault(name, Mean()).add(total, count)

    def json(self) -> list[dict[str, Any]]:
        out = []
        for name, mean in self.means.items():
            found = mean.interval()
            if found is None:
                continue
            mark = self._mark(name)
            out.append(
                {
                    "name": name,
                    **found.json(),
                    "wanted": None if mark is None else str(mark),
                    "met": None if mark is None else mark.met_by(found),
                }
            )
        return out

    def _mark(self, name: str) -> Mark | None:
        mark = self.wanted.get(name) or self.wanted.get(name.partition(":")[0])
        if mark is None or mark.players not in (None, self.players):
            return None
        return mark


def _nothing(course: Course, facts: list[Fact]) -> Measured:
    for _ in course:
        pass
    return {}


def _by_order(first: int, winners: Sequence[int], players: int) -> Measured:
    """The share of the win of the player who began, of the one after him and so on, in per cent."""
    out: Measured = {}
    for place in range(players):
        won = (first + place) % players in winners
        out[f"share of wins, order: {place + 1}"] = (100 * won / max(1, len(winners)), 1)
    return out


def _trade(course: Course, facts: list[Fact]) -> Measured:
    """Vor dem Wind: length, prices, storing and shipping."""
    state = _last(course)
    end = state.view(None)
    turns = end["turn"]
    prices = _Sums()
    stored = [0] * state.players
    laden = [0] * state.players
    fleets = 0
    for fact in facts:
        kind, data = fact.kind.name, fact.data
        if kind == "card-revealed":
            prices.add("price: " + _kind_of(data["card"]), 0, 1)
            prices.add("untaken: " + _kind_of(data["card"]), 0, 1)
        elif kind in ("card-sold", "card-kept"):
            prices.add("price: " + _kind_of(data["card"]), float(str(data["n"])), 0)
        elif kind == "cards-discarded":
            for card in _list(data["cards"]):
                prices.add("untaken: " + _kind_of(card), 100, 0)
        elif kind == "goods-stored" and fact.seat is not None:
            stored[fact.seat] += len(_list(data["goods"]))
        elif kind == "goods-shipped" and fact.seat is not None:
            laden[fact.seat] += len(_list(data["ships"]))
        elif kind == "fleet-left":
            fleets += 1
    out = {
        "turns": (float(turns), 1.0),
        "games of 12 to 25 turns": (100.0 * (12 <= turns <= 25), 1.0),
        "fleets that left": (float(fleets), 1.0),
    }
    for name, by_seat in (("goods stored", stored), ("ships laden", laden)):
        won = [by_seat[seat] for seat in state.winners]
        lost = [by_seat[seat] for seat in range(state.players) if seat not in state.winners]
        out[f"{name}, winner"] = (float(sum(won)), float(len(won)))
        out[f"{name}, others"] = (float(sum(lost)), float(len(lost)))
    out["winners who stored and shipped"] = (
        float(sum(100 for seat in state.winners if stored[seat] and laden[seat])),
        float(len(state.winners)),
    )
    first = next(fact.data["first"] for fact in facts if fact.kind.name == "match-began")
    return out | prices.found | _by_order(int(str(first)), state.winners, state.players)


def _plunder(course: Course, facts: list[Fact]) -> Measured:
    """Winds of Plunder: where players stand after two rounds, and what they stake in the third."""
    out: Measured = {}
    holder = 0
    for state in course:
        if "points after two rounds" in out:
            continue
        view = state.view(None)
        holder = view["blackbeard"] if view["round"] == 1 and view["step"] == "voting" else holder
        if view["round"] == 3:
            seats = float(state.players)
            items = [sum(view[item]) for item in ("weapons", "crew", "provisions")]
            out["points after two rounds"] = (float(sum(view["vp"])), seats)
            out["cubes after two rounds"] = (float(sum(view["cubes"])), seats)
            out["items after two rounds"] = (float(sum(items)), 3 * seats)
    staked = []
    round_now = 0
    sums = _Sums()
    for fact in facts:
        kind, data = fact.kind.name, fact.data
        if kind == "round-began":
            round_now = int(str(data["round"]))
        elif kind == "cubes-shown" and round_now == 3:
            staked.append(float(str(data["n"])))
        elif kind == "treasure-played":
            sums.add("treasures dug up", 1, 0)
        elif kind == "zone-completed":
            sums.add("zones completed", 1, 0)
        elif kind == "gust-bought":
            sums.add("gusts", 1, 0)
        elif kind == "boarded":
            sums.add("boardings", 1, 0)
    out["cubes shown in round 3"] = (sum(staked), float(len(staked)))
    for name in ("treasures dug up", "zones completed", "gusts", "boardings"):
        out[f"{name}, each player"] = (sums.found.get(name, (0.0, 0.0))[0], float(state.players))
    won = holder in state.winners
    out["share of wins, first holder of Blackbeard"] = (100 * won / max(1, len(state.winners)), 1)
    return out


def _race(course: Course, facts: list[Fact]) -> Measured:
    """Regatta: how many turns the winner takes, and how often the lead changes."""
    leader = None
    changes = 0
    turn = -1
    for state in course:
        turns = state.view(None)["turns"]
        if turns == turn:
            continue
        turn = turns
        ranking = state.ranking
        if ranking.count(1) == 1 and ranking.index(1) != leader:
            changes += leader is not None
            leader = ranking.index(1)
    own = 0
    missed = hove = 0
    first = next(fact.data["first"] for fact in facts if fact.kind.name == "race-began")
    view = state.view(None)
    rounds = -(-view["turns"] // state.players)
    for fact in facts:
        missed += fact.kind.name == "turn-missed"
        hove += fact.kind.name in ("cards-swapped", "boat-turned")
        own += fact.kind.name in ("boat-sailed", "boat-stopped")
    return {
        "turns of the winner": (float(rounds), 1.0),
        "races of 10 to 16 turns": (100.0 * (10 <= rounds <= 16), 1.0),
        "changes of the lead": (float(changes), 1.0),
        "turns missed, each boat": (float(missed), float(state.players)),
        "times hove to, each boat": (float(hove), float(state.players)),
    } | _by_order(int(str(first)), state.winners, state.players)


class _Sums:
    def __init__(self) -> None:
        self.found: Measured = {}

    def add(self, name: str, total: float, count: float) -> None:
        before = self.found.get(name, (0.0, 0.0))
        self.found[name] = (before[0] + total, before[1] + count)


def _last(course: Course) -> State:
    for state in course:
        last = state
    return last


def _kind_of(card: object) -> str:
    """store:3/5 is a store."""
    return str(card).partition(":")[0]


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


MARKS: Mapping[str, tuple[Measure, Mapping[str, Mark]]] = {
    "vor-dem-wind": (
        _trade,
        {
            "turns": Mark(12, 25, players=4),
            "price": Mark(low=0.01),
            "winners who stored and shipped": Mark(low=90),
            "share of wins, order": Mark(22, 28, players=4),
        },
    ),
    "winds-of-plunder": (
        _plunder,
        {
            "points after two rounds": Mark(7, 11.5, players=4),
            "cubes after two rounds": Mark(9.5, 13, players=4),
            "items after two rounds": Mark(0.5, 2, players=4),
            "cubes shown in round 3": Mark(4, 9, players=4),
        },
    ),
    "regatta": (
        _race,
        {
            "turns of the winner": Mark(10, 16, players=4),
            "changes of the lead": Mark(low=2, players=4),
            "share of wins, order": Mark(22, 28, players=4),
        },
    ),
}
