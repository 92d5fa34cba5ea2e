"""Gymnasium: one seat of a match to train for, the others played by bots.

An observation is a row of numbers, explained in docs/environments.md; the mask of legal actions is
`info["action_mask"]`, and `action_masks()` for learners that ask for it. The reward is 0 until the
match ends, then from 1 for the first to -1 for the last. An illegal action ends the match with -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fourwinds.adapters.batch import reward
from fourwinds.adapters.opponents import lineup
from fourwinds.adapters.spaces import Observations, drawn, observation_space
from fourwinds.bots import Begins, Bot, Sees, local
from fourwinds.bots.deckhand import Deckhand
from fourwinds.bots.local import Opponent
from fourwinds.core.components import Components
from fourwinds.core.errors import BadOptions, IllegalAction, shown
from fourwinds.core.facts import Fact
from fourwinds.core.registry import game as find_game
from fourwinds.core.state import State

ILLEGAL_REWARD = -1.0
LARGEST_SEED = 2**31


class SeatEnv(gymnasium.Env[npt.NDArray[Any], np.int64]):
    """`bots` says who plays the other seats, in order; one stands for all of them. Each is a name,
    `file.py:make`, an object with `choose`, or a function (view, actions) -> action.

    The learner sits in `seat`; without one, in a seat drawn anew for each match. With `normalised`
    observations are float32 between -1 and 1.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  (so Gymnasium has it)

    def __init__(
        self,
        game: str,
        players: int | None = None,
        bots: Opponent | Sequence[Opponent] = "deckhand",
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        components: Components | Mapping[str, Any] | str | Path | None = None,
        max_decisions: int | None = None,
        render_mode: str | None = None,
        normalised: bool = False,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadOptions(f"render_mode: expected ansi, got {shown(render_mode)}")
        self.rules = find_game(game).rules(players, options, components)
        others = self.rules.players - 1
        self.opponents = lineup(bots, others)
        if seat is not None and seat not in range(self.rules.players):
            raise BadOptions(f"seat: expected one below {self.rules.players}, got {shown(seat)}")
        self.wanted_seat = seat
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self._observations = Observations(self.rules, normalised=normalised)
        self.observation_space = observation_space(self.rules, normalised=normalised)
        self.action_space = spaces.Discrete(self.rules.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        draw = self.np_random.integers
        self.seat = self.wanted_seat
        if self.seat is None:
            self.seat = int(draw(self.rules.players))
        self._facts: list[Fact] = []
        self._bots: dict[int, Bot] = {}
        for opponent in self.opponents:
            place = (self.seat + 1 + len(self._bots)) % self.rules.players
            self._bots[place] = bot = local.make(opponent, int(draw(LARGEST_SEED)))
            if isinstance(bot, Begins):
                bot.begin(self.rules, place)
        self._listening = any(isinstance(bot, Sees) for bot in self._bots.values())
        self.match: State = self.rules.start(
            int(draw(LARGEST_SEED)), self._facts if self._listening else None
        )
        self.decisions = 0
        self._ended = False
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        assert self.seat is not None
        if self._ended:
            raise gymnasium.error.ResetNeeded("the match is over: call reset()")
        try:
            self._play(self.seat, action)
        except IllegalAction as error:
            self._ended = True
            info = self._info() | {"refusal": str(error)}
            return self._seen(), ILLEGAL_REWARD, True, False, info
        self._let_others_play()
        over = self.match.over
        cut = not over and self._spent()
        self._ended = over or cut
        gained = reward(self.match, self.seat) if over else 0.0
        return self._seen(), gained, over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What learners with masks ask for (sb3-contrib); not all False even when the match is
        over, so that a distribution over actions always exists."""
        assert self.seat is not None
        mask = self._observations.mask(self.match, self.seat).astype(np.bool_)
        return mask if mask.any() else ~mask

    def render(self) -> str:
        names = [self.opponent_name(seat) for seat in range(self.rules.players)]
        return drawn(self.match, self.seat, names)

    def opponent_name(self, seat: int) -> str:
        """The bot in that seat; "learner" for one's own."""
        assert self.seat is not None
        place = (seat - self.seat - 1) % self.rules.players
        return "learner" if seat == self.seat else local.name_of(self.opponents[place])

    def _spent(self) -> bool:
        return self.max_decisions is not None and self.decisions >= self.max_decisions

    def _play(self, seat: int, action: Any) -> None:
        self.match.play(seat, action, self._facts if self._listening else None)
        self.decisions += 1

    def _let_others_play(self) -> None:
        self._tell()
        while not self.match.over and not self._spent():
            seat = self.match.actors[0]
            if seat == self.seat:
                break
            bot = self._bots[seat]
            # A deckhand does not look, and making a view takes most of a step.
            view = {} if isinstance(bot, Deckhand) else self.match.view(seat)
            self._play(seat, bot.choose(view, self.match.actions(seat), None))
            self._tell()

    def _tell(self) -> None:
        """Let bots that listen hear what their seats may hear."""
        for seat, bot in self._bots.items():
            if self._facts and isinstance(bot, Sees):
                bot.saw([fact for fact in self._facts if fact.heard_by(seat)])
        self._facts.clear()

    def _seen(self) -> npt.NDArray[Any]:
        assert self.seat is not None
        return self._observations.observe(self.match, self.seat)

    def _info(self) -> dict[str, Any]:
        assert self.seat is not None
        return {
            "action_mask": self._observations.mask(self.match, self.seat),
            "seat": self.seat,
            "scores": self.match.scores,
            "winners": self.match.winners,
        }
