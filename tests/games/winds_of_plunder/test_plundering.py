"""Winds of Plunder, WP-4 and WP-5: the plundering turn and sailing."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.words import LANGUAGES, words
from tests.games.winds_of_plunder.table import PORTS, lay, moves, play, refused, starting_with

PURCHASES = ["weapons Jamaica Trinidad", "hire Jamaica Barbados", "provisions Havana Barbados"]

ALONE = ("Jamaica", "Havana", "Belize")


@pytest.mark.rule("WP-4.1")
def test_points_are_spent_before_and_after_the_sailing() -> None:
    for before in range(4):
        state = lay()
        play(state, *["draw"] * before, "sail Turks & Caicos", *["draw"] * (3 - before))
        position = state.position()
        assert (len(position["hands"][0]), position["turn_state"]["done"]) == (3, 1)


@pytest.mark.rule("WP-4.1")
def test_the_turn_cannot_end_while_a_port_can_be_reached() -> None:
    state = lay()
    assert refused(state, "done") == ("sailing-owed", "WP-4.1")
    play(state, "draw", "draw", "draw")
    assert {move.split()[0] for move in moves(state)} == {"sail"}
    assert refused(state, "done") == ("sailing-owed", "WP-4.1")


@pytest.mark.rule("WP-4.1")
def test_only_one_sailing_a_turn() -> None:
    state = lay()
    play(state, "sail San Salvador")
    assert starting_with(state, "sail") == set()
    assert refused(state, "sail Nassau") == ("already-sailed", "WP-4.1")
    assert refused(state, "gust east") == ("already-sailed", "WP-4.1")


@pytest.mark.rule("WP-4.1")
def test_who_is_blocked_keeps_his_points_and_need_not_buy_a_gust() -> None:
    state = lay(["Nassau", "Havana", "Belize"])
    assert starting_with(state, "sail") == set()
    assert {"done", "draw", "gust south", "gust east"} <= moves(state)
    play(state, "draw", "cubes+2", "done")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-4.2")
@pytest.mark.parametrize(("points", "cubes"), [(1, 2), (2, 5), (3, 9)])
def test_points_buy_cubes_from_the_reserve(points: int, cubes: int) -> None:
    state = lay()
    play(state, f"cubes+{cubes}")
    view = state.view(0)
    assert (view["cubes"][0], view["reserve"][0]) == (10 + cubes, 16 - cubes)
    assert view["turn_state"]["points"] == 3 - points


@pytest.mark.rule("WP-4.2")
def test_a_short_reserve_gives_what_it_has() -> None:
    state = lay(cubes=[23, 10, 10, 10])
    play(state, "cubes+9")
    assert state.view(0)["cubes"][0] == 26
    state = lay(cubes=[26, 10, 10, 10])
    assert refused(state, "cubes+2") == ("reserve-empty", "WP-4.2")


@pytest.mark.rule("WP-4.2")
def test_nothing_can_be_bought_with_points_one_does_not_have() -> None:
    state = lay(turn_state={"points": 1}, hands=[["rumour"], [], [], []])
    for move in ("cubes+5", "cubes+9", "gust south"):
        assert refused(state, move) == ("too-few-points", "WP-4.2")
    play(state, "draw")
    for move in ("draw", "cubes+2", "card rumour"):
        assert refused(state, move) == ("too-few-points", "WP-4.2")


@pytest.mark.rule("WP-4.2")
def test_a_card_must_be_in_hand() -> None:
    state = lay()
    for move in ("card heave", "card intrigue", "card misfire 2", "card weapons Jamaica Trinidad"):
        assert refused(state, move) == ("card-not-in-hand", "WP-4.2")


@pytest.mark.rule("WP-4.2")
def test_a_gust_turns_the_wind_for_this_sailing_only_and_costs_three_points() -> None:
    state = lay(ALONE)
    assert starting_with(state, "gust") == {"south", "east", "west", "farther"}
    assert refused(state, "gust north") == ("gust-is-the-wind", "WP-4.2")
    play(state, "gust west")
    assert moves(state) == {"sail Havana", "sail Belize", "sail Portobelo"}
    play(state, "sail Portobelo")
    position = state.position()
    assert (position["wind"], position["ships"][0]) == ("north", "Portobelo")
    assert position["turn_state"]["done"] == 1


@pytest.mark.rule("WP-4.2")
def test_a_gust_is_a_draft_until_the_ship_sails() -> None:
    state = lay()
    before, others = state.digest(), [state.view(seat) for seat in (None, 1, 2, 3)]
    play(state, "gust south")
    assert state.view(0)["step"] == "steering"
    assert [state.view(seat) for seat in (None, 1, 2, 3)] == others
    assert refused(state, "draw") == ("sail-with-the-gust", "WP-4.2")
    assert not state.retract(1)
    assert state.retract(0)
    assert state.digest() == before
    assert not state.retract(0)


@pytest.mark.rule("WP-4.2")
def test_a_gust_that_leads_nowhere_is_refused() -> None:
    state = lay(["Havana", "Belize", "Nassau"])
    assert refused(state, "gust west") == ("gust-leads-nowhere", "WP-4.2")


@pytest.mark.rule("WP-4.3")
def test_largest_crew_gives_a_point_after_sailing_and_points() -> None:
    state = lay(crew=[1, 0, 0, 0])
    play(state, "draw", "draw", "draw")
    assert "draw" not in moves(state)
    play(state, "sail Nassau")
    view = state.view(0)
    assert view["turn"] == 0
    assert view["turn_state"] | {"points": 1, "bonus": True} == view["turn_state"]
    assert {"draw", "cubes+2", "done"} <= moves(state)
    assert starting_with(state, "sail") == starting_with(state, "gust") == set()
    play(state, "draw")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-4.3")
def test_giving_up_points_leads_to_the_extra_one_and_only_once() -> None:
    state = lay(crew=[1, 0, 0, 0])
    play(state, "sail Nassau", "done")
    assert (
        state.position()["turn_state"] | {"points": 1, "bonus": True}
        == state.position()["turn_state"]
    )
    play(state, "done")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-4.3")
def test_who_holds_largest_crew_at_the_end_of_the_turn_has_the_point() -> None:
    state = lay()  # the tile of San Salvador brings the crew
    play(state, "cubes+9", "sail San Salvador")
    assert state.position()["turn_state"]["bonus"]
    state = lay(crew=[1, 0, 0, 0], vp=[0, 5, 5, 5], hands=[["heave"], [], [], []])
    play(state, "cubes+5", "sail Nassau")
    assert state.actors == (0,)
    state = lay(["Nassau", "Havana", "Belize"], crew=[1, 0, 0])  # blocked, and no less entitled
    play(state, "done", "draw")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-4.4")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    everything = lay().position()["deck"]
    rest = [card for card in everything if card not in ("heave", "rumour")]
    state = lay(hands=[rest, [], [], []], deck=[], discards=["heave"] * 4 + ["rumour"] * 3)
    play(state, "draw")
    position = state.position()
    assert (len(position["deck"]), position["discards"], position["reshuffles"]) == (6, [], 1)
    assert position["drawn_from"][0].count(1) == 1


@pytest.mark.rule("WP-4.4")
def test_with_deck_and_discards_empty_nobody_draws_and_hands_have_no_limit() -> None:
    everything = lay().position()["deck"]
    state = lay(hands=[everything, [], [], []], deck=[])
    assert len(state.view(0)["hand"]) == 40
    assert refused(state, "draw") == ("no-card-to-draw", "WP-4.4")


# WP-5.


def reachable(ship: str, wind: str, farther: bool = False) -> set[str]:
    """The rules of WP-5 in other words, on the chart of the view."""
    state = lay([ship, "Havana", "Belize"], wind=wind)
    chart = {port["port"]: (port["zone"], port["height"]) for port in state.view(0)["chart"]}
    zone, height = chart[ship]
    more = 1 if farther else 0
    out = set()
    for port, (z, h) in chart.items():
        if wind == "north" and h > height and abs(z - zone) <= 1 + more:
            out.add(port)
        if wind == "south" and h < height and abs(z - zone) <= 1 + more:
            out.add(port)
        if wind == "east" and 1 <= z - zone <= 2 + more:
            out.add(port)
        if wind == "west" and 1 <= zone - z <= 2 + more:
            out.add(port)
    return out


@pytest.mark.rule("WP-5.1")
@pytest.mark.rule("WP-5.2")
@pytest.mark.rule("WP-5.3")
def test_every_port_is_open_from_every_other_as_the_rules_say() -> None:
    for ship, wind in itertools.product(PORTS, ("north", "east", "south", "west")):
        state = lay([ship, "Havana", "Belize"], wind=wind)
        assert starting_with(state, "sail") == reachable(ship, wind)
        assert state.view(0)["reach"] == [p for p in PORTS if p in reachable(ship, wind)]
        gusts = state.view(0)["gusts"]
        assert {gust: set(ports) for gust, ports in gusts.items()} == {
            **{other: reachable(ship, other) for other in ("north", "east", "south", "west")},
            "farther": reachable(ship, wind, farther=True),
        }
        assert ("gust farther" in moves(state)) == bool(reachable(ship, wind, farther=True))
        if reachable(ship, wind, farther=True):
            play(state, "gust farther")
            assert starting_with(state, "sail") == reachable(ship, wind, farther=True)
            play(state, f"sail {max(reachable(ship, wind, farther=True))}")


@pytest.mark.rule("WP-5.1")
def test_north_goes_to_the_same_or_a_neighbouring_zone() -> None:
    state = lay(ALONE)
    assert starting_with(state, "sail") == {"San Salvador", "Nassau", "Havana", "Turks & Caicos"}
    assert refused(state, "sail Santo Domingo") == ("against-the-wind", "WP-5.1")
    assert refused(state, "sail Puerto Rico") == ("too-far", "WP-5.1")
    assert refused(state, "sail Jamaica") == ("already-there", "WP-5.1")


@pytest.mark.rule("WP-5.2")
def test_east_goes_one_or_two_zones() -> None:
    state = lay(["Havana", "Jamaica", "Belize"], wind="east")
    assert refused(state, "sail Trinidad") == ("too-far", "WP-5.2")
    assert refused(state, "sail Belize") == ("against-the-wind", "WP-5.2")
    play(state, "sail Curacao")
    assert state.view(None)["ships"][0] == "Curacao"


def test_curacao_is_read_with_its_cedilla_and_written_with_or_without_it() -> None:
    state = lay(["Havana", "Jamaica", "Belize"], wind="east")
    rules = state.rules
    for text in ("sail Curacao", "sail Curaçao", "SAIL CURAÇAO"):
        assert rules.text(state, 0, rules.parse(state, 0, text)) == "sail Curacao"
    state = lay(["Havana", "Jamaica", "Belize"], wind="north")
    for text in ("gust east sail Curacao", "gust east sail Curaçao"):
        assert rules.parse_move(state, 0, text) == rules.parse_move(
            state, 0, "gust east sail Curacao"
        )
    described = rules.describe(state, 0, rules.parse(state, 0, "sail Curacao"))
    for language in LANGUAGES:
        assert "Curaçao" in words(language, "winds-of-plunder").action(described, ["A", "B", "C"])


@pytest.mark.rule("WP-5.3")
def test_a_gust_may_carry_one_zone_farther() -> None:
    state = lay(["Havana", "Jamaica", "Belize"], wind="east")
    play(state, "gust farther", "sail Trinidad")
    assert state.view(None)["ships"][0] == "Trinidad"
    state = lay(["Portobelo", "Jamaica", "Belize"], wind="north")
    play(state, "gust farther")
    assert refused(state, "sail Puerto Rico") == ("too-far", "WP-5.3")
    play(state, "sail Turks & Caicos")
    assert state.view(None)["ships"][0] == "Turks & Caicos"


@pytest.mark.rule("WP-5.4")
def test_ships_share_a_port() -> None:
    state = lay(["Jamaica", "San Salvador", "San Salvador", "San Salvador", "San Salvador"])
    play(state, "sail San Salvador")
    assert state.view(None)["ships"] == ["San Salvador"] * 5


# WP-1.4, the cards in a turn.


@pytest.mark.rule("WP-1.4")
def test_heave_is_refused_for_its_reason() -> None:
    def turn(**fields: Any) -> tuple[str, str | None]:
        base: dict[str, Any] = {
            "vp": [0, 9, 9, 9],
            "crew": [1, 2, 0, 0],
            "turn_state": {"sailed": 1},
        }
        hands = [["heave", "heave"], [], [], []]
        return refused(lay(hands=hands, **(base | fields)), "card heave")

    assert turn(turn_state={"sailed": 0}) == ("heave-before-sailing", "WP-1.4")
    assert turn(turn_state={"sailed": 1, "heaved": True, "points": 1}) == ("heave-once", "WP-1.4")
    assert turn(turn_state={"sailed": 2, "heaved": True, "points": 1}) == ("heave-once", "WP-1.4")
    assert turn(vp=[9, 9, 10, 11]) == ("heave-not-last", "WP-1.4")
    assert turn(crew=[0, 2, 0, 0]) == ("heave-without-crew", "WP-1.4")
    assert turn(wind="north", ships=["Nassau", "Havana", "Jamaica", "Belize"]) == (
        "heave-leads-nowhere",
        "WP-6.7",
    )


@pytest.mark.rule("WP-1.4")
def test_after_heave_the_second_sailing_is_owed() -> None:
    state = lay(ALONE, vp=[0, 9, 9], crew=[1, 2, 0], hands=[["heave"], [], []])
    play(state, "sail Turks & Caicos", "card heave")
    assert refused(state, "done") == ("sailing-owed", "WP-4.1")
    play(state, "draw", "sail Nassau", "draw")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-1.4")
@pytest.mark.rule("WP-4.3")
def test_heave_may_be_played_with_the_extra_point() -> None:
    state = lay(ALONE, vp=[0, 29, 29], crew=[2, 0, 0], hands=[["heave"], [], []])
    play(state, "cubes+9", "sail Turks & Caicos", "card heave")
    assert state.view(0)["turn_state"]["bonus"]
    assert moves(state) == {"sail San Salvador", "sail Nassau"}
    play(state, "sail Nassau")
    assert state.position()["turn_state"]["done"] == 1


@pytest.mark.rule("WP-1.4")
def test_intrigue_is_a_draft_until_both_tiles_are_named() -> None:
    state = lay(hands=[["intrigue"], [], [], []])
    digests, others = [state.digest()], [state.view(seat) for seat in (None, 1, 2, 3)]
    for move in ("card intrigue", "swap Nassau"):
        play(state, move)
        digests.append(state.digest())
        assert [state.view(seat) for seat in (None, 1, 2, 3)] == others
        assert state.view(0)["step"] == "swapping"
    assert refused(state, "swap Nassau") == ("same-tile", "WP-1.4")
    assert refused(state, "done") == ("swap-first", "WP-1.4")
    for digest in reversed(digests[:-1]):
        assert state.retract(0)
        assert state.digest() == digest
    assert refused(state, "swap Nassau") == ("wrong-step", "WP-1.4")


@pytest.mark.rule("WP-1.4")
def test_a_card_against_an_opponent_is_not_for_oneself() -> None:
    state = lay(hands=[["mutiny"], [], [], []])
    assert refused(state, "card mutiny 1") == ("not-yourself", "WP-1.4")
    assert refused(state, "card mutiny 5") == ("no-such-player", None)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_refusal_counts_players_as_the_move_does(language: str) -> None:
    state = lay(hands=[["mutiny"], [], [], []])
    with pytest.raises(fw.IllegalAction) as refusal:
        state.play(0, "card mutiny 5")
    said = words(language, "winds-of-plunder").refusal(refusal.value)
    assert re.findall("[0-9]", said) == ["5", "4"]


@pytest.mark.rule("WP-6.7")
def test_a_purchase_needs_its_two_points_unless_it_is_free() -> None:
    hands = [PURCHASES, [], []]
    for points, free in itertools.product(range(4), (False, True)):
        state = lay(
            ["Jamaica" if free else "Nassau", "Havana", "Belize"], vp=[points, 0, 0], hands=hands
        )
        if free or points >= 2:
            play(state, "card weapons")
            assert state.view(0)["vp"][0] == points - (0 if free else 2)
        else:
            assert refused(state, "card weapons") == ("cannot-pay", "WP-6.7")


def test_every_port_is_a_candidate_with_the_reason_against_it() -> None:
    state = lay(ALONE, hands=[["heave"], [], []])
    found = {
        state.rules.text(state, 0, action): refusal and refusal.code
        for action, refusal in state.candidates(0)
    }
    assert {m.removeprefix("sail ") for m in found if m.startswith("sail")} == set(PORTS)
    assert found["sail Nassau"] is None
    assert found["sail Trinidad"] == "against-the-wind"
    assert found["card heave"] == "heave-before-sailing"
    assert found["done"] == "sailing-owed"


@pytest.mark.rule("WP-4.4")
def test_the_same_discards_make_the_same_deck_whatever_was_played_before() -> None:
    everything = sorted(lay().position()["deck"])
    hand = ["rumour", "misfire", "intrigue"]
    for card in hand:
        everything.remove(card)

    def drawn(*before: str) -> list[str]:
        state = lay(ALONE, hands=[hand, [], []], deck=[], discards=everything, chance="ab" * 32)
        play(state, *before, "draw")
        position = state.position()
        new = Counter(position["hands"][0]) - Counter(hand)
        return [*new, *position["deck"]]

    first = drawn()
    assert first == drawn("sail Nassau") == drawn("cubes+2", "sail Havana", "cubes+2")
    assert len(first) == 37
