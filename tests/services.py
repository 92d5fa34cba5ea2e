"""PostgreSQL and Redis of our own, which tests may stop and start."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
REDIS = shutil.which("redis-server")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fourwinds-postgres-"))
        self.folder.chmod(0o777)
        self.url = f"postgresql://fourwinds@/postgres?host={self.folder}"
        self._run("initdb", "-U", "fourwinds", "-A", "trust", "--no-sync")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c shared_buffers=16MB"
        self._run("pg_ctl", "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self) -> None:
        """At once, as if it had crashed."""
        self._run("pg_ctl", "-m", "immediate", "-w", "stop")

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        """PostgreSQL refuses to run as root."""
        user: tuple[str, ...] = ()
        if not os.getuid():
            user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        data = ("-D", str(self.folder / "data"))
        command = (*user, str(BINARIES[-1] / program), *data, *words)
        subprocess.run(command, check=True, capture_output=True, cwd="/")


class Redis:
    """It keeps nothing, as nothing needs it to."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert REDIS is not None
        words = [REDIS, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.02)
        raise AssertionError("Redis does not start")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
