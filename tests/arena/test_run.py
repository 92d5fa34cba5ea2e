"""Whole runs: folders, resuming, the sequential test, files for others."""

from __future__ import annotations

import itertools
import json
import random
import signal
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.arena import export, tournament
from fourwinds.arena.contest import Outcome
from fourwinds.arena.publish import Wanted, publish
from fourwinds.arena.schedule import Job, RunPlan, make_run_plan
from fourwinds.arena.sprt import SequentialTest
from fourwinds.arena.store import BadRun, RunFolder
from fourwinds.arena.tournament import Tournament
from fourwinds.arena.workers import Here

pytestmark = pytest.mark.usefixtures("known_bots")


def plan_of(*bots: str, **settings: Any) -> RunPlan:
    return make_run_plan("santa-timea", list(bots), options={"rounds": 1}, **settings)


def run(
    path: Path,
    plan: RunPlan,
    games: int,
    wanted: Wanted | None = None,
    test: SequentialTest | None = None,
    stop_after: int | None = None,
) -> dict[str, Any]:
    stop = threading.Event()

    def progress(played: int) -> None:
        if stop_after is not None and played >= stop_after:
            stop.set()

    with RunFolder(path, plan) as folder:
        tournament = Tournament(folder, games, Here(), test)
        tournament.run(progress, stop)
        return publish(tournament, wanted or Wanted(), "fourwinds arena")


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    out = json.loads(json.dumps(summary))
    for bot in out["bots"]:
        del bot["seconds_a_decision"], bot["slowest_decision"], bot["thinking"]
    out.pop("not_counted")
    return dict(out)


def test_a_run_leaves_its_results(tmp_path: Path) -> None:
    summary = run(tmp_path, plan_of("greedy", "deckhand"), 10)
    assert summary == json.loads((tmp_path / "results.json").read_text())
    assert summary["games"] == 10
    assert summary["deals"] == 5
    assert [bot["bot"] for bot in summary["bots"]] == ["greedy", "deckhand"]
    assert sum(bot["share"]["mean"] for bot in summary["bots"]) == pytest.approx(1)
    assert sum(seat["share"]["mean"] for seat in summary["seats"]) == pytest.approx(1)
    assert summary["repeatable"]
    assert (tmp_path / "report.html").exists()
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 10


def test_an_interrupted_run_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    plan = plan_of("greedy", "deckhand", "deckhand")
    whole = run(tmp_path / "whole", plan, 12)
    part = run(tmp_path / "part", plan, 12, stop_after=5)
    assert part["games"] == 3
    assert part["not_counted"] == 2
    games = tmp_path / "part" / "games.jsonl"
    assert len(games.read_text().splitlines()) == 5
    with games.open("a") as file:
        file.write('{"deal": 3, "rot')  # torn by a crash
    assert timeless(run(tmp_path / "part", plan, 12)) == timeless(whole)
    numbers = [
        (line["deal"], line["rotation"]) for line in map(json.loads, games.read_text().splitlines())
    ]
    assert len(numbers) == len(set(numbers)) == 12


def test_a_run_may_be_extended_and_cut(tmp_path: Path) -> None:
    plan = plan_of("first", "deckhand")
    few = run(tmp_path, plan, 4)
    assert run(tmp_path, plan, 8)["games"] == 8
    again = run(tmp_path, plan, 4)
    assert timeless(again) == timeless(few)
    assert again["not_counted"] == 4


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    run(tmp_path, plan_of("first", "deckhand"), 2)
    with pytest.raises(BadRun, match="another run: seed: expected 1, got 0"):
        run(tmp_path, plan_of("first", "deckhand", seed=1), 2)
    with pytest.raises(BadRun, match="bots"):
        run(tmp_path, plan_of("first", "first"), 2)
    found = json.loads((tmp_path / "run.json").read_text())
    (tmp_path / "run.json").write_text(json.dumps(found | {"fourwinds": "0.0.1"}))
    with pytest.raises(BadRun, match=r"fourwinds: expected .*, got '0.0.1'"):
        run(tmp_path, plan_of("first", "deckhand"), 2)


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}"])
def test_damaged_settings_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(BadRun, match=r"run\.json"):
        run(tmp_path, plan_of("first", "first"), 2)


@pytest.mark.parametrize("line", ["nonsense", "{}", "[]", '{"deal":0}'])
def test_a_damaged_game_in_the_middle_is_named(tmp_path: Path, line: str) -> None:
    run(tmp_path, plan_of("first", "first"), 2)
    games = tmp_path / "games.jsonl"
    games.write_text(f"{line}\n{games.read_text()}")
    with pytest.raises(BadRun, match="line 1: expected a game"):
        run(tmp_path, plan_of("first", "first"), 2)


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    plan = plan_of("first", "first")
    with RunFolder(tmp_path, plan), pytest.raises(BadRun, match="another process"):
        RunFolder(tmp_path, plan)
    RunFolder(tmp_path, plan).__exit__(None, None, None)


def test_a_sequential_test_stops_the_run_and_later_games_do_not_count(tmp_path: Path) -> None:
    plan = plan_of("greedy", "first")
    summary = run(tmp_path, plan, 400, test=SequentialTest(0.5, delta=0.2))
    assert summary["test"]["verdict"] in ("H0", "H1")
    assert summary["deals"] == summary["test"]["deals"] < 200
    # The verdict is the same where more games than needed lie in the folder.
    run(tmp_path, plan, summary["games"] + 10)
    again = run(tmp_path, plan, 400, test=SequentialTest(0.5, delta=0.2))
    assert timeless(again) == timeless(summary)
    assert "stopped by the sequential test" in (tmp_path / "report.html").read_text()


class Shuffled:
    """Plays as many games at once as it can get and hands them back in any order."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]:
        waiting = iter(jobs)
        while some := list(itertools.islice(waiting, 13)):
            self.rng.shuffle(some)
            yield from Here().play(plan, some)


def test_results_do_not_depend_on_the_order_in_which_games_end(tmp_path: Path) -> None:
    plan = plan_of("greedy", "first", "deckhand")
    found = []
    for seed in range(3):
        test = SequentialTest(1 / 3, delta=0.3)
        with RunFolder(tmp_path / str(seed), plan) as folder:
            tournament = Tournament(folder, 120, Shuffled(seed), test)
            tournament.run(lambda played: None, threading.Event())
            found.append(timeless(publish(tournament, Wanted(), "fourwinds arena")))
    assert found[0]["test"]["verdict"] is not None
    assert found[0] == found[1] == found[2]


def test_faults_are_counted_and_the_run_goes_on(tmp_path: Path) -> None:
    summary = run(tmp_path, plan_of("crasher", "cheat", "deckhand"), 6)
    crasher, cheat, deckhand = summary["bots"]
    assert crasher["faults"]["crashed"] == crasher["decisions"] > 0
    assert cheat["faults"]["illegal"] == cheat["decisions"] > 0
    assert not any(deckhand["faults"].values())
    assert crasher["faulty_games"]["mean"] == 1
    assert len(summary["faults"]) == 50
    page = (tmp_path / "report.html").read_text()
    assert "crasher failed" in page
    assert "<b>overboard" not in page


def test_records_of_all_games_replay(tmp_path: Path) -> None:
    run(tmp_path, plan_of("greedy", "deckhand"), 4, Wanted(records=True))
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 4
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    games = {(game["deal"], game["rotation"]): game for game in map(json.loads, lines)}
    for file in files:
        deal, rotation = map(int, file.stem.split("-"))
        record = fw.Record.load(file)
        assert record.replay().scores == games[deal, rotation]["scores"]


def test_parquet_has_each_seat_and_each_decision(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run(tmp_path, plan_of("greedy", "crasher"), 4, Wanted(decisions=True))
    seats = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(seats) == 8
    assert sum(row["share"] for row in seats) == pytest.approx(4)
    decisions = parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    assert len(decisions) == sum(row["decisions"] for row in seats)
    rules = fw.game("santa-timea").rules(2, {"rounds": 1})
    for row in decisions:
        assert row["action"] in row["actions"]
        assert row["by_stand_in"] == (row["bot"] == "crasher")
        view = json.loads(row["view"])
        assert view["seat"] == row["seat"]
    state = rules.imagine(json.loads(decisions[0]["view"]), 1)
    assert state.actions(decisions[0]["seat"]) == decisions[0]["actions"]


def test_without_pyarrow_decisions_are_refused_before_any_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(export, "can_write_parquet", lambda: False)
    Wanted(records=True, balance=True).check()
    with pytest.raises(export.NoParquet, match="pyarrow"):
        Wanted(decisions=True).check()


def test_without_pyarrow_a_run_still_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "can_write_parquet", lambda: False)
    run(tmp_path, plan_of("first", "first"), 2)
    assert not (tmp_path / "games.parquet").exists()
    assert (tmp_path / "results.json").exists()


def test_balance_counts_what_facts_name(tmp_path: Path) -> None:
    summary = run(tmp_path, plan_of("greedy", "greedy", "deckhand"), 6, Wanted(balance=True))
    uses = {
        (group["fact"], group["field"]): group["values"] for group in summary["balance"]["uses"]
    }
    cards = uses["card-played", "card"]
    decisions = sum(bot["decisions"] for bot in summary["bots"])
    assert sum(card["a_game"] for card in cards) * 6 == pytest.approx(decisions)
    assert all(0 <= card["share"]["mean"] <= 1 for card in cards)
    assert sum(count for _, count in summary["balance"]["lengths"]) == 6
    assert sum(count for _, count in summary["balance"]["scores"]) == 18
    text = (tmp_path / "balance.md").read_text()
    assert "balance-card-played-card.svg" in text
    assert (tmp_path / "balance-card-played-card.svg").read_text().startswith("<svg")
    assert not any(kind == "hand-dealt" for kind, _ in uses)


def test_asking_twice_in_a_moment_is_asking_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with tournament.interruptible() as stop:
        assert not stop.is_set()
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        monkeypatch.setattr(tournament, "AGAIN", 0.0)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
