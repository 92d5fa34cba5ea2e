"""Rules of thumb that were learned from strong bots' choices; floors of budgets; levels."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena.training.samples import Choices
from fourwinds.arena.training.thumb import fit_thumb
from fourwinds.bots.budget import FLOOR, SHORTFALLS, Budget
from fourwinds.bots.levels import BELOW, MEASURED, shares
from fourwinds.bots.search import Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.rules import Rules
from fourwinds.core.value import Value
from fourwinds.server.localisation import LEVELS
from tests.bots.clocks import Clock
from tests.bots.test_protocol import play_on


def learned(rules: Rules, numbers: list[float]) -> tuple[Value[Any], Any]:
    assert rules.game.features is not None
    features = rules.game.features(rules)
    own = value_of(rules)
    features.tune(own, numbers)
    return own, features


@pytest.mark.parametrize("players", [2, 3, 5])
def test_tables_of_costs_say_what_the_numbers_say(players: int) -> None:
    """Within what rounding to whole numbers may change."""
    rules = fw.game("santa-timea").rules(players)
    assert rules.game.features is not None
    count = len(rules.game.features(rules).thumb)
    numbers = np.random.default_rng(players).normal(size=count)
    own, features = learned(rules, numbers.tolist())
    chance = stream_of_seed(1, "test")
    room, out = vec[i64]([0] * rules.action_count), vec[float]([0.0] * count)
    asked = 0
    for moves in range(0, 40, 3):
        state = play_on(rules.start(moves), moves)
        seat = state.actors[0]
        actions = state.actions(seat)
        costs = []
        for at, action in enumerate(actions):
            assert features.describe(state, seat, action, out)
            costs.append(float(np.array(list(out)) @ numbers))
            room[at] = action
        chosen = own.rollout_action(state, seat, room, len(actions), chance)
        assert costs[actions.index(chosen)] <= min(costs) + 0.03
        asked += len(actions) > 1
    assert asked > 5


def test_what_is_not_searched_makes_the_same_trick_as_a_lower_card() -> None:
    rules = fw.game("santa-timea").rules(4)
    assert rules.game.features is not None
    own, _ = learned(rules, [0.0] * len(rules.game.features(rules).thumb))
    room = vec[i64]([0] * rules.action_count)
    left_out = 0
    for seed in range(30):
        state = play_on(rules.start(seed), 3)
        seat = state.actors[0]
        actions = state.actions(seat)
        for at, action in enumerate(actions):
            room[at] = action
        kept = [int(room[at]) for at in range(own.narrow(state, seat, room, len(actions)))]
        assert kept
        for action in set(actions) - set(kept):
            left_out += 1
            lower = max(card for card in kept if card < action and card // 14 == action // 14)
            one, other = state.copy(), state.copy()
            one.play(seat, action)
            other.play(seat, lower)
            assert list(one.taken) == list(other.taken)  # type: ignore[attr-defined]
            assert list(one.aside) == list(other.aside)  # type: ignore[attr-defined]
            assert one.actors == other.actors
    assert left_out > 10


def test_numbers_are_fitted_to_choices() -> None:
    """Of actions that cost x times 2, less 1 for the second thing, the cheap are chosen."""
    rng = np.random.default_rng(3)
    x = [rng.normal(size=(4, 2)) for _ in range(2000)]
    odds = [np.exp(-(rows @ [2.0, -1.0])) for rows in x]
    chosen = [int(rng.choice(4, p=each / each.sum())) for each in odds]
    numbers, report = fit_thumb([Choices(4, x, chosen, [i % 5 == 0 for i in range(2000)])])
    assert numbers["4"] == pytest.approx([2.0, -1.0], abs=0.25)
    assert report["choices_foreseen"] > 0.6


@pytest.mark.parametrize("enough", [True, False])
def test_a_budget_of_time_has_a_floor(
    enough: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An iteration takes a sixth of the budget, or twice all of it."""
    budget = Budget.read("20ms")
    assert budget.floor == int(FLOOR * 20)
    state = fw.game("santa-timea").start(seed=6)
    rules, seat = state.rules, state.actors[0]
    search = Search(
        rules.belief(state.view(seat)),
        value_of(rules),
        seat,
        rules.action_count,
        stream_of_seed(1, "test"),
    )
    before = SHORTFALLS.count
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        clock = Clock(patch, 0.02 / 6 if enough else 0.04)
        budget.search(search, clock.now, None)
    assert (search.iterations >= budget.floor) == enough
    assert SHORTFALLS.count == before + (not enough)
    assert ("the machine is busy" in caplog.text) == (not enough)


def test_levels_are_measured_against_the_level_below() -> None:
    order = list(LEVELS)
    assert order == list(bots.OURS)
    assert dict(zip(order[1:], order, strict=False)) == BELOW
    for level, games in MEASURED.items():
        assert set(games) <= set(fw.games())
        found = shares(level)
        assert found is not None
        assert 25 <= found[0] <= found[1] <= 100  # none is weaker than the one below
