"""A clock for what is timed: it goes on when it is looked at, whatever the machine does."""

from __future__ import annotations

import time

import pytest


class Clock:
    """Stands in for time.monotonic() and goes on by one step at each look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: float) -> None:
        self.step = step
        self.now = 1000.0
        self.looks = 0
        monkeypatch.setattr(time, "monotonic", self.look)

    def look(self) -> float:
        self.now += self.step
        self.looks += 1
        return self.now
