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
from collections.abc import Mapping, Sequence
from copy import deepcopy as duplicate
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex, cast

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.adapters import batch as batches
from fourwinds.adapters.batch import DISABLED, EVERYWHERE, NO_LIMIT, Batch
from fourwinds.adapters.normalising import Normaliser
from fourwinds.adapters.opponents import Opponents, lineup
from fourwinds.bots.local import Opponent
from fourwinds.core.chance import Stream, key_of_seed, stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.errors import BadOptions, BadSeed, FourWindsError, IllegalAction, shown
from fourwinds.core.registry import game as find_game
from fourwinds.core.state import State

MOST_ENVS = 2**20
REWARDS = {
    "place": batches.PLACE,
    "win": batches.WIN,
    "difference": batches.DIFFERENCE,
    "points": batches.POINTS,
}
AUTORESET = {
    "same-step": batches.SAME_STEP,
    "next-step": batches.NEXT_STEP,
    "disabled": batches.DISABLED,
}


class MatchOver(FourWindsError):
    """An action for a match that has ended."""

    code = "match-over"


class Seen(NamedTuple):
    """What a step leads to: one row a match. No later step changes these arrays.

    `rewards` has a column a seat. Where `terminated` or `truncated` is set the match has ended:
    `scores` and `lengths` are its last ones, otherwise those of the match that runs (`scores` with
    `running_scores` alone: to count them at each step costs time); the observation is the first of
    the next match, unless `autoreset` says otherwise. `finals` has an entry for each match that has
    just ended, in order: what each seat saw last.
    """

    observations: npt.NDArray[Any]
    masks: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    scores: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    finals: npt.NDArray[Any]


class Saved(NamedTuple):
    """A vector's matches at a moment; for `restore` alone."""

    digest: str
    states: list[State]
    chances: list[Stream]
    choices: Stream
    opponents: Opponents | None
    rows: list[list[Any]]


class Vector:
    """`envs` matches; made by `fourwinds.vector`.

    rewards:
        place       from 1 for the first to -1 for the last, when a match ends; 0 until then
        win         the share of the win, when a match ends
        difference  points less the mean of the others', when a match ends
        points      what each step changes of that difference: in Santa Timea at the end of each
                    round, in the other games as points are made
    autoreset (what becomes of a match that has ended):
        same-step   a new one begins at once
        next-step   it is shown once more, to the seat that acted last; the next step begins a new
                    one and plays no action there
        disabled    it stays until `reset` is told to begin anew there
    bots:
        Who plays the other seats (as for `SeatEnv`); the learner then sits in `seat`, or in one
        drawn anew for each match, and a step is one decision of his. Without bots it is one
        decision of the seat that is asked.

    With `copy=False` the arrays of each step are read-only, which saves copying them. With
    `normalised` observations are float32 between -1 and 1. It can be copied, pickled, saved and
    restored in the midst of its matches.
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
        normalised: bool = False,
        rewards: str = "place",
        autoreset: str = "same-step",
        bots: Opponent | Sequence[Opponent] | None = None,
        seat: int | None = None,
        running_scores: bool = False,
    ) -> None:
        self.rules = find_game(game).rules(players, options, components)
        self._normaliser = Normaliser(self.rules) if normalised else None
        self.envs = _whole(envs, "envs", 1, MOST_ENVS)
        self.players = self.rules.players
        self.action_count = self.rules.action_count
        self.observation_size = self.rules.observation_size
        self.seed = seed
        most = NO_LIMIT
        if max_decisions is not None:
            most = _whole(max_decisions, "max_decisions", 1, NO_LIMIT)
        self.rewards = rewards
        self.autoreset = autoreset
        self._opponents: Opponents | None = None
        if bots is not None:
            named = lineup(bots, self.players - 1)
            self._opponents = Opponents(self.rules, named, self.envs)
        elif seat is not None:
            raise BadOptions("seat: expected bots for the other seats", option="seat")
        self._batch = Batch(
            self.rules.empty,
            self.rules.game.begin,
            self.rules.game.observer,
            self.envs,
            self.observation_size,
            most,
            _choice(autoreset, "autoreset", AUTORESET),
            _choice(rewards, "rewards", REWARDS),
            self._opponents,
            EVERYWHERE if seat is None else _whole(seat, "seat", 0, self.players - 1),
            running_scores,
        )
        self._copy = copy
        self.reset()

    @property
    def learners(self) -> npt.NDArray[np.int64]:
        """The learner's seat in each match; -1 where it plays all seats."""
        seats: npt.NDArray[np.int64] = _column(self._batch.learners, np.int64)
        return seats.copy()

    def reset(self, seed: object = None, where: npt.ArrayLike | None = None) -> Seen:
        """Begin anew; the same seed gives the same matches, the last one by default.

        A list has a seed for each match: such a match is the same wherever it stands. `where` (a
        bool for each match) names those that begin anew, with chance that goes on unless there is
        a seed; the others stay as they are.
        """
        if where is not None:
            self._batch.reset_some(*self._part(seed, np.asarray(where)))
            return self._seen()
        if seed is not None:
            self.seed = seed
        self._begin(self._chances(self.seed))
        self._choices = stream_of_seed(_one(self.seed), "choices")
        return self._seen()

    def _begin(self, chances: list[Stream]) -> None:
        if self._opponents is not None:
            self._opponents.chances = chances
        self._batch.reset(chances)

    def _chances(self, seed: object) -> list[Stream]:
        if not _is_list(seed):
            key = key_of_seed(seed, "vector")
            return [Stream(key, env) for env in range(self.envs)]
        seeds = list(cast(Any, seed))
        if len(seeds) != self.envs:
            raise BadSeed(f"expected {self.envs} seeds, one a match, got {len(seeds)}")
        return [Stream(key_of_seed(one, "vector"), 0) for one in seeds]

    def _part(self, seed: object, where: npt.NDArray[Any]) -> tuple[list[int], list[Stream]]:
        if where.shape != (self.envs,) or where.dtype != np.bool_:
            raise BadOptions(f"where: expected {self.envs} bools, one a match", option="where")
        chances = self._batch.chances if seed is None else self._chances(seed)
        return np.flatnonzero(where).tolist(), chances

    def step(self, actions: npt.ArrayLike) -> Seen:
        """Play one action in each match. If one is illegal, nothing is played anywhere."""
        wanted = np.asarray(actions)
        if wanted.shape != (self.envs,) or wanted.dtype.kind not in "iu":
            raise BadOptions(
                f"actions: expected {self.envs} whole numbers, one a match,"
                f" got {wanted.dtype} of shape {wanted.shape}"
            )
        batch = self._batch
        chosen: list[int] = wanted.astype(np.int64, copy=False).tolist()
        env = batch.illegal(chosen)
        if env >= 0:
            raise self._refusal(env, chosen[env])
        if batch.autoreset == DISABLED:
            for env in range(self.envs):
                if batch.waits(env):
                    raise MatchOver(f"match {env} is over: begin anew there with reset(where=...)")
        batch.step(chosen)
        return self._seen()

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action for each match, all equally likely."""
        drawn: npt.NDArray[np.int64] = _column(self._batch.sample(self._choices), np.int64)
        return drawn.copy()

    def save(self) -> Saved:
        """The matches as they are now; they can be restored any number of times, and pickled."""
        batch = self._batch
        return Saved(
            self.rules.digest,
            [state.copy() for state in batch.states],
            duplicate(batch.chances),
            duplicate(self._choices),
            duplicate(self._opponents),
            [list(getattr(batch, name)) for name in _KEPT],
        )

    def restore(self, saved: Saved) -> Seen:
        """Go on from what was saved, of this vector or another made alike."""
        if saved.digest != self.rules.digest or len(saved.states) != self.envs:
            raise BadOptions("saved: expected matches of the same rules and number", option="saved")
        batch = self._batch
        batch.states = [state.copy() for state in saved.states]
        batch.chances = duplicate(saved.chances)
        self._choices = duplicate(saved.choices)
        batch.new_arrays()
        for (name, kind), row in zip(_KEPT.items(), saved.rows, strict=True):
            setattr(batch, name, kind(row))
        if saved.opponents is not None:
            opponents = duplicate(saved.opponents)
            opponents.chances = batch.chances
            self._opponents = batch.others = opponents
            for env, state in enumerate(batch.states):
                opponents.listen(env, state)
        for env, state in enumerate(batch.states):
            if batch.waits(env):
                batch.show_end(env, state)
            else:
                batch.show(env)
        return self._seen()

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
            self._finals(),
        )
        if self._normaliser is not None:
            seen = seen._replace(
                observations=self._normaliser(seen.observations),
                finals=self._normaliser(seen.finals),
            )
        if not self._copy:
            return seen
        copies: list[Any] = [array.copy() for array in seen]
        return Seen(*copies)

    def _finals(self) -> npt.NDArray[np.int16]:
        rows = [_column(rows, np.int16, self.observation_size) for rows in self._batch.finals]
        if not rows:
            rows = [np.empty((0, self.observation_size), np.int16)]
        joined = np.concatenate(rows).reshape(-1, self.players, self.observation_size)
        joined.flags.writeable = self._copy
        return joined

    def _refusal(self, env: int, action: int) -> IllegalAction:
        state = self._batch.states[env]
        error = state.refusal(state.actors[0], action)
        assert error is not None
        error.details["env"] = env
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        batch = self._batch
        game, players, options, components = self.rules.recipe()
        made = {
            "game": game,
            "envs": self.envs,
            "players": players,
            "seed": self.seed,
            "options": options,
            "components": components,
            "max_decisions": None if batch.most == NO_LIMIT else int(batch.most),
            "copy": self._copy,
            "normalised": self._normaliser is not None,
            "rewards": self.rewards,
            "autoreset": self.autoreset,
            "bots": None if self._opponents is None else self._opponents.named,
            "running_scores": bool(batch.counts),
            "seat": None if batch.seat == EVERYWHERE else int(batch.seat),
        }
        return (_restored, (made, self.save()))

    def __repr__(self) -> str:
        return f"<{self.envs} matches of {self.rules.game.id}, {self.players} players>"


_KEPT: dict[str, Any] = {
    "rewards": vec[float],
    "terminated": vec[u8],
    "truncated": vec[u8],
    "scores": vec[i64],
    "lengths": vec[i64],
    "seats": vec[i64],
    "made": vec[i64],
    "learners": vec[i64],
}
"""What a batch holds besides its states that cannot be found out from them."""


def _restored(made: dict[str, Any], saved: Saved) -> Vector:
    vector = Vector(**made)
    vector.restore(saved)
    return vector


def _is_list(seed: object) -> bool:
    return isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, (bytes, bytearray))


def _one(seed: object) -> object:
    """One seed for choices where matches have seeds of their own."""
    return cast(Any, seed)[0] if _is_list(seed) else seed


def _choice(value: str, name: str, known: dict[str, int]) -> int:
    if value not in known:
        raise BadOptions(
            f"{name}: expected one of {', '.join(known)}, got {shown(value)}", option=name
        )
    return known[value]


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
