"""The lobby: tables to join, matches to watch, replays, and matches found by the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from fourwinds.server.app import create_app
from fourwinds.server.matchmaking import matchmaker
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account
from tests.server.test_api import API, begun, look, make, post
from tests.server.test_ratings import play_out

GAME = "santa-timea"


class Time:
    now = 1_795_003_200_000

    def passes(self, seconds: float) -> None:
        self.now += int(1000 * seconds)


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def server(
    settings: Settings, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(matchmaker, "LOOK", 3600.0)  # tests say when
    app = create_app(settings, Sources(now=lambda: clock.now))
    app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def find(client: TestClient, code: int = 201, **wish: Any) -> str:
    body = {"game": GAME, "players": 2, "bot": "deckhand", **wish}
    came = client.post(f"{API}/lobby/find", json=body)
    assert came.status_code == code, came.text
    return str(came.json().get("id") or came.json()["error"]["code"])


def listed(client: TestClient, what: str, **query: Any) -> list[dict[str, Any]]:
    came = client.get(f"{API}/lobby/{what}", params=query)
    assert came.status_code == 200, came.text
    rows: list[dict[str, Any]] = came.json()
    return rows


def settle(server: TestClient) -> None:
    assert server.portal is not None
    gathered: matchmaker.Matchmaker = server.app.state.matchmaker  # type: ignore[attr-defined]
    server.portal.call(gathered.look)


def status(client: TestClient, match: str) -> str:
    return str(look(client, match)["table"]["status"])


def test_two_who_seek_the_same_find_each_other(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    ann, ben, cleo = guest("Ann"), guest("Ben"), guest("Cleo")
    match = find(ann, pace="live", wait=600)
    assert find(ann, pace="live", wait=600) == match, "who waits already is not seated twice"
    other = find(cleo, pace="days")
    assert other != match
    [row] = listed(server, "tables", pace="live")
    assert (row["id"], row["host"], row["free"]) == (match, "Ann", 1)
    assert row["fills"] == clock.now + 600_000
    assert find(ben, pace="live") == match
    assert listed(server, "tables", pace="live") == []
    settle(server)
    assert status(ann, match) == "open", "there is time for everybody's salt"
    clock.passes(4)
    settle(server)
    assert status(ann, match) == "running"
    seen = look(ann, match)["table"]
    assert (seen["clock"]["kind"], seen["delay"]) == ("move", matchmaker.DELAY)
    assert status(cleo, other) == "open"


def test_bots_fill_up_after_the_wait_of_the_least_patient(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = find(ann, players=3)
    assert find(ben, players=3, wait=20) == match
    clock.passes(10)
    settle(server)
    assert status(ann, match) == "open"
    clock.passes(11)
    settle(server)
    assert [seat["bot"] for seat in look(ann, match)["table"]["seats"]] == [None, None, "deckhand"]
    assert status(ann, match) == "running"
    settle(server)


def test_a_table_joined_from_the_list_begins_by_itself(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = find(ann)
    post(ben, match, "seats")
    clock.passes(4)
    assert ben.delete(f"{API}/matches/{match}/seats").status_code == 200
    settle(server)
    assert status(ann, match) == "open", "somebody has left again"
    post(ben, match, "seats")
    clock.passes(4)
    settle(server)
    assert status(ann, match) == "running"


def test_a_table_that_everybody_left_is_called_off(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match, patient = find(ann, pace="live"), find(ben, pace="days", wait=300)
    clock.passes(61)
    look(ann, match)
    settle(server)
    clock.passes(61)
    settle(server)
    assert status(server, match) == "open"
    clock.passes(180)
    settle(server)
    assert status(server, match) == "over"
    clock.passes(60)
    settle(server)
    assert status(server, patient) == "running", "who plays by days need not wait at the table"


def test_nobody_is_rated_against_bots_alone(guest: Guest, server: TestClient, clock: Time) -> None:
    assert find(guest("Gast"), code=403, rated=True) == "needs-account"
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    match = find(ann, rated=True, wait=30)
    clock.passes(31)
    settle(server)
    assert status(ann, match) == "open"
    assert find(ben, rated=True) == match
    clock.passes(31)
    settle(server)
    assert status(ann, match) == "running"
    assert find(ann, code=422, bot="nobody") == "unknown-bot"
    assert find(ann, code=422, game="nothing") == "unknown-game"


def test_lists_are_filtered_and_hold_nothing_private(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    plain = make(ann)
    three = make(ann, [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], rated=True)
    make(ann, private=True)
    days = make(ann, clock={"kind": "days", "amount": 3})
    ids = [row["id"] for row in listed(server, "tables")]
    assert sorted(ids) == sorted([plain, three, days])
    for query, found in (
        ({"players": 3}, three),
        ({"rated": True}, three),
        ({"pace": "days"}, days),
        ({"players": 2, "pace": "none", "rated": False}, plain),
    ):
        assert [row["id"] for row in listed(server, "tables", **query)] == [found]
    assert listed(server, "tables", game="regatta") == []
    running = begun(ann, ben, delay=60)
    begun(ann, ben, seats=[{"kind": "me"}, {"kind": "open"}])
    hidden = make(ann, [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}], private=True)
    post(ann, hidden, "start")
    rows = listed(server, "live")
    assert hidden not in [row["id"] for row in rows]
    [row] = [row for row in rows if row["id"] == running]
    assert (row["people"], row["delay"], row["free"]) == (["Ann", "Ben"], 60, 0)


def test_the_best_replays_come_first_and_hidden_people_are_left_out(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    short = {"options": {"rounds": 1}}
    bots = make(ann, [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}], **short)
    post(ann, bots, "start")
    play_out(bots, ann)
    people = begun(ann, ben, **short)
    play_out(people, ann, ben)
    given_up = begun(ann, ben, **short)
    post(ben, given_up, "resign", seat=1)
    private = make(ann, [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}], private=True, **short)
    post(ann, private, "start")
    play_out(private, ann)
    assert {row["match"] for row in listed(server, "replays")} == {people, bots}
    assert listed(server, "replays", game="regatta") == []
    [row] = [r for r in listed(server, "replays", lang="de") if r["match"] == bots]
    assert [seat["name"] for seat in row["seats"]] == ["Ann", "Matrose"]
    ben.post(f"{API}/me/profile", json={"hidden": True})
    assert [row["match"] for row in listed(server, "replays")] == [bots]
