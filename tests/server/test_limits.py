"""Limits that hold: nobody can keep the server busy alone, nor lock others out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fourwinds.server import limits
from fourwinds.server.app import create_app
from fourwinds.server.channel import FRAMES_AT_ONCE
from fourwinds.server.errors import ServerError
from fourwinds.server.limits import Buckets, network_of
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account

API = "/api/v1"


def test_a_bucket_fills_by_its_rate_and_holds_a_burst() -> None:
    now = [100.0]
    buckets = Buckets(2, 3, lambda: now[0])
    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(ServerError, match="fewer requests"):
        buckets.take("ann")
    buckets.take("ben")
    now[0] += 0.5
    buckets.take("ann")
    with pytest.raises(ServerError):
        buckets.take("ann")
    now[0] += 1000
    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(ServerError):
        buckets.take("ann")


def test_a_clock_that_goes_back_locks_nobody_out(settings: Settings) -> None:
    wall = [10**12]
    with TestClient(create_app(settings, Sources(now=lambda: wall[0]))) as client:
        assert client.post(f"{API}/guests", json={"name": "Ann"}).status_code == 201
        wall[0] -= 120_000
        assert client.get(f"{API}/me").status_code == 200
    now = [100.0]
    buckets = Buckets(1, 1, lambda: now[0])
    buckets.take("ann")
    now[0] -= 50
    with pytest.raises(ServerError):
        buckets.take("ann")
    now[0] += 1.1
    buckets.take("ann")


def test_many_names_do_not_free_those_who_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    now = [100.0]
    buckets = Buckets(1, 2, lambda: now[0])
    buckets.take("mallory")
    buckets.take("mallory")
    for number in range(9):
        buckets.take(f"early {number}")
    now[0] += 1.0  # all but mallory's are full again
    buckets.take("late")
    buckets.take("mallory")
    with pytest.raises(ServerError):
        buckets.take("mallory")


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_place_is_an_address_or_an_ipv6_network(address: str, place: str) -> None:
    assert network_of(address) == place


def test_guests_cannot_make_guests_without_end(settings: Settings) -> None:
    few = replace(settings, strangers=5)
    with TestClient(create_app(few), raise_server_exceptions=False) as client:
        made = [client.post(f"{API}/guests", json={"name": "Ann"}).status_code for _ in range(9)]
    assert made == [201] * 5 + [429] * 4


def test_a_noisy_channel_is_closed(guest: Guest) -> None:
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.post(f"{API}/matches", json=body).json()["id"]
    with ann.websocket_connect(f"{API}/matches/{match}/channel") as channel:
        channel.receive_json()
        for _ in range(4 * int(FRAMES_AT_ONCE)):
            channel.send_text("")
        answers = [channel.receive_json()]
        while answers[-1]["error"]["code"] == "bad-request":
            answers.append(channel.receive_json())
        with pytest.raises(WebSocketDisconnect) as closed:
            channel.receive_json()
    assert closed.value.code == 1008
    assert answers[-1]["error"]["code"] == "too-many"
    assert len(answers) <= FRAMES_AT_ONCE + 3


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "//", "[::1"])
def test_a_strange_origin_is_refused(guest: Guest, origin: str) -> None:
    ann = guest("Ann")
    came = ann.post(f"{API}/me/name", json={"name": "Anna"}, headers={"origin": origin})
    assert came.status_code == 403
    assert came.json()["error"]["code"] == "bad-origin"


def test_passwords_are_hashed_a_few_times_only(guest: Guest) -> None:
    body = {"login": "ann", "password": "correct horse"}
    assert guest("Ann").post(f"{API}/me/account", json=body).status_code == 200
    mallory = guest("Mallory")
    codes = [mallory.post(f"{API}/me/account", json=body).status_code for _ in range(14)]
    assert codes == [409] * 10 + [429] * 4


def test_who_was_never_there_is_not_replaced(settings: Settings, guest: Guest) -> None:
    """In a match that began without him, and where days for a move were agreed."""
    ann, ben = guest("Ann"), guest("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}]
    days = {"kind": "days", "amount": 3, "increment": 0}
    for more, code in (({}, "not-told"), ({"clock": days}, "clock-decides")):
        body = {"game": "santa-timea", "seats": seats, **more}
        match = ann.post(f"{API}/matches", json=body).json()["id"]
        assert ben.post(f"{API}/matches/{match}/seats", json={}).status_code == 200
        ann.post(f"{API}/matches/{match}/start")
        came = ann.post(f"{API}/matches/{match}/replace", json={"seat": 1})
        assert came.json()["error"]["code"] == code


def test_no_bot_stands_in_that_would_throw_a_rated_match_away(guest: Guest) -> None:
    ann = account(guest, "Ann")
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "santa-timea", "seats": seats, "rated": True, "stand_in": "deckhand"}
    assert ann.post(f"{API}/matches", json=body).json()["error"]["code"] == "bad-stand-in"
    assert ann.post(f"{API}/matches", json=body | {"stand_in": "captain:200ms"}).status_code == 201


def test_a_person_hosts_only_so_many_matches(settings: Settings) -> None:
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with TestClient(create_app(replace(settings, matches=3))) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        made = [ann.post(f"{API}/matches", json=body) for _ in range(4)]
        assert [each.status_code for each in made] == [201, 201, 201, 409]
        assert made[-1].json()["error"]["code"] == "too-many-matches"
        match = made[0].json()["id"]
        assert ann.delete(f"{API}/matches/{match}").status_code == 200
        assert ann.get(f"{API}/matches/{match}").json()["table"]["status"] == "over"
        assert ann.post(f"{API}/matches", json=body).status_code == 201


def test_a_person_keeps_only_so_many_channels_open(settings: Settings) -> None:
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    with TestClient(create_app(replace(settings, sockets=2))) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        url = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}/channel"
        with ann.websocket_connect(url) as one, ann.websocket_connect(url) as two:
            assert one.receive_json()["number"] == two.receive_json()["number"]
            with ann.websocket_connect(url) as three:
                assert three.receive_json()["error"]["code"] == "too-many"
        with ann.websocket_connect(url) as again:
            assert again.receive_json()["number"] > 0


def test_the_chat_takes_what_people_can_type(guest: Guest) -> None:
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.post(f"{API}/matches", json=body).json()["id"]
    codes = [
        ann.post(f"{API}/matches/{match}/chat", json={"text": "ahoy"}).status_code
        for _ in range(40)
    ]
    assert codes[:20] == [200] * 20
    assert 429 in codes
