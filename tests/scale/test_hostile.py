"""Hostile requests on every route and channel: no 500, clear errors with codes, nothing changed."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import random
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import Signer
from sqlalchemy import text

from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings
from fourwinds.server.wire.base import PREFIX
from fourwinds.store.store import Store
from tests.scale.processes import Running, Server, generous
from tests.server.catchers import wait_for

SCHEMA = create_app(Settings("sqlite://")).openapi()
ROUTES: list[tuple[str, str]] = [
    (method.upper(), path) for path, methods in SCHEMA["paths"].items() for method in methods
]
CLOSED = (
    "no-such-match",
    "not-your-seat",
    "not-host",
    "not-invited",
    "not-operator",
    "not-in-person",
    "not-found",
)
OF_ANOTHER = ("mute", "replace")  # what one does about somebody else's seat
DEEP = b"[" * 20_000 + b"]" * 20_000
LARGE = b'{"seat":0,"text":"' + b"a" * (1 << 20) + b'"}'


class House:
    """A server with a match of Ann and Ben, and Eve, who has no part in it."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.url, self.api = server.url, server.api
        self.port = server.port
        self.store = Store.open(f"sqlite:///{folder / 'fourwinds.db'}")
        self.client = httpx.Client(timeout=30)
        self.tokens = {name: self._token(name) for name in ("Ann", "Ben", "Eve")}
        seats = [{"kind": "me"}, {"kind": "invited"}]
        setup = {"game": "santa-timea", "seats": seats, "private": True}
        made = self.ask("POST", "/matches", "Ann", setup).json()
        self.match, self.invitation = made["id"], made["invitations"]["1"]
        joined = self.ask(
            "POST", f"/matches/{self.match}/seats", "Ben", {"invitation": self.invitation}
        )
        assert joined.status_code == 200
        assert self.ask("POST", f"/matches/{self.match}/start", "Ann", {}).status_code == 200

    def _token(self, name: str) -> str:
        self.client.post(f"{self.api}/guests", json={"name": name}).raise_for_status()
        made: str = self.client.post(f"{self.api}/tokens", json={"name": "x"}).json()["token"]
        self.client.cookies.clear()
        return made

    def ask(self, method: str, path: str, who: str, body: object = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[who]}"}
        return self.client.request(method, self.api + path, json=body, headers=headers)

    def path(self, route: str) -> str:
        """A route's path with the match in it."""
        filled = route.replace("{match}", self.match)
        return re.sub(r"\{[^}]+\}", "0", filled)

    def state(self) -> list[Any]:
        """All that the match is made of."""
        with self.store.reads.connect() as connection:
            return [
                [tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))]
                for table in ("entries", "answers", "players", "matches", "reports")
            ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("hostile")
    settings = generous(f"sqlite:///{folder / 'fourwinds.db'}", log_level="info")
    server = Server(settings, folder / "log")
    server.start()
    server.wait()
    made = House(server, folder)
    yield made
    made.client.close()
    made.store.close()
    running: Running = server
    running.end()


@pytest.fixture
def unchanged(house: House) -> Iterator[None]:
    before = house.state()
    yield
    assert house.state() == before
    assert house.client.get(f"{house.url}/ready").status_code == 200


def refused(came: httpx.Response, route: str) -> str:
    """The code of an error that is clear."""
    assert 400 <= came.status_code < 500, (route, came.status_code, came.text[:300])
    error = came.json()["error"]
    assert error["code"], route
    assert error["message"], route
    assert "Traceback" not in came.text
    found: str = error["code"]
    return found


def in_match() -> list[tuple[str, str]]:
    return [(method, path) for method, path in ROUTES if "{match}" in path]


@pytest.mark.usefixtures("unchanged")
def test_nobody_acts_for_another_seat_on_any_route(house: House) -> None:
    """Eve knows the id of a private match, but may neither see nor touch it."""
    tried, wrong = 0, []
    for method, route in in_match():
        path = house.path(route)[len(PREFIX) :]
        for query in SCHEMA["paths"][route][method.lower()].get("parameters", ()):
            if query["in"] == "query" and query["required"]:
                path += f"{'&' if '?' in path else '?'}{query['name']}=0"
        for body in fitting(SCHEMA["paths"][route][method.lower()]):
            came = house.ask(method, path, "Eve", body)
            tried += 1
            if not 400 <= came.status_code < 500 or came.json()["error"]["code"] not in CLOSED:
                wrong.append((method, route, body, came.status_code, came.text[:100]))
    assert not wrong, "\n".join(map(str, wrong))
    assert tried > 40


@pytest.mark.usefixtures("unchanged")
def test_a_player_does_not_act_for_the_other_seat(house: House) -> None:
    """Ben sits there, and may look at what Ann does; but her seat is hers."""
    tried, wrong = 0, []
    for method, route in in_match():
        if method != "POST" or route.rsplit("/", 1)[1] in OF_ANOTHER:
            continue
        for body in fitting(SCHEMA["paths"][route]["post"]):
            if isinstance(body, dict) and body.get("seat") == 0:
                came = house.ask("POST", house.path(route)[len(PREFIX) :], "Ben", body)
                tried += 1
                if came.status_code not in (403, 409, 422):
                    wrong.append((route, body, came.status_code, came.text[:100]))
    assert not wrong, "\n".join(map(str, wrong))
    assert tried > 6


def fitting(operation: dict[str, Any]) -> list[object]:
    """Bodies that fit a route: for each seat one."""
    if "requestBody" not in operation:
        return [None]
    shape = operation["requestBody"]["content"]["application/json"]["schema"]
    return [_fill(shape, seat) for seat in (0, 1, 9)]


def _fill(shape: dict[str, Any], seat: int) -> Any:
    if "$ref" in shape:
        shape = SCHEMA["components"]["schemas"][shape["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in shape:
        return _fill(shape["anyOf"][0], seat)
    if "enum" in shape:
        return shape["enum"][0]
    kind = shape.get("type")
    if kind == "object":
        wanted = set(shape.get("required", ()))
        return {
            name: seat if name == "seat" else _fill(inner, seat)
            for name, inner in shape.get("properties", {}).items()
            if name in wanted
        }
    if kind == "array":
        return [_fill(shape.get("items", {}), seat)] * shape.get("minItems", 0)
    if kind == "string":
        least = re.search(r"\{(\d+)", shape.get("pattern", ""))
        return "0" * max(1, shape.get("minLength", 1), int(least[1]) if least else 0)
    return {"integer": int(shape.get("minimum", 0)), "boolean": True}.get(str(kind))


def forged(house: House) -> list[dict[str, str]]:
    """Headers of people who are not who they say."""
    dropped = house.ask("POST", "/tokens", "Eve", {"name": "gone"})
    good = house.tokens["Ann"]
    signer = Signer(b"another key", salt="fourwinds session")
    secret = base64.urlsafe_b64encode(os.urandom(32)).decode()
    out = [
        {"Authorization": f"Bearer {token}"}
        for token in ("x", good[:-1], good + "x", good.swapcase(), "'; DROP TABLE users; --")
    ]
    if dropped.status_code == 201:
        house.ask("DELETE", f"/tokens/{dropped.json()['id']}", "Eve")
        out.append({"Authorization": f"Bearer {dropped.json()['token']}"})
    out += [
        {"Cookie": f"fourwinds={value}"}
        for value in (signer.sign(secret).decode(), secret, f"{secret}.{secret}", "%00", "a" * 4000)
    ]
    return [*out, {"Authorization": "Basic QW5uOkFubg=="}, {"Authorization": "Bearer"}]


@pytest.mark.usefixtures("unchanged")
def test_forged_and_expired_tokens_and_cookies_open_nothing(house: House) -> None:
    client = httpx.Client(timeout=30)
    with client:
        # A session that was signed out is worth nothing afterwards.
        client.post(f"{house.api}/guests", json={"name": "Dora"}).raise_for_status()
        cookie = client.cookies["fourwinds"]
        assert client.delete(f"{house.api}/sessions").status_code == 200
        client.cookies.clear()
        people = [*forged(house), {"Cookie": f"fourwinds={cookie}"}]
        for headers in people:
            for path in ("/me", "/me/matches", "/tokens", "/me/data"):
                came = client.get(house.api + path, headers=headers)
                assert came.status_code == 401, (path, headers, came.text)
                assert came.json()["error"]["code"] == "not-signed-in"
        for headers in people[:3]:
            for method, route in in_match():
                came = client.request(
                    method, house.url + house.path(route), headers=headers, json={"seat": 0}
                )
                refused(came, route)


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (LARGE, {"too-large"}),
        (DEEP, {"bad-request"}),
        (b'{"seat": 0,', {"bad-request"}),
        (b"\xff\xfe\x00", {"bad-request"}),
        (b'{"seat": 1e999999}', {"bad-request"}),
        (b"null", {"bad-request"}),
    ],
    ids=["large", "deep", "broken", "bytes", "endless", "null"],
)
def test_no_body_brings_a_route_down(house: House, body: bytes, codes: set[str]) -> None:
    headers = {
        "Authorization": f"Bearer {house.tokens['Ann']}",
        "Content-Type": "application/json",
    }
    tried = 0
    for method, route in ROUTES:
        if "requestBody" not in SCHEMA["paths"][route][method.lower()]:
            continue
        came = house.client.request(
            method, house.url + house.path(route), content=body, headers=headers
        )
        code = refused(came, route)
        assert code in codes | {"not-in-person", "not-operator"}, (route, code)
        tried += 1
    assert tried > 15


@pytest.mark.usefixtures("unchanged")
def test_no_path_leads_where_it_should_not(house: House) -> None:
    tricks = (
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/static/..%2f..%2f..%2fpyproject.toml",
        "//etc/passwd",
        "/api/v1//matches",
        "/api/v1/matches/%00",
        f"/api/v1/matches/{house.match}%2f..%2f..%2fme",
        "/api/v1/matches/" + "a" * 3000,
        "/api/v1/matches/%F0%9F%92%A9",
        "/api/v1/matches/%FF",
        "/api/v1/../../health/../metrics%00",
    )
    for path in tricks:
        head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", house.port)) as there:
            there.sendall(head.encode("latin-1"))
            came = b""
            while part := there.recv(65536):
                came += part
        status = int(came.split(b" ", 2)[1])
        assert status in (200, 307, 400, 404, 405, 422, 503), (path, came[:200])
        assert b"root:" not in came, path
        assert b"[project]" not in came, path
        if status == 200:  # the page of the client, which knows its own paths
            assert b"<!doctype html>" in came.lower(), path


def frames(rng: random.Random) -> list[bytes]:
    """What no browser sends."""
    mask = bytes(4)
    out = [rng.randbytes(rng.randrange(1, 60)) for _ in range(30)]
    out += [bytes([128 | kind, 128 | 5]) + mask + b"hello" for kind in range(16)]
    out += [
        b"\x81\x05hello",  # not masked
        b"\x81\xff" + (2**63).to_bytes(8, "big") + mask,
        b"\x81\xff" + (2**20).to_bytes(8, "big") + mask + bytes(2**20),
        b"\x81\xfe" + (5000).to_bytes(2, "big") + mask + b"[" * 5000,
        b"\x01\x81" + mask + b"a" + b"\x81\x81" + mask + b"b",  # a text within a text
        b"\x80\x81" + mask + b"a",  # goes on with nothing
        b"\x89\xfe" + (126).to_bytes(2, "big") + mask + bytes(126),  # a ping that is too long
        b"\x81\x82" + mask + b"\xff\xfe",  # not UTF-8
        b"\x88\x81" + mask + b"\x00",
        b"\xf1\x81" + mask + b"a",
        (b"\x81\x84" + mask + b"ping") * 50,
    ]
    return out


@pytest.mark.usefixtures("unchanged")
def test_no_frame_brings_the_channel_down(house: House) -> None:
    rng = random.Random(7)
    for frame in frames(rng):
        with channel(house, house.tokens["Ann"]) as there:
            there.sendall(frame)
            there.settimeout(0.05)
            with contextlib.suppress(OSError):
                there.recv(65536)
    for wrong in ("seat=1", "seat=99", "since=-1", "since=abc", "seat=0&since=" + "9" * 50):
        with channel(house, house.tokens["Ann"], wrong) as there:
            there.settimeout(2)
            came = b""
            with contextlib.suppress(OSError):
                while part := there.recv(65536):
                    came += part
            assert b'"view"' not in came, wrong


@contextlib.contextmanager
def channel(house: House, token: str, query: str = "seat=0") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", house.port)) as there:
        key = base64.b64encode(os.urandom(16)).decode()
        there.sendall(
            f"GET {PREFIX}/matches/{house.match}/channel?{query} HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield there


def test_the_log_tells_no_secrets(house: House) -> None:
    """After all this the log is made of JSON, and holds nothing that opens a door."""
    ask: Callable[..., httpx.Response] = house.client.get
    url = f"{house.api}/matches/{house.match}?invitation={house.invitation}"
    marked = ask(url, headers={"X-Request-Id": "chosen-by-a-stranger"})
    assert re.fullmatch("[0-9a-f]{16}", marked.headers["x-request-id"])
    database = house.store.engine.url.database
    assert database is not None
    log, asked = Path(database).parent / "log", marked.headers["x-request-id"]
    # A request is written down after it was answered.
    wait_for(lambda: [line for line in log.read_text().splitlines() if asked in line], 1)
    written = log.read_text()
    lines = [json.loads(line) for line in written.splitlines()]
    assert asked in {line.get("request") for line in lines}
    assert {"route", "status", "ms"} <= {name for line in lines for name in line}
    for secret in (*house.tokens.values(), house.invitation, house.match):
        assert secret not in written
    assert not [line for line in lines if "trace" in line and line["part"].startswith("fourwinds")]
