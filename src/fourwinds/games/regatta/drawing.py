"""The water as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def draw(view: Mapping[str, Any], words: Any, names: Sequence[str]) -> str:
    return str(view)
