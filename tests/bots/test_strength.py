"""Each bot is stronger than the one before it; small samples, wide margins."""

from __future__ import annotations

import pytest

import fourwinds as fw
from fourwinds import bots
from fourwinds.bots import search

pytestmark = pytest.mark.skipif(
    search.__file__.endswith(".py"), reason="strength is measured with compiled rules"
)


def share_of_wins(one: str, others: str, deals: int, rounds: int) -> float:
    """The wins of one bot against three others, a shared win counting its share; it sits in every
    seat for the same deal."""
    rules = fw.game("santa-timea").rules(4, {"rounds": rounds})
    wins = 0.0
    for deal in range(deals):
        for place in range(4):
            seated = [bots.make(one if seat == place else others, deal) for seat in range(4)]
            state = rules.start(deal)
            while not state.over:
                seat = state.actors[0]
                state.play(seat, seated[seat].choose(state.view(seat), state.actions(seat), None))
            if place in state.winners:
                wins += 1 / len(state.winners)
    return wins / (4 * deals)


def test_the_mate_beats_three_deckhands() -> None:
    assert share_of_wins("mate", "deckhand", deals=8, rounds=5) >= 0.85


def test_the_captain_beats_three_deckhands() -> None:
    assert share_of_wins("captain:60it", "deckhand", deals=1, rounds=5) >= 0.75
