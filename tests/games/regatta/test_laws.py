"""Laws of Regatta over random races with every number of boats on every course."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import fourwinds as fw
from tests.games.regatta.sailor import Sailor
from tests.games.regatta.waters import rules
from tests.sample import sample

SETTINGS = list(product((2, 3, 4), ("short", "normal", "long", "custom")))


def check_cards(state: fw.State) -> None:
    """RG-1.2: no card is lost or made."""
    data = state.position()
    seen = Counter([*data["pile"], *data["discards"]])
    for hand in data["hands"]:
        seen.update(hand)
    seen["sun"] += sum(bool(boat and boat.get("becalmed")) for boat in data["boats"])
    box = state.rules.box
    assert seen == Counter(dict(zip(box.names, box.counts, strict=True)))


def check_refusals(state: fw.State, seat: int, chance: random.Random) -> None:
    """Whatever is refused names its rule and changes nothing."""
    before = state.digest()
    offered = state.actions(seat)
    tried = [action for action, _ in state.candidates(seat)]
    assert set(offered) <= set(tried)
    for action in {*tried, *chance.sample(range(state.action_count), 30)} - set(offered):
        with pytest.raises(fw.IllegalAction) as refusal:
            state.play(seat, action)
        assert refusal.value.rule
        assert refusal.value.code
    assert state.digest() == before


def check_previews(state: fw.State, seat: int, chance: random.Random) -> None:
    """A preview shows what then happens."""
    view = state.view(seat)
    for action in chance.sample(state.actions(seat), 1):
        seen = state.rules.preview(view, action)
        assert seen["legal"]
        if "way" in seen:
            after = state.copy()
            after.play(seat, action)
            boat = after.position()["boats"][seat]
            assert seen["way"]["end"] == (boat["x"], boat["y"], boat["heading"])
            assert seen["way"]["stage"] == boat["stage"]


@pytest.mark.rule("RG-1.2")
@pytest.mark.rule("RG-2.2")
@pytest.mark.parametrize(("players", "course"), SETTINGS)
def test_the_laws_hold_in_mixed_races(players: int, course: str) -> None:
    chance = random.Random(f"{players} {course}")
    bound = rules(players, course)
    sailor = Sailor(bound)
    for seed in range(sample(3, 1)):
        state = bound.start(seed)
        for number in range(120):
            if state.over:
                break
            seat = state.actors[0]
            actions = state.actions(seat)
            assert actions == sorted(set(actions))
            assert actions[-1] < state.action_count
            if number % 9 == 0:
                check_cards(state)
                check_refusals(state, seat, chance)
                check_previews(state, seat, chance)
                twin, earlier = state.copy(), state.digest()
            if chance.random() < 0.5:
                action = sailor.choose(state.view(seat), actions)
            else:
                moves = [action for action in actions if action < 240]
                action = chance.choice(moves or actions)
            state.play(seat, action)
            assert twin.digest() == earlier
