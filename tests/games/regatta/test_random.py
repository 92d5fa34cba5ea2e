"""Random play draws every legal action equally often, and roll-outs as often as it weighs.

Neither works out all actions: they draw from a larger set and draw again while what is drawn is not
legal. Chi-square says whether that shows.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import fourwinds as fw
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from tests.games.regatta.waters import boat, race, rules
from tests.sample import sample

DRAWS = sample(4000, 1000)


def crowded() -> Iterator[fw.State]:
    """Boats in each other's way, at marks and at edges, in every step that draws."""
    blocked = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1), boat("blue", 20, 100, 0)]
    yield race(blocked, ("blue1", "blue1", "red3", "blue2", "joker"))
    yield race(blocked[:2], ("blue1", "blue1", "blue1", "blue2", "blue3"))  # forced stops
    yield race([boat("red", -350, 300, 300, 1), boat("green", -330, 320, 180)])
    yield race([boat("red", -140, 280, 330, 1), boat("green", -100, 300, 270)])
    yield race(
        blocked,
        ("joker", "sun", "blue2", "red4"),
        step="finishing",
        played=1,
        helm=True,
        discards=["red5"],
    )
    cloud = race(
        [boat("red", 0, 50, 0, 1), boat("green", 25, 245, 90, 1)],
        ("cloud1", "red1", "red2", "green1", "green2"),
    )
    cloud.play(0, "cloud1 a")
    yield cloud
    chance = random.Random(5)
    bound = rules(4, "short")
    state = bound.start(5)
    for number in range(400):
        seat = state.actors[0]
        sails = [action for action in state.actions(seat) if action < 240]
        state.play(seat, chance.choice(sails or state.actions(seat)))
        if number % 100 == 99:
            yield state.copy()


@cache
def states() -> list[fw.State]:
    return list(crowded())


def check(drawn: Counter[int], expected: dict[int, float]) -> None:
    assert set(drawn) <= set(expected), "an illegal action was drawn"
    total = sum(expected.values())
    square = 0.0
    kinds = 0
    rare, rarely = 0.0, 0
    for action, weight in expected.items():
        wanted = DRAWS * weight / total
        if wanted < 5:
            rare, rarely = rare + wanted, rarely + drawn[action]
            continue
        square += (drawn[action] - wanted) ** 2 / wanted
        kinds += 1
    if rare >= 5:
        square += (rarely - rare) ** 2 / rare
        kinds += 1
    # Exceeded once in ten thousand tests or less.
    assert square < kinds + 4 * math.sqrt(2 * kinds) + 8


@pytest.mark.parametrize("number", range(10))
def test_every_legal_action_is_drawn_equally_often(number: int) -> None:
    state = states()[number].copy()
    seat = state.actors[0]
    room = vec[i64]([0] * state.action_count)
    chance = stream_of_seed(number, "draws")
    drawn = Counter(int(state.step.random_action(state, seat, chance, room)) for _ in range(DRAWS))
    check(drawn, dict.fromkeys(state.actions(seat), 1.0))


@pytest.mark.parametrize("number", [0, 2, 3, 4, 5, 6, 7, 8, 9])
def test_roll_outs_draw_as_often_as_they_weigh(number: int) -> None:
    state = states()[number].copy()
    seat = state.actors[0]
    value = value_of(state.rules)
    room = vec[i64]([0] * state.action_count)
    weights = vec[i64]([0] * state.action_count)
    n = state.step.fill(state, seat, room)
    value.weigh(state, seat, room, n, weights)
    expected = {int(room[i]): float(weights[i]) for i in range(n)}
    chance = stream_of_seed(number, "draws")
    drawn = Counter(int(value.draw_action(state, seat, room, chance)) for _ in range(DRAWS))
    check(drawn, expected)
