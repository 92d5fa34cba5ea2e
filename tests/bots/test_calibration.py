"""Calibration: chances are straightened, never turned round."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

import fourwinds as fw
from fourwinds.arena import calibrating
from fourwinds.arena.calibrating import Sample
from fourwinds.bots import calibration
from fourwinds.bots.calibration import PHASES, Slope, calibration_of, phase_of, slopes_of
from fourwinds.bots.reasons import reasons_of


def test_a_slope_of_one_changes_nothing_and_a_flat_one_draws_towards_even() -> None:
    assert Slope(4, 1.0).chance(0.37) == 0.37
    flat = Slope(4, 0.5)
    assert 0.25 < flat.chance(0.6) < 0.6
    assert 0.05 < flat.chance(0.05) < 0.25
    assert flat.chance(0.25) == pytest.approx(0.25)
    assert Slope(4, 0.0).chance(0.9) == pytest.approx(0.25)


def test_order_is_kept_and_chances_stay_chances() -> None:
    steep = Slope(3, 1.6)
    straight = [steep.chance(step / 50) for step in range(51)]
    assert straight == sorted(straight)
    assert straight[0] >= 0
    assert straight[-1] <= 1


@pytest.mark.parametrize("game", fw.games())
def test_every_match_goes_through_its_phases(game: str) -> None:
    rules = fw.game(game).rules()
    state = rules.start(3)
    rng = random.Random(1)
    begun = reasons_of(rules).progress(state.view(0))
    assert phase_of(rules, state.view(0)) == 0
    for _ in range(300):
        if state.over:
            break
        state.play(state.actors[0], rng.choice(state.actions(state.actors[0])))
    assert reasons_of(rules).progress(state.view(0)) >= begun
    assert 0 <= phase_of(rules, state.view(0)) < PHASES


def test_the_slope_of_one_who_is_too_sure_is_found() -> None:
    rng = random.Random(4)
    samples = []
    for match in range(1500):
        believed = rng.uniform(0.02, 0.98)
        true = Slope(4, 0.5).chance(believed)
        samples.append(Sample(match, match % PHASES, believed, float(rng.random() < true)))
    found = calibrating.calibrate(samples, 4)
    assert all(0.4 <= slope <= 0.6 for slope in found["slopes"])
    for phase in found["phases"]:
        assert phase["calibrated"] < phase["raw"]
        assert phase["calibrated"] < phase["even"]
    for part in found["reliability"]:
        assert abs(part["said"] - part["came"]) < 0.12


def test_who_is_right_is_left_alone() -> None:
    rng = random.Random(5)
    samples = []
    for match in range(60):
        believed = rng.uniform(0.1, 0.4)
        samples.append(Sample(match, 0, believed, float(rng.random() < believed)))
    found = calibrating.calibrate(samples, 4)
    assert found["phases"][0]["calibrated"] <= found["phases"][0]["raw"]
    assert len(found["slopes"]) == PHASES


def test_matches_give_samples_of_those_who_move() -> None:
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    samples = [each for part in islice(calibrating.play(rules, 1), 2) for each in part]
    assert {each.match for each in samples} == {0, 1}
    assert all(0 <= each.believed <= 1 and 0 <= each.won <= 1 for each in samples)


def test_what_a_game_keeps_is_used_for_its_own_rules_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = fw.game("santa-timea").rules(3)
    view = rules.start(1).view(0)
    path = tmp_path / calibration.FILE
    monkeypatch.setattr(calibration, "FILE", str(path))
    version = rules.game.rules_version
    for held, slope in ((None, 1.0), (version, 0.4), (version + 1, 1.0)):
        slopes_of.cache_clear()
        if held is not None:
            kept = {"rules_version": held, "slopes": {"4": [0.4, 0.5, 0.6]}}
            path.write_text(json.dumps(kept), encoding="utf-8")
        assert calibration_of(rules, view) == Slope(3, slope)
    slopes_of.cache_clear()
