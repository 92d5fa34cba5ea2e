"""What a seat of Santa Timea may know, and what it must think possible."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.errors import BadComponents
from fourwinds.laws.play import random_play
from tests.games.santa_timea.table import GAME, play, position

Hand = tuple[str, ...]


def small_deck(
    steering: dict[str, list[int]], pirates: int, hand: int, damages: tuple[int, ...] = (1, 2)
) -> dict[str, Any]:
    """A deck for study: these values of these directions, and that number of pirates."""
    mark = {"mark": "reconstructed"}
    return {
        "game": "santa-timea",
        "hand": {"cards": hand, **mark},
        "pirates": {"count": pirates, **mark},
        "steering": [{"direction": d, "values": v, **mark} for d, v in steering.items()],
        "wind": [{"direction": d, "damages": list(damages), **mark} for d in "NESW"],
    }


def chi_square_limit(freedom: int) -> float:
    """What chi-square stays below but once in ten thousand times (Wilson and Hilferty)."""
    share = 2 / (9 * freedom)
    return freedom * (1 - share + 3.719 * math.sqrt(share)) ** 3


def assert_drawn_like(samples: Counter[Any], weights: Counter[Any]) -> None:
    """Exactly the possible worlds come up, each as often as its weight says."""
    assert set(samples) == set(weights)
    rate = samples.total() / weights.total()
    assert min(weights.values()) * rate > 5, "too few samples for a chi-square test"
    statistic = sum((samples[w] - weights[w] * rate) ** 2 / (weights[w] * rate) for w in weights)
    assert statistic < chi_square_limit(len(weights) - 1)


def physical_deals(unseen: list[str], sizes: list[int]) -> Counter[tuple[Hand, ...]]:
    """Every way to deal the unseen cards, pirates told apart: they are alike only to look at."""
    out: Counter[tuple[Hand, ...]] = Counter()
    for order in itertools.permutations(range(len(unseen)), sum(sizes)):
        at, hands = 0, []
        for size in sizes:
            hands.append(tuple(sorted(unseen[i] for i in order[at : at + size])))
            at += size
        out[tuple(hands)] += 1
    return out


def sampled_hands(
    state: fw.State, viewer: int | None, seats: list[int], count: int
) -> Counter[tuple[Hand, ...]]:
    belief = state.rules.belief(state.view(viewer))
    rng = stream_of_seed(11, "test")
    out: Counter[tuple[Hand, ...]] = Counter()
    for _ in range(count):
        hands = belief.sample(rng).position()["hands"]
        out[tuple(tuple(sorted(hands[seat])) for seat in seats)] += 1
    return out


DECK = small_deck({"N": [1, 2, 3], "E": [4]}, pirates=3, hand=2)


def test_hands_are_imagined_like_deals_of_the_unseen_cards() -> None:
    data = position(["N1 P", "N2 N3", "P E4"], "N1 E1 S1", options={"rounds": 1})
    state = GAME.rules(3, {"rounds": 1}, DECK).position(data)
    weights = physical_deals(["N2", "N3", "E4", "P", "P"], [2, 2])
    assert_drawn_like(sampled_hands(state, 0, [1, 2], 4000), weights)


def test_a_spectator_imagines_every_hand() -> None:
    data = position(["N1 P", "N2 N3"], "N1 E1 S1", options={"rounds": 1})
    deck = small_deck({"N": [1, 2, 3]}, pirates=2, hand=2)
    state = GAME.rules(2, {"rounds": 1}, deck).position(data)
    weights = physical_deals(["N1", "N2", "N3", "P", "P"], [2, 2])
    assert_drawn_like(sampled_hands(state, None, [0, 1], 4000), weights)


def test_whoever_led_a_pirate_holds_nothing_but_pirates() -> None:
    deck = small_deck({"N": [1, 2, 3], "E": [4, 5]}, pirates=3, hand=2)
    data = position(["N1 E4", "P", "P N2"], leader=1, trick=[{"seat": 1, "card": "P"}])
    state = GAME.rules(3, {"rounds": 1}, deck).position(data)
    # Seat 0 sees its own cards and the led pirate: one of the two others is in hand 1.
    weights = Counter(
        {
            hands: count
            for hands, count in physical_deals(["N2", "N3", "E5", "P", "P"], [1, 2]).items()
            if set(hands[0]) == {"P"}
        }
    )
    samples = sampled_hands(state, 0, [1, 2], 3000)
    assert all(set(hands[0]) == {"P"} for hands in samples)
    assert_drawn_like(samples, weights)


@pytest.mark.rule("ST-5.2")
def test_a_pirate_led_in_an_earlier_trick_is_remembered() -> None:
    data = position(["N1 E4 E9", "P P P", "P N2 N7"])
    state = GAME.from_position(data | {"leader": 1})
    play(state, "P P N1")
    assert state.actors == (0,)
    for seed in range(100):
        hands = state.rules.imagine(state.view(0), seed).position()["hands"]
        assert hands[1] == ["P", "P"]
        assert "P" not in hands[2]


@pytest.mark.rule("ST-2.1")
def test_the_order_of_the_pile_is_imagined_evenly() -> None:
    deck = small_deck({"N": [1, 2, 3]}, pirates=1, hand=2, damages=(1, 1))
    state = GAME.rules(2, {"rounds": 1}, deck).start(seed=3)
    view = state.view(0)
    unseen = Counter([f"{d}1" for d in "NESW"] * 2) - Counter(view["row"])
    weights = Counter(itertools.permutations(unseen.elements()))
    belief = state.rules.belief(view)
    rng = random.Random(5)
    samples = Counter(tuple(belief.sample(rng).position()["pile"]) for _ in range(4000))
    assert_drawn_like(samples, weights)


def test_cards_already_seen_are_never_imagined_elsewhere() -> None:
    for seed in range(10):
        state = GAME.start(players=3, seed=seed, options={"expert": True, "rounds": 1})
        for now, seat, _ in random_play(state, random.Random(seed), 1000):
            real = now.position()
            world = now.rules.imagine(now.view(seat), seed).position()
            assert world["hands"][seat] == real["hands"][seat]
            for name in ("played", "trick", "row", "forecast", "aside", "taken", "scores"):
                assert world[name] == real[name]


def test_hidden_cards_never_stand_in_a_view() -> None:
    """Everything named in a view is in its own hand or lies open; pirates and winds are counted."""
    for players, expert in ((2, True), (4, False), (5, True)):
        state = GAME.start(players=players, seed=8, options={"expert": expert, "rounds": 2})
        for now, _, _ in random_play(state, random.Random(8), 1000):
            real = now.position()
            laid = Counter(move["card"] for move in real["played"] + real["trick"])
            winds = Counter(real["row"] + real["forecast"] + real["aside"])
            for taken in real["taken"]:
                winds.update(taken)
            for viewer in (None, *range(players)):
                own = Counter([] if viewer is None else real["hands"][viewer])
                view = now.view(viewer)
                cards, blowing = named_in(view)
                # A word such as N1 may be a steering or a wind card; those of a wind's damage
                # stand only in the fields of winds.
                assert cards <= own + laid
                assert blowing <= winds
                assert view["counts"] == [len(hand) for hand in real["hands"]]
                assert real["chance"] not in json.dumps(view)


def named_in(view: dict[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Every card and every wind that the view names, found by walking all of it."""
    cards: Counter[str] = Counter()
    winds: Counter[str] = Counter()

    def walk(value: Any, into: Counter[str]) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                walk(item, winds if key in ("row", "forecast", "aside", "taken") else into)
        elif isinstance(value, list):
            for item in value:
                walk(item, into)
        elif isinstance(value, str) and (value == "P" or value[1:].isdigit()):
            into[value] += 1

    walk(view, cards)
    return cards, winds


def test_views_say_who_would_take_the_wind_now() -> None:
    state = GAME.from_position(position(["N3 P", "N9 E5", "S7 S8"]))
    assert state.view(None)["standing"] is None
    state.play(0, "N3")
    assert state.view(None)["standing"] == {"takes": 0, "leads": 0}
    state.play(1, "N9")
    assert state.view(2)["standing"] == {"takes": 0, "leads": 1}
    view = state.view(2)
    assert dict(zip(view["hand"], view["worths"], strict=True))["S8"] == [0.0, 4.0, 8.0]
    assert state.view(None)["worths"] is None
    preview = state.rules.preview(state.view(2), state.rules.parse(state, 2, "S8"))
    assert preview == {
        "kind": "play",
        "card": "S8",
        "worths": [0.0, 4.0, 8.0],
        "complete": True,
        "cancelled": False,
        "takes": 2,
        "leads": 1,
    }


def test_previews_tell_what_keeping_a_set_brings() -> None:
    taken = [["N1", "N2", "N2", "N3"], []]
    data = position(["N5", "P"], "E1", pile=[], taken=taken, options={"expert": True})
    state = GAME.from_position(data)
    play(state, "N5 P")
    keep, discard = (state.rules.parse(state, 0, word) for word in ("keep N", "discard N"))
    view = state.view(0)
    assert state.rules.preview(view, keep) == {
        "kind": "keep",
        "direction": "N",
        "damage": 8,
        "bonus": 2,
    }
    assert state.rules.preview(view, discard) == {
        "kind": "discard",
        "direction": "N",
        "damage": 2,
        "bonus": 0,
    }


# Small decks.


@pytest.mark.parametrize("players", [2, 3])
def test_a_small_deck_makes_whole_matches(players: int) -> None:
    rules = GAME.rules(players, {"rounds": 3}, DECK)
    for seed in range(20):
        state = rules.start(seed=seed)
        for now, seat, _ in random_play(state, random.Random(seed), 3 * 2 * players):
            assert now.rules.imagine(now.view(seat), 1).view(seat) == now.view(seat)
        assert state.over
        assert len(state.position()["history"]) == 3


@pytest.mark.rule("ST-1.1")
@pytest.mark.rule("ST-1.2")
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"hand": {"cards": 13, "mark": "printed"}}, "hand.cards"),
        ({"hand": {"cards": 0, "mark": "printed"}}, "hand.cards"),
        ({"hand": {"cards": 3}}, "hand: expected a table with a mark"),
        ({"hand": 3}, "hand: expected a table"),
        ({"pirates": {"count": 5, "mark": "printed"}}, "pirates.count"),
        ({"pirates": {"count": -1, "mark": "printed"}}, "pirates.count"),
        ({"steering": []}, "at least 48 cards"),
        ({"steering": [{"direction": "X", "values": [1], "mark": "printed"}]}, "direction"),
        ({"steering": [{"direction": "N", "values": [15], "mark": "printed"}]}, "steering N"),
        (
            {"steering": [{"direction": "N", "values": [1, 1], "mark": "printed"}]},
            "each value once",
        ),
        (
            {"steering": [{"direction": "N", "values": 1, "mark": "printed"}]},
            "values: expected a list",
        ),
        (
            {"steering": [{"direction": "N", "values": [1], "mark": "printed"}] * 2},
            "only one entry",
        ),
        ({"steering": [{"direction": "N", "values": [1]}]}, "mark"),
        ({"wind": []}, "at least 14 cards"),
        (
            {"wind": [{"direction": "N", "damages": [3, 3], "mark": "printed"}]},
            "at most 1 of damage 3",
        ),
        ({"wind": [{"direction": "N", "damages": [0], "mark": "printed"}]}, "wind N"),
    ],
    ids=str,
)
def test_decks_that_make_no_round_are_refused(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadComponents, match=expected):
        GAME.rules(4, None, GAME.own_components.data | change)


@pytest.mark.rule("ST-8.1")
def test_the_expert_game_needs_three_winds_more() -> None:
    winds = [{"direction": d, "damages": [1, 1, 2, 2], "mark": "printed"} for d in "NESW"]
    deck = GAME.own_components.data | {"wind": winds}
    assert GAME.rules(4, {"expert": False}, deck).start(seed=1).actors
    with pytest.raises(BadComponents, match="at least 17 cards, got 16"):
        GAME.rules(4, {"expert": True}, deck)
