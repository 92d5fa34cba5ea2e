"""A competent sailor, for tests and kept records: looks one card ahead, with what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, hypot, pi, sin
from typing import Any

import fourwinds as fw

UNIT = pi / 7200
TURN_COST = 55.0  # millimetres a radian off the course is worth
WORST = 1e9
HALF_LENGTH = 20  # of a boat, which turns about its middle


class Sailor:
    def __init__(self, rules: fw.Rules) -> None:
        self.rules = rules
        self.names: list[str] = rules.box.names

    def choose(
        self, view: dict[str, Any], actions: list[int], deadline: float | None = None
    ) -> int:
        described = [(action, self._text(action)) for action in actions]
        if view["step"] == "boarding":
            return actions[0]
        if view["step"] == "placing":
            return actions[len(actions) // 2]
        if view["draft"]:
            return self._next_swap(view, described)
        moves = [(self._worth(view, action), action) for action, text in described if text == ""]
        best = min(moves, default=(WORST, -1))
        suns = [(action, text[4:]) for action, text in described if text.startswith("sun ")]
        if view["step"] == "finishing":
            stay = self._ahead(view, _pose(view), _stage(view), _cards(view))
            if best[0] < stay - 15:
                return best[1]
            return self._sun(view, suns) or next(a for a, text in described if text == "end")
        if view["step"] == "sailing-on":
            return best[1]
        stay = self._ahead(view, _pose(view), _stage(view), _cards(view))
        turns = [
            (self._turned(view, int(text[5:])) + 60, action)
            for action, text in described
            if text.startswith("turn ")
        ]
        best_turn = min(turns, default=(WORST, -1))
        if best_turn[0] < min(best[0], stay):
            return best_turn[1]
        if best[0] < self._cost(_pose(view), _stage(view), view) + 40:
            return best[1]
        # In a jam: swap and make way by turns.
        if view["turns"] // view["players"] % 2 or best[0] == best_turn[0] == WORST:
            return self._next_swap(view, described)
        return best[1] if best[0] < WORST else best_turn[1]

    def _turned(self, view: Mapping[str, Any], degrees: int) -> float:
        x, y, h = _pose(view)
        turned = h + degrees * pi / 180
        x += HALF_LENGTH * (sin(turned) - sin(h))
        y += HALF_LENGTH * (cos(turned) - cos(h))
        return self._ahead(view, (x, y, turned), _stage(view), _cards(view))

    def _text(self, action: int) -> str:
        """Notation for all but moves, which are empty: they need no state to be told apart."""
        if action < 240:
            return ""
        return self.rules.action_names[action] if action >= 280 else "swap"

    def _next_swap(self, view: Mapping[str, Any], described: list[tuple[int, str]]) -> int:
        """Swap two cards, those that lead nowhere first, never suns."""
        ends = [action for action, text in described if text == "end"]
        swaps = [action for action, text in described if text == "swap"]
        swaps = [a for a in swaps if self.names[a - 240] != "sun"] or swaps
        if ends and (len(view["draft"]) == 3 or not swaps):
            return ends[0]
        return swaps[len(swaps) // 2]

    def _sun(self, view: Mapping[str, Any], suns: list[tuple[int, str]]) -> int | None:
        """Becalm the boat that is farthest ahead."""
        if not suns:
            return None
        ranks = {
            boat["boat"]: rank for boat, rank in zip(view["boats"], view["ranking"], strict=True)
        }
        return min(suns, key=lambda sun: ranks[sun[1]])[0]

    def _worth(self, view: Mapping[str, Any], action: int) -> float:
        """The way left after an action and the best card after it."""
        seen = self.rules.preview(view, action)
        stage = seen["way"]["stage"]
        if stage == 6:
            return -WORST
        cards = dict(_cards(view))
        if action < 240:
            name = self.names[action // 6]
            if view["hand"].count(name) == 1:
                del cards[name]
        x, y, h = seen["way"]["end"]
        return self._ahead(view, (x / 1000, y / 1000, h * UNIT), stage, cards)

    def _ahead(
        self,
        view: Mapping[str, Any],
        pose: tuple[float, float, float],
        stage: int,
        cards: Mapping[str, Any],
    ) -> float:
        best = self._cost(pose, stage, view) - 40
        x, y, h = pose
        for card in cards.values():
            for arrow in card["arrows"]:
                aside, ahead = arrow["aside"] / 1000, arrow["ahead"] / 1000
                to_x = x + aside * cos(h) + ahead * sin(h)
                to_y = y + ahead * cos(h) - aside * sin(h)
                if not _in_water(view, to_x, to_y):
                    continue
                reached = _after(view["course"], stage, x, y, to_x, to_y)
                pose_then = (to_x, to_y, h + arrow["rotation"] * pi / 180)
                best = min(best, self._cost(pose_then, reached, view))
        return best

    def _cost(self, pose: tuple[float, float, float], stage: int, view: Mapping[str, Any]) -> float:
        """Millimetres to go, and what it costs to turn the right way."""
        points = _waypoints(view["course"])[stage:]
        x, y, h = pose
        if not points:
            return -WORST
        way = 0.0
        at = (x, y)
        for point in points:
            way += hypot(point[0] - at[0], point[1] - at[1])
            at = point
        error = atan2(points[0][0] - x, points[0][1] - y) - h
        error = abs((error + pi) % (2 * pi) - pi)
        return way + TURN_COST * error


def _cards(view: Mapping[str, Any]) -> dict[str, Any]:
    return {name: view["faces"][name] for name in view["hand"]}


def _pose(view: Mapping[str, Any]) -> tuple[float, float, float]:
    boat = view["boats"][view["seat"]]
    return boat["x"] / 1000, boat["y"] / 1000, boat["heading"] * UNIT


def _stage(view: Mapping[str, Any]) -> int:
    stage: int = view["boats"][view["seat"]]["stage"]
    return stage


def _in_water(view: Mapping[str, Any], x: float, y: float) -> bool:
    west, south, east, north = (edge / 1000 for edge in view["course"]["water"])
    return bool(west < x < east and south < y < north)


def _waypoints(course: Mapping[str, Any]) -> list[tuple[float, float]]:
    (left, y, _), (right, _, _) = course["line"]
    middle = ((left + right) / 2000, y / 1000)
    red = course["red"][0] / 1000, course["red"][1] / 1000
    green = course["green"][0] / 1000, course["green"][1] / 1000
    return [
        middle,
        (red[0] - 45, red[1] + 5),
        (red[0] + 5, red[1] + 45),
        (green[0] + 5, green[1] + 45),
        (green[0] + 45, green[1] - 5),
        (middle[0], middle[1] - 10),
    ]


def _after(
    course: Mapping[str, Any], stage: int, x: float, y: float, to_x: float, to_y: float
) -> int:
    """The stage after a straight run of the bow: roughly, and good enough to plan by."""
    points = _waypoints(course)
    red = course["red"][0] / 1000, course["red"][1] / 1000
    green = course["green"][0] / 1000, course["green"][1] / 1000
    middle = points[0]
    passed = (
        y < middle[1] <= to_y and abs(to_x - middle[0]) < 60,
        y < red[1] <= to_y and to_x < red[0],
        x < red[0] <= to_x and to_y > red[1],
        x < green[0] <= to_x and to_y > green[1],
        to_y < green[1] <= y and to_x > green[0],
        to_y < middle[1] <= y and abs(to_x - middle[0]) < 60,
    )
    return stage + 1 if passed[stage] else stage
