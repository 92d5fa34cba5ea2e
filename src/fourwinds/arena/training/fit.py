"""Fit a model to samples, with NumPy.

Only differences between the seats of a position are learned: how many points more than the mean of
all a seat has in the end. First the linear part, by least squares, with weights of their own at
every knot of the phase; then, if it helps on matches set aside for that, hidden units that learn
what is left; then the spreads, so that the chances to win are as likely as can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fourwinds.arena.training.hidden import error_of, fit_units, points
from fourwinds.arena.training.linear import (
    KNOTS,
    Floats,
    Normal,
    centred,
    hats,
    part_of,
    scales_of,
    telling,
)
from fourwinds.arena.training.samples import Samples

RIDGES = (3.0, 30.0, 300.0)
# Of what many quick games say, games of bots need not say much again.
RIDGES_NEAR = (100.0, 300.0, 1000.0, 3000.0, 10_000.0)
LEAST_GAIN = 0.01
DIGITS = 7
# What differs in a model for one number of players alone.
ALONE = ("weights", "for_each_player_more", "spreads", "levels", "hidden")


@dataclass
class Fit:
    """A fitted model, and how well it foresees matches that it was not fitted to."""

    data: dict[str, Any]
    report: dict[str, float]
    chosen: tuple[Floats, dict[str, Any] | None]
    """The linear part and the hidden units."""


def fit_alone(
    samples: list[Samples], usual: int, joint: Fit, seed: int, hidden: bool
) -> dict[str, dict[str, Any]]:
    """By number of players, the models fitted to matches of that number alone, where they foresee
    those set aside better than the one for all."""
    out = {}
    for players in sorted({one.players for one in samples}):
        own = [one for one in samples if one.players == players]
        if len(own) == len(samples):
            continue
        alone = fit(own, players, joint.data["features"], seed, hidden)
        mine = error_of(own, players, *alone.chosen, "check")
        if mine < error_of(own, usual, *joint.chosen, "check"):
            out[str(players)] = {name: alone.data[name] for name in ALONE}
    return out


def fit(samples: list[Samples], usual: int, names: list[str], seed: int, hidden: bool) -> Fit:
    """The model of samples with one number of players or several."""
    scales = scales_of(samples)
    error, linear = _linear(samples, usual, scales)
    units: dict[str, Any] | None = None
    if hidden:
        units, with_units = fit_units(samples, usual, linear, scales, seed)
        if with_units > (1.0 - LEAST_GAIN) * error:
            units = None
    spreads = _spreads(samples, usual, linear, units)
    data = {
        "features": names,
        "knots": list(KNOTS),
        "weights": _rounded(linear[0]),
        "for_each_player_more": _rounded(linear[1]),
        "spreads": _rounded(spreads),
        "levels": _rounded(_levels(samples)),
        "hidden": None if units is None else {k: _rounded(v) for k, v in units.items()},
    }
    return Fit(data, _report(samples, usual, linear, units, spreads), (linear, units))


def _linear(samples: list[Samples], usual: int, scales: Floats) -> tuple[float, Floats]:
    """The linear part that foresees matches set aside best, and how far off it is.

    Quick games, of which there are many, count a little beside those of bots, or all of them say
    first what those of bots are held near to.
    """
    joint = Normal(samples, usual, scales, "fit")
    found = [joint.solve(ridge) for ridge in RIDGES]
    best = telling(samples)
    light = [one for one in samples if one.weight < best[0].weight]
    if light:
        near = Normal(light, usual, scales, "fit").solve(RIDGES[0])
        own = Normal(best, usual, scales, "fit")
        found += [own.solve(ridge, near) for ridge in RIDGES_NEAR]
    errors = [error_of(samples, usual, one, None, "check") for one in found]
    least = int(np.argmin(errors))
    return errors[least], found[least]


def chances(worth: Floats, spread: Floats) -> Floats:
    """The chance to win by points and spread: position, seat."""
    scaled = worth / spread[:, None]
    scaled -= scaled.max(axis=1, keepdims=True)
    odds = np.exp(scaled)
    out: Floats = odds / odds.sum(axis=1, keepdims=True)
    return out


def log_loss(chance: Floats, won: Floats) -> float:
    """Summed over positions."""
    return float(-(won * np.log(np.maximum(chance, 1e-9))).sum())


def _spreads(
    samples: list[Samples], usual: int, linear: Floats, units: dict[str, Any] | None
) -> Floats:
    """At every knot the spread that makes what happened likeliest, one after the other."""
    held = [
        (points(one, usual, linear, units)[kept], hats(one.phase[kept]), one.won[kept])
        for one in telling(samples)
        for kept in [~part_of(one, "held out")]
    ]
    spreads = np.full(len(KNOTS), float(np.mean([worth.std() for worth, _, _ in held])) + 0.1)
    loss = sum(log_loss(chances(w, h @ spreads), won) for w, h, won in held)
    for factor in (2.0, 2.0, 1.5, 1.5, 1.2, 1.2, 1.1, 1.1, 1.05, 1.05, 1.05):
        for knot in range(len(KNOTS)):
            for by in (factor, 1.0 / factor):
                trial = spreads.copy()
                trial[knot] = max(trial[knot] * by, 0.05)
                other = sum(log_loss(chances(w, h @ trial), won) for w, h, won in held)
                if other < loss:
                    loss, spreads = other, trial
    return spreads


def _levels(samples: list[Samples]) -> Floats:
    """At every knot: how many points more than now all have in the end, on average."""
    kept = telling(samples)
    hat = np.concatenate([hats(one.phase) for one in kept])
    more = np.concatenate([(one.end - one.now).mean(axis=1) for one in kept])
    left = hat.T @ hat + 1e-6 * np.eye(hat.shape[1])
    return np.asarray(np.linalg.solve(left, hat.T @ more))


def _report(
    samples: list[Samples],
    usual: int,
    linear: Floats,
    units: dict[str, Any] | None,
    spreads: Floats,
) -> dict[str, float]:
    """On held-out deals: how much of the variance of the final margin is explained, and the
    log-loss of the chances, beside that of the game's own value."""
    off = all_off = mine = own = 0.0
    count = 0
    for one in telling(samples):
        kept = part_of(one, "held out")
        worth = points(one, usual, linear, units)
        off += float((centred(one.end - worth)[kept] ** 2).sum())
        all_off += float((centred(one.end)[kept] ** 2).sum())
        spread = hats(one.phase[kept]) @ spreads
        mine += log_loss(chances(worth[kept], spread), one.won[kept])
        own += log_loss(one.believed[kept], one.won[kept])
        count += int(kept.sum())
    return {
        "positions": float(count),
        "explained": round(1.0 - off / max(all_off, 1e-9), 4),
        "log_loss": round(mine / max(count, 1), 4),
        "log_loss_of_own_value": round(own / max(count, 1), 4),
    }


def _rounded(values: Any) -> Any:
    """Numbers short enough for a file that people may read."""
    if isinstance(values, np.ndarray):
        return _rounded(values.tolist())
    if isinstance(values, list):
        return [_rounded(value) for value in values]
    return float(f"{values:.{DIGITS}g}")
