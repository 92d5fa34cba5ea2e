"""VW-5: the actions."""

from __future__ import annotations

from typing import Any

import pytest


def moves(state: Any, seat: int) -> list[str]:
    return [state.rules.text(state, seat, action) for action in state.actions(seat)]


@pytest.mark.rule("VW-5.1")
def test_a_special_card_may_come_before_or_after_the_action(lay: Any, play: Any) -> None:
    for order in (
        ["income", "special free-trade apple silk"],
        ["special free-trade apple silk", "income"],
    ):
        state = lay(front={0: "income:11", 1: "income:5"}, specials={0: ["free-trade:2"]})
        play(state, *((0, move) for move in order))
        view = state.view(None)
        assert view["gold"][0] == 33
        assert view["hands"][0] == ["apple", "silk"]
        assert state.actors == (1,)


@pytest.mark.rule("VW-5.1")
def test_only_one_special_card_a_turn(lay: Any, play: Any, refused: Any) -> None:
    state = lay(front={0: "income:11"}, specials={0: ["free-trade:2", "free-trade:3"]})
    play(state, (0, "special free-trade:2 apple silk"))
    assert refused(state, 0, "special free-trade:3") == ("one-special", "VW-5.1")
    assert moves(state, 0) == ["pass", "income"]


@pytest.mark.parametrize("front", [0, "exchange"])
def test_who_got_money_or_a_special_card_may_play_one_too(front: int | str, lay: Any) -> None:
    state = lay(front={0: front, 1: "income:5"}, specials={0: ["free-trade:2"]})
    assert moves(state, 0) == ["pass", "special free-trade:2"]


@pytest.mark.rule("VW-5.1")
def test_a_special_card_gained_in_this_turn_waits(lay: Any, play: Any, refused: Any) -> None:
    stored = {0: ["apple"], 1: ["silk"]}
    state = lay(
        front={0: "exchange", 1: "income:5"}, specials={0: ["free-trade:2"]}, warehouses=stored
    )
    assert refused(state, 0, "special exchange") == ("special-fresh", "VW-5.1")
    assert state.view(None)["specials"][0] == ["free-trade:2"]
    play(state, (0, "pass"), (1, "pass"))
    assert state.view(None)["specials"][0] == ["free-trade:2", "exchange"]
    # With a second copy of an earlier turn it can be played.
    state = lay(front={0: "exchange"}, specials={0: ["exchange"]}, warehouses=stored)
    assert "special exchange" in moves(state, 0)


@pytest.mark.rule("VW-5.1")
def test_any_action_may_be_forgone(lay: Any) -> None:
    state = lay(front={0: "buy:apple+apple", 1: "income:5"})
    told: list[Any] = []
    state.play(0, "pass", told)
    assert [fact.kind.name for fact in told] == ["action-forgone"]
    assert state.view(None)["hands"][0] == []
    assert state.actors == (1,)


@pytest.mark.rule("VW-5.1")
def test_the_card_of_another_kind_cannot_be_used(lay: Any, refused: Any) -> None:
    state = lay(front={0: "income:11"}, hands={0: ["apple"]}, specials={0: ["market-sale"]})
    assert refused(state, 0, "buy") == ("other-card", "VW-5.1")
    assert refused(state, 0, "store apple") == ("other-card", "VW-5.1")
    assert refused(state, 0, "special exchange") == ("no-such-special", "VW-5.1")
    assert refused(state, 0, "take 1") == ("wrong-step", "VW-4.1")
    state.play(0, "income")
    assert refused(state, 0, "income") == ("acted", "VW-5.1")
    state = lay(front={0: 0}, specials={0: ["free-trade:2"]})
    assert refused(state, 0, "income") == ("no-card", "VW-5.1")


@pytest.mark.rule("VW-5.1")
def test_players_act_clockwise_from_the_first(lay: Any, play: Any) -> None:
    state = lay(front={0: "income:5", 1: "income:6", 2: "income:7", 3: "income:8"}, first=2, turn=2)
    for seat in (2, 3, 0, 1):
        assert state.actors == (seat,)
        play(state, (seat, "income"))
    assert state.view(None)["step"] == "revealing"


@pytest.mark.rule("VW-5.2")
def test_a_purchase_gives_the_goods_shown(lay: Any, play: Any) -> None:
    state = lay(front={0: "buy:apple+apple+cheese", 1: "income:5"})
    play(state, (0, "buy"))
    view = state.view(None)
    assert view["hands"][0] == ["apple", "apple", "cheese"]
    assert view["supply"] == {"apple": 13, "spice": 15, "cheese": 14, "silk": 15}
    assert view["gold"][0] == 22


@pytest.mark.rule("VW-5.2")
def test_what_the_supply_lacks_is_not_received(lay: Any, play: Any) -> None:
    state = lay(front={0: "buy:apple+apple+cheese", 1: "income:5"}, hands={1: ["apple"] * 14})
    play(state, (0, "buy"))
    assert state.view(None)["hands"][0] == ["apple", "cheese"]


@pytest.mark.rule("VW-5.3")
def test_storing_puts_goods_of_any_types_into_the_warehouse_for_the_full_price(
    lay: Any, play: Any
) -> None:
    hand = ["apple", "apple", "apple", "silk"]
    state = lay(front={0: "store:3/5", 1: "income:5"}, hands={0: hand})
    play(state, (0, "store apple apple silk"))
    view = state.view(None)
    assert view["warehouses"][0] == ["apple", "apple", "silk"]
    assert view["hands"][0] == ["apple"]
    assert view["gold"][0] == 17
    state = lay(front={0: "store:3/5", 1: "income:5"}, hands={0: hand})
    play(state, (0, "store silk"), (0, "done"))  # fewer for the same price
    assert state.view(None)["gold"][0] == 17


def test_placing_none_is_free(lay: Any, play: Any) -> None:
    state = lay(front={0: "store:3/5", 1: "income:5"}, hands={0: ["apple"]})
    play(state, (0, "pass"))
    assert state.view(None)["gold"][0] == 22


@pytest.mark.rule("VW-5.3")
def test_what_cannot_be_stored(lay: Any, refused: Any) -> None:
    state = lay(front={0: "store:2/2"}, hands={0: ["apple", "apple", "apple"]})
    assert refused(state, 0, "store silk") == ("not-in-hand", "VW-5.3")
    state.play(0, "store apple")
    assert refused(state, 0, "store silk") == ("not-in-hand", "VW-5.3")
    assert refused(state, 0, "income") == ("finish-first", "VW-5.3")
    state.play(0, "store apple")
    assert refused(state, 0, "store apple") == ("storage-used-up", "VW-5.3")
    assert moves(state, 0) == ["done"]


@pytest.mark.rule("VW-5.3")
def test_a_warehouse_has_eight_places(lay: Any, refused: Any) -> None:
    state = lay(front={0: "store:3/5"}, hands={0: ["apple", "apple"]}, warehouses={0: ["silk"] * 7})
    state.play(0, "store apple")
    assert refused(state, 0, "store apple") == ("warehouse-full", "VW-5.3")


@pytest.mark.rule("VW-5.3")
def test_without_the_full_price_nothing_is_stored_but_a_market_sale_may_raise_it(
    lay: Any, play: Any, refused: Any
) -> None:
    state = lay(
        front={0: "store:3/5", 1: "income:5"},
        hands={0: ["apple", "silk"]},
        gold=[4, 22, 22, 22],
        specials={0: ["market-sale"]},
    )
    assert refused(state, 0, "store apple") == ("cannot-pay-storage", "VW-5.3")
    play(state, (0, "special market-sale silk"), (0, "store apple"), (0, "done"))
    view = state.view(None)
    assert view["gold"][0] == 2
    assert view["warehouses"][0] == ["apple"]


def test_a_draft_is_seen_by_its_owner_only_and_taken_back_freely(lay: Any) -> None:
    state = lay(front={0: "store:3/5"}, hands={0: ["apple", "silk"]})
    before, others = state.digest(), [state.view(seat) for seat in (1, 2, 3, None)]
    state.play(0, "store apple")
    state.play(0, "store silk")
    assert state.view(0)["draft"] == ["store apple", "store silk"]
    stored = [{"kind": "store", "good": "apple"}, {"kind": "store", "good": "silk"}]
    assert state.view(0)["parts"] == stored
    assert state.view(1)["parts"] == state.view(None)["parts"] == []
    assert state.view(0)["step"] == "storing"
    assert [state.view(seat) for seat in (1, 2, 3, None)] == others
    assert state.view(0)["gold"][0] == 22
    assert state.retract(0)
    assert state.view(0)["draft"] == ["store apple"]
    assert state.retract(0)
    assert state.digest() == before
    assert not state.retract(0)


@pytest.mark.rule("VW-5.4")
def test_several_ships_are_laden_in_one_shipment(lay: Any, play: Any) -> None:
    goods = ["apple", "apple", "spice", "cheese", "cheese", "silk"]
    state = lay(front={0: "income:11", 1: "income:5"}, warehouses={0: goods})
    play(state, (0, "ship 1 5"))
    view = state.view(None)
    assert view["warehouses"][0] == ["silk"]
    assert view["delivered"][0] == ["large:apple+spice+cheese+cheese/18", "small:apple/6"]
    assert view["scores"][0] == 24
    assert view["port"][0] is None
    assert view["port"][4] is None
    assert view["supply"] == {"apple": 15, "spice": 15, "cheese": 15, "silk": 14}
    assert view["gold"][0] == 22


@pytest.mark.rule("VW-5.4")
def test_a_ship_takes_its_whole_cargo_from_the_warehouse_or_none(lay: Any, refused: Any) -> None:
    state = lay(
        front={0: "income:11"},
        warehouses={0: ["apple", "spice", "cheese"]},
        hands={0: ["cheese"]},
    )
    assert refused(state, 0, "ship 1") == ("cargo-incomplete", "VW-5.4")
    assert state.refusal(0, "ship 1").details["missing"] == ["cheese"]
    state.play(0, "ship 5")
    assert refused(state, 0, "ship 3") == ("cargo-incomplete", "VW-5.4")
    assert refused(state, 0, "ship 5") == ("ship-chosen", "VW-5.4")
    state.play(0, "ship 7")
    assert moves(state, 0) == ["done"]
    empty = lay(front={0: "income:11"}, port=[None, *state.view(None)["port"][1:]])
    assert refused(empty, 0, "ship 1") == ("no-ship-there", "VW-5.4")


@pytest.mark.rule("VW-5.4")
def test_income_and_shipment_exclude_each_other(lay: Any, play: Any, refused: Any) -> None:
    state = lay(front={0: "income:11", 1: "income:5"}, warehouses={0: ["apple"]})
    play(state, (0, "income"))
    assert state.view(None)["gold"][0] == 33
    assert refused(state, 0, "ship 5") == ("not-your-turn", "VW-5.1")


@pytest.mark.rule("VW-5.5")
def test_the_turn_ends_with_discards_and_the_token_moves_left(lay: Any, play: Any) -> None:
    state = lay(front={0: "buy:apple+apple", 1: "income:5", 2: 0, 3: "exchange"})
    play(state, (0, "buy"), (1, "income"))
    view = state.view(None)
    assert view["first"] == 1
    assert view["turn_number"] == 6
    assert sorted(view["discards"]) == ["buy:apple+apple", "income:5"]
    assert view["specials"][3] == ["exchange"]
    assert view["front"] == [None] * 4
    assert state.actors == (1,)
