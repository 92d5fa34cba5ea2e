"""Regatta again, naively, from the rules page alone: where arrows lead, zones, rounding, ranking.

Floating point, millimetres and radians; x east, y north. Races are played by the real rules, and
every move is worked out here again.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from math import cos, dist, hypot, pi, radians, sin
from typing import Any

import pytest

import fourwinds as fw
from tests.games.regatta.waters import boat, race
from tests.sample import sample

Point = tuple[float, float]
Pose = tuple[float, float, float]

LENGTH = 40
HULL = [(0, 0), (7, -25), (5, -40), (-5, -40), (-7, -25)]  # from the bow: starboard, ahead
ZONE = [(-28.5, 0), (-28.5, 87), (28.5, 87), (28.5, 0)]


def placed(shape: Sequence[tuple[float, float]], pose: Pose) -> list[Point]:
    x, y, h = pose
    return [(x + s * cos(h) + a * sin(h), y - s * sin(h) + a * cos(h)) for s, a in shape]


def bow_path(pieces: list[list[Any]], start: Pose, step: float = 0.2) -> list[Pose]:
    """RG-2.1: the stern runs to the old bow and then along the arrow."""
    x, y, h = start
    x, y = x - LENGTH * sin(h), y - LENGTH * cos(h)  # the stern
    poses = []
    for kind, size, *angle in [["ahead", LENGTH], *pieces]:
        side = {"ahead": 0, "port": -1, "starboard": 1}[kind]
        total = size * radians(angle[0]) if side else size
        steps = int(total / step) + 1
        for i in range(steps + 1):
            run = total * i / steps
            turn = side * run / size if side else 0.0
            ahead = size * sin(abs(turn)) if side else run
            aside = side * size * (1 - cos(turn))
            at = x + aside * cos(h) + ahead * sin(h), y - aside * sin(h) + ahead * cos(h)
            way = h + turn
            poses.append((at[0] + LENGTH * sin(way), at[1] + LENGTH * cos(way), way))
        x, y, h = at[0], at[1], way
    return poses


def gates(course: dict[str, Any]) -> list[tuple[str, float, float, float, int]]:
    """RG-7.1: level or upright, where, from, to, and which way is forward."""
    west, _, east, north = (v / 1000 for v in course["water"])
    (left, y, _), (right, _, _) = course["line"]
    red = [v / 1000 for v in course["red"]]
    green = [v / 1000 for v in course["green"]]
    line = (y / 1000, left / 1000, right / 1000)
    return [
        ("level", *line, 1),
        ("level", red[1], west, red[0], 1),
        ("upright", red[0], red[1], north, 1),
        ("upright", green[0], green[1], north, 1),
        ("level", green[1], green[0], east, -1),
        ("level", *line, -1),
    ]


def crossed(gate: tuple[str, float, float, float, int], a: Point, b: Point) -> int:
    """1 forward, -1 backward, 0 not at all."""
    kind, where, low, high, way = gate
    across, along = (1, 0) if kind == "level" else (0, 1)
    if (a[across] >= where) == (b[across] >= where):
        return 0
    part = (where - a[across]) / (b[across] - a[across])
    if not low < a[along] + part * (b[along] - a[along]) < high:
        return 0
    return way if b[across] > a[across] else -way


def sailed(course: dict[str, Any], stage: int, poses: list[Pose]) -> int:
    """RG-7.1: the stage after the bow has gone this way; home ends it."""
    rows = gates(course)
    for a, b in itertools.pairwise(poses):
        if crossed(rows[stage], a[:2], b[:2]) == 1:
            stage += 1
        elif 2 <= stage <= 5 and crossed(rows[stage - 1], a[:2], b[:2]) == -1:
            stage -= 1
        if stage == 6:
            break
    return stage


def depth(a: list[Point], b: list[Point]) -> float:
    """How deep two convex shapes overlap; below 0 how far apart they are at least."""
    least = 1e9
    for shape in (a, b):
        for (x, y), (v, w) in zip(shape, shape[1:] + shape[:1], strict=True):
            n = ((w - y) / hypot(v - x, w - y), (x - v) / hypot(v - x, w - y))
            spans = [[p[0] * n[0] + p[1] * n[1] for p in other] for other in (a, b)]
            least = min(least, max(spans[0]) - min(spans[1]), max(spans[1]) - min(spans[0]))
    return least


def pose_of(boat: dict[str, Any]) -> Pose:
    return boat["x"] / 1000, boat["y"] / 1000, boat["heading"] * pi / 7200


def turned(course: dict[str, Any], pose: Pose, rotation: float) -> Pose:
    """RG-5.1: about the middle of the hull, moved in from the edges by the least that clears it."""
    x, y, h = pose
    way = h + radians(rotation)
    half = LENGTH / 2
    x, y = x - half * sin(h) + half * sin(way), y - half * cos(h) + half * cos(way)
    west, south, east, north = (v / 1000 for v in course["water"])
    corners = placed(HULL, (x, y, way))
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    x += max(west - min(xs), 0) - max(max(xs) - east, 0)
    y += max(south - min(ys), 0) - max(max(ys) - north, 0)
    return x, y, way


def swung(course: dict[str, Any], stage: int, a: Point, b: Point) -> int:
    """RG-5.1: the stage after the bow went straight from a to b: rays in the order met, no line."""
    rays = gates(course)[1:5]

    def part(number: int) -> float:
        kind, where, *_ = rays[number]
        axis = 1 if kind == "level" else 0
        return (where - a[axis]) / (b[axis] - a[axis])

    for number in sorted((n for n in range(4) if crossed(rays[n], a, b)), key=part):
        way = crossed(rays[number], a, b)
        if number + 1 == stage and way == 1:
            stage += 1
        elif number + 1 == stage - 1 and way == -1:
            stage -= 1
    return stage


def clearance(course: dict[str, Any], hull: list[Point], others: list[list[Point]]) -> float:
    """How far a hull is from boats, buoys and obstacles at most; below 0 if it overlaps one."""
    gaps = [-depth(hull, other) for other in others]
    for x, y, r in [*course["line"], course["red"], course["green"], *course["obstacles"]]:
        at = x / 1000, y / 1000
        if dist(at, hull[0]) < 100:
            # A buoy as a polygon of forty corners.
            circle = [
                (at[0] + r / 1000 * cos(k * pi / 20), at[1] + r / 1000 * sin(k * pi / 20))
                for k in range(40)
            ]
            gaps.append(-depth(hull, circle))
    return min(gaps)


def check_turns(state: fw.State, seat: int, boats: list[dict[str, Any]]) -> int:
    """RG-5.1: which turns are allowed does not depend on the hand, and only on the new place."""
    course = state.view(None)["course"]
    others = [placed(HULL, pose_of(boat)) for other, boat in enumerate(boats) if other != seat]
    refused = 0
    for action, error in state.candidates(seat):
        text = state.rules.text(state, seat, action)
        if not text.startswith("turn"):
            continue
        end = turned(course, pose_of(boats[seat]), int(text[5:]))
        gap = clearance(course, placed(HULL, end), others)
        if error is None:
            assert gap > -0.01, "a turn into something was allowed"
        else:
            # What stands corner to corner is farther away than the sides tell.
            assert gap < 0.4, "a turn into free water was refused"
            assert error.rule == "RG-5.1"
            refused += 1
    return refused


def arrows(rules: fw.Rules) -> dict[str, list[list[Any]]]:
    """Notation of a card and arrow -> its path."""
    data = rules.components.data
    paths = {arrow["name"]: arrow["path"] for arrow in data["arrow"]}
    return {
        f"{card['name']} {letter}": paths[name]
        for card in data["card"]
        for letter, name in zip("abcdef", card["arrows"], strict=False)
    }


def settle(course: dict[str, Any], boats: list[dict[str, Any]]) -> list[int]:
    """RG-7.2: places by stage, then by how far the bow is from what it must cross next."""

    def left(boat: dict[str, Any]) -> float:
        if boat["stage"] == 6:
            return 0.0
        kind, where, low, high, _ = gates(course)[boat["stage"]]
        x, y = boat["x"] / 1000, boat["y"] / 1000
        across, along = (y, x) if kind == "level" else (x, y)
        return hypot(across - where, max(low - along, along - high, 0))

    keys = [(-boat["stage"], left(boat)) for boat in boats]
    return [1 + sum(other < mine for other in keys) for mine in keys]


@pytest.mark.rule("RG-2.1")
@pytest.mark.rule("RG-4.3")
@pytest.mark.rule("RG-5.1")
@pytest.mark.rule("RG-7.1")
@pytest.mark.rule("RG-7.2")
@pytest.mark.parametrize("course", ["short", "normal", "long", "custom"])
def test_whole_races_agree_with_the_naive_rules(course: str) -> None:
    chance = random.Random(course)
    seen = {"stages": 0, "zones": 0, "moves": 0, "turns": 0, "moved_in": 0, "refused": 0}
    races = sample(8, 2)
    for seed in range(races):
        rules = fw.game("regatta").rules(2 + seed % 3, {"course": course})
        paths = arrows(rules)
        state = rules.start(seed)
        for _ in range(160):
            if state.over:
                break
            seat = state.actors[0]
            before = state.position()["boats"]
            water = state.view(None)["course"]
            if all(boat and boat["afloat"] for boat in before) and chance.random() < 0.5:
                seen["zones"] += check_zones(state, seat, before, paths)
                if state.view(None)["step"] == "sailing" and chance.random() < 0.15:
                    seen["refused"] += check_turns(state, seat, before)
            actions = state.actions(seat)
            cards = [a for a in actions if rules.text(state, seat, a) in paths]
            action = chance.choice(cards if cards and chance.random() < 0.8 else actions)
            text = rules.text(state, seat, action)
            told: list[Any] = []
            state.play(seat, action, told)
            if text in paths and told and told[0].kind.name == "boat-sailed":
                poses = bow_path(paths[text], pose_of(before[seat]))
                after = state.position()["boats"][seat]
                assert after["stage"] == sailed(water, before[seat]["stage"], poses)
                seen["stages"] += after["stage"] != before[seat]["stage"]
                seen["moves"] += 1
                if not state.over:
                    assert dist(poses[-1][:2], pose_of(after)[:2]) < 0.01
                    assert cos(poses[-1][2] - pose_of(after)[2]) > 1 - 1e-12
            if text.startswith("turn"):
                after = state.position()["boats"][seat]
                start = pose_of(before[seat])
                end = turned(water, start, int(text[5:]))
                # The rules keep a sixth of a millimetre from the edge.
                assert max(abs(end[0] - after["x"] / 1000), abs(end[1] - after["y"] / 1000)) < 0.2
                assert cos(end[2] - pose_of(after)[2]) > 1 - 1e-12
                stage = swung(water, before[seat]["stage"], start[:2], pose_of(after)[:2])
                assert after["stage"] == stage
                half = LENGTH / 2
                plain = start[0] + half * (sin(end[2]) - sin(start[2]))
                seen["turns"] += 1
                seen["moved_in"] += abs(plain - end[0]) > 0.2
        boats = state.position()["boats"]
        if all(boat and boat["afloat"] for boat in boats):
            assert state.ranking == settle(water, boats)
    last = race([boat("red", 0, 30, 180, 5), boat("green", 20, -60, 90, 1), boat("blue", 0, 300)])
    last.play(0, "blue1 a")
    assert last.over
    assert last.ranking == settle(last.view(None)["course"], last.position()["boats"])
    assert seen["moves"] > 40 * races
    assert seen["stages"] > races
    assert seen["zones"] > races
    assert seen["turns"] > 2 * races


def check_zones(
    state: fw.State, seat: int, boats: list[dict[str, Any]], paths: dict[str, list[list[Any]]]
) -> int:
    """RG-4.3, RG-4.4: what is refused ends in a zone; what is allowed does not, or all does."""
    course = state.view(None)["course"]
    allowed: list[float] = []
    refused: list[float] = []
    for action, error in state.candidates(seat):
        text = state.rules.text(state, seat, action)
        if text not in paths or (error is not None and error.code != "ends-in-zone"):
            continue
        poses = bow_path(paths[text], pose_of(boats[seat]), step=10)
        if error is None and sailed(course, boats[seat]["stage"], poses) == 6:
            continue
        hull = placed(HULL, poses[-1])
        others = [boat for other, boat in enumerate(boats) if other != seat]
        deepest = max(depth(hull, placed(ZONE, pose_of(boat))) for boat in others)
        (allowed if error is None else refused).append(deepest)
    assert all(deepest > -0.01 for deepest in refused)
    if state.view(None)["step"] == "sailing" and allowed and min(allowed) > 0.01:
        return len(allowed)  # every move ends in a zone: forced stops
    assert all(deepest < 0.01 for deepest in allowed)
    return len(refused)
