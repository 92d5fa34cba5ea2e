"""PettingZoo: a match as an environment of several agents that act in turn (AEC).

Each agent is a seat. An observation is a dict: `observation`, a row of numbers (explained in
docs/environments.md), and `action_mask`, a 1 for each legal action. Secret votes are asked one
after the other; nobody's observation shows what others have chosen. Rewards are 0 until the match
ends, then from 1 for the first to -1 for the last.

Seats may be given to bots: they are no agents then, and play as soon as they are asked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fourwinds.adapters.batch import reward
from fourwinds.adapters.spaces import Observations, drawn, name_of, observation_space
from fourwinds.bots import Begins, Bot, Sees, local
from fourwinds.bots.local import Opponent
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.components import Components
from fourwinds.core.errors import BadOptions, shown
from fourwinds.core.facts import Fact
from fourwinds.core.registry import game as find_game
from fourwinds.core.state import State

RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0
SEED_PIECE = 2**16


class MatchEnv(AECEnv):  # type: ignore[misc]
    """One match; an illegal action raises IllegalAction and changes nothing.

    `bots` names who plays which seat, as {1: "mate"}: a name, `file.py:make`, an object with
    `choose` or a function (view, actions) -> action; all other seats are agents. With `normalised`
    observations are float32 between -1 and 1.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
        max_decisions: int | None = None,
        render_mode: str | None = None,
        bots: Mapping[int, Opponent] | None = None,
        normalised: bool = False,
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
        self.bots = self._opponents(bots or {})
        self._names = [f"seat_{seat}" for seat in range(self.rules.players)]
        self._seats = {name: s for s, name in enumerate(self._names) if s not in self.bots}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._observations = Observations(self.rules, normalised=normalised)
        row = observation_space(self.rules, normalised=normalised)
        mask = spaces.Box(0, 1, (self.rules.action_count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.rules.action_count) for agent in self.possible_agents
        }

    def _opponents(self, bots: Mapping[int, Opponent]) -> dict[int, Opponent]:
        wrong = [
            seat for seat in bots if type(seat) is not int or seat not in range(self.rules.players)
        ]
        if wrong or len(bots) >= self.rules.players:
            raise BadOptions(
                f"bots: expected bots by seat below {self.rules.players}, and a seat without one,"
                f" got {shown(list(bots))}"
            )
        return {seat: local.checked(opponent) for seat, opponent in bots.items()}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed, by chance."""
        self._facts: list[Fact] = []
        self._playing = self._seated(seed)
        self._listening = any(isinstance(bot, Sees) for bot in self._playing.values())
        self.match: State = self.rules.start(seed, self._facts if self._listening else None)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._let_bots_play()
        self._select()

    def _seated(self, seed: int | None) -> dict[int, Bot]:
        """The bots of a match: their chance follows from its seed."""
        chance = stream_of_seed(secrets.randbits(62) if seed is None else seed, "bots")
        playing = {}
        for seat, opponent in self.bots.items():
            playing[seat] = bot = local.make(
                opponent, chance.below(SEED_PIECE) << 16 | chance.below(SEED_PIECE)
            )
            if isinstance(bot, Begins):
                bot.begin(self.rules, seat)
        return playing

    def _let_bots_play(self) -> None:
        """Bots play until an agent is asked or the match has ended."""
        self._tell()
        while not self.match.over and not self._spent():
            seat = self.match.actors[0]
            bot = self._playing.get(seat)
            if bot is None:
                break
            self._play(seat, bot.choose(self.match.view(seat), self.match.actions(seat), None))
            self._tell()

    def _play(self, seat: int, action: Any) -> None:
        self.match.play(seat, action, self._facts if self._listening else None)
        self.decisions += 1

    def _tell(self) -> None:
        """Let bots that listen hear what their seats may hear."""
        for seat, bot in self._playing.items():
            if self._facts and isinstance(bot, Sees):
                bot.saw([fact for fact in self._facts if fact.heard_by(seat)])
        self._facts.clear()

    def _spent(self) -> bool:
        return self.max_decisions is not None and self.decisions >= self.max_decisions

    def _select(self) -> None:
        """Who is asked now, and what has become of the match."""
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {a: reward(self.match, self._seats[a]) for a in self.agents}
        elif self._spent():
            self.truncations = dict.fromkeys(self.agents, True)
        if not self.match.over and self.match.actors[0] not in self._playing:
            self.agent_selection = self._names[self.match.actors[0]]

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
        self._play(self._seats[agent], action)
        self._let_bots_play()
        self._cumulative_rewards[agent] = 0.0
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the agent sees it that is asked."""
        text = drawn(self.match, self._seats[self.agent_selection], self._names)
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
    """A match as PettingZoo wants it: an illegal action ends it, with reward -1 for its seat."""
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
