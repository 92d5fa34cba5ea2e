"""Likeness: what a rating explains is taken off, and the measurement counts what it should."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourwinds as fw
from fourwinds.arena import likeness
from fourwinds.arena.likeness import Agreement, Expected, Played
from fourwinds.bots.analysis import analyse, stake

BOTS = [*likeness.ORDINARY, *likeness.ENGINES]


def test_who_agrees_as_his_rating_explains_is_not_beyond_it() -> None:
    line = Expected(base=0.2, slope=0.01, spread=0.25, off=0.0)
    assert line.share(30) == pytest.approx(0.5)
    assert line.beyond(Agreement(50, 100, 300), 30) == pytest.approx(0)
    assert line.beyond(Agreement(65, 100, 300), 30) == pytest.approx(3)
    # The same share of less, or of matches that differ more, says less.
    assert line.beyond(Agreement(13, 20, 60), 30) == pytest.approx(1.34, abs=0.01)
    assert Expected(0.2, 0.01, 1.0, 0.0).beyond(Agreement(65, 100, 300), 30) == pytest.approx(1.5)
    assert line.beyond(Agreement(0, 0, 0), 30) == 0


def test_neither_a_line_that_fits_badly_nor_an_unsure_rating_accuses_anybody() -> None:
    much = Agreement(6500, 10000, 30000)
    assert Expected(0.2, 0.01, 0.25, 0.0).beyond(much, 30) > 20
    assert Expected(0.2, 0.01, 0.25, 0.1).beyond(much, 30) < 2
    # He may be much stronger than a first rating says.
    assert Expected(0.2, 0.01, 0.25, 0.0).beyond(much, 30, sigma=16) < 0


def test_only_the_seat_itself_is_judged_by_what_was_at_stake() -> None:
    moves = [
        {"seat": 0, "loss": 0.0, "stake": 0.09},
        {"seat": 0, "loss": 0.1, "stake": 0.01},
        {"seat": 1, "loss": 0.0, "stake": 0.5},
    ]
    found = likeness.agreement(moves, 0)
    assert (found.agreed, found.weight, found.decisions) == (0.3, 0.4, 2)
    # Studies of earlier versions do not say what was at stake.
    assert likeness.agreement([{"seat": 0, "loss": 0.0}], 0) == Agreement(0, 0, 0)


def test_at_stake_is_what_an_action_taken_at_random_gives_away() -> None:
    state = fw.game("santa-timea").start(players=2, seed=1)
    [seat] = state.actors
    judged = analyse(state.view(seat), "200it", state.rules, explained=0)
    best = judged[0].chance
    losses = [max(0.0, best - each.chance) for each in judged]
    assert stake(judged) == pytest.approx(sum(losses) / len(losses))
    assert stake(judged[:1]) == 0


def test_everybody_plays_in_every_seat() -> None:
    seen = {(name, seat) for n in range(10) for seat, name in enumerate(likeness.seating(n, 4))}
    assert len(seen) == 4 * len(BOTS)


def test_a_match_is_judged_and_comes_out_the_same_again() -> None:
    seated = ["deckhand", "mate"]
    one = likeness.play("santa-timea", seated, 3, "50it")
    assert one == likeness.play("santa-timea", seated, 3, "50it")
    assert all(0 <= each.agreed <= each.weight for each in one.agreements)
    assert all(each.decisions > 10 for each in one.agreements)


def test_the_measurement_fits_bots_that_do_not_search_and_finds_the_engine(tmp_path: Path) -> None:
    shares = dict(zip(BOTS, (40, 50, 60, 90, 92), strict=True))
    matches = [
        Played(BOTS, [Agreement(shares[bot] + n % 4, 100, 50) for bot in BOTS], [5, 4, 3, 2, 1])
        for n in range(40)
    ]
    found = likeness.measure(matches, "50it")
    assert {bot: each["sets"] for bot, each in found["bots"].items()} == {
        bot: {"2": 20, "5": 8, "10": 4} for bot in BOTS
    }
    alarms = {bot: each["alarms"]["10"] for bot, each in found["bots"].items()}
    assert alarms == {"deckhand": 0, "apprentice": 0, "mate": 0} | dict.fromkeys(
        likeness.ENGINES, 4
    )
    assert found["bots"]["mate"]["matches"] == found["matches"] == 40
    assert found["expected"]["slope"] > 0
    likeness.keep("santa-timea", found, tmp_path / "kept.json")
    assert "santa-timea" in (tmp_path / "kept.json").read_text()
