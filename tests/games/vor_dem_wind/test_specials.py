"""VW-7: the special cards (Safe shelter stands with the trade)."""

from __future__ import annotations

from typing import Any

import pytest


def with_card(lay: Any, *cards: str, card: str = "store:3/5", **fields: Any) -> Any:
    """Seat 0 acts with a card before him and special cards in hand."""
    return lay(front={0: card, 1: "income:5"}, specials={0: list(cards)}, **fields)


@pytest.mark.rule("VW-7.1")
def test_free_trade_takes_the_number_shown_of_any_goods(lay: Any, play: Any, refused: Any) -> None:
    state = with_card(lay, "free-trade:2")
    state.play(0, "special free-trade")
    state.play(0, "get silk")
    assert refused(state, 0, "done") == ("more-to-get", "VW-7.1")
    state.play(0, "get silk")
    assert refused(state, 0, "get apple") == ("number-used-up", "VW-7.1")
    play(state, (0, "done"))
    view = state.view(None)
    assert view["hands"][0] == ["silk", "silk"]
    assert view["discards"] == ["free-trade:2"]


@pytest.mark.rule("VW-7.1")
def test_free_trade_takes_only_what_the_supply_has(lay: Any, play: Any, refused: Any) -> None:
    hands = {1: ["apple"] * 15 + ["spice"] * 15, 2: ["cheese"] * 15 + ["silk"] * 14}
    state = with_card(lay, "free-trade:2", hands=hands)
    state.play(0, "special free-trade:2")
    assert refused(state, 0, "get apple") == ("supply-lacks", "VW-7.1")
    play(state, (0, "get silk"), (0, "done"))
    assert state.view(None)["hands"][0] == ["silk"]


@pytest.mark.rule("VW-7.2")
def test_conservation_lies_in_the_warehouse_and_takes_no_place(lay: Any, play: Any) -> None:
    state = with_card(
        lay,
        "conservation:2",
        conservation={0: ["conservation:3"]},
        warehouses={0: ["silk"] * 7},
        hands={0: ["apple"]},
    )
    play(state, (0, "special conservation"), (0, "store apple"), (0, "done"))
    view = state.view(None)
    assert view["conservation"][0] == ["conservation:2", "conservation:3"]
    assert len(view["warehouses"][0]) == 8
    assert view["discards"] == []


@pytest.mark.rule("VW-7.3")
def test_buy_and_store_puts_goods_straight_into_the_warehouse(lay: Any, play: Any) -> None:
    state = with_card(lay, "buy-and-store:2/14")
    play(state, (0, "special buy-and-store apple cheese"))
    view = state.view(None)
    assert view["warehouses"][0] == ["apple", "cheese"]
    assert view["gold"][0] == 8
    state = with_card(lay, "buy-and-store:2/14")
    play(state, (0, "special buy-and-store:2/14 apple"))  # fewer for the same price
    assert state.view(None)["gold"][0] == 8


@pytest.mark.rule("VW-7.3")
def test_buy_and_store_needs_gold_and_a_place(lay: Any, refused: Any) -> None:
    state = with_card(lay, "buy-and-store:2/14", gold=[13, 22, 22, 22], hands={0: ["apple"]})
    assert refused(state, 0, "special buy-and-store") == ("cannot-pay-special", "VW-7.3")
    state = with_card(lay, "buy-and-store:2/14", warehouses={0: ["silk"] * 7}, hands={0: ["apple"]})
    state.play(0, "special buy-and-store")
    assert refused(state, 0, "done") == ("nothing-chosen", "VW-7.3")
    state.play(0, "get silk")
    assert refused(state, 0, "get silk") == ("warehouse-full", "VW-5.3")
    full = with_card(lay, "buy-and-store:2/14", card="income:11", warehouses={0: ["silk"] * 8})
    assert refused(full, 0, "special buy-and-store") == ("warehouse-full", "VW-5.3")


@pytest.mark.rule("VW-7.4")
def test_worked_example_3_of_the_exchange(lay: Any, play: Any) -> None:
    stored = {0: ["cheese"], 1: ["apple"], 2: ["silk"]}
    state = with_card(lay, "exchange", warehouses=stored)
    play(state, (0, "special exchange cheese:B.apple apple:C.silk"))
    assert state.view(None)["warehouses"][:3] == [["silk"], ["cheese"], ["apple"]]
    assert state.view(None)["discards"] == ["exchange"]


@pytest.mark.rule("VW-7.4")
def test_one_swap_with_the_own_hand(lay: Any, play: Any) -> None:
    state = with_card(lay, "exchange", warehouses={0: ["cheese"]}, hands={0: ["apple", "silk"]})
    play(state, (0, "special exchange cheese:hand.apple"))
    assert state.view(None)["warehouses"][0] == ["apple"]
    assert state.view(None)["hands"][0] == ["cheese", "silk"]


@pytest.mark.rule("VW-7.4")
def test_two_swaps_may_have_different_sources_and_two_own_goods(lay: Any, play: Any) -> None:
    stored = {0: ["spice", "cheese"], 2: ["apple"]}
    state = with_card(lay, "exchange", warehouses=stored, hands={0: ["silk"]})
    play(state, (0, "special exchange spice:C.apple cheese:hand.silk"))
    assert state.view(None)["warehouses"] == [["apple", "silk"], [], ["spice"], []]
    assert state.view(None)["hands"][0] == ["cheese"]


@pytest.mark.rule("VW-7.4")
def test_what_cannot_be_swapped(lay: Any, refused: Any) -> None:
    stored = {0: ["cheese"], 1: ["apple", "cheese"]}
    state = with_card(lay, "exchange", warehouses=stored)
    state.play(0, "special exchange")
    assert refused(state, 0, "swap cheese:C.apple") == ("not-there", "VW-7.4")
    assert refused(state, 0, "swap silk:B.apple") == ("not-in-warehouse", "VW-7.4")
    assert refused(state, 0, "swap cheese:B.cheese") == ("no-swap", "VW-7.4")
    assert refused(state, 0, "swap cheese:A.apple") == ("no-swap", "VW-7.4")
    assert refused(state, 0, "swap cheese:hand.apple") == ("not-there", "VW-7.4")
    assert refused(state, 0, "done") == ("nothing-chosen", "VW-7.4")
    state.play(0, "swap cheese:B.apple")
    assert refused(state, 0, "swap cheese:B.apple") == ("not-in-warehouse", "VW-7.4")
    state.play(0, "swap apple:B.cheese")
    assert refused(state, 0, "swap cheese:B.apple") == ("two-swaps", "VW-7.4")


@pytest.mark.rule("VW-7.4")
def test_an_empty_warehouse_has_nothing_to_swap(lay: Any, refused: Any) -> None:
    state = with_card(lay, "exchange", warehouses={1: ["apple"]}, hands={0: ["silk"]})
    assert refused(state, 0, "special exchange") == ("nothing-to-swap", "VW-7.4")


@pytest.mark.rule("VW-7.5")
def test_a_market_sale_pays_three_gold_a_good(lay: Any, play: Any, refused: Any) -> None:
    state = with_card(
        lay, "market-sale", warehouses={0: ["silk", "silk"]}, hands={0: ["apple", "cheese"]}
    )
    state.play(0, "special market-sale")
    assert refused(state, 0, "sell spice") == ("not-in-hand", "VW-7.5")
    assert refused(state, 0, "sell warehouse.apple") == ("not-in-warehouse", "VW-7.5")
    state.play(0, "sell apple")
    assert refused(state, 0, "sell apple") == ("not-in-hand", "VW-7.5")
    play(state, (0, "sell warehouse.silk"), (0, "done"))
    view = state.view(None)
    assert view["gold"][0] == 28
    assert view["hands"][0] == ["cheese"]
    assert view["warehouses"][0] == ["silk"]
    assert view["supply"]["apple"] == 15


@pytest.mark.rule("VW-7.5")
def test_any_number_may_be_none(lay: Any, play: Any) -> None:
    state = with_card(lay, "market-sale", card="income:11")
    play(state, (0, "special market-sale"), (0, "done"))
    assert state.view(None)["gold"][0] == 22
    assert state.view(None)["discards"] == ["market-sale"]


@pytest.mark.rule("VW-7.7")
@pytest.mark.parametrize("move", ["special exchange silk:B.apple", "special buy-and-store apple"])
def test_buy_and_store_and_exchange_come_after_a_shipment(
    move: str, lay: Any, play: Any, refused: Any
) -> None:
    fields: dict[str, Any] = {"warehouses": {0: ["silk", "silk"], 1: ["apple"]}}
    cards = ("exchange", "buy-and-store:2/14")
    before = with_card(lay, *cards, card="income:11", **fields)
    play(before, (0, move))
    assert refused(before, 0, "ship 5") == ("ship-first", "VW-7.7")
    assert [before.rules.text(before, 0, a) for a in before.actions(0)] == ["pass", "income"]
    after = with_card(lay, *cards, card="income:11", **fields)
    play(after, (0, "ship 6"), (0, "done"), (0, move))
    assert "apple" in after.view(None)["warehouses"][0]
    assert after.view(None)["scores"][0] == 2


def test_other_special_cards_may_come_before_a_shipment(lay: Any, play: Any) -> None:
    state = with_card(lay, "market-sale", card="income:11", warehouses={0: ["apple", "silk"]})
    play(state, (0, "special market-sale warehouse.silk"), (0, "ship 5"), (0, "done"))
    assert state.view(None)["scores"][0] == 6


def test_a_special_card_is_hidden_and_can_be_taken_back_until_it_is_committed(lay: Any) -> None:
    state = with_card(lay, "exchange", warehouses={0: ["cheese"], 1: ["apple"]})
    before, seen = state.digest(), state.view(1)
    state.play(0, "special exchange")
    state.play(0, "swap cheese:B.apple")
    assert state.view(1) == seen
    assert state.view(0)["draft"] == ["special exchange", "swap cheese:B.apple"]
    assert state.view(0)["parts"] == [
        {"kind": "special", "card": "exchange"},
        {"kind": "swap", "good": "cheese", "owner": 1, "other": "apple"},
    ]
    assert state.retract(0)
    assert state.retract(0)
    assert state.digest() == before
