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
    """`envs` matches; the vecs hold one row a match, and each step makes new ones.

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
        # Copying zeros is much quicker than writing them one by one.
        self.no_observations = vec[i16]([0] * (envs * size))
        self.no_masks = vec[u8]([0] * (envs * self.action_count))
        self.no_flags = vec[u8]([0] * envs)
        self.no_rewards = vec[float]([0.0] * (envs * self.players))
        self.seats = vec[i64]([0] * envs)
        self.scores = vec[i64]([0] * (envs * self.players))
        self.lengths = vec[i64]([0] * envs)
        self.legal = vec[i64]([0] * self.action_count)
        self.turn_page()

    def turn_page(self) -> None:
        """New vecs to write to, so that those handed out stay as they are."""
        self.observations = self.no_observations[:]
        self.masks = self.no_masks[:]
        self.terminated = self.no_flags[:]
        self.truncated = self.no_flags[:]
        self.rewards = self.no_rewards[:]
        self.seats = self.seats[:]
        self.scores = self.scores[:]
        self.lengths = self.lengths[:]

    def reset(self, key: Key) -> None:
        """Begin anew everywhere; each match has chance of its own, by its number."""
        self.turn_page()
        self.states = []
        self.chances = []
        for env in range(self.envs):
            chance = Stream(key, env)
            self.chances.append(chance)
            self.states.append(self.start(chance))
            self.lengths[env] = 0
            for i in range(env * self.players, (env + 1) * self.players):
                self.scores[i] = 0
            self.show(env)

    def start(self, chance: Stream) -> State:
        state = self.empty.copy()
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
        ended_before = self.terminated
        cut_before = self.truncated
        self.turn_page()
        states = self.states
        seats = self.seats
        lengths = self.lengths
        for env in range(self.envs):
            state = states[env]
            if i64(ended_before[env]) + i64(cut_before[env]) > 0:
                lengths[env] = 0
            state.step.play(state, seats[env], actions[env])
            lengths[env] += 1
            if state.step.actor(state) == NOBODY:
                self.terminated[env] = 1
                self.finish(env, state)
            elif lengths[env] >= self.most:
                self.truncated[env] = 1
                self.finish(env, state)
            self.show(env)

    def finish(self, env: i64, state: State) -> None:
        """Write how a match ended, and begin the next in its place."""
        first = env * self.players
        for seat in range(self.players):
            self.scores[first + seat] = state.points(seat)
            if i64(self.terminated[env]) > 0:
                self.rewards[first + seat] = reward(state, seat)
        self.states[env] = self.start(self.chances[env])

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
        for i in range(step.fill(state, seat, legal)):
            masks[base + legal[i]] = 1

    def sample(self, chance: Stream) -> vec[i64]:
        """A random legal action for each match."""
        out = self.seats[:]
        legal = self.legal
        states = self.states
        seats = self.seats
        for env in range(self.envs):
            state = states[env]
            out[env] = state.step.random_action(state, seats[env], chance, legal)
        return out
