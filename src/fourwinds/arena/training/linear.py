"""The linear part of a model: least squares, with weights of their own at every knot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourwinds.arena.training.samples import Samples

Floats = NDArray[np.float64]

KNOTS = (0.0, 0.25, 0.5, 0.75, 1.0)


def hats(phase: Floats) -> Floats:
    """How much of each knot is in a phase: position, knot."""
    knots = np.array(KNOTS)
    at = np.clip(np.searchsorted(knots, phase, side="right") - 1, 0, len(knots) - 2)
    part = np.clip((phase - knots[at]) / (knots[at + 1] - knots[at]), 0.0, 1.0)
    out = np.zeros((len(phase), len(knots)))
    rows = np.arange(len(phase))
    out[rows, at] = 1.0 - part
    out[rows, at + 1] = part
    return out


def centred(values: Floats) -> Floats:
    """Less the mean over the seats."""
    out: Floats = values - values.mean(axis=1, keepdims=True)
    return out


def telling(samples: list[Samples]) -> list[Samples]:
    """Those of the best play there is: by these a fit is chosen and judged."""
    most = max(one.weight for one in samples)
    return [one for one in samples if one.weight == most]


def urgency(phase: Floats) -> Floats:
    """How much a position counts: late ones are surer to end as they look."""
    out: Floats = 1.0 / (1.15 - np.clip(phase, 0.0, 1.0))
    return out


def part_of(one: Samples, which: str) -> NDArray[np.bool_]:
    """Positions to fit to, to check by while fitting, or held out from all of it."""
    if which == "held out":
        return one.held_out
    check = one.checked & ~one.held_out
    return check if which == "check" else ~check & ~one.held_out


def scales_of(samples: list[Samples]) -> Floats:
    deviation = np.concatenate([one.x.reshape(-1, one.x.shape[2]) for one in samples]).std(axis=0)
    return np.where(deviation > 1e-9, 1.0 / np.maximum(deviation, 1e-9), 0.0)


class Normal:
    """The normal equations of the linear part, ready to be solved with any ridge.

    Unknown are the weights at every knot, and what to add to them for each player more.
    """

    def __init__(self, samples: list[Samples], usual: int, scales: Floats, which: str) -> None:
        self.scales = scales
        self.blocks = 1 if all(one.players == usual for one in samples) else 2
        size = self.blocks * len(KNOTS) * len(scales)
        self.left, self.right = np.zeros((size, size)), np.zeros(size)
        for one in samples:
            self._add(one, float(one.players - usual), part_of(one, which))

    def _add(self, one: Samples, more: float, kept: NDArray[np.bool_]) -> None:
        features = len(self.scales)
        x = centred(one.x[kept]) * self.scales
        y = centred(one.end[kept])
        phase = one.phase[kept]
        hat, weight = hats(phase), one.weight * urgency(phase)
        # Between two knots no other one counts.
        interval = np.minimum(np.argmax(hat > 0.0, axis=1), len(KNOTS) - 2)
        for knot in range(len(KNOTS) - 1):
            there = interval == knot
            parts = [hat[there, at, None, None] * x[there] for at in (knot, knot + 1)]
            places = [slice(at * features, (at + 1) * features) for at in (knot, knot + 1)]
            if self.blocks == 2:
                half = len(self.right) // 2
                parts += [more * part for part in parts]
                places += [slice(half + place.start, half + place.stop) for place in places[:2]]
            rows = np.concatenate(parts, axis=2).reshape(-1, features * len(parts))
            heavy = np.repeat(weight[there], one.players)[:, None] * rows
            where = np.concatenate([np.arange(place.start, place.stop) for place in places])
            self.left[np.ix_(where, where)] += heavy.T @ rows
            self.right[where] += heavy.T @ y[there].reshape(-1)

    def solve(self, ridge: float, near: Floats | None = None) -> Floats:
        """The weights, held near others, or near "as it stands now"."""
        features, knots = len(self.scales), len(KNOTS)
        size = knots * features
        # What differs with the number of players is held closer to nothing.
        held = np.concatenate([np.full(size, ridge), np.full(size, 10.0 * ridge)])
        held = held[: len(self.right)]
        prior = np.zeros((self.blocks, knots, features))
        if near is None:
            # The first feature says how the seat stands by what counts at the end, or what it
            # lacks: where nothing speaks against it, that stays.
            standing = self.right[:size:features].sum()
            prior[0, :, 0] = np.sign(standing) / max(self.scales[0], 1e-9)
        else:
            known = self.scales > 0.0
            prior[:, :, known] = near[: self.blocks, :, known] / self.scales[known]
        right = self.right + held * prior.reshape(-1)
        found = np.linalg.solve(self.left + np.diag(held), right)
        out = np.zeros((2, knots, features))
        out[: self.blocks] = found.reshape(self.blocks, knots, features) * self.scales
        return out
