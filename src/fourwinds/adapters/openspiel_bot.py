"""openspiel:1000it: OpenSpiel's information-set search (ISMCTS, its Python version) in our arena.

It searches a number of iterations a decision. Worlds come from the view alone, as for every bot;
a leaf is worth what one random match from there brings.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from fourwinds.core.chance import Stream, stream_of_seed
from fourwinds.core.errors import BadOptions
from fourwinds.core.rollout import play_randomly
from fourwinds.core.rules import Rules

if TYPE_CHECKING:
    from fourwinds.adapters.openspiel import SpielState

USUAL_ITERATIONS = 1000
MOST_ITERATIONS = 1_000_000
EXPLORATION = 1.4
LONGEST_PLAYOUT = 2000
INSTALL = "openspiel: OpenSpiel is not installed (pip install 'fourwinds[openspiel]')"


class OutOfTime(Exception):
    """The deadline is near; what was searched so far must do."""


class Playouts:
    """What a state is worth: the end of one random match."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.deadline: float | None = None

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, state: SpielState) -> list[float]:
        from fourwinds.adapters.batch import reward

        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfTime
        match = state.match.copy()
        play_randomly(match, self.chance, LONGEST_PLAYOUT)
        return [reward(match, seat) for seat in range(state.rules.players)]


class SpielBot:
    """OpenSpiel's search in a seat of ours."""

    def __init__(self, iterations: int, seed: int) -> None:
        self.iterations = iterations
        self.seed = seed
        self.chance = stream_of_seed(seed, "openspiel")
        self.rules: Rules | None = None

    @staticmethod
    def make(argument: str | None, seed: int) -> SpielBot:
        """What the entry point names; the argument is a number of iterations, e.g. 1000it."""
        try:
            import pyspiel  # noqa: F401
        except ImportError:
            raise BadOptions(INSTALL, option="bots") from None
        number = str(USUAL_ITERATIONS) if argument is None else argument.removesuffix("it")
        if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= MOST_ITERATIONS:
            raise BadOptions(
                "openspiel: expected a number of iterations such as 1000it", option="bots"
            )
        return SpielBot(int(number), seed)

    def begin(self, rules: Rules, seat: int) -> None:
        from numpy.random import RandomState
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        from fourwinds.adapters.openspiel import SpielGame

        self.rules = rules
        self.game = SpielGame.of(rules)
        self.playouts = Playouts(self.chance)
        self.search = ISMCTSBot(
            self.game,
            self.playouts,
            uct_c=EXPLORATION,
            max_simulations=self.iterations,
            random_state=RandomState(self.seed % 2**32),
        )

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if len(actions) == 1:
            return actions[0]
        if self.rules is None:
            from fourwinds.core.registry import game

            self.begin(game(view["game"]).rules(view["players"], view["options"]), view["seat"])
        assert self.rules is not None
        belief = self.rules.belief(view)

        def world(*_: object) -> SpielState:
            return self.game.around(belief.sample(self.chance))

        self.search.set_resampler(world)
        self.playouts.deadline = deadline
        root = world()
        try:
            policy = self.search.run_search(root)
        except OutOfTime:
            node = self.search._root_node
            if node.total_visits < 1:
                return actions[0]
            policy = self.search.get_final_policy(root, node)
        return int(max(policy, key=lambda choice: choice[1])[0])
