"""Many matches as one Gymnasium vector environment, on top of `vector`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fourwinds.adapters.spaces import drawn, observation_space
from fourwinds.adapters.vector import MatchOver, Saved, Seen, Vector
from fourwinds.bots import local
from fourwinds.core.errors import BadOptions, shown

MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}
LARGEST_SEED = 2**31

Rows = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]


class MatchVectorEnv(VectorEnv[Rows, Numbers, npt.NDArray[Any]]):
    """`num_envs` matches of one game.

    Takes what `fourwinds.vector` takes: `players`, `options`, `components`, `max_decisions`,
    `normalised`, `rewards`, `bots`, `seat`. With `bots` there is one learner in each match, without
    them one plays all seats, each in turn. A reward is that of the seat that has acted.

    `infos` has arrays with a row a match: `action_mask`, `seat` (who is asked), `scores`, `length`
    and `rewards` of all seats. Where a match has ended in the same step, `final_obs` has what the
    seat that acted saw last, and `final_info` besides the same: `observations` of all seats.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  (so Gymnasium has it)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadOptions(f"render_mode: expected ansi, got {shown(render_mode)}")
        for own in ("seed", "envs", "autoreset", "copy", "running_scores"):
            if own in settings:
                raise BadOptions(f"unknown argument {own}: see reset(seed=...) and autoreset_mode")
        mode = AutoresetMode(autoreset_mode)
        self.vector = Vector(
            game, num_envs, autoreset=MODES[mode], running_scores=True, copy=True, **settings
        )
        rules = self.vector.rules
        self.rules = rules
        self.num_envs = self.vector.envs
        self.render_mode = render_mode
        self.metadata = self.metadata | {"autoreset_mode": mode}
        normalised = bool(settings.get("normalised"))
        self.single_observation_space = observation_space(rules, normalised=normalised)
        self.single_action_space = spaces.Discrete(rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._everywhere = np.ones(self.num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Rows, dict[str, Any]]:
        """Begin anew, with `options={"reset_mask": ...}` in some matches alone.

        A number n stands for the seeds n, n + 1, ...; None for a seed that is drawn.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        where = (options or {}).get("reset_mask")
        seen = self.vector.reset(self._seeds(seed), where)
        self._seats = seen.seats
        return seen.observations, self._infos(seen)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + env for env in range(self.num_envs)]
        drawn: list[int] = self.np_random.integers(LARGEST_SEED, size=self.num_envs).tolist()
        if seed is None:
            return drawn
        if len(seed) != self.num_envs:
            raise BadOptions(f"seed: expected {self.num_envs} seeds, got {len(seed)}")
        return [other if one is None else int(one) for one, other in zip(seed, drawn, strict=True)]

    def step(
        self, actions: Numbers
    ) -> tuple[Rows, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        acted = self._seats
        try:
            seen = self.vector.step(actions)
        except MatchOver as error:
            raise gymnasium.error.ResetNeeded(str(error)) from None
        self._seats = seen.seats
        rewards = seen.rewards[np.arange(self.num_envs), acted]
        return (
            seen.observations,
            rewards,
            seen.terminated,
            seen.truncated,
            self._infos(seen, acted),
        )

    def sample(self) -> Numbers:
        """A random legal action for each match."""
        return self.vector.sample()

    def save(self) -> Saved:
        """The matches as they are now, for `restore`; can be pickled."""
        return self.vector.save()

    def restore(self, saved: Saved) -> tuple[Rows, dict[str, Any]]:
        """Go on from what was saved."""
        seen = self.vector.restore(saved)
        self._seats = seen.seats
        return seen.observations, self._infos(seen)

    def render(self) -> tuple[str, ...]:
        """Each table as the seat that is asked sees it."""
        batch = self.vector._batch
        names = [f"seat {seat}" for seat in range(self.rules.players)]
        return tuple(
            drawn(state, None if state.over else int(seat), names)
            for state, seat in zip(batch.states, batch.seats, strict=True)
        )

    def _infos(self, seen: Seen, acted: Numbers | None = None) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": seen.masks.view(np.int8),
            "seat": seen.seats,
            "scores": seen.scores,
            "length": seen.lengths,
            "rewards": seen.rewards,
        }
        for name in list(infos):
            infos[f"_{name}"] = self._everywhere
        at_once = self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        ended = seen.terminated | seen.truncated
        if acted is not None and at_once and ended.any():
            last = np.full(self.num_envs, None, object)
            rows = np.zeros((self.num_envs, *seen.finals.shape[1:]), seen.finals.dtype)
            rows[ended] = seen.finals
            for env in np.flatnonzero(ended):
                last[env] = rows[env, acted[env]]
            infos["final_obs"] = last
            infos["final_info"] = {
                "seat": acted,
                "scores": seen.scores,
                "length": seen.lengths,
                "rewards": seen.rewards,
                "observations": rows,
            }
            for name in list(infos["final_info"]):
                infos["final_info"][f"_{name}"] = ended
            infos["_final_obs"] = infos["_final_info"] = ended
        return infos

    def opponent_names(self) -> list[str]:
        """Who sits in the other seats, from the learner on; none where it plays all."""
        opponents = self.vector._opponents
        return [] if opponents is None else [local.name_of(one) for one in opponents.named]
