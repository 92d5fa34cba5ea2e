"""RG-2: hulls, sweeps and zones, compared with a much finer sweep by shapely."""

from __future__ import annotations

import math
import random
import tomllib
from typing import Any

import numpy as np
import pytest
import shapely

from fourwinds.core.digest import digest
from fourwinds.games.regatta import lookout as lookouts
from fourwinds.games.regatta import paths, trigonometry
from fourwinds.games.regatta.course import Water
from tests.games.regatta.waters import rules

RULES = rules()
BOX = RULES.box
HULL, PATHS = BOX.hull, BOX.paths
OUTLINE = np.array([[HULL.xs[k], HULL.ys[k]] for k in range(HULL.count)]) / 1000
PIECES = [arrow["path"] for arrow in RULES.components.data["arrow"]]
LENGTH = 40.0
FINE = 0.02  # mm between two poses of the fine sweep


def fine_path(pieces: list[list[Any]]) -> Any:
    """Bow x, y and heading in radians, straight from the component file, in floating point."""
    rows = []
    x, y, h = 0.0, -LENGTH, 0.0
    for kind, size, *angle in [["ahead", LENGTH], *pieces]:
        if kind == "ahead":
            run = np.linspace(0, size, int(size / FINE) + 2)
            xs, ys, hs = x + run * math.sin(h), y + run * math.cos(h), np.full(len(run), h)
        else:
            side = 1 if kind == "starboard" else -1
            swing = math.hypot(size + 7, LENGTH)
            turn = np.linspace(
                0, math.radians(angle[0]), int(math.radians(angle[0]) * swing / FINE) + 2
            )
            aside, ahead = side * size * (1 - np.cos(turn)), size * np.sin(turn)
            xs = x + aside * math.cos(h) + ahead * math.sin(h)
            ys = y - aside * math.sin(h) + ahead * math.cos(h)
            hs = h + side * turn
        rows.append(np.stack([xs + LENGTH * np.sin(hs), ys + LENGTH * np.cos(hs), hs], axis=1))
        x, y, h = xs[-1], ys[-1], hs[-1]
    return np.concatenate(rows)


def hulls(poses: Any) -> Any:
    """Polygons of the hull in poses x, y, heading (mm, radians)."""
    s, c = np.sin(poses[:, 2])[:, None], np.cos(poses[:, 2])[:, None]
    xs = poses[:, 0:1] + OUTLINE[:, 0] * c + OUTLINE[:, 1] * s
    ys = poses[:, 1:2] - OUTLINE[:, 0] * s + OUTLINE[:, 1] * c
    return shapely.polygons(np.stack([xs, ys], axis=2))


FINE_HULLS = [hulls(fine_path(pieces)) for pieces in PIECES]


def lookout(water: Water | None = None) -> lookouts.Lookout:
    vast = Water(-(10**6), -(10**6), 10**6, 10**6, [])
    return lookouts.Lookout(HULL, PATHS, BOX.reach, BOX.grid, water or vast, 4)


def test_sines_come_from_one_table_that_never_changes() -> None:
    for h in range(0, trigonometry.FULL, 7):
        assert abs(trigonometry.COS[h] / 2**30 - math.cos(h * math.pi / 7200)) < 2**-30
        assert abs(trigonometry.SIN[h] / 2**30 - math.sin(h * math.pi / 7200)) < 2**-30
    assert digest([int(value) for value in trigonometry.COS]) == "b07ce52ccdc05561"


def test_poses_of_all_arrows_never_change() -> None:
    poses = [[int(v) for v in values] for values in (PATHS.x, PATHS.y, PATHS.h)]
    assert digest(poses) == "69d10dfebf3dc959"


def test_arrows_end_where_the_component_file_says_with_the_stern_there() -> None:
    for number, arrow in enumerate(RULES.components.data["arrow"]):
        last = PATHS.first[number] + PATHS.count[number] - 1
        turn = sum(
            piece[2] * (1 if piece[0] == "starboard" else -1)
            for piece in arrow["path"]
            if piece[0] != "ahead"
        )
        h = math.radians(turn)
        stern = PATHS.x[last] / 1000 - 40 * math.sin(h), PATHS.y[last] / 1000 - 40 * math.cos(h)
        assert PATHS.h[last] == turn * 40 % 14400
        assert stern == pytest.approx(arrow["end"], abs=0.6)


def test_no_point_of_the_hull_moves_more_than_a_step_between_poses() -> None:
    for number in range(PATHS.arrows):
        first, count = PATHS.first[number], PATHS.count[number]
        span = range(first, first + count)
        poses = np.array([[PATHS.x[i], PATHS.y[i], PATHS.h[i]] for i in span], dtype=float)
        poses[:, :2] /= 1000
        poses[:, 2] *= math.pi / 7200
        corners = shapely.get_coordinates(hulls(poses)).reshape(count, -1, 2)
        moved = np.hypot(*np.moveaxis(np.diff(corners, axis=0), 2, 0))
        assert moved.max() * 1000 < paths.STEP
        fine = fine_path(PIECES[number])
        nearest = min(np.hypot(*(fine[:, :2] - pose[:2]).T).min() for pose in poses[::37])
        assert nearest < 0.02


def test_contact_with_boats_agrees_with_a_much_finer_sweep() -> None:
    chance = random.Random(1)
    touched = missed = 0
    for _ in range(200):
        a = chance.randrange(PATHS.arrows)
        x, y = chance.uniform(-60, 60), chance.uniform(0, 150)
        h = chance.randrange(14400)
        other = hulls(np.array([[x, y, h * math.pi / 7200]]))[0]
        if shapely.distance(FINE_HULLS[a][0], other) < 0.3:
            continue
        near = shapely.distance(FINE_HULLS[a], other).min()
        look = lookout()
        look.look(0, 0, 0)
        look.add(1, round(x * 1000), round(y * 1000), h)
        found = look.first_touch(a) != paths.NEVER
        assert (look.judge(a) == lookouts.TOUCHES) is found
        assert found or near > 0.0, "a contact was missed"
        assert not found or near < 0.2, f"{near} mm taken for contact"
        touched += found
        missed += not found
    assert touched > 40
    assert missed > 40


def test_contact_with_buoys_agrees_with_a_much_finer_sweep() -> None:
    chance = random.Random(2)
    touched = missed = 0
    for _ in range(200):
        a = chance.randrange(PATHS.arrows)
        x, y = chance.uniform(-50, 50), chance.uniform(0, 130)
        centre = shapely.Point(x, y)
        if shapely.distance(FINE_HULLS[a][0], centre) < 8.3:
            continue
        near = shapely.distance(FINE_HULLS[a], centre).min() - 8
        buoy = (round(x * 1000), round(y * 1000), 8000)
        look = lookout(Water(-(10**6), -(10**6), 10**6, 10**6, [buoy]))
        look.look(0, 0, 0)
        found = look.first_touch(a) != paths.NEVER
        assert (look.judge(a) == lookouts.TOUCHES) is found
        assert found or near > 0.0, "a contact was missed"
        assert not found or near < 0.2, f"{near} mm taken for contact"
        touched += found
        missed += not found
    assert touched > 40
    assert missed > 40


def test_the_edge_of_the_water_agrees_with_a_much_finer_sweep() -> None:
    chance = random.Random(3)
    left_water = stayed = 0
    for _ in range(120):
        a = chance.randrange(PATHS.arrows)
        h = chance.randrange(14400)
        angle = h * math.pi / 7200
        sides = [chance.uniform(60, 150) for _ in range(4)]
        corners = shapely.get_coordinates(FINE_HULLS[a])
        xs = corners[:, 0] * math.cos(angle) + corners[:, 1] * math.sin(angle)
        ys = corners[:, 1] * math.cos(angle) - corners[:, 0] * math.sin(angle)
        room = min(
            xs.min() + sides[0], ys.min() + sides[1], sides[2] - xs.max(), sides[3] - ys.max()
        )
        west, south, east, north = (round(side * 1000) for side in sides)
        look = lookout(Water(-west, -south, east, north, []))
        look.look(0, 0, h)
        found = look.first_touch(a) != paths.NEVER
        assert (look.judge(a) == lookouts.TOUCHES) is found
        assert found or room > 0.0
        assert not found or room < 0.2
        left_water += found
        stayed += not found
    assert left_water > 20
    assert stayed > 20


def test_zones_and_forced_stops_agree_with_shapely_pose_by_pose() -> None:
    chance = random.Random(4)
    stops = 0
    card = np.array([[-28.5, 0], [-28.5, 87], [28.5, 87], [28.5, 0]])
    for _ in range(150):
        a = chance.randrange(PATHS.arrows)
        x, y, h = chance.uniform(-90, 90), chance.uniform(-60, 160), chance.randrange(14400)
        angle = h * math.pi / 7200
        zone = shapely.Polygon(
            np.stack(
                [
                    x + card[:, 0] * math.cos(angle) + card[:, 1] * math.sin(angle),
                    y - card[:, 0] * math.sin(angle) + card[:, 1] * math.cos(angle),
                ],
                axis=1,
            )
        )
        look = lookout()
        look.look(0, 0, 0)
        look.add(1, round(x * 1000), round(y * 1000), h)
        inside = shapely.area(shapely.intersection(FINE_HULLS[a][-1], zone))
        ends_inside = look.end_zone(a) != lookouts.NOTHING
        assert ends_inside or inside < 0.05
        assert not ends_inside or shapely.distance(FINE_HULLS[a][-1], zone) < 0.01
        if not ends_inside:
            continue
        stop = look.stop(a)
        free = shapely.distance(FINE_HULLS[a], zone) > 0
        if not free.any():
            assert stop == 0
            continue
        last = int(np.nonzero(free)[0][-1])
        place = fine_path(PIECES[a])[last]
        at = PATHS.first[a] + stop
        got = (PATHS.x[at] / 1000, PATHS.y[at] / 1000)
        assert math.dist(got, place[:2]) < 0.5
        stops += 1
    assert stops > 20


def test_sizes_stay_far_from_the_limits_of_a_machine_word() -> None:
    text = (RULES.game.folder / "components.toml").read_text(encoding="utf-8")
    farthest = max(abs(v) for c in tomllib.loads(text)["course"].values() for v in c["water"])
    assert 4 * farthest * 1000 * 2**30 < 2**63
