"""Take its cause out of a position, and a reason goes away: for what matters most in each game.

Positions are those that lessons start from, with something changed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.bots.reasons import Futures
from fourwinds.bots.search import FOREVER
from fourwinds.learning.reading import lessons
from fourwinds.learning.start import begin

Changes = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """Seat 0 would do `mine` rather than `other`: `measure` is more (or less) for a `cause`.

    `at` is the lesson; the `cause` is put into its position, or `instead` what takes its place.
    Then others make the moves of `moves`, or of `otherwise`.
    """

    measure: str
    more: bool
    at: str
    mine: str
    other: str
    cause: Changes = field(default_factory=dict)
    instead: Changes = field(default_factory=dict)
    moves: Sequence[str] = ()
    otherwise: Sequence[str] | None = None


# Santa Timea: two tricks are left, and seat 0 lays last.
NORTH = {"row": ["N2", "S1", "E1"], "pile": ["W1"]}
LAST = {**NORTH, "hands": [["N2", "N12"], ["N9", "N13"], ["N4", "N14"]]}
LOWER = {**NORTH, "hands": [["N2", "N12"], ["N9", "N13"], ["N1", "N14"]]}
LEADS = {**NORTH, "hands": [["N8", "N12"], ["N9", "E3"], ["N4", "E1"]]}
HIGHER = {**NORTH, "hands": [["N8", "N12"], ["N14", "E3"], ["N4", "E1"]]}
SOUTH = {"row": ["S1", "N2", "E2"], "pile": ["W1"]}
CANCEL = {**SOUTH, "hands": [["S5", "W12"], ["N1", "S6"], ["E12", "W1"]]}
SANTA_TIMEA = [
    Case("takes", False, "cancelling", "N12", "N2", LAST, LOWER, ("N9", "N4"), ("N9", "N1")),
    Case("damage", False, "cancelling", "N12", "N2", LAST, LOWER, ("N9", "N4"), ("N9", "N1")),
    Case("lead", True, "cancelling", "N12", "N8", LEADS, HIGHER, ("N9", "N4"), ("N14", "N4")),
    Case(
        "empty",
        True,
        "cancelling",
        "W12",
        "S5",
        CANCEL,
        {**SOUTH, "hands": [["S5", "W12"], ["N1", "S6"], ["E10", "W1"]]},
        ("S6", "E12"),
        ("S6", "E10"),
    ),
    Case(
        "sets",
        True,
        "sets",
        "N14",
        "S4",
        {},
        {"taken": [["N2", "N2", "W1"], ["S1", "S1"], ["E2", "W2"], ["N1", "W2", "S3"]]},
    ),
]
# Vor dem Wind: the first trade, or the last action before the fleet leaves.
READY = {"warehouses.0": ["cheese", "cheese", "apple", "spice"], "hands.0": []}
BIDDER = {"warehouses.1": ["apple", "spice", "cheese", "cheese"]}
VOR_DEM_WIND = [
    Case(
        "spoiled",
        False,
        "conservation",
        "special conservation:3",
        "pass",
        {},
        {"port": ["large:spice+cheese+silk+silk/12", "small:silk/2", "small:cheese/4"]},
    ),
    Case("stored", True, "first", "take 1", "take 3", {}, {"hands.0": []}),
    Case("ready", True, "first", "take 1", "take 3", {}, {"hands.0": ["silk", "silk"]}),
    Case("points", True, "first", "take 1", "take 3", {}, {"warehouses.0": [], "hands.0": []}),
    Case("shipped", True, "first", "take 2", "take 3", READY, {**READY, "warehouses.0": []}),
    Case(
        "gold",
        True,
        "first",
        "take 2",
        "take 3",
        {"warehouses.0": []},
        {"warehouses.0": [], "row.1": "buy:apple+apple+spice"},
    ),
    Case("hand", True, "first", "take 3", "take 2", {}, {"row.2": "income:9"}),
    Case(
        "specials",
        True,
        "first",
        "take 2",
        "take 3",
        {"row.1": "exchange"},
        {"row.1": "buy:apple+apple+spice"},
    ),
    Case(
        "rivals",
        True,
        "first",
        "sell to 2",
        "pay 2",
        BIDDER,
        {"warehouses.1": ["silk"]},
        ("take 2", "offer 4 for 1", "pass"),
    ),
]
# Winds of Plunder: a sailing, or the cubes of a vote.
ALONE = {"ships": ["Curacao", "Barbados", "Trinidad"]}
FIVE = {**ALONE, "ports.Jamaica": "5w", "bar.3": "3w"}
WINDS_OF_PLUNDER = [
    Case(
        "points",
        True,
        "boarding",
        "sail Jamaica",
        "sail Portobelo",
        FIVE,
        {**ALONE, "ports.Jamaica": "3w", "bar.3": "5w"},
    ),
    Case(
        "weapons",
        True,
        "boarding",
        "sail Belize",
        "sail Havana",
        {},
        {"ports.Belize": "2cp", "bar.1": "2wp"},
    ),
    Case(
        "crew",
        True,
        "advantages",
        "sail Santo Domingo",
        "sail Puerto Rico",
        {},
        {"ports.Santo Domingo": "5w", "ports.Jamaica": "5c"},
    ),
    Case(
        "provisions",
        True,
        "boarding",
        "sail Nassau",
        "sail Portobelo",
        {},
        {"ports.Nassau": "4t", "bar.4": "4p"},
    ),
    Case(
        "treasures",
        True,
        "boarding",
        "sail Havana",
        "sail Belize",
        {},
        {"ports.Havana": "2cp", "bar.1": "2pt"},
    ),
    Case("cubes", True, "boarding", "cubes+9", "draw", {}, {"cubes": [23, 9, 7]}),
    Case(
        "advantages",
        True,
        "advantages",
        "sail Santo Domingo",
        "sail Puerto Rico",
        {},
        {"crew": [2, 6, 0]},
    ),
    Case(
        "reputation",
        False,
        "boarding",
        "sail Jamaica",
        "sail Belize",
        {"weapons": [0, 9, 1]},
        {"weapons": [0, 9, 1], "ships": ["Curacao", "Nassau", "Barbados"]},
    ),
    Case(
        "boarded",
        True,
        "boarding",
        "sail Jamaica",
        "sail Havana",
        {**ALONE, "weapons": [0, 5, 5]},
        {**ALONE, "weapons": [1, 0, 0]},
    ),
    Case(
        "blackbeard",
        True,
        "wind",
        "cubes 3",
        "cubes 0",
        {"cubes": [3, 0, 0, 0]},
        {"cubes": [3, 11, 12, 11]},
    ),
]
# Regatta: the first red mark, the green one, a zone, the edge of the water.
BEFORE_THE_EDGE = {"boats.0.x": 0, "boats.0.y": 330000, "boats.0.stage": 1}
REGATTA = [
    # With the red mark rounded the same card leads away from the next one.
    Case("way", False, "first", "red1 a", "green1 a", {}, {"boats.0.stage": 3}),
    Case("gates", True, "marks", "green1 a", "green3 a", {}, {"boats.0.stage": 4}),
    Case("stopped", True, "becalmed", "blue1 a", "turn +15", {}, {"boats.1.x": 150000}),
    Case(
        "stuck",
        True,
        "first",
        "blue2 a",
        "turn +90",
        BEFORE_THE_EDGE,
        {**BEFORE_THE_EDGE, "boats.0.y": 100000},
    ),
]
CASES = [
    (game, case)
    for game, cases in (
        ("santa-timea", SANTA_TIMEA),
        ("vor-dem-wind", VOR_DEM_WIND),
        ("winds-of-plunder", WINDS_OF_PLUNDER),
        ("regatta", REGATTA),
    )
    for case in cases
]


def position(game: str, at: str, changes: Changes, moves: Sequence[str]) -> fw.State:
    lesson = next(each for each in lessons(game) if each.id == at)
    start = dataclasses.replace(lesson.start, changes={**lesson.start.changes, **changes})
    state = begin(dataclasses.replace(lesson, start=start))
    for move in moves:
        state.play(state.actors[0], move)
    return state


def said(state: fw.State, mine: str, other: str) -> dict[str, bool]:
    """What is said of one action beside another, for it or against it: more of it or less."""
    rules = state.rules
    actions = {rules.text(state, 0, action): action for action in state.actions(0)}
    one, two = actions[mine], actions[other]
    futures = Futures(rules, state.view(0), [one, two], seed=1)
    futures.run(40, FOREVER)
    reasons = [each for better in (True, False) for each in futures.compare(one, two, better)]
    return {each.name: each.mine > each.theirs for each in reasons}


@pytest.mark.parametrize(
    ("game", "case"), CASES, ids=[f"{game}-{case.measure}" for game, case in CASES]
)
def test_a_reason_is_there_with_its_cause_and_goes_with_it(game: str, case: Case) -> None:
    caused = position(game, case.at, case.cause, case.moves)
    assert said(caused, case.mine, case.other).get(case.measure) is case.more
    moves = case.moves if case.otherwise is None else case.otherwise
    without = position(game, case.at, case.instead, moves)
    assert said(without, case.mine, case.other).get(case.measure) is not case.more
