"""What the games' own values know: here, the ways out of places where a look ahead got stuck."""

from __future__ import annotations

import random

import pytest

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena import contest
from fourwinds.arena.schedule import Job, make_run_plan

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
