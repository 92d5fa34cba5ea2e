"""The lane of actions answers as the route does, byte for byte but for ids and times.

A request with a query goes the general way, and is otherwise the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fourwinds.server import lane, play
from fourwinds.server.gate import Gate
from fourwinds.server.limits import Buckets
from tests.wire.sockets import Line, body_of, status_of
from tests.wire.worlds import API, PEOPLE, Clock, World

GENERAL = "?way=general"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("lane"), Clock())
    world.open()
    world.seat(world.welcome())
    for person in PEOPLE:  # who is known goes by the lane
        assert status_of(world.ask(person, "GET", "/me")) == 200
    yield world
    world.close()


@pytest.fixture
def gone_by_lane(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that were reached by the lane."""
    seen: list[str] = []
    real = play.act

    async def act(hall: Any, match: str, user: Any, body: Any) -> dict[str, Any]:
        seen.append(match)
        return await real(hall, match, user, body)

    monkeypatch.setattr(lane, "act", act)
    return seen


def _asked(world: World, match: str) -> dict[str, Any]:
    """An action for whoever is to decide."""
    found = world.match(match)
    assert found.state is not None
    seat = found.state.actors[0]
    action = found.state.actions(seat)[0]
    return {"seat": seat, "action": action, "decision": found.decision(seat)}


def _person(body: dict[str, Any]) -> str:
    return ("ann", "ben")[body["seat"]]


def _head(text: bytes) -> list[bytes]:
    """What stands before the body, without the id of the request, in one order."""
    lines = text.partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert re.fullmatch(rb"HTTP/1.1 \d{3} [A-Za-z -]+", lines[0])
    return [lines[0], *sorted(line for line in lines[1:] if not line.startswith(b"x-request-id"))]


def _send(line: Line, *requests: bytes) -> bytes:
    line.socket.sendall(b"".join(requests))
    return line.answer()


def _raw(world: World, match: str, body: bytes, *headers: str, version: str = "1.1") -> bytes:
    path = f"{API}/matches/{match}/actions"
    head = [f"POST {path} HTTP/{version}", f"Host: 127.0.0.1:{world.port}", *headers]
    return "\r\n".join([*head, "", ""]).encode() + body


def _usual(body: bytes, cookie: str) -> list[str]:
    return [f"Cookie: {cookie}", f"Content-Length: {len(body)}", "Content-Type: application/json"]


def test_a_move_by_the_lane_is_answered_as_by_the_route(
    world: World, gone_by_lane: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, str, int]] = []
    real = Gate.note

    def note(gate: Gate, method: str, route: str, status: int, seconds: float) -> None:
        noted.append((method, route, status))
        real(gate, method, route, status, seconds)

    matches = [world.begin("santa-timea", 2) for _ in range(2)]
    monkeypatch.setattr(Gate, "note", note)
    answers = []
    for match, query in zip(matches, ("", GENERAL), strict=True):
        body = _asked(world, match)
        answers.append(world.ask(_person(body), "POST", f"/matches/{match}/actions{query}", body))
    assert [status_of(answer) for answer in answers] == [200, 200]
    assert body_of(answers[0]) == body_of(answers[1])
    assert _head(answers[0]) == _head(answers[1])
    assert gone_by_lane == matches[:1]
    world.within(lambda: None)  # a request is noted when it has been answered
    actions = [each for each in noted if "actions" in each[1]]
    assert actions == [("POST", "/matches/{match}/actions", 200)] * 2
    assert world.match(matches[0]).number == world.match(matches[1]).number


@pytest.mark.parametrize(
    ("change", "code", "by_lane"),
    [
        ({"decision": "old"}, "stale-decision", True),
        ({"action": 99_999}, "unknown-action", True),
        ({"action": "no such card"}, None, True),
        ({"seat": 7}, None, True),
        ({"person": "cleo"}, "not-your-seat", True),
        ({"match": "nowhere"}, "no-such-match", True),
        ({"person": "nobody"}, "not-signed-in", False),
        ({"action": None}, "bad-request", False),
        ({"decision": "d" * 50}, "bad-request", False),
        ({"key": "k" * 3000}, "bad-request", False),
        ({"seat": -1}, "bad-request", False),
        ({"match": "No-Match"}, "bad-request", False),
    ],
)
def test_a_refusal_by_the_lane_is_that_of_the_route(
    world: World,
    gone_by_lane: list[str],
    change: dict[str, Any],
    code: str | None,
    by_lane: bool,
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    change = dict(change)
    person, there = change.pop("person", _person(body)), change.pop("match", match)
    number = world.match(match).number
    line = Line(world.port, "" if person == "nobody" else world.lines[person].cookie)
    path = f"{API}/matches/{there}/actions"
    answers = [line.ask("POST", path + query, body | change) for query in ("", GENERAL)]
    line.close()
    assert status_of(answers[0]) >= 400
    assert _head(answers[0]) == _head(answers[1])
    assert body_of(answers[0]) == body_of(answers[1])
    if code is not None:
        assert body_of(answers[0])["error"]["code"] == code
    assert gone_by_lane == ([there] if by_lane else [])
    assert world.match(match).number == number


def test_what_is_unusual_goes_the_general_way(world: World, gone_by_lane: list[str]) -> None:
    match = world.begin("santa-timea", 2)
    cookie = world.lines["ann"].cookie
    body = json.dumps(_asked(world, match) | {"decision": "old"}).encode()
    usual = _usual(body, cookie)
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    plain_text = [usual[0], usual[1], "Content-Type: text/plain"]
    requests = {
        "chunks": (
            _raw(world, match, chunked, usual[0], usual[2], "Transfer-Encoding: chunked"),
            409,
        ),
        "text": (_raw(world, match, body, *plain_text), 422),
        "twice": (_raw(world, match, body, *usual, "X-Thing: 1", "X-Thing: 2"), 409),
        "elsewhere": (_raw(world, match, body, *usual, "Origin: http://evil.example"), 403),
        "old": (_raw(world, match, body, *usual, version="1.0"), 409),
        "nothing": (_raw(world, match, b"", *_usual(b"", cookie)), 422),
        "broken": (_raw(world, match, b"{" * len(body), *usual), 422),
    }
    for name, (request, status) in requests.items():
        line = Line(world.port)
        assert (name, status_of(_send(line, request))) == (name, status)
        line.close()
    assert gone_by_lane == []


def test_a_line_is_kept_or_closed_as_asked(world: World, gone_by_lane: list[str]) -> None:
    match = world.begin("santa-timea", 2)
    body = json.dumps(_asked(world, match) | {"decision": "old"}).encode()
    usual = _usual(body, world.lines["ann"].cookie)
    line = Line(world.port)
    for _ in range(3):
        assert status_of(_send(line, _raw(world, match, body, *usual))) == 409
    answer = _send(line, _raw(world, match, body, *usual, "Connection: close"))
    assert status_of(answer) == 409
    assert b"connection: close" in _head(answer)
    assert line.file.read() == b""
    line.close()
    assert gone_by_lane == [match] * 4


def test_requests_sent_at_once_are_answered_in_their_order(
    world: World, gone_by_lane: list[str]
) -> None:
    match = world.begin("santa-timea", 2)
    line = Line(world.port)
    old = json.dumps(_asked(world, match) | {"decision": "old"}).encode()
    good = json.dumps(_asked(world, match)).encode()
    cookie = world.lines[_person(json.loads(good))].cookie
    health = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\n\r\n".encode()
    first = _raw(world, match, good, *_usual(good, cookie))
    second = _raw(world, match, old, *_usual(old, cookie))
    answers = [_send(line, first, health, second, second, health)]
    answers += [line.answer() for _ in range(4)]
    assert [status_of(answer) for answer in answers] == [200, 200, 409, 409, 200]
    assert "number" in body_of(answers[0])
    assert gone_by_lane[0] == match
    line.close()


def test_a_line_cut_while_its_action_is_played_does_no_harm(
    world: World, gone_by_lane: list[str]
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    text = json.dumps(body).encode()
    line = Line(world.port)
    line.socket.sendall(_raw(world, match, text, *_usual(text, world.lines[_person(body)].cookie)))
    line.close()
    number = world.match(match).number
    for _ in range(100):
        if gone_by_lane and world.within(lambda: world.match(match).number) >= number:
            break
        assert status_of(world.ask("ann", "GET", f"/matches/{match}")) == 200
    assert gone_by_lane == [match]
    assert _asked(world, match)["decision"] != body["decision"]


def test_too_many_requests_are_refused_on_the_lane_as_well(
    world: World, gone_by_lane: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match) | {"decision": "old"}
    app: Any = world.server.config.app
    monkeypatch.setattr(app.state.identity, "persons", Buckets(1e-6, 2))
    answers = [world.ask("ann", "POST", f"/matches/{match}/actions", body) for _ in range(4)]
    assert [status_of(answer) for answer in answers] == [409, 409, 429, 429]
    assert gone_by_lane == [match] * 2


def test_a_length_with_leading_zeros_is_read_whole(world: World, gone_by_lane: list[str]) -> None:
    """`00000000100000000` is a hundred million bytes, not one: it is refused before it is read."""
    match = world.begin("santa-timea", 2)
    headers = ["Content-Type: application/json", "Content-Length: 00000000100000000"]
    line = Line(world.port)
    try:
        assert status_of(_send(line, _raw(world, match, b"{", *headers))) == 413
    finally:
        line.close()
    assert gone_by_lane == []
