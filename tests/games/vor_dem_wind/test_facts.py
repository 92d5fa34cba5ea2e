"""Facts say what really happened, and their texts follow."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.words import LANGUAGES, words

NAMES = ["Ann", "Ben", "Cleo", "Dora"]
NEARLY_ALL = {1: ["apple"] * 15 + ["spice"] * 15, 2: ["cheese"] * 15 + ["silk"] * 14}


def told(state: fw.State, kind: str, *moves: tuple[int, str]) -> tuple[dict[str, Any], str]:
    """The last fact of that kind that the moves bring about, and its English sentence."""
    facts: list[Any] = []
    for seat, move in moves:
        state.play(seat, move, facts)
    found: dict[str, Any] = [f.json() for f in facts if f.kind.name == kind][-1]
    lines = [words(language, "vor-dem-wind").fact(found, NAMES) for language in LANGUAGES]
    assert len(set(lines)) == len(lines)
    assert not any("{" in line or "facts/" in line for line in lines)
    return found, lines[0]


@pytest.mark.rule("VW-5.2")
def test_a_purchase_says_what_the_supply_lacks(lay: Any) -> None:
    front = {0: "buy:apple+apple+cheese", 1: "income:5"}
    fact, line = told(lay(front=front), "goods-bought", (0, "buy"))
    assert (fact["goods"], fact["missing"]) == (["apple", "apple", "cheese"], [])
    assert line == "Ann takes apple, apple, cheese."
    few = lay(front=front, hands={1: ["apple"] * 14})
    fact, line = told(few, "goods-bought", (0, "buy"))
    assert (fact["goods"], fact["missing"]) == (["apple", "cheese"], ["apple"])
    assert line == "Ann takes apple, cheese; the supply lacks apple."


@pytest.mark.rule("VW-7.1")
def test_a_free_trade_says_when_the_supply_has_no_more(lay: Any) -> None:
    state = lay(
        front={0: "income:11", 1: "income:5"}, specials={0: ["free-trade:2"]}, hands=NEARLY_ALL
    )
    moves = [(0, "special free-trade:2"), (0, "get silk"), (0, "done")]
    fact, line = told(state, "goods-traded", *moves)
    assert (fact["goods"], fact["missing"]) == (["silk"], 1)
    assert line == "Ann plays Free trade of 2 and takes silk; the supply has no more."


@pytest.mark.rule("VW-7.5")
def test_a_market_sale_may_sell_nothing(lay: Any) -> None:
    state = lay(front={0: "income:11", 1: "income:5"}, specials={0: ["market-sale"]})
    fact, line = told(state, "goods-sold", (0, "special market-sale"), (0, "done"))
    assert (fact["goods"], fact["n"]) == ([], 0)
    assert line == "Ann plays Market sale and sells nothing."


@pytest.mark.rule("VW-4.2")
def test_who_makes_no_offer_may_have_no_gold(lay: Any, up: Any) -> None:
    row = [None, "income:11", "store:3/5", "exchange"]
    state = lay(step="trading", row=row, front={0: up("income:5")}, turn=1, gold=[22, 22, 0, 22])
    fact, line = told(state, "offer-declined", (1, "bid on 1"), (1, "offer 3"))
    assert (fact["seat"], fact["able"], line) == (2, False, "Cleo has no gold to offer.")
    fact, line = told(state, "offer-declined", (3, "pass"))
    assert (fact["seat"], fact["able"], line) == (3, True, "Dora makes no offer.")


@pytest.mark.rule("VW-5.1")
def test_a_card_that_is_not_used_may_be_one_that_cannot_be(lay: Any) -> None:
    front = {0: "store:3/5", 1: "income:5"}
    state = lay(front=front, hands={0: ["apple"]})
    fact, line = told(state, "action-forgone", (0, "pass"))
    assert (fact["able"], line) == (True, "Ann does not use: Storage of 3 for 5 gold.")
    state = lay(front=front, specials={0: ["market-sale"]})
    fact, line = told(state, "action-forgone", (0, "pass"))
    assert (fact["able"], line) == (False, "Ann cannot use: Storage of 3 for 5 gold.")
    state = lay(front={0: "income:5", 1: "store:3/5"})
    fact, line = told(state, "action-forgone", (0, "income"))
    assert (fact["seat"], fact["able"]) == (1, False)


@pytest.mark.rule("VW-5.1")
def test_a_special_card_comes_to_the_hand_when_the_turn_ends(lay: Any) -> None:
    state = lay(front={0: "exchange", 1: "income:5"}, turn=1)
    fact, _ = told(state, "special-gained", (1, "income"))
    assert (fact["seat"], fact["card"]) == (0, "exchange")
    assert state.view(None)["specials"][0] == ["exchange"]


@pytest.mark.rule("VW-6.2")
def test_who_has_no_goods_loses_nothing(lay: Any) -> None:
    state = lay(front={0: "income:5"}, port=[None, "small:silk/2"], hands={1: ["silk"]})
    facts: list[Any] = []
    state.play(0, "income", facts)
    lost = {f.seat: f.data["goods"] for f in facts if f.kind.name == "goods-spoiled"}
    assert lost == {0: [], 1: ["silk"], 2: [], 3: []}
    empty = next(f for f in facts if f.kind.name == "goods-spoiled" and f.seat == 0)
    assert words("en", "vor-dem-wind").fact(empty.json(), NAMES) == "Ann loses nothing."


@pytest.mark.rule("VW-6.1")
def test_a_fleet_that_leaves_may_be_laden_to_the_last_ship(lay: Any) -> None:
    state = lay(front={0: "income:5"}, port=[None, "small:silk/2"], warehouses={0: ["silk"]})
    fact, line = told(state, "fleet-left", (0, "ship 2"), (0, "done"))
    assert fact["ships"] == []
    assert line == "The fleet leaves; every ship was laden."


@pytest.mark.rule("VW-7.6")
def test_a_shelter_says_what_the_owner_gets(lay: Any, up: Any) -> None:
    row = [None, "income:11", "store:3/5", "exchange"]
    state = lay(
        step="trading",
        row=row,
        front={0: up("income:5")},
        turn=1,
        specials={1: ["safe-shelter"]},
    )
    fact, line = told(state, "card-snatched", (1, "shelter from 1"))
    assert (fact["owner"], fact["n"]) == (0, 5)
    assert line.endswith("Ann gets 5 gold.")
