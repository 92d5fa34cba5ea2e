"""VW-6 and VW-8: the fleet leaves; the end."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import fourwinds as fw
from tests.games.vor_dem_wind.conftest import CARDS

GAME = fw.game("vor-dem-wind")
TWO = ["small:apple/6", "small:silk/2"]


def at_the_end_of_a_turn(lay: Any, **fields: Any) -> Any:
    """Seat 0 is the last to act: `income` ends the turn and the fleet leaves; 2 is first then."""
    front = {0: "income:5"} | dict.fromkeys(range(1, fields.get("players", 4)), 0)
    return lay(**({"port": TWO, "front": front, "first": 1} | fields))


@pytest.mark.rule("VW-6.1")
@pytest.mark.parametrize(("ships", "leaves"), [(1, True), (2, True), (3, False)])
def test_the_fleet_leaves_when_two_or_fewer_ships_are_left(
    ships: int, leaves: bool, lay: Any, play: Any
) -> None:
    port = [*TWO, "small:spice+cheese/8"][:ships]
    state = at_the_end_of_a_turn(lay, port=[*port, None], first=1)
    play(state, (0, "income"))
    view = state.view(None)
    assert view["turn_number"] == 6
    if leaves:
        assert sorted(view["gone"]) == sorted(port)
        assert len(view["port"]) == 7
        assert None not in view["port"]
    else:
        assert view["gone"] == []
        assert view["port"] == [*port, None]


@pytest.mark.rule("VW-6.2")
@pytest.mark.parametrize(
    ("stored", "left"),
    [
        (["apple", "apple", "apple"], []),
        (["cheese"], ["cheese"]),
        (["spice", "silk"], ["spice", "silk"]),
        (["cheese", "cheese", "cheese"], ["cheese", "cheese"]),
        (["apple", "spice", "spice", "spice", "spice", "silk"], ["spice", "spice", "silk"]),
    ],
)
def test_apples_go_half_of_spice_and_cheese_goes_and_silk_keeps(
    stored: list[str], left: list[str], lay: Any, play: Any
) -> None:
    state = at_the_end_of_a_turn(lay, warehouses={2: stored}, hands={2: ["silk", "apple"]})
    play(state, (0, "income"))
    assert state.view(None)["warehouses"][2] == left
    assert state.view(None)["hands"][2] == []
    assert state.view(None)["step"] == "revealing"


@pytest.mark.rule("VW-6.2")
def test_worked_example_2_the_owner_chooses_which_half_goes(
    lay: Any, play: Any, refused: Any
) -> None:
    stored = {2: ["spice", "cheese"], 3: ["spice", "spice", "cheese"]}
    state = at_the_end_of_a_turn(lay, warehouses=stored)
    play(state, (0, "income"))
    assert state.actors == (2,)
    assert refused(state, 2, "spoil 2 spice") == ("spoil-half", "VW-6.2")
    assert refused(state, 2, "pass") == ("wrong-step", "VW-5.1")
    state.play(2, "spoil spice")
    assert state.actors == (3,)
    state.play(3, "spoil cheese")
    view = state.view(None)
    assert view["warehouses"][2:] == [["cheese"], ["spice", "spice"]]
    assert view["supply"] == {"apple": 15, "spice": 13, "cheese": 14, "silk": 15}


@pytest.mark.rule("VW-6.3")
def test_conserved_goods_are_not_touched_and_not_counted_in_the_half(lay: Any, play: Any) -> None:
    state = at_the_end_of_a_turn(
        lay,
        warehouses={2: ["apple", "spice", "spice", "cheese", "silk"]},
        conservation={2: ["conservation:2"]},
        hands={2: ["apple"]},
    )
    play(state, (0, "income"), (2, "keep apple spice"))
    # One spice and one cheese are left to be halved: one goes.
    assert state.actors == (2,)
    assert state.view(None)["kept"] == {"warehouse": ["apple", "spice"], "hand": []}
    play(state, (2, "spoil cheese"))
    view = state.view(None)
    assert view["warehouses"][2] == ["apple", "spice", "spice", "silk"]
    assert view["hands"][2] == []
    assert view["conservation"][2] == []
    assert view["discards"].count("conservation:2") == 1


@pytest.mark.rule("VW-6.3")
def test_what_exceeds_the_goods_in_the_warehouse_may_keep_goods_in_hand(
    lay: Any, play: Any, refused: Any
) -> None:
    state = at_the_end_of_a_turn(
        lay,
        warehouses={2: ["apple", "silk"]},
        conservation={2: ["conservation:2", "conservation:2"]},
        hands={2: ["apple", "spice", "spice"]},
    )
    play(state, (0, "income"))
    state.play(2, "keep hand.apple")
    state.play(2, "keep hand.spice")
    assert refused(state, 2, "keep hand.spice") == ("kept-enough", "VW-6.3")
    assert refused(state, 2, "keep hand.silk") == ("not-in-hand", "VW-6.3")
    state.play(2, "keep apple")
    assert refused(state, 2, "keep apple") == ("not-in-warehouse", "VW-6.3")
    play(state, (2, "done"))
    view = state.view(None)
    assert view["warehouses"][2] == ["apple", "silk"]
    assert view["hands"][2] == ["apple", "spice"]


@pytest.mark.rule("VW-6.3")
def test_silk_counts_when_the_hand_is_to_be_covered(lay: Any, play: Any, refused: Any) -> None:
    state = at_the_end_of_a_turn(
        lay,
        warehouses={2: ["silk", "silk"]},
        conservation={2: ["conservation:2"]},
        hands={2: ["apple"]},
    )
    play(state, (0, "income"))
    assert refused(state, 2, "keep hand.apple") == ("kept-enough", "VW-6.3")
    play(state, (2, "done"))
    assert state.view(None)["hands"][2] == []


def test_what_is_conserved_is_hidden_and_can_be_taken_back_until_done(lay: Any) -> None:
    state = lay(
        step="conserving",
        turn=2,
        first=1,
        warehouses={2: ["apple", "silk"]},
        conservation={2: ["conservation:2"]},
    )
    before, seen = state.digest(), state.view(0)
    state.play(2, "keep apple")
    assert state.view(0) == seen
    assert state.retract(2)
    assert state.digest() == before
    assert not state.retract(2)


@pytest.mark.rule("VW-6.4")
def test_players_choose_from_the_new_first_player_on(lay: Any, play: Any) -> None:
    stored = {seat: ["spice", "cheese"] for seat in range(4)}
    state = at_the_end_of_a_turn(lay, warehouses=stored)
    play(state, (0, "income"))
    for seat in (2, 3, 0, 1):
        assert state.view(None)["first"] == 2
        assert state.actors == (seat,)
        play(state, (seat, "spoil 1 spice"))
    assert state.view(None)["step"] == "revealing"


def with_ships_left(state: Any, large: int, small: int, *, delivered: bool) -> Any:
    """The position with few ships in the stacks; the others have gone or were delivered."""
    position = state.position()
    for size, left in (("large", large), ("small", small)):
        away = position["ship_stacks"][size][left:]
        position["ship_stacks"][size] = position["ship_stacks"][size][:left]
        if delivered:
            position["delivered"][3] = position["delivered"][3] + away
        else:
            position["gone"] = position["gone"] + away
    return position


@pytest.mark.rule("VW-6.4")
def test_a_ship_stack_that_runs_out_is_rebuilt_from_ships_that_left_unladen(
    lay: Any, play: Any
) -> None:
    state = at_the_end_of_a_turn(lay)
    state = state.rules.position(with_ships_left(state, 2, 20 - 2, delivered=False))
    play(state, (0, "income"))
    view = state.view(None)
    assert [ship.split(":")[0] for ship in view["port"]] == ["large"] * 4 + ["small"] * 3
    assert view["ship_counts"]["large"] == 26 - 4
    assert sorted(view["gone"]) == sorted(TWO)


@pytest.mark.rule("VW-6.4")
@pytest.mark.rule("VW-8.1")
def test_the_game_ends_when_no_more_than_two_ships_can_arrive(lay: Any, play: Any) -> None:
    # Ships without points keep everybody below the target while nearly all are delivered.
    data = tomllib.loads(CARDS.read_text(encoding="utf-8"))
    ships = [ship | {"points": 1} for ship in data["ship"]]
    rules = GAME.rules(2, {"target": 60}, data | {"ship": ships})
    small = next(name for name in rules.box.ship_names if name.startswith("small:apple/"))
    position = lay(2, front={0: "income:5", 1: 0}, first=1).position()
    for name in ("stacks", "ship_stacks"):
        del position[name]
    position |= {"options": {"target": 60}, "port": [small, None]}
    names = [
        name
        for kind, name in enumerate(rules.box.ship_names)
        for _ in range(rules.box.ship_count[kind])
    ]
    names.remove(small)
    position["delivered"] = [names[:22], names[22:-1]]
    state = rules.position(position)
    told: list[Any] = []
    state.play(0, "income", told)
    assert [fact.kind.name for fact in told][-2:] == ["fleet-arrived", "match-ended"]
    assert state.over
    assert state.scores == [22, 22]


def last_turn(lay: Any, **fields: Any) -> Any:
    """Seat 0 can lade the last two ships for 8 points and has 42 already."""
    delivered = {
        0: [
            "large:spice+spice+cheese+cheese/16",
            "large:apple+apple+spice+cheese/20",
            "small:apple/6",
        ]
    }
    return at_the_end_of_a_turn(
        lay, **({"warehouses": {0: ["apple", "silk", "silk"]}, "delivered": delivered} | fields)
    )


@pytest.mark.rule("VW-8.1")
def test_the_game_ends_with_the_turn_in_which_the_target_is_reached_before_the_fleet_leaves(
    lay: Any, play: Any
) -> None:
    state = last_turn(lay, hands={1: ["apple"]})
    told: list[Any] = []
    play(state, (0, "ship 1"))
    state.play(0, "ship 2")
    state.play(0, "done", told)
    assert [fact.kind.name for fact in told] == ["goods-shipped", "first-passed", "match-ended"]
    assert state.over
    assert state.scores == [50, 0, 0, 0]
    assert state.winners == [0]
    assert state.view(None)["hands"][1] == ["apple"]
    with pytest.raises(fw.IllegalAction) as caught:
        state.play(1, "reveal storage")
    assert (caught.value.code, caught.value.rule) == ("match-over", "VW-8.1")


@pytest.mark.rule("VW-8.1")
def test_the_turn_is_played_to_its_end(lay: Any, play: Any) -> None:
    state = last_turn(lay, first=0, front={0: "income:5", 1: "income:11"})
    play(state, (0, "ship 1 2"))
    assert not state.over
    play(state, (1, "income"))
    assert state.over


@pytest.mark.parametrize(
    ("stored", "gold", "ranking"),
    [
        ({1: ["silk"]}, [22, 22, 22, 22], [2, 1, 3, 3]),
        ({0: ["silk"], 1: ["apple"]}, [22, 23, 22, 22], [2, 1, 3, 3]),
        ({0: ["silk"], 1: ["apple"]}, [22, 22, 22, 9], [1, 1, 3, 4]),
    ],
)
def test_ties_go_to_goods_then_gold_then_are_shared(
    stored: dict[int, list[str]], gold: list[int], ranking: list[int], lay: Any
) -> None:
    ships = ["large:apple+apple+spice+cheese/20"], ["large:apple+apple+spice+cheese/20"]
    state = lay(step="over", warehouses=stored, gold=gold, delivered={0: ships[0], 1: ships[1]})
    assert state.ranking == ranking
    assert state.winners == [seat for seat in range(4) if ranking[seat] == 1]


def test_the_target_is_60_with_two_players_else_50_and_can_be_lowered() -> None:
    assert [GAME.rules(players).options["target"] for players in (2, 3, 4)] == [60, 50, 50]
    assert GAME.rules(4, {"target": 20}).options["target"] == 20
    with pytest.raises(fw.FourWindsError):
        GAME.rules(4, {"target": 0})
