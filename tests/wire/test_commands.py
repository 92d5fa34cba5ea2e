"""Commands over the channel and by their routes: done and refused the same, and never twice."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from fourwinds.server.middleware import Middleware
from fourwinds.server.rate_limits import RateLimiter
from tests.pictures import following
from tests.wire.sockets import Channel, Line, body_of, payload, status_of
from tests.wire.worlds import API, Clock, World

CLOSE = 8
"""The kind of the frame that ends a WebSocket."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(tmp_path_factory.mktemp("commands"), Clock())
    world.open()
    world.seat(world.welcome())
    yield world
    world.close()


def _asked(world: World, match: str) -> dict[str, Any]:
    """An action for the seat that is to decide."""
    found = world.match(match)
    assert found.state is not None
    seat = found.state.actors[0]
    action = found.state.actions(seat)[0]
    return {"seat": seat, "action": action, "decision": found.decision(seat)}


def _person(body: dict[str, Any]) -> str:
    return ("ann", "ben")[body["seat"]]


def _answer(channel: Channel, command: object) -> dict[str, Any]:
    """What a command is answered, whatever is pushed meanwhile."""
    channel.say(json.dumps(command))
    while True:
        found = json.loads(payload(channel.frame()))
        if "push" in found and "ack" in found:
            return {"ack": found["ack"], "number": found["number"]}
        if "ack" in found or "nack" in found:
            return dict(found)


def test_a_move_over_the_channel_is_answered_as_by_the_route(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[tuple[str, str, int]] = []
    real = Middleware.note

    def note(gate: Middleware, method: str, route: str, status: int, *more: Any) -> None:
        noted.append((method, route, status))
        real(gate, method, route, status, *more)

    matches = [world.begin("santa-timea", 2) for _ in range(2)]
    monkeypatch.setattr(Middleware, "note", note)
    body = _asked(world, matches[0])
    there = world.listen(_person(body), matches[0])
    over_channel = _answer(there, {"do": "play", "key": "k1", **body})
    body = _asked(world, matches[1])
    by_route = world.ask(_person(body), "POST", f"/matches/{matches[1]}/actions", body)
    assert over_channel == {"ack": "k1", **body_of(by_route)}
    assert world.match(matches[0]).number == world.match(matches[1]).number
    world.within(lambda: None)  # a request is noted when it has been answered
    assert ("WS", "play", 200) in noted
    assert ("POST", "/matches/{match}/actions", 200) in noted
    there.close()


def test_a_move_is_acknowledged_by_the_push_that_shows_it(world: World) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    there = world.listen(_person(body), match)
    other = world.listen("ben" if body["seat"] == 0 else "ann", match)
    for channel in (there, other):
        seen = following(None, json.loads(payload(channel.frame())))
        while seen["present"] != [True, True]:
            seen = following(seen, json.loads(payload(channel.frame())))
    there.say(json.dumps({"do": "play", "key": "k1", **body}))
    mine = json.loads(payload(there.frame()))
    assert (mine["ack"], mine["number"]) == ("k1", mine["updates"][-1]["number"])
    assert mine["patch"]["view"]
    theirs = json.loads(payload(other.frame()))
    assert theirs["updates"]
    assert "ack" not in theirs  # the key of a command is its sender's alone
    # Nothing is said twice: the next message is the answer to what is asked next.
    there.say("ping")
    assert json.loads(payload(there.frame())) == "pong"
    for channel in (there, other):
        channel.close()


def test_a_command_that_has_come_is_executed_though_its_channel_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    there = world.listen(_person(body), match)
    there.frame()
    app: Any = world.server.config.app
    registry, auth = app.state.registry, app.state.auth
    write, recognise = registry._write, auth.recognise
    writing, may_write = threading.Event(), asyncio.Event()
    checked = threading.Event()

    async def slowly(*given: Any) -> None:
        writing.set()
        await may_write.wait()
        await write(*given)

    async def signed_out(credential: object) -> str | None:
        if not writing.is_set():
            found: str | None = await recognise(credential)
            return found
        checked.set()
        return None

    monkeypatch.setattr(registry, "_write", slowly)
    monkeypatch.setattr(auth, "recognise", signed_out)
    there.say(json.dumps({"do": "play", "key": "k1", **body}))
    assert writing.wait(60)
    world.within(lambda: registry.notify(match))
    assert checked.wait(60)
    for _ in range(20):
        world.within(lambda: None)  # the loop goes round: the channel has begun to end
    live = registry.loaded[match]
    world.within(may_write.set)
    while there.frame()[0] & 0x0F != CLOSE:
        pass
    assert (
        registry.loaded.get(match) is live
    )  # had it been cut off, what is in memory would not count
    assert live.match.moves
    there.close()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"decision": "old"}, "stale-decision"),
        ({"action": 99_999}, "unknown-action"),
        ({"action": "no such card"}, None),
        ({"seat": 7}, "not-your-seat"),
        ({"person": "cleo"}, "not-your-seat"),
        ({"person": "nobody"}, "not-signed-in"),
        ({"action": None}, "bad-request"),
        ({"decision": "d" * 50}, "bad-request"),
        ({"seat": -1}, "bad-request"),
        ({"seat": "0"}, "bad-request"),
        ({"more": 1}, "bad-request"),
    ],
)
def test_a_refusal_over_the_channel_is_that_of_the_route(
    world: World, change: dict[str, Any], code: str | None
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    change = dict(change)
    person = change.pop("person", _person(body))
    cookie = "" if person == "nobody" else world.lines[person].cookie
    number = world.match(match).number
    line = Line(world.port, cookie)
    by_route = body_of(line.ask("POST", f"{API}/matches/{match}/actions?lang=de", body | change))
    line.close()
    there = Channel(world.port, f"{API}/matches/{match}/channel?lang=de", cookie)
    over_channel = _answer(there, {"do": "play", "key": "k1", **body, **change})
    there.close()
    assert over_channel["nack"] == "k1"
    assert over_channel["error"]["code"] == by_route["error"]["code"]
    if code != "bad-request":  # where pydantic found the fault is told from another beginning
        assert over_channel["error"] == by_route["error"]
    if code is not None:
        assert over_channel["error"]["code"] == code
    assert world.match(match).number == number


def test_every_command_has_a_route_and_both_end_in_the_same(world: World) -> None:
    match = world.begin("santa-timea", 2)
    there = world.listen("ann", match)
    assert "number" in _answer(there, {"do": "say", "text": "ahoy", "key": "a"})
    assert "number" in _answer(there, {"do": "mute", "seat": 1, "muted": True, "key": "b"})
    assert "number" in _answer(there, {"do": "automatic", "seat": 0, "wanted": False, "key": "c"})
    assert "number" in _answer(there, {"do": "offer-end", "seat": 0, "key": "d"})
    other = world.listen("ben", match)
    assert "number" in _answer(other, {"do": "answer", "seat": 1, "yes": False, "key": "e"})
    for do, code in (
        ("retract", "nothing-to-retract"),
        ("undo", "nothing-to-undo"),
        ("return", None),
        ("replace", None),
    ):
        seat = 1 if do == "replace" else 0
        told = _answer(there, {"do": do, "seat": seat, "key": do})
        by_route = world.ask("ann", "POST", f"/matches/{match}/{do}?lang=de", {"seat": seat})
        assert told == {"nack": do, "error": body_of(by_route)["error"]}
        assert code is None or told["error"]["code"] == code
    assert "number" in _answer(other, {"do": "resign", "seat": 1, "key": "f"})
    assert world.match(match).status == "over"
    assert _answer(there, {"do": "start", "key": "g"})["error"]["code"] == "already-started"
    salt = _answer(there, {"do": "salt", "seat": 0, "salt": "x", "key": "h"})
    assert salt["error"]["code"] == "already-started"
    there.close()
    other.close()


def test_a_repeated_key_gets_the_first_answer_whichever_way_it_comes(world: World) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    person = _person(body)
    there = world.listen(person, match)
    first = _answer(there, {"do": "play", "key": "k1", **body})
    number = world.match(match).number
    assert _answer(there, {"do": "play", "key": "k1", **body}) == first
    again = body_of(world.ask(person, "POST", f"/matches/{match}/actions", body | {"key": "k1"}))
    assert again == {"number": first["number"]}
    assert world.match(match).number == number
    there.close()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '"pong"', '{"do":"fly"}', '{"seat":0}', '{"do":["play"]}', "[" * 4000],
)
def test_what_cannot_be_read_is_refused_and_the_channel_stays(world: World, text: str) -> None:
    match = world.begin("santa-timea", 2)
    there = world.listen("ann", match)
    there.frame()
    there.say(text)
    while "nack" not in (told := json.loads(payload(there.frame()))):
        pass
    assert told["nack"] is None
    assert told["error"]["code"] == "bad-request"
    there.say("ping")
    while json.loads(payload(there.frame())) != "pong":
        pass
    there.close()


def test_the_whole_picture_is_sent_when_it_is_asked_for(world: World) -> None:
    match = world.begin("santa-timea", 2)
    there = world.listen("ann", match)
    first = json.loads(payload(there.frame()))
    assert _answer(there, {"do": "look", "key": "k"}) == {"ack": "k"}
    there.say("ping")
    frames = [json.loads(payload(there.frame()))]
    while frames[-1] != "pong":
        frames.append(json.loads(payload(there.frame())))
    whole = frames[0]
    assert whole["push"] == first["push"] + 1
    assert whole["view"] == first["view"]
    assert whole["updates"] == []
    there.close()


def test_why_an_action_is_refused_is_told_to_who_asks(world: World) -> None:
    match = world.begin("vor-dem-wind", 3)
    table = world.match(match)
    assert table.state is not None
    for _ in range(200):
        seat = table.state.actors[0]
        refused = [(a, why) for a, why in table.state.candidates(seat) if why is not None]
        if refused:
            break
        body = {**_asked(world, match), "key": None}
        person = ("ann", "ben", "cleo")[seat]
        assert status_of(world.ask(person, "POST", f"/matches/{match}/actions", body)) == 200
    action, why = refused[0]
    person = ("ann", "ben", "cleo")[seat]
    there = world.listen(person, match)
    command = {"do": "why-not", "seat": seat, "action": action, "key": "k"}
    told = _answer(there, command)["refusal"]
    by_route = world.ask(
        person, "GET", f"/matches/{match}/why-not?seat={seat}&action={action}&lang=de"
    )
    assert told == body_of(by_route)
    assert (told["code"], told["rule"]) == (why.code, why.rule)
    assert told["words"]
    assert told["why"]
    legal = table.state.actions(seat)[0]
    assert _answer(there, {**command, "action": legal}) == {"ack": "k", "refusal": None}
    far = _answer(there, {**command, "action": 10**6})["refusal"]
    assert (far["code"], far["words"]) == ("unknown-action", "")
    other = _answer(there, {**command, "seat": (seat + 1) % 3})
    assert other["error"]["code"] == "not-your-seat"
    there.close()


def test_a_socket_cut_while_its_command_is_executed_does_no_harm(world: World) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match)
    there = world.listen(_person(body), match)
    there.frame()
    there.say(json.dumps({"do": "play", **body}))
    there.close()
    for _ in range(100):
        if _asked(world, match)["decision"] != body["decision"]:
            break
        assert status_of(world.ask("ann", "GET", f"/matches/{match}")) == 200
    assert _asked(world, match)["decision"] != body["decision"]


def test_too_many_commands_are_refused_as_requests_are(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = world.begin("santa-timea", 2)
    body = _asked(world, match) | {"decision": "old"}
    there = world.listen("ann", match)
    there.frame()  # by now the server has counted that she came
    app: Any = world.server.config.app
    monkeypatch.setattr(app.state.auth, "persons", RateLimiter(1e-6, 2))
    command = {"do": "play", **body, "seat": 0}
    codes = [_answer(there, command)["error"]["code"] for _ in range(4)]
    assert codes == ["stale-decision", "stale-decision", "too-many", "too-many"]
    assert status_of(world.ask("ann", "POST", f"/matches/{match}/actions", body)) == 429
    there.close()


def test_a_length_with_leading_zeros_is_read_whole(world: World) -> None:
    """`00000000100000000` is a hundred million bytes, not one: it is refused before it is read."""
    match = world.begin("santa-timea", 2)
    head = [
        f"POST {API}/matches/{match}/actions HTTP/1.1",
        f"Host: 127.0.0.1:{world.port}",
        "Content-Type: application/json",
        "Content-Length: 00000000100000000",
    ]
    line = Line(world.port)
    try:
        line.socket.sendall("\r\n".join([*head, "", ""]).encode() + b"{")
        assert status_of(line.answer()) == 413
    finally:
        line.close()
