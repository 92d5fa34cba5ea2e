"""docs/numbers.md: in positions of all games a pile begins with the card that comes next."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import fourwinds as fw

Facts = dict[str, dict[str, Any]]


def drawn(before: dict[str, Any], facts: Facts) -> bool:
    """Regatta: what is drawn lay on the pile, unless that had to be shuffled for it."""
    if "cards-drawn" not in facts or "pile-shuffled" in facts:
        return False
    cards = facts["cards-drawn"]["cards"]
    assert sorted(before["pile"][: len(cards)]) == sorted(cards)
    return True


def turned(before: dict[str, Any], facts: Facts) -> bool:
    """Santa Timea: the next wind of the row."""
    if "wind-turned" not in facts:
        return False
    assert before["pile"][0] == facts["wind-turned"]["wind"]
    return True


def revealed(before: dict[str, Any], facts: Facts) -> bool:
    """Vor dem Wind: the stack's next card."""
    if "card-revealed" not in facts or "stack-shuffled" in facts:
        return False
    stack = before["stacks"][facts["card-revealed"]["stack"]]
    assert not stack or stack[0] == facts["card-revealed"]["card"]
    return bool(stack)


def seen(before: dict[str, Any], facts: Facts) -> bool:
    """Winds of Plunder: the deck's next card."""
    if "card-seen" not in facts or not before["deck"]:
        return False
    assert before["deck"][0] == facts["card-seen"]["name"]
    return True


@pytest.mark.parametrize(
    ("game", "check"),
    [
        ("regatta", drawn),
        ("santa-timea", turned),
        ("vor-dem-wind", revealed),
        ("winds-of-plunder", seen),
    ],
)
def test_a_pile_begins_with_the_card_that_comes_next(
    game: str, check: Callable[[dict[str, Any], Facts], bool]
) -> None:
    state, rng, checked = fw.game(game).start(players=4, seed=3), random.Random(3), 0
    while checked < 5:
        before, told = state.position(), list[Any]()
        seat = state.actors[0]
        state.play(seat, rng.choice(state.actions(seat)), told)
        facts: Facts = {}
        for fact in told:
            facts.setdefault(fact.kind.name, fact.data)
        checked += check(before, facts)
