"""Calibration: chances are straightened, never turned round."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import fourwinds as fw
from fourwinds.arena import calibrating
from fourwinds.arena.calibrating import Question, Sample
from fourwinds.bots import calibration, models
from fourwinds.bots.analysis import analyse
from fourwinds.bots.calibration import (
    LUCK,
    PHASES,
    Slope,
    phase_of,
    slope_of,
    slopes_of,
    straightened,
)
from fourwinds.bots.judging import Judge, judge_of
from fourwinds.bots.reasons import reasons_of
from fourwinds.cli.app import app
from fourwinds.core.learned import LearnedValue
from tests.bots.test_admiral import made_up, write


def test_a_slope_of_one_changes_nothing_and_a_flat_one_draws_towards_even() -> None:
    assert Slope(4, 1.0).chance(0.37) == 0.37
    flat = Slope(4, 0.5)
    assert 0.25 < flat.chance(0.6) < 0.6
    assert 0.05 < flat.chance(0.05) < 0.25
    assert flat.chance(0.25) == pytest.approx(0.25)
    assert Slope(4, 0.0).chance(0.9) == pytest.approx(0.25)


def test_changes_of_chances_are_straightened_and_sum_to_nothing() -> None:
    chances, changes = [0.5, 0.3, 0.15, 0.05], [0.04, -0.02, -0.03, 0.01]
    assert straightened(changes, chances, 1.0) == pytest.approx(changes)
    assert straightened(changes, chances, 0.0) == pytest.approx([0.0] * 4)
    for slope in (0.4, 1.3):
        found = straightened(changes, chances, slope)
        assert sum(found) == pytest.approx(0.0)
        small = [0.001 * each for each in changes]
        powers = [
            [
                (chance + part * change) ** slope
                for chance, change in zip(chances, small, strict=True)
            ]
            for part in (0, 1)
        ]
        shares = [[each / sum(row) for each in row] for row in powers]
        true = [1000 * (after - before) for before, after in zip(*shares, strict=True)]
        assert found == pytest.approx(true, rel=1e-3)
    assert sum(straightened([0.2, 0.1, 0.0, -0.3], [0.7, 0.3, 0.0, 0.0], 0.5)) == pytest.approx(0)


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
    found = calibrating.fit_phases(samples, 4)
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
    found = calibrating.fit_phases(samples, 4)
    assert found["phases"][0]["calibrated"] <= found["phases"][0]["raw"]
    assert len(found["slopes"]) == PHASES


def test_matches_give_samples_of_those_who_move() -> None:
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    asked = [Question(), Question(), Question(luck=True)]
    matches = [calibrating.of_match(rules, 1, number, asked) for number in (0, 1)]
    samples = [each for match in matches for part in match for each in part]
    assert {each.match for each in samples} == {0, 1}
    assert all(0 <= each.believed <= 1 and 0 <= each.won <= 1 for each in samples)
    for first, second, open_hands in matches:
        assert len(first) == len(open_hands) == calibrating.ASKED
        assert first == second != open_hands
        assert [each.won for each in open_hands] == [each.won for each in first]


def test_matches_in_several_processes_are_the_same() -> None:
    matches = [
        list(calibrating.of_matches("santa-timea", 2, 3, range(2), [Question()], processes))
        for processes in (1, 2)
    ]
    assert matches[0] == matches[1]


def test_whose_chances_are_better_is_told_by_the_same_positions() -> None:
    rng = random.Random(6)
    knowing, guessing = [], []
    for match in range(400):
        for _ in range(3):
            true = rng.choice((0.1, 0.9))
            won = float(rng.random() < true)
            phase = rng.randrange(PHASES)
            knowing.append(Sample(match, phase, true, won))
            guessing.append(Sample(match, phase, rng.uniform(0.1, 0.9), won))
    more, doubt = calibrating.gain(guessing, knowing, 2)
    assert more > doubt > 0
    assert calibrating.gain(knowing, guessing, 2)[0] == pytest.approx(-more)
    assert calibrating.gain(knowing, knowing, 2) == (0.0, 0.0)


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
        assert slope_of(rules, view) == Slope(3, slope)
    slopes_of.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(models.FOLDER, str(tmp_path))
    return tmp_path


def fitted(slope: float) -> dict[str, Any]:
    return {"slopes": [slope] * PHASES, "luck": [1.0, 1.0, 2 * slope], "matches": 4, "phases": []}


def test_people_are_told_what_a_model_believes_where_it_is_calibrated(folder: Path) -> None:
    game = fw.game("winds-of-plunder")
    view = game.rules(4).start(1).view(0)
    path = write(folder, game.id, made_up(game.id))
    assert judge_of(game.rules(4)) == Judge(game.rules(4))
    models.calibrate(path, 4, fitted(0.35), used=True)
    models.calibrate(path, 3, fitted(0.45), used=False)
    assert judge_of(game.rules(4)) == Judge(game.rules(4), path)
    assert judge_of(game.rules(4)).straight(view) == Slope(4, 0.35)
    assert judge_of(game.rules(4)).straight(view, LUCK) == Slope(4, 1.0)
    assert isinstance(judge_of(game.rules(4)).value(), LearnedValue)
    assert judge_of(game.rules(3)) == Judge(game.rules(3))
    assert models.read(path)["calibration"]["held_out"].keys() == {"3", "4"}
    found = analyse(view, "40it", game.rules(4), explained=0)
    write(folder, game.id, models.read(path) | {"digest": "of other rules"})
    _forget()
    assert judge_of(game.rules(4)) == Judge(game.rules(4))
    assert analyse(view, "40it", game.rules(4), explained=0) != found


def test_a_model_with_slopes_of_another_shape_is_refused(folder: Path) -> None:
    game = fw.game("winds-of-plunder")
    wrong: tuple[Any, ...] = ([], {"4": [1.0]}, {"4": ["a", "b", "c"]}, {"four": [1.0, 1.0, 1.0]})
    for slopes in wrong:
        write(folder, game.id, made_up(game.id) | {"calibration": {"slopes": slopes}})
        _forget()
        assert judge_of(game.rules(4)) == Judge(game.rules(4))


def _forget() -> None:
    """Whether a file fits is looked at once."""
    models._fits.cache_clear()


def test_the_command_keeps_a_models_slopes_in_its_file(folder: Path, tmp_path: Path) -> None:
    path = write(folder, "winds-of-plunder", made_up("winds-of-plunder"))
    out = tmp_path / "out"
    words = ["calibrate", "winds-of-plunder", "--players", "4", "--matches", "4", "-j", "1"]
    done = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "calibration" not in models.read(path)
    own = json.loads((out / calibration.FILE).read_text(encoding="utf-8"))
    assert own["slopes"].keys() == own["held_out"].keys() == {"4"}
    learned = models.read(out / path.name)["calibration"]
    assert learned["held_out"].keys() == {"4"}
    assert (learned["held_out"]["4"]["gain"][0] > 0) == ("4" in learned["slopes"])
