"""The rules of Regatta, by number."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.words import words
from tests.games.regatta.waters import alone, boat, position, race, rules, spot, stage, why

ONE_ROUND = ("red1", "red2", "green1", "green2", "blue1")


def texts(state: fw.State, seat: int = 0) -> set[str]:
    return {state.rules.text(state, seat, action) for action in state.actions(seat)}


def moves(state: fw.State, seat: int = 0) -> set[str]:
    return {state.rules.text(state, seat, action) for action in state.actions(seat) if action < 240}


def facts(state: fw.State, seat: int, move: str) -> list[str]:
    told: list[Any] = []
    state.play(seat, move, told)
    return [fact.kind.name for fact in told]


# RG-1 and RG-3.


@pytest.mark.rule("RG-1.1")
@pytest.mark.rule("RG-1.2")
def test_the_box_has_55_cards_of_the_reported_kinds() -> None:
    own = fw.game("regatta")
    own.box(own.own_components, 4, rules().options)  # checks them
    cards = rules().components.data["card"]
    total = Counter[str]()
    for card in cards:
        total["cards"] += card["count"]
        total[card["colour"]] += card["count"]
        total[f"{card['colour']} {card.get('symbol')}"] += card["count"]
        total[f"{card['colour']} small"] += card["count"] * card.get("small", 0)
    assert total["cards"] == 55
    assert total["red"] >= 12
    assert total["red helm"] == 4
    assert total["green"] >= 12
    assert total["green helm"] == 4
    assert total["blue"] >= 12
    assert total["blue cloud"] == 4
    assert total["blue small"] == 4
    assert total["joker"] == 5
    assert total["joker small"] == 1
    assert total["sun"] == 3


def test_red_turns_to_port_green_to_starboard_and_blue_hardly() -> None:
    data = rules().components.data
    turns = {
        arrow["name"]: sum(
            piece[2] * (1 if piece[0] == "starboard" else -1)
            for piece in arrow["path"]
            if piece[0] != "ahead"
        )
        for arrow in data["arrow"]
    }
    straight = 0
    for card in data["card"]:
        found = [turns[arrow] for arrow in card["arrows"]]
        if card["colour"] == "red":
            assert max(found) < 0
        if card["colour"] == "green":
            assert min(found) > 0
        if card["colour"] == "blue":
            assert all(abs(turn) <= 20 for turn in found)
        if card["colour"] == "joker":
            assert min(found) < 0 < max(found)
            assert 0 in found
        straight += card["count"] if found == [0] else 0
    assert straight < 55 / 2


@pytest.mark.rule("RG-1.3")
@pytest.mark.parametrize(("course", "unit"), [("short", 60), ("normal", 75), ("long", 110)])
def test_marks_lie_by_the_unit_of_the_course(course: str, unit: int) -> None:
    state = rules(2, course).start(1)
    state.play(state.actors[0], "start 1")
    found = state.view(None)["course"]
    assert found["line"] == ((-unit * 1000, 0, 8000), (unit * 1000, 0, 8000))
    assert found["red"][:2] == (-2 * unit * 1000, 4 * unit * 1000)
    assert found["green"][:2] == (2 * unit * 1000, 5 * unit * 1000)


@pytest.mark.rule("RG-3.1")
def test_each_in_turn_chooses_a_boat_and_a_free_place_behind_the_line() -> None:
    state = rules(4).start(seed=5)
    first = state.position()["first"]
    assert all(len(hand) == 5 for hand in state.position()["hands"])
    for i in range(4):
        seat = (first + i) % 4
        assert state.actors == (seat,)
        assert len(state.actions(seat)) == 2 * (4 - i)  # boats, and places for the next boat
        if i:
            assert why(state, "boat red", seat) == ("boat-taken", "RG-3.1")
        state.play(seat, f"boat {('red', 'green', 'yellow', 'blue')[i]}")
        if i:
            assert why(state, "start 1", seat) == ("place-taken", "RG-3.1")
        state.play(seat, f"start {i + 1}")
        x, y, heading = spot(state, seat)
        assert y < 0
        assert heading == 0
        assert -75 < x < 75
    assert state.actors == (first,)
    assert state.view(None)["step"] == "sailing"


@pytest.mark.rule("RG-3.1")
def test_whoever_names_only_a_place_takes_the_next_free_boat() -> None:
    state = rules(2).start(seed=5)
    first = state.actors[0]
    state.play(first, "start 3")
    assert why(state, "start 3", 1 - first) == ("place-taken", "RG-3.1")
    state.play(1 - first, "start 2")
    boats = state.position()["boats"]
    assert [boats[first]["boat"], boats[1 - first]["boat"]] == ["red", "green"]
    assert [spot(state, first)[0], spot(state, 1 - first)[0]] == [18, -18]


@pytest.mark.rule("RG-3.1")
def test_the_first_player_is_drawn_by_chance() -> None:
    firsts = Counter(rules(4).start(seed).position()["first"] for seed in range(200))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 25


@pytest.mark.rule("RG-3.1")
@pytest.mark.parametrize("course", ["short", "normal", "long", "custom"])
def test_every_place_can_be_left_by_every_direction_card(course: str) -> None:
    bound = rules(2, course)
    assert bound.warnings == []
    names = [name for name in bound.box.names if name != "sun"]
    for place in range(len(bound.box.course.places)):
        for name in names:
            data = bound.start(1).position()
            data |= {"step": "sailing", "turns": 1, "turn": 0, "first": 0, "chance": "0" * 64}
            x, y = bound.box.course.places[place], bound.box.course.start_y
            data["boats"] = [
                {**boat("red", 0, 0), "x": int(x), "y": int(y)},
                boat("green", *(-280, 400) if course != "custom" else (-300, 500)),
            ]
            swap_in(data, name)
            state = bound.position(data)
            assert any(move.startswith(f"{name} ") for move in moves(state))


def swap_in(data: dict[str, Any], name: str) -> None:
    """Give seat 0 such a card for one of its own."""
    if name in data["hands"][0]:
        return
    for cards in (data["pile"], data["hands"][1]):
        if name in cards:
            cards[cards.index(name)] = data["hands"][0][0]
            data["hands"][0][0] = name
            return


@pytest.mark.rule("RG-3.1")
def test_an_owner_is_warned_of_a_place_that_cannot_be_left() -> None:
    data = copy.deepcopy(rules().components.data)
    data["course"]["short"]["start"]["places"] = [-54, -18, 18, 42]
    bound = rules(2, "short", data)
    assert len(bound.warnings) == 1
    assert "place 1" in bound.warnings[0]
    assert "RG-3.1" in bound.warnings[0]
    refused = bound.start(1)
    refused.play(refused.actors[0], "start 1")  # such a file is played with all the same


# RG-2 and RG-4.


@pytest.mark.rule("RG-2.1")
@pytest.mark.rule("RG-4.1")
def test_the_stern_is_put_at_the_end_of_the_arrow() -> None:
    state = alone(0, 100, 0, 1, ("blue1", "red3", "green3", "red1", "green1"))
    straight, sharp = state.copy(), state.copy()
    straight.play(0, "blue1 a")
    assert spot(straight) == (0, 100 + 84 + 40, 0)  # the arrow is 84 mm long, the boat 40
    sharp.play(0, "green3 a")
    # 26 mm ahead, then a quarter of a circle of 27 mm: the stern at 27, 53, heading east.
    assert spot(sharp) == pytest.approx((27 + 40, 100 + 53, 90), abs=0.002)


@pytest.mark.rule("RG-2.2")
def test_a_turn_to_port_mirrors_one_to_starboard_exactly() -> None:
    for k in range(1, 5):
        port = alone(0, 100, 0, 1, ("red1", "red2", "red3", "red4", "red6"))
        starboard = alone(0, 100, 0, 1, ("green1", "green2", "green3", "green4", "green6"))
        port.play(0, f"red{k} a")
        starboard.play(0, f"green{k} a")
        x, y, heading = spot(port)
        assert spot(starboard) == (-x, y, (360 - heading) % 360)


@pytest.mark.rule("RG-2.3")
def test_no_part_of_a_boat_may_leave_the_water() -> None:
    state = alone(-300, 300, 270, 1, ("blue1", "red3", "green3", "red2", "blue3"))
    assert why(state, "blue1 a") == ("touches-edge", "RG-2.3")
    error = state.refusal(0, "blue1 a")
    assert error is not None
    west = state.view(0)["course"]["water"][0]
    x, _, heading = error.details["pose"]
    assert heading == 270 * 40
    assert 0 < x - west < 600
    assert error.details["point"] == error.details["pose"][:2]


@pytest.mark.rule("RG-4.1")
def test_a_played_card_is_discarded_and_the_hand_filled_once() -> None:
    state = alone(0, 100, 0, 1, ONE_ROUND)
    state.play(0, "blue1 a")
    assert state.view(0)["counts"][0] == 4
    assert state.view(None)["discards"] == ["blue1"]
    state.play(0, "end")
    assert state.view(0)["counts"] == [5, 5]
    assert state.actors == (1,)


@pytest.mark.rule("RG-4.1")
def test_an_arrow_must_be_on_the_card_and_the_card_in_the_hand() -> None:
    state = alone(0, 100, 0, 1, ONE_ROUND)
    assert why(state, "red2 b") == ("no-such-arrow", "RG-4.1")
    assert why(state, "red2 z") == ("no-such-arrow", "RG-4.1")
    assert why(state, "joker a") == ("not-in-hand", "RG-4.1")
    assert why(state, "end") == ("nothing-done", "RG-5.1")
    assert why(state, "start 1") == ("race-has-begun", "RG-3.1")


@pytest.mark.rule("RG-4.2")
def test_touching_a_boat_or_buoy_anywhere_on_the_way_is_refused() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 20, 170, 90, 1)]
    state = race(boats, ONE_ROUND)
    assert why(state, "blue1 a") == ("touches-boat", "RG-4.2")
    error = state.refusal(0, "blue1 a")
    assert error is not None
    assert error.details["boat"] == "green"
    x, y, _ = error.details["pose"]
    assert x == 0
    assert 161_000 < y < 166_000
    assert error.details["point"] == pytest.approx([0, 164_400], abs=300)
    state = alone(-150, 225, 0, 1, ONE_ROUND)
    assert why(state, "blue1 a") == ("touches-buoy", "RG-4.2")
    error = state.refusal(0, "blue1 a")
    assert error is not None
    assert error.details["buoy"] == "red-buoy"
    assert error.details["point"] == pytest.approx([-150_000, 292_000], abs=500)


def test_a_boat_that_only_brushes_another_on_the_way_is_refused() -> None:
    for gap, allowed in ((14.1, False), (14.3, True)):
        boats = [boat("red", 0, 100, 0, 1), boat("green", gap, 130, 180, 1)]
        assert ("blue1 a" in texts(race(boats, ONE_ROUND))) is allowed


@pytest.mark.rule("RG-4.2")
def test_obstacles_of_a_course_of_ones_own_count_like_buoys() -> None:
    state = alone(10, 150, 0, 1, ONE_ROUND, course="custom")
    assert why(state, "blue1 a") == ("touches-obstacle", "RG-4.2")


@pytest.mark.rule("RG-4.3")
def test_ending_in_a_zone_is_refused_but_sailing_through_is_not() -> None:
    ahead = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    state = race(ahead, ONE_ROUND)
    assert why(state, "blue1 a") == ("ends-in-zone", "RG-4.3")
    through = [boat("red", 0, 100, 0, 1), boat("green", 60, 140, 270, 1)]
    assert "blue1 a" in texts(race(through, ONE_ROUND))


@pytest.mark.rule("RG-4.3")
def test_a_becalmed_boat_keeps_its_zone_and_ones_own_may_cover_others() -> None:
    calm = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1, becalmed=True)]
    assert why(race(calm, ONE_ROUND), "blue1 a") == ("ends-in-zone", "RG-4.3")
    covered = [boat("red", 0, 100, 0, 1), boat("green", 0, 320, 0, 1)]
    assert "blue1 a" in texts(race(covered, ONE_ROUND))


@pytest.mark.rule("RG-4.4")
def test_if_every_move_ends_in_a_zone_the_boat_stops_where_it_enters() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    state = race(boats, ("blue1", "blue1", "blue1", "blue2", "blue3"))
    assert moves(state) >= {"blue1 a"}
    told: list[Any] = []
    state.play(0, "blue1 a", told)
    assert told[0].kind.name == "boat-stopped"
    x, y, heading = spot(state)
    # The zone begins 28.5 mm this side of the other boat's axis.
    assert x == 0
    assert heading == 0
    assert 0 <= 201.5 - y < 0.3


@pytest.mark.rule("RG-4.4")
def test_a_forced_stop_may_come_in_the_middle_of_an_arc() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 40, 240, 180, 1)]
    state = race(boats, ("green1", "green1", "green1", "green2", "green2"))
    told: list[Any] = []
    state.play(0, "green1 a", told)
    assert told[0].kind.name == "boat-stopped"
    assert 0 < spot(state)[2] < 30
    assert spot(state)[2] * 40 == round(spot(state)[2] * 40)


@pytest.mark.rule("RG-4.4")
def test_a_stop_that_lies_in_another_zone_goes_back_to_the_edge_of_that_one() -> None:
    lone = [boat("red", 0, 100, 0, 1), boat("green", 60, 250, 270, 1), boat("yellow", 300, 0)]
    both = [*lone[:2], boat("yellow", -60, 205, 90, 1)]
    hand = ("blue1", "blue1", "blue1", "sun", "sun")
    states = [race(boats, hand) for boats in (lone, both)]
    for state in states:
        state.play(0, "blue1 a")
    assert 0 <= 250 - 28.5 - spot(states[0])[1] < 0.3
    assert 0 <= 205 - 28.5 - spot(states[1])[1] < 0.3


@pytest.mark.rule("RG-4.4")
def test_a_boat_that_cannot_leave_the_zone_it_begins_in_heaves_to() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 70, 120, 270), boat("blue", 70, 190, 270)]
    state = race(boats, ("blue1", "blue1", "blue1", "sun", "sun"))
    assert not moves(state)
    assert why(state, "blue1 a") == ("no-way-in-zone", "RG-4.4")
    assert "turn +15" in texts(state)
    assert "swap blue1" in texts(state)


def test_a_boat_in_a_zone_may_leave_it_freely() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 90, 270, 1)]
    assert "blue1 a" in texts(race(boats, ONE_ROUND))


@pytest.mark.rule("RG-4.4")
def test_a_forced_stop_tells_everybody_that_no_card_kept_had_a_free_arrow() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    state = race(boats, ("blue1", "blue1", "blue1", "blue2", "blue3"))
    assert state.view(1)["hand_limits"] == [[], []]
    assert "red3 a" in moves(race(boats, ("blue1", "red3", "blue1", "blue2", "blue3")))
    state.play(0, "blue1 a")
    (limit,) = state.view(1)["hand_limits"][0]
    assert limit["most"] == 0
    assert {"red3", "green3", "smalljoker"} <= set(limit["cards"])
    assert not {"blue1", "blue2", "blue3", "sun"} & set(limit["cards"])
    assert state.view(None)["hand_limits"] == state.view(0)["hand_limits"]
    # One card is drawn: at most one card is of those kinds.
    state.play(0, "end")
    assert state.view(1)["hand_limits"][0] == [{**limit, "most": 1}]
    # A kept card goes for three others: too many new cards to say anything.
    state.play(1, "turn +15")
    for move in ("swap blue1", "swap blue1", "swap blue2", "end"):
        state.play(0, move)
    assert state.view(1)["hand_limits"][0] == [{**limit, "most": 4}]
    state.play(1, "turn +15")
    for move in ("swap blue3", "end"):
        state.play(0, move)
    assert state.view(1)["hand_limits"][0] == []


@pytest.mark.rule("RG-4.4")
def test_a_card_that_was_drawn_since_leaves_what_is_known_of_the_kept_ones() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    data = position(boats, ("blue1", "blue1", "blue1", "blue2", "blue3"))
    names = Counter(dict(zip(rules().box.names, rules().box.counts, strict=True)))
    for hand in data["hands"]:
        names.subtract(hand)
    names["red3"] -= 1
    state = fw.game("regatta").from_position(data | {"pile": ["red3", *names.elements()]})
    state.play(0, "blue1 a")
    state.play(0, "end")
    known = state.view(1)["hand_limits"][0]
    assert known[0]["most"] == 1
    state.play(1, "turn +15")
    state.play(0, "swap red3")
    state.play(0, "end")
    # It can only have been the new card, and another new one came for it.
    assert state.view(1)["hand_limits"][0] == known


@pytest.mark.rule("RG-4.4")
def test_imagined_worlds_after_a_forced_stop_would_all_have_forced_it() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    before = race(boats, ("blue1", "blue1", "blue1", "blue2", "blue3"))
    after = before.copy()
    after.play(0, "blue1 a")
    belief = before.rules.belief(after.view(1))
    chance = stream_of_seed(3, "imagine")
    blue = Counter[str]()
    for _ in range(300):
        world = belief.sample(chance)
        assert world.view(1) == after.view(1)
        hands = world.position()["hands"]
        blue.update(hands[0])
        data = before.position() | {"pile": None}
        data["hands"] = [[*hands[0], "blue1"], hands[1]]
        again = before.rules.position(data)
        told: list[Any] = []
        again.play(0, "blue1 a", told)
        assert told[0].kind.name == "boat-stopped"
    # Uniform among the kinds that were not free, by how many of each are left.
    allowed = Counter(dict(zip(rules().box.names, rules().box.counts, strict=True)))
    allowed.subtract([*before.position()["hands"][1], "blue1"])
    for name in after.view(1)["hand_limits"][0][0]["cards"]:
        del allowed[name]
    total = sum(allowed.values())
    for name, count in allowed.items():
        assert blue[name] == pytest.approx(300 * 4 * count / total, abs=75)


@pytest.mark.rule("RG-4.5")
def test_no_room_for_the_card_is_no_excuse() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 20, 120, 180, 1)]
    state = race(boats, ONE_ROUND)
    cited: dict[str, int] = {}
    state.record_to(None, cited)
    state.play(0, "blue1 a")
    assert cited["RG-4.5"] == 1


# RG-5.


@pytest.mark.rule("RG-5.1")
def test_turning_is_about_the_middle_of_the_hull_in_steps_of_15_degrees() -> None:
    state = alone(0, 100, 0, 1, ONE_ROUND)
    assert sum(text.startswith("turn") for text in texts(state)) == 23
    for rotation in (7, 0, 360, -195, 46):
        assert why(state, f"turn {rotation:+d}") == ("turn-steps", "RG-5.1")
    # The boat is 40 mm long: its middle lies 20 mm behind the bow, at 0, 80.
    quarter, back = state.copy(), state.copy()
    quarter.play(0, "turn +90")
    assert spot(quarter) == (20, 80, 90)
    back.play(0, "turn -180")
    assert spot(back) == (0, 60, 180)
    assert facts(state, 0, "turn +45") == ["boat-turned"]
    x, y, heading = spot(state)
    assert (x, y) == pytest.approx((20 * 0.5**0.5, 80 + 20 * 0.5**0.5), abs=0.002)
    assert heading == 45
    assert state.actors == (1,)
    assert state.view(0)["hand"] == list(ONE_ROUND)


@pytest.mark.rule("RG-5.1")
@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("turn -45", "Ann heaves to and turns 45° to port."),
        ("turn +165", "Ann heaves to and turns 165° to starboard."),
    ],
)
def test_a_turn_is_told_by_its_side(move: str, said: str) -> None:
    told: list[Any] = []
    alone(0, 100, 0, 1, ONE_ROUND).play(0, move, told)
    assert words("en", "regatta").fact(told[0].json(), ["Ann", "Ben"]) == said


@pytest.mark.rule("RG-5.1")
def test_a_turned_boat_must_find_its_place_free_but_zones_do_not_matter() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 15, 100, 0, 1)]
    state = race(boats, ONE_ROUND)
    assert why(state, "turn +90") == ("turn-touches-boat", "RG-5.1")
    into_zone = [boat("red", 0, 100, 0, 1), boat("green", 0, 30, 0, 1)]
    assert "turn +90" in texts(race(into_zone, ONE_ROUND))
    # The red mark lies at -150, 300 and has a radius of 8 mm.
    mark = alone(-150 + 20, 320, 0, 1, ONE_ROUND)
    assert why(mark, "turn -90") == ("turn-touches-buoy", "RG-5.1")
    obstacle = alone(35, 250, 0, 1, ONE_ROUND, course="custom")
    assert why(obstacle, "turn -90") == ("turn-touches-obstacle", "RG-5.1")


@pytest.mark.rule("RG-5.1")
def test_what_lies_between_the_old_and_the_new_place_is_not_touched_by_a_turn() -> None:
    # Another bow points at the middle of the hull; the sweep of a half turn would touch it.
    boats = [boat("red", 0, 100, 0, 1), boat("green", 9, 80, 270, 1)]
    state = race(boats, ONE_ROUND)
    assert why(state, "turn +90") == ("turn-touches-boat", "RG-5.1")
    assert "turn +180" in texts(state)


@pytest.mark.rule("RG-5.1")
@pytest.mark.parametrize("hand", [ONE_ROUND, ("blue1", "red3", "green3", "red2", "blue3")])
def test_a_turned_boat_is_moved_in_from_the_edge_whatever_its_hand(hand: tuple[str, ...]) -> None:
    # The western edge of the water lies at -360.
    edge = alone(-350, 300, 0, 1, hand)
    assert sum(text.startswith("turn") for text in texts(edge)) == 23
    edge.play(0, "turn +90")
    x, y, heading = spot(edge)
    assert (y, heading) == (280, 90)
    assert -360 + 40 < x < -360 + 40.3
    free = alone(-330, 300, 0, 1, hand)
    free.play(0, "turn +90")
    assert spot(free) == (-310, 280, 90)


@pytest.mark.rule("RG-5.1")
def test_in_a_corner_a_boat_is_moved_in_from_both_edges() -> None:
    # The water begins at -360, -170. A bow is narrower than a stern.
    corner = alone(-359.642, -169.642, 225, 1, ONE_ROUND)
    corner.play(0, "turn +180")
    outline = corner.view(None)["boats"][0]["outline"]
    assert spot(corner)[2] == 45
    assert min(x for x, _ in outline) == pytest.approx(-359_840, abs=10)
    assert min(y for _, y in outline) == pytest.approx(-169_840, abs=10)


@pytest.mark.rule("RG-5.1")
def test_a_turn_is_forbidden_where_the_boat_moved_in_would_touch_something() -> None:
    boats = [boat("red", -350, 300, 0, 1), boat("green", -320, 300, 0, 1)]
    state = race(boats, ONE_ROUND)
    assert why(state, "turn +90") == ("turn-touches-boat", "RG-5.1")


@pytest.mark.rule("RG-5.1")
@pytest.mark.rule("RG-7.1")
@pytest.mark.parametrize(
    ("x", "y", "heading", "turn", "before", "after"),
    [
        (-200, 295, 180, "+180", 1, 2),  # over the red mark's west ray, northward
        (-200, 335, 0, "+180", 2, 1),  # and back: undone
        (-200, 295, 180, "+180", 3, 3),  # not the ray crossed last
        (-165, 340, 270, "+180", 2, 3),  # over its north ray, eastward
        (-125, 340, 90, "+180", 3, 2),
        (165, 400, 270, "+180", 3, 3),  # the green mark's north ray ends at its mark
        (135, 400, 270, "+180", 3, 4),
        (200, 385, 0, "+180", 4, 5),  # over its east ray, southward
        (0, -15, 180, "+180", 0, 0),  # the line: a turn never starts a boat
        (0, 15, 0, "+180", 5, 5),  # nor does it finish one
    ],
)
def test_a_turn_crosses_rays_with_the_straight_way_of_the_bow_but_not_the_line(
    x: float, y: float, heading: float, turn: str, before: int, after: int
) -> None:
    state = alone(x, y, heading, before, ONE_ROUND)
    told: list[Any] = []
    cited: dict[str, int] = {}
    state.record_to(told, cited)
    state.play(0, f"turn {turn}")
    assert stage(state) == after
    gates = [fact.kind.name for fact in told[1:]]
    assert gates == (["gate-crossed"] if after > before else ["gate-undone"] * (before - after))


@pytest.mark.rule("RG-5.1")
@pytest.mark.rule("RG-7.1")
def test_a_turn_may_cross_both_rays_of_a_mark_in_the_order_met() -> None:
    # From south-west to north-east past the red mark's north-west corner: west ray, then north.
    state = alone(-176.142, 297.858, 225, 1, ONE_ROUND)
    told: list[Any] = []
    state.play(0, "turn +180", told)
    assert stage(state) == 3
    assert [fact.data.get("gate") for fact in told] == [None, "red-west", "red-north"]
    back = alone(-147.858, 326.142, 45, 3, ONE_ROUND)
    told = []
    back.play(0, "turn +180", told)
    assert stage(back) == 1
    assert [fact.data.get("gate") for fact in told] == [None, "red-north", "red-west"]


@pytest.mark.rule("RG-5.1")
@pytest.mark.rule("RG-6.4")
def test_swapped_cards_are_discarded_only_after_drawing() -> None:
    bound = rules(2)
    names = [n for n, c in zip(bound.box.names, bound.box.counts, strict=True) for _ in range(c)]
    data = position([boat("red", 0, 100, 0, 1), boat("green", 300, 0)], ONE_ROUND)
    for card in data["hands"][0] + data["hands"][1]:
        names.remove(card)
    data |= {"pile": ["sun"], "discards": [*(c for c in names if c != "sun"), "sun", "sun"]}
    state = fw.game("regatta").from_position(data)
    told: list[Any] = []
    for part in ("swap red1", "swap red2", "swap green1", "end"):
        state.play(0, part, told)
    assert [f.kind.name for f in told] == ["cards-swapped", "pile-shuffled", "cards-drawn"]
    # The swapped cards lie alone on the discards: they were not shuffled in.
    assert state.view(None)["discards"] == ["red1", "red2", "green1"]
    assert state.view(None)["counts"] == [5, 5]


@pytest.mark.rule("RG-5.1")
def test_at_most_three_cards_are_swapped_and_nothing_else_is_done_meanwhile() -> None:
    state = alone(0, 100, 0, 1, ("blue1", "sun", "red2", "green1", "green2"))
    with pytest.raises(fw.IllegalAction) as error:
        state.rules.parse_move(state, 0, "swap blue1 red2 green1 green2")
    assert (error.value.code, error.value.rule) == ("swap-too-many", "RG-5.1")
    for card in ("blue1", "red2", "green1"):
        state.play(0, f"swap {card}")
    assert why(state, "swap green2") == ("swap-too-many", "RG-5.1")
    assert why(state, "sun green") == ("sun-while-heaving-to", "RG-5.1")
    assert why(state, "turn +15") == ("swap-begun", "RG-5.1")
    assert why(state, "blue1 a") == ("swap-begun", "RG-5.1")
    assert texts(state) == {"end"}
    for _ in range(3):
        assert state.retract(0)
    assert not state.retract(0)
    assert "turn +15" in texts(state)


@pytest.mark.rule("RG-5.1")
def test_a_card_is_swapped_as_often_as_it_is_held() -> None:
    state = alone(0, 100, 0, 1, ("red1", "red1", "red2", "green1", "green2"))
    state.play(0, "swap red1")
    state.play(0, "swap red1")
    assert why(state, "swap red1") == ("not-in-hand", "RG-5.1")


# RG-6.


@pytest.mark.rule("RG-6.1")
def test_a_helm_gives_one_more_card_and_only_once() -> None:
    state = alone(0, 50, 0, 1, ("red5", "green5", "blue1", "green1", "green2"))
    state.play(0, "red5 a")
    assert {"green5 a", "blue1 a", "end"} <= texts(state)
    assert state.view(0)["counts"][0] == 4
    assert why(state, "turn +15") == ("has-moved", "RG-5.1")
    state.play(0, "green5 a")
    assert state.view(0)["counts"][0] == 3
    assert why(state, "blue1 a") == ("helm-only-once", "RG-6.1")
    state.play(0, "end")
    assert state.view(0)["counts"][0] == 5
    assert state.actors == (1,)


@pytest.mark.rule("RG-6.1")
def test_without_a_helm_no_second_card_is_played() -> None:
    state = alone(0, 50, 0, 1, ONE_ROUND)
    state.play(0, "red1 a")
    assert why(state, "blue1 a") == ("no-helm", "RG-6.1")


@pytest.mark.rule("RG-6.1")
def test_the_forced_stop_is_not_for_the_second_card() -> None:
    boats = [boat("red", 0, 0, 0, 1), boat("green", 20, 260, 270, 1)]
    state = race(boats, ("red5", "blue1", "blue1", "blue1", "blue3"))
    state.play(0, "red5 a")
    blocked = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    second = race(
        blocked,
        ("blue1", "blue1", "blue2", "blue3"),
        step="finishing",
        played=1,
        helm=True,
        discards=["red5"],
    )
    assert why(second, "blue1 a") == ("ends-in-zone", "RG-4.3")
    assert not moves(second)


@pytest.mark.rule("RG-6.2")
def test_a_cloud_is_sailed_twice_with_the_arrow_chosen_anew() -> None:
    state = alone(0, 50, 0, 1, ("cloud1", "red1", "red2", "green1", "green2"))
    state.play(0, "cloud1 a")
    assert texts(state) == {"cloud1 a", "cloud1 b", "cloud1 c"}
    assert why(state, "end") == ("second-leg", "RG-6.2")
    assert why(state, "cloud1 d") == ("no-such-arrow", "RG-4.1")
    state.play(0, "cloud1 c")
    x, y, heading = spot(state)
    assert heading == 0
    assert x < -10
    assert y > 280
    assert state.view(0)["counts"][0] == 4
    compound = alone(0, 50, 0, 1, ("cloud1", "red1", "red2", "green1", "green2"))
    for action in compound.rules.parse_move(compound, 0, "cloud1 a c"):
        compound.play(0, action)
    assert spot(compound) == (x, y, heading)


@pytest.mark.rule("RG-6.2")
def test_an_impossible_second_leg_leaves_the_boat_where_it_is() -> None:
    boats = [boat("red", 0, 50, 0, 1), boat("green", 0, 230, 90, 1)]
    state = race(boats, ("cloud1", "red1", "red2", "green1", "green2"))
    assert facts(state, 0, "cloud1 b") == ["boat-sailed", "leg-lost"]
    assert spot(state) == (0, 174, 0)
    assert state.view(None)["step"] == "finishing"


@pytest.mark.rule("RG-6.2")
def test_the_second_leg_is_lost_after_a_forced_stop() -> None:
    boats = [boat("red", 0, 100, 0, 1), boat("green", 60, 230, 270, 1)]
    state = race(boats, ("cloud1", "cloud1", "blue1", "blue2", "blue3"))
    assert facts(state, 0, "cloud1 b") == ["boat-stopped"]
    assert state.view(None)["step"] == "finishing"


@pytest.mark.rule("RG-6.3")
def test_a_sun_makes_an_opponent_miss_his_next_turn() -> None:
    boats = [boat("red", 0, 50, 0, 1), boat("green", 330, 0), boat("blue", -330, 0)]
    state = race(boats, ("sun", "sun", "blue1", "green1", "green2"))
    assert why(state, "sun blue") == ("sun-too-early", "RG-6.3")
    assert why(state, "sun a") == ("sun-is-no-direction", "RG-6.3")
    state.play(0, "blue1 a")
    assert why(state, "sun red") == ("sun-on-oneself", "RG-6.3")
    assert why(state, "sun yellow") == ("no-such-boat", "RG-6.3")
    state.play(0, "sun green")
    assert state.actors == (2,)  # green missed its turn at once
    view = state.view(None)
    assert not view["boats"][1]["becalmed"]
    assert view["discards"] == ["blue1", "sun"]
    assert state.view(0)["counts"] == [5, 5, 5]


@pytest.mark.rule("RG-6.3")
def test_one_boat_never_has_two_suns_before_it() -> None:
    boats = [boat("red", 0, 50, 0, 1), boat("green", 330, 0, becalmed=True), boat("blue", -330, 0)]
    state = race(boats, ("sun", "sun", "blue1", "green1", "green2"))
    state.play(0, "blue1 a")
    assert why(state, "sun green") == ("already-becalmed", "RG-6.3")
    state.play(0, "sun blue")
    assert state.actors == (0,)  # both opponents miss their turns


@pytest.mark.rule("RG-6.3")
def test_whoever_has_moved_is_asked_whether_he_holds_a_sun_or_not() -> None:
    for hand in (("sun", "blue1", "red1", "red2", "red3"), ONE_ROUND):
        state = alone(0, 50, 0, 1, hand)
        state.play(0, "blue1 a")
        assert state.actors == (0,)
        assert ("sun green" in texts(state)) is ("sun" in hand)
        if "sun" not in hand:
            assert why(state, "sun green") == ("no-sun", "RG-6.3")


@pytest.mark.rule("RG-6.4")
def test_the_discards_are_shuffled_when_the_pile_is_empty() -> None:
    data = position(
        [boat("red", 0, 50, 0, 1), boat("green", 330, 0)],
        ("blue1", "red1", "red2", "green1", "sun"),
    )
    bound = rules(2)
    rest = Counter(dict(zip(bound.box.names, bound.box.counts, strict=True)))
    for hand in data["hands"]:
        rest.subtract(hand)
    state = fw.game("regatta").from_position(data | {"pile": [], "discards": [*rest.elements()]})
    state.play(0, "blue1 a")
    assert facts(state, 0, "end") == ["pile-shuffled", "cards-drawn"]
    assert state.view(None)["pile"] == 55 - 10 - 0
    assert state.view(None)["discards"] == []


# RG-7.


@pytest.mark.rule("RG-7.1")
@pytest.mark.parametrize(
    ("x", "y", "heading", "before", "after"),
    [
        (0, -10, 0, 0, 1),  # the line, from behind
        (120, -10, 0, 0, 0),  # beside the line
        (-200, 250, 0, 1, 2),  # the red mark's west ray
        (-100, 250, 0, 1, 1),  # on the wrong side of the mark
        (-200, 350, 180, 2, 1),  # backwards: undone
        (-200, 350, 90, 2, 3),  # the north ray
        (-100, 350, 270, 3, 2),  # backwards: undone
        (-200, 350, 90, 1, 1),  # before the west ray: no credit
        (100, 450, 90, 3, 4),
        (100, 450, 90, 2, 2),
        (200, 420, 180, 4, 5),
        (200, 330, 0, 5, 4),
        (0, 60, 180, 3, 3),  # over the line without the course: nothing
        (0, -100, 0, 5, 5),  # from behind is not homeward
        (0, 60, 180, 1, 1),  # the line is no ray and is not undone
    ],
)
def test_gates_count_in_order_and_the_right_way(
    x: float, y: float, heading: float, before: int, after: int
) -> None:
    state = alone(x, y, heading, before, ONE_ROUND)
    state.play(0, "blue1 a")
    assert stage(state) == after


@pytest.mark.rule("RG-7.2")
def test_the_first_boat_home_wins_in_the_middle_of_its_move() -> None:
    # Another boat lies across the way beyond the line: only the way up to the line counts.
    boats = [boat("red", 0, 30, 180, 5), boat("green", 20, -60, 90, 1), boat("blue", 0, 300, 0, 1)]
    state = race(boats, ONE_ROUND)
    told: list[Any] = []
    state.play(0, "blue1 a", told)
    assert [f.kind.name for f in told] == ["boat-sailed", "gate-crossed", "race-ended"]
    assert state.over
    assert state.winners == [0]
    assert state.scores == [6, 1, 1]
    x, y, _ = spot(state)
    assert x == 0
    assert -0.3 < y < 0
    assert state.ranking == [1, 3, 2]
    assert fw.game("regatta").from_position(state.position()).digest() == state.digest()


def test_a_boat_in_the_way_before_the_line_still_counts() -> None:
    boats = [boat("red", 0, 80, 180, 5), boat("green", 20, 20, 90, 1)]
    assert why(race(boats, ONE_ROUND), "blue1 a") == ("touches-boat", "RG-4.2")


@pytest.mark.rule("RG-7.2")
def test_the_others_rank_by_stage_then_distance_and_equal_ones_share() -> None:
    boats = [
        boat("red", 0, 20, 180, 5),
        boat("green", -250, 200, 0, 1),
        boat("yellow", -300, 200, 0, 1),
        boat("blue", 200, 300, 0, 2),
    ]
    state = race(boats, ONE_ROUND)
    state.play(0, "blue1 a")
    assert state.over
    assert state.ranking == [1, 3, 3, 2]
