from __future__ import annotations

import pytest

from fourwinds.arena.schedule import (
    bot_seed,
    deal_seed,
    deals_of,
    jobs,
    make_run_plan,
    seating,
    traits,
)
from fourwinds.bots import UnknownBot
from fourwinds.core.errors import BadOptions, UnknownGame

pytestmark = pytest.mark.usefixtures("known_bots")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_bot_has_every_seat_once_in_a_deal(players: int) -> None:
    tables = [seating(players, rotation) for rotation in range(players)]
    for table in tables:
        assert sorted(table) == list(range(players))
    for seat in range(players):
        assert sorted(table[seat] for table in tables) == list(range(players))


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert [deals_of(games, 4) for games in (1, 4, 5, 400)] == [1, 1, 2, 100]


def test_jobs_leave_out_what_is_done() -> None:
    todo = [job.number for job in jobs(2, 2, {(0, 1), (1, 0)})]
    assert todo == [(0, 0), (1, 1)]


def test_seeds_differ_in_everything_they_come_from() -> None:
    numbers = {bot_seed(s, d, r, p) for s in (0, 1) for d in (0, 1) for r in (0, 1) for p in (0, 1)}
    assert len(numbers) == 16
    assert len({deal_seed(seed, deal) for seed in range(3) for deal in range(12)}) == 36
    assert bot_seed(1, 2, 3, 0) == bot_seed(1, 2, 3, 0)


def test_a_plan_names_what_is_wrong_with_it() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        make_run_plan("chess", ["first", "first"])
    with pytest.raises(BadOptions, match=r"expected 2 to 5 bots for Santa Timea.* got 1"):
        make_run_plan("santa-timea", ["first"])
    with pytest.raises(BadOptions, match="got 6"):
        make_run_plan("santa-timea", ["first"] * 6)
    with pytest.raises(UnknownBot, match="commodore"):
        make_run_plan("santa-timea", ["first", "commodore"])
    with pytest.raises(BadOptions, match="no argument"):
        make_run_plan("santa-timea", ["first", "deckhand:3"])
    with pytest.raises(BadOptions, match="wind"):
        make_run_plan("santa-timea", ["first", "first"], options={"wind": 1})


def test_the_digest_of_a_plan_tells_plans_apart() -> None:
    plans = [
        make_run_plan("santa-timea", ["first", "first"]),
        make_run_plan("santa-timea", ["first", "greedy"]),
        make_run_plan("santa-timea", ["first", "first"], seed=1),
        make_run_plan("santa-timea", ["first", "first"], options={"rounds": 1}),
        make_run_plan("santa-timea", ["first", "first"], move_limit=1),
    ]
    assert len({plan.digest for plan in plans}) == len(plans)
    assert plans[0].digest == make_run_plan("santa-timea", ["first", "first"]).digest


def test_bots_with_time_budgets_and_seers_are_known_as_such() -> None:
    assert traits("first:1000").repeatable
    assert not traits("first:200ms").repeatable
    assert not traits("first:1.5s").repeatable
    assert not traits("timed").repeatable
    assert traits("seer").sees_all
    assert traits("lookout").sees_all
    assert not traits("first").sees_all
