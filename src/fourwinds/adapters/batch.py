"""Many matches of one game stepped together, inside compiled code."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from fourwinds.core.chance import Key, Stream
from fourwinds.core.observation import Observer
from fourwinds.core.state import NOBODY, State, Step


def reward(state: State, seat: i64) -> float:
    """From 1 for the first to -1 for the last, evenly; seats that share places share rewards."""
    better: i64 = 0
    tied: i64 = -1
    mine = state.place(seat)
    for other in range(state.players):
        place = state.place(other)
        if place < mine:
            better += 1
        elif place == mine:
            tied += 1
    return 1.0 - float(2 * better + tied) / float(state.players - 1)


class Batch:
    """`envs` matches; the vecs hold one row a match and are the same memory for ever.

    A match that ends, or has lasted `most` decisions, makes room for a new one at once: its rewards
    and flags stand beside the first observation of the next.
    """

    def __init__(
        self,
        empty: State,
        begin: Step[Any],
        observer: Observer[Any],
        envs: i64,
        size: i64,
        most: i64,
    ) -> None:
        self.empty = empty
        self.begin = begin
        self.observer = observer
        self.envs = envs
        self.size = size
        self.most = most
        self.players = empty.players
        self.action_count = empty.action_count
        self.states: list[State] = []
        self.chances: list[Stream] = []
        self.observations = vec[i16]([0] * (envs * size))
        self.masks = vec[u8]([0] * (envs * self.action_count))
        self.seats = vec[i64]([0] * envs)
        self.rewards = vec[float]([0.0] * (envs * self.players))
        self.scores = vec[i64]([0] * (envs * self.players))
        self.terminated = vec[u8]([0] * envs)
        self.truncated = vec[u8]([0] * envs)
        self.lengths = vec[i64]([0] * envs)
        self.legal = vec[i64]([0] * self.action_count)

    def reset(self, key: Key) -> None:
        """Begin anew everywhere; each match has chance of its own, by its number."""
        self.states = []
        self.chances = []
        for env in range(self.envs):
            chance = Stream(key, env)
            self.chances.append(chance)
            self.states.append(self.start(chance))
            self.terminated[env] = 0
            self.truncated[env] = 0
            self.lengths[env] = 0
            for i in range(env * self.players, (env + 1) * self.players):
                self.rewards[i] = 0.0
                self.scores[i] = 0
            self.show(env)

    def start(self, chance: Stream) -> State:
        state = self.empty.twin()
        state.key = chance.random_key()
        state.go(self.begin)
        return state

    def illegal(self, actions: list[int]) -> int:
        """The first match whose action is none of its legal ones, -1 if all are legal."""
        masks = self.masks
        count = self.action_count
        for env in range(self.envs):
            action: i64 = actions[env]
            if action < 0 or action >= count or i64(masks[env * count + action]) == 0:
                return env
        return -1

    def step(self, actions: list[int]) -> None:
        """Play one action in each match; all must be legal."""
        states = self.states
        seats = self.seats
        players = self.players
        rewards = self.rewards
        for env in range(self.envs):
            state = states[env]
            if i64(self.terminated[env]) + i64(self.truncated[env]) > 0:
                self.terminated[env] = 0
                self.truncated[env] = 0
                self.lengths[env] = 0
                for i in range(env * players, (env + 1) * players):
                    rewards[i] = 0.0
            state.step.play(state, seats[env], actions[env])
            self.lengths[env] += 1
            if state.step.actor(state) == NOBODY:
                self.terminated[env] = 1
                for seat in range(players):
                    rewards[env * players + seat] = reward(state, seat)
            elif self.lengths[env] >= self.most:
                self.truncated[env] = 1
            if i64(self.terminated[env]) + i64(self.truncated[env]) > 0:
                for seat in range(players):
                    self.scores[env * players + seat] = state.points(seat)
                states[env] = self.start(self.chances[env])
            self.show(env)

    def show(self, env: i64) -> None:
        """Write who is asked in a match, what he sees and what he may do."""
        state = self.states[env]
        step = state.step
        seat = step.actor(state)
        self.seats[env] = seat
        self.observer.observe(state, seat, self.observations, env * self.size)
        masks = self.masks
        legal = self.legal
        base = env * self.action_count
        for i in range(base, base + self.action_count):
            masks[i] = 0
        for i in range(step.fill(state, seat, legal)):
            masks[base + legal[i]] = 1

    def sample(self, chance: Stream) -> list[int]:
        """A random legal action for each match."""
        out = []
        legal = self.legal
        for env in range(self.envs):
            state = self.states[env]
            n = state.step.fill(state, self.seats[env], legal)
            out.append(int(legal[chance.below(n)]))
        return out
