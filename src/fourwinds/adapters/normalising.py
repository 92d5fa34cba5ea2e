"""Observations as float32 between -1 and 1."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fourwinds.core.rules import Rules


class Normaliser:
    """Brings rows of numbers to -1..1, each number by the range its field declares."""

    def __init__(self, rules: Rules) -> None:
        low = np.array([f.low for f in rules.fields for _ in range(f.size)], np.float32)
        high = np.array([f.high for f in rules.fields for _ in range(f.size)], np.float32)
        self.scale = np.float32(2) / np.maximum(high - low, 1)
        self.offset = np.float32(-1) - low * self.scale

    def __call__(self, rows: npt.NDArray[np.int16]) -> npt.NDArray[np.float32]:
        brought: npt.NDArray[np.float32] = rows * self.scale + self.offset
        return np.clip(brought, -1, 1)
