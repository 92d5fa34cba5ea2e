"""Random play, and play by rules of thumb, inside compiled code."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.chance import Stream
from fourwinds.core.learned import Features, told
from fourwinds.core.state import NOBODY, State, Step
from fourwinds.core.value import NUMBERS, WIN, Value

# How many decisions are made before it is asked whether the match can still end.
ASKED_EVERY: Final = 20000


def is_deadlocked(t: State) -> bool:
    """Whether nothing can end the match any more (`Game.is_deadlocked`)."""
    ask = t.rules.game.is_deadlocked
    return ask is not None and not t.over and bool(ask(t))


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


def play_out(state: State, chance: Stream, most: i64) -> i64:
    """As `play_randomly`, but a match that is deadlocked is left soon and not after `most`."""
    made: i64 = 0
    while made < most:
        few = min(most - made, i64(ASKED_EVERY))
        made += play_randomly(state, chance, few)
        if state.over or is_deadlocked(state):
            break
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
    deadlocked: list[int],
) -> i64:
    """Play whole random games, noting scores and winners of the finished, and which of these games
    are deadlocked; return the decisions."""
    made: i64 = 0
    for number in range(games):
        state = empty.copy()
        state.key = deals.random_key()
        state.go(begin)
        made += play_out(state, choices, most)
        if state.over:
            scores.append(tuple(state.scores))
            winners.append(tuple(state.winners))
        elif is_deadlocked(state):
            deadlocked.append(int(number))
    return made


def play_quickly(
    t: State,
    value: Value[State],
    features: Features[State],
    chance: Stream,
    most: i64,
    rows: list[list[list[float]]],
    phases: list[float],
    standing: list[list[float]],
    stretches: list[int],
    believed: list[list[float]],
) -> None:
    """Play a match by rules of thumb, noting positions to learn from.

    What rules of thumb say of a seat's choices rests on what that seat knows (core/value.py), so
    they may be asked on the real table.
    """
    room = vec[i64]([0] * t.action_count)
    judged = vec[float]([0.0] * (NUMBERS * t.players))
    moment: i64 = -1
    made: i64 = 0
    while made < most:
        step = t.step
        seat = step.actor(t)
        if seat == NOBODY:
            break
        now = features.moment(t)
        if now != moment and not features.is_settled(t):
            moment = now
            rows.append(told(features, t))
            phases.append(features.phase(t))
            standing.append([features.standing(t, other) for other in range(t.players)])
            stretches.append(int(features.stretch(t)))
            features.believe(value, t, judged)
            believed.append([judged[NUMBERS * other + WIN] for other in range(t.players)])
        step.play(t, seat, value.draw_action(t, seat, room, chance))
        made += 1
