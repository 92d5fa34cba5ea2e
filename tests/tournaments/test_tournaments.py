"""Tournaments: formats, standings and everything that goes wrong in them."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from fourwinds.tournaments import pairing
from fourwinds.tournaments.log import read
from fourwinds.tournaments.plan import (
    ARENA,
    DIRECT,
    FORMATS,
    KNOCK_OUT,
    LEAGUE,
    OPPONENTS,
    ROUND_ROBIN,
    SCORE,
    SWISS,
    WINS,
    Plan,
    TournamentError,
)
from fourwinds.tournaments.standings import BYE, FULL, between, shares
from fourwinds.tournaments.state import CALLED_OFF, OVER
from fourwinds.tournaments.tournament import PATIENCE, Tournament
from tests.tournaments.simulated import MINUTE, WEEK, World

EACH = int(os.environ.get("FOURWINDS_TOURNAMENTS", "150"))
"""How many of every format; `make test-long` plays two thousand."""


def begun(plan: Plan, players: int, seed: int = 1) -> Tournament:
    there = Tournament.plan_new(plan, 0)
    for player in range(1, players + 1):
        there.enter(player, 0)
    there.begin(0, seed, order=range(1, players + 1))
    there.advance(0)
    return there


def play_round(there: Tournament, now: int = 1, missing: frozenset[int] = frozenset()) -> None:
    """The lower number wins everywhere."""
    for table in there.open_tables():
        ranked = sorted(table.players)
        places = [1 + ranked.index(player) for player in table.players]
        gone = [seat for seat, player in enumerate(table.players) if player in missing]
        there.report(table.number, places, now, missing=gone)
    there.advance(now)


def code_of(action: object, *args: object) -> str:
    with pytest.raises(TournamentError) as caught:
        action(*args)  # type: ignore[operator]
    return caught.value.code


@pytest.mark.parametrize("format", FORMATS)
def test_thousands_of_tournaments_with_people_who_time_out_resign_and_vanish(format: str) -> None:
    ends: Counter[str] = Counter()
    for seed in range(EACH):
        world = World.of(seed, format, faults=(0, 0.05, 0.2)[seed % 3])
        there = world.run()
        ends[there.status] += 1
        lines = there.standings()
        assert sorted(line.player for line in lines) == sorted(there.players)
        assert [line.place for line in lines] == list(range(1, len(lines) + 1))
        if there.status == CALLED_OFF:
            continue
        assert not there.open_tables()
        if format != KNOCK_OUT:
            assert [line.points for line in lines] == sorted(
                (x.points for x in lines), reverse=True
            )
        for table in there.tables:
            assert table.result is not None
            lost = sum(FULL for _ in table.result.missing)
            assert sum(table.points()) <= FULL * len(table.players) // 2
            assert sum(table.points()) >= FULL * len(table.players) // 2 - lost
        for player in there.players:
            rows = [line for line in lines if line.player == player]
            made = sum(
                t.points()[t.players.index(player)] for t in there.tables if player in t.players
            )
            assert rows[0].points == made + BYE * there.byes[player]
    assert ends[OVER] > 0.9 * EACH, ends


def test_tables_are_as_full_and_equal_as_can_be() -> None:
    assert pairing.split(32, 2, 4) == [4] * 8
    assert pairing.split(13, 3, 4) == [4, 3, 3, 3]
    assert pairing.split(5, 3, 4) == [4]
    assert pairing.split(7, 2, 2) == [2, 2, 2]
    assert pairing.split(2, 3, 4) == []
    for players in range(2, 60):
        for size in range(2, 6):
            for least in range(2, size + 1):
                sizes = pairing.split(players, least, size)
                assert all(least <= each <= size for each in sizes)
                assert 0 <= players - sum(sizes) < size
                assert not sizes or max(sizes) - min(sizes) <= 1


def test_a_swiss_tournament_of_pairs_avoids_meeting_again_and_pairs_equals() -> None:
    for players in (8, 16, 32):
        there = begun(Plan(SWISS, rounds=5), players)
        while not there.is_over:
            play_round(there)
        assert max(there.met().values()) == 1
        assert there.standings()[0].player == 1
        assert there.standings()[0].points == 5 * FULL


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_swiss_tournament_of_larger_tables_seldom_repeats(size: int) -> None:
    there = begun(Plan(SWISS, size=size, least=size - 1, rounds=4), 30)
    while not there.is_over:
        play_round(there)
    again = sum(count - 1 for count in there.met().values() if count > 1)
    assert again <= sum(there.met().values()) * 0.05


@pytest.mark.parametrize("players", range(2, 13))
def test_in_a_round_robin_of_pairs_all_meet_once(players: int) -> None:
    there = begun(Plan(ROUND_ROBIN), players)
    while not there.is_over:
        play_round(there)
    assert set(there.met().values()) == {1}
    assert len(there.met()) == players * (players - 1) // 2
    assert all(there.byes[player] == players % 2 for player in there.players)
    assert [line.player for line in there.standings()] == list(range(1, players + 1))


@pytest.mark.parametrize(("size", "players"), [(3, 9), (4, 12), (5, 11), (4, 4)])
def test_in_a_round_robin_of_larger_tables_all_have_met(size: int, players: int) -> None:
    there = begun(Plan(ROUND_ROBIN, size=size, least=size - 1), players)
    while not there.is_over:
        play_round(there)
    met = there.met()
    assert all(met[pair] for pair in combinations(range(1, players + 1), 2))


@pytest.mark.parametrize("players", [2, 3, 8, 13, 32])
def test_a_knock_out_leaves_one_and_the_best_two_meet_last(players: int) -> None:
    there = begun(Plan(KNOCK_OUT), players)
    while not there.is_over:
        play_round(there)
    assert sorted(there.tables[-1].players) == [1, 2]
    assert [line.player for line in there.standings()][:2] == [1, 2]
    assert len(there.tables) == players - 1


def test_in_a_knock_out_the_better_seed_of_equals_goes_on_and_of_two_absent_nobody() -> None:
    there = begun(Plan(KNOCK_OUT), 4)
    one, two = there.tables
    there.report(one.number, [1, 1], 1)
    there.report(two.number, [1, 1], 1, missing=[0, 1])
    there.advance(1)
    assert there.is_over
    assert there.standings()[0].player == 1


def test_an_arena_sets_tables_while_it_lasts_and_ends_with_the_last_table() -> None:
    plan = Plan(ARENA, size=3, least=2, lasts=10 * MINUTE)
    there = begun(plan, 8)
    assert [len(table.players) for table in there.tables] == [3, 3]
    assert there.wake(0) == PATIENCE
    there.advance(PATIENCE)
    assert [len(table.players) for table in there.tables] == [3, 3, 2]
    there.enter(9, 2 * MINUTE)
    play_round(there, 3 * MINUTE, missing=frozenset({4}))
    assert 4 not in there.busy()
    assert 4 not in there.waiting
    there.wait(4, True, 4 * MINUTE)
    there.advance(10 * MINUTE)
    assert there.status != OVER
    assert code_of(there.enter, 10, 10 * MINUTE) == "entry-closed"
    play_round(there, 11 * MINUTE)
    assert there.status == OVER


def test_a_league_sets_tables_every_week_whatever_still_runs() -> None:
    there = begun(Plan(LEAGUE, size=4, least=3, rounds=3, late=2, every=WEEK), 8)
    assert len(there.tables) == 2
    assert there.wake(0) == WEEK
    there.advance(WEEK - 1)
    assert len(there.tables) == 2
    there.enter(9, WEEK - 1)
    there.advance(WEEK)
    assert len(there.open_tables()) == 5
    assert there.round == 2
    assert code_of(there.enter, 10, WEEK) == "entry-closed"
    there.advance(2 * WEEK)
    assert there.round == 3
    assert there.wake(2 * WEEK) is None
    play_round(there, 2 * WEEK + 1)
    assert there.status == OVER


def test_byes_go_round_and_are_worth_a_half() -> None:
    there = begun(Plan(SWISS, rounds=5), 5)
    while not there.is_over:
        play_round(there)
    assert [there.byes[player] for player in range(1, 6)] == [1] * 5
    assert sum(line.points for line in there.standings()) == FULL * 10 + BYE * 5


def test_who_stays_away_gets_nothing_and_is_out_after_so_many_times() -> None:
    there = begun(Plan(SWISS, rounds=4, absences=2), 8)
    for _ in range(2):
        play_round(there, missing=frozenset({1}))
    assert there.out == {1: "absent"}
    assert 1 not in there.busy()
    line = next(line for line in there.standings() if line.player == 1)
    assert line.points == 0
    assert line.withdrawn


def test_late_entry_withdrawal_and_results_said_twice() -> None:
    there = begun(Plan(SWISS, rounds=3, late=1), 4)
    assert code_of(there.enter, 5, 1) == "entry-closed"
    assert code_of(there.enter, 4, 1) == "already-entered"
    there = begun(Plan(SWISS, rounds=3, late=2), 4)
    there.enter(5, 1)
    table = there.tables[0]
    assert there.report(table.number, [1, 2], 1)
    assert not there.report(table.number, [1, 2], 2)
    assert code_of(there.report, table.number, [2, 1], 3) == "already-reported"
    there.correct(table.number, [2, 1], 3)
    assert table.points() == [0, FULL]
    there.withdraw(3, 3)
    play_round(there, 4)
    assert 5 in {*there.busy(), *there.byes_in(2)}
    assert 3 not in there.busy()
    assert code_of(there.withdraw, 3, 5) == "not-entered"
    assert code_of(there.report, 99, [1, 2], 5) == "no-such-table"
    assert code_of(there.report, 3, [1, 2, 3], 5) == "bad-result"
    there.call_off(6)
    assert there.status == CALLED_OFF


def test_points_are_exact_shares() -> None:
    assert shares([1, 2, 3, 4]) == [24, 16, 8, 0]
    assert shares([1, 1]) == [12, 12]
    assert shares([1, 2, 2, 4, 5], [3]) == [24, 15, 15, 0, 0]
    rng = Random(3)
    for _ in range(200):
        places = [rng.randint(1, 5) for _ in range(rng.randint(2, 5))]
        ranked = [1 + sum(other < place for other in places) for place in places]
        assert sum(shares(ranked)) == FULL * len(places) // 2


def test_each_tie_break_decides_as_it_says() -> None:
    ties = (DIRECT, OPPONENTS, WINS, SCORE)
    there = begun(Plan(ROUND_ROBIN, ties=ties), 3)
    scores = {(1, 2): (9, 1), (2, 3): (5, 4), (1, 3): (2, 3)}
    while not there.is_over:
        table = there.open_tables()[0]
        a, b = table.players
        made = scores[(a, b)] if a < b else scores[(b, a)][::-1]
        places = [1, 2] if made[0] > made[1] else [2, 1]
        there.report(table.number, places, 1, made)
        there.advance(1)
    lines = {line.player: line for line in there.standings()}
    assert {line.points for line in lines.values()} == {FULL + BYE}
    assert lines[1].ties == {DIRECT: 1, OPPONENTS: 3, WINS: 1, SCORE: 1.75}
    assert [line.player for line in there.standings()] == [1, 3, 2]
    assert between(there.book(), 1, 2) == [1.0]
    assert between(there.book(), 1, 3) == [0.0]


@pytest.mark.parametrize(
    "plan",
    [
        Plan("ladder"),
        Plan(SWISS),
        Plan(SWISS, rounds=3, size=6),
        Plan(SWISS, rounds=3, size=3, least=4),
        Plan(SWISS, rounds=3, ties=("luck",)),
        Plan(SWISS, rounds=3, ties=(WINS, WINS)),
        Plan(SWISS, rounds=3, late=4),
        Plan(KNOCK_OUT, size=4, least=4),
        Plan(KNOCK_OUT, deals=0),
        Plan(ARENA),
        Plan(LEAGUE, rounds=3),
        Plan(ROUND_ROBIN, late=1),
    ],
)
def test_plans_that_cannot_be_carried_out_are_refused(plan: Plan) -> None:
    assert code_of(Tournament.plan_new, plan, 0) == "bad-tournament"


def test_damaged_logs_are_refused() -> None:
    assert code_of(read, "entered", {}) == "bad-log"
    assert code_of(read, "nothing", {}) == "bad-log"
    there = begun(Plan(SWISS, rounds=1), 2)
    assert code_of(Tournament.load, there.take_fresh()[1:]) == "bad-log"
