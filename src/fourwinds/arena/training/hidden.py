"""Hidden units, for what the linear part leaves over; and what a whole model makes of samples."""

from __future__ import annotations

from typing import Any

import numpy as np

from fourwinds.arena.training.linear import Floats, centred, hats, part_of, telling, urgency
from fourwinds.arena.training.samples import Samples

HIDDEN = 32
EPOCHS = 40
PATIENCE = 5
BATCH = 256
RATE = 0.002
DECAY = 1e-4


def points(one: Samples, usual: int, linear: Floats, units: dict[str, Any] | None) -> Floats:
    """What a model makes of samples: points by position and seat."""
    more = one.players - usual
    weights = hats(one.phase) @ (linear[0] + more * linear[1])
    out: Floats = np.einsum("psf,pf->ps", one.x, weights)
    if units is not None:
        out = out + _hidden(_inputs(one, usual, units), units)[0]
    return out


def error_of(
    samples: list[Samples],
    usual: int,
    linear: Floats,
    units: dict[str, Any] | None,
    which: str,
) -> float:
    """The mean square of what is foreseen amiss, by the urgency of positions."""
    total = weight = 0.0
    for one in telling(samples):
        kept = part_of(one, which)
        off = centred(one.end - points(one, usual, linear, units))[kept]
        heavy = urgency(one.phase[kept])
        total += float((heavy[:, None] * off**2).sum())
        weight += float(heavy.sum()) * one.players
    return total / max(weight, 1e-9)


def _inputs(one: Samples, usual: int, units: dict[str, Any]) -> Floats:
    z = (one.x - units["means"]) * units["scales"]
    common = np.zeros((*z.shape[:2], 2))
    common[:, :, 0] = one.phase[:, None]
    common[:, :, 1] = one.players - usual
    return np.concatenate([z, common], axis=2)


def _hidden(inputs: Floats, units: dict[str, Any]) -> tuple[Floats, Floats]:
    strength = np.maximum(inputs @ units["inner"].T + units["thresholds"], 0.0)
    return strength @ units["outer"], strength


def fit_units(
    samples: list[Samples], usual: int, linear: Floats, scales: Floats, seed: int
) -> tuple[dict[str, Any], float]:
    """Hidden units for what the linear part leaves over (Adam), as they were at their best."""
    rng = np.random.default_rng(seed)
    count = len(scales) + 2
    flat = np.concatenate([one.x.reshape(-1, one.x.shape[2]) for one in samples])
    units: dict[str, Any] = {"means": flat.mean(axis=0), "scales": scales}
    units["inner"] = rng.normal(0.0, 1.0 / np.sqrt(count), (HIDDEN, count))
    units["thresholds"] = np.zeros(HIDDEN)
    units["outer"] = rng.normal(0.0, 0.1, HIDDEN)
    learned = ("inner", "thresholds", "outer")
    first = {name: np.zeros_like(units[name]) for name in learned}
    second = {name: np.zeros_like(units[name]) for name in learned}
    batches: list[tuple[Floats, Floats, Floats]] = []
    for one in samples:
        kept = part_of(one, "fit")
        inputs = _inputs(one, usual, units)[kept]
        rest = centred(one.end - points(one, usual, linear, None))[kept]
        heavy = one.weight * urgency(one.phase[kept])
        order = rng.permutation(len(rest))
        for begin in range(0, len(order), BATCH):
            some = order[begin : begin + BATCH]
            batches.append((inputs[some], rest[some], heavy[some]))
    size = float(np.concatenate([rest.reshape(-1) for _, rest, _ in batches]).std()) + 1e-9
    best, kept_units, waited, made = np.inf, dict(units), 0, 0
    for _epoch in range(EPOCHS):
        for number in rng.permutation(len(batches)):
            inputs, rest, heavy = batches[number]
            out, strength = _hidden(inputs, units)
            # Points in units of their deviation, so that one rate suits all games.
            off = heavy[:, None] * centred(out - rest) / (size * size * rest.size)
            back = off[:, :, None] * units["outer"] * (strength > 0.0)
            slopes = {
                "inner": np.einsum("psh,psi->hi", back, inputs),
                "thresholds": back.sum(axis=(0, 1)),
                "outer": np.einsum("ps,psh->h", off, strength),
            }
            made += 1
            for name in learned:
                slope = slopes[name]
                first[name] = 0.9 * first[name] + 0.1 * slope
                second[name] = 0.999 * second[name] + 0.001 * slope**2
                step = first[name] / (1.0 - 0.9**made)
                step = step / (np.sqrt(second[name] / (1.0 - 0.999**made)) + 1e-10)
                units[name] = units[name] - RATE * (step + DECAY * units[name])
        error = error_of(samples, usual, linear, units, "check")
        if error < best:
            best, kept_units, waited = error, dict(units), 0
        else:
            waited += 1
            if waited == PATIENCE:
                break
    return kept_units, float(best)
