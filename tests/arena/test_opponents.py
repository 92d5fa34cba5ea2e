"""The opponents of bench/ that no model was trained against."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourwinds as fw
from fourwinds.arena.contest import play
from fourwinds.arena.schedule import Job, make_bot, make_run_plan
from fourwinds.core.registry import games

BENCH = Path(__file__).parents[2] / "bench"
MIXTURE = f"{BENCH / 'mixture.py'}:make"
HOARDING = f"{BENCH / 'hoarding.py'}:make"
DECISIONS = 20


def faults_of(game: str, spec: str) -> list[str]:
    players = fw.game(game).seats[0]
    plan = make_run_plan(game, [spec] * players, 5, {}, None, None, DECISIONS)
    return [fault.message for fault in play(plan, plan.rules(), Job(0, 0)).faults]


@pytest.mark.parametrize("game", games())
def test_mixtures_play_every_game(game: str) -> None:
    assert faults_of(game, MIXTURE) == []


def test_the_hoarder_plays_its_game() -> None:
    assert faults_of("winds-of-plunder", HOARDING) == []


def test_a_mixture_is_drawn_anew_for_every_seat_and_match_but_alike_for_a_seed() -> None:
    skills = [make_bot(MIXTURE, seed).skill for seed in range(200)]
    assert len(set(skills)) == 200
    assert 0.4 < sum(skills) / 200 < 0.6
    assert min(skills) < 0.05
    assert max(skills) > 0.95
    assert make_bot(MIXTURE, 7).skill == skills[7]
