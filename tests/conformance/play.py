"""Random play for the laws: every setting of every game, and moments of its matches."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.core.options import Option

UNBOUNDED_LIMIT = 2000


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


def most_decisions(setting: Setting) -> int:
    return fw.game(setting.game).most_decisions or UNBOUNDED_LIMIT


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
    """The start, the end and some states between of one random match."""
    rng = random.Random(seed)
    state = setting.rules().start(seed=seed)
    chosen = [state.copy()]
    for n, (now, _, _) in enumerate(random_play(state, rng, most_decisions(setting)), 1):
        # Each decision is as likely as every other to be among those kept.
        if n <= count:
            chosen.append(now.copy())
        elif rng.randrange(n) < count:
            chosen[1 + rng.randrange(count)] = now.copy()
    return [*chosen, state]


def viewers(state: fw.State) -> list[int | None]:
    return [*range(state.rules.players), None]


def matches(game_id: str) -> st.SearchStrategy[tuple[Setting, int]]:
    """A setting of the game and a seed."""
    return st.tuples(st.sampled_from(settings(game_id)), st.integers(0, 2**32))
