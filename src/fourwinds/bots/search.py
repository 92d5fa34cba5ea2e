"""Information-set Monte Carlo tree search, generic over the games.

Every iteration imagines a fresh world from what the viewer knows, walks down the tree with it, adds
one node, plays the rest by the game's rules of thumb and notes the payoff for the seat that chose.

A node is known by the actions that led to it from the root, by who is asked, and by what chance has
brought to light for all since (Value.public_key); not by hidden cards. So it stands for all worlds
that look alike. Beside its visits, an action has the number of times it was there to be chosen.
Every seat maximises its own payoff (max^n). Choices made secretly at the same time do not know of
each other: they become part of a node's key only when the last of them is in, and those that others
have already made in the real match are taken back and searched anew.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, Belief, State
from fourwinds.core.value import NUMBERS, PAYOFF, POINTS, WIN, Value

MASK: Final = 0x3FFFFFFFFFFFFFFF
ODD: Final = 0x2545F4914F6CDD1D
ROOT: Final = 1
NONE: Final = -1
DEEPEST: Final = 256
MOST_NODES: Final = 2000000
FOREVER: Final = 1e300
# How many iterations may pass without a look at the clock where each is brief, in seconds.
MOST_UNTIMED: Final = 8
BRIEF: Final = 0.0002

# How eagerly the search tries what it has seen little of, and how much less than the mean of its
# node it expects from an action not yet tried: both in standard deviations of the seat's payoff,
# because what a choice can change differs a hundredfold between games and positions. A usual
# deviation stands for it until enough iterations are made.
EAGERNESS: Final = 5.0
CAUTION: Final = 0.8
USUAL_DEVIATION: Final = 0.12
TELLING: Final = 16
LEAST_VARIANCE: Final = 1e-8


def mixed(key: i64, number: i64) -> i64:
    """A key that stands for `key` followed by a number."""
    key = ((key ^ (number + 0x9E3779B9)) * ODD) & MASK
    return key ^ (key >> 29)


class Tree:
    """Nodes and their edges in flat arrays.

    An edge is an action that was tried; the edges of a node lie side by side, with room for more.
    """

    def __init__(self) -> None:
        self.nodes: i64 = 0
        self.keys = vec[i64]([0] * 1024)
        self.first = vec[i64]([0] * 1024)
        self.count = vec[i64]([0] * 1024)
        self.room = vec[i64]([0] * 1024)
        self.seen = vec[float]([0.0] * 1024)
        self.sum = vec[float]([0.0] * 1024)
        # Where the nodes are found: a key and its node side by side, so that a look touches memory
        # once.
        self.slots = vec[i64]([NONE] * 8192)
        self.edges: i64 = 0
        self.action = vec[i64]([0] * 4096)
        # Counts are floats: what reckons with them need not convert.
        self.visits = vec[float]([0.0] * 4096)
        self.offered = vec[float]([0.0] * 4096)
        self.total = vec[float]([0.0] * 4096)

    def find(self, key: i64) -> i64:
        """The node of a key, NONE if there is none."""
        slots = self.slots
        last: i64 = len(slots) - 1
        at = (key << 1) & last
        while True:
            held = slots[at]
            if held == key or slots[at + 1] == NONE:
                return slots[at + 1]
            at = (at + 2) & last

    def add(self, key: i64) -> i64:
        """A new node, without edges as yet."""
        node = self.nodes
        if node == len(self.keys):
            self._more_nodes()
        self.nodes = node + 1
        self.keys[node] = key
        self._enter(node)
        return node

    def _enter(self, node: i64) -> None:
        slots = self.slots
        last: i64 = len(slots) - 1
        at = (self.keys[node] << 1) & last
        while slots[at] != NONE:
            at = (at + 2) & last
        slots[at] = self.keys[node]
        slots[at + 1] = node

    def _more_nodes(self) -> None:
        self.keys = doubled(self.keys)
        self.first = doubled(self.first)
        self.count = doubled(self.count)
        self.room = doubled(self.room)
        self.seen = doubled_floats(self.seen)
        self.sum = doubled_floats(self.sum)
        self.slots = vec[i64]([NONE] * (2 * len(self.slots)))
        for node in range(self.nodes):
            self._enter(node)

    def try_action(self, node: i64, action: i64) -> i64:
        """A new edge for an action that was not tried before."""
        if self.count[node] == self.room[node]:
            self._give_room(node, 4 + 2 * self.room[node])
        edge = self.first[node] + self.count[node]
        self.count[node] += 1
        self.action[edge] = action
        self.offered[edge] = 1.0
        return edge

    def _give_room(self, node: i64, room: i64) -> None:
        """Move a node's edges to where there is room for more."""
        start = self.edges
        if start + room > len(self.action):
            self.action = doubled(self.action)
            self.visits = doubled_floats(self.visits)
            self.offered = doubled_floats(self.offered)
            self.total = doubled_floats(self.total)
        self.edges = start + room
        old = self.first[node]
        for i in range(self.count[node]):
            self.action[start + i] = self.action[old + i]
            self.visits[start + i] = self.visits[old + i]
            self.offered[start + i] = self.offered[old + i]
            self.total[start + i] = self.total[old + i]
        self.first[node] = start
        self.room[node] = room


def doubled(old: vec[i64]) -> vec[i64]:
    count: i64 = len(old)
    new = vec[i64]([0] * (2 * count))
    for i in range(count):
        new[i] = old[i]
    return new


def doubled_floats(old: vec[float]) -> vec[float]:
    count: i64 = len(old)
    new = vec[float]([0.0] * (2 * count))
    for i in range(count):
        new[i] = old[i]
    return new


class Search:
    """One search for one decision of one seat."""

    def __init__(
        self,
        belief: Belief[State],
        value: Value[State],
        seat: i64,
        action_count: i64,
        chance: Stream,
    ) -> None:
        self.belief = belief
        self.value = value
        self.seat = seat
        self.chance = chance
        self.tree = Tree()
        self.iterations: i64 = 0
        self.eagerness: float = EAGERNESS
        self.caution: float = CAUTION
        self.rolls_by_thumb = True
        self.weighs = True
        self.solves = True
        self.actions = vec[i64]([0] * action_count)
        self.weights = vec[i64]([0] * action_count)
        self.edge_of = vec[i64]([NONE] * action_count)
        self.path = vec[i64]([0] * DEEPEST)
        self.walked = vec[i64]([0] * DEEPEST)
        self.movers = vec[i64]([0] * DEEPEST)
        self.depth: i64 = 0
        self.result = vec[float]([0.0] * (NUMBERS * value.players))
        # Of each seat's payoffs: sum, sum of squares, standard deviation.
        self.sums = vec[float]([0.0] * value.players)
        self.sums_of_squares = vec[float]([0.0] * value.players)
        self.deviations = vec[float]([USUAL_DEVIATION] * value.players)
        # The node of the decision the search is for, and whether others decide at the same time.
        self.own: i64 = NONE
        self.sealed = False
        self.forced: i64 = NONE
        # What became of each of its actions: sums of chance to win, its square, and points.
        self.wins = vec[float]([0.0] * action_count)
        self.squares = vec[float]([0.0] * action_count)
        self.points = vec[float]([0.0] * action_count)

    def run(self, iterations: i64, until: float) -> None:
        """Search until `iterations` are made or time.monotonic() has come to `until`.

        The clock is looked at after every iteration, or less often while many are made between two
        looks.
        """
        made: i64 = 0
        timed = until < FOREVER
        between: i64 = 1
        looked = time.monotonic()
        while made < iterations:
            self.iterate()
            made += 1
            if timed and made % between == 0:
                now = time.monotonic()
                if now >= until:
                    break
                between = MOST_UNTIMED if now - looked < BRIEF * float(between) else 1
                looked = now

    def iterate(self) -> None:
        self.walk(self.imagine())

    def imagine(self) -> State:
        """A fresh world, at the decision."""
        t = self.belief.world(self.chance)
        self.value.truncate(t)
        if t.step.shared:
            for other in range(t.players):
                if other != self.seat:
                    while t.step.retract(t, other):
                        pass
        if self.iterations == 0:
            self.sealed = t.step.actor(t) != self.seat or self.is_sealed(t, self.seat)
        return t

    def walk(self, t: State) -> None:
        """One iteration in a world."""
        self.depth = 0
        if self.descend(t):
            self.roll(t)
        self.note()

    def descend(self, t: State) -> bool:
        """Walk down the tree and add a node; False if the result is known already."""
        tree = self.tree
        value = self.value
        key: i64 = ROOT
        sealed: i64 = 0
        moment: i64 = 0
        while self.depth < DEEPEST:
            step = t.step
            seat = step.actor(t)
            if seat == NOBODY or (self.depth > 0 and value.is_far(t)):
                value.judge(t, self.result)
                return False
            if value.solves and self.solves and self.depth > 0 and value.is_small(t):
                solve(t, value, self.result)
                return False
            now = t.decision_number()
            if sealed != 0 and now != moment:
                key = mixed(key, sealed)
                sealed = 0
            here = mixed(mixed(key, seat), value.public_key(t))
            node = tree.find(here)
            if node == NONE:
                if tree.nodes == MOST_NODES:
                    return True
                node = tree.add(here)
                if self.own == NONE and seat == self.seat:
                    self.own = node
                elif self.depth > 0:
                    return True
            edge = self.choose(t, node, seat)
            action = tree.action[edge]
            self.path[self.depth] = edge
            self.walked[self.depth] = node
            self.movers[self.depth] = seat
            self.depth += 1
            if sealed != 0 or self.is_sealed(t, seat):
                sealed = mixed(sealed + 1, action)
                moment = now
            else:
                key = mixed(key, action)
            step.play(t, seat, action)
        return True

    def is_sealed(self, t: State, seat: i64) -> bool:
        """Whether others choose at the same time."""
        if not t.step.shared:
            return False
        for other in range(t.players):
            if other != seat and t.step.may_act(t, other):
                return True
        return False

    def choose(self, t: State, node: i64, seat: i64) -> i64:
        """The edge to follow: the best mean and the most to learn, among those offered now."""
        tree = self.tree
        actions = self.actions
        weights = self.weights
        n = self.value.narrow(t, seat, actions, t.step.fill(t, seat, actions))
        self.weigh(t, seat, n)
        all_weights: i64 = 0
        for i in range(n):
            all_weights += weights[i]
        deviation = self.deviations[seat]
        share = self.eagerness * deviation / float(all_weights)

        # Which of the actions were tried before, and where their edges lie.
        edge_of = self.edge_of
        first = tree.first[node]
        end = first + tree.count[node]
        tried = tree.action
        for edge in range(first, end):
            edge_of[tried[edge]] = edge
        total = tree.total
        visits = tree.visits
        offered = tree.offered
        seen = tree.seen[node]
        mean = 0.5
        if seen > 0.0:
            mean = tree.sum[node] / seen
        untried = mean - self.caution * deviation
        root = math.sqrt(seen + 1.0)
        best: i64 = 0
        most = -1e9
        for i in range(n):
            edge = edge_of[actions[i]]
            bias = share * float(weights[i])
            if edge == NONE:
                score = untried + bias * root
            else:
                there = offered[edge] + 1.0
                offered[edge] = there
                often = visits[edge]
                bias *= math.sqrt(there)
                score = total[edge] / often + bias / (often + 1.0)
            if score > most:
                most = score
                best = i
        action = actions[best]
        if self.forced != NONE and node == self.own:
            action = self.forced
        found = edge_of[action]
        for edge in range(first, end):
            edge_of[tried[edge]] = NONE
        if found == NONE:
            return tree.try_action(node, action)
        return found

    def tally(self) -> list[tuple[int, int, float]]:
        """Of every action tried at the decision: action, visits and mean payoff."""
        tree = self.tree
        out: list[tuple[int, int, float]] = []
        if self.own != NONE:
            first = tree.first[self.own]
            for edge in range(first, first + tree.count[self.own]):
                visits = tree.visits[edge]
                if visits > 0.0:
                    out.append((tree.action[edge], int(visits), tree.total[edge] / visits))
        return out

    def line(self, t: State, least: i64, most: i64) -> list[tuple[int, int]]:
        """Play what was tried most in an imagined world that is at the decision, while it was tried
        `least` times; return the seats and their actions, `most` at the utmost."""
        tree = self.tree
        out: list[tuple[int, int]] = []
        key: i64 = ROOT
        while len(out) < most and t.step.actor(t) != NOBODY:
            seat = t.step.actor(t)
            if self.is_sealed(t, seat):
                break
            node = tree.find(mixed(mixed(key, seat), self.value.public_key(t)))
            if node == NONE:
                break
            n = t.step.fill(t, seat, self.actions)
            best: i64 = NONE
            for edge in range(tree.first[node], tree.first[node] + tree.count[node]):
                if tree.visits[edge] >= float(least):
                    if best == NONE or tree.visits[edge] > tree.visits[best]:
                        for i in range(n):
                            if self.actions[i] == tree.action[edge]:
                                best = edge
            if best == NONE:
                break
            action = tree.action[best]
            if self.forced != NONE and node == self.own:
                action = self.forced
            out.append((seat, action))
            key = mixed(key, action)
            t.step.play(t, seat, action)
        return out

    def weigh(self, t: State, seat: i64, n: i64) -> None:
        if self.weighs:
            self.value.weigh(t, seat, self.actions, n, self.weights)
        else:
            for i in range(n):
                self.weights[i] = 1

    def roll(self, t: State) -> None:
        """Play on by rules of thumb, to the end or where it is far enough; judge."""
        value = self.value
        actions = self.actions
        by_thumb = self.rolls_by_thumb
        solves = self.solves and value.solves
        left = value.longest
        while left > 0:
            step = t.step
            seat = step.actor(t)
            if seat == NOBODY or value.is_far(t):
                break
            if solves and value.is_small(t):
                solve(t, value, self.result)
                return
            if not by_thumb:
                step.play(t, seat, step.random_action(t, seat, self.lots(t), actions))
            else:
                step.play(t, seat, value.draw_action(t, seat, actions, self.lots(t)))
            left -= 1
        value.judge(t, self.result)

    def lots(self, t: State) -> Stream:
        """What a roll-out draws its next action from."""
        return self.chance

    def note(self) -> None:
        """Give every choice on the way the payoff of who made it."""
        tree = self.tree
        result = self.result
        for i in range(self.depth):
            edge = self.path[i]
            node = self.walked[i]
            payoff = result[NUMBERS * self.movers[i] + PAYOFF]
            tree.visits[edge] += 1.0
            tree.total[edge] += payoff
            tree.seen[node] += 1.0
            tree.sum[node] += payoff
            if node == self.own:
                action = tree.action[edge]
                at = NUMBERS * self.seat
                self.wins[action] += result[at + WIN]
                self.squares[action] += result[at + WIN] * result[at + WIN]
                self.points[action] += result[at + POINTS]
        self.iterations += 1
        self.watch()

    def watch(self) -> None:
        """Learn how much each seat's payoff varies."""
        made = float(self.iterations)
        for seat in range(self.value.players):
            payoff = self.result[NUMBERS * seat + PAYOFF]
            self.sums[seat] += payoff
            self.sums_of_squares[seat] += payoff * payoff
            if self.iterations >= TELLING:
                mean = self.sums[seat] / made
                variance = self.sums_of_squares[seat] / made - mean * mean
                self.deviations[seat] = math.sqrt(max(variance, LEAST_VARIANCE))


class Known(Belief[State]):
    """The one world there is, but for what will be shuffled later."""

    def __init__(self, state: State) -> None:
        self.state = state

    def world(self, chance: Stream) -> State:
        t = self.state.copy()
        t.key = chance.random_key()
        t.shuffles = 0
        return t


class OpenWorld(Belief[State]):
    """The one world that is really there: for teachers who may see all."""

    def __init__(self, state: State) -> None:
        self.state = state

    def world(self, chance: Stream) -> State:
        return self.state.copy()


def look_ahead(
    belief: Belief[State],
    value: Value[State],
    seat: i64,
    action_count: i64,
    worlds: i64,
    chance: Stream,
    until: float,
) -> list[float]:
    """What each legal action is worth to the seat, played in some imagined worlds.

    Each is judged as soon as the game's value function may be asked; until then all play by rules
    of thumb. No more worlds are imagined once time.monotonic() has come to `until`.
    """
    actions = vec[i64]([0] * action_count)
    others = vec[i64]([0] * action_count)
    result = vec[float]([0.0] * (NUMBERS * value.players))
    sums = [0.0]
    n: i64 = 0
    for world in range(worlds):
        t = belief.world(chance)
        value.truncate(t)
        n = t.step.fill(t, seat, actions)
        if world == 0:
            sums = [0.0] * n
        for i in range(n):
            trial = t.copy()
            trial.step.play(trial, seat, actions[i])
            left = value.longest
            while left > 0:
                step = trial.step
                actor = step.actor(trial)
                if actor == NOBODY or value.is_quiet(trial):
                    break
                step.play(trial, actor, value.draw_action(trial, actor, others, chance))
                left -= 1
            value.judge(trial, result)
            sums[i] += result[NUMBERS * seat + PAYOFF]
        if until < FOREVER and time.monotonic() >= until:
            break
    return sums


def solve(t: State, value: Value[State], out: vec[float]) -> None:
    """Judge a position by full search in this very world; each seat takes what is best for it."""
    actions = vec[i64]([0] * t.action_count)
    while True:
        step = t.step
        seat = step.actor(t)
        if seat == NOBODY or value.is_far(t):
            value.judge(t, out)
            return
        n = step.fill(t, seat, actions)
        if n > 1:
            break
        step.play(t, seat, actions[0])
    mine = NUMBERS * seat + PAYOFF
    numbers = NUMBERS * value.players
    trial = vec[float]([0.0] * numbers)
    best = -1.0
    for i in range(n):
        world = t.copy() if i + 1 < n else t
        world.step.play(world, seat, actions[i])
        solve(world, value, trial)
        if trial[mine] > best:
            best = trial[mine]
            for j in range(numbers):
                out[j] = trial[j]
