"""Luck apart from skill: what a deal and each draw did to every seat's chance to win.

A random event is a move that brings to light something chance alone had ordered (`Game.luck`), or
the deal. Its luck is the chance to win after it, less the mean chance had that one thing been drawn
again: the same table, the same move, all that nobody had seen in another order. Both are means over
worlds in which what is still unseen is drawn anew and everybody plays on by rules of thumb; their
difference is straightened as such chances came true (calibration.py). So the luck of all seats sums
to nothing, and a move's own merit, which both sides share, is no part of it.

It looks at all hands at once and is for finished matches alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fourwinds.bots.budget import Budget
from fourwinds.bots.calibration import LUCK, straightened
from fourwinds.bots.judging import Judge, judge_of
from fourwinds.bots.search import FOREVER, Known
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.facts import Fact
from fourwinds.core.record import Record
from fourwinds.core.review import DEAL
from fourwinds.core.rules import Rules
from fourwinds.core.state import Belief, State
from fourwinds.core.value import NUMBERS, WIN

FEWEST = 8
BATCH = 8


@dataclass(frozen=True)
class Event:
    """How one move (0: the deal) changed each seat's chance to win by luck, with variances."""

    move: int
    source: str
    luck: tuple[float, ...]
    variance: tuple[float, ...]

    def json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "source": self.source,
            "luck": [round(each, 4) for each in self.luck],
            "variance": [round(each, 7) for each in self.variance],
        }


@dataclass(frozen=True)
class Played:
    """A move that brought something of chance to light, and where it led."""

    seat: int
    action: int
    source: str
    after: State


class Weighing:
    """Compares what was drawn with what might have been drawn."""

    def __init__(self, rules: Rules, state: State, seed: int, judge: Judge | None = None) -> None:
        self.rules = rules
        self.chance = stream_of_seed(seed, "luck")
        self.judge = judge or judge_of(rules)
        self.search = self.judge.search(Known(state), 0, self.chance)

    def undrawn(self, state: State) -> Belief[Any]:
        make = self.rules.game.undrawn
        return Known(state) if make is None else make(state)

    def deal(self, state: State, worlds: int, until: float) -> Event:
        """The deal, against any other."""
        after = self.undrawn(state)

        def again() -> State:
            other = self.rules.empty.copy()
            other.key = self.chance.random_key()
            other.go(self.rules.game.begin)
            return other

        return self._event(0, DEAL, state, after, again, worlds, until)

    def move(self, number: int, before: State, played: Played, worlds: int, until: float) -> Event:
        """What a move brought to light, against what else it could have."""
        after = self.undrawn(played.after)
        anew = self.undrawn(before)

        def again() -> State:
            world: State = anew.world(self.chance)
            world.apply(played.seat, played.action)
            return world

        return self._event(number, played.source, before, after, again, worlds, until)

    def chances(self, state: State, worlds: int) -> list[float]:
        """Each seat's chance to win, all hands open, as believed."""
        undrawn = self.undrawn(state)
        found = Means(self.rules.players)
        for _ in range(worlds):
            found.add(self._judge(undrawn.world(self.chance)))
        return [found.mean(seat) for seat in range(self.rules.players)]

    def _event(
        self,
        number: int,
        source: str,
        before: State,
        after: Belief[Any],
        again: Callable[[], State],
        worlds: int,
        until: float,
    ) -> Event:
        players = self.rules.players
        came, could = Means(players), Means(players)
        made = 0
        while made < worlds:
            came.add(self._judge(after.world(self.chance)))
            could.add(self._judge(again()))
            made += 1
            late = until < FOREVER and made % BATCH == 0 and time.monotonic() >= until
            if late and made >= FEWEST:
                break
        seats = range(players)
        luck = [came.mean(seat) - could.mean(seat) for seat in seats]
        chances = [could.mean(seat) for seat in seats]
        slope = self.judge.straight(before.view(0), LUCK).slope
        return Event(
            number,
            source,
            tuple(straightened(luck, chances, slope)),
            tuple(
                (came.variance(seat) + could.variance(seat)) * _steepness(chances, seat, slope) ** 2
                for seat in seats
            ),
        )

    def _judge(self, t: State) -> list[float]:
        """Play on by rules of thumb as far as a search looks; each seat's share of the win."""
        self.search.value.truncate(t)
        self.search.roll(t)
        found = [self.search.result[NUMBERS * seat + WIN] for seat in range(self.rules.players)]
        total = sum(found) or 1.0
        return [each / total for each in found]


def _steepness(chances: Sequence[float], seat: int, slope: float) -> float:
    """How much of a change of one seat's chance is left once straightened, the others sharing what
    it costs as they stand."""
    others = 1 - chances[seat] or 1.0
    change = [-chance / others for chance in chances]
    change[seat] = 1.0
    return straightened(change, chances, slope)[seat]


class Means:
    """Means of what several seats got, and the variances of those means."""

    def __init__(self, players: int) -> None:
        self.count = 0
        self.sums = [0.0] * players
        self.squares = [0.0] * players

    def add(self, shares: Sequence[float]) -> None:
        self.count += 1
        for seat, share in enumerate(shares):
            self.sums[seat] += share
            self.squares[seat] += share * share

    def mean(self, seat: int) -> float:
        return self.sums[seat] / self.count

    def variance(self, seat: int) -> float:
        mean = self.mean(seat)
        spread = max(self.squares[seat] / self.count - mean * mean, 0.0)
        return spread / max(1, self.count - 1)


def events(
    rules: Rules,
    state: State,
    moves: Sequence[tuple[int, int]],
    first: int,
    budget: str | Budget,
    seed: int = 0,
    dealt: bool = True,
) -> list[Event]:
    """The luck of a run of moves (seats and actions) from a state on.

    `first` is the number of the first move. If that is 1 and the position was `dealt`, not set up,
    the deal is an event too. A budget in iterations is a number of worlds for each event; one in
    milliseconds is for all events together.
    """
    given = Budget.read(budget) if isinstance(budget, str) else budget
    start = time.monotonic()
    end = given.until(start, None)
    weighing = Weighing(rules, state, seed)
    found: list[tuple[int, State, Played]] = []
    here = state.copy()
    for number, (seat, action) in enumerate(moves, first):
        before = here.copy()
        told: list[Fact] = []
        here.play(seat, action, told)
        source = next((fact.reveals for fact in told if fact.reveals in rules.game.luck), None)
        if source is not None:
            found.append((number, before, Played(seat, action, source, here.copy())))
    weighs_deal = dealt and first == 1
    left = len(found) + weighs_deal
    out: list[Event] = []

    def until() -> float:
        """Until when the next event may be worked on: its share of the time that is left."""
        if not given.timed:
            return FOREVER
        now = time.monotonic()
        return now + max(0.0, end - now) / (left - len(out))

    if weighs_deal:
        out.append(weighing.deal(state, given.iterations, until()))
    for number, before, played in found:
        out.append(weighing.move(number, before, played, given.iterations, until()))
    return out


def of_record(record: Record, budget: str | Budget, seed: int = 0) -> list[Event]:
    """The luck of a whole record."""
    rules = record.bind()
    moves: list[tuple[int, int]] = []
    start: State | None = None
    for number, state in enumerate(record.states()):
        start = start or state.copy()
        if number < len(record.moves):
            move = record.moves[number]
            moves.append((move.seat, rules.parse(state, move.seat, move.text)))
    assert start is not None, "a record has a beginning"
    return events(rules, start, moves, 1, budget, seed)
