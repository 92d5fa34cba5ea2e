"""Games on a Ray cluster: the same as elsewhere, whatever dies meanwhile."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fourwinds.arena import ray_cluster
from fourwinds.arena.contest import Outcome
from fourwinds.arena.ray_cluster import OnRay
from fourwinds.arena.schedule import jobs
from fourwinds.arena.workers import Here, WorkersFailed

from .test_workers import plan_of, played, timeless

# Two raylets on one machine: one is killed with games under way, then a bot takes its worker down,
# then the rest of the cluster is killed.
RAY = """
import json, os, pathlib, signal, sys, time
from itertools import islice
from ray.cluster_utils import Cluster
from fourwinds.arena.ray_cluster import OnRay
from fourwinds.arena.schedule import jobs, make_run_plan
from fourwinds.arena.workers import WorkersFailed
from typer.testing import CliRunner
from fourwinds.cli.app import app

def plan(*bots):
    return make_run_plan("santa-timea", list(bots), options={"rounds": 1})

def kill(node):
    os.kill(node.all_processes["raylet"][0].process.pid, signal.SIGKILL)

if __name__ == "__main__":
    # A dead node is noticed within two seconds, not ten.
    quick = {
        "health_check_initial_delay_ms": 500,
        "health_check_period_ms": 500,
        "health_check_timeout_ms": 2000,
        "health_check_failure_threshold": 3,
    }
    head = {"num_cpus": 1, "include_dashboard": False, "_system_config": quick}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(num_cpus=1)
    os.environ["RAY_ADDRESS"] = cluster.address
    os.environ["RAY_gcs_rpc_server_reconnect_timeout_s"] = "3"
    out = []
    for outcome in OnRay().play(plan("dawdler:0.3", "deckhand"), jobs(2, 3, ())):
        out.append(outcome)
        if len(out) == 1:
            kill(second)
    out += OnRay().play(plan("sinker", "deckhand"), islice(jobs(2, 1, ()), 1))
    folder = sys.argv[1] + ".set"
    words = f"dataset make santa-timea {folder} --bots deckhand,deckhand -n 2 -o rounds=1 --on ray"
    made = CliRunner().invoke(app, words.split())
    assert made.exit_code == 0, made.output
    said = ""
    try:
        began = 0.0
        for outcome in OnRay().play(plan("dawdler:0.3", "deckhand"), jobs(2, 50, ())):
            if not began:
                began = time.monotonic()
                cluster.head_node.kill_gcs_server()
                kill(cluster.head_node)
    except WorkersFailed as error:
        said = str(error)
    took = time.monotonic() - began
    found = {"games": [each.json() for each in out], "said": said, "took": took}
    pathlib.Path(sys.argv[1]).write_text(json.dumps(found))
    os._exit(0)  # the cluster is in pieces
"""


def test_nodes_die_and_no_game_is_lost(tmp_path: Path, installed: dict[str, str]) -> None:
    script = tmp_path / "run_ray.py"
    script.write_text(RAY)
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, str(script), str(tmp_path / "out.json")],
            env=installed,
            capture_output=True,
            text=True,
            timeout=300,
        )
        # Ray itself gives its nodes thirty seconds to start, which a crowded machine may exceed.
        if "timed out during startup" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out.json").read_text())
    games = [Outcome.read(data) for data in found["games"]]
    assert timeless(games[:6]) == played(Here(), plan_of("dawdler:0", "deckhand"), 3)
    assert len(games) == 7
    for outcome in games[6:]:
        assert [(fault.kind, fault.place) for fault in outcome.faults] == [("died", 0)]
    assert "goes on where it stopped" in found["said"] or "no node is left" in found["said"]
    assert found["took"] < 60
    # What Ray says of it stands in a file.
    assert "Traceback" not in done.stderr
    assert "Raylet is terminated" not in done.stderr
    assert "Raylet is terminated" not in done.stdout
    log = re.search(r"\(what Ray says of it: (.+)\)$", found["said"])
    assert log is not None
    assert "GCS" in Path(log[1]).read_text()


def test_a_cluster_that_does_not_answer_is_said_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "PATIENCE", 3.0)
    began = time.monotonic()
    with pytest.raises(WorkersFailed, match=r"127\.0\.0\.1:1"):
        list(OnRay("127.0.0.1:1").play(plan_of("deckhand", "deckhand"), jobs(2, 1, ())))
    assert time.monotonic() - began < 30
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:2")
    assert OnRay().address == "127.0.0.1:2"


def test_without_ray_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(WorkersFailed, match="ray is not installed"):
        OnRay()
