from __future__ import annotations

import math
import random
import statistics

import pytest

from fourwinds.arena.contest import play
from fourwinds.arena.schedule import Job, make_run_plan
from fourwinds.arena.standing import (
    Mean,
    Standing,
    first_bots_share,
    t_quantile,
    whole_deals,
    wilson,
)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.706204736),
        (2, 4.3026527297),
        (5, 2.5705818356),
        (10, 2.2281388520),
        (30, 2.0422724563),
        (99, 1.9842169516),
        (1000, 1.9623390808),
        (100_000, 1.9599877075),
    ],
)
def test_quantiles_of_t_are_those_of_the_tables(freedom: int, value: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(value, abs=1e-8)


def test_wilsons_interval_is_that_of_the_books() -> None:
    found = wilson(8, 10)
    assert found.low == pytest.approx(0.4901625, abs=1e-6)
    assert found.high == pytest.approx(0.9433178, abs=1e-6)
    nothing = wilson(0, 20)
    assert nothing.low == pytest.approx(0)
    assert nothing.high == pytest.approx(0.1611252, abs=1e-6)


def test_the_interval_of_equal_deals_is_the_usual_one() -> None:
    values = [0.25, 0.5, 0.0, 0.75, 0.25, 0.5]
    mean = Mean()
    for value in values:
        mean.add(4 * value, 4)
    found = mean.interval()
    assert found is not None
    half = t_quantile(0.975, 5) * statistics.stdev(values) / math.sqrt(6)
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.low == pytest.approx(found.mean - half)
    assert found.high == pytest.approx(found.mean + half)


def test_the_interval_of_a_ratio_weighs_deals_by_their_count() -> None:
    mean = Mean()
    for total, count in ((1, 1), (3, 4), (0, 2), (5, 5)):
        mean.add(total, count)
    assert mean.value == pytest.approx(0.75)
    spread = 0.25**2 + 0 + 1.5**2 + 1.25**2
    assert mean.variance == pytest.approx(4 / 3 * spread / 12**2)


def test_one_deal_has_no_interval_and_none_no_mean() -> None:
    mean = Mean()
    assert mean.interval() is None
    assert mean.share() is None
    mean.add(1, 2)
    found = mean.share()
    assert found is not None
    assert (found.mean, found.low, found.high) == (0.5, None, None)


def test_a_share_that_never_varied_is_not_thought_certain() -> None:
    mean = Mean()
    for _ in range(20):
        mean.add(4, 4)
    found = mean.share()
    assert found is not None
    assert found.low == pytest.approx(1 - 0.1611252, abs=1e-6)
    assert found.high == pytest.approx(1)
    best = Mean()
    for _ in range(20):
        best.add(4, 4)
    first = best.rank(4)
    assert first is not None
    assert first.low == pytest.approx(1)
    assert first.high == pytest.approx(1 + 3 * 0.1611252, abs=1e-6)


def test_two_deals_that_agree_prove_little() -> None:
    mean = Mean()
    for _ in range(2):
        mean.add(1.0, 4)
    found = mean.share()
    assert found is not None
    expected = wilson(0.5, 2)
    assert (found.mean, found.low, found.high) == (0.25, expected.low, expected.high)
    assert found.low is not None
    assert found.low < 0.05


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(7)
    held = 0
    for _ in range(1000):
        mean = Mean()
        for _ in range(40):
            luck = rng.random() / 2  # what the games of one deal have in common
            mean.add(sum(rng.random() < luck for _ in range(4)), 4)
        found = mean.share()
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.25 <= found.high
    assert 925 <= held <= 972


@pytest.mark.usefixtures("known_bots")
def test_a_better_bot_has_more_than_its_share_and_shares_add_up() -> None:
    bots = ["greedy", "deckhand", "deckhand"]
    plan = make_run_plan("santa-timea", bots, options={"rounds": 1}, seed=3)
    rules = plan.rules()
    outcomes = [play(plan, rules, Job(deal, r)) for deal in range(12) for r in range(3)]
    standing = Standing(plan)
    for outcome in reversed(outcomes):
        standing.add(outcome)
    assert list(standing.lines) == ["greedy", "deckhand"]
    greedy, deckhand = standing.lines["greedy"], standing.lines["deckhand"]
    assert greedy.share.value > standing.fair > deckhand.share.value
    assert greedy.share.total + deckhand.share.total == pytest.approx(36)
    assert greedy.share.count + deckhand.share.count == 3 * 36
    assert greedy.rank.total + deckhand.rank.total == pytest.approx(6 * 36)
    deals = whole_deals(3, outcomes[:-1])
    assert [games[0].deal for games in deals] == list(range(11))
    means = [first_bots_share(plan, games) for games in whole_deals(3, outcomes)]
    assert statistics.mean(means) == pytest.approx(greedy.share.value)
