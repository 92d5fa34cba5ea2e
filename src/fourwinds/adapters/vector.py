"""vector: many matches of one game at once, for learners that want large batches.

    envs = fourwinds.vector("santa-timea", envs=1024, players=4, seed=1)
    seen = envs.reset()
    while training:
        seen = envs.step(policy(seen.observations, seen.masks))

All matches are stepped inside compiled code. One step is one decision in every match, by the seat
that is asked there (`seats`); its observation and its mask stand in the same row.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from fourwinds.adapters.batch import Batch
from fourwinds.core.chance import key_of_seed, stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.errors import BadOptions, IllegalAction, shown
from fourwinds.core.registry import game as find_game

NO_LIMIT = 2**62
MOST_ENVS = 2**20


class Seen(NamedTuple):
    """What a step leads to: one row a match. No later step changes these arrays.

    `rewards` (a column a seat) are 0 until a match ends, then from 1 for the first to -1 for the
    last. Where `terminated` or `truncated` is set the match has ended and the observation is the
    first of the next one; `scores` and `lengths` are those of the match that ended.
    """

    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    scores: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]


class Vector:
    """`envs` matches; made by `fourwinds.vector`.

    With `copy=False` the arrays of each step are read-only, which saves copying them.
    """

    def __init__(
        self,
        game: str,
        envs: int = 1,
        players: int | None = None,
        seed: object = 0,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
        max_decisions: int | None = None,
        copy: bool = True,
    ) -> None:
        self.rules = find_game(game).rules(players, options, components)
        self.envs = _whole(envs, "envs", 1, MOST_ENVS)
        self.players = self.rules.players
        self.action_count = self.rules.action_count
        self.observation_size = self.rules.observation_size
        self.seed = seed
        most = NO_LIMIT
        if max_decisions is not None:
            most = _whole(max_decisions, "max_decisions", 1, NO_LIMIT)
        self._batch = Batch(
            self.rules.empty,
            self.rules.game.begin,
            self.rules.game.observer,
            self.envs,
            self.observation_size,
            most,
        )
        self._copy = copy
        self.reset()

    def reset(self, seed: object = None) -> Seen:
        """Begin anew everywhere; the same seed gives the same matches, the last one by default."""
        if seed is not None:
            self.seed = seed
        self._batch.reset(key_of_seed(self.seed, "vector"))
        self._choices = stream_of_seed(self.seed, "choices")
        return self._seen()

    def step(self, actions: npt.ArrayLike) -> Seen:
        """Play one action in each match. If one is illegal, nothing is played anywhere."""
        wanted = np.asarray(actions)
        if wanted.shape != (self.envs,) or wanted.dtype.kind not in "iu":
            raise BadOptions(
                f"actions: expected {self.envs} whole numbers, one a match,"
                f" got {wanted.dtype} of shape {wanted.shape}"
            )
        chosen: list[int] = wanted.astype(np.int64, copy=False).tolist()
        env = self._batch.illegal(chosen)
        if env >= 0:
            raise self._refusal(env, chosen[env])
        self._batch.step(chosen)
        return self._seen()

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for each match, all equally likely."""
        drawn: npt.NDArray[np.int64] = _column(self._batch.sample(self._choices), np.int64)
        return drawn.copy()

    def _seen(self) -> Seen:
        batch = self._batch
        seen = Seen(
            _column(batch.observations, np.int16, self.observation_size),
            _column(batch.masks, np.bool_, self.action_count),
            _column(batch.seats, np.int64),
            _column(batch.rewards, np.float64, self.players),
            _column(batch.terminated, np.bool_),
            _column(batch.truncated, np.bool_),
            _column(batch.scores, np.int64, self.players),
            _column(batch.lengths, np.int64),
        )
        if not self._copy:
            return seen
        copies: list[Any] = [array.copy() for array in seen]
        return Seen(*copies)

    def _refusal(self, env: int, action: int) -> IllegalAction:
        state = self._batch.states[env]
        error = state.refusal(state.actors[0], action)
        assert error is not None
        error.details["env"] = env
        return error

    def __repr__(self) -> str:
        return f"<{self.envs} matches of {self.rules.game.id}, {self.players} players>"


def _column(memory: Any, kind: type[np.generic], width: int = 0) -> Any:
    """A vec as an array on the same memory, read-only, `width` columns wide if it has any."""
    array = np.frombuffer(memory, kind)
    return array.reshape(-1, width) if width else array


def _whole(value: SupportsIndex, name: str, low: int, high: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        raise BadOptions(
            f"{name}: expected a whole number from {low} to {high}, got {shown(value)}", option=name
        )
    return number
