"""A server that is killed, cannot write, or cannot read what it has written."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from fourwinds.server import run
from fourwinds.server.connection_guard import GuardedChannel, GuardedProtocol
from fourwinds.server.settings import Settings
from fourwinds.store.database import StoreError
from fourwinds.store.store import Store
from tests.server.running import free_port

Usage = namedtuple("Usage", "total used free")
THINKING = """
import asyncio, os, time
from fourwinds.server.botqueue.local_pool import LocalPool

async def main():
    pool = LocalPool(1, 1.0)
    print(await pool._run(os.getpid), flush=True)
    time.sleep(120)

if __name__ == "__main__":
    asyncio.run(main())
"""

SLOW = """
import sys, time
if "spawn_main" in " ".join(sys.orig_argv):
    with open({boots!r}, "a") as boots:
        boots.write("b")
    time.sleep(6)
"""
ANSWERING = """
async def app(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})
"""
SERVING = """
import uvicorn
from fourwinds.server import run
from fourwinds.server.settings import Settings

if __name__ == "__main__":
    options = run.options(Settings({database!r}), "127.0.0.1", {port})
    uvicorn.run("answering:app", workers=2, lifespan="off", **options)
"""


def test_a_killed_server_leaves_no_bot_behind(tmp_path: Path) -> None:
    script = tmp_path / "thinking.py"
    script.write_text(THINKING)
    server = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    bot = int(server.stdout.readline())
    os.kill(bot, 0)
    server.kill()
    server.wait()
    server.stdout.close()
    deadline = time.monotonic() + 20
    while _runs(bot) and time.monotonic() < deadline:
        time.sleep(0.05)
    if _runs(bot):
        os.kill(bot, signal.SIGKILL)
        pytest.fail("the bot outlived its server")


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_processes_have_time_to_boot(settings: Settings, tmp_path: Path) -> None:
    """On a busy machine it takes much longer than the five seconds that are usual; here Python
    itself takes longer to begin, and still nobody is killed and begun anew."""
    boots, port = tmp_path / "boots", free_port()
    (tmp_path / "sitecustomize.py").write_text(SLOW.format(boots=str(boots)))
    (tmp_path / "answering.py").write_text(ANSWERING)
    script = tmp_path / "serving.py"
    script.write_text(SERVING.format(database=settings.database, port=port))
    server = subprocess.Popen(
        [sys.executable, str(script)], env=os.environ | {"PYTHONPATH": str(tmp_path)}
    )
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and server.poll() is None:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", port), 5) as line,
            ):
                line.settimeout(10)
                line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if line.recv(100).startswith(b"HTTP/1.1 200"):
                    break
            time.sleep(0.1)
        else:
            pytest.fail("no process came up")
        assert boots.read_text() == "bb"
    finally:
        server.terminate()
        server.wait(30)


def test_a_server_without_room_on_its_disk_is_not_ready(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.get("/ready").status_code == 200
    monkeypatch.setattr(
        "fourwinds.store.database.shutil.disk_usage", lambda path: Usage(10**9, 10**9, 4096)
    )
    came = server.get("/ready")
    assert (came.status_code, came.json()["error"]["code"]) == (503, "unavailable")
    assert server.get("/health").status_code == 200


def test_a_postgresql_that_takes_no_writes_is_not_ready(postgres: str) -> None:
    store = Store.open(postgres)
    try:
        store.ready()
        with store.engine.begin() as connection:
            name = connection.execute(text("SELECT current_database()")).scalar_one()
            connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = 1"))
        store.engine.dispose()
        with pytest.raises(Exception, match="read-only"):
            store.ready()
    finally:
        with store.engine.begin() as connection:
            connection.execute(text("SET TRANSACTION READ WRITE"))
            connection.execute(text(f"ALTER DATABASE {name} RESET default_transaction_read_only"))
        store.close()


def test_a_damaged_database_is_said_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "fourwinds.db"
    file.write_bytes(b"this was a database once" * 1000)
    words = [sys.executable, "-m", "fourwinds", "serve", "--port", "0"]
    done = subprocess.run(
        [*words, "--database", f"sqlite:///{file}"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode != 0
    [line] = done.stderr.strip().splitlines()
    assert "restore a backup" in line
    assert str(file) in line


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://localhost/x", "sqlite:////no/such/folder/fourwinds.db"]
)
def test_a_database_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(StoreError, match=r"^database: "):
        Store.open(url)


def test_damage_found_later_is_answered_and_logged_in_one_line(
    server: TestClient, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    server.post("/api/v1/guests", json={"name": "Ann"})
    registry = server.app.state.registry  # type: ignore[attr-defined]
    registry.store.purge_log()
    file = Path(settings.database.removeprefix("sqlite:///"))
    size = file.stat().st_size
    with file.open("r+b") as damaged:
        damaged.seek(100)
        damaged.write(b"\xff" * (size - 100))
    registry.store.engine.dispose()
    came = server.get("/api/v1/matches")
    assert (came.status_code, came.json()["error"]["code"]) == (503, "unavailable")
    told = [each for each in caplog.records if "damaged" in each.getMessage()]
    assert told
    assert all(each.exc_info is None for each in told)


def test_connections_are_guarded(settings: Settings) -> None:
    """What tests/server/test_connection_guard.py shows holds for the server as it runs."""
    chosen = replace(settings, connections=7, proxies="192.0.2.1, 192.0.2.2")
    options = run.options(chosen, "127.0.0.1", 0)
    assert options["ws"].func is GuardedChannel
    assert options["ws"].args == (settings.requests, settings.burst)
    http = options["http"]
    assert http.func is GuardedProtocol
    [connections] = http.args
    assert (connections.most, connections.proxies) == (7, {"192.0.2.1", "192.0.2.2"})
