"""Clubs: members, a ladder and matches of their own, nothing to others."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tests.server.conftest import Guest, account
from tests.server.test_api import API, look, post
from tests.server.test_friends import befriend, do, id_of, refused


def found(client: TestClient, name: str = "Gulls") -> str:
    return str(do(client, "POST", "/clubs", 201, name=name, about="Sunday sailors")["id"])


def test_a_club_is_joined_by_link_or_invited_and_is_nothing_to_others(guest: Guest) -> None:
    ann, ben, cid, eve = (account(guest, name) for name in ("Ann", "Ben", "Cid", "Eve"))
    club = found(ann)
    code = do(ann, "GET", f"/clubs/{club}")["code"]
    assert refused(eve, "GET", f"/clubs/{club}") == "not-found"
    assert refused(eve, "POST", f"/clubs/{club}/members", code="guess") == "not-found"
    shown = do(eve, "GET", f"/clubs/{club}?code={code}")
    assert (shown["size"], shown["members"], shown["code"]) == (1, [], None)
    do(ann, "POST", f"/users/{id_of(eve)}/block")
    assert refused(eve, "POST", f"/clubs/{club}/members", code=code) == "not-welcome"
    do(ben, "POST", f"/clubs/{club}/members", code=code)
    assert do(ben, "GET", "/me/clubs") == [{"id": club, "name": "Gulls", "members": 2}]
    befriend(ben, cid)
    do(ben, "POST", f"/clubs/{club}/invitations", user=id_of(cid))
    do(cid, "POST", f"/clubs/{club}/members", code=None)
    assert [row["name"] for row in do(cid, "GET", f"/clubs/{club}")["members"]] == [
        "Ann",
        "Ben",
        "Cid",
    ]
    assert refused(ben, "POST", f"/clubs/{club}", name="Terns") == "not-host"
    do(ann, "POST", f"/clubs/{club}", name="Terns", about="")
    # Who is sent away does not come back by the old link.
    do(ann, "DELETE", f"/clubs/{club}/members/{id_of(ben)}")
    assert refused(ben, "POST", f"/clubs/{club}/members", code=code) == "not-found"
    # There is always somebody who leads it, and it goes with the last.
    do(ann, "DELETE", "/me", current="correct horse")
    there = do(cid, "GET", f"/clubs/{club}")
    assert (there["name"], there["size"], there["lead"]) == ("Terns", 1, True)
    do(cid, "DELETE", f"/clubs/{club}/members/{id_of(cid)}")
    assert refused(cid, "GET", f"/clubs/{club}") == "not-found"
    assert refused(guest("Gast"), "POST", "/clubs", name="x") == "needs-account"


def test_matches_of_a_club_are_for_members_and_make_its_ladder(guest: Guest) -> None:
    ann, ben, eve = (account(guest, name) for name in ("Ann", "Ben", "Eve"))
    club = found(ann)
    do(ben, "POST", f"/clubs/{club}/members", code=do(ann, "GET", f"/clubs/{club}")["code"])
    body = {"game": "santa-timea", "players": 2}
    assert refused(eve, "POST", f"/clubs/{club}/matches", **body) == "not-found"
    match = do(ann, "POST", f"/clubs/{club}/matches", 201, **body)["id"]
    [row] = do(ben, "GET", f"/clubs/{club}")["matches"]
    assert (row["id"], row["status"], row["seats"]) == (match, "open", [])
    for what in ("lobby/tables", "lobby/live", "matches"):
        assert match not in eve.get(f"{API}/{what}").text
    assert refused(eve, "GET", f"/matches/{match}") == "no-such-match"
    post(ben, match, "seats", invitation=row["code"])
    post(ann, match, "start")
    post(ann, match, "resign", seat=0)
    there = do(ben, "GET", f"/clubs/{club}")
    assert [(rung["name"], rung["matches"]) for rung in there["ladder"]] == [("Ben", 1), ("Ann", 1)]
    assert [seat["name"] for seat in there["matches"][0]["seats"]] == ["Ann", "Ben"]
    assert eve.get(f"{API}/ratings?game=santa-timea&players=2").json() == []
    assert look(ben, match)["table"]["private"]
    told = do(ann, "GET", "/me/data")
    assert [row["club"] for row in told["club_members"]] == [club]
    assert [row["club"] for row in told["club_ratings"]] == [club]
