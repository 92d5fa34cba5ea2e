"""Views, positions, imagined worlds, previews, and the laws of the pieces."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadPosition, BadView
from tests.games.vor_dem_wind.conftest import down

GAME = fw.game("vor-dem-wind")
GOODS = ["apple", "spice", "cheese", "silk"]


def random_states(seed: int, players: int, every: int, **options: Any) -> Any:
    """Every so manieth state of a random game, now and then with something taken back."""
    state = GAME.start(players, seed, options)
    chance = random.Random(seed)
    number = 0
    while not state.over:
        if number % every == 0:
            yield state
        seat = state.actors[0]
        if chance.random() < 0.1:
            state.retract(seat)
        else:
            state.play(seat, chance.choice(state.actions(seat)))
        number += 1
    yield state


@pytest.mark.rule("VW-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_goods_cards_and_ships_are_conserved(players: int) -> None:
    box = GAME.rules(players).box
    cards = Counter({name: int(box.count[i]) for i, name in enumerate(box.names)})
    ships = Counter({name: int(box.ship_count[i]) for i, name in enumerate(box.ship_names)})
    for state in random_states(players, players, 5):
        p, view = state.position(), state.view(None)
        goods = Counter(view["supply"])
        for lists in (p["hands"], p["warehouses"]):
            for names in lists:
                goods.update(names)
        assert goods == dict.fromkeys(GOODS, 15)
        found = Counter(p["discards"])
        for names in (*p["stacks"].values(), *p["specials"], *p["conservation"]):
            found.update(names)
        found.update(name for name in p["row"] if name)
        found.update(front["card"] for front in p["front"] if front and front["card"])
        assert found == cards
        found = Counter(p["gone"])
        for names in (*p["ship_stacks"].values(), *p["delivered"]):
            found.update(names)
        found.update(name for name in p["port"] if name)
        assert found == ships
        assert all(len(stored) <= 8 for stored in p["warehouses"])
        assert min(p["gold"]) >= 0


@pytest.mark.rule("VW-2.1")
@pytest.mark.rule("VW-4.4")
def test_gold_comes_and_goes_only_through_the_bank() -> None:
    state = GAME.start(4, 9)
    chance = random.Random(9)
    gold = 4 * 22
    bank = {"income-taken": 1, "goods-sold": 1, "goods-stored": -1, "goods-bought-and-stored": -1}
    while not state.over:
        facts: list[Any] = []
        seat = state.actors[0]
        state.play(seat, chance.choice(state.actions(seat)), facts)
        for fact in facts:
            gold += bank.get(fact.kind.name, 0) * int(fact.data.get("n", 0))
            gold += 5 if fact.kind.name == "card-snatched" else 0
        view = state.view(None)
        before_players = sum(front["money"] or 0 for front in view["front"] if front)
        assert sum(view["gold"]) + before_players == gold


@pytest.mark.rule("VW-2.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_worlds_look_the_same_and_offer_the_same_actions(players: int) -> None:
    for number, state in enumerate(random_states(40 + players, players, 9, target=30)):
        for seat in (None, *range(players)):
            view = state.view(seat)
            world = state.rules.imagine(json.loads(json.dumps(view)), number)
            assert world.view(seat) == view
            if seat is not None:
                assert world.actions(seat) == state.actions(seat)
                assert world.decision(seat) == state.decision(seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_round_trip_and_play_on_identically(players: int) -> None:
    for state in random_states(70 + players, players, 23):
        again = GAME.from_position(json.loads(json.dumps(state.position())))
        assert again.digest() == state.digest()
        twin, chance = state.copy(), random.Random(1)
        for _ in range(40):
            if twin.over:
                break
            seat = twin.actors[0]
            action = chance.choice(twin.actions(seat))
            assert again.actions(seat) == twin.actions(seat)
            assert again.decision(seat) == twin.decision(seat)
            twin.play(seat, action)
            again.play(seat, action)
        assert again.digest() == twin.digest()


def test_refused_candidates_change_nothing() -> None:
    refused = 0
    for state in random_states(5, 3, 1, target=20):
        for seat in state.actors:
            before = state.digest()
            candidates = state.candidates(seat)
            assert set(state.actions(seat)) <= {action for action, _ in candidates}
            for action, refusal in candidates:
                if refusal is not None:
                    refused += 1
                    assert refusal.rule
                    with pytest.raises(fw.IllegalAction):
                        state.play(seat, action)
            assert state.digest() == before
    assert refused > 100


def test_every_decision_has_an_id_of_its_own() -> None:
    state = GAME.start(4, 3)
    chance = random.Random(3)
    seen = set()
    while not state.over:
        seat = state.actors[0]
        asked = state.decision(seat)
        assert asked not in seen
        seen.add(asked)
        assert all(state.decision(other) is None for other in range(4) if other != seat)
        state.play(seat, chance.choice(state.actions(seat)))


@pytest.mark.rule("VW-3.1")
def test_only_the_order_of_the_stacks_differs_between_worlds() -> None:
    state = next(s for s in random_states(8, 4, 1) if s.view(None)["turn_number"] == 3)
    real = state.position()
    tops: Counter[str] = Counter()
    belief = state.rules.belief(state.view(1))
    chance = random.Random(4)
    for _ in range(300):
        world = belief.sample(chance).position()
        for name in real:
            if name not in ("stacks", "ship_stacks", "chance"):
                assert world[name] == real[name]
        for stack, cards in real["stacks"].items():
            assert sorted(world["stacks"][stack]) == sorted(cards)
        assert world["chance"] != real["chance"]
        tops[world["stacks"]["storage"][0]] += 1
    whole = Counter(real["stacks"]["storage"])
    for card, n in whole.items():
        expected = 300 * n / whole.total()
        assert abs(tops[card] - expected) < 5 * (expected**0.5) + 3


@pytest.mark.rule("VW-1.3")
def test_a_view_says_what_stands_on_its_cards_and_ships(lay: Any, play: Any) -> None:
    state = lay(
        front={0: "buy:apple+apple+cheese", 1: "store:3/5", 2: "income:11", 3: 0},
        specials={0: ["free-trade:2", "exchange"], 3: ["buy-and-store:2/14"]},
        conservation={1: ["conservation:3"]},
        delivered={2: ["small:silk/2"]},
    )
    faces = state.view(None)["faces"]
    shown = {
        code: tuple(face[name] for name in ("kind", "stack", "special", "number", "gold", "points"))
        for code, face in faces.items()
    }
    assert shown["buy:apple+apple+cheese"] == ("buy", "purchase", False, None, None, None)
    assert faces["buy:apple+apple+cheese"]["goods"] == ["apple", "apple", "cheese"]
    assert shown["store:3/5"] == ("store", "storage", False, 3, 5, None)
    assert shown["income:11"] == ("income", "shipment", False, None, 11, None)
    assert shown["free-trade:2"] == ("free-trade", "purchase", True, 2, None, None)
    assert shown["exchange"] == ("exchange", "storage", True, None, None, None)
    assert shown["buy-and-store:2/14"] == ("buy-and-store", "storage", True, 2, 14, None)
    assert shown["conservation:3"] == ("conservation", "purchase", True, 3, None, None)
    assert shown["small:silk/2"] == ("small", "ship", False, None, None, 2)
    assert faces["large:apple+silk+silk+silk/12"]["goods"] == ["apple", "silk", "silk", "silk"]
    assert set(state.view(None)["port"]) <= set(faces)
    play(state, (0, "buy"))


def test_a_preview_says_what_would_follow_and_what_would_spoil(lay: Any) -> None:
    state = lay(
        front={0: "income:11"},
        warehouses={0: ["apple", "apple", "spice", "cheese", "cheese"]},
        hands={0: ["silk"]},
    )
    rules, view = state.rules, state.view(0)
    ship = rules.preview(view, rules.parse(state, 0, "ship 1"))
    assert (ship["ship_points"], ship["points"], ship["stored"]) == (18, 18, -4)
    assert ship["ships_in_port"] == 6
    assert ship["spoils"] == {"hand": 1, "apple": 1, "spice_or_cheese": 0, "conserved": 0}
    income = rules.preview(view, rules.parse(state, 0, "income"))
    assert (income["gold"], income["points"]) == (11, 0)
    assert income["spoils"] == {"hand": 1, "apple": 2, "spice_or_cheese": 1, "conserved": 0}
    assert rules.preview(view, rules.parse(state, 0, "ship 4")) == {
        "kind": "ship",
        "card": None,
        "ship": "large:apple+silk+silk+silk/12",
        "legal": False,
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("step", "sailing"),
        ("step", "settling"),
        ("step", "spoiling"),
        ("turn_number", 0),
        ("turn_number", "5"),
        ("first", 4),
        ("turn", -1),
        ("turn", None),
        ("gold", [22, 22, 22]),
        ("gold", [22, 22, 22, -1]),
        ("gold", [22, 22, 22, True]),
        ("paid", [1, 0, 0, 0]),
        ("hands", [["apple"] * 16, [], [], []]),
        ("hands", [["wood"], [], [], []]),
        ("hands", "apple"),
        ("warehouses", [["silk"] * 9, [], [], []]),
        ("specials", [["exchange"] * 9, [], [], []]),
        ("specials", [["income:11"], [], [], []]),
        ("conservation", [["exchange"], [], [], []]),
        ("delivered", [["large:apple"], [], [], []]),
        ("port", ["small:apple/6"] * 4),
        ("port", [None] * 9),
        ("row", ["income:11"]),
        ("front", [{"card": "income:11"}, None, None, None]),
        ("front", [{"card": "income:11", "face": "down"}, None, None, None]),
        ("front", [{"card": "income:11", "face": "sideways", "money": None}, None, None, None]),
        ("front", [{"card": "income:11", "face": "down", "money": 0}, None, None, None]),
        ("front", [{"card": None, "face": None, "money": 4}, None, None, None]),
        ("front", [{"card": None, "face": "up", "money": 0}, None, None, None]),
        ("shuffles", {"purchase": 1}),
        ("shuffles", dict.fromkeys(("purchase", "storage", "shipment", "large", "small"), 0)),
        ("front", [None] * 4),
        ("bidding", {"owner": 1, "opener": 2, "offers": [None] * 4}),
        ("sheltered", [False, True, False, False]),
        ("special", "income:11"),
        ("acted", 1),
        ("kept", {"warehouse": ["apple"], "hand": []}),
        ("draft", ["income"]),
        ("draft", ["store apple"]),
        ("draft", "ship 1"),
        ("stacks", {"purchase": []}),
        ("chance", "00.1"),
        ("discards", ["income:11"] * 4),
        ("wishes", 1),
    ],
)
def test_a_position_that_cannot_be_is_refused(field: str, value: Any, lay: Any) -> None:
    front = [down("income:11"), None, None, None]
    with pytest.raises(BadPosition):
        lay(**({"front": front} | {field: value}))


@pytest.mark.parametrize(
    "change",
    [
        {"hands": None},
        {"discards": []},
        {"stack_counts": {}},
        {"step": "x"},
        {"seat": 1, "gold": 3},
    ],
)
def test_a_view_that_no_seat_can_have_is_refused(change: dict[str, Any]) -> None:
    state = next(s for s in random_states(8, 3, 1) if s.view(None)["turn_number"] == 4)
    view = state.view(0) | change
    if change == {"discards": []}:
        view["stack_counts"] = state.view(0)["stack_counts"]
    with pytest.raises(BadView):
        state.rules.imagine(view, 1)


def test_the_memory_aid_changes_nothing_but_itself() -> None:
    plain, aided = GAME.start(3, 2), GAME.start(3, 2, {"memory_aid": True})
    one, other = plain.view(0), aided.view(0)
    assert one.pop("options") != other.pop("options")
    assert one == other
