"""What the others do in a lesson: moves that are written down, or those of a bot."""

from __future__ import annotations

from collections.abc import Iterator

from fourwinds import bots
from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import State
from fourwinds.learning.lesson import BadLesson, Others

MOST_BOT_MOVES = 200


def moves_of_others(step: Others, state: State, learner: int) -> Iterator[tuple[int, int]]:
    """Seats and actions, one after the other; each is to be played before the next is asked for."""
    if not step.moves or step.moves[0][0] != learner:
        # The learner has nothing to decide any more: his turn ends by itself.
        while state.actors == (learner,) and len(actions := state.actions(learner)) == 1:
            yield learner, actions[0]
    for seat, move in step.moves:
        who = seat if seat is not None else _other(state, learner)
        if who is None:
            raise BadLesson(f"nobody is to play {move!r}")
        try:
            parts = state.rules.read(state, who, move)
        except IllegalAction as error:
            raise BadLesson(f"{move!r} of seat {who}: {error}") from None
        for action in parts:
            yield who, action
    if step.bot is None:
        return
    for number in range(MOST_BOT_MOVES):
        seat = _other(state, learner)
        if seat is None:
            return
        bot = bots.make(step.bot, step.seed + number)
        if isinstance(bot, bots.Begins):
            bot.begin(state.rules, seat)
        yield seat, bot.choose(state.view(seat), state.actions(seat), None)
    raise BadLesson("the learner is never asked")


def _other(state: State, learner: int) -> int | None:
    return next((seat for seat in state.actors if seat != learner), None)
