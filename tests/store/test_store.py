from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, select, text

from fourwinds.match.errors import MatchError
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.store.database import StoreError, connect, promise
from fourwinds.store.lessons import LessonsDone
from fourwinds.store.models import Base
from fourwinds.store.outbox import Channel, Outbox
from fourwinds.store.people import LoginTaken, People, User
from fourwinds.store.reports import Reports
from fourwinds.store.store import Behind, Store
from tests.match.tables import SECRET, created, move, running


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
    assert again.frozen is None
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
    people.ban(ben.id, 100, "rude")
    assert [user.ban_reason for user in people.banned(99) if user.id == ben.id] == ["rude"]
    assert ben.id not in [user.id for user in people.banned(101)]
    people.ban(ben.id, None)
    assert ben.id not in [user.id for user in people.banned(99)]
    people.sign_in(ann.id, 4)
    people.forget(ann.id)
    assert people.find(ann.id) is None


def words_in(store: Store) -> str:
    """Everything in the database, as text."""
    with store.engine.connect() as connection:
        return "\n".join(
            str(tuple(row))
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table))
        )


def names_of(match: Match) -> list[str]:
    return [seat.name for seat in match.seats]


def hosted(store: Store, people: People, **more: Any) -> tuple[User, User, Match]:
    """A match that Annabel has made for Benvenuto and herself, and somebody beside her."""
    ann, ben = people.add("Annabel", 1), people.add("Benvenuto", 1)
    seats = (SeatSetup("me"), SeatSetup("open"), SeatSetup("hot-seat", None, "Uncle Otto"))
    match_id = secrets.token_hex(8)
    setup = MatchSetup("santa-timea", seats, **more)
    match = Match.create(match_id, setup, ann.id, ann.name, SECRET, ["x"] * 3, 0)
    match.join(ben.id, ben.name, 1)
    match.salt(ben.id, 1, "Benvenuto's own salt", 1)
    match.start(ann.id, 2)
    match.say(ben.id, "my address is 5 Quay Street", 5)
    match.say(ann.id, "mine is Pier 9", 6)
    store.append(match, match.take_fresh(), None, (ben.id, "key", {"number": 1}))
    return ann, ben, match


def test_who_is_forgotten_leaves_no_name_and_no_line(store: Store) -> None:
    people = People(store.engine)
    ann, ben, match = hosted(store, people)
    outbox = Outbox(store.engine)
    hook = "https://example.org/benvenuto"
    outbox.add(Channel("c" + ben.id[:8], ben.id, "webhook", hook, {"secret": "s"}, True, "en", 1))
    people.add_token(ben.id, "Benvenuto's bot", 1)
    people.set_email(ben.id, "benvenuto@example.org")
    people.issue(ben.id, "email", {"email": "benvenuto@example.org"}, 1, 10)
    people.sign_in(ben.id, 1)
    outbox.put(ben.id, "password", 1, {"to": "benvenuto@example.org"})
    Reports(store.engine).add(match.id, 5, ben.id, "Benvenuto says so", 1)
    told = str(people.export(ben.id))
    for word in ("Quay", "Benvenuto's bot", hook, "benvenuto@example.org", "says so"):
        assert word in told
    assert "Pier" not in told
    assert match.secret.hex() not in str(people.export(ann.id))
    before = names_of(match)
    match.withdraw(ben.id, 7)
    match.forget(ben.id, "former-1", 8)
    store.append(match, match.take_fresh(), None)
    people.forget(ben.id)
    again = loaded(store, match)
    for there in (match, again):
        heard = str([there.message(viewer) for viewer in (0, 1, 2, None)])
        assert "Quay" not in heard
        assert "Benvenuto" not in heard
        assert "Pier 9" in heard
        assert (there.seats[1].name, there.seats[1].former) == ("former player", True)
        assert names_of(there) == [before[0], "former player", before[2]]
    assert again.message(0) == match.message(0)
    left = words_in(store)
    for word in ("Benvenuto", "benvenuto", "Quay", ben.id):
        assert word not in left
    match.withdraw(ann.id, 9)
    match.forget(ann.id, "former-2", 10)
    store.append(match, match.take_fresh(), None)
    people.forget(ann.id)
    left = words_in(store)
    for word in ("Annabel", "Pier", "Uncle Otto", ann.id):
        assert word not in left
    assert loaded(store, match).message(None) == match.message(None)


def test_a_removed_name_or_line_is_nowhere_any_more(store: Store) -> None:
    people = People(store.engine)
    ann, ben, match = hosted(store, people)
    line = next(line for line, speaker in match.speakers.items() if speaker == ben.id)
    match.remove_line(line, 7)
    match.rename(ann.id, "Anonymous", 8)
    store.append(match, match.take_fresh(), None)
    people.rename(ann.id, "Anonymous")
    left = words_in(store)
    for word in ("Quay", "Annabel", "Uncle Otto"):
        assert word not in left
        for viewer in (0, 1, 2, None):
            assert word not in str(match.message(viewer))
    again = loaded(store, match)
    assert names_of(again) == names_of(match) == ["Anonymous", "Benvenuto", "Anonymous"]
    assert match.seats_of(ann.id) == [0, 2]
    with pytest.raises(MatchError, match="line"):
        match.remove_line(99, 9)


def test_another_server_forgets_what_it_has_in_memory(store: Store) -> None:
    people = People(store.engine)
    ann, ben, match = hosted(store, people)
    other = loaded(store, match)
    match.rename(ann.id, "Anonymous", 7)
    match.remove_line(min(match.speakers), 8)
    match.withdraw(ben.id, 9)
    match.forget(ben.id, "former-1", 10)
    store.append(match, match.take_fresh(), None)
    for entry in store.since(match.id, other.number):
        other.apply(entry)
    for viewer in (0, 1, 2, None):
        heard = str(other.message(viewer))
        assert [word for word in ("Annabel", "Otto", "Quay", "Benvenuto") if word in heard] == []
    assert other.message(None) == match.message(None)
    assert ben.id not in str(vars(other))


def test_a_removed_word_is_not_even_in_free_pages_of_the_file(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'a.db'}")
    _, ben, match = hosted(store, People(store.engine))
    match.say(ben.id, "unspeakable " * 30, 9)
    store.append(match, match.take_fresh(), None)
    match.remove_line(max(match.speakers), 10)
    store.append(match, match.take_fresh(), None)
    store.close()
    assert b"unspeakable" not in (tmp_path / "a.db").read_bytes()


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


def test_lessons_done_are_kept_once_and_go_with_the_person(store: Store) -> None:
    people, done = People(store.engine), LessonsDone(store.engine)
    ann, ben = people.add("Ann", 1), people.add("Ben", 1)
    done.keep(ann.id, "santa-timea", "first", 5)
    done.keep(ann.id, "santa-timea", "first", 9)
    done.keep(ann.id, "regatta", "first", 7)
    done.keep("nobody", "regatta", "first", 7)
    assert done.of(ann.id, "santa-timea") == {"first": 5}
    assert done.of(ben.id, "santa-timea") == {}
    assert len(people.export(ann.id)["lessons_done"]) == 2
    people.forget(ann.id)
    assert done.of(ann.id, "santa-timea") == {}
