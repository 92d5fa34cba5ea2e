"""Answers of questions in lessons that no single field of the view gives (docs/lessons.md)."""

from __future__ import annotations

from fourwinds.games.vor_dem_wind.shapes import View


def richest(view: View) -> int:
    """Who has the most gold, with the money before him."""
    gold = [
        purse + (front["money"] or 0 if front else 0)
        for purse, front in zip(view["gold"], view["front"], strict=True)
    ]
    return gold.index(max(gold))


def stored_by_seat_2(view: View) -> int:
    """How many goods lie in the warehouse of seat 2."""
    return len(view["warehouses"][2])


def own_stored(view: View) -> int:
    """How many goods lie in the learner's warehouse."""
    seat = view["seat"]
    assert seat is not None
    return len(view["warehouses"][seat])
