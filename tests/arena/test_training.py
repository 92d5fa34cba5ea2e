"""Training: a course goes on where it stopped, and ends with a model that plays."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena.training import fit
from fourwinds.arena.training.course import CannotTrain, Course, Progress, Recipe
from fourwinds.arena.training.samples import Samples
from fourwinds.arena.workers import Here
from fourwinds.cli import train
from fourwinds.cli.app import app

GAME = "winds-of-plunder"
TINY = Recipe((("deckhand", 15), ("admiral:2it", 6)), others=0.0, quick=20, calibrated=6)


def course(folder: Path) -> Course:
    return Course(GAME, folder, TINY, players=3)


def test_a_stopped_course_goes_on_and_gives_the_same_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Progress] = []
    whole = course(tmp_path / "whole").run(Here(), told.append, threading.Event())
    assert whole is not None
    assert told[-1].played == told[-1].games == course(tmp_path).games == 21

    stop = threading.Event()

    def stop_soon(progress: Progress) -> None:
        if progress.played >= 7:
            stop.set()

    parts = tmp_path / "parts"
    assert course(parts).run(Here(), stop_soon, stop) is None
    left = course(parts).played()
    assert 7 <= left < 15
    stop.clear()

    def stop_while_calibrating(progress: Progress) -> None:
        if progress.calibrated is not None and progress.calibrated[0] >= 2:
            stop.set()

    again: list[Progress] = []

    def tell(progress: Progress) -> None:
        again.append(progress)
        stop_while_calibrating(progress)

    assert course(parts).run(Here(), tell, stop) is None
    assert again[0].played == left
    rest: list[Progress] = []
    found = course(parts).run(Here(), rest.append, threading.Event())
    assert found is not None
    assert next(each.calibrated for each in rest if each.calibrated) == (3, 6)
    one, two = (json.loads(path.read_text(encoding="utf-8")) for path in (whole, found))
    assert one["weights"] == two["weights"]
    assert one["calibration"] == two["calibration"]
    assert one["calibration"]["held_out"]["3"]["matches"] == 6
    assert one["card"]["generations"][0] == {"bot": "deckhand", "games": {"3": 15}}
    assert one["card"]["held_out"]["positions"] > 0

    rules = fw.game(GAME).rules(3)
    state = rules.start(1)
    monkeypatch.chdir(tmp_path)  # a bot's name must not be long
    bot = bots.make_for_arena(f"admiral:10it@{found.relative_to(tmp_path)}", 1)
    assert bot.choose(state.view(0), state.actions(0), None) in state.actions(0)


def test_a_game_without_features_cannot_be_trained(tmp_path: Path) -> None:
    with pytest.raises(CannotTrain, match="features"):
        Course("high-tide", tmp_path, TINY)


def samples(count: int, rng: np.random.Generator, bent: bool) -> Samples:
    """Matches whose end follows from the features, but for some chance."""
    x = rng.normal(size=(count, 4, 3))
    phase = rng.uniform(size=count)
    end = (1.0 + phase[:, None]) * x[:, :, 0] - 2.0 * x[:, :, 1]
    if bent:
        end += 3.0 * np.abs(x[:, :, 2])
    end += 0.3 * rng.normal(size=end.shape)
    won = (end == end.max(axis=1, keepdims=True)).astype(float)
    deals = np.arange(count) % 5
    even = np.full((count, 4), 0.25)
    return Samples(4, x, phase, 0.0 * end, end, won, even, deals == 3, deals == 4)


def test_what_decides_is_found() -> None:
    found = fit.fit([samples(2000, np.random.default_rng(1), False)], 4, list("abc"), 1, False)
    weights = np.array(found.data["weights"])
    assert weights[0] == pytest.approx([1.0, -2.0, 0.0], abs=0.15)
    assert weights[-1] == pytest.approx([2.0, -2.0, 0.0], abs=0.15)
    assert found.report["explained"] > 0.95
    assert found.report["log_loss"] < 0.4 < found.report["log_loss_of_own_value"]


def test_a_number_of_players_that_differs_has_a_model_of_its_own() -> None:
    """What counts with four players counts the other way with three and with five: no weight that
    changes from player to player tells that."""
    found = []
    for players, sign in ((3, 1.0), (4, -1.0), (5, 1.0)):
        x = np.random.default_rng(players).normal(size=(1000, players, 3))
        end = sign * x[:, :, 2]
        won = (end == end.max(axis=1, keepdims=True)).astype(float)
        phase, deals = np.linspace(0.0, 1.0, 1000), np.arange(1000) % 5
        found.append(Samples(players, x, phase, 0.0 * end, end, won, won, deals == 3, deals == 4))
    joint = fit.fit(found, 4, list("abc"), 1, False)
    alone = fit.fit_alone(found, 4, joint, 1, False)
    assert np.array(alone["3"]["weights"])[:, 2] == pytest.approx(1.0, abs=0.1)
    assert np.array(alone["4"]["weights"])[:, 2] == pytest.approx(-1.0, abs=0.1)
    assert fit.fit_alone(found[:1], 3, joint, 1, False) == {}


def test_few_games_are_held_near_what_many_quick_ones_say() -> None:
    """In games of bots the second feature counts three times, not twice; there are only few."""
    quick = replace(samples(4000, np.random.default_rng(3), False), weight=0.1)
    few = samples(200, np.random.default_rng(4), False)
    few.end -= few.x[:, :, 1] + 3.0 * np.random.default_rng(5).normal(size=few.end.shape)

    def off(data: list[Samples]) -> float:
        weights = np.array(fit.fit(data, 4, list("abc"), 1, False).data["weights"])
        wanted = [[1.0 + knot / 4, -3.0, 0.0] for knot in range(5)]
        return float(np.abs(weights - np.array(wanted)).mean())

    assert off([quick, few]) < 0.7 * min(off([quick]), off([few]))


def test_hidden_units_learn_what_is_not_linear() -> None:
    data = [samples(4000, np.random.default_rng(2), True)]
    plain = fit.fit(data, 4, list("abc"), 1, False)
    bent = fit.fit(data, 4, list("abc"), 1, True)
    assert plain.data["hidden"] is None
    assert bent.data["hidden"] is not None
    assert bent.report["explained"] > plain.report["explained"] + 0.1


def test_the_command_trains_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "QUICK", TINY)
    words = ["train", GAME, "-p", "3", "--quick", "--generations", "deckhand=3", "-j", "1"]
    words += ["--folder", str(tmp_path / "course"), "--out", str(tmp_path / "mine.json")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "held-out" in done.output
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["game"] == GAME
    for wrong in ("mate", "mate=", "=3", "mate=0", "mate=3,"):
        assert CliRunner().invoke(app, [*words[:2], "--generations", wrong]).exit_code == 2
