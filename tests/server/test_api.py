from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds.core.record import Record
from fourwinds.match.errors import CODES
from fourwinds.match.verify import verify
from fourwinds.server import errors
from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings
from tests.server.conftest import Guest

API = "/api/v1"
TWO = [{"kind": "me"}, {"kind": "open"}]


def make(host: TestClient, seats: list[dict[str, Any]] | None = None, **more: Any) -> str:
    body = {"game": "santa-timea", "seats": seats or TWO, **more}
    made = host.post(f"{API}/matches", json=body)
    assert made.status_code == 201, made.text
    found: str = made.json()["id"]
    return found


def post(client: TestClient, match: str, what: str, code: int = 200, **body: Any) -> Any:
    came = client.post(f"{API}/matches/{match}/{what}", json=body)
    assert came.status_code == code, came.text
    return came.json()


def look(client: TestClient, match: str, **query: Any) -> Any:
    came = client.get(f"{API}/matches/{match}", params=query)
    assert came.status_code == 200, came.text
    return came.json()


def begun(ann: TestClient, ben: TestClient, **more: Any) -> str:
    match = make(ann, **more)
    post(ben, match, "seats")
    post(ann, match, "start")
    return match


def play_first(client: TestClient, match: str, key: str | None = None) -> Any:
    seen = look(client, match)
    asked = seen["asked"]
    body = {"seat": seen["viewer"], "decision": asked["decision"]}
    return post(client, match, "actions", action=asked["actions"][0]["action"], key=key, **body)


def test_two_guests_play_a_whole_match_and_verify_it(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = make(ann, options={"rounds": 1})
    assert match in [row["id"] for row in guest("Cleo").get(f"{API}/matches").json()]
    assert post(ben, match, "seats") == {"seat": 1}
    post(ben, match, "salt", seat=1, salt="pepper")
    commitment = look(ben, match)["table"]["commitment"]
    post(ann, match, "start")
    for _ in range(200):
        mine = [c for c in (ann, ben) if look(c, match, since=10**6)["asked"] is not None]
        if not mine:
            break
        play_first(mine[0], match)
    assert look(ann, match)["table"]["status"] == "over"
    text = ann.get(f"{API}/matches/{match}/record").text
    record = Record.loads(text)
    assert all(finding.problem is None for finding in verify(record))
    assert record.proof is not None
    assert record.proof["commitment"] == commitment
    seen = ben.get(f"{API}/matches/{match}/replay", params={"move": 3, "seat": 0}).json()
    assert seen["move"] == 3
    assert seen["view"]["seat"] == 0
    whole = ben.get(f"{API}/matches/{match}/replay", params={"move": 3, "all_open": True}).json()
    assert len(whole["position"]["hands"]) == 2
    again = ben.post(f"{API}/matches/{match}/rematch").json()["id"]
    assert [s["name"] for s in look(ben, again)["table"]["seats"]] == ["Seat 1", "Ben"]
    # Nobody is seated who did not ask for it, and without him nothing begins.
    refused = ben.post(f"{API}/matches/{again}/start")
    assert refused.json()["error"]["code"] == "seats-open"
    cid = guest("Cid")
    assert cid.post(f"{API}/matches/{match}/rematch").status_code in (403, 404)
    assert cid.post(f"{API}/matches/{again}/seats", json={}).status_code in (403, 404, 409)
    assert ann.post(f"{API}/matches/{match}/rematch").json() == {"id": again, "invitations": {}}
    assert ann.post(f"{API}/matches/{match}/rematch").json()["id"] == again
    assert [s["name"] for s in look(ann, again)["table"]["seats"]] == ["Ann", "Ben"]
    post(ben, again, "start")


def test_bots_play_their_seats_in_other_processes(guest: Guest) -> None:
    ann = guest("Ann")
    match = make(ann, [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}])
    post(ann, match, "start")
    moved = 0
    deadline = time.monotonic() + 120
    while moved < 3 and time.monotonic() < deadline:
        if look(ann, match)["asked"] is not None:
            play_first(ann, match)
            moved += 1
        time.sleep(0.02)
    played = [
        event["fact"]["seat"]
        for update in look(ann, match)["updates"]
        for event in update["events"]
        if event["kind"] == "fact" and event["fact"]["kind"] == "card-played"
    ]
    assert played.count(0) == 3
    assert played.count(1) >= 2


def test_a_repeated_request_gets_its_first_answer_and_a_stale_one_the_present(
    guest: Guest,
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    mover = ann if look(ann, match)["asked"] is not None else ben
    before = look(mover, match)
    body = {
        "seat": before["viewer"],
        "decision": before["asked"]["decision"],
        "action": before["asked"]["actions"][0]["text"],
    }
    first = post(mover, match, "actions", key="k1", **body)
    assert post(mover, match, "actions", key="k1", **body) == first
    stale = post(mover, match, "actions", code=409, key="k2", **body)
    assert stale["error"]["code"] == "stale-decision"
    assert stale["present"]["number"] == first["number"]
    assert look(mover, match)["number"] == first["number"]


def test_an_illegal_action_names_its_rule(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    mover = ann if look(ann, match)["asked"] is not None else ben
    seen = look(mover, match)
    held = set(seen["view"]["hand"])
    card = next(f"N{n}" for n in range(1, 14) if f"N{n}" not in held)
    body = {"seat": seen["viewer"], "decision": seen["asked"]["decision"], "action": card}
    error = post(mover, match, "actions", code=422, **body)["error"]
    assert error["rule"] is not None
    assert error["rule"].startswith("ST-")
    assert look(mover, match) | {"now": 0} == seen | {"now": 0}


def test_the_channel_pushes_and_resumes_without_loss(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    with ann.websocket_connect(f"{API}/matches/{match}/channel?since=0") as channel:
        first = channel.receive_json()
        assert first["viewer"] == 0
        heard = first["updates"]
        assert first["present"] == [True, False]
        mover = ann if first["asked"] is not None else ben
        play_first(mover, match)
        message = channel.receive_json()
        heard += message["updates"]
        channel.send_text("ping")
        assert channel.receive_json() == "pong"
        channel.send_text("{" * 100)
        assert channel.receive_json()["error"]["code"] == "bad-request"
        channel.send_bytes(b"\x00\xff")
        assert channel.receive_json()["error"]["code"] == "bad-request"
    post(ben, match, "chat", text="gone?")
    url = f"{API}/matches/{match}/channel?since={heard[-1]['number']}"
    with ann.websocket_connect(url) as channel:
        heard += channel.receive_json()["updates"]
    assert heard == look(ann, match)["updates"]
    assert heard[-1]["events"][0]["text"] == "gone?"


def test_whoever_joins_hears_from_then_on_as_his_seat(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = make(ann)
    with ben.websocket_connect(f"{API}/matches/{match}/channel") as channel:
        assert channel.receive_json()["viewer"] is None
        post(ben, match, "seats")
        assert channel.receive_json()["viewer"] == 1


def test_a_shared_screen_is_sent_what_spectators_are(guest: Guest) -> None:
    """A player who opens it is shown no hand, nor counted as there."""
    ann, ben = guest("Ann"), guest("Ben")
    match = make(ann)
    with ann.websocket_connect(f"{API}/matches/{match}/channel?watching=true") as screen:
        assert screen.receive_json()["viewer"] is None
        post(ben, match, "seats")
        assert "viewer" not in screen.receive_json()["patch"]
        post(ann, match, "start")
        screen.send_json({"do": "look", "key": "whole"})
        while "view" not in (seen := screen.receive_json()):
            pass
        assert seen["viewer"] is None
        assert seen["asked"] is None
        assert not seen["view"].get("hand")
        assert seen["present"] == [False, False]
    assert look(ann, match)["view"]["hand"]


def test_a_private_match_is_there_for_its_players_alone(guest: Guest) -> None:
    ann, ben, eve = guest("Ann"), guest("Ben"), guest("Eve")
    seats = [{"kind": "me"}, {"kind": "invited"}]
    body = {"game": "santa-timea", "seats": seats, "private": True}
    made = ann.post(f"{API}/matches", json=body).json()
    match, invitation = made["id"], made["invitations"]["1"]
    assert eve.get(f"{API}/matches/{match}").status_code == 404
    assert eve.post(f"{API}/matches/{match}/chat", json={"text": "hi"}).status_code == 404
    with eve.websocket_connect(f"{API}/matches/{match}/channel") as channel:
        assert channel.receive_json()["error"]["code"] == "no-such-match"
    assert look(ben, match, invitation=invitation)["viewer"] is None
    assert post(eve, match, "seats", code=403, invitation="x")["error"]["code"] == "not-invited"
    assert post(ben, match, "seats", invitation=invitation) == {"seat": 1}
    assert match not in [row["id"] for row in eve.get(f"{API}/matches").json()]


def test_ones_matches_begin_with_those_that_wait_for_oneself(guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    running = begun(ann, ben)
    asked, other = (ann, ben) if look(ann, running)["asked"] else (ben, ann)
    gathering = make(asked, [{"kind": "me"}, {"kind": "open"}, {"kind": "invited"}])
    listed = asked.get(f"{API}/me/matches").json()
    assert [row["id"] for row in listed] == [running, gathering]
    assert [row["your_turn"] for row in listed] == [True, False]
    assert listed[1]["free"] == 2, "a seat kept for a guest is free to who invites him"
    assert other.get(f"{API}/matches").json()[0]["free"] == 1


def test_nobody_acts_or_looks_for_another(guest: Guest, server: TestClient) -> None:
    ann, ben, eve = guest("Ann"), guest("Ben"), guest("Eve")
    match = begun(ann, ben)
    for what in ("retract", "undo", "resign", "return", "offer-end"):
        for seat in (0, 1, 7):
            assert post(eve, match, what, code=403, seat=seat)["error"]["code"] == "not-your-seat"
    assert eve.get(f"{API}/matches/{match}", params={"seat": 0}).status_code == 403
    assert eve.get(f"{API}/matches/{match}").json()["viewer"] is None
    assert eve.get(f"{API}/matches/{match}/replay").status_code == 409
    assert server.get(f"{API}/matches/{match}/record").status_code == 409
    server.cookies.clear()
    assert server.post(f"{API}/matches/{match}/chat", json={"text": "x"}).status_code == 401


def test_accounts_tokens_and_forgetting(guest: Guest, server: TestClient) -> None:
    ann = guest("Ann")
    account = {"login": "Ann@example.org", "password": "correct horse"}
    assert ann.post(f"{API}/me/account", json=account).status_code == 200
    taken = guest("Ben").post(f"{API}/me/account", json=account)
    assert taken.json()["error"]["code"] == "login-taken"
    wrong = account | {"password": "incorrect horse"}
    assert server.post(f"{API}/sessions", json=wrong).status_code == 401
    nobody = account | {"login": "nobody"}
    assert server.post(f"{API}/sessions", json=nobody).status_code == 401
    came = server.post(f"{API}/sessions", json=account)
    assert came.status_code == 201
    assert came.json()["id"] == ann.get(f"{API}/me").json()["id"]
    token = ann.post(f"{API}/tokens", json={"name": "my bot"}).json()
    bearer = {"Authorization": f"Bearer {token['token']}"}
    server.cookies.clear()
    assert server.get(f"{API}/me", headers=bearer).json()["name"] == "Ann"
    assert server.get(f"{API}/me", headers={"Authorization": "Bearer x"}).status_code == 401
    assert "correct" not in ann.get(f"{API}/me/data").text
    assert ann.delete(f"{API}/tokens/{token['id']}").status_code == 200
    assert server.get(f"{API}/me", headers=bearer).status_code == 401
    assert (
        ann.request("DELETE", f"{API}/me", json={"current": account["password"]}).status_code == 200
    )
    assert server.post(f"{API}/sessions", json=account).status_code == 401


def test_a_cookie_is_signed_and_counts_for_our_own_pages_alone(
    guest: Guest, server: TestClient
) -> None:
    ann = guest("Ann")
    made = server.post(f"{API}/guests", json={"name": "Bob"})
    kept = made.headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept
    body = {"game": "santa-timea", "seats": TWO}
    foreign = ann.post(f"{API}/matches", json=body, headers={"Origin": "https://evil.example"})
    assert foreign.json()["error"]["code"] == "bad-origin"
    cross = ann.post(f"{API}/matches", json=body, headers={"Sec-Fetch-Site": "cross-site"})
    assert cross.status_code == 403
    value = server.cookies["fourwinds"]
    server.cookies.clear()
    for forged in (value[:-2], "x" + value, "a.b", "", "\x7f"):
        assert server.get(f"{API}/me", headers={"Cookie": f"fourwinds={forged}"}).status_code == 401


def test_hostile_requests_get_clear_errors_and_change_nothing(
    guest: Guest, settings: Settings
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    before = look(ann, match)["number"]
    url = f"{API}/matches/{match}/actions"
    large = b'{"seat":0,"x":"' + b"a" * settings.body + b'"}'
    deep = b"[" * 50_000
    for content in (large, deep, b"{", b"\xff\xfe", b""):
        came = ann.post(url, content=content, headers={"Content-Type": "application/json"})
        assert came.status_code in ((413,) if content is large else (400, 422)), came.text
        assert came.json()["error"]["code"] in ("too-large", "bad-request")
    chunks = iter([b'{"a":"'] + [b"a" * 65536] * 10)
    assert ann.post(url, content=chunks).status_code == 413
    good = {"seat": 0, "decision": "1.0", "action": 1}
    for change in (
        {"seat": -1},
        {"seat": 10**30},
        {"seat": "0"},
        {"seat": True},
        {"action": -1},
        {"action": 1.5},
        {"action": None},
        {"action": "x" * 201},
        {"decision": "x" * 50},
        {"key": "../../etc"},
        {"extra": 1},
    ):
        assert ann.post(url, json=good | change).status_code == 422
    assert ann.post(
        url, content=b'{"seat":0,"decision":"\\ud800","action":"\\ud800"}'
    ).status_code in (409, 422)
    for path in ("..%2f..%2fetc", "%00", "A" * 300, "' OR 1=1", "é"):
        assert ann.get(f"{API}/matches/{path}").status_code in (404, 422)
    assert ann.get(f"{API}/matches/nowhere").json()["error"]["code"] == "no-such-match"
    for name in ("", " ", "\u202e", "x" * 25, "a\nb\x00"):
        assert ann.post(f"{API}/guests", json={"name": name}).status_code == 422
    seats = [{"kind": "bot", "bot": "captain:" + "9" * 40}, {"kind": "me"}]
    for setup in (
        {"game": "chess", "seats": TWO},
        {"game": "santa-timea", "seats": TWO * 5},
        {"game": "santa-timea", "seats": seats},
        {"game": "santa-timea", "seats": TWO, "options": {"rounds": 99}},
        {"game": "santa-timea", "seats": TWO, "components": {"game": "santa-timea"}},
        {"game": "santa-timea", "seats": TWO, "clock": {"kind": "move"}},
    ):
        assert ann.post(f"{API}/matches", json=setup).status_code == 422
    assert look(ann, match)["number"] == before


def test_names_and_lines_are_sent_as_data(guest: Guest) -> None:
    ann = guest("<b>Ann</b>")
    match = make(ann)
    post(ann, match, "chat", text="<script>alert(1)</script>")
    came = ann.get(f"{API}/matches/{match}")
    assert came.headers["content-type"] == "application/json"
    assert came.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in came.headers["content-security-policy"]


@pytest.mark.parametrize("burst", [5])
def test_nobody_asks_too_often(settings: Settings, burst: int) -> None:
    with TestClient(create_app(replace(settings, burst=burst, requests=1))) as client:
        client.post(f"{API}/guests", json={"name": "Ann"})
        codes = [client.get(f"{API}/me").status_code for _ in range(burst + 3)]
    assert codes.count(429) >= 2


def test_health_readiness_and_measures(server: TestClient, guest: Guest) -> None:
    assert server.get("/health").json() == {"done": True}
    assert server.get("/ready").json() == {"done": True}
    ann = guest("Ann")
    match = make(ann)
    look(ann, match)
    text = server.get("/metrics").text
    assert 'route="/matches/{match}"' in text
    assert match not in text


def test_every_code_of_the_table_has_its_status() -> None:
    assert set(CODES) <= set(errors.STATUS)
