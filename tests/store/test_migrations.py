"""A database of an earlier version becomes one of this version, with all that is in it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

from fourwinds.match.log import Created
from fourwinds.match.log_json import row_of
from fourwinds.match.pinning import Pinned
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
            values = {**row_of(entry), "match": match.id}
            values["data"] = json.dumps(as_first_written(values["data"]))
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
    assert stored.entries[1:] == entries[1:]
    created, before = stored.entries[0].content, entries[0].content
    assert isinstance(created, Created)
    assert isinstance(before, Created)
    pinned = Pinned(1, before.setup.options, True, "793f7420d2e45336")
    assert created == replace(before, pinned=pinned)
    assert store.numbers([match.id]) == {match.id: len(entries)}
    store.ready()
    store.close()


def as_first_written(data: dict[str, Any]) -> dict[str, Any]:
    """The JSON of an entry as version 0.1.0 wrote it."""
    if "setup" not in data:
        return data
    rest = {name: value for name, value in data.items() if name not in ("setup", "pinned")}
    return {**rest, "plan": {"components": None, "options": {}, **data["setup"]}}


def test_the_last_steps_are_found_without_loading_them() -> None:
    assert database.heads() == set(ScriptDirectory.from_config(_config()).get_heads())
