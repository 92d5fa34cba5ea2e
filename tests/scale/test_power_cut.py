"""Acknowledged means on disk: the power fails, and whatever was not synced is gone.

A small library counts a file's content as written only when it is synced. What lies in `kept` after
the server was killed is what a power cut would have left.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from fourwinds.store.store import Store
from tests.scale.players import Player, check
from tests.services import free_port

SOURCE = Path(__file__).parent / "dropping.c"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("this needs a C compiler on Linux")
    built = tmp_path_factory.mktemp("library") / "dropping.so"
    words = [compiler, "-shared", "-fPIC", "-O1", "-o", str(built), str(SOURCE), "-ldl"]
    subprocess.run(words, check=True)
    return built


def test_what_was_acknowledged_survives_a_power_cut(tmp_path: Path, library: Path) -> None:
    used, kept = tmp_path / "used", tmp_path / "kept"
    used.mkdir()
    kept.mkdir()
    port = free_port()
    database = f"sqlite:///{used / 'fourwinds.db'}"
    words = [sys.executable, "-m", "fourwinds", "serve", "--port", str(port)]
    many = {f"FOURWINDS_{name}": "1000000" for name in ("REQUESTS", "BURST", "STRANGERS")}
    environment = (
        os.environ
        | many
        | {
            "LD_PRELOAD": str(library),
            "DROPPING_FROM": str(used),
            "DROPPING_TO": str(kept),
        }
    )
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [*words, "--database", database], env=environment, stdout=log, stderr=log
        )
    try:
        deadline = time.monotonic() + 180
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/health")
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline, (tmp_path / "log").read_text()
                time.sleep(0.05)
        players = [Player([f"http://127.0.0.1:{port}/api/v1"], seed) for seed in range(2)]
        for player in players:
            player.begin()
        while sum(len(player.acknowledged) for player in players) < 30:
            time.sleep(0.01)
            for player in players:
                assert player.failure is None
        # From here on nothing more is acknowledged before the power fails.
        for player in players:
            player.finish()
    finally:
        server.kill()
        server.wait()
    left = sorted(path.name for path in kept.iterdir() if not path.name.endswith(".part"))
    assert "fourwinds.db-wal" in left
    store = Store.open(f"sqlite:///{kept / 'fourwinds.db'}")
    with store.reads.connect() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
    assert check(store, players) >= 30
    store.close()


def test_the_simulation_drops_what_is_not_synced(tmp_path: Path, library: Path) -> None:
    """A database that does not sync would not pass: its log is not there after the cut."""
    used, kept = tmp_path / "used", tmp_path / "kept"
    used.mkdir()
    kept.mkdir()
    script = (
        "import os, sqlite3\n"
        f"there = sqlite3.connect({str(used / 'careless.db')!r}, isolation_level=None)\n"
        "there.execute('PRAGMA synchronous = OFF')\n"
        "there.execute('PRAGMA journal_mode = WAL')\n"
        "there.execute('CREATE TABLE t (x)')\n"
        "there.execute('INSERT INTO t VALUES (1)')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    environment = os.environ | {
        "LD_PRELOAD": str(library),
        "DROPPING_FROM": str(used),
        "DROPPING_TO": str(kept),
    }
    subprocess.run([sys.executable, "-c", script], env=environment, check=False)
    assert (used / "careless.db-wal").stat().st_size > 0
    assert list(kept.iterdir()) == []
