"""VW-4 and VW-7.6: the trade."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vor_dem_wind.conftest import down, money

ROW = ["buy:apple+apple+cheese", "income:11", "store:3/5", "exchange"]
SHELTERS = {0: [], 1: ["safe-shelter"], 2: ["safe-shelter"], 3: ["safe-shelter"]}


def row(*taken: int) -> list[str | None]:
    return [None if i in taken else card for i, card in enumerate(ROW)]


def told(state: Any, seat: int, move: str) -> list[str]:
    facts: list[Any] = []
    state.play(seat, move, facts)
    return [fact.kind.name for fact in facts]


@pytest.mark.rule("VW-4.1")
@pytest.mark.rule("VW-4.2")
@pytest.mark.rule("VW-4.3")
@pytest.mark.rule("VW-4.4")
@pytest.mark.rule("VW-4.5")
@pytest.mark.rule("VW-4.6")
def test_worked_example_1_of_the_trade(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "offer 4"), (2, "offer 7"), (3, "pass"), (0, "sell to 3"))
    assert state.view(None)["front"] == [
        money(7),
        None,
        down(ROW[0]),
        None,
    ]
    assert state.actors == (1,)
    play(state, (1, "take 2"), (3, "offer 5"), (1, "pay 4"))
    view = state.view(None)
    assert view["gold"] == [29, 17, 15, 27]
    assert view["row"] == []
    assert sorted(view["discards"]) == ["exchange", "store:3/5"]
    assert view["step"] == "acting"
    assert state.actors == (1,)  # the first player got money and has no special card to play


@pytest.mark.rule("VW-4.1")
def test_a_free_player_must_take_bid_or_shelter(lay: Any, up: Any, refused: Any) -> None:
    state = lay(step="trading", row=row(0), front={0: up(ROW[0])}, turn=1)
    texts = [state.rules.text(state, 1, action) for action in state.actions(1)]
    assert texts == ["take 2", "take 3", "take 4", "bid on 1"]
    assert refused(state, 1, "pass") == ("must-trade", "VW-4.1")
    assert refused(state, 1, "take 1") == ("no-card-there", "VW-4.1")
    assert refused(state, 1, "bid on 2") == ("own-or-none", "VW-4.1")
    assert refused(state, 1, "bid on 3") == ("no-card-before", "VW-4.1")
    offer = state.rules.parse(state, 1, "offer 5")
    assert refused(state, 1, offer) == ("bid-first", "VW-4.1")
    # As a text it is a whole move where one card alone can be meant.
    whole = state.copy()
    whole.play(1, "offer 5")
    assert whole.refusal(1, offer) is not None
    assert refused(state, 1, "shelter 2") == ("no-shelter", "VW-7.6")
    assert refused(state, 1, "shelter from 1") == ("no-shelter", "VW-7.6")
    assert refused(state, 1, "income") == ("wrong-step", "VW-5.4")


@pytest.mark.rule("VW-4.1")
def test_special_cards_are_traded_like_all_others(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 4"), (1, "offer 3"), (2, "pass"), (3, "pass"), (0, "sell to 2"))
    assert state.view(None)["front"][1] == down("exchange")


@pytest.mark.rule("VW-4.2")
def test_an_offer_is_at_least_1_and_at_most_what_the_bidder_has(
    lay: Any, up: Any, refused: Any
) -> None:
    state = lay(step="trading", row=row(0), front={0: up(ROW[0])}, turn=1, gold=[22, 6, 0, 22])
    state.play(1, "bid on 1")
    assert refused(state, 1, "offer 0") == ("offer-too-low", "VW-4.2")
    assert refused(state, 1, "offer 7") == ("offer-too-high", "VW-4.2")
    assert refused(state, 1, "offer 999999") == ("offer-too-high", "VW-4.2")
    assert len(state.actions(1)) == 6
    state.play(1, "offer 6")
    assert state.actors == (3,)  # who has no gold and no shelter cannot but pass
    assert state.view(None)["bidding"]["offers"] == [None, 6, 0, None]


@pytest.mark.rule("VW-4.2")
def test_nobody_can_offer_more_than_all_the_gold_of_the_box(
    lay: Any, up: Any, refused: Any
) -> None:
    state = lay(step="trading", row=row(0), front={0: up(ROW[0])}, turn=1, gold=[22, 500, 22, 22])
    state.play(1, "bid on 1")
    assert len(state.actions(1)) == 228
    assert refused(state, 1, "offer 229") == ("offer-too-high", "VW-4.2")


@pytest.mark.rule("VW-4.2")
def test_without_gold_no_bidding_can_be_opened(lay: Any, up: Any, refused: Any) -> None:
    state = lay(step="trading", row=row(0), front={0: up(ROW[0])}, turn=1, gold=[22, 0, 22, 22])
    assert refused(state, 1, "bid on 1") == ("no-gold", "VW-4.2")


@pytest.mark.rule("VW-4.2")
def test_everyone_free_is_asked_once_and_may_offer_less_the_same_or_more(
    lay: Any, play: Any, refused: Any
) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "offer 5"), (2, "offer 5"))
    assert refused(state, 2, "offer 6") == ("not-your-turn", "VW-4.2")
    assert refused(state, 3, "take 2") == ("bidding-runs", "VW-4.2")
    play(state, (3, "offer 1"))
    assert state.actors == (0,)
    assert state.view(None)["bidding"]["offers"] == [None, 5, 5, 1]


@pytest.mark.rule("VW-4.2")
def test_who_has_a_card_or_money_is_not_asked_to_bid(lay: Any, up: Any, refused: Any) -> None:
    front = {0: up(ROW[0]), 1: up(ROW[1])}
    state = lay(step="trading", row=row(0, 1), front=front, turn=2)
    state.play(2, "bid on 1")
    state.play(2, "offer 4")
    assert refused(state, 1, "offer 9") == ("not-your-turn", "VW-4.2")
    assert state.actors == (3,)


def test_the_card_bid_for_can_be_changed_until_the_offer_is_made(lay: Any, up: Any) -> None:
    front = {0: up(ROW[0]), 1: up(ROW[1])}
    state = lay(step="trading", row=row(0, 1), front=front, turn=2)
    before, seen = state.digest(), state.view(0)
    state.play(2, "bid on 1")
    assert state.view(0) == seen
    assert state.view(2)["draft"] == ["bid on 1"]
    assert not state.retract(0)
    assert state.retract(2)
    assert state.digest() == before
    assert not state.retract(2)


@pytest.mark.rule("VW-4.3")
def test_the_owner_may_take_any_offer_or_pay_any_he_can(lay: Any, play: Any, refused: Any) -> None:
    state = lay(step="trading", row=row(), gold=[4, 22, 22, 22])
    play(state, (0, "take 1"), (1, "offer 4"), (2, "offer 7"), (3, "pass"))
    texts = [state.rules.text(state, 0, action) for action in state.actions(0)]
    assert texts == ["sell to 2", "sell to 3", "pay 2"]
    assert refused(state, 0, "pay 3") == ("cannot-pay-bidder", "VW-4.3")
    assert refused(state, 0, "sell to 4") == ("no-offer", "VW-4.3")
    assert refused(state, 0, "pay 1") == ("no-offer", "VW-4.3")
    play(state, (0, "sell to 2"))  # not the highest
    assert state.view(None)["front"][1] == down(ROW[0])


def test_who_can_pay_none_of_the_offers_must_sell(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row(), gold=[3, 22, 22, 22])
    play(state, (0, "take 1"), (1, "offer 4"), (2, "offer 7"), (3, "offer 5"))
    texts = [state.rules.text(state, 0, action) for action in state.actions(0)]
    assert texts == ["sell to 2", "sell to 3", "sell to 4"]


@pytest.mark.rule("VW-4.4")
def test_a_card_face_down_is_no_longer_for_sale(lay: Any, play: Any, refused: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "offer 4"), (2, "offer 7"), (3, "pass"), (0, "sell to 3"))
    assert refused(state, 1, "bid on 3") == ("card-closed", "VW-4.4")
    assert refused(state, 1, "bid on 1") == ("no-card-before", "VW-4.1")


@pytest.mark.rule("VW-4.4")
def test_money_received_cannot_be_spent_before_the_trade_ends(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "offer 4"), (2, "pass"), (3, "pass"), (0, "sell to 2"))
    assert state.view(None)["gold"] == [22, 18, 22, 22]
    assert state.view(None)["front"][0] == money(4)
    play(state, (2, "take 2"), (3, "take 3"))
    assert state.view(None)["gold"] == [26, 18, 22, 22]


@pytest.mark.rule("VW-4.5")
def test_the_turn_goes_on_from_who_opened_the_bidding(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "take 2"), (2, "offer 4 for 1"), (3, "offer 5"))
    play(state, (0, "pay 4"))
    assert state.actors == (2,)  # he opened, got nothing, and is free again


@pytest.mark.rule("VW-4.6")
def test_a_card_nobody_bids_for_is_kept(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row())
    play(state, (0, "take 1"), (1, "take 2"), (2, "take 3"), (3, "take 4"))
    view = state.view(None)
    assert view["step"] == "acting"
    assert [front["card"] for front in view["front"]] == ROW
    assert view["discards"] == []


@pytest.mark.rule("VW-7.6")
def test_a_sheltered_card_lies_face_down_at_once(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row(), specials={0: ["safe-shelter"]})
    play(state, (0, "shelter 2"))
    view = state.view(None)
    assert view["front"][0] == down("income:11")
    assert view["specials"][0] == []
    assert view["discards"] == ["safe-shelter"]
    assert view["sheltered"] == [True, False, False, False]
    assert "bid on 1" not in [state.rules.text(state, 1, action) for action in state.actions(1)]


@pytest.mark.rule("VW-7.6")
def test_a_shelter_instead_of_opening_a_bidding_takes_the_card(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row(), specials=SHELTERS)
    play(state, (0, "take 1"))
    assert told(state, 1, "shelter from 1") == ["card-snatched"]
    view = state.view(None)
    assert view["front"][:2] == [money(5), down(ROW[0])]
    assert view["gold"] == [22] * 4
    play(state, (2, "take 2"), (3, "take 3"))
    assert state.view(None)["gold"] == [27, 22, 22, 22]


@pytest.mark.rule("VW-7.6")
def test_a_shelter_when_asked_ends_the_bidding_and_voids_the_offers(lay: Any, play: Any) -> None:
    state = lay(step="trading", row=row(), specials=SHELTERS | {0: ["safe-shelter"]})
    play(state, (0, "take 1"), (1, "offer 9"))
    state.play(2, "shelter")
    view = state.view(None)
    assert view["front"] == [money(5), None, down(ROW[0]), None]
    assert view["gold"] == [22] * 4
    assert view["bidding"] is None
    # The owner, who has a shelter too, is not asked; the opener is free again and next.
    assert state.actors == (1,)


def test_in_a_bidding_only_the_card_bid_for_can_be_sheltered(
    lay: Any, up: Any, refused: Any
) -> None:
    front = {0: up(ROW[0]), 1: up(ROW[1])}
    state = lay(step="trading", row=row(0, 1), front=front, turn=2, specials=SHELTERS)
    state.play(2, "bid on 1")
    state.play(2, "offer 4")
    assert refused(state, 3, "shelter from 2") == ("bidding-runs", "VW-4.2")
    assert refused(state, 3, "shelter 3") == ("bidding-runs", "VW-4.2")


@pytest.mark.rule("VW-7.6")
def test_who_used_a_shelter_plays_no_other_special_in_this_turn(
    lay: Any, play: Any, refused: Any
) -> None:
    state = lay(step="trading", row=row(), specials={0: ["safe-shelter", "free-trade:2"]})
    play(state, (0, "shelter 2"), (1, "take 1"), (2, "take 3"), (3, "take 4"))
    assert refused(state, 0, "special free-trade:2") == ("sheltered", "VW-7.6")
    play(state, (0, "income"))
    assert state.actors == (1,)


@pytest.mark.rule("VW-7.6")
def test_a_shelter_is_not_played_in_phase_3(lay: Any, refused: Any) -> None:
    state = lay(front={0: "income:11"}, specials={0: ["safe-shelter"]})
    assert refused(state, 0, "special safe-shelter") == ("only-in-trade", "VW-7.6")


@pytest.mark.rule("VW-4.1")
def test_candidates_show_what_is_refused_and_why(lay: Any, up: Any) -> None:
    state = lay(step="trading", row=row(0), front={0: up(ROW[0])}, turn=1)
    tried = {state.rules.text(state, 1, a): error for a, error in state.candidates(1)}
    assert tried["take 2"] is None
    assert tried["take 1"].code == "no-card-there"
    assert tried["bid on 3"].code == "no-card-before"
