"""Statements prepared once do what SQLAlchemy's own would do, and fail as they would."""

from __future__ import annotations

import asyncio
import random
import secrets

import pytest
from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from fourwinds.server.live.commit_batcher import CommitBatcher
from fourwinds.store.models import AnswerRow, EntryRow, KeyRow, TicketRow, UserRow
from fourwinds.store.prepared import Additions, Among, Prepared, several, written
from fourwinds.store.store import Behind, Store, Writing
from tests.match.tables import move, running

ADD = Prepared(insert(KeyRow).inline())
DROP = Prepared(delete(KeyRow).where(KeyRow.name == bindparam("gone")))
SECRETS = Among(select(KeyRow.name, KeyRow.secret).where(KeyRow.name.in_(several())))


def test_rows_are_added_counted_and_found(store: Store) -> None:
    names = [f"%s ? :x {secrets.token_hex(8)}" for _ in range(3)]
    with store.engine.begin() as connection:
        ADD.run(connection, [{"name": n, "secret": n.encode()} for n in names])
        found = dict(SECRETS.ask(connection, [*names, "another"]))
        assert {name: bytes(secret) for name, secret in found.items()} == {
            name: name.encode() for name in names
        }
        assert DROP.run(connection, [{"gone": n} for n in [*names[:2], "another"]]) == 2
        assert [name for name, _ in SECRETS.ask(connection, names)] == names[2:]


def test_json_is_read_as_it_was_written(store: Store) -> None:
    data = {"text": "Ré 'x' \\ %s", "list": [1, None, {"deep": True}]}
    user, ticket = secrets.token_hex(8), secrets.token_hex(8)
    row = {"hash": ticket, "user": user, "purpose": "test", "created": 1, "expires": 2}
    with store.engine.begin() as connection:
        connection.execute(insert(UserRow).values(id=user, name="Ann", created=1))
        Prepared(insert(TicketRow).inline()).run(connection, [{**row, "data": written(data)}])
        kept = connection.execute(select(TicketRow.data).where(TicketRow.hash == ticket))
        assert kept.scalar_one() == data


def test_rows_are_added_together_as_they_are_alone(store: Store) -> None:
    match = running("santa-timea")
    match.id = secrets.token_hex(8)
    store.append(match, match.take_fresh(), None)
    answers = Additions(AnswerRow)
    said = {"text": "Ré 'x' \\ %s", "list": [1, None, {"deep": True}]}
    for count in (1, 3):
        keys = [f"{secrets.token_hex(8)} {n}" for n in range(count)]
        rows = [
            {"match": match.id, "user": "ann", "key": key, "answer": written({**said, "n": n})}
            for n, key in enumerate(keys)
        ]
        with store.engine.begin() as connection:
            assert answers.run(connection, rows) == count
        for n, key in enumerate(keys):
            assert store.answer(match.id, "ann", key) == {**said, "n": n}
        with pytest.raises(IntegrityError), store.engine.begin() as connection:
            answers.run(connection, [{**row, "answer": "{}"} for row in rows])
    logged = Additions(EntryRow)
    entries = [
        {
            "match": match.id,
            "number": 10_000 + n,
            "time": 10**13,
            "kind": "said",
            "seat": None if n == 1 else n,
            "user": None if n == 2 else "ann",
            "data": written(said),
        }
        for n in range(3)
    ]
    with store.engine.begin() as connection:
        assert logged.run(connection, entries) == 3
        there = EntryRow.__table__.c
        found = connection.execute(
            select(EntryRow.__table__).where(there.number >= 10_000, there.match == match.id)
        )
        kept = [{**row._mapping} for row in found]
    assert kept == [{**row, "data": said} for row in entries]


def test_errors_are_those_of_sqlalchemy_and_undo_everything(store: Store) -> None:
    name = secrets.token_hex(8)
    with pytest.raises(IntegrityError), store.engine.begin() as connection:
        ADD.run(connection, [{"name": name, "secret": b"1"}, {"name": name, "secret": b"2"}])
    with pytest.raises(DBAPIError), store.engine.begin() as connection:
        SECRETS.ask(connection, [object()])
    with store.engine.begin() as connection:
        assert SECRETS.ask(connection, [name]) == []


def test_who_is_late_does_not_hold_up_the_others(store: Store) -> None:
    """Several are written together; those of which the store knows more come back, alone."""
    rng, matches = random.Random(2), [running("santa-timea") for _ in range(3)]
    for match in matches:
        match.id = secrets.token_hex(8)
        store.append(match, match.take_fresh(), None)
    for match in matches:
        move(match, rng, 5)
    writings = [Writing(match, match.take_fresh(), None) for match in matches]
    assert store.append_all([writings[1]]) == []  # another server was quicker here
    assert store.append_all(writings) == [writings[1]]
    numbers = store.numbers([match.id for match in matches])
    assert numbers == {match.id: match.number for match in matches}
    assert store.numbers([]) == {}


def test_the_writer_answers_each_for_itself(store: Store) -> None:
    async def work() -> None:
        writer = CommitBatcher(store)
        rng, matches = random.Random(3), [running("santa-timea") for _ in range(3)]
        for match in matches:
            match.id = secrets.token_hex(8)
        made = (writer.append(Writing(match, match.take_fresh(), None)) for match in matches)
        await asyncio.gather(*made)
        for match in matches:
            move(match, rng, 5)
        writings = [Writing(match, match.take_fresh(), None) for match in matches]
        store.append_all([writings[1]])
        done = await asyncio.gather(*map(writer.append, writings), return_exceptions=True)
        assert [type(each) for each in done] == [type(None), Behind, type(None)]
        store.engine.dispose()
        await writer.close()

    asyncio.run(work())
