"""Bots in the seats that a learner does not take, for many matches at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from fourwinds.adapters.batch import Others
from fourwinds.bots import Begins, Bot, Sees, local
from fourwinds.bots.deckhand import Deckhand
from fourwinds.bots.local import Opponent
from fourwinds.core.chance import Stream
from fourwinds.core.errors import BadOptions
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State

LARGEST_SEED_PIECE = 2**16


def lineup(bots: Opponent | Sequence[Opponent], others: int) -> list[Opponent]:
    """Who plays the other seats, in order; a single opponent plays all of them."""
    several = isinstance(bots, Sequence) and not isinstance(bots, str)
    named: list[Any] = list(cast(Any, bots)) if several else [bots] * others
    if len(named) != others:
        raise BadOptions(f"bots: expected one bot or {others}, got {len(named)}", option="bots")
    return [local.checked(opponent) for opponent in named]


class Opponents(Others):
    """Plays each place, counted from the learner on, by its bot: one a match, made anew for each.

    Deckhands need no view and are played inside compiled code.
    """

    def __init__(self, rules: Rules, named: Sequence[Opponent], envs: int) -> None:
        super().__init__([opponent == "deckhand" for opponent in named])
        self.rules = rules
        self.named = list(named)
        self.bots: list[dict[int, Bot]] = [{} for _ in range(envs)]
        self.facts: list[list[Fact]] = [[] for _ in range(envs)]
        self.listening = False
        self.chances: list[Stream] = []

    def begin(self, env: int, state: State, learner: int) -> None:
        made = self.bots[env]
        made.clear()
        self.facts[env].clear()
        chance = self.chances[env]
        for place, opponent in enumerate(self.named):
            if self.deckhands[place]:
                continue
            seat = (learner + 1 + place) % self.rules.players
            seed = chance.below(LARGEST_SEED_PIECE) << 16 | chance.below(LARGEST_SEED_PIECE)
            made[seat] = bot = local.make(opponent, seed)
            if isinstance(bot, Begins):
                bot.begin(self.rules, seat)
        self.listen(env, state)

    def listen(self, env: int, state: State) -> None:
        """Let a match tell its facts if one of its bots wants them."""
        if any(isinstance(bot, Sees) for bot in self.bots[env].values()):
            self.listening = True
            state.record_to(self.facts[env], None)

    def choose(self, env: int, state: State, seat: int) -> int:
        bot = self.bots[env][seat]
        view = {} if isinstance(bot, Deckhand) else state.view(seat)
        actions = state.actions(seat)
        action = bot.choose(view, actions, None)
        if action not in actions:
            error = state.refusal(seat, action)
            assert error is not None
            raise error
        return int(action)

    def hear(self, env: int, state: State) -> None:
        if not self.listening:
            return
        facts = self.facts[env]
        for seat, bot in self.bots[env].items():
            if facts and isinstance(bot, Sees):
                bot.saw([fact for fact in facts if fact.heard_by(seat)])
        facts.clear()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_opponents, (self.rules, self.named, self.bots))


def _opponents(rules: Rules, named: Sequence[Opponent], made: list[dict[int, Bot]]) -> Opponents:
    opponents = Opponents(rules, named, len(made))
    opponents.bots = made
    return opponents
