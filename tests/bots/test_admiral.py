"""The admiral: its models are refused where they do not fit, and see no more than a seat does."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec

import fourwinds as fw
from fourwinds import bots
from fourwinds.arena.training.fit import chances
from fourwinds.arena.training.hidden import points as points_of
from fourwinds.arena.training.linear import KNOTS, hats
from fourwinds.arena.training.samples import Samples
from fourwinds.bots import models
from fourwinds.bots.models import BadModel
from fourwinds.bots.worth import value_of
from fourwinds.core.learned import LearnedValue, told
from fourwinds.core.value import NUMBERS, POINTS, WIN
from tests.bots.test_protocol import play_on

LEARNING = [game for game in fw.games() if fw.game(game).features is not None]
HIDDEN = 5


def made_up(game: str, hidden: bool = True) -> dict[str, Any]:
    """A model of the right form, with weights by chance."""
    rules = fw.game(game).rules()
    assert rules.game.features is not None
    names = rules.game.features(rules).names
    rng = np.random.default_rng(7)
    count, knots = len(names), len(KNOTS)
    return {
        "format": models.FORMAT,
        "game": game,
        "digest": models.rules_digest(rules.game, rules.components.digest),
        "players": list(rules.game.seats),
        "features": names,
        "knots": list(KNOTS),
        "weights": rng.normal(size=(knots, count)).tolist(),
        "for_each_player_more": rng.normal(size=(knots, count)).tolist(),
        "spreads": [3.0, 2.5, 2.0, 1.5, 1.0],
        "levels": [9.0, 8.0, 6.0, 3.0, 0.0],
        "hidden": None
        if not hidden
        else {
            "means": rng.normal(size=count).tolist(),
            "scales": rng.uniform(0.1, 1.0, size=count).tolist(),
            "inner": rng.normal(size=(HIDDEN, count + 2)).tolist(),
            "thresholds": rng.normal(size=HIDDEN).tolist(),
            "outer": rng.normal(size=HIDDEN).tolist(),
        },
        "card": {},
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(models.FOLDER, str(tmp_path))
    return tmp_path


def write(folder: Path, game: str, data: dict[str, Any]) -> Path:
    path = folder / f"{game}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def choose(spec: str, state: fw.State) -> int:
    seat = state.actors[0]
    return bots.make(spec, 5).choose(state.view(seat), state.actions(seat), None)


def test_without_a_model_the_admiral_is_a_captain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "own_file", lambda game: Path("nowhere", "model.json"))
    for game in fw.games():
        rules = fw.game(game).rules()
        admiral = bots.make("admiral:20it", 1)
        assert type(admiral.value(rules)) is type(value_of(rules))  # type: ignore[attr-defined]
        state = play_on(rules.start(3), 4)
        assert choose("admiral:20it", state) in state.actions(state.actors[0])


@pytest.mark.parametrize("game", LEARNING)
def test_a_model_of_other_rules_is_refused_with_a_clear_word(
    game: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(folder, game, made_up(game) | {"digest": "0123456789abcdef"})
    rules = fw.game(game).rules()
    with caplog.at_level(logging.WARNING):
        assert models.usable_file(rules) is None
    assert "other rules or components" in caplog.text
    assert "plays as a captain" in caplog.text
    state = play_on(rules.start(3), 4)
    assert choose("admiral:20it", state) in state.actions(state.actors[0])


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"format": 99}, "format"),
        ({"game": "santa-timea"}, "santa-timea"),
        ({"features": ["luck"]}, "features"),
        ({"weights": [[1.0]]}, "whole model"),
        ({"spreads": [1.0]}, "whole model"),
        ({"hidden": {"inner": [[1.0]]}}, "whole model"),
    ],
)
def test_a_damaged_model_is_refused(change: dict[str, Any], word: str, tmp_path: Path) -> None:
    path = write(tmp_path, LEARNING[0], made_up(LEARNING[0]) | change)
    with pytest.raises(BadModel, match=word):
        models.build(models.read(path), fw.game(LEARNING[0]).rules(), path.name)


def test_files_of_a_server_are_not_for_strangers(tmp_path: Path) -> None:
    path = write(tmp_path, LEARNING[0], made_up(LEARNING[0]))
    with pytest.raises(fw.FourWindsError, match="budget"):
        bots.make(f"admiral:20it@{path}", 1)
    assert bots.make_for_arena(f"admiral:20it@{path}", 1)
    with pytest.raises(BadModel):
        bots.make_for_arena("admiral:20it@/nowhere/at/all.json", 1)


@pytest.mark.parametrize("game", LEARNING)
def test_inference_is_that_of_numpy(game: str) -> None:
    """To 9 digits: the sums are the same, but NumPy may add in another order."""
    for players in fw.game(game).seats:
        rules = fw.game(game).rules(players)
        assert rules.game.features is not None
        features = rules.game.features(rules)
        data = made_up(game)
        value = LearnedValue(value_of(rules), features, models.build(data, rules))
        judged = vec[float]([0.0] * (NUMBERS * players))
        for moves in (0, 9, 40):
            state = play_on(rules.start(8), moves)
            if features.is_settled(state):
                continue  # the game's own value judges
            value.judge(state, judged)
            x = np.array([told(features, state)])
            phase = np.array([features.phase(state)])
            nothing = np.zeros((1, players))
            one = Samples(
                players, x, phase, nothing, nothing, nothing, nothing, phase < 0, phase < 0
            )
            linear = np.array([data["weights"], data["for_each_player_more"]])
            units = {name: np.array(values) for name, values in data["hidden"].items()}
            worth = points_of(one, rules.game.usual_players, linear, units)
            worth += [features.earlier(state, seat) for seat in range(players)]
            spread = features.spread(state, float((hats(phase) @ np.array(data["spreads"]))[0]))
            chance = chances(worth, np.array([spread]))[0]
            for seat in range(players):
                assert judged[NUMBERS * seat + WIN] == pytest.approx(chance[seat], rel=1e-9)
            if game != "regatta":
                points = [judged[NUMBERS * seat + POINTS] for seat in range(players)]
                assert np.diff(points) == pytest.approx(np.diff(worth[0]), rel=1e-7)


@pytest.mark.parametrize("game", LEARNING)
def test_a_seat_is_told_nothing_of_its_own_that_it_cannot_see(game: str) -> None:
    """In all worlds a view allows, the features of its own seat are the same."""
    for moves in (6, 25, 60):
        state = play_on(fw.game(game).start(seed=11), moves)
        rules = state.rules
        features = rules.game.features(rules)
        for seat in range(rules.players):
            view = state.view(seat)
            own = told(features, state)[seat]
            for seed in range(3):
                assert told(features, rules.imagine(view, seed))[seat] == own


@pytest.mark.parametrize("game", LEARNING)
def test_a_choice_with_a_model_rests_on_the_view_alone(game: str, folder: Path) -> None:
    write(folder, game, made_up(game))
    state = play_on(fw.game(game).start(seed=11), 9)
    seat = state.actors[0]
    assert models.usable_file(state.rules) is not None
    choices = set()
    for seed in range(4):
        world = state.rules.imagine(state.view(seat), seed)
        choices.add(
            bots.make("admiral:40it", 5).choose(world.view(seat), world.actions(seat), None)
        )
    assert len(choices) == 1


def test_models_in_the_package_fit_their_rules_and_have_a_card() -> None:
    for game in fw.games():
        for path in (fw.game(game).folder / name for name in ("model.json", "mate.json")):
            if not path.is_file():
                continue
            data = models.read(path)
            for players in fw.game(game).seats:
                models.build(data, fw.game(game).rules(players), path.name)
            assert data["card"].keys() >= {"made", "seed", "generations", "held_out"}


def test_a_search_with_a_model_may_stop_sooner_and_the_captains_does_not() -> None:
    rules = fw.game("winds-of-plunder").rules()
    own: Any = value_of(rules)
    usual = own.rounds_ahead
    assert rules.game.features is not None
    LearnedValue(own, rules.game.features(rules), models.build(made_up(rules.game.id), rules))
    assert own.rounds_ahead == 1 < usual
    again: Any = value_of(rules)
    assert again.rounds_ahead == usual


def test_a_search_of_santa_timea_with_a_model_stops_after_two_more_tricks() -> None:
    state = fw.game("santa-timea").start(seed=11)
    rules = state.rules
    own: Any = value_of(rules)
    features = rules.game.features(rules)
    learned = LearnedValue(own, features, models.build(made_up(rules.game.id), rules))
    captains: Any = value_of(rules)
    for value in (learned, captains):
        value.truncate(state)
    stops = []
    for moves in range(1, 48):
        state = play_on(state, 1)
        assert not captains.is_far(state)
        if learned.is_far(state):
            stops.append(moves)
    assert stops[0] == 12
    assert set(stops) == set(range(12, 48, 4))


def test_a_model_may_hold_another_for_a_number_of_players() -> None:
    game = fw.game("winds-of-plunder")
    data = made_up(game.id)
    names = ("weights", "for_each_player_more", "spreads", "levels", "hidden")
    alone = {name: made_up(game.id, hidden=False)[name] for name in names}
    alone["weights"] = (np.array(alone["weights"]) + 1.0).tolist()
    data["alone"] = {"3": alone}
    three, four = (models.build(data, game.rules(players)) for players in (3, 4))
    assert (three.hidden, four.hidden) == (0, HIDDEN)
    flat = np.array(alone["weights"]).reshape(-1)
    assert np.array(list(three.weights)) == pytest.approx(flat)
    data["alone"]["3"]["weights"] = [[1.0]]
    models.build(data, game.rules(4))
    with pytest.raises(BadModel, match="whole model"):
        models.build(data, game.rules(3))


def test_with_other_numbers_of_players_the_admiral_is_a_captain(folder: Path) -> None:
    game = fw.game("winds-of-plunder")
    write(folder, game.id, made_up(game.id) | {"players": [4]})
    assert models.usable_file(game.rules(4)) is not None
    assert models.usable_file(game.rules(3)) is None


def test_in_the_expert_game_of_santa_timea_the_admiral_is_a_captain(folder: Path) -> None:
    game = fw.game("santa-timea")
    write(folder, game.id, made_up(game.id))
    assert models.usable_file(game.rules(4)) is not None
    assert models.usable_file(game.rules(4, options={"expert": True})) is None


def test_a_round_of_santa_timea_is_foreseen_by_its_own_points() -> None:
    """Of five rounds, each position is learned from the points of the round it lies in."""
    state = fw.game("santa-timea").start(seed=11)
    features = state.rules.game.features(state.rules)
    begun = features.stretch(state)
    state = play_on(state, 70)
    assert (begun, features.stretch(state)) == (1, 2)
    points = [features.result(state, seat, 1) for seat in range(4)]
    assert points == state.scores
    assert [features.earlier(state, seat) for seat in range(4)] == state.scores
    assert features.standing(state, 0) == 0.0


def test_mates_judge_by_a_model_of_their_own_where_there_is_one(monkeypatch: Any) -> None:
    monkeypatch.delenv(models.FOLDER, raising=False)
    for game in fw.games():
        rules = fw.game(game).rules()
        apart = rules.game.folder / "mate.json"
        used = models.usable_file(rules, for_mates=True)
        if apart.is_file():
            assert used == apart != models.usable_file(rules)
            assert models.worlds_for_mates(rules, apart) > 0
        else:
            assert used == models.usable_file(rules)
    assert models.file_for_mates(fw.game("vor-dem-wind")).name == "mate.json"


def test_a_model_of_ones_own_is_for_mates_too(folder: Path) -> None:
    path = write(folder, "vor-dem-wind", made_up("vor-dem-wind"))
    rules = fw.game("vor-dem-wind").rules()
    assert models.usable_file(rules, for_mates=True) == path
