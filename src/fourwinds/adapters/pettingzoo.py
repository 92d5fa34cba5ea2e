"""PettingZoo: a match as an environment of several agents that act in turn (AEC).

Each agent is a seat. An observation is a dict: `observation`, a row of numbers (explained in
docs/environments.md), and `action_mask`, a 1 for each legal action. Secret votes are asked one
after the other; nobody's observation shows what others have chosen. Rewards are 0 until the match
ends, then from 1 for the first to -1 for the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fourwinds.adapters.batch import reward
from fourwinds.adapters.spaces import Observations, drawn, name_of, observation_space
from fourwinds.core.components import Components
from fourwinds.core.errors import BadOptions, shown
from fourwinds.core.registry import game as find_game
from fourwinds.core.state import State

RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0


class MatchEnv(AECEnv):  # type: ignore[misc]
    """One match; an illegal action raises IllegalAction and changes nothing."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
        max_decisions: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOptions(
                f"render_mode: expected {' or '.join(RENDER_MODES)}, got {shown(render_mode)}"
            )
        self.rules = find_game(game).rules(players, options, components)
        self.metadata = {
            "name": name_of(self.rules.game),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = Observations(self.rules)
        row = observation_space(self.rules)
        mask = spaces.Box(0, 1, (self.rules.action_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.rules.action_count) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed, by chance."""
        self.match: State = self.rules.start(seed)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        return {
            "observation": self._observations.observe(self.match, seat),
            "action_mask": self._observations.mask(self.match, seat),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(self._seats[agent], action)
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {a: reward(self.match, self._seats[a]) for a in self.agents}
        else:
            if self.max_decisions is not None and self.decisions >= self.max_decisions:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[self.match.actors[0]]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the agent sees it that is asked."""
        text = drawn(self.match, self._seats[self.agent_selection], self.possible_agents)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(game: str, players: int | None = None, **more: Any) -> MatchEnv:
    """A match without wrappers; an illegal action raises IllegalAction and changes nothing."""
    return MatchEnv(game, players, **more)


def env(game: str, players: int | None = None, **more: Any) -> Any:
    """A match as PettingZoo wants it: whoever plays an illegal action ends it with reward -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, players, **more), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class Versioned:
    """A game's environment of one version, used as PettingZoo's own modules are."""

    def __init__(self, game: str) -> None:
        self.game = game

    def env(self, players: int | None = None, **more: Any) -> Any:
        return env(self.game, players, **more)

    def raw_env(self, players: int | None = None, **more: Any) -> MatchEnv:
        return raw_env(self.game, players, **more)
