"""A database of version 0.1.0, whose rules are gone: nothing of it is lost or served as new.

The database is made by `fixtures/make_0_1_0.py`; beside it lies what version 0.1.0 said of it.
"""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, NullPool, create_engine, insert, inspect, make_url, select, text

from fourwinds.core.errors import BadRecord
from fourwinds.core.record import Record
from fourwinds.match.errors import MatchError
from fourwinds.match.match import Match
from fourwinds.match.replay import Replay
from fourwinds.match.status import OVER, RUNNING
from fourwinds.match.verify import verify
from fourwinds.store import database as stored_in
from fourwinds.store.models import Base, EntryRow
from fourwinds.store.ratings import Ratings
from fourwinds.store.store import Store

HERE = Path(__file__).parent / "fixtures"
SAID: dict[str, dict[str, Any]] = json.loads(lzma.decompress((HERE / "0_1_0.json.xz").read_bytes()))
every_match = pytest.mark.parametrize("match_id", SAID)
over = pytest.mark.parametrize("match_id", [m for m, told in SAID.items() if told["record"]])


def database(file: Path) -> str:
    """The old database in a file; returns its address."""
    with sqlite3.connect(file) as connection:
        connection.executescript(lzma.decompress((HERE / "0_1_0.sql.xz").read_bytes()).decode())
    connection.close()
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store.open(database(tmp_path_factory.mktemp("old") / "old.db"))
    yield store
    store.close()


def loaded(store: Store, match_id: str) -> Match:
    stored = store.load(match_id)
    assert stored is not None
    return Match.load(match_id, stored.entries, stored.snapshots)


@every_match
def test_every_match_keeps_its_log_and_stands_still(store: Store, match_id: str) -> None:
    match, told = loaded(store, match_id), SAID[match_id]
    assert match.number == told["entries"]
    assert (match.setup.game, match.status) == (told["game"], told["status"])
    assert [[move.seat, move.text] for move in match.moves] == told["moves"]
    assert match.frozen is not None
    assert (match.frozen.code, match.frozen.rules_version) == ("rules-changed", 1)
    for viewer in (0, 1, 2, None):
        message = match.message(viewer)
        assert message["view"] is None
        assert message["asked"] is None
        assert message["table"]["frozen"]["rules_version"] == 1
    assert not match.bot_jobs()
    assert not match.automatic_moves()
    assert match.wake(10**15) is None


@every_match
def test_results_are_what_they_were(store: Store, match_id: str) -> None:
    match, told = loaded(store, match_id), SAID[match_id]
    assert match.message(None)["table"]["result"] == told["result"]
    assert match.places() == told["places"]


@over
def test_records_are_what_they_were_but_for_digests_on_the_way(store: Store, match_id: str) -> None:
    match, old = loaded(store, match_id), SAID[match_id]["record"]
    record = match.record()
    before = Record.loads(old)
    assert before.proof is not None
    before.proof["seals"] = []  # what was sealed was not in the log
    for move in before.moves[:-1]:
        move.digest = None
    assert record.dumps() == before.dumps()
    with pytest.raises(BadRecord, match=r"rules version 1 of .* needed"):
        record.replay()
    problems = {finding.what: finding.problem for finding in verify(Record.loads(old))}
    assert "rules version 1" in (problems.pop("moves") or "")
    assert set(problems.values()) == {None}


@over
def test_a_replay_names_the_version_that_is_needed(store: Store, match_id: str) -> None:
    with pytest.raises(MatchError) as refused:
        Replay(loaded(store, match_id))
    assert (refused.value.code, refused.value.details["version"]) == ("rules-changed", 1)


def test_what_runs_can_only_be_talked_about_and_ended(tmp_path: Path) -> None:
    store = Store.open(database(tmp_path / "old.db"))
    for match_id, told in SAID.items():
        if told["status"] == OVER:
            continue
        match = loaded(store, match_id)
        ann = match.host
        commands: list[Any] = [
            lambda m, u: m.play(u, 0, 0, "1.0", 9),
            lambda m, u: m.retract(u, 0, 9),
            lambda m, u: m.undo(u, 0, 9),
            lambda m, u: m.resign(u, 0, 9),
            lambda m, u: m.replace(u, 1, 10**6, 9),
            lambda m, u: m.come_back(u, 0, 9),
            lambda m, u: m.answer(u, 0, True, 9),
            lambda m, u: m.view_to_decide(u, 0),
        ]
        if told["status"] != RUNNING:
            commands = [lambda m, u: m.start(u, 9), lambda m, u: m.join("dora", "Dora", 9)]
        for do in commands:
            with pytest.raises(MatchError) as refused:
                do(match, ann)
            assert refused.value.code == "rules-changed"
        assert match.fresh == []
        match.say(ann, "what now?", 9)
        match.tick(10**15)
        with pytest.raises(MatchError, match="yours"):
            match.offer_end("stranger", 0, 10)
        assert match.offer_end(ann, 0, 10)
        assert match.places() is None
        assert match.message(1)["table"]["result"]["by"] == "rules-changed"
        store.append(match, match.take_fresh(), match.wake(10))
        again = loaded(store, match_id)
        assert again.status == OVER
        assert again.message(0) == match.message(0)
        with pytest.raises(MatchError, match="not over"):
            again.end_frozen(11)
    store.close()


def test_people_can_still_be_forgotten(tmp_path: Path) -> None:
    store = Store.open(database(tmp_path / "old.db"))
    for match_id in SAID:
        match = loaded(store, match_id)
        ann = match.host
        match.withdraw(ann, 9)
        match.forget(ann, "former-1", 10)
        store.append(match, match.take_fresh(), None)
        again = loaded(store, match_id)
        assert again.status == OVER
        with store.engine.connect() as connection:
            rows = connection.execute(select(EntryRow).where(EntryRow.match == match_id)).all()
        assert ann not in str(rows)
        assert not re.search(r"\bAnna?\b|Otto", str(rows))
    store.close()


def test_ratings_are_made_anew_from_the_results_that_are_kept(tmp_path: Path) -> None:
    store = Store.open(database(tmp_path / "old.db"))

    def rows() -> list[tuple[Any, ...]]:
        found = text("SELECT user, game, players, mu, sigma, matches FROM ratings ORDER BY 1, 2, 3")
        with store.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(found)]

    before = rows()
    assert len(before) == 12
    assert Ratings(store.engine).rate_again() == (4, 12)
    assert rows() == before
    store.close()


def test_lists_offer_nothing_of_other_rules(store: Store) -> None:
    assert store.open_matches() == []
    assert len(store.ids()) == len(SAID)


def test_a_database_of_postgresql_is_brought_up_to_date_as_well(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "old_fourwinds"
    admin = create_engine(_psycopg(postgres), isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name}"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    url = make_url(postgres).set(database=name).render_as_string(hide_password=False)
    with monkeypatch.context() as patch:
        patch.setattr(stored_in, "migrate", lambda connection: None)
        new = stored_in.connect(url)
        old = stored_in.connect(database(tmp_path / "old.db"))
    config = Config()
    config.set_main_option("script_location", str(stored_in.MIGRATIONS))
    with new.begin() as connection, old.connect() as before:
        config.attributes["connection"] = connection
        command.upgrade(config, "jobs")
        had = inspect(before)
        for table in Base.metadata.sorted_tables:
            if not had.has_table(table.name):
                continue  # of a later version, as are the columns that are left out
            known = {column["name"] for column in had.get_columns(table.name)}
            columns = [column for column in table.c if column.name in known]
            rows = [dict(row._mapping) for row in before.execute(select(*columns))]
            if rows:
                connection.execute(insert(table), rows)
    new.dispose()
    old.dispose()
    store = Store.open(url)
    assert sorted(store.ids()) == sorted(SAID)
    for match_id, told in SAID.items():
        match = loaded(store, match_id)
        assert match.frozen is not None
        assert match.message(None)["table"]["result"] == told["result"]
        assert match.places() == told["places"]
    store.close()


def _psycopg(url: str) -> URL:
    return make_url(url).set(drivername="postgresql+psycopg")
