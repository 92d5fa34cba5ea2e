"""Random play inside compiled code."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.state import NOBODY, State, Step


def play_randomly(state: State, chance: Stream, most: i64) -> i64:
    """Play random legal actions until the end or `most` decisions; return how many were made."""
    out = vec[i64]([0] * state.action_count)
    made: i64 = 0
    while made < most:
        step = state.step
        seat = step.actor(state)
        if seat == NOBODY:
            break
        step.play(state, seat, step.random_action(state, seat, chance, out))
        made += 1
    return made


def play_games(
    empty: State,
    begin: Step[Any],
    games: i64,
    deals: Stream,
    choices: Stream,
    most: i64,
    scores: list[tuple[int, ...]],
    winners: list[tuple[int, ...]],
) -> i64:
    """Play whole random games, noting scores and winners of the finished; return the decisions."""
    made: i64 = 0
    for _game in range(games):
        state = empty.copy()
        state.key = deals.random_key()
        state.go(begin)
        made += play_randomly(state, choices, most)
        if state.over:
            scores.append(tuple(state.scores))
            winners.append(tuple(state.winners))
    return made
