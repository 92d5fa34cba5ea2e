"""What is kept of people: every column of every table is named here, so that a new one is thought
about before it is stored. Each that names a person is exported, and emptied when he leaves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Double, Integer, LargeBinary, Table, insert, select

from fourwinds.store.backup import backup, restore
from fourwinds.store.models import Base
from fourwinds.store.people import People
from fourwinds.store.store import Store

ANN, BEN = "ann" * 8, "ben" * 8

# Columns that name a person by his id.
NAMED: dict[str, str] = {
    "answers": "user",
    "blocks": "user other",
    "boxes": "user",
    "channels": "user",
    "club_members": "user",
    "club_ratings": "user",
    "daily_tries": "user",
    "duplicate_players": "user",
    "duplicates": "host",
    "entries": "user",
    "follows": "user other",
    "invitations": "user sender",
    "lessons_done": "user",
    "matches": "host",
    "notes": "user",
    "outbox": "user",
    "players": "user",
    "profiles": "user",
    "ratings": "user",
    "reports": "user",
    "results": "user",
    "second_factors": "user",
    "sessions": "user",
    "tickets": "user",
    "tokens": "user",
    "tournament_players": "user",
    "tournaments": "organiser",
    "users": "id",
}
# The others. `jobs.person` and `job_turns.name` are hashes that nothing leads back from.
OTHERS: dict[str, str] = {
    "answers": "match key answer",
    "blocks": "created",
    "boxes": "id game name components ready created changed",
    "channels": "id kind address data always language created confirmed",
    "club_matches": "match club code created",
    "club_members": "club lead joined",
    "club_ratings": "club game mu sigma matches changed",
    "clubs": "id name about code created",
    "daily_deals": "day game players bot secret made",
    "daily_tries": "day game match created",
    "duplicate_deals": "duplicate deal secret",
    "duplicate_players": "duplicate place joined",
    "duplicate_tables": "duplicate deal table match",
    "duplicates": "id name game players seats deals tables bot pace code status created until days",
    "entries": "match number time kind seat data",
    "follows": "created",
    "gatherings": "match bot due until wait",
    "invitations": "kind target name code created",
    "job_turns": "name taken",
    "jobs": "id job person match created lease worker tries done result",
    "keys": "name secret",
    "lessons_done": "game lesson done",
    "matches": "id game status private rated free players created changed wake number rules_version"
    " pace delay",
    "notes": "match text changed",
    "outbox": "id channel kind match seat data created due tries state",
    "players": "match seated ended",
    "profiles": "hidden",
    "ratings": "game players mu sigma matches changed least",
    "reports": "id match line reason time settled",
    "results": "match seat name bot game players rated private ended outcome place score mu sigma"
    " accuracy",
    "second_factors": "secret confirmed used hashes created",
    "sessions": "hash created agent",
    "snapshots": "match number position",
    "studies": "match changed study",
    "tickets": "hash purpose data created expires",
    "tokens": "id hash name created",
    "tournament_entries": "tournament number time kind data",
    "tournament_players": "tournament player bot program joined",
    "tournaments": "id name game format data status players number created wake league",
    "users": "name created login password email operator banned_until ban_reason",
}
# The log of a match forgets by an entry of its own (tests/store/test_store.py).
IN_LOGS = ("entries", "matches")
# Where a person is exported if the column is not called `user`; who blocks him he is not told.
EXPORTED_AS = {
    ("duplicates", "host"): "duplicates_hosted",
    ("follows", "other"): "followers",
    ("invitations", "sender"): "invitations_sent",
    ("matches", "host"): "hosted",
    ("tournaments", "organiser"): "organised",
    ("users", "id"): "user",
}
NOT_TOLD = {("blocks", "other")}


def named(table: Table) -> list[str]:
    return NAMED.get(table.name, "").split()


def test_every_column_is_thought_of() -> None:
    known = {name: set(named(table)) for name, table in Base.metadata.tables.items()}
    assert {name for name, columns in known.items() if columns} == set(NAMED)
    for name, table in Base.metadata.tables.items():
        assert {column.name for column in table.c} == known[name] | set(OTHERS[name].split()), name


def _value(table: Table, column: Any, person: str, other: str) -> Any:
    """Something that fits a column; columns that name people name the person."""
    if column.name in named(table):
        # Whom somebody follows or blocks is somebody else.
        return person if column.name != "other" else other
    for key in column.foreign_keys:
        return "ann" if key.column.table.name != "users" else person
    kind = column.type
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, JSON):
        return {"kept": "ann"}
    if isinstance(kind, LargeBinary):
        return b"x"
    if isinstance(kind, Integer | Double):
        return 1
    return "ann"


def _fill(store: Store) -> None:
    """A row of Ann in every table, and one of Ben about her where two are named."""
    with store.engine.begin() as connection:
        user = {"created": 1, "operator": False}
        for person in (ANN, BEN):
            connection.execute(
                insert(Base.metadata.tables["users"]).values(id=person, name=person, **user)
            )
        for table in Base.metadata.sorted_tables:
            if table.name == "users" or connection.execute(select(table).limit(1)).first():
                continue
            pairs = [(ANN, BEN)]
            if "other" in table.c:
                pairs.append((BEN, ANN))
            for person, other in pairs:
                row = {c.name: _value(table, c, person, other) for c in table.c}
                connection.execute(insert(table).values(**row))


def _tables_with(store: Store, person: str) -> set[str]:
    """The tables in which a person still stands, in whatever column."""
    with store.reads.connect() as connection:
        return {
            table.name
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table))
            if any(person in str(value) for value in row)
        }


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """SQLite alone: PostgreSQL has the same tables, and other tests use that database."""
    opened = Store.open(f"sqlite:///{tmp_path / 'fourwinds.db'}")
    _fill(opened)
    yield opened
    opened.close()


def test_what_names_a_person_is_exported_and_gone_when_he_leaves(store: Store) -> None:
    people = People(store.engine)
    assert _tables_with(store, ANN) == set(NAMED)
    told = people.export(ANN)
    for name in NAMED:
        for column in named(Base.metadata.tables[name]):
            if (name, column) not in NOT_TOLD:
                assert told[EXPORTED_AS.get((name, column), name)], (name, column)
    assert [row["user"] for row in told["blocks"]] == [ANN], "who blocks her is not told"
    people.forget(ANN)
    assert _tables_with(store, ANN) == set(IN_LOGS)


def test_every_table_is_in_a_backup(store: Store, tmp_path: Path) -> None:
    copied = f"sqlite:///{tmp_path / 'again.db'}"
    assert backup(store.engine, tmp_path / "kept") == restore(tmp_path / "kept", copied)
    again = Store.open(copied)
    assert _tables_with(again, ANN) == set(NAMED)
    again.close()
