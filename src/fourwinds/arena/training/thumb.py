"""Fit the numbers of a game's rules of thumb to the choices of strong bots, with NumPy.

An action is chosen in proportion to exp(-cost), and its cost is what describes it times the numbers
(a multinomial logit). First one set of numbers for all, then one for each number of players that
stays near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fourwinds.arena.training.linear import Floats
from fourwinds.arena.training.samples import Choices

RIDGE = 1.0
NEAR = 10.0
STEPS = 25
ENOUGH = 1e-6


@dataclass
class _Rows:
    """All actions of all decisions below each other."""

    x: Floats
    first: Any
    """Where each decision begins."""
    chosen: Any
    """The rows that were chosen."""

    @staticmethod
    def of(choices: list[Choices], checked: bool) -> _Rows | None:
        x: list[Floats] = []
        first, chosen, at = [], [], 0
        for one in choices:
            for rows, pick, aside in zip(one.x, one.chosen, one.checked, strict=True):
                if aside == checked:
                    x.append(rows)
                    first.append(at)
                    chosen.append(at + pick)
                    at += len(rows)
        return _Rows(np.concatenate(x), np.array(first), np.array(chosen)) if x else None

    def chances(self, numbers: Floats) -> Floats:
        cost = self.x @ numbers
        sizes = np.diff(np.append(self.first, len(cost)))
        least = np.repeat(np.minimum.reduceat(cost, self.first), sizes)
        odds = np.exp(least - cost)
        out: Floats = odds / np.repeat(np.add.reduceat(odds, self.first), sizes)
        return out

    def hit(self, numbers: Floats) -> float:
        """How often the likeliest action is the one that was chosen."""
        chance = self.chances(numbers)
        most = np.maximum.reduceat(chance, self.first)
        return float((chance[self.chosen] >= most - 1e-12).mean())


def fit_thumb(choices: list[Choices]) -> tuple[dict[str, list[float]], dict[str, float]]:
    """The numbers by players, and how well they foresee choices of matches set aside."""
    rows = _Rows.of(choices, checked=False)
    assert rows is not None
    nothing: Floats = np.zeros(rows.x.shape[1])
    joint = _newton(rows, nothing, RIDGE)
    numbers = {}
    for players in sorted({one.players for one in choices}):
        own = _Rows.of([one for one in choices if one.players == players], checked=False)
        numbers[str(players)] = (joint if own is None else _newton(own, joint, NEAR)).tolist()
    report = {"choices": float(len(rows.first))}
    hits = total = 0.0
    for name, own_numbers in numbers.items():
        aside = _Rows.of([one for one in choices if str(one.players) == name], checked=True)
        if aside is not None:
            hits += aside.hit(np.array(own_numbers)) * len(aside.first)
            total += len(aside.first)
    report["choices_foreseen"] = round(hits / max(total, 1.0), 4)
    return numbers, report


def _newton(rows: _Rows, near: Floats, ridge: float) -> Floats:
    """The likeliest numbers, held near some by a ridge."""
    numbers = near.copy()
    sizes = np.diff(np.append(rows.first, len(rows.x)))
    which = np.repeat(np.arange(len(rows.first)), sizes)
    loss = _loss(rows, numbers, near, ridge)
    for _step in range(STEPS):
        chance = rows.chances(numbers)
        mean = np.add.reduceat(chance[:, None] * rows.x, rows.first, axis=0)
        slope = rows.x[rows.chosen].sum(axis=0) - mean.sum(axis=0) + ridge * (numbers - near)
        apart = rows.x - mean[which]
        bend = (chance[:, None] * apart).T @ apart + ridge * np.eye(len(numbers))
        step = np.linalg.solve(bend, slope)
        part = 1.0
        while (after := _loss(rows, numbers - part * step, near, ridge)) > loss and part > 1e-3:
            part /= 2.0
        numbers = numbers - part * step
        if loss - after < ENOUGH * abs(loss):
            break
        loss = after
    return numbers


def _loss(rows: _Rows, numbers: Floats, near: Floats, ridge: float) -> float:
    chosen = rows.chances(numbers)[rows.chosen]
    apart = numbers - near
    return float(-np.log(np.maximum(chosen, 1e-300)).sum() + 0.5 * ridge * apart @ apart)
