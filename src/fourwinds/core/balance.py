"""Balance: what a match between competent players should look like, and what is measured of one.

Some components are reconstructed: nobody but an owner of the box knows them. A game's rules page
says what a match should look like with them. The game's balance.py measures a match by what a
spectator sees, and names the targets; the arena plays many matches and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fourwinds.core.facts import Fact
from fourwinds.core.state import State

Pair = tuple[float, float]
"""A sum, and over how many it is to be divided."""
Measured = dict[str, Pair]
States = Iterator[State]
"""The state before each decision of a match and at its end; the facts grow with it."""
Measure = Callable[[States, list[Fact]], Measured]


@dataclass(frozen=True)
class Target:
    """What is wanted of the mean of a measure: at least `low`, at most `high`."""

    low: float | None = None
    high: float | None = None
    players: int | None = None
    """For this number of players only."""

    def met_by(self, mean: float) -> bool:
        above = self.low is None or mean >= self.low
        return above and (self.high is None or mean <= self.high)

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        return f"at least {self.low:g}" if self.high is None else f"at most {self.high:g}"


@dataclass(frozen=True)
class Balance:
    """How a game is measured, and what is wanted by the name of the measure.

    A name with a part behind a colon ("share of wins, order: 1") has the target of what stands
    before the colon, unless it has one of its own.
    """

    measure: Measure
    targets: Mapping[str, Target]

    def target(self, name: str, players: int) -> Target | None:
        found = self.targets.get(name) or self.targets.get(name.partition(":")[0])
        return None if found is None or found.players not in (None, players) else found


class Sums:
    """Sums and counts by name, as measures report them."""

    def __init__(self) -> None:
        self.found: Measured = {}

    def add(self, name: str, total: float, count: float) -> None:
        before = self.found.get(name, (0.0, 0.0))
        self.found[name] = (before[0] + total, before[1] + count)


def measure_nothing(states: States, facts: list[Fact]) -> Measured:
    """For games without a measure: the match is walked through all the same."""
    last_of(states)
    return {}


def last_of(states: States) -> State:
    """Walk through the match to its end."""
    for state in states:
        last = state
    return last


def wins_by_order(first: int, winners: Sequence[int], players: int) -> Measured:
    """The share of the win of the player who began, of the next one and so on, in per cent."""
    out: Measured = {}
    for place in range(players):
        won = (first + place) % players in winners
        out[f"share of wins, order: {place + 1}"] = (100 * won / max(1, len(winners)), 1)
    return out


NO_BALANCE = Balance(measure_nothing, {})
