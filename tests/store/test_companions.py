"""Friends, clubs, notes and duplicate matches, in both databases."""

from __future__ import annotations

import secrets
from typing import Any

from fourwinds.match.duplicate import Form
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup, SeatSetup
from fourwinds.store.clubs import Clubs
from fourwinds.store.duplicates import CLOSING, OPEN, OVER, RUNNING, Duplicates
from fourwinds.store.friends import KEPT, Friends
from fourwinds.store.notes import Notes
from fourwinds.store.people import People, User
from fourwinds.store.store import Store
from tests.match.tables import SECRET
from tests.store.test_history import played


def three(store: Store) -> list[User]:
    people = People(store.engine)
    found = [people.add(name, 1) for name in ("Ann", "Ben", "Cid")]
    for user in found:
        people.keep(user.id, f"{user.name}{secrets.token_hex(4)}".lower(), "x")
    return found


def test_follow_block_and_invite(store: Store) -> None:
    ann, ben, cid = three(store)
    friends = Friends(store.engine)
    assert friends.follow(ann.id, ben.id, 1)
    assert friends.follow(ann.id, ben.id, 2), "twice is once"
    assert not friends.invite(ann.id, ben.id, "match", "m1", "Regatta", None, 3)
    assert friends.invite(ben.id, ann.id, "match", "m1", "Regatta", "x", 3)
    assert friends.invite(ben.id, ann.id, "match", "m1", "Regatta", "x", 4), "the same is one"
    [invitation] = friends.invitations(ann.id, 5)
    assert (invitation["sender_name"], invitation["code"]) == ("Ben", "x")
    assert friends.between(ben.id, ann.id) == {
        "following": False,
        "follower": True,
        "blocked": False,
    }
    assert friends.block(ben.id, ann.id, 5)
    assert friends.block(ben.id, ann.id, 6)
    assert friends.invitations(ann.id, 6) == []
    assert not friends.follow(ann.id, ben.id, 6)
    assert not friends.follow(ben.id, ann.id, 6)
    others = [ann.id, ben.id, cid.id]
    assert friends.parted(ann.id, others) == friends.blockers(ann.id, others) == {ben.id}
    assert friends.blocked(ben.id, others) == friends.parted(ben.id, others) == {ann.id}
    assert friends.parted(cid.id, others) == friends.blocked(cid.id, []) == set()
    assert friends.people(ann.id) == []
    assert {"user": ann.id, "name": "Ann"} in friends.named("ann")
    friends.unblock(ben.id, ann.id)
    assert friends.follow(cid.id, ann.id, 7)
    assert friends.invite(ann.id, cid.id, "club", "c1", "Gulls", None, 8)
    friends.tidy(7 + KEPT)
    assert friends.invited(cid.id, "club", "c1")
    friends.tidy(8 + KEPT)
    assert not friends.invited(cid.id, "club", "c1")
    People(store.engine).forget(ann.id)
    assert friends.people(cid.id) == []


def test_notes_and_clubs_go_with_their_people(store: Store) -> None:
    ann, ben, cid = three(store)
    notes, clubs = Notes(store.engine), Clubs(store.engine)
    match = played(store, ann, ben, 10, private=True, rated=False)
    notes.write(ann.id, match.id, "early", 11)
    notes.write(ann.id, match.id, "late", 12)
    assert notes.read(ann.id, [match.id]) == notes.all_of(ann.id) == {match.id: "late"}
    notes.write(ann.id, match.id, "", 13)
    assert notes.all_of(ann.id) == notes.read(ann.id, []) == {}
    club = clubs.found("Gulls", "", ann.id, 1)
    assert club is not None
    for user in (ben, ben, cid):
        assert clubs.join(club, user.id, 2)
    clubs.add_match(club, match.id, "code", 3)
    assert [row["code"] for row in clubs.matches(club)] == ["code"]
    assert clubs.of(cid.id) == [{"id": club, "name": "Gulls", "members": 3}]
    assert clubs.ladder(club) == [], "it was over before it was the club's"
    clubs.leave(club, cid.id)
    People(store.engine).forget(ann.id)
    assert [(row["name"], row["lead"]) for row in clubs.members(club)] == [("Ben", True)]
    clubs.leave(club, ben.id)
    assert clubs.find(club) is None


def _play(store: Store, duplicate: str, deal: int, table: int, ann: User, **more: Any) -> Match:
    """A table of one person that he resigns at once."""
    seats = (SeatSetup("me"), SeatSetup("bot", "deckhand"))
    setup = MatchSetup("santa-timea", seats, private=True, duplicate=duplicate)
    name = Duplicates(store.engine).take(duplicate, deal, table, f"{duplicate[:8]}{deal}{table}")
    match = Match.create(name, setup, ann.id, ann.name, SECRET, ["x"] * 2, 5)
    match.start(ann.id, 5)
    match.resign(ann.id, 0, 6)
    store.append(match, match.take_fresh(), None)
    return match


def test_a_duplicate_match_closes_with_its_last_table(store: Store) -> None:
    ann, ben, cid = three(store)
    duplicates = Duplicates(store.engine)
    plan = ("Evening", "santa-timea", Form(2), 2, "deckhand", "none", ann.id)
    new = duplicates.create(*plan, 1, 100, 7)
    assert len(set(duplicates.secrets(new))) == 2
    assert not duplicates.start(new, 50), "nobody plays alone"
    assert duplicates.join(new, ben.id, 1, 2)
    assert not duplicates.join(new, cid.id, 1, 2), "the place is taken"
    assert duplicates.join(new, cid.id, 2, 2)
    assert duplicates.leave(new, ben.id)
    assert duplicates.start(new, 50)
    assert not duplicates.join(new, ben.id, 3, 3), "too late"
    assert [(row["name"], row["place"]) for row in duplicates.people(new)] == [
        ("Ann", 0),
        ("Cid", 1),
    ]
    for deal in range(2):
        for table, user in enumerate((ann, cid)):
            found = duplicates.find(new)
            assert found is not None
            assert (found.status, found.tables) == (RUNNING, 2)
            assert new not in duplicates.due(49)
            _play(store, new, deal, table, user)
    found = duplicates.find(new)
    assert found is not None
    assert found.status == CLOSING
    assert new in duplicates.due(0)
    assert all(row["over"] and row["laid"] for row in duplicates.tables(new))
    assert {row["bot"] for row in duplicates.results(new)} == {"deckhand"}, "who gave up has none"
    duplicates.closed(new)
    assert [(row["status"], row["people"]) for row in duplicates.of(ann.id)] == [(OVER, 2)]
    late = duplicates.create(*plan, 1, 100, 7)
    duplicates.tidy(99)
    assert [row["status"] for row in duplicates.of(ann.id)].count(OPEN) == 1
    duplicates.tidy(100)
    assert duplicates.find(late) is None
