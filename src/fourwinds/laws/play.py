"""Random play for the laws: moments of a match, and playing on from a state."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rollout import play_randomly
from fourwinds.core.state import State
from fourwinds.laws.settings import Setting

T = TypeVar("T")


def random_play(state: State, rng: random.Random, most: int) -> Iterator[tuple[State, int, int]]:
    """Yield the state, the seat and the action about to be played, until the end or the limit."""
    for _ in range(most):
        if state.over:
            return
        seat = rng.choice(state.actors)
        action = rng.choice(state.actions(seat))
        yield state, seat, action
        state.play(seat, action)


def play_on(state: State, rng: random.Random, most: int = 60) -> list[str]:
    """Play at random from here and return the digests on the way."""
    return [now.digest() for now, _, _ in random_play(state, rng, most)] + [state.digest()]


def moments(setting: Setting, seed: int, between: int, longest: int) -> list[State]:
    """The start, the last state reached and some between of one random match.

    Without any between: one state alone, as likely early as late.
    """
    start = setting.rules().start(seed=seed)
    length = play_randomly(start.copy(), stream_of_seed(seed, "laws"), longest)
    rng = random.Random(seed)
    depths = sorted(rng.randint(0, length) for _ in range(max(1, between)))
    state, chance, made = start.copy(), stream_of_seed(seed, "laws"), 0
    out = [start]
    for depth in [*depths, length]:
        made += play_randomly(state, chance, depth - made)
        out.append(state.copy())
    return out if between else [out[1]]


def viewers(state: State) -> list[int | None]:
    return [*range(int(state.players)), None]


def some(rng: random.Random, items: list[T], count: int) -> list[T]:
    """All of a few, or some of many."""
    return items if len(items) <= count else rng.sample(items, count)
