"""The same games wherever they are played; workers that hang or die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from fourwinds.arena import workers
from fourwinds.arena.contest import Outcome
from fourwinds.arena.schedule import Job, RunPlan, jobs, make_run_plan
from fourwinds.arena.workers import Executor, Here, Processes, WorkersFailed

RUN = """
import typer
from fourwinds.cli.arena import arena
if __name__ == "__main__":
    typer.run(arena)
"""


def plan_of(*bots: str, **settings: Any) -> RunPlan:
    return make_run_plan("santa-timea", list(bots), options={"rounds": 1}, **settings)


def timeless(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    found = sorted(outcomes, key=lambda outcome: outcome.number)
    return [{**outcome.json(), "seconds": 0, "slowest": 0, "times": 0} for outcome in found]


def played(executor: Executor, plan: RunPlan, deals: int) -> list[dict[str, Any]]:
    return timeless(executor.play(plan, jobs(plan.players, deals, ())))


@pytest.mark.usefixtures("installed")
def test_one_process_two_processes_and_none_play_the_same_games() -> None:
    plan = plan_of("greedy", "deckhand", seed=9)
    here = played(Here(), plan, 3)
    assert len(here) == 6
    assert played(Processes(1), plan, 3) == here
    assert played(Processes(2), plan, 3) == here


@pytest.mark.usefixtures("installed")
def test_a_bot_that_takes_its_process_down_is_stood_in_for() -> None:
    plan = plan_of("sinker", "deckhand")
    outcomes = list(Processes(1).play(plan, jobs(2, 1, ())))
    assert len(outcomes) == 2
    for outcome in outcomes:
        assert outcome.finished
        assert [(fault.kind, fault.place) for fault in outcome.faults] == [("died", 0)]
        assert len(outcome.stood_in) == outcome.asked[outcome.places.index(0)] - 2


@pytest.mark.usefixtures("installed")
def test_a_bot_that_never_answers_is_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GRACE", 0.3)
    plan = plan_of("dawdler:1000", "first", move_limit=0.2)
    (outcome,) = Processes(1).play(plan, [Job(0, 0)])
    assert outcome.finished
    assert [fault.kind for fault in outcome.faults] == ["late"]
    assert len(outcome.stood_in) == outcome.asked[0]


def test_a_game_that_kills_every_worker_ends_the_run() -> None:
    plan = plan_of("deckhand", "deckhand")
    worker = workers._Worker.__new__(workers._Worker)
    worker.plan, worker.gone, worker.mark = plan, True, [1.0, 8.0, 0.0]
    worker.job = Job(3, 1)
    worker.job = worker.blame()
    assert worker.job == Job(3, 1, {1: (8, "died")}, deaths=1)
    worker.job = worker.blame()
    assert worker.job == Job(3, 1, {1: (-1, "died")}, deaths=2)
    worker.mark[0] = -1.0
    for _ in range(workers.MOST_DEATHS - 2):
        worker.job = worker.blame()
    with pytest.raises(WorkersFailed, match="deal 3, rotation 1"):
        worker.blame()


def test_no_process_is_left_behind_when_the_run_is_left() -> None:
    import multiprocessing

    plan = plan_of("deckhand", "deckhand")
    outcomes = Processes(2).play(plan, jobs(2, 50, ()))
    next(iter(outcomes))
    assert len(multiprocessing.active_children()) == 2
    outcomes.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_an_error_of_ours_is_not_taken_for_a_bots() -> None:
    plan = plan_of("deckhand", "deckhand")
    with pytest.raises(WorkersFailed, match="a worker failed"):
        list(Processes(1).play(plan, ["no job"]))  # type: ignore[list-item]


def lines_in(path: Path) -> int:
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def begin(tmp_path: Path, environment: dict[str, str], games: int) -> subprocess.Popen[str]:
    script = tmp_path / "run_arena.py"
    script.write_text(RUN)
    command = ["santa-timea", "--bots", "greedy,deckhand", "--games", str(games), "-j", "1"]
    return subprocess.Popen(
        [sys.executable, str(script), *command, "--out", str(tmp_path / "run"), "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(process: subprocess.Popen[str], path: Path, count: int) -> None:
    end = time.monotonic() + 60
    while lines_in(path) < count:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < end, "no games"
        time.sleep(0.02)


def wait_for_end_of_workers(process: subprocess.Popen[str]) -> None:
    """Workers end by themselves when nobody listens to them any more."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("workers were left behind")


def test_a_run_killed_at_any_moment_goes_on(tmp_path: Path, installed: dict[str, str]) -> None:
    games = tmp_path / "run" / "games.jsonl"
    first = begin(tmp_path, installed, 400)
    wait_for_games(first, games, 2)
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    wait_for_end_of_workers(first)
    kept = [json.loads(line) for line in games.read_bytes().split(b"\n")[:-1]]
    assert len(kept) >= 2
    second = begin(tmp_path, installed, 6)
    out, errors = second.communicate(timeout=120)
    assert second.returncode == 0, errors
    assert json.loads(out)["games"] == 6
    after = [json.loads(line) for line in games.read_text().splitlines()]
    assert after[: len(kept)] == kept


def test_ctrl_c_loses_nothing(tmp_path: Path, installed: dict[str, str]) -> None:
    games = tmp_path / "run" / "games.jsonl"
    process = begin(tmp_path, installed, 4000)
    wait_for_games(process, games, 2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes of the run
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    summary = json.loads(out)
    assert summary["games"] + summary["not_counted"] == lines_in(games)
    assert summary["games"] >= 2
    assert (tmp_path / "run" / "report.html").exists()
