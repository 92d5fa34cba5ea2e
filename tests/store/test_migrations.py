"""A database of an earlier version becomes one of this version, with all that is in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from fourwinds.match.match import Match
from fourwinds.store import database
from fourwinds.store.store import Store
from tests.match.tables import running


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    return config


def test_the_log_survives_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'fourwinds.db'}"
    with monkeypatch.context() as patch:
        patch.setattr(database, "migrate", lambda connection: None)
        engine = database.connect(url)
    match = running()
    entries = match.take_fresh()
    with engine.begin() as connection:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        row = {"id": match.id, "game": match.setup.game, "host": match.host}
        connection.execute(
            text(
                "INSERT INTO matches (id, game, host, status, private, rated, free, players,"
                " created, changed) VALUES (:id, :game, :host, 'running', 0, 0, 0, 3, 1, 1)"
            ),
            row,
        )
        for entry in entries:
            values = {**vars(entry), "match": match.id, "data": json.dumps(entry.data)}
            connection.execute(
                text(
                    'INSERT INTO entries ("match", number, time, kind, seat, "user", data)'
                    " VALUES (:match, :number, :time, :kind, :seat, :user, :data)"
                ),
                values,
            )
    engine.dispose()
    store = Store.open(url)
    stored = store.load(match.id)
    assert stored is not None
    assert Match.load(match.id, stored.entries).message(0, now=0) == match.message(0, now=0)
    assert store.numbers([match.id]) == {match.id: len(entries)}
    store.ready()
    store.close()


def test_the_last_steps_are_found_without_loading_them() -> None:
    assert database.heads() == set(ScriptDirectory.from_config(_config()).get_heads())
