"""Random play for the laws: every setting of every game, and moments of its matches."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.options import Option
from fourwinds.core.rollout import play_randomly
from tests.conformance.digests import compiled

# Random play is followed so far; a game may say that its own can be longer. Interpreted rules are
# slow, so there we look less far.
LONGEST = 4000 if compiled() else 600


@dataclass(frozen=True)
class Setting:
    """A game with a number of players and options."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]

    def rules(self) -> fw.Rules:
        return fw.game(self.game).rules(self.players, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(f"{k}={v}" for k, v in self.options)])


def values(option: Option) -> list[bool | int | str]:
    """Every value of an option; of a long range of numbers its ends and the default."""
    if option.kind == "flag":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    if option.high - option.low < 6:
        return list(range(option.low, option.high + 1))
    return sorted({option.low, int(option.default), option.high})


def settings(game_id: str) -> list[Setting]:
    """All numbers of players with all combinations of options that the game allows."""
    game = fw.game(game_id)
    out = []
    for players in game.seats:
        for chosen in itertools.product(*(values(option) for option in game.options.values())):
            options = tuple(zip(game.options, chosen, strict=True))
            try:
                game.rules(players, dict(options))
            except fw.FourWindsError:
                continue  # combinations the game itself refuses
            out.append(Setting(game_id, players, options))
    return out


def random_play(
    state: fw.State, rng: random.Random, most: int
) -> Iterator[tuple[fw.State, int, int]]:
    """Yield the state, the seat and the action about to be played, until the end or the limit."""
    for _ in range(most):
        if state.over:
            return
        seat = rng.choice(state.actors)
        action = rng.choice(state.actions(seat))
        yield state, seat, action
        state.play(seat, action)


def moments(setting: Setting, seed: int, count: int = 3) -> list[fw.State]:
    """The start, the last state reached and some between of one random match."""
    start = setting.rules().start(seed=seed)
    length = play_randomly(start.copy(), stream_of_seed(seed, "conformance"), LONGEST)
    rng = random.Random(seed)
    state, chance, made = start.copy(), stream_of_seed(seed, "conformance"), 0
    out = [start]
    for depth in [*sorted(rng.randint(0, length) for _ in range(count)), length]:
        made += play_randomly(state, chance, depth - made)
        out.append(state.copy())
    return out


def some_moment(setting: Setting, seed: int) -> fw.State:
    """One state of a random match, as likely early as late."""
    return moments(setting, seed, 1)[1]


def viewers(state: fw.State) -> list[int | None]:
    return [*range(state.rules.players), None]


def matches(game_id: str) -> st.SearchStrategy[tuple[Setting, int]]:
    """A setting of the game and a seed."""
    return st.tuples(st.sampled_from(settings(game_id)), st.integers(0, 2**32))
