"""What a seat sees of Regatta, and where its actions would lead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from fourwinds.core.rules import Rules
from fourwinds.core.state import NOBODY
from fourwinds.games.regatta import moves, refusals, rounding, turning
from fourwinds.games.regatta.actions import ARROWS, BOAT, BOATS, LETTERS, SWAP, TURN, TYPES
from fourwinds.games.regatta.course import GATE_NAMES
from fourwinds.games.regatta.hull import outline
from fourwinds.games.regatta.lookout import TOUCHES
from fourwinds.games.regatta.notation import SYMBOL_NAMES, arrow_rotation, describe, drafted
from fourwinds.games.regatta.shapes import (
    Arrow,
    Buoy,
    CardFace,
    ChosenBoat,
    Course,
    HandLimit,
    LaidBoat,
    Point,
    Pose,
    Preview,
    ShownBoat,
    View,
    Way,
)
from fourwinds.games.regatta.state import HAND, Table
from fourwinds.games.regatta.trigonometry import out_x, out_y

POINT_EVERY = 12  # poses between two points of a drawn path: about 3 mm


def view(t: Table, seat: int | None) -> View:
    """Field by field what the seat may know; None is a spectator."""
    return {
        "game": "regatta",
        "players": int(t.players),
        "options": dict(t.rules.options),  # type: ignore[typeddict-item]
        "seat": seat,
        "step": t.step.name,  # type: ignore[typeddict-item]
        "actors": list(t.actors),
        "first": int(t.first),
        "turn": int(t.turn),
        "turns": int(t.turns),
        "played": int(t.played),
        "helm": bool(t.helm),
        "card": cloud_card(t),
        "boats": [_shown_boat(t, other) for other in range(t.players)],
        "hand": None if seat is None else names(t, t.hand(seat)),
        "draft": [] if seat is None else drafted(t)[: t.draft_shown_to(seat)],
        "counts": [int(n) for n in t.held],
        "hand_limits": [hand_limits(t, other) for other in range(t.players)],
        "discards": discards(t),
        "pile": int(t.deck_count),
        "faces": _faces(t),
        "course": _course(t),
        "scores": t.scores,
        "over": t.over,
        "winners": t.winners,
        "ranking": t.ranking,
    }


def _shown_boat(t: Table, seat: int) -> ChosenBoat | ShownBoat | None:
    """A boat with its outline, its zone and how far it has come."""
    found = boat(t, seat)
    if found is None or found["afloat"] is False:
        return found
    pose = (found["x"], found["y"], found["heading"])
    return {
        **found,
        "outline": outline(t.box.hull, *pose),
        "zone": zone(t, pose),
        "passed": GATE_NAMES[: found["stage"]],
        "remaining": int(t.remaining(seat)),
    }


def zone(t: Table, pose: Pose) -> list[Point]:
    """RG-4.3: the corners of the card before the bow."""
    x, y, h = pose
    half, length = int(t.box.hull.zone_half), int(t.box.hull.zone_length)
    return [
        _placed(-half, 0, x, y, h),
        _placed(-half, length, x, y, h),
        _placed(half, length, x, y, h),
        _placed(half, 0, x, y, h),
    ]


def _placed(aside: i64, ahead: i64, x: i64, y: i64, h: i64) -> Point:
    """A point of the frame of a bow, on the water."""
    return int(x + out_x(aside, ahead, h)), int(y + out_y(aside, ahead, h))


def _faces(t: Table) -> dict[str, CardFace]:
    """All kinds of cards; worked out once, and copied so that a view belongs to who asked."""
    known = t.box.faces
    if not known:
        known = t.box.faces = {name: _face(t, card) for card, name in enumerate(t.box.names)}
    out: dict[str, CardFace] = {}
    for name, face in known.items():
        mine = face.copy()
        mine["arrows"] = [arrow.copy() for arrow in face["arrows"]]
        out[name] = mine
    return out


def _face(t: Table, card: int) -> CardFace:
    """What is printed on a card."""
    paths = t.box.paths
    arrows: list[Arrow] = []
    for k in range(t.box.arrow_count[card]):
        arrow = int(t.box.arrows[card * ARROWS + k])
        last = int(paths.first[arrow] + paths.count[arrow]) - 1
        arrows.append(
            {
                "arrow": LETTERS[k],
                "rotation": arrow_rotation(t, arrow),
                "aside": int(paths.x[last]),
                "ahead": int(paths.y[last]),
            }
        )
    return {
        "colour": t.box.colours[card],
        "symbol": SYMBOL_NAMES.get(int(t.box.symbols[card])),
        "small": bool(t.box.small[card]),
        "arrows": arrows,
    }


def _course(t: Table) -> Course:
    course = t.box.course
    water = course.water
    buoys: list[Buoy] = [
        (int(water.x[b]), int(water.y[b]), int(water.radius[b])) for b in range(water.buoys)
    ]
    return {
        "water": (int(water.west), int(water.south), int(water.east), int(water.north)),
        "line": (buoys[0], buoys[1]),
        "red": buoys[2],
        "green": buoys[3],
        "obstacles": buoys[4:],
        "places": [(int(x), int(course.start_y)) for x in course.places],
    }


# Where an action would lead.


def preview(rules: Rules[Table], view: Mapping[str, Any], action: int) -> Preview:
    """What would follow from an action of the viewer: the way, and what forbids it."""
    world = rules.imagine(view, 0)
    seat = view["seat"]
    out: dict[str, Any] = dict(describe(world, seat, action))
    if action < SWAP:
        out["way"] = _move_way(world, seat, action)
    elif TURN <= action < BOAT:
        out["way"] = _turn_way(world, seat, action - TURN)
    refusal = world.refusal(seat, action)
    out["legal"] = refusal is None
    out["rule"] = None if refusal is None else refusal.rule
    out["refusal"] = None if refusal is None else refusal.code
    return out  # type: ignore[return-value]


def _move_way(t: Table, seat: int, action: int) -> Way | None:
    card, k = divmod(action, ARROWS)
    if not t.afloat[seat] or card >= t.box.kinds or k >= t.box.arrow_count[card]:
        return None
    arrow = int(t.box.arrows[action])
    legal = seat in t.actors and t.refusal(seat, action) is None
    last = int(t.box.paths.count[arrow]) - 1
    if legal:
        last = int(moves.last_pose(t, seat, arrow))  # a forced stop or the finish may come before
    stage, _ = rounding.follow(t, seat, arrow, last, False)
    path = [moves.pose(t, seat, arrow, i) for i in [*range(0, last, POINT_EVERY), last]]
    way = _way(t, seat, path, int(stage))
    if not legal and moves.verdict(t, seat, arrow) == TOUCHES:
        way["contact"] = refusals.contact(t, seat, arrow)
    return way


def _turn_way(t: Table, seat: int, k: int) -> Way | None:
    if not t.afloat[seat]:
        return None
    end = turning.turned_pose(t, seat, k)
    stage = rounding.swing(t, seat, end[0], end[1], False)
    return _way(t, seat, [(int(t.x[seat]), int(t.y[seat]), int(t.h[seat])), end], int(stage))


def _way(t: Table, seat: int, path: list[Pose], stage: int) -> Way:
    end = path[-1]
    return {
        "path": path,
        "end": end,
        "outline": outline(t.box.hull, *end),
        "zone": zone(t, end),
        "stage": stage,
        "passes": GATE_NAMES[int(t.stage[seat]) : stage],
        "contact": None,
    }


# What a view and the position say alike.


def names(t: Table, cards: list[int]) -> list[str]:
    return [t.box.names[card] for card in cards]


def cloud_card(t: Table) -> str | None:
    return None if t.card == NOBODY else t.box.names[t.card]


def discards(t: Table) -> list[str]:
    return [name for card, name in enumerate(t.box.names) for _ in range(t.discards[card])]


def boat(t: Table, seat: int) -> ChosenBoat | LaidBoat | None:
    if t.boat[seat] < 0:
        return None
    if not t.afloat[seat]:
        return {"boat": BOATS[t.boat[seat]], "afloat": False}
    return {
        "boat": BOATS[t.boat[seat]],
        "afloat": True,
        "x": int(t.x[seat]),
        "y": int(t.y[seat]),
        "heading": int(t.h[seat]),
        "stage": int(t.stage[seat]),
        "becalmed": bool(t.calm[seat]),
    }


def hand_limits(t: Table, seat: int) -> list[HandLimit]:
    """RG-4.4: what forced stops have told of a hand, the strictest first."""
    out: list[HandLimit] = []
    if not t.limited[seat]:
        return out
    limits = [int(t.limits[seat * TYPES + card]) for card in range(t.box.kinds)]
    for most in range(HAND):
        if most in limits:
            kinds = [t.box.names[card] for card, limit in enumerate(limits) if limit <= most]
            out.append({"most": most, "cards": kinds})
    return out
