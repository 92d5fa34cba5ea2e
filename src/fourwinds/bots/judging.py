"""By whom people are told what a position is worth: hints, coach, analysis, luck and puzzles.

As the admiral judges, where a model of the game is in use for the number of players and its file
says how far its chances are to be believed (`calibration`, made by `fourwinds calibrate`); else as
the captain does, by the game's own value and the slopes of calibration.json.

The search is the captain's in both cases: it tries what looks good most often and all else now and
then, and its tree holds the likely continuation. The admiral's own (halving.py) is quick to find
the best action, but leaves the others at a few tries, and they are asked about here as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourwinds.bots import models
from fourwinds.bots.calibration import Slope, phase_of, slope_of
from fourwinds.bots.search import Search
from fourwinds.bots.worth import value_of
from fourwinds.core.chance import Stream
from fourwinds.core.rules import Rules
from fourwinds.core.state import Belief
from fourwinds.core.value import Value


@dataclass(frozen=True)
class Judge:
    """Judges by the model of a file, or by the game's own value."""

    rules: Rules
    model: Path | None = None

    def value(self) -> Value[Any]:
        """A value for one search."""
        own = value_of(self.rules)
        return own if self.model is None else models.learned(self.rules, own, self.model)

    def search(self, belief: Belief[Any], seat: int, chance: Stream) -> Search:
        return Search(belief, self.value(), seat, self.rules.action_count, chance)

    def straight(self, view: Mapping[str, Any], of: str = "slopes") -> Slope:
        """What chances of its searches in a view, or of its luck, are to be straightened by."""
        if self.model is None:
            return slope_of(self.rules, view, of)
        slopes = models.slopes(self.model, of).get(self.rules.players)
        here = 1.0 if slopes is None else slopes[phase_of(self.rules, view)]
        return Slope(self.rules.players, here)


def judge_of(rules: Rules) -> Judge:
    """Who judges for people."""
    path = models.usable_file(rules)
    if path is None or rules.players not in models.slopes(path):
        return Judge(rules)
    return Judge(rules, path)
