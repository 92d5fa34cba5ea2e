"""Servers and workers in processes of their own, quickly started and killed.

Each is forked from a process that has loaded everything and made it ready, so that a test can kill
it many times.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from fourwinds.server.settings import Settings
from tests.services import free_port

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(
    [
        "fourwinds.server.app",
        "fourwinds.server.run",
        "fourwinds.server.botqueue.worker",
        "psycopg",
        "redis.asyncio",
        "uvloop",
    ]
)
GENEROUS = Settings(
    requests=10**6,
    burst=10**6,
    strangers=10**6,
    matches=10**6,
    sockets=10**6,
    place_sockets=10**6,
    connections=10**6,
    work=10**6,
    lease=1,
    log_level="warning",
)


def generous(database: str, **more: object) -> Settings:
    return replace(GENEROUS, database=database, **more)  # type: ignore[arg-type]


def _server(settings: Settings, port: int) -> Callable[[], None]:
    from fourwinds.server.app import create_app
    from fourwinds.server.run import run_app

    app = create_app(settings)
    app.state.registry.store.close()
    return lambda: run_app(app, settings, "127.0.0.1", port)


def _worker(settings: Settings, port: int) -> Callable[[], None]:
    from fourwinds.server.botqueue.worker import Worker as Inner

    worker = Inner(settings)
    worker.store.close()
    return worker.run


def _nurse(
    make: Callable[[Settings, int], Callable[[], None]],
    settings: Settings,
    port: int,
    log: Path,
    pipe: Connection,
) -> None:
    """Makes one ready; then forks it when told "start" and kills it when told "kill"."""
    from fourwinds.server import logs

    out = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.dup2(out, 1)
    os.dup2(out, 2)
    logs.install(settings.log, settings.log_level)
    run = make(settings, port)
    child = 0
    while True:
        try:
            order = pipe.recv()
        except EOFError:
            order = "end"
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            child = 0
        if order == "end":
            return
        if order == "start":
            child = os.fork()
            if child == 0:
                try:
                    run()
                finally:
                    os._exit(0)
        pipe.send(child)


class Running:
    """A server or worker."""

    def __init__(
        self, make: Callable[[Settings, int], Callable[[], None]], settings: Settings, log: Path
    ) -> None:
        self.port = free_port()
        self.log = log
        self._pipe, theirs = CONTEXT.Pipe()
        self._nurse = CONTEXT.Process(
            target=_nurse, args=(make, settings, self.port, log, theirs), daemon=True
        )
        self._nurse.start()
        theirs.close()

    def start(self) -> None:
        self._tell("start")

    def kill(self) -> None:
        self._tell("kill")

    def end(self) -> None:
        if self._nurse.is_alive():
            self._pipe.send("end")
        self._nurse.join()

    def _tell(self, order: str) -> None:
        self._pipe.send(order)
        try:
            self._pipe.recv()
        except EOFError:
            raise AssertionError(self.log.read_text()[-5000:]) from None


class Server(Running):
    def __init__(self, settings: Settings, log: Path) -> None:
        super().__init__(_server, settings, log)
        self.url = f"http://127.0.0.1:{self.port}"
        self.api = f"{self.url}/api/v1"

    def wait(self) -> None:
        """Until it listens."""
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.01)
        raise AssertionError(self.log.read_text()[-5000:])


class Worker(Running):
    def __init__(self, settings: Settings, log: Path) -> None:
        super().__init__(_worker, settings, log)
