"""Winds of Plunder, WP-6 and WP-7: the arrival in its order, and the advantages."""

from __future__ import annotations

from typing import Any

import pytest

import fourwinds as fw
from tests.games.winds_of_plunder.table import (
    BAR,
    PORTS,
    lay,
    moves,
    play,
    refused,
    told,
    treasures,
)

THREE = ("Jamaica", "Havana", "Belize")


def meeting(**fields: Any) -> fw.State:
    """Seat 0 can sail north to San Salvador, where seat 1 lies; its tile brings crew."""
    return lay(("Jamaica", "San Salvador", "Belize"), **fields)


@pytest.mark.rule("WP-6.1")
@pytest.mark.parametrize(
    ("tile", "gains"),
    [("2wc", (1, 1, 0, 0)), ("2pt", (0, 0, 1, 1)), ("5p", (0, 0, 1, 0)), ("2wt", (1, 0, 0, 1))],
)
def test_the_tile_brings_its_items_and_treasure(tile: str, gains: tuple[int, ...]) -> None:
    old = PORTS["Nassau"]
    ports = {port: tile if port == "Nassau" else PORTS[port] for port in PORTS}
    ports = {p: old if p != "Nassau" and t == tile else t for p, t in ports.items()}
    bar = [old if t == tile else t for t in BAR]
    state = lay(THREE, ports=ports, bar=bar)
    play(state, "sail Nassau")
    view = state.view(0)
    found = (view["weapons"][0], view["crew"][0], view["provisions"][0], view["treasure_counts"][0])
    assert found == gains


@pytest.mark.rule("WP-6.1")
def test_an_empty_treasure_deck_gives_none() -> None:
    state = lay(("Barbados", "Havana", "Belize"), treasures=treasures(list(PORTS), [1] * 12))
    facts = play(state, "sail Puerto Rico")
    assert not told(facts, "treasure-drawn")
    assert told(facts, "treasures-out") == [{"kind": "treasures-out", "seat": 0}]
    assert state.view(0)["treasure_counts"] == [0, 12, 0]


@pytest.mark.rule("WP-6.1")
@pytest.mark.rule("WP-6.5")
def test_treasures_put_under_the_deck_come_back_in_their_order() -> None:
    drawers = [0 if port == "Puerto Rico" else 1 for port in PORTS]
    known = treasures(list(PORTS), drawers) | {
        "played": {"Nassau": [3], "Havana": [0]},
        "under": ["Nassau", "Havana"],
        "open": [[], [], []],
    }
    state = lay(("Barbados", "Havana", "Belize"), treasures=known)
    play(state, "sail Puerto Rico")
    assert state.view(0)["treasure_hand"] == ["Nassau"]
    assert state.view(2)["treasures"]["open"] == [["Nassau"], [], []]
    assert state.view(2)["treasures"]["under"] == ["Havana", "Puerto Rico"]


@pytest.mark.rule("WP-6.2")
def test_the_tile_goes_to_the_left_of_the_bar_and_the_last_one_to_the_port() -> None:
    state = lay(THREE)
    play(state, "sail Nassau")
    view = state.view(0)
    assert view["bar"] == [PORTS["Nassau"], *BAR[:-1]]
    assert view["ports"]["Nassau"] == BAR[-1]


@pytest.mark.rule("WP-6.3")
def test_the_tile_scores_and_most_provisions_adds_one() -> None:
    for provisions, points in (([0, 0, 0], 3), ([1, 0, 0], 4), ([1, 2, 0], 3)):
        state = lay(THREE, provisions=provisions)
        play(state, "sail Nassau")
        assert state.view(0)["vp"][0] == points


@pytest.mark.rule("WP-6.3")
@pytest.mark.rule("WP-7.2")
def test_a_provision_of_this_tile_counts_for_its_own_bonus() -> None:
    state = lay(("San Salvador", "Havana", "Belize"), wind="south")
    facts = play(state, "sail Jamaica")
    assert state.view(0)["vp"][0] == 3 + 1
    assert [(fact["n"], fact["extra"]) for fact in told(facts, "tile-scored")] == [(4, 1)]


@pytest.mark.rule("WP-6.4")
def test_boarding_needs_more_weapons_or_most_weapons() -> None:
    for weapons, holder, allowed in (
        ([1, 0, 2], 2, True),
        ([1, 1, 2], 2, False),
        ([2, 2, 2], 0, True),
        ([2, 2, 2], 2, False),
        ([0, 1, 1], None, False),
    ):
        advantages = {"most-weapons": holder}
        state = meeting(vp=[0, 5, 0], weapons=weapons, advantages=advantages)
        play(state, "sail San Salvador")
        asked = state.view(0)["step"] == "boarding"
        assert asked is allowed
        if allowed:
            assert {"board 2 vp", "pass"} <= moves(state)
        else:
            assert refused(state, "board 2 vp") == ("wrong-step", "WP-6.4")


@pytest.mark.rule("WP-6.4")
@pytest.mark.parametrize(
    ("loot", "mine", "his"),
    [
        ("vp", (5, 2, 1, 0), (3, 1, 1, 1)),
        ("weapon", (3, 3, 1, 0), (5, 0, 1, 1)),
        ("crew", (3, 2, 2, 0), (5, 1, 0, 1)),
        ("provision", (3, 2, 1, 1), (5, 1, 1, 0)),
    ],
)
def test_the_loot_changes_hands(loot: str, mine: tuple[int, ...], his: tuple[int, ...]) -> None:
    state = meeting(vp=[0, 5, 0], weapons=[2, 1, 0], crew=[0, 1, 0], provisions=[0, 1, 1])
    play(state, "sail San Salvador", f"board 2 {loot}")
    view = state.view(0)
    tracks = ("vp", "weapons", "crew", "provisions")
    assert tuple(view[track][0] for track in tracks) == mine
    assert tuple(view[track][1] for track in tracks) == his


@pytest.mark.rule("WP-6.4")
def test_only_what_the_victim_has_can_be_taken() -> None:
    state = meeting(vp=[0, 1, 0], weapons=[2, 0, 0], provisions=[0, 1, 0])
    play(state, "sail San Salvador")
    assert moves(state) == {"board 2 vp", "board 2 provision", "pass"}
    assert refused(state, "board 2 weapon") == ("nothing-to-loot", "WP-6.4")
    assert refused(state, "board 3 vp") == ("not-in-port", "WP-6.4")
    assert refused(state, "board 1 vp") == ("not-yourself", "WP-6.4")
    play(state, "board 2 vp")
    assert state.view(0)["vp"] == [4, 0, 0]


@pytest.mark.rule("WP-6.4")
def test_who_has_nothing_at_all_is_not_boarded() -> None:
    state = meeting(weapons=[1, 0, 0])
    play(state, "sail San Salvador")
    assert state.view(0)["step"] == "plundering"


@pytest.mark.rule("WP-6.4")
def test_at_nine_one_may_still_take_it_from_him() -> None:
    state = meeting(weapons=[9, 4, 0], vp=[0, 0, 0])
    facts = play(state, "sail San Salvador", "board 2 weapon")
    assert state.view(0)["weapons"] == [9, 3, 0]
    assert told(facts, "boarded")[0] | {"n": 1, "lost": True} == told(facts, "boarded")[0]


@pytest.mark.rule("WP-6.4")
def test_one_victim_of_several_and_never_the_stronger() -> None:
    ships = ("Jamaica", "San Salvador", "San Salvador", "San Salvador", "Belize")
    state = lay(ships, weapons=[2, 1, 3, 2, 3], vp=[5] * 5, advantages={"most-weapons": 4})
    play(state, "sail San Salvador")
    assert moves(state) == {"board 2 vp", "board 2 weapon", "pass"}
    assert refused(state, "board 3 vp") == ("too-few-weapons", "WP-6.4")
    assert refused(state, "board 4 vp") == ("too-few-weapons", "WP-6.4")


@pytest.mark.rule("WP-6.4")
def test_no_card_is_played_during_an_arrival() -> None:
    state = meeting(vp=[9, 9, 9], weapons=[1, 0, 0], hands=[["rumour"], [], []])
    play(state, "sail San Salvador")
    assert refused(state, "card rumour") == ("cards-aside", "WP-6")
    assert refused(state, "draw") == ("wrong-step", "WP-4.2")


@pytest.mark.rule("WP-6.5")
def test_the_treasure_of_the_port_is_played_by_itself() -> None:
    state = lay(THREE, treasures=treasures(["Nassau", "Jamaica"], [0, 0]))
    facts = play(state, "sail Nassau")
    assert told(facts, "treasure-played") == [
        {"kind": "treasure-played", "seat": 0, "port": "Nassau", "n": 2}
    ]
    view = state.view(0)
    assert (view["booty"][0], view["vp"][0]) == (1, 3 + 2)
    assert view["treasure_hand"] == ["Jamaica"]
    assert view["treasures"]["under"] == ["Nassau"]


@pytest.mark.rule("WP-6.5")
def test_a_treasure_drawn_just_now_counts() -> None:
    ships = ("Barbados", "Havana", "Belize")
    state = lay(ships, treasures=treasures(["Puerto Rico"]))
    play(state, "sail Puerto Rico")
    assert state.view(0)["booty"][0] == 1


@pytest.mark.rule("WP-6.6")
@pytest.mark.parametrize(
    ("ships", "weapons", "gained"),
    [
        (("Jamaica", "Havana", "Belize"), [0, 9, 9], True),
        (("Jamaica", "San Salvador", "Belize"), [2, 2, 9], True),
        (("Jamaica", "San Salvador", "Belize"), [1, 2, 0], False),
        (("Jamaica", "San Salvador", "San Salvador"), [2, 2, 3], False),
        (("Jamaica", "San Salvador", "San Salvador"), [3, 2, 3], True),
    ],
)
def test_reputation_needs_an_empty_port_or_enough_weapons(
    ships: tuple[str, ...], weapons: list[int], gained: bool
) -> None:
    state = lay(ships, weapons=weapons)
    play(state, "sail San Salvador")
    if state.view(0)["step"] == "boarding":
        play(state, "pass")
    assert state.view(0)["reputation"][0] == (["San Salvador"] if gained else [])
    assert state.view(0)["reserve"][0] == (15 if gained else 16)


@pytest.mark.rule("WP-6.6")
@pytest.mark.rule("WP-7.2")
def test_weapons_of_tile_and_loot_count_for_reputation() -> None:
    state = lay(("Jamaica", "Nassau", "Belize"), weapons=[1, 2, 0])
    play(state, "sail Nassau")  # its tile brings the second weapon
    assert state.view(0)["reputation"][0] == ["Nassau"]
    ships = ("Jamaica", "San Salvador", "San Salvador")
    state = lay(ships, weapons=[2, 1, 3], advantages={"most-weapons": 2})
    play(state, "sail San Salvador", "board 2 weapon")
    assert state.view(0)["reputation"][0] == ["San Salvador"]


@pytest.mark.rule("WP-6.6")
def test_reputation_is_gained_once_a_port_and_needs_a_cube_in_reserve() -> None:
    state = lay(THREE, reputation=[["Nassau"], [], []])
    play(state, "sail Nassau")
    assert state.view(0)["reputation"][0] == ["Nassau"]
    state = lay(THREE, cubes=[26, 10, 10])
    play(state, "sail Nassau")
    assert state.view(0)["reputation"][0] == []


@pytest.mark.rule("WP-6.6")
@pytest.mark.parametrize(("before", "points"), [(0, 7), (1, 5), (2, 3), (3, 2), (4, 1)])
def test_three_in_a_zone_score_by_the_order_of_completion(before: int, points: int) -> None:
    zone = ["Nassau", "San Salvador", "Jamaica"]
    done = [zone if seat <= before else [] for seat in range(1, 5)]
    ships = ("Jamaica", "Havana", "Belize", "Portobelo", "Barbados")
    state = lay(ships, reputation=[zone[1:], *done])
    facts = play(state, "sail Nassau")
    assert told(facts, "zone-completed") == [
        {"kind": "zone-completed", "seat": 0, "zone": 2, "n": points}
    ]
    assert state.view(0)["vp"][0] == 3 + points


@pytest.mark.rule("WP-6.6")
def test_a_player_may_complete_several_zones_each_counted_by_itself() -> None:
    done = ["Havana", "Belize", "Portobelo", "San Salvador", "Jamaica"]
    other = ["Havana", "Belize", "Portobelo"]
    state = lay(THREE, reputation=[done, other, []])
    assert told(play(state, "sail Nassau"), "zone-completed")[0]["n"] == 7


@pytest.mark.rule("WP-6.7")
def test_a_second_sailing_is_a_whole_arrival_under_the_same_wind() -> None:
    state = lay(THREE, vp=[0, 20, 20], crew=[1, 2, 0], hands=[["heave"], [], []])
    play(state, "sail San Salvador", "card heave")
    assert moves(state) - {"draw", "cubes+2", "cubes+5"} == {"sail Nassau"}
    facts = play(state, "sail Nassau")
    for kind in ("tile-taken", "bar-moved", "tile-scored", "reputation-gained"):
        assert len(told(facts, kind)) == 1
    assert state.view(0)["vp"][0] == 3 + 3


@pytest.mark.rule("WP-6.1")
@pytest.mark.rule("WP-6.2")
@pytest.mark.rule("WP-6.3")
@pytest.mark.rule("WP-6.4")
@pytest.mark.rule("WP-6.5")
@pytest.mark.rule("WP-6.6")
def test_the_arrival_keeps_its_order() -> None:
    known = treasures(["San Salvador"], [0])
    state = meeting(vp=[0, 5, 0], weapons=[1, 0, 0], treasures=known)
    facts = play(state, "sail San Salvador", "board 2 vp")
    kinds = [fact["kind"] for fact in facts if not fact["kind"].startswith("advantage")]
    assert kinds == [
        "sailed",
        "tile-taken",
        "bar-moved",
        "tile-scored",
        "boarded",
        "treasure-played",
        "reputation-gained",
    ]


# WP-7.


@pytest.mark.rule("WP-7.1")
def test_who_alone_has_the_most_takes_the_marker() -> None:
    state = lay(THREE, hands=[["weapons Jamaica Trinidad"], [], []])
    assert state.view(0)["advantages"]["most-weapons"] is None
    play(state, "card weapons")
    assert state.view(0)["advantages"]["most-weapons"] == 0


@pytest.mark.rule("WP-7.1")
def test_the_holder_keeps_it_until_another_has_more() -> None:
    card = "weapons Jamaica Trinidad"
    state = lay(THREE, weapons=[0, 1, 0], hands=[[card], [], []], turn_state={"points": 3})
    play(state, f"card {card}")
    assert state.view(0)["advantages"]["most-weapons"] == 1
    state = lay(THREE, weapons=[1, 1, 0], hands=[[card], [], []], advantages={"most-weapons": 1})
    play(state, f"card {card}")
    assert state.view(0)["advantages"]["most-weapons"] == 0


@pytest.mark.rule("WP-7.1")
def test_when_several_pass_the_holder_at_once_nobody_has_it_until_one_leads() -> None:
    hands = [["misfire"] * 2, [], [], []]
    state = lay(weapons=[2, 2, 2, 0], advantages={"most-weapons": 2}, hands=hands)
    facts = play(state, "card misfire 3")
    assert told(facts, "advantage-laid-down") == [
        {"kind": "advantage-laid-down", "advantage": "most-weapons"}
    ]
    assert state.view(0)["advantages"]["most-weapons"] is None
    play(state, "card misfire 2")
    assert state.view(0)["advantages"]["most-weapons"] == 0


@pytest.mark.rule("WP-7.1")
def test_a_holder_left_with_none_keeps_the_marker_while_nobody_has_more() -> None:
    hands = [["mutiny"], [], [], []]
    state = lay(crew=[0, 1, 0, 0], hands=hands)
    play(state, "card mutiny 2")
    view = state.view(0)
    assert (view["crew"], view["advantages"]["largest-crew"]) == ([0, 0, 0, 0], 1)


@pytest.mark.rule("WP-7.2")
def test_a_boarding_is_one_change() -> None:
    """Between victim and boarder a third player never holds the marker."""
    ships = ("Jamaica", "San Salvador", "Belize")
    state = lay(ships, weapons=[2, 2, 2], advantages={"most-weapons": 0})
    facts = play(state, "sail San Salvador", "board 2 weapon")
    assert not told(facts, "advantage-laid-down")
    assert state.view(0)["advantages"]["most-weapons"] == 0
    state = lay(ships, crew=[0, 2, 2], weapons=[1, 0, 0], advantages={"largest-crew": 1})
    facts = play(state, "sail San Salvador", "board 2 crew")
    assert [fact["seat"] for fact in told(facts, "advantage-taken")] == []
    assert told(facts, "advantage-laid-down")
    assert state.view(0)["crew"] == [2, 1, 2]


@pytest.mark.rule("WP-7.2")
def test_weapons_of_the_tile_give_the_right_to_board_at_once() -> None:
    state = lay(("Jamaica", "Nassau", "Belize"), weapons=[1, 1, 0], vp=[0, 2, 0])
    play(state, "sail Nassau")
    assert state.view(0)["step"] == "boarding"
