"""fourwinds analyse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import fourwinds as fw
from fourwinds import bots
from fourwinds.cli.analyse import analyse_record

QUICK = ("--luck-budget", "4it")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    rules = fw.game("santa-timea").rules(3, {"rounds": 1})
    state = rules.start(7)
    out = fw.Record.begin(rules, seed=7, names=["Ann", "Ben", "Cleo"])
    seated = [bots.make("deckhand", seat) for seat in range(3)]
    while not state.over:
        seat = state.actors[0]
        action = seated[seat].choose(state.view(seat), state.actions(seat), None)
        text = rules.text(state, seat, action)
        state.play(seat, action)
        out.add(seat, text, state)
    path = tmp_path / "match.txt"
    out.save(path)
    return path


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(analyse_record)
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout


def test_costly_decisions_are_shown_for_each_player(record: Path) -> None:
    code, shown = run(str(record), "--budget", "60it", "--most", "1", *QUICK)
    assert code == 0
    assert "luck" in shown
    for name in ("Ann", "Ben", "Cleo"):
        assert name in shown


def test_json_has_every_decision_with_a_choice(record: Path) -> None:
    code, shown = run(str(record), "--budget", "40it", "--seat", "1", "--json", *QUICK)
    assert code == 0
    assert {event["source"] for event in json.loads(shown)["luck"]} >= {"deal"}
    found = json.loads(shown)["decisions"]
    assert {entry["seat"] for entry in found} == {1}
    assert all(entry["cost"] >= 0 for entry in found)


def test_a_damaged_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("no record")
    assert run(str(path))[0] == 1
