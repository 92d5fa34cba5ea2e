"""Sequential halving: a search that compares actions in the same imagined worlds.

Every world is played once with each action that is still compared, and with the same lots: what an
action brings then differs from what another brings by their merits more than by luck. When its part
of the iterations is spent, the better half of the actions goes on, until two are left. Below the
decision the search is that of search.py.
"""

from __future__ import annotations

import time

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.bots.search import FOREVER, NONE, Search
from fourwinds.core.chance import Stream
from fourwinds.core.state import Belief, State
from fourwinds.core.value import Value


class Halving(Search):
    """Compares `most` actions, those that look best at first sight."""

    def __init__(
        self,
        belief: Belief[State],
        value: Value[State],
        seat: i64,
        action_count: i64,
        chance: Stream,
        most: i64,
    ) -> None:
        super().__init__(belief, value, seat, action_count, chance)
        self.most = most
        # The actions still compared, the best first; none before the first run.
        self.compared = vec[i64]([0] * action_count)
        self.left: i64 = 0
        self.scores = vec[float]([0.0] * action_count)
        # The lots of the present world, the same for every action; none outside of comparing.
        self.drawn: Stream | None = None

    def run(self, iterations: i64, until: float) -> None:
        """Search until `iterations` are made or time.monotonic() has come to `until`; another run
        goes on with the actions that are left."""
        first = self.imagine()
        if self.sealed:
            # In a secret choice what counts is how often each action was tried.
            super().run(iterations, until)
            return
        if self.left == 0:
            self.begin(first, max(1, iterations))
        made: i64 = 0
        rounds = rounds_of(self.left)
        while rounds > 0 and made + self.left <= iterations:
            goal = made + (iterations - made) // rounds
            end = FOREVER
            if until < FOREVER:
                now = time.monotonic()
                end = now + (until - now) / float(rounds)
            while True:
                self.compare()
                made += self.left
                if made + self.left > goal or (end < FOREVER and time.monotonic() >= end):
                    break
            self.halve()
            rounds -= 1
        self.forced = NONE
        self.drawn = None

    def begin(self, t: State, most: i64) -> None:
        """Choose what to compare, `most` at the utmost, in a world that is at the decision."""
        actions = self.actions
        n = self.value.narrow(t, self.seat, actions, t.step.fill(t, self.seat, actions))
        self.weigh(t, self.seat, n)
        for i in range(n):
            self.compared[i] = actions[i]
            self.scores[actions[i]] = float(self.weights[i])
        self.left = n
        self.sort()
        self.left = min(n, min(most, self.most))

    def compare(self) -> None:
        """Play one world with each of the actions left."""
        world = self.imagine()
        self.drawn = Stream(self.chance.random_key(), 0)
        for i in range(self.left):
            self.forced = self.compared[i]
            self.walk(world.copy())

    def lots(self, t: State) -> Stream:
        """Lots that depend on the world and the decision alone, not on what was drawn before."""
        if self.drawn is None:
            return self.chance
        self.drawn.restart(t.decision_number())
        return self.drawn

    def halve(self) -> None:
        """Keep the better half, but two at least."""
        tree = self.tree
        first = tree.first[self.own]
        for edge in range(first, first + tree.count[self.own]):
            self.scores[tree.action[edge]] = tree.total[edge] / tree.visits[edge]
        self.sort()
        if self.left > 2:
            self.left = (self.left + 1) // 2

    def sort(self) -> None:
        """Bring the actions left into the order of their scores; equal ones keep theirs."""
        compared = self.compared
        scores = self.scores
        for i in range(1, self.left):
            action = compared[i]
            at = i
            while at > 0 and scores[compared[at - 1]] < scores[action]:
                compared[at] = compared[at - 1]
                at -= 1
            compared[at] = action


def rounds_of(actions: i64) -> i64:
    """How many rounds it takes until two actions were compared with each other alone."""
    rounds: i64 = 1
    while actions > 2:
        actions = (actions + 1) // 2
        rounds += 1
    return rounds
