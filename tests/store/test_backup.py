"""A backup of either kind of database is restored into either, and play goes on."""

from __future__ import annotations

import random
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest
from sqlalchemy import select, text

from fourwinds.match.log import Played
from fourwinds.match.match import Match
from fourwinds.store.backup import backup, restore
from fourwinds.store.database import StoreError, connect
from fourwinds.store.models import Base
from fourwinds.store.people import People
from fourwinds.store.store import Store
from tests.match.tables import move
from tests.server.running import free_port, start
from tests.store.test_store import hosted, loaded

Place = Callable[[str], str]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Empty databases of either kind."""
    made: list[tuple[str, str]] = []

    def empty(kind: str) -> str:
        name = f"place{len(made)}_{time.time_ns()}"
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / name}.db"
        address: str = request.getfixturevalue("postgres")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        made.append((address, name))
        return address.replace("/postgres?", f"/{name}?")

    yield empty
    for address, name in made:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def rows_of(url: str) -> dict[str, list[str]]:
    """All rows of all tables."""
    engine = connect(url)
    with engine.connect() as connection:
        rows = {
            table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
            for table in Base.metadata.sorted_tables
        }
    engine.dispose()
    return rows


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_everything_is_there_again(place: Place, tmp_path: Path, source: str, target: str) -> None:
    old, new, file = place(source), place(target), tmp_path / "backup"
    store = Store.open(old)
    ann, _, match = hosted(store, People(store.engine))
    rng = random.Random(1)
    for now in range(70):
        move(match, rng, 10 + now)
        store.append(match, match.take_fresh(), None)
    store.key("sessions")
    match.remove_line(min(match.speakers), 100)
    store.append(match, match.take_fresh(), None)
    count = backup(store.engine, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"Quay" not in file.read_bytes()  # the line that was removed
    assert b"Pier 9" in file.read_bytes()
    store.close()
    assert restore(file, new) == count > 70
    assert rows_of(new) == rows_of(old)
    again = Store.open(new)
    there = loaded(again, match)
    assert there.message(0) == match.message(0)
    move(there, rng, 200)
    again.append(there, there.take_fresh(), None)
    assert loaded(again, match).number == match.number + 1
    assert People(again.engine).find(ann.id) is not None
    again.close()
    with pytest.raises(StoreError, match="empty database"):
        restore(file, new)


def test_a_backup_is_made_while_the_server_runs_and_play_goes_on_from_it(tmp_path: Path) -> None:
    database, port = tmp_path / "first.db", free_port()
    api = f"http://127.0.0.1:{port}/api/v1"
    process = start(database, port)
    client = httpx.Client(base_url=api)
    stop = threading.Event()
    acknowledged = 0

    def play() -> None:
        nonlocal acknowledged
        while not stop.is_set() and play_one(client, match):
            acknowledged += 1

    try:
        client.post("/guests", json={"name": "Ann"}).raise_for_status()
        seats = [{"kind": "me"}, {"kind": "hot-seat"}, {"kind": "hot-seat"}]
        made = client.post("/matches", json={"game": "santa-timea", "seats": seats})
        match = made.json()["id"]
        client.post(f"/matches/{match}/start").raise_for_status()
        player = threading.Thread(target=play)
        player.start()
        while acknowledged < 5 and player.is_alive():
            time.sleep(0.01)
        before = acknowledged
        engine = connect(f"sqlite:///{database}")
        backup(engine, tmp_path / "backup")
        engine.dispose()
        after = acknowledged
        stop.set()
        player.join()
        process.kill()
        process.wait()
        restore(tmp_path / "backup", f"sqlite:///{tmp_path / 'second.db'}")
        process = start(tmp_path / "second.db", port)
        # The same browser is still signed in, and its match stands as it did at that moment.
        store = Store.open(f"sqlite:///{tmp_path / 'second.db'}")
        stored = store.load(match)
        store.close()
        assert stored is not None
        played = sum(isinstance(entry.content, Played) for entry in stored.entries)
        assert before <= played <= after + 1
        assert Match.load(match, stored.entries, stored.snapshots).frozen is None
        assert play_one(client, match)
    finally:
        stop.set()
        process.kill()
        process.wait()
        client.close()


def play_one(client: httpx.Client, match: str) -> bool:
    """Whether there was a move to make."""
    actors = client.get(f"/matches/{match}", params={"since": 10**6}).json()["view"]["actors"]
    if not actors:
        return False
    seen = client.get(f"/matches/{match}", params={"seat": actors[0], "since": 10**6}).json()
    asked = seen["asked"]
    body = {"seat": actors[0], "decision": asked["decision"]}
    body["action"] = asked["actions"][0]["action"]
    client.post(f"/matches/{match}/actions", json=body).raise_for_status()
    return True


def test_a_backup_never_overwrites_and_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "backup"
    store = Store.open(url)
    file.write_text("precious")
    with pytest.raises(StoreError, match="does not exist yet"):
        backup(store.engine, file)
    assert file.read_text() == "precious"
    elsewhere = f"sqlite:///{tmp_path / 'b.db'}"
    with pytest.raises(StoreError, match="expected a backup"):
        restore(file, elsewhere)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE x (y)")
    with pytest.raises(StoreError, match="expected a backup"):
        restore(tmp_path / "other.db", elsewhere)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'tomorrow'"))
    newer = tmp_path / "newer"
    backup(store.engine, newer)
    store.close()
    with pytest.raises(StoreError, match="later version"):
        restore(newer, elsewhere)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
