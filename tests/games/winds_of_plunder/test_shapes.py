"""Whole matches of Winds of Plunder say what shapes.py declares, no more and no less."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pydantic import TypeAdapter

import fourwinds as fw
from fourwinds.core.facts import Fact
from fourwinds.games.winds_of_plunder import shapes
from tests.games.winds_of_plunder.table import GAME, lay, play

VIEW = TypeAdapter[Any](shapes.View)
POSITION = TypeAdapter[Any](shapes.Position)
ACTION = TypeAdapter[Any](shapes.Action)
PREVIEW = TypeAdapter[Any](shapes.Preview)
FACT = TypeAdapter[Any](shapes.Fact)


def check(shape: TypeAdapter[Any], said: Any) -> None:
    """What is said has the shape, and the shape holds all of what is said."""
    assert shape.validate_python(said, strict=True) == said


def check_all(state: fw.State, previews: int = 5) -> None:
    check(POSITION, state.position())
    for viewer in (None, *range(state.players)):
        check(VIEW, state.view(viewer))
    for seat in state.actors:
        view = state.view(seat)
        tried = [action for action, _ in state.candidates(seat)]
        for action in tried:
            said = state.rules.describe(state, seat, action)
            assert said.pop("text") == state.rules.text(state, seat, action)
            check(ACTION, said)
        for action in tried[:: 1 + len(tried) // previews]:
            check(PREVIEW, state.rules.preview(view, action))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_views_positions_actions_previews_and_facts_have_their_shapes(players: int) -> None:
    rng = random.Random(players)
    told: list[Fact] = []
    state = GAME.rules(players).start(players, told)
    while not state.over:
        if rng.random() < 0.05:
            check_all(state)
        seat = rng.choice(state.actors)
        state.play(seat, rng.choice(state.actions(seat)), told)
    check_all(state)
    for fact in told:
        check(FACT, fact.json())


@pytest.mark.parametrize(
    "moves", [["gust south"], ["card intrigue"], ["card intrigue", "swap bar2"]]
)
def test_drafts_have_their_shapes(moves: list[str]) -> None:
    state = lay(hands=[["intrigue"], [], [], []])
    play(state, *moves)
    check_all(state)
    assert state.view(0)["turn_state"]["draft"] is not None
    assert state.view(1)["turn_state"]["draft"] is None


def test_every_number_of_an_action_can_be_described() -> None:
    state = GAME.start(3, seed=1)
    for action in range(state.rules.action_count):
        said = state.rules.describe(state, 0, action)
        del said["text"]
        check(ACTION, said)


def test_the_view_says_what_tiles_and_cards_show() -> None:
    view = lay(hands=[["weapons Jamaica Trinidad", "misfire"], [], [], []]).view(0)
    assert view["faces"]["2cp"] == {"points": 2, "symbols": ["crew", "provision"]}
    assert {*view["ports"].values(), *view["bar"]} == set(view["faces"])
    assert view["cards"]["weapons Jamaica Trinidad"] == {
        "kind": "weapons",
        "item": "weapon",
        "ports": ["Jamaica", "Trinidad"],
    }
    assert view["cards"]["misfire"] == {"kind": "misfire", "item": "weapon", "ports": []}
    assert {card for pool in view["pools"] for card in pool["cards"]} <= set(view["cards"])
