"""Many matches of one game stepped together, inside compiled code."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from fourwinds.core.chance import Stream
from fourwinds.core.observation import Observer
from fourwinds.core.state import NOBODY, State, Step

# What becomes of a match that has ended.
SAME_STEP: Final = 0
NEXT_STEP: Final = 1
DISABLED: Final = 2

# What a decision is rewarded with.
PLACE: Final = 0
WIN: Final = 1
DIFFERENCE: Final = 2
POINTS: Final = 3

EVERYWHERE: Final = -1
NO_LIMIT: Final = 2**62


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


def win_share(state: State, seat: i64) -> float:
    """1 for the only winner, a part for each of several, 0 for the others."""
    if state.place(seat) != 1:
        return 0.0
    winners: i64 = 0
    for other in range(state.players):
        if state.place(other) == 1:
            winners += 1
    return 1.0 / float(winners)


def lead(state: State, seat: i64) -> float:
    """The seat's points less the mean of the others'."""
    others: i64 = 0
    for other in range(state.players):
        if other != seat:
            others += state.points(other)
    return float(state.points(seat)) - float(others) / float(state.players - 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Others:
    """Who plays the seats that the learner does not sit in.

    The batch plays deckhands itself; a class that derives from this one plays all other bots.
    """

    def __init__(self, deckhands: list[bool]) -> None:
        # By place, counted from the learner on, clockwise: whether it is played at random.
        self.deckhands = deckhands

    def begin(self, env: i64, state: State, learner: i64) -> None:
        """A match is about to begin; nothing is dealt yet."""

    def choose(self, env: i64, state: State, seat: i64) -> i64:
        """The choice of a seat that is not a deckhand's."""
        raise AssertionError("somebody must choose")

    def hear(self, env: i64, state: State) -> None:
        """Something has happened in a match."""


class Batch:
    """`envs` matches, stepped together; every array has one row for each match.

    When a match ends, or has lasted `most` decisions, a new one takes its place. With SAME_STEP
    this happens in the same step: the rewards and flags of the old match stand beside the first
    observation of the new one. With NEXT_STEP the next step does it and ignores the action given.
    With DISABLED the caller does it by `reset_some`. `finals` holds what each seat saw last of
    every match that ended in this step.

    With `others` the learner sits in one seat only: `seat`, or a random one in each match. A step
    is then one decision of the learner and all of the others' up to the learner's next one.
    """

    def __init__(
        self,
        empty: State,
        begin: Step[Any],
        observer: Observer[Any],
        envs: i64,
        size: i64,
        most: i64,
        autoreset: i64 = SAME_STEP,
        rewarded: i64 = PLACE,
        others: Others | None = None,
        seat: i64 = EVERYWHERE,
        counts: bool = False,
    ) -> None:
        self.empty = empty
        self.begin = begin
        self.observer = observer
        self.envs = envs
        self.size = size
        self.most = most
        self.autoreset = autoreset
        self.rewarded = rewarded
        self.others = others
        self.seat = seat
        # Whether scores are written at every step and not at the end of a match alone.
        self.counts = counts
        self.players = empty.players
        self.action_count = empty.action_count
        self.states: list[State] = []
        self.chances: list[Stream] = []
        # Copying zeros is much quicker than writing them one by one.
        self.no_observations = vec[i16]([0] * (envs * size))
        self.no_rows = vec[i16]([0] * (self.players * size))
        self.no_masks = vec[u8]([0] * (envs * self.action_count))
        self.no_flags = vec[u8]([0] * envs)
        self.no_rewards = vec[float]([0.0] * (envs * self.players))
        self.seats = vec[i64]([0] * envs)
        self.scores = vec[i64]([0] * (envs * self.players))
        self.lengths = vec[i64]([0] * envs)
        # Decisions made in the matches that run now, and where the learner sits in each.
        self.made = vec[i64]([0] * envs)
        self.learners = vec[i64]([EVERYWHERE] * envs)
        self.legal = vec[i64]([0] * self.action_count)
        self.new_arrays()

    def new_arrays(self) -> None:
        """Make new arrays to write to, so that those handed out before do not change."""
        self.observations = self.no_observations[:]
        self.masks = self.no_masks[:]
        self.terminated = self.no_flags[:]
        self.truncated = self.no_flags[:]
        self.rewards = self.no_rewards[:]
        self.seats = self.seats[:]
        self.scores = self.scores[:]
        self.lengths = self.lengths[:]
        self.finals: list[vec[i16]] = []

    def reset(self, chances: list[Stream]) -> None:
        """Begin all matches anew; each has random numbers of its own."""
        self.new_arrays()
        self.chances = chances
        self.states = [self.empty for _ in chances]
        for env in range(self.envs):
            self.restart(env)
            self.show(env)

    def restart(self, env: i64) -> None:
        """Replace a match by a new one."""
        self.states[env] = self.start(env)
        self.lengths[env] = self.made[env]
        if self.counts:
            self.count(env, self.states[env])
        else:
            for i in range(env * self.players, (env + 1) * self.players):
                self.scores[i] = 0

    def reset_some(self, envs: list[int], chances: list[Stream]) -> None:
        """Begin only these matches anew."""
        masks, ended, cut = self.masks, self.terminated, self.truncated
        observations = self.observations
        self.new_arrays()
        self.observations = observations[:]
        self.masks = masks[:]
        self.terminated = ended[:]
        self.truncated = cut[:]
        for env in envs:
            self.chances[env] = chances[env]
            self.clear_row(env)
            self.terminated[env] = 0
            self.truncated[env] = 0
            self.restart(env)
            self.show(env)

    def clear_row(self, env: i64) -> None:
        """Set the observation and the mask of a match to zeros."""
        for i in range(env * self.size, (env + 1) * self.size):
            self.observations[i] = 0
        for i in range(env * self.action_count, (env + 1) * self.action_count):
            self.masks[i] = 0

    def start(self, env: i64) -> State:
        """Make a new match and play it up to the learner's first decision."""
        chance = self.chances[env]
        others = self.others
        self.made[env] = 0
        state = self.empty.copy()
        state.key = chance.random_key()
        if others is None:
            state.go(self.begin)
            return state
        learner = self.seat
        if learner < 0:
            learner = chance.below(self.players)
        self.learners[env] = learner
        others.begin(env, state, learner)
        state.go(self.begin)
        others.hear(env, state)
        self.let_others_play(env, state, others, NO_LIMIT)
        return state

    def let_others_play(self, env: i64, state: State, others: Others, most: i64) -> None:
        """Play on until the learner is asked or the match is over or `most` decisions long."""
        learner = self.learners[env]
        made = self.made
        while made[env] < most:
            step = state.step
            seat = step.actor(state)
            if seat == NOBODY:
                break
            if seat == learner:
                break
            place = seat - learner - 1
            if place < 0:
                place += self.players
            if others.deckhands[place]:
                action = step.random_action(state, seat, self.chances[env], self.legal)
            else:
                action = others.choose(env, state, seat)
            step.play(state, seat, action)
            made[env] += 1
            others.hear(env, state)

    def illegal(self, actions: list[int]) -> int:
        """The first match whose action is not legal; -1 if all are."""
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
        self.new_arrays()
        states = self.states
        seats = self.seats
        made = self.made
        others = self.others
        by_points = self.rewarded == POINTS
        next_step = self.autoreset == NEXT_STEP
        for env in range(self.envs):
            state = states[env]
            if next_step and i64(ended_before[env]) + i64(cut_before[env]) > 0:
                self.restart(env)
                self.show(env)
                continue
            if by_points:
                self.add_lead(env, state, -1.0)
            state.step.play(state, seats[env], actions[env])
            made[env] += 1
            if others is not None:
                others.hear(env, state)
                self.let_others_play(env, state, others, self.most)
            if by_points:
                self.add_lead(env, state, 1.0)
            self.lengths[env] = made[env]
            if self.counts:
                self.count(env, state)
            if state.step.actor(state) == NOBODY:
                self.terminated[env] = 1
                self.finish(env, state)
            elif made[env] >= self.most:
                self.truncated[env] = 1
                self.finish(env, state)
            else:
                self.show(env)

    def count(self, env: i64, state: State) -> None:
        """Write the points of all seats."""
        first = env * self.players
        for seat in range(self.players):
            self.scores[first + seat] = state.points(seat)

    def add_lead(self, env: i64, state: State, times: float) -> None:
        first = env * self.players
        for seat in range(self.players):
            self.rewards[first + seat] += times * lead(state, seat)

    def finish(self, env: i64, state: State) -> None:
        """Write how a match ended; with SAME_STEP, begin a new one in its place."""
        first = env * self.players
        self.count(env, state)
        if i64(self.terminated[env]) > 0:
            for seat in range(self.players):
                if self.rewarded == PLACE:
                    self.rewards[first + seat] = reward(state, seat)
                elif self.rewarded == WIN:
                    self.rewards[first + seat] = win_share(state, seat)
                elif self.rewarded == DIFFERENCE:
                    self.rewards[first + seat] = lead(state, seat)
        rows = self.no_rows[:]
        for seat in range(self.players):
            self.observer.observe(state, seat, rows, seat * self.size)
        self.finals.append(rows)
        if self.autoreset == SAME_STEP:
            self.states[env] = self.start(env)
            self.show(env)
        else:
            self.show_end(env, state)

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

    def show_end(self, env: i64, state: State) -> None:
        """Write what the seat that acted last sees of an ended match; the mask allows anything."""
        self.observer.observe(state, self.seats[env], self.observations, env * self.size)
        for i in range(env * self.action_count, (env + 1) * self.action_count):
            self.masks[i] = 1

    def waits(self, env: i64) -> bool:
        """Whether a match has ended and no new one has taken its place yet."""
        if self.autoreset == SAME_STEP:
            return False
        return i64(self.terminated[env]) + i64(self.truncated[env]) > 0

    def sample(self, chance: Stream) -> vec[i64]:
        """A random legal action for each match."""
        out = self.seats[:]
        legal = self.legal
        states = self.states
        seats = self.seats
        for env in range(self.envs):
            state = states[env]
            if self.waits(env):
                out[env] = 0
            else:
                out[env] = state.step.random_action(state, seats[env], chance, legal)
        return out
