"""A server in a process of its own, over real HTTP."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

GENEROUS = {
    "FOURWINDS_REQUESTS": "100000",
    "FOURWINDS_BURST": "100000",
    "FOURWINDS_STRANGERS": "100000",
    "FOURWINDS_PACE": "0",
    "FOURWINDS_MATCHES": "100000",
    "FOURWINDS_SOCKETS": "100000",
    "FOURWINDS_PLACE_SOCKETS": "100000",
    "FOURWINDS_CONNECTIONS": "100000",
    "FOURWINDS_FAVOURS": "100000",
    "FOURWINDS_WORK": "100000",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(database: Path, port: int, deal: str | None = None) -> subprocess.Popen[bytes]:
    """Start a server and wait until it answers; with a deal every match of a game is the same."""
    store = f"sqlite:///{database}"
    if deal is None:
        words = ["fourwinds", "serve", "--port", str(port), "--database", store]
    else:
        words = ["tests.server.dealt", str(port), store, deal]
    words = [sys.executable, "-m", *words]
    with Path(f"{database}.log").open("ab") as log:
        process = subprocess.Popen(words, env=os.environ | GENEROUS, stdout=log, stderr=log)
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/health", timeout=20).status_code == 200:
                return process
        time.sleep(0.05)
    process.kill()
    process.wait()
    raise AssertionError(Path(f"{database}.log").read_text())


@contextlib.contextmanager
def server(database: Path, deal: str | None = None) -> Iterator[str]:
    port = free_port()
    process = start(database, port, deal)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)
