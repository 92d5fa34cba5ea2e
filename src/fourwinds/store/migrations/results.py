"""The results of matches of version 0.1.0, read from their last positions.

Version 0.1.0 wrote no results down: it made them anew from the log by its rules, which are gone.
Its four games had rules version 1, and what decided who stood where lies open in their positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any

Position = Mapping[str, Any]
Order = list[tuple[int, ...]]
"""Of each seat what it has, the most important first: more is better. Equals share a place."""

# The gates of each course: whether it lies along x, where it is crossed, and its ends.
Gate = tuple[bool, int, int, int]
COURSES: dict[str, tuple[Gate, ...]] = {
    "short": (
        (True, 0, -60000, 60000),
        (True, 240000, -310000, -120000),
        (False, -120000, 240000, 480000),
        (False, 120000, 300000, 480000),
        (True, 300000, 120000, 310000),
        (True, 0, -60000, 60000),
    ),
    "normal": (
        (True, 0, -75000, 75000),
        (True, 300000, -360000, -150000),
        (False, -150000, 300000, 570000),
        (False, 150000, 375000, 570000),
        (True, 375000, 150000, 360000),
        (True, 0, -75000, 75000),
    ),
    "long": (
        (True, 0, -110000, 110000),
        (True, 440000, -460000, -220000),
        (False, -220000, 440000, 780000),
        (False, 220000, 550000, 780000),
        (True, 550000, 220000, 460000),
        (True, 0, -110000, 110000),
    ),
    "custom": (
        (True, 0, -80000, 80000),
        (True, 260000, -380000, -190000),
        (False, -190000, 260000, 600000),
        (False, 120000, 420000, 600000),
        (True, 420000, 120000, 360000),
        (True, 0, -80000, 80000),
    ),
}


def santa_timea(position: Position) -> Order:
    """Points; in the German edition then rounds won."""
    german = position["options"]["edition"] == "german"
    won = position["rounds_won"] if german else [0] * position["players"]
    return list(zip(position["scores"], won, strict=True))


def vor_dem_wind(position: Position) -> Order:
    """Points of the ships delivered, goods in the warehouse, gold."""
    points = [
        sum(int(ship.rpartition("/")[2]) for ship in ships) for ships in position["delivered"]
    ]
    goods = [len(warehouse) for warehouse in position["warehouses"]]
    return list(zip(points, goods, position["gold"], strict=True))


def winds_of_plunder(position: Position) -> Order:
    """Points, Blackbeard, advantages, weapons, crew, cards; in tournaments then the seat."""
    held, players = position["advantages"], position["players"]
    out: Order = []
    for seat in range(players):
        from_blackbeard = (seat - position["blackbeard"]) % players
        last = -from_blackbeard if position["options"]["tournament_tiebreak"] else 0
        out.append(
            (
                position["vp"][seat],
                int(seat == position["blackbeard"]),
                list(held.values()).count(seat),
                int(held["most-weapons"] == seat),
                int(held["largest-crew"] == seat),
                len(position["hands"][seat]),
                last,
            )
        )
    return out


def regatta(position: Position) -> Order:
    """Gates crossed, then how near the next one is."""
    gates = COURSES[position["options"]["course"]]
    out: Order = []
    for boat in position["boats"]:
        remaining = 0
        if boat["stage"] < len(gates) and boat["x"] is not None:
            level, at, low, high = gates[boat["stage"]]
            along, across = (boat["x"], boat["y"]) if level else (boat["y"], boat["x"])
            beyond = max(low - along, along - high, 0)
            remaining = isqrt((across - at) ** 2 + beyond**2)
        out.append((boat["stage"], -remaining))
    return out


GAMES: dict[str, Callable[[Position], Order]] = {
    "santa-timea": santa_timea,
    "vor-dem-wind": vor_dem_wind,
    "winds-of-plunder": winds_of_plunder,
    "regatta": regatta,
}


def result_of(position: Position) -> tuple[list[int], list[int]] | None:
    """Scores and ranking of a position; None for a game that was not one of the four."""
    order_of = GAMES.get(position["game"])
    if order_of is None:
        return None
    order = order_of(position)
    scores = [first for first, *_ in order]
    return scores, [1 + sum(other > mine for other in order) for mine in order]
