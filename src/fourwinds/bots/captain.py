"""captain: searches; and the seer, who sees all cards and plays in the arena alone."""

from __future__ import annotations

import time
from typing import Any

from fourwinds.bots.budget import Budget
from fourwinds.bots.search import Known, Search
from fourwinds.bots.worth import rules_of, value_of
from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.rules import Rules
from fourwinds.core.state import Belief, State
from fourwinds.core.value import Value

USUAL = "200ms"
# In a secret choice, what was tried less than this share of the favourite is not played.
SELDOM = 0.1


class Captain:
    """Searches the worlds its view allows, for some milliseconds or iterations a decision."""

    def __init__(self, budget: Budget, chance: Stream) -> None:
        self.budget = budget
        self.chance = chance
        self.rules: Rules | None = None

    @staticmethod
    def make(argument: str | None, seed: int) -> Captain:
        """`captain:200ms` or `captain:2000it`."""
        return Captain(
            Budget.read(USUAL if argument is None else argument), stream_of_seed(seed, "captain")
        )

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        start = time.monotonic()
        rules = self.rules or rules_of(view)
        value = self.value(rules)
        search = self.prepare(rules, view, value)
        self.budget.search(search, start, deadline)
        # Boats in each other's way would do the same for ever, each thinking it best.
        if value.stuck == view["seat"] and self.chance.below(2):
            return actions[self.chance.below(len(actions))]
        return decide(search, self.chance)

    def prepare(self, rules: Rules, view: dict[str, Any], value: Value[Any]) -> Search:
        """The search for the decision a view asks for."""
        worlds = self.worlds(rules, view)
        return Search(worlds, value, view["seat"], rules.action_count, self.chance)

    def worlds(self, rules: Rules, view: dict[str, Any]) -> Belief[Any]:
        return rules.belief(view)

    def value(self, rules: Rules) -> Value[Any]:
        return value_of(rules)


def decide(search: Search, chance: Stream) -> int:
    """The action tried most often; in a secret choice one by chance, as often as it was tried."""
    tally = search.tally()
    favourite = max(tally, key=lambda entry: (entry[1], entry[2]))
    if not search.sealed:
        return favourite[0]
    often = [entry for entry in tally if entry[1] >= SELDOM * favourite[1]]
    # Pieces of chance are small, visits may be many.
    scale = max(1, sum(visits for _, visits, _ in often) // 60_000 + 1)
    shares = [max(1, visits // scale) for _, visits, _ in often]
    at = chance.below(sum(shares))
    for (action, _, _), share in zip(often, shares, strict=True):
        if at < share:
            return action
        at -= share
    raise AssertionError("a number below the sum lies in one of the shares")


class Seer(Captain):
    """Searches the real cards, to measure what knowing them is worth.

    Only the arena can use it: it passes the real state to `see` before every decision.
    """

    state: State

    @staticmethod
    def make(argument: str | None, seed: int) -> Seer:
        return Seer(
            Budget.read(USUAL if argument is None else argument), stream_of_seed(seed, "seer")
        )

    def see(self, state: State) -> None:
        self.state = state

    def worlds(self, rules: Rules, view: dict[str, Any]) -> Belief[Any]:
        return Known(self.state)
