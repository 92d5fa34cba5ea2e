from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scale.processes import Server, Worker
from tests.services import BINARIES, REDIS, Postgres, Redis


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that the test may stop and start."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed (package postgresql)")
    server = Postgres()
    server.start()
    try:
        yield server
    finally:
        server.stop()
        server.remove()


@pytest.fixture
def redis() -> Iterator[Redis]:
    if REDIS is None:
        pytest.skip("Redis is not installed (package redis-server)")
    server = Redis()
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def running() -> Iterator[list[Server | Worker]]:
    """What a test has started and is stopped after it."""
    started: list[Server | Worker] = []
    yield started
    for each in started:
        each.end()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "server.log"
