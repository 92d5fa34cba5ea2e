from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from fourwinds.match.match import Match
from fourwinds.store.database import StoreError, connect, promise
from fourwinds.store.models import Base
from fourwinds.store.people import LoginTaken, People
from fourwinds.store.store import Behind, Store
from tests.match.tables import created, move, running


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store.open(database)
    yield opened
    opened.close()


def named(match: Match) -> Match:
    """A match under an id that no other test has used."""
    match.id = secrets.token_hex(8)
    return match


def loaded(store: Store, match: Match) -> Match:
    stored = store.load(match.id)
    assert stored is not None
    return Match.load(match.id, stored.entries, stored.snapshots)


def test_a_match_comes_back_as_it_was(store: Store) -> None:
    match, rng = named(running("santa-timea")), random.Random(1)
    store.append(match, match.take_fresh(), None)
    for now in range(150):
        move(match, rng, now)
        store.append(match, match.take_fresh(), None)
    stored = store.load(match.id)
    assert stored is not None
    assert sorted(stored.snapshots) == [64, 128]
    again = loaded(store, match)
    assert again.differs is None
    assert [again.message(v) for v in (0, 1, 2, None)] == [
        match.message(v) for v in (0, 1, 2, None)
    ]
    assert store.load("nowhere") is None


def test_nobody_writes_a_number_twice(store: Store) -> None:
    match = named(running())
    store.append(match, match.take_fresh(), None)
    one, other = loaded(store, match), loaded(store, match)
    move(one, random.Random(1), 5)
    move(other, random.Random(2), 5)
    store.append(one, one.take_fresh(), None, ("ann", "key", {"number": 1}))
    with pytest.raises(Behind):
        store.append(other, other.take_fresh(), None, ("ann", "other", {"number": 2}))
    assert loaded(store, match).position() == one.position()
    stored = store.load(match.id)
    assert stored is not None
    assert stored.answers == {("ann", "key"): {"number": 1}}


def test_an_answer_is_given_once_for_a_key(store: Store) -> None:
    match = named(running())
    store.append(match, match.take_fresh(), None)
    rng = random.Random(1)
    move(match, rng, 5)
    store.append(match, match.take_fresh(), None, ("ann", "key", {"number": 1}))
    before = match.number
    move(match, rng, 6)
    with pytest.raises(Behind):
        store.append(match, match.take_fresh(), None, ("ann", "key", {"number": 2}))
    assert loaded(store, match).number == before


def test_lists_show_open_matches_and_ones_own(store: Store) -> None:
    public, private = named(created()), named(created(private=True))
    for match in (public, private):
        match.join("ben", "Ben", 1)
        store.append(match, match.take_fresh(), None)
    shown = {row["id"] for row in store.open_matches()}
    assert public.id in shown
    assert private.id not in shown
    assert {public.id, private.id} <= {row["id"] for row in store.matches_of("ben")}
    assert not {row["id"] for row in store.matches_of("cleo")} & {public.id, private.id}


def test_what_is_due_is_found(store: Store) -> None:
    match = named(running())
    store.append(match, match.take_fresh(), -5)
    assert match.id not in store.due(-6)
    assert match.id in store.due(-5)
    store.sleep(match.id)
    assert match.id not in store.due(-5)


def test_people_sign_in_and_out_and_are_forgotten(store: Store) -> None:
    people = People(store.engine)
    ann, ben = people.add("Ann", 1), people.add("Ben", 1)
    secret = people.sign_in(ann.id, 2)
    assert people.of_session(secret) == ann
    assert people.of_session("guess") is None
    login = f"ann-{ann.id}"
    people.keep(ann.id, login, "hash")
    with pytest.raises(LoginTaken):
        people.keep(ben.id, login, "hash")
    found = people.password_of(login)
    assert found is not None
    assert (found[0].id, found[1]) == (ann.id, "hash")
    token_id, token = people.add_token(ann.id, "my bot", 3)
    assert people.of_token(token) == found[0]
    assert not people.drop_token(ben.id, token_id)
    assert people.drop_token(ann.id, token_id)
    assert people.of_token(token) is None
    people.sign_out(secret)
    assert people.of_session(secret) is None
    people.ban(ben.id, True)
    banned = people.find(ben.id)
    assert banned is not None
    assert banned.banned
    people.sign_in(ann.id, 4)
    people.forget(ann.id)
    assert people.find(ann.id) is None


def test_who_is_forgotten_leaves_no_name_and_no_line(store: Store) -> None:
    people = People(store.engine)
    ben = people.add("Benvenuto", 1)
    match = named(running())
    match.seats[1].holder = ben.id
    entries = match.take_fresh()
    joined = entries[1]
    entries[1] = type(joined)(**{**vars(joined), "user": ben.id, "data": {"name": "Benvenuto"}})
    store.append(match, entries, None)
    match.say(ben.id, "my address is 5 Quay Street", 5)
    store.append(match, match.take_fresh(), None)
    assert "Quay" in str(people.export(ben.id))
    people.forget(ben.id)
    again = loaded(store, match)
    assert "Quay" not in str(again.message(0))
    assert again.seats[1].name == "?"


def test_tables_are_what_the_models_say(store: Store) -> None:
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), Base.metadata)
    assert found == []


def test_keys_are_made_once(store: Store) -> None:
    assert store.key("signing") == store.key("signing")
    assert store.key("signing") != store.key("other")


def test_a_database_that_does_not_keep_its_word_is_refused(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'a.db'}")
    with engine.begin() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
    engine.dispose()
    careless = create_engine(f"sqlite:///{tmp_path / 'b.db'}")
    with careless.begin() as connection, pytest.raises(StoreError, match="synchronous"):
        promise(connection)
    careless.dispose()
    with pytest.raises(StoreError, match="address"):
        connect("mysql://somewhere/else")
