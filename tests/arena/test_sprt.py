from __future__ import annotations

import math
import random
from typing import Any

import pytest

from fourwinds.arena.sprt import FEWEST_DEALS, SequentialTest
from fourwinds.core.errors import BadOptions


def verdict(share: float, rng: random.Random, **settings: Any) -> tuple[str | None, int]:
    """The test of a bot that wins each game of four with this chance."""
    test = SequentialTest(0.25, **settings)
    while test.verdict is None and test.deals < 3000:
        test.add(sum(rng.random() < share for _ in range(4)) / 4)
    return test.verdict, test.deals


def test_bounds_are_walds() -> None:
    low, high = SequentialTest(0.25, alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.95))
    assert high == pytest.approx(math.log(0.9 / 0.05))


def test_the_ratio_is_that_of_the_formula() -> None:
    test = SequentialTest(0.25, delta=0.1)
    shares = [0.5, 0.25, 0.75, 0.0]
    for share in shares:
        test.add(share)
    mean = sum(shares) / 4
    spread = sum((share - mean) ** 2 for share in shares) + mean**2 + (1 - mean) ** 2
    assert test.ratios[-1] == pytest.approx(4 * 0.1 * (mean - 0.3) / (spread / 5))


def test_errors_are_as_rare_as_promised() -> None:
    rng = random.Random(11)
    fair = [verdict(0.25, rng, delta=0.1) for _ in range(400)]
    better = [verdict(0.35, rng, delta=0.1) for _ in range(400)]
    assert sum(found == "H1" for found, _ in fair) / 400 < 0.08
    assert sum(found == "H0" for found, _ in better) / 400 < 0.08
    assert all(found is not None for found, _ in fair + better)


def test_clear_cases_are_decided_soon_but_not_too_soon() -> None:
    rng = random.Random(3)
    assert verdict(0.9, rng)[0] == "H1"
    assert verdict(0.0, rng)[0] == "H0"
    for share in (0.0, 0.9):
        assert FEWEST_DEALS <= verdict(share, rng)[1] < 60


def test_nothing_counts_after_the_verdict() -> None:
    test = SequentialTest(0.5)
    while test.verdict is None:
        test.add(1.0)
    deals = test.deals
    assert test.add(0.0) == "H1"
    assert test.deals == deals
    assert test.json()["verdict"] == "H1"


@pytest.mark.parametrize(
    "settings", [{"delta": 0.0}, {"delta": 0.8}, {"alpha": 0.0}, {"beta": 0.5}, {"alpha": -1.0}]
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match=f"{next(iter(settings))}: expected"):
        SequentialTest(0.25, **settings)
