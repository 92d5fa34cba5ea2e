"""Answers to questions of lessons, from the view of who learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GATES = ("line", "red-west", "red-north", "green-north", "green-east", "finish")


def next_gate(view: Mapping[str, Any]) -> str:
    """What the learner's boat has to cross next (RG-7.1)."""
    return GATES[view["boats"][view["seat"]]["stage"]]
