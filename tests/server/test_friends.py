"""Friends: follow, block, presence, invitations, notes, accuracy."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

from fastapi.testclient import TestClient

from fourwinds.server.live.presence import HERE, Online
from fourwinds.store.history import History
from tests.server.conftest import Guest, account
from tests.server.test_api import API, begun, look, make, post


def id_of(client: TestClient) -> str:
    return str(client.get(f"{API}/session").json()["user"]["id"])


def do(client: TestClient, method: str, path: str, status: int = 200, /, **body: Any) -> Any:
    came = client.request(method, f"{API}{path}", json=body if body or method == "POST" else None)
    assert came.status_code == status, came.text
    return came.json()


def refused(client: TestClient, method: str, path: str, /, **body: Any) -> str:
    came = client.request(method, f"{API}{path}", json=body if body or method == "POST" else None)
    assert came.status_code >= 400, came.text
    return str(came.json()["error"]["code"])


def befriend(ann: TestClient, ben: TestClient) -> None:
    do(ann, "POST", f"/users/{id_of(ben)}/follow")
    do(ben, "POST", f"/users/{id_of(ann)}/follow")


def listed(client: TestClient) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in do(client, "GET", "/me/friends")["people"]}


def test_to_follow_is_to_agree_to_invitations(guest: Guest) -> None:
    ann, ben, cid = account(guest, "Ann"), account(guest, "Ben"), account(guest, "Cid")
    match = make(ann, private=True, seats=[{"kind": "me"}, {"kind": "invited"}])
    body = {"user": id_of(ben)}
    assert refused(ann, "POST", f"/matches/{match}/invitations", **body) == "not-followed"
    do(ben, "POST", f"/users/{id_of(ann)}/follow")
    assert listed(ben)["Ann"]["online"] is None, "friends alone are told who is here"
    assert listed(ann)["Ben"]["follower"]
    do(ann, "POST", f"/matches/{match}/invitations", **body)
    do(ann, "POST", f"/matches/{match}/invitations", **body)  # the same once more is one
    assert refused(cid, "POST", f"/matches/{match}/invitations", **body) == "no-such-match"
    [invitation] = do(ben, "GET", "/me/friends")["invitations"]
    assert (invitation["kind"], invitation["sender_name"]) == ("match", "Ann")
    post(ben, match, "seats", invitation=invitation["code"])
    assert do(ben, "GET", "/me/friends")["invitations"] == []
    do(ann, "POST", f"/users/{id_of(ben)}/follow")
    assert listed(ben)["Ann"]["online"] is True
    assert do(ben, "GET", f"/users/{id_of(ann)}")["online"] is True
    do(ann, "POST", "/me/profile", hidden=True)
    assert listed(ben)["Ann"]["online"] is False, "who hides is not seen to be here"
    assert do(cid, "GET", "/people?name=ben") == [{"user": id_of(ben), "name": "Ben"}]
    assert do(cid, "GET", "/people?name=Ann") == []
    do(ben, "DELETE", f"/users/{id_of(ann)}/follow")
    assert listed(ben)["Ann"]["following"] is False


def test_an_invitation_can_be_declined_and_ends_with_following(guest: Guest) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    befriend(ann, ben)
    first, second = make(ann), make(ann)
    for match in (first, second):
        do(ann, "POST", f"/matches/{match}/invitations", user=id_of(ben))
    do(ben, "DELETE", f"/me/invitations/match/{first}")
    [left] = do(ben, "GET", "/me/friends")["invitations"]
    assert (left["target"], left["code"]) == (second, None)
    do(ben, "DELETE", f"/users/{id_of(ann)}/follow")
    assert do(ben, "GET", "/me/friends")["invitations"] == []


def test_who_is_blocked_cannot_follow_invite_sit_or_be_heard(guest: Guest) -> None:
    ann, eve, gast = account(guest, "Ann"), account(guest, "Eve"), guest("Gast")
    befriend(ann, eve)
    running = begun(ann, eve)
    do(ann, "POST", f"/users/{id_of(eve)}/block")
    assert listed(ann)["Eve"] | {"following": False, "blocked": True} == listed(ann)["Eve"]
    assert "Ann" not in listed(eve), "it is not told"
    assert look(ann, running)["muted"] == [1]
    assert refused(eve, "POST", f"/users/{id_of(ann)}/follow") == "not-welcome"
    match = make(ann)
    assert refused(eve, "POST", f"/matches/{match}/seats") == "not-welcome"
    hidden = make(ann, private=True)
    assert refused(eve, "POST", f"/matches/{hidden}/seats") == "no-such-match"
    # Whom one blocks one may still join, and does not hear.
    theirs = make(eve)
    post(ann, theirs, "seats")
    assert look(ann, theirs)["muted"] == [0]
    # Neither does the lobby bring them together.
    wish = {"game": "santa-timea", "players": 2, "bot": "deckhand"}
    one = do(ann, "POST", "/lobby/find", 201, **wish)["id"]
    other = do(eve, "POST", "/lobby/find", 201, **wish)["id"]
    assert one != other
    do(ann, "DELETE", f"/users/{id_of(eve)}/block")
    post(eve, match, "seats")
    assert refused(gast, "POST", f"/users/{id_of(ann)}/follow") == "needs-account"
    assert refused(ann, "POST", f"/users/{id_of(ann)}/block") == "not-found"


def test_notes_are_for_oneself_and_go_with_the_archive(guest: Guest, server: TestClient) -> None:
    ann, ben, eve = account(guest, "Ann"), account(guest, "Ben"), account(guest, "Eve")
    match = begun(ann, ben)
    post(ben, match, "resign", seat=1)
    do(ann, "POST", f"/matches/{match}/note", text="  Trade early. \nThen sail.  ")
    assert do(ann, "GET", f"/matches/{match}/note") == {"text": "Trade early.\nThen sail."}
    assert do(ben, "GET", f"/matches/{match}/note") == {"text": ""}
    assert refused(eve, "POST", f"/matches/{match}/note", text="x") == "not-your-seat"
    assert refused(ann, "POST", f"/matches/{match}/note", text="\x07") == "bad-text"
    engine = server.app.state.registry.store.engine  # type: ignore[attr-defined]
    History(engine).judge(match, [0.875, None])
    mine = f"/users/{id_of(ann)}"
    [row] = do(ann, "GET", f"{mine}/matches")["matches"]
    assert (row["note"], row["accuracy"]) == ("Trade early.\nThen sail.", 0.875)
    [seen] = do(eve, "GET", f"{mine}/matches")["matches"]
    assert seen["note"] is None
    [curve] = do(eve, "GET", mine)["accuracies"]
    assert [point["accuracy"] for point in curve["points"]] == [0.875]
    assert do(ben, "GET", f"/users/{id_of(ben)}")["accuracies"] == []
    with zipfile.ZipFile(io.BytesIO(ann.get(f"{API}/me/matches/archive").content)) as packed:
        [told] = csv.DictReader(io.StringIO(packed.read("matches.csv").decode()))
    assert (told["accuracy"], told["note"]) == ("0.875", "Trade early.\nThen sail.")


def test_all_of_it_is_exported_and_deleted_with_a_person(guest: Guest) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    befriend(ann, ben)
    match = make(ann)
    do(ann, "POST", f"/matches/{match}/invitations", user=id_of(ben))
    do(ann, "POST", f"/matches/{match}/note", text="hm")
    told = do(ann, "GET", "/me/data")
    assert [row["other"] for row in told["follows"]] == [id_of(ben)]
    assert [row["text"] for row in told["notes"]] == ["hm"]
    assert [row["target"] for row in do(ben, "GET", "/me/data")["invitations"]] == [match]
    do(ann, "DELETE", "/me", current="correct horse")
    assert do(ben, "GET", "/me/friends") == {"people": [], "invitations": []}


def test_who_has_not_asked_for_a_while_is_not_here() -> None:
    time = 10**6
    here = Online(lambda: time)
    here.saw("ann")
    here.told(["ben"])
    assert here.take_fresh() == ["ann"]
    assert here.take_fresh() == []
    assert here.is_here("ann")
    assert here.is_here("ben")
    time += HERE
    here.forget()
    assert not here.is_here("ann")
    assert not here.is_here("ben")
