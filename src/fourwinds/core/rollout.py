"""Random play inside compiled code."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State


def play_randomly(state: State, chance: Stream, most: i64) -> i64:
    """Play random legal actions until the end or `most` decisions; return how many were made."""
    out = vec[i64]([0] * state.action_count)
    made: i64 = 0
    while made < most:
        step = state.step
        seat = step.actor(state)
        if seat == NOBODY:
            break
        n = step.fill(state, seat, out)
        step.play(state, seat, out[chance.below(n)])
        made += 1
    return made
