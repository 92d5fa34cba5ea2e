"""A deal that is still open at another table: by no route, of all in the OpenAPI document, does
anybody look or sit there, neither who has played it nor who has not; and nothing else tells of it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fourwinds.server.app import create_app
from fourwinds.server.matchmaking import daily_deals, duplicate_tables
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.people import People
from fourwinds.store.studies import Studies
from tests.scale.test_hostile import CLOSED, ROUTES, SCHEMA, fitting
from tests.server.conftest import Guest, account
from tests.server.test_api import API, look, play_first
from tests.server.test_daily import DAY, NOON
from tests.server.test_duplicates import begin as begin_evening
from tests.server.test_duplicates import settle, table
from tests.server.test_friends import do, id_of
from tests.server.test_ratings import play_out
from tests.server.test_tournaments import announce, ask, until

GAME = "santa-timea"
# Counts for the operator of a server, which he has from its log as well.
NOT_FOR_PEOPLE = ("/metrics",)
# What is asked of the match one has played oneself.
OWN = ("record", "replay", "moves", "analysis")


class Time:
    now = NOON


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def server(
    settings: Settings, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(daily_deals, "FIELD", "deckhand")
    monkeypatch.setattr(duplicate_tables, "LOOK", 3600.0)
    app = create_app(settings, Sources(now=lambda: clock.now))
    app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@dataclass
class OpenDeal:
    """Ann (with Dora, or bots) still plays a deal that Ben has played; Eve has no part in it."""

    ann: TestClient
    dora: TestClient | None
    ben: TestClient
    eve: TestClient
    operator: TestClient
    ann_match: str
    ben_match: str
    named: dict[str, list[str]] = field(default_factory=dict)
    """What stands for the parameters of paths, beside the matches."""
    close: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.named["person"] = [id_of(self.ann), id_of(self.ben)]
        self.named["user"] = self.named["person"][:1]


def evening(guest: Guest, server: TestClient, clock: Time) -> OpenDeal:
    """Two teams: Ann and Dora at one table, Ben and Cid at the other."""
    ann, dora, ben, cid = (account(guest, name) for name in ("Ann", "Dora", "Ben", "Cid"))
    new = begin_evening(ann, dora, ben, cid, seats=1)
    one, other = table(ann, new), table(ben, new)
    assert one is not None
    assert other is not None
    play_out(other, ben, cid)

    def close() -> None:
        play_out(one, ann, dora)
        settle(server)

    players, named = (ann, dora), {"duplicate": [new]}
    return OpenDeal(*players, ben, *outsiders(guest, server), one, other, named, close)


def of_the_day(guest: Guest, server: TestClient, clock: Time) -> OpenDeal:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    one, other = (str(do(each, "POST", f"/daily/{GAME}", 201)["id"]) for each in (ann, ben))
    play_out(other, ben)

    def close() -> None:
        play_out(one, ann)
        clock.now += 24 * 3600_000

    return OpenDeal(ann, None, ben, *outsiders(guest, server), one, other, {}, close)


def knock_out(guest: Guest, server: TestClient, clock: Time) -> OpenDeal:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    cup = announce(
        ann, format="knock-out", rounds=0, size=2, deals=1, bot="deckhand", game=GAME, options={}
    )
    for each in (ann, ben):
        ask(each, "POST", cup, "/entry")
    ask(ann, "POST", cup, "/start")
    until(lambda: ask(ann, "GET", cup)["tables"], "the final")
    one, other = (ask(each, "GET", cup)["mine"]["matches"][0] for each in (ann, ben))
    play_out(other, ben)

    def close() -> None:
        play_out(one, ann)
        until(lambda: look(ann, one)["table"]["result"]["secret"], "the open deal")

    return OpenDeal(
        ann, None, ben, *outsiders(guest, server), one, other, {"tournament": [cup]}, close
    )


def outsiders(guest: Guest, server: TestClient) -> tuple[TestClient, TestClient]:
    eve, operator = account(guest, "Eve"), account(guest, "Operator")
    user = id_of(operator)
    People(server.app.state.registry.store.engine).set_operator(user, True)  # type: ignore[attr-defined]
    server.app.state.auth.changed(user)  # type: ignore[attr-defined]
    return eve, operator


def whose_turn(there: OpenDeal) -> TestClient:
    """Who is asked at the open table; bots have moved by then."""
    players = [each for each in (there.ann, there.dora) if each is not None]

    def asked() -> TestClient | None:
        return next((each for each in players if look(each, there.ann_match)["asked"]), None)

    found: TestClient = until(asked, "somebody's turn")
    return found


def paths(there: OpenDeal, route: str, matches: list[str]) -> list[str]:
    """A route with what there is in the place of its parameters."""
    known = {
        "match": matches,
        "game": [GAME],
        "day": [DAY],
        "lesson": ["first"],
        **there.named,
    }
    out = [route]
    for name in re.findall(r"\{(\w+)\}", route):
        out = [
            path.replace(f"{{{name}}}", value) for path in out for value in known.get(name, ["0"])
        ]
    return out


def pages(there: OpenDeal, who: TestClient) -> dict[str, bytes]:
    """All that somebody is told by every route that only asks."""
    told = {}
    for method, route in ROUTES:
        if method != "GET" or route in NOT_FOR_PEOPLE:
            continue
        for path in paths(there, route, [there.ann_match, there.ben_match]):
            wanted = [
                f"{each['name']}={'ann' if each['name'] == 'name' else 0}"
                for each in SCHEMA["paths"][route]["get"].get("parameters", ())
                if each["in"] == "query" and each["required"]
            ]
            came = who.get(f"{path}?{'&'.join(wanted)}")
            assert came.status_code < 500, (path, came.text)
            told[path] = unpacked(came.content)
    return told


def unpacked(content: bytes) -> bytes:
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(name.encode() + packed.read(name) for name in packed.namelist())


def fields(operation: dict[str, Any]) -> set[str]:
    """What the body of a route may hold."""
    shape = operation["requestBody"]["content"]["application/json"]["schema"]
    if "$ref" in shape:
        shape = SCHEMA["components"]["schemas"][shape["$ref"].rsplit("/", 1)[1]]
    return set(shape.get("properties", ()))


def try_everything(there: OpenDeal, who: TestClient, codes: list[str]) -> int:
    """Everything that one can do about a match, at the table of Ann: all of it is refused."""
    tried = 0
    for method, route in ROUTES:
        if "{match}" not in route or "/operator/" in route:
            continue
        operation = SCHEMA["paths"][route][method.lower()]
        for body in fitting(operation):
            for code in (None, *codes):
                sent = body
                if code and isinstance(body, dict) and "invitation" in fields(operation):
                    sent = {**body, "invitation": code}
                [path] = paths(there, route, [there.ann_match])
                query = "seat=0&action=0" + (f"&invitation={code}" if code else "")
                came = who.request(method, f"{path}?{query}", json=sent)
                assert 400 <= came.status_code < 500, (method, path, came.text)
                assert came.json()["error"]["code"] in CLOSED, (method, path, came.text)
                tried += 1
    for query in ("", "?seat=0", "?watching=true", *(f"?invitation={code}" for code in codes)):
        way = f"{API}/matches/{there.ann_match}/channel{query}"
        with who.websocket_connect(way) as channel:
            assert channel.receive_json()["error"]["code"] in CLOSED
            with pytest.raises(WebSocketDisconnect):
                channel.receive_json()
        tried += 1
    return tried


@pytest.mark.parametrize("kind", [evening, of_the_day, knock_out])
def test_no_route_leads_to_a_deal_that_is_open_elsewhere(
    kind: Callable[..., OpenDeal], guest: Guest, server: TestClient, clock: Time
) -> None:
    there = kind(guest, server, clock)
    registry = server.app.state.registry  # type: ignore[attr-defined]
    live = registry.loaded[there.ann_match].match
    secret, codes = live.secret.hex(), [s.invitation for s in live.seats if s.invitation]
    # A study of the match that is over, as if one had been begun before; nobody is shown it.
    Studies(registry.store.engine).keep(there.ben_match, 1, {"of": 1, "moves": []})
    # Nobody else comes to her table, whatever he has and knows.
    number = live.number
    for who in (there.ben, there.eve, there.operator):
        assert try_everything(there, who, codes) > 50
    assert live.number == number
    # Nor is the chance of it told to who has played it, or who plays it, at their own tables.
    for what in OWN:
        came = there.ben.get(f"{API}/matches/{there.ben_match}/{what}")
        assert came.json()["error"]["code"] == "same-deal", what
    for what in ("continue", "rematch"):
        body = {"move": 0, "seats": [{"kind": "me"}, {"kind": "open"}]}
        came = there.ben.post(f"{API}/matches/{there.ben_match}/{what}", json=body)
        assert came.json()["error"]["code"] == "same-deal", what
    # Shared by its player, it is not shown either.
    mine = look(there.ben, there.ben_match)["viewer"]
    do(there.ben, "POST", f"/matches/{there.ben_match}/share", seat=mine, shared=True)
    for what in ("replay", "players", "components", "record"):
        came = there.eve.get(f"{API}/matches/{there.ben_match}/{what}")
        assert came.json()["error"]["code"] == "no-such-match", what
    others = {"ben": there.ben, "eve": there.eve, "operator": there.operator}
    before = {name: pages(there, client) for name, client in others.items()}
    assert min(map(len, before.values())) > 60
    # What happens at her table changes no byte that anybody else is told, wherever he looks.
    for _ in range(3):
        play_first(whose_turn(there), there.ann_match)
    whose_turn(there)
    for name, client in others.items():
        after = pages(there, client)
        assert [path for path, told in after.items() if told != before[name][path]] == [], name
    for told in (*before.values(), pages(there, there.ann)):
        assert [path for path, found in told.items() if secret.encode() in found] == []
    # Once nobody plays it any more it is open to all; so the search above would have found it.
    there.close()
    told = pages(there, there.eve)
    assert secret.encode() in told[f"{API}/matches/{there.ann_match}/record"]
