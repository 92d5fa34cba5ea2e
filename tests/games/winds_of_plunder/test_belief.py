"""Winds of Plunder: what a seat may know, and what it must think possible."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import BadView
from tests.games.winds_of_plunder.table import GAME, PORTS, lay, play, position
from tests.sample import sample

SAMPLES = sample(2500, 1200)


def assert_uniform(samples: Counter[Any], worlds: set[Any]) -> None:
    """Exactly these worlds come up, and all about equally often."""
    assert set(samples) == worlds
    expected = samples.total() / len(worlds)
    for world in worlds:
        assert abs(samples[world] - expected) < 5 * expected**0.5, (world, samples)


def sampled(view: dict[str, Any], rules: fw.Rules, field: Any) -> Counter[Any]:
    belief = rules.belief(view)
    chance = stream_of_seed(3, "test")
    return Counter(field(belief.sample(chance).position()) for _ in range(SAMPLES))


def order_of(position: dict[str, Any]) -> tuple[str, ...]:
    return tuple(position["treasures"]["order"])


# Seat 0 has drawn the first eight treasures; the order of the other four is unknown.
HELD = ["Belize", "Portobelo", "San Salvador", "Jamaica"]
HELD += ["Turks & Caicos", "Santo Domingo", "Curacao", "Puerto Rico"]
UNKNOWN = ["Nassau", "Havana", "Barbados", "Trinidad"]
# Treasure tiles on the way of seat 1.
ON_THE_WAY = PORTS | {"Jamaica": "3t", "Nassau": "4t", "Havana": "5t"}
ELSEWHERE = {"Puerto Rico": "3p", "Barbados": "3w", "Trinidad": "4w"}


def hunt(order: tuple[str, ...], moves: tuple[str, ...]) -> fw.State:
    """The same moves of seat 1 with the unknown treasures in this order."""
    state = lay(
        ("Curacao", "Portobelo", "Belize"),
        ports=ON_THE_WAY | ELSEWHERE,
        vp=[50, 0, 50],
        crew=[9, 5, 0],
        hands=[[], ["heave"], []],
        turn_state={"first": 1},
        treasures={"order": [*HELD, *order], "drawn": [{"seat": 0, "missed": []}] * 8},
    )
    play(state, *moves)
    return state


@pytest.mark.parametrize(
    "moves",
    [
        ("sail Jamaica",),
        ("sail Havana",),
        ("sail Jamaica", "card heave", "sail Havana"),
        ("sail Jamaica", "card heave", "sail Nassau"),
        ("sail Jamaica", "card heave", "sail San Salvador"),
    ],
)
def test_possible_are_all_shuffles_that_would_have_looked_the_same(moves: tuple[str, ...]) -> None:
    """Brute force: every order is played out, and those alike to seat 0 are its worlds."""
    alike: dict[str, set[tuple[str, ...]]] = {}
    for order in itertools.permutations(UNKNOWN):
        seen = json.dumps(hunt(order, moves).view(0))
        alike.setdefault(seen, set()).add((*HELD, *order))
    for seen, worlds in alike.items():
        assert_uniform(sampled(json.loads(seen), GAME.rules(3), order_of), worlds)


def test_a_treasure_of_two_draws_may_have_been_either() -> None:
    """Who drew twice and then plays one may hold a card of the first draw or of the second."""
    draws = [{"seat": 0, "missed": []}] * 8
    draws += [{"seat": 1, "missed": ["Trinidad"]}, {"seat": 1, "missed": []}]
    base = {"order": [*HELD, *UNKNOWN], "drawn": draws}
    state = lay(("Curacao", "Jamaica", "Belize"), turn_state={"first": 1}, treasures=base)
    play(state, "sail Nassau")  # UNKNOWN[0], the first of seat 1's draws
    seen = state.view(0)
    assert seen["treasures"]["played"] == {"Nassau": [8, 9]}
    worlds = set()
    for order in itertools.permutations(UNKNOWN):
        first, second = order[:2]
        if "Nassau" in (first, second) and first != "Trinidad":
            worlds.add((*HELD, *order))
    # Havana may be in hand twice as often as Trinidad, which only the second draw can be.
    assert_uniform(sampled(seen, state.rules, order_of), worlds)


def small_deck(kinds: dict[str, int]) -> dict[str, Any]:
    data = dict(GAME.own_components.data)
    data["card"] = [
        {"kind": kind, "count": count, "mark": "reconstructed"} for kind, count in kinds.items()
    ]
    return data


def test_unseen_action_cards_are_dealt_uniformly() -> None:
    components = small_deck({"heave": 1, "rumour": 1, "misfire": 1, "mutiny": 1, "spoilage": 1})
    hands = [["heave"], ["rumour"], ["misfire"]]
    layout = position(("Jamaica", "Havana", "Belize"), hands=hands, deck=["mutiny", "spoilage"])
    state = GAME.from_position(layout, components)
    found = sampled(
        state.view(0),
        state.rules,
        lambda p: (*p["hands"][1], *p["hands"][2], *p["deck"]),
    )
    unseen = ["rumour", "misfire", "mutiny", "spoilage"]
    assert_uniform(found, set(itertools.permutations(unseen)))


def test_after_a_reshuffle_older_cards_cannot_be_those_that_were_discarded() -> None:
    components = small_deck({"heave": 1, "rumour": 1, "misfire": 1, "mutiny": 1, "spoilage": 1})
    layout = position(
        ("Jamaica", "Havana", "Belize"),
        hands=[[], ["rumour"], ["misfire"]],
        deck=[],
        discards=["heave", "mutiny", "spoilage"],
    )
    state = GAME.from_position(layout, components)
    play(state, "draw")
    seen = state.view(1)
    assert [pool["cards"] for pool in seen["pools"]] == [
        ["rumour", "misfire"],
        ["heave", "mutiny", "spoilage"],
    ]
    found = sampled(seen, state.rules, lambda p: (*p["hands"][2], *p["hands"][0], *p["deck"]))
    fresh = itertools.permutations(["heave", "mutiny", "spoilage"])
    assert_uniform(found, {("misfire", *order) for order in fresh})


@pytest.mark.rule("WP-3.1")
@pytest.mark.rule("WP-3.2")
def test_secret_choices_of_others_are_imagined_uniformly() -> None:
    state = lay(step="voting")
    state.play(1, "vote east")
    state.play(3, "vote west")
    found = sampled(state.view(1), state.rules, lambda p: tuple(p["votes"]))
    winds = ["north", "east", "south", "west"]
    assert_uniform(found, {(None, "east", None, wind) for wind in winds})
    state = lay(step="staking", votes=winds, cubes=[10, 5, 10, 10])
    state.play(1, "cubes 2")
    state.play(3, "cubes 10")
    found = sampled(state.view(1), state.rules, lambda p: tuple(p["bids"]))
    assert_uniform(found, {(None, 2, None, n) for n in range(11)})


def test_views_of_a_match_can_be_imagined_from_every_seat() -> None:
    rng = random.Random(8)
    for players in (3, 4, 5):
        state = GAME.start(players=players, seed=players)
        while not state.over:
            seat = rng.choice(state.actors)
            if rng.random() < 0.1:
                for viewer in (None, *range(players)):
                    seen = state.view(viewer)
                    world = state.rules.imagine(
                        json.loads(json.dumps(seen)), rng.random().hex().encode()
                    )
                    assert world.view(viewer) == seen
                    if viewer is not None:
                        assert world.actions(viewer) == state.actions(viewer)
            state.play(seat, rng.choice(state.actions(seat)))


def test_a_view_shows_no_card_of_another_hand() -> None:
    hands = [["heave"], ["misfire"], ["rumour"]]
    first = lay(("Jamaica", "Havana", "Belize"), hands=hands)
    second = lay(("Jamaica", "Havana", "Belize"), hands=[hands[0], hands[2], hands[1]])
    assert first.view(0) == second.view(0)
    assert first.view(None) == second.view(None)
    assert first.view(1) != second.view(1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat", 7),
        ("deck", 3),
        ("pools", []),
        ("hand", ["nonsense"]),
        ("treasures", {}),
        ("chosen", None),
        ("chosen", [26]),
        ("counts", None),
    ],
)
def test_a_view_no_seat_can_have_is_refused(field: str, value: object) -> None:
    view = lay().view(1)
    broken = view | {field: value}
    if field == "counts":
        broken = {name: v for name, v in view.items() if name != "pools"}
    with pytest.raises(BadView):
        GAME.rules(4).imagine(broken, 1)
