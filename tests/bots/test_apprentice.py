"""apprentice: plays gently, by mistakes of its own."""

from __future__ import annotations

import random

import pytest

import fourwinds as fw
from fourwinds import bots
from fourwinds.bots.apprentice import Apprentice
from fourwinds.bots.worth import value_of


def test_it_stands_below_the_mate() -> None:
    names = bots.names()
    assert names.index("deckhand") < names.index("apprentice") < names.index("mate")


def test_it_notices_a_few_actions_and_each_of_them_at_times() -> None:
    apprentice = Apprentice.make(None, 1)
    actions = list(range(100, 120))
    seen = set()
    for _ in range(60):
        noticed = apprentice.notice(actions, 4)
        assert len(noticed) == 4
        assert noticed == sorted(noticed)
        seen |= set(noticed)
    assert seen == set(actions)
    assert apprentice.notice(actions[:3], 4) == actions[:3]


def test_it_plays_what_it_believes_best() -> None:
    rules = fw.game("santa-timea").rules(4)
    state = rules.start(5)
    seat = state.actors[0]
    apprentice = Apprentice.make(None, 1)
    world = rules.imagine(state.view(seat), 1)
    value = value_of(rules)
    value.truncate(world)
    before = world.digest()
    worths = [apprentice.worth(world, value, seat, action) for action in world.actions(seat)]
    assert all(0 <= worth <= 1 for worth in worths)
    assert len(set(worths)) > 1
    assert world.digest() == before


@pytest.mark.parametrize("game", ["santa-timea", "winds-of-plunder"])
def test_it_beats_random_play(game: str) -> None:
    rules = fw.game(game).rules(2 if 2 in fw.game(game).seats else 3)
    won = 0.0
    for deal in range(6):
        state = rules.start(deal)
        mine = deal % rules.players
        rng = random.Random(deal)
        apprentice = bots.make("apprentice", deal)
        while not state.over:
            seat = state.actors[0]
            actions = state.actions(seat)
            action = rng.choice(actions)
            if seat == mine:
                action = apprentice.choose(state.view(seat), actions, None)
            state.play(seat, action)
        won += (mine in state.winners) / len(state.winners)
    assert won >= 5
