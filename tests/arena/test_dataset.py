"""Games between bots as Parquet, written, gone on with and read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import fourwinds as fw
from fourwinds.arena import dataset, export
from fourwinds.arena.dataset import BadDataset, Dataset
from fourwinds.arena.schedule import make_run_plan
from fourwinds.arena.store import RunFolder
from fourwinds.arena.tournament import Tournament, interruptible
from fourwinds.arena.workers import Here
from fourwinds.cli.app import app


def make(path: Path, games: int = 4, game: str = "santa-timea", **settings: Any) -> dict[str, Any]:
    settings = {"options": {"rounds": 1}, **settings}
    plan = make_run_plan(game, ["mate", "deckhand"], seed=5, **settings)
    with interruptible() as stop, RunFolder(path, plan) as folder:
        tournament = Tournament(folder, games, Here())
        tournament.run(lambda played: None, stop)
        return dataset.write(folder, tournament.deals, "a command")


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def columns(path: Path) -> dict[str, Any]:
    batches = list(Dataset(path).batches(size=50))
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "set"
    make(path)
    return path


def test_what_is_read_back_is_what_was_played(made: Path) -> None:
    found = Dataset(made)
    rows = columns(made)
    assert set(rows) == set(dataset.COLUMNS)
    assert len(found) == len(rows["action"]) > 50
    state = None
    for i in range(len(found)):
        if rows["decision"][i] == 0:
            state = found.rules.start(bytes.fromhex(rows["seed"][i]))
        assert state is not None
        seat = state.actors[0]
        assert rows["seat"][i] == seat
        assert json.loads(rows["view"][i]) == state.view(seat)
        assert np.flatnonzero(rows["mask"][i]).tolist() == state.actions(seat)
        hand = found.rules.observation_fields["hand"]
        assert rows["observation"][i][hand].sum() == len(state.view(seat)["hand"])
        assert found.rules.text(state, seat, int(rows["action"][i])) == rows["text"][i]
        state.play(seat, int(rows["action"][i]))
        if state.over:
            assert rows["score"][i] == state.scores[seat]
    assert rows["finished"].all()
    assert set(rows["bot"]) == {"mate", "deckhand"}


def test_the_card_says_how_it_was_made(made: Path) -> None:
    card = Dataset(made).card
    assert (card["format"], card["games"], card["complete"]) == (1, 4, True)
    assert card["rules"] == fw.game("santa-timea").rules(2, {"rounds": 1}).digest
    text = (made / "README.md").read_text()
    assert "a command" in text
    assert all(f"| {name} |" in text for name in dataset.COLUMNS)
    shown = run("dataset", "show", made)
    assert shown.output == text
    assert json.loads(run("dataset", "show", made, "--json").output) == card


def test_it_goes_on_where_it_stopped(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "DEALS", 1)
    assert make(tmp_path, 2)["parts"] == ["decisions/00000.parquet"]
    first = tmp_path / "decisions" / "00000.parquet"
    before = first.stat().st_mtime_ns
    with (tmp_path / "games.jsonl").open("a") as torn:
        torn.write('{"deal":1,')
    card = make(tmp_path, 4)
    assert card["parts"] == ["decisions/00000.parquet", "decisions/00001.parquet"]
    assert first.stat().st_mtime_ns == before, "what is there is not written again"
    again, whole = columns(tmp_path), columns(made)
    for name in whole:
        assert (again[name] == whole[name]).all()


def test_what_does_not_fit_is_refused(made: Path, tmp_path: Path) -> None:
    with pytest.raises(BadDataset, match="card"):
        Dataset(tmp_path)
    card = json.loads((made / "card.json").read_text())
    for wrong, said in (({"format": 2}, "format"), ({"rules": "0" * 16}, "rules")):
        (tmp_path / "card.json").write_text(json.dumps(card | wrong))
        with pytest.raises(BadDataset, match=said):
            Dataset(tmp_path)
    assert Dataset(tmp_path, other_rules=True).card["games"] == 4


@pytest.mark.parametrize("game", [game for game in fw.games() if game != "santa-timea"])
def test_every_game_can_be_written(game: str, tmp_path: Path) -> None:
    players = fw.game(game).seats[0]
    words = ["dataset", "make", game, tmp_path / "it", "--bots", ",".join(["deckhand"] * players)]
    found = run(*words, "-n", 1, "-j", 1, "--max-decisions", 40, "--json")
    assert found.exit_code == 0, found.output
    rows = columns(tmp_path / "it")
    assert len(rows["action"]) == 40 * players
    assert not rows["finished"].all()
    assert rows["mask"][np.arange(len(rows["action"])), rows["action"]].all()


def test_the_extra_is_named_where_pyarrow_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "can_write_parquet", lambda: False)
    found = run("dataset", "make", "santa-timea", tmp_path, "--bots", "mate,mate")
    assert found.exit_code == 1
    assert "fourwinds[arena]" in found.output
    assert not (tmp_path / "run.json").exists()
