"""Both databases: SQLite in a file, and a PostgreSQL of our own, started for the run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourwinds.store.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fourwinds.db'}"
    address: str = request.getfixturevalue("postgres")
    return address


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store.open(database)
    yield opened
    opened.close()
