"""VW-1: the component file."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadComponents, BadRecord

GAME = fw.game("vor-dem-wind")
DATA: dict[str, Any] = GAME.own_components.data
WORTH = {"apple": 6, "cheese": 4, "spice": 4, "silk": 2}


def with_entry(section: str, index: int, **changes: Any) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    data[section][index] |= changes
    return data


@pytest.mark.rule("VW-1.1")
def test_the_box_holds_120_cards_46_ships_60_goods_and_60_money_cards() -> None:
    box = GAME.box(GAME.own_components, 4, GAME.rules(4).options)
    stacks = Counter({0: 0})
    for kind in range(box.kinds):
        stacks[int(box.stack[kind])] += int(box.count[kind])
    assert stacks == {0: 40, 1: 40, 2: 40}
    sizes: Counter[int] = Counter()
    for ship in range(box.ships):
        sizes[int(box.ship_size[ship])] += int(box.ship_count[ship])
    assert sizes == {0: 26, 1: 20}
    assert sum(entry["count"] for entry in DATA["goods"]) == 60
    assert sum(entry["count"] for entry in DATA["money"]) == 60


@pytest.mark.rule("VW-1.1")
@pytest.mark.parametrize(
    ("section", "changes"),
    [
        ("purchase", {"count": 9}),
        ("storage", {"count": 9}),
        ("shipment", {"count": 9}),
        ("ship", {"count": 9}),
        ("goods", {"count": 14}),
        ("money", {"count": 23}),
    ],
)
def test_a_box_with_a_wrong_total_is_refused(section: str, changes: dict[str, Any]) -> None:
    with pytest.raises(BadComponents, match=r"VW-1\.1"):
        GAME.rules(components=with_entry(section, 0, **changes))


def test_ships_follow_the_additive_worth_and_the_known_one_is_there() -> None:
    for ship in DATA["ship"]:
        assert ship["points"] == sum(WORTH[good] for good in ship["cargo"])
        low, high = (12, 20) if ship["size"] == "large" else (2, 8)
        assert low <= ship["points"] <= high
    known = {"size": "large", "cargo": ["apple", "spice", "cheese", "cheese"], "points": 18}
    assert any(
        known.items() <= ship.items() and ship["mark"] == "reported" for ship in DATA["ship"]
    )
    for size in ("large", "small"):
        assert sum(ship["size"] == size for ship in DATA["ship"]) >= 5


@pytest.mark.parametrize("cargo", [[], ["apple"] * 9, ["wood"] * 4, "apple", None])
def test_a_cargo_that_no_warehouse_holds_is_refused(cargo: Any) -> None:
    with pytest.raises(BadComponents, match="cargo"):
        GAME.rules(components=with_entry("ship", 0, cargo=cargo))


def test_our_own_cards_give_no_warning() -> None:
    assert GAME.rules().warnings == []


@pytest.mark.rule("VW-1.2")
@pytest.mark.parametrize(
    ("changes", "warnings"),
    [
        ({"cargo": ["apple"] * 3}, ["ship[0].cargo: large ships are reported with 4, not 3"]),
        ({"points": 21}, ["ship[0].points: large ships are reported with 12 to 20, not 21"]),
        ({"cargo": ["silk"] * 5, "points": 9}, ["ship[0].cargo: ", "ship[0].points: "]),
    ],
)
def test_ships_other_than_reported_are_played_with_and_pointed_out(
    changes: dict[str, Any], warnings: list[str]
) -> None:
    rules = GAME.rules(components=with_entry("ship", 0, **changes))
    assert len(rules.warnings) == len(warnings)
    for found, expected in zip(rules.warnings, warnings, strict=True):
        assert found.startswith(expected)
        assert found.endswith("(VW-1.2)")


def moved(stack: str, shelters: int) -> dict[str, Any]:
    """Some Safe shelters in another stack, in exchange for cards of which that has many."""
    data = copy.deepcopy(DATA)
    at = next(i for i, card in enumerate(data["special"]) if card["kind"] == "safe-shelter")
    data["special"][at]["count"] -= shelters
    data["special"].append(data["special"][at] | {"stack": stack, "count": shelters})
    data["special"] = [card for card in data["special"] if card["count"]]
    other = next(i for i, card in enumerate(data[stack]) if card["count"] >= shelters + 1)
    data[stack][other]["count"] -= shelters
    data["shipment"][0]["count"] += shelters
    return data


@pytest.mark.rule("VW-1.3")
@pytest.mark.parametrize("shelters", [2, 4])
def test_a_special_card_may_lie_in_any_stack_with_a_warning(shelters: int) -> None:
    rules = GAME.rules(3, components=moved("storage", shelters))
    assert len(rules.warnings) == 1
    assert rules.warnings[0].endswith("safe-shelter is reported in the shipment stack (VW-1.3)")
    names = [name for name in rules.box.names if name.startswith("safe-shelter")]
    both = ["safe-shelter:storage", "safe-shelter:shipment"]
    assert names == (both if shelters == 2 else ["safe-shelter"])


@pytest.mark.rule("VW-7.6")
def test_shelters_of_two_stacks_are_both_used() -> None:
    rules = GAME.rules(3, components=moved("storage", 2))
    for shelter in ("safe-shelter:storage", "safe-shelter:shipment"):
        start = rules.start(1)
        while start.view(None)["step"] != "trading":
            start.play(start.actors[0], start.actions(start.actors[0])[0])
        position = start.position()
        seat = start.actors[0]
        stack = position["stacks"][shelter.partition(":")[2]]
        if shelter not in stack:
            continue
        stack.remove(shelter)
        position["specials"][seat] = [shelter]
        state = rules.position(position)
        state.play(seat, "shelter 1")
        assert state.view(None)["discards"] == [shelter]
        assert state.view(None)["specials"][seat] == []


def test_printed_and_reported_cards_are_in_the_box_and_marked() -> None:
    marked: list[tuple[str, dict[str, Any], str]] = [
        ("special", {"kind": "free-trade", "number": 2}, "printed"),
        ("special", {"kind": "conservation", "number": 2}, "printed"),
        ("special", {"kind": "buy-and-store", "number": 2, "price": 14}, "printed"),
        ("shipment", {"income": 11}, "printed"),
        ("purchase", {"goods": ["apple", "apple", "cheese"]}, "reported"),
    ]
    for section, fields, mark in marked:
        assert any(
            fields | {"mark": mark} == {k: e[k] for k in (*fields, "mark") if k in e}
            for e in DATA[section]
        )
    assert any(ship["points"] == 16 for ship in DATA["ship"])


def test_the_deck_is_a_real_one() -> None:
    assert len({tuple(entry["goods"]) for entry in DATA["purchase"]}) >= 12
    assert len({(entry["number"], entry["price"]) for entry in DATA["storage"]}) >= 8
    assert len({entry["income"] for entry in DATA["shipment"]}) >= 8
    assert {entry["kind"] for entry in DATA["special"]} == {
        "free-trade",
        "conservation",
        "buy-and-store",
        "exchange",
        "market-sale",
        "safe-shelter",
    }


@pytest.mark.rule("VW-1.3")
@pytest.mark.parametrize(
    "changes",
    [
        {"stack": "harbour"},
        {"stack": None},
        {"stack": ["storage"]},
        {"stack": "storage"},  # the Purchase stack lacks a card then
        {"kind": "wish"},
        {"kind": ["exchange"]},
        {"number": 0},
        {"price": 3},
        {"mark": "official"},
    ],
)
def test_a_special_card_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadComponents):
        GAME.rules(components=with_entry("special", 0, **changes))


def test_an_entry_without_a_mark_is_refused() -> None:
    data = copy.deepcopy(DATA)
    del data["purchase"][0]["mark"]
    with pytest.raises(BadComponents, match="mark"):
        GAME.rules(components=data)


def test_the_copy_of_an_owner_is_played_with_and_its_digest_stands_in_records(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.toml"
    own = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    path.write_text(own.replace("{ income = 15, count = 3", "{ income = 16, count = 3"))
    assert tomllib.loads(path.read_text()) != DATA
    rules = GAME.rules(3, components=path)
    assert "income:16" in rules.box.names
    state = rules.start(5)
    record = fw.Record.begin(rules, seed=5)
    while not state.over and len(record.moves) < 60:
        seat = state.actors[0]
        text = rules.text(state, seat, state.actions(seat)[-1])
        state.play(seat, text)
        record.add(seat, text, state)
    read = fw.Record.loads(record.dumps())
    assert read.components == rules.components.digest != GAME.own_components.digest
    assert read.replay(path).digest() == state.digest()
    with pytest.raises(BadRecord, match="component file"):
        read.replay()
