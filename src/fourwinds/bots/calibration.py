"""Calibration: chances to win as they came true, by game, number of players and phase.

A search judges by a game's value function, which may be too sure of itself or not sure enough.
`fourwinds calibrate` (arena/calibrating.py) plays matches and finds for each phase a slope: how
much of what the search believes beyond an even chance is to be believed. The slopes of a game's own
value stand in `calibration.json` beside the rules, those of a model in the model's file; without
them, or for other rules, chances stay as they are. judging.py says whose are used.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from fourwinds.bots.reasons import reasons_of
from fourwinds.core.registry import game as find_game
from fourwinds.core.rules import Rules

FILE = "calibration.json"
PHASES = 3
# Chances that luck is made of have slopes of their own: they are means of roll-outs, with all hands
# open, and not what a search found.
LUCK = "luck"
# Nobody is ever quite sure.
SUREST = 0.001


@dataclass(frozen=True)
class Slope:
    """Straightens chances: 1 leaves them, below 1 draws them towards an even one."""

    players: int
    slope: float

    def chance(self, believed: float) -> float:
        if self.slope == 1.0:
            return believed
        even = logit(1 / self.players)
        return 1 / (1 + math.exp(-(even + self.slope * (logit(believed) - even))))


def straightened(changes: Sequence[float], chances: Sequence[float], slope: float) -> list[float]:
    """What small changes of all seats' chances come to once these are straightened so that they
    still sum to one: chances in proportion to chance ** slope. Changes sum to nothing as before,
    and what is none on average stays none."""
    inside = [max(chance, SUREST) for chance in chances]
    weights = [chance**slope for chance in inside]
    total = sum(weights)
    relative = [change / chance for change, chance in zip(changes, inside, strict=True)]
    mean = sum(w * each for w, each in zip(weights, relative, strict=True)) / total
    return [slope * w / total * (each - mean) for w, each in zip(weights, relative, strict=True)]


def logit(chance: float) -> float:
    inside = min(max(chance, SUREST), 1 - SUREST)
    return math.log(inside / (1 - inside))


def phase_of(rules: Rules, view: Mapping[str, Any]) -> int:
    """Which third of a match a view belongs to."""
    return min(PHASES - 1, max(0, int(PHASES * reasons_of(rules).progress(view))))


@cache
def slopes_of(game: str, of: str = "slopes") -> dict[int, list[float]]:
    """The slopes of a game by number of players, one a phase; LUCK asks for those of luck."""
    found = find_game(game)
    path = found.folder / FILE
    if not path.is_file():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["rules_version"] != found.rules_version:
        return {}
    return {int(players): slopes for players, slopes in data.get(of, {}).items()}


def slope_of(rules: Rules, view: Mapping[str, Any], of: str = "slopes") -> Slope:
    """What the chances of a search by the game's own value are to be straightened by in a view."""
    slopes = slopes_of(rules.game.id, of)
    if not slopes:
        return Slope(rules.players, 1.0)
    # A number of players that was not measured is taken for the nearest that was.
    nearest = min(slopes, key=lambda players: (abs(players - rules.players), players))
    return Slope(rules.players, slopes[nearest][phase_of(rules, view)])
