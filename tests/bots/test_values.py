"""What the games' own values know: here, the ways out of places where a look ahead got stuck."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from librt.vecs import vec

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena import contest
from fourwinds.arena.schedule import Job, make_run_plan
from fourwinds.bots.mate import drawn
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import stream_of_seed
from fourwinds.core.state import NOBODY
from fourwinds.core.value import NUMBERS, PAYOFF
from fourwinds.games.regatta import moves

# Poses of a boat: x, y in millimetres, heading in degrees, gates crossed.
TRAPS = {
    "below the green mark, heading for it": (144, 359, 358, 3),
    "east of the red mark": (-111, 285, 280, 1),
    "beyond the first ray without having crossed it": (-187, 318, 205, 1),
    "beyond the finish without having crossed it": (-6, -8, 35, 5),
    "beside a white buoy": (79, 19, 240, 5),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_the_mate_sails_out_of_places_where_the_straight_way_is_barred(trap: str) -> None:
    x, y, heading, stage = TRAPS[trap]
    rules = fw.game("regatta").rules(2)
    state = rules.start(4)
    while state.position()["step"] != "sailing":
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])
    position = state.position()
    boat = position["boats"][0]
    boat.update(x=1000 * x, y=1000 * y, heading=40 * heading, stage=stage)
    position["boats"][1].update(x=0, y=150_000)
    state = rules.position(position)
    mate = bots.make("mate", 1)
    rng = random.Random(1)
    turns = 0
    while not state.over and state.position()["boats"][0]["stage"] <= stage and turns < 30:
        seat = state.actors[0]
        actions = state.actions(seat)
        if seat == 0:
            turns += 1
            state.play(seat, mate.choose(state.view(seat), actions, None))
        else:
            state.play(seat, rng.choice(actions))
    assert state.over or state.position()["boats"][0]["stage"] > stage
    assert 0 in state.winners or not state.over


@pytest.mark.parametrize("seed", range(3))
def test_mates_finish_a_race(seed: int) -> None:
    state = fw.game("regatta").start(players=4, seed=seed)
    mates = [bots.make("mate", seat) for seat in range(4)]
    for _ in range(300):
        if state.over:
            break
        seat = state.actors[0]
        state.play(seat, mates[seat].choose(state.view(seat), state.actions(seat), None))
    assert len(state.winners) == 1


def test_four_boats_in_each_others_way_find_out_of_it() -> None:
    """Each was turned to and fro for ever: any other heading was thought to be free."""
    plan = make_run_plan("regatta", ["mate"] * 4, seed=1, most_decisions=600)
    race = contest.play(plan, plan.rules(), Job(deal=121, rotation=1))
    assert race.finished


@pytest.mark.parametrize("deal", [19, 61, 94])
def test_two_boats_in_each_others_way_do_not_swap_cards_for_ever(deal: int) -> None:
    plan = make_run_plan("regatta", ["mate"] * 2, seed=5, most_decisions=600)
    assert contest.play(plan, plan.rules(), Job(deal, rotation=0)).finished


@pytest.mark.parametrize(("players", "seed"), [(2, 717), (2, 1852), (3, 157), (3, 1297), (3, 1493)])
def test_boats_do_not_lock_each_other_in(players: int, seed: int) -> None:
    """One ended hard beside another, after a helm or a leg, and neither could sail or turn away."""
    state = fw.game("regatta").start(players=players, seed=seed)
    mates = [bots.make("mate", 10 * seed + seat) for seat in range(players)]
    for _ in range(250):
        if not state.over:
            seat = state.actors[0]
            state.play(seat, mates[seat].choose(state.view(seat), state.actions(seat), None))
    assert state.over


def test_a_boat_that_no_card_moves_is_judged_behind_wherever_it_turns() -> None:
    """Two boats side by side before the red mark turned to and fro, each in the other's way."""
    rules = fw.game("regatta").rules(2)
    state = rules.start(4)
    while state.position()["step"] != "sailing":
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])
    position = state.position()
    seat = position["turn"]
    position["boats"][seat].update(x=-188_000, y=271_000, heading=40 * 320, stage=1)
    position["boats"][1 - seat].update(x=-179_000, y=278_000, heading=40 * 305, stage=1)
    table: Any = rules.position(position)
    value: Any = value_of(rules)
    value.truncate(table)
    table.play(seat, "turn +15")
    assert not moves.can_move(table, seat)
    out = vec[float]([0.0] * (2 * NUMBERS))
    value.judge(table, out)
    stuck = out[NUMBERS * seat + PAYOFF]
    value.sailor = NOBODY
    value.judge(table, out)
    assert stuck < out[NUMBERS * seat + PAYOFF]


@pytest.mark.parametrize("course", ["short", "normal", "long"])
def test_starting_places_are_worth_more_the_farther_west_they_lie(course: str) -> None:
    """The first mark lies there. A place beside a buoy was thought to be barred by it."""
    rules = fw.game("regatta").rules(2, {"course": course})
    value: Any = value_of(rules)
    ways = []
    places = rules.box.course.places
    for place in range(len(places)):
        state: Any = rules.start(3)
        state.play(state.actors[0], f"start {place + 1}")
        ways.append(value.way_home(state, (state.actors[0] + 1) % 2))
    assert ways == sorted(ways)
    assert ways[-1] - ways[0] < (places[-1] - places[0]) / 1000


def test_mates_draw_their_starting_places_by_worth() -> None:
    """All of them are taken by who chooses first, none nearly always."""
    state = fw.game("regatta").start(players=4, seed=3)
    seat = state.actors[0]
    state.play(seat, "boat red")
    mate, view, actions = bots.make("mate", 1), state.view(seat), state.actions(seat)
    chosen = Counter(mate.choose(view, actions, None) for _ in range(60))
    assert set(chosen) == set(actions)
    assert max(chosen.values()) < 40


@pytest.mark.parametrize("players", [2, 3])
def test_who_places_his_boat_last_takes_the_better_places_more_often(players: int) -> None:
    """He alone knows beside whom he will lie; else who begins would win too often."""
    rules = fw.game("regatta").rules(players)
    state: Any = rules.start(3)
    value: Any = value_of(rules)
    for place in range(4, 5 - players, -1):
        value.truncate(state)
        assert value.sets_up
        assert value.keenness == 1.0
        state.play(state.actors[0], f"start {place}")
    seat = state.actors[0]
    state.play(seat, "boat blue")
    value.truncate(state)
    assert value.keenness > 1.0
    mate, view, actions = bots.make("mate", 1), state.view(seat), state.actions(seat)
    chosen = Counter(mate.choose(view, actions, None) for _ in range(100))
    often = [chosen[action] for action in actions]
    assert often == sorted(often, reverse=True)
    assert often[0] > 40
    state.play(seat, "start 1")
    value.truncate(state)
    assert not value.sets_up
    assert value.keenness == 1.0


def test_what_is_worth_more_is_drawn_more_often() -> None:
    chance = stream_of_seed(1, "drawn")
    often = Counter(drawn([0.6, 0.3, 0.0, 0.1], chance) for _ in range(4000))
    assert often[2] == 0
    assert [round(often[i] / 4000, 1) for i in range(4)] == [0.6, 0.3, 0.0, 0.1]
