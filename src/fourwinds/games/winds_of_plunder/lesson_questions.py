"""Answers of questions in lessons that no single field of the view gives (docs/lessons.md)."""

from __future__ import annotations

from fourwinds.games.winds_of_plunder.shapes import View


def ports_in_reach(view: View) -> int:
    """How many ports the learner can sail to under the wind that blows."""
    reach = view["reach"]
    assert reach is not None
    return len(reach)
