"""Both databases: SQLite in a file, and a PostgreSQL of our own, started for the run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def _as_nobody(*words: str) -> None:
    """PostgreSQL refuses to run as root."""
    user = (
        ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if not os.getuid() else ()
    )
    subprocess.run((*user, *words), check=True, capture_output=True, cwd="/")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server with an empty database."""
    if not BINARIES:
        pytest.skip("PostgreSQL is not installed (package postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="fourwinds-postgres-"))
    folder.chmod(0o777)
    data = folder / "data"
    control = str(BINARIES[-1] / "pg_ctl")
    _as_nobody(str(BINARIES[-1] / "initdb"), "-D", str(data), "-U", "fourwinds", "-A", "trust")
    options = f"-k {folder} -c listen_addresses='' -c shared_buffers=16MB"
    log = str(folder / "log")
    _as_nobody(control, "-D", str(data), "-l", log, "-o", options, "-w", "start")
    try:
        yield f"postgresql://fourwinds@/postgres?host={folder}"
    finally:
        _as_nobody(control, "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fourwinds.db'}"
    address: str = request.getfixturevalue("postgres")
    return address
