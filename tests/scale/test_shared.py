"""Two servers on one PostgreSQL: players on either see the same match."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.pictures import following
from tests.scale.processes import Server, Worker, generous
from tests.services import Redis


class Person:
    """Somebody at one of the servers, with a token that all of them know."""

    def __init__(self, api: str, name: str) -> None:
        with httpx.Client() as client:
            client.post(f"{api}/guests", json={"name": name}).raise_for_status()
            token = client.post(f"{api}/tokens", json={"name": "program"}).json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}
        self.api = api

    def post(self, path: str, body: dict[str, Any], api: str | None = None) -> Any:
        came = httpx.post(f"{api or self.api}/{path}", json=body, headers=self.headers, timeout=90)
        assert came.status_code in (200, 201), came.text
        return came.json()

    def look(self, match: str, api: str | None = None) -> Any:
        url = f"{api or self.api}/matches/{match}"
        return httpx.get(url, headers=self.headers, timeout=90).json()

    @contextlib.contextmanager
    def listen(self, match: str) -> Iterator[Listener]:
        url = f"ws{self.api[4:]}/matches/{match}/channel"
        with connect(url, additional_headers=self.headers) as connection:
            yield Listener(connection)


class Listener:
    """A channel, and the picture as it was last pushed."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: Any = None

    def command(self, **command: Any) -> Any:
        """What a command is answered; what is pushed meanwhile is taken in."""
        self.connection.send(json.dumps(command))
        while True:
            came = json.loads(self.connection.recv(timeout=90))
            if "push" not in came:
                return came
            self.seen = following(self.seen, came)
            if "ack" in came:
                return {"ack": came["ack"], "number": came["number"]}


def until(channel: Listener, wanted: Callable[[Any], bool], seconds: float) -> Any:
    """The first picture that is as wanted."""
    deadline = time.monotonic() + seconds
    while channel.seen is None or not wanted(channel.seen):
        left = max(0.01, deadline - time.monotonic())
        channel.seen = following(channel.seen, json.loads(channel.connection.recv(timeout=left)))
    return channel.seen


@pytest.mark.parametrize("with_redis", [True, False], ids=["redis", "looking"])
def test_players_on_either_server_see_the_same_match(
    postgres: str,
    redis: Redis,
    with_redis: bool,
    request: pytest.FixtureRequest,
    running: list[Server | Worker],
) -> None:
    log = request.getfixturevalue("log")
    settings = generous(postgres, redis=redis.url if with_redis else "")
    one, other = Server(settings, log), Server(settings, log)
    for server in (one, other):
        running.append(server)
        server.start()
    for server in (one, other):
        server.wait()
    ann, ben = Person(one.api, "Ann"), Person(other.api, "Ben")
    setup = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.post("matches", setup)["id"]
    ben.post(f"matches/{match}/seats", {})
    ann.post(f"matches/{match}/start", {})
    people = {0: ann, 1: ben}
    with ann.listen(match) as at_one, ben.listen(match) as at_other:
        channels = {0: at_one, 1: at_other}
        seen = {
            seat: until(channel, lambda m: m["table"]["status"] == "running", 20)
            for seat, channel in channels.items()
        }
        if with_redis:
            # Either server knows who sits at the other.
            seen = {
                seat: seen[seat]
                if seen[seat]["present"] == [True, True]
                else until(channel, lambda m: m["present"] == [True, True], 20)
                for seat, channel in channels.items()
            }
        for turn in range(8):
            seat = next(s for s, m in seen.items() if m["asked"] is not None)
            asked, numbers = seen[seat]["asked"], {s: m["number"] for s, m in seen.items()}
            body = {
                "seat": seat,
                "decision": asked["decision"],
                "action": asked["actions"][0]["action"],
                "key": f"turn-{turn}",
            }
            if turn % 2:
                answer = people[seat].post(f"matches/{match}/actions", body)
            else:
                acknowledged = channels[seat].command(do="play", **body)
                assert acknowledged.pop("ack") == body["key"]
                answer = acknowledged
            seen = {
                s: until(channel, lambda m, n=numbers[s]: m["number"] > n, 9)  # type: ignore[misc]
                for s, channel in channels.items()
            }
            assert seen[0]["view"]["actors"] == seen[1]["view"]["actors"]
            # The same request again, at the other server, gets its first answer.
            elsewhere = other.api if seat == 0 else one.api
            again = people[seat].post(f"matches/{match}/actions", body, elsewhere)
            assert again == answer
        ann.post(f"matches/{match}/chat", {"text": "well played"}, other.api)
        assert until(at_one, lambda m: "well played" in str(m["updates"]), 9)
    # Who asks the other server without listening sees what is true now.
    for person in people.values():
        here, there = (person.look(match, api)["updates"] for api in (one.api, other.api))
        assert here == there


def test_who_left_another_server_is_not_there(
    postgres: str, redis: Redis, request: pytest.FixtureRequest, running: list[Server | Worker]
) -> None:
    log = request.getfixturevalue("log")
    settings = generous(postgres, redis=redis.url)
    one, other = Server(settings, log), Server(settings, log)
    for server in (one, other):
        running.append(server)
        server.start()
    for server in (one, other):
        server.wait()
    ann, ben = Person(one.api, "Ann"), Person(other.api, "Ben")
    setup = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = ann.post("matches", setup)["id"]
    ben.post(f"matches/{match}/seats", {})
    with ann.listen(match) as channel:
        with ben.listen(match):
            until(channel, lambda m: m["present"] == [True, True], 20)
        until(channel, lambda m: m["present"] == [True, False], 20)


def test_limits_count_at_both_servers_together(
    postgres: str, redis: Redis, request: pytest.FixtureRequest, running: list[Server | Worker]
) -> None:
    log = request.getfixturevalue("log")
    settings = replace(generous(postgres, redis=redis.url), strangers=6)
    servers = [Server(settings, log), Server(settings, log)]
    for server in servers:
        running.append(server)
        server.start()
    for server in servers:
        server.wait()

    def guests(server: Server, times: int) -> list[int]:
        body = {"name": "Ann"}
        return [httpx.post(f"{server.api}/guests", json=body).status_code for _ in range(times)]

    assert guests(servers[0], 5) == [201] * 5
    time.sleep(3)  # a server tells the others once a second what was taken
    assert guests(servers[1], 3) == [201, 429, 429]
