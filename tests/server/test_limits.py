"""Limits that hold: nobody can keep the server busy alone, nor lock others out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.match import commands as match_commands
from fourwinds.match.match import Match
from fourwinds.server import rate_limits
from fourwinds.server.accounts.authentication import HASHES_AT_ONCE, Authentication
from fourwinds.server.app import create_app
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.rate_limits import (
    HELD_FOR,
    ConcurrencyLimiter,
    RateLimiter,
    Shared,
    WorkLimiter,
    network_of,
)
from fourwinds.server.routes import channel as routes_channel
from fourwinds.server.routes import matches as routes_matches
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account

API = "/api/v1"


def test_a_bucket_fills_by_its_rate_and_holds_a_burst() -> None:
    now = [100.0]
    buckets = RateLimiter(2, 3, lambda: now[0])
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
    passed = [100.0]
    steady = Sources(now=lambda: wall[0], monotonic=lambda: passed[0])
    with TestClient(create_app(replace(settings, requests=1, burst=3), steady)) as client:
        assert client.post(f"{API}/guests", json={"name": "Ann"}).status_code == 201
        codes = [client.get(f"{API}/me").status_code for _ in range(6)]
        assert codes[-1] == 429
        wall[0] -= 120_000
        passed[0] += 2  # time passes whatever the clock says
        assert client.get(f"{API}/me").status_code == 200
    now = [100.0]
    buckets = RateLimiter(1, 1, lambda: now[0])
    buckets.take("ann")
    now[0] -= 50
    with pytest.raises(ServerError):
        buckets.take("ann")
    now[0] += 1.1
    buckets.take("ann")


def test_many_names_do_not_free_those_who_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_BUCKETS", 10)
    now = [100.0]
    buckets = RateLimiter(1, 2, lambda: now[0])
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


def test_a_noisy_channel_is_closed(settings: Settings) -> None:
    few = replace(settings, requests=1, burst=30)
    with TestClient(create_app(few)) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
        match = ann.post(f"{API}/matches", json=body).json()["id"]
        with ann.websocket_connect(f"{API}/matches/{match}/channel") as channel:
            channel.receive_json()
            for _ in range(4 * few.burst):
                channel.send_text("")
            answers = [channel.receive_json()]
            while answers[-1]["error"]["code"] == "bad-request":
                answers.append(channel.receive_json())
            with pytest.raises(WebSocketDisconnect) as closed:
                channel.receive_json()
    assert closed.value.code == 1008
    assert answers[-1]["error"]["code"] == "too-many"
    assert "nack" not in answers[-1]
    assert len(answers) <= few.burst + 10


def test_a_padded_length_is_read_whole(server: TestClient) -> None:
    """Whose first nine digits alone are read as one byte, and then a body of any size is taken."""
    for length in ("00000000100000000", "0" * 40 + "9" * 40):
        headers = {"content-length": length, "content-type": "application/json"}
        came = server.post(f"{API}/guests", content=b"{}", headers=headers)
        assert (came.status_code, came.json()["error"]["code"]) == (413, "too-large")


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


def test_one_place_tries_few_passwords_whatever_the_login(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, strangers=3))) as mallory:
        mallory.post(f"{API}/guests", json={"name": "Mallory"})
        tries = [{"login": f"sailor{n}", "password": "correct horse"} for n in range(5)]
        codes = [mallory.post(f"{API}/sessions", json=body).status_code for body in tries]
    assert codes == [401] * 3 + [429] * 2


def test_only_a_few_passwords_are_hashed_at_a_time(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes 64 MB; who comes after the second waits."""
    busy: list[int] = []
    most: list[int] = []

    class Hasher:
        def hash(self, password: str) -> str:
            busy.append(1)
            most.append(len(busy))
            together.wait(0.05)
            busy.pop()
            return ""

    together = threading.Event()

    async def flood(auth: Authentication) -> None:
        await asyncio.gather(*(auth.hash("correct horse") for _ in range(8)))

    app = create_app(settings)
    monkeypatch.setattr(app.state.auth, "passwords", Hasher())
    asyncio.run(flood(app.state.auth))
    assert len(most) == 8
    assert max(most) <= HASHES_AT_ONCE


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


def test_processes_count_together_what_somebody_takes() -> None:
    """Two processes; what the first is told a second later counts there as well."""
    now = [100.0]
    here, there = (
        Shared(
            {"guests": RateLimiter(0.1, 5, lambda: now[0])},
            {"sockets": ConcurrencyLimiter(3, lambda: now[0])},
        )
        for _ in range(2)
    )
    here.begin()
    there.begin()
    guests, guests_there = here._rates["guests"], there._rates["guests"]
    for _ in range(5):
        guests.take("192.0.2.7")
    told = here.news(repeat=False)
    assert told is not None
    assert "192.0.2.7" not in json.dumps(told)  # nobody's address goes over the bus
    there.hear("here", told)
    with pytest.raises(ServerError):
        guests_there.take("192.0.2.7")
    guests_there.take("192.0.2.8")
    now[0] += 10  # a token has come
    guests_there.take("192.0.2.7")
    assert here.news(repeat=False) is None

    sockets, sockets_there = here._counts["sockets"], there._counts["sockets"]
    with sockets.one("ann"), sockets.one("ann"):
        told = here.news(repeat=False)
        assert told is not None
        there.hear("here", told)
        with sockets_there.one("ann"), pytest.raises(ServerError), sockets_there.one("ann"):
            pass
        now[0] += HELD_FOR + 1  # the other process died
        with sockets_there.one("ann"), sockets_there.one("ann"):
            pass
        again = here.news(repeat=True)
        assert again is not None
        assert again["held"]["sockets"]
    left = here.news(repeat=False)
    assert left is not None
    there.hear("here", left)
    with sockets_there.one("ann"), sockets_there.one("ann"), sockets_there.one("ann"):
        pass


def test_debts_are_bounded_and_paid_back() -> None:
    now = [100.0]
    limiter = RateLimiter(1, 5, lambda: now[0], hide=False)
    limiter.taken_elsewhere({"ann": 1_000_000})
    now[0] += 5.5
    with pytest.raises(ServerError):
        limiter.take("ann")
    now[0] += 1
    limiter.take("ann")


def test_an_address_keeps_only_so_many_channels_open(settings: Settings) -> None:
    """However many guests it makes."""
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    app = create_app(replace(settings, place_sockets=3))
    with TestClient(app) as ann, contextlib.ExitStack() as open_channels:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        url = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}/channel"
        answers = []
        for _ in range(4):
            other = TestClient(app)
            other.portal = ann.portal
            other.post(f"{API}/guests", json={"name": "Ben"})
            channel = open_channels.enter_context(other.websocket_connect(url))
            answers.append(channel.receive_json())
        assert [each.get("error", {}).get("code") for each in answers] == [None] * 3 + ["too-many"]


def test_who_had_much_worked_out_waits_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    now, core = [100.0], [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: core[0])
    work = WorkLimiter(100, 200, lambda: now[0])

    def long() -> str:
        core[0] += 0.5
        return "done"

    def wrong() -> None:
        core[0] += 0.5
        raise KeyError("wrong")

    async def come() -> None:
        assert await work.do("ann", long) == "done"
        with pytest.raises(ServerError, match="fewer requests"):
            await work.do("ann", long)
        assert core[0] == 0.5
        with pytest.raises(KeyError):
            await work.do("ben", wrong)  # paid for as well
        with pytest.raises(ServerError):
            await work.do("ben", long)
        now[0] += 2.5  # debts are bounded by what may be done at once
        assert await work.do("ann", long) == "done"

    asyncio.run(come())


def test_what_costs_much_is_paid_for_by_who_asks(server: TestClient, guest: Guest) -> None:
    """A single address without a name could keep both cores busy with deals and previews."""
    game = f"{API}/games/santa-timea"
    dealt = server.post(f"{game}/positions/deal", json={"players": 2}).json()
    there = {"position": dealt["position"], "seat": dealt["seat"]}
    action = dealt["asked"]["actions"][0]["action"]
    lesson = f"{game}/lessons/{server.get(f'{game}/lessons').json()[0]['id']}"
    ann, ben = guest("Ann"), guest("Ben")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}]}
    match = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}"
    assert ann.post(f"{match}/start", json={}).status_code == 200
    asked: list[tuple[str, dict[str, object] | None]] = [
        (f"{game}/positions/deal", {"players": 2, "decisions": 400}),
        (f"{game}/positions/check", there),
        (f"{game}/positions/play", there | {"action": action}),
        (f"{game}/positions/previews", there | {"actions": [action] * 400}),
        (f"{lesson}/run", {"answers": []}),
        (f"{lesson}/previews", {"answers": [], "actions": [action] * 400}),
        (f"{lesson}/why-not", {"answers": [], "action": action}),
        (f"{game}/puzzles/1", None),
        (f"{game}/puzzles/1/previews", {"actions": [action] * 400}),
    ]
    auth: Authentication = server.app.state.auth  # type: ignore[attr-defined]

    def status(who: TestClient, path: str, body: object) -> int:
        came = who.get(path) if body is None else who.post(path, json=body)
        return came.status_code

    auth.worked.spend("testclient", 10**9)
    ann_id = ann.get(f"{API}/me").json()["id"]
    auth.worked.spend(ann_id, 10**9)
    many = {"seat": 0, "actions": [0] * 400}
    assert status(ann, f"{match}/previews", many) == 429
    for path, sent in asked:
        assert status(server, path, sent) == 429, path
        assert status(ann, path, sent) == 429, path
        assert status(ben, path, sent) != 429, path
    assert server.get(game).status_code == 200
    assert ann.get(match).status_code == 200


def test_finished_matches_are_gone_through_beside_the_loop_and_paid_for(
    server: TestClient, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What that takes grows with the length of a match, and anybody may ask for it."""
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "hot-seat"}]}
    match = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}"
    ann.post(f"{match}/start", json={})
    for _ in range(6):
        seen = [ann.get(match, params={"seat": seat}).json()["asked"] for seat in range(2)]
        seat, asked = next((seat, asked) for seat, asked in enumerate(seen) if asked)
        action = {"action": asked["actions"][0]["action"], "decision": asked["decision"]}
        assert ann.post(f"{match}/actions", json={"seat": seat, **action}).status_code == 200
    ann.post(f"{match}/resign", json={"seat": 0})
    assert ann.get(match).json()["table"]["status"] == "over"
    gone_through: list[int] = []
    usual = Match.begin

    def beside(self: Match, facts: list[Fact] | None = None) -> State:
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop()
            pytest.fail("a match was gone through in the loop")
        gone_through.append(len(self.moves))
        return usual(self, facts)

    monkeypatch.setattr(Match, "begin", beside)
    seats = [{"kind": "me"}, {"kind": "hot-seat"}]
    asked_for: list[tuple[str, dict[str, object] | None]] = [
        (f"{match}/record", None),
        (f"{match}/replay?move=4&all_open=true", None),
        (f"{match}/moves", None),
        (f"{match}/continue", {"move": 3, "seats": seats}),
    ]

    def status(path: str, body: object) -> int:
        came = ann.get(path) if body is None else ann.post(path, json=body)
        return came.status_code

    for path, sent in asked_for:
        before = len(gone_through)
        assert status(path, sent) in (200, 201), path
        assert len(gone_through) > before
    before = len(gone_through)
    for _ in range(3):
        assert ann.get(f"{match}/analysis").status_code == 200
    assert len(gone_through) > before
    auth: Authentication = server.app.state.auth  # type: ignore[attr-defined]
    auth.worked.spend(ann.get(f"{API}/me").json()["id"], 10**9)
    for path, sent in asked_for:
        assert status(path, sent) == 429, path
    assert status(f"{API}/me/data", None) == 429


def test_a_long_match_ends_and_who_hears_all_of_it_again_and_again_pays(
    server: TestClient, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program could make its log as long as it likes, and put it into words all day."""
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "hot-seat"}]}
    match = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}"
    ann.post(f"{match}/start", json={})
    monkeypatch.setattr(match_commands, "MOST_ENTRIES", 40)
    codes = []
    for wanted in (True, False) * 30:
        came = ann.post(f"{match}/automatic", json={"seat": 0, "wanted": wanted})
        codes.append(came.status_code)
    assert codes[:30] == [200] * 30
    assert codes[-1] == 409
    assert came.json()["error"]["code"] == "match-full"
    assert ann.post(f"{match}/resign", json={"seat": 0}).status_code == 200

    for module in (routes_matches, routes_channel):
        monkeypatch.setattr(module, "FEW_UPDATES", 20)
    monkeypatch.setattr(routes_channel, "UPDATES_A_MILLISECOND", 1)
    seat_0 = {"seat": 0}
    assert ann.get(match, params=seat_0).status_code == 200
    channel = f"{match}/channel?seat=0"
    with ann.websocket_connect(channel) as line:
        whole = line.receive_json()
        assert len(whole["updates"]) > 20
    auth: Authentication = server.app.state.auth  # type: ignore[attr-defined]
    me = ann.get(f"{API}/me").json()["id"]
    auth.worked.spend(me, 10**9)
    assert ann.get(match, params=seat_0).status_code == 429
    with ann.websocket_connect(channel) as line:
        assert line.receive_json()["error"]["code"] == "too-many"
    # What is new is for everybody.
    recent = {**seat_0, "since": whole["number"] - 1}
    assert ann.get(match, params=recent).status_code == 200
    with ann.websocket_connect(f"{channel}&since={whole['number'] - 1}") as line:
        assert "push" in line.receive_json()


def test_a_preview_that_is_asked_for_often_is_made_once(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And beside the loop, which goes on meanwhile."""
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "hot-seat"}]}
    match = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}"
    ann.post(f"{match}/start", json={})
    made: list[int] = []
    usual = Rules.preview

    def counted(self: Rules, view: dict[str, object], action: int) -> dict[str, object]:
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop()
            pytest.fail("a preview was made in the loop")
        made.append(action)
        return usual(self, view, action)

    monkeypatch.setattr(Rules, "preview", counted)
    seen = [ann.get(match, params={"seat": seat}).json()["asked"] for seat in range(2)]
    seat, action = next(
        (seat, asked["actions"][0]["action"]) for seat, asked in enumerate(seen) if asked
    )
    came = ann.post(f"{match}/previews", json={"seat": seat, "actions": [action] * 400})
    assert (came.status_code, list(came.json())) == (200, [str(action)])
    assert made == [action]


def test_matches_are_read_beside_the_loop(
    server: TestClient, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of 1,500 moves takes a tenth of a second to go through, and anybody may ask for it."""
    ann = guest("Ann")
    body = {"game": "santa-timea", "seats": [{"kind": "me"}, {"kind": "open"}]}
    match = f"{API}/matches/{ann.post(f'{API}/matches', json=body).json()['id']}"
    loads: list[str] = []
    usual = Match.load

    def beside(match_id: str, *rest: Any) -> Match:
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop()
            pytest.fail("a match was read in the loop")
        loads.append(match_id)
        return usual(match_id, *rest)

    monkeypatch.setattr(Match, "load", beside)
    registry: MatchRegistry = server.app.state.registry  # type: ignore[attr-defined]
    for live in list(registry.loaded.values()):
        registry._evict(live)
    assert server.get(match).status_code == 200
    assert len(loads) == 1
