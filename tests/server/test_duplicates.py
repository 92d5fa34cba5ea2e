"""Duplicate matches of people: the same deals at several tables, secret until the last closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from fourwinds.core.record import Record
from fourwinds.match import fairness
from fourwinds.match.duplicate import Form
from fourwinds.match.verify import verify
from fourwinds.server.app import create_app
from fourwinds.server.matchmaking import duplicate_tables
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account
from tests.server.test_api import API, look, play_first, post
from tests.server.test_friends import befriend, do, id_of, refused
from tests.server.test_ratings import play_out

GAME = "santa-timea"
DAY = 24 * 3600_000


class Time:
    now = 1_795_003_200_000


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def server(
    settings: Settings, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(duplicate_tables, "LOOK", 3600.0)  # tests say when
    app = create_app(settings, Sources(now=lambda: clock.now))
    app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def make(client: TestClient, code: int = 201, **more: Any) -> Any:
    body = {"name": "Evening", "game": GAME, "players": 2, "bot": "deckhand", "deals": 1, **more}
    return do(client, "POST", "/duplicates", code, **body)


def begin(*people: TestClient, **more: Any) -> str:
    """One that these take part in, in this order of places."""
    new = str(make(people[0], **more)["id"])
    code = shown(people[0], new)["code"]
    for client in people[1:]:
        do(client, "POST", f"/duplicates/{new}/people", code=code)
    do(people[0], "POST", f"/duplicates/{new}/start")
    return new


def shown(client: TestClient, duplicate: str, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = do(client, "GET", f"/duplicates/{duplicate}{query}")
    return found


def table(client: TestClient, duplicate: str) -> str | None:
    match: str | None = do(client, "POST", f"/duplicates/{duplicate}/play")["match"]
    return match


def settle(server: TestClient) -> None:
    assert server.portal is not None
    tables: Any = server.app.state.duplicate_tables  # type: ignore[attr-defined]
    server.portal.call(tables.look)


@pytest.mark.parametrize(("players", "seats"), [(2, 1), (3, 1), (4, 1), (4, 2), (5, 2)])
def test_teams_change_seats_at_the_second_table(players: int, seats: int) -> None:
    form = Form(players, seats)
    assert form.fits()
    assert form.is_full(4 * seats)
    assert not form.is_full(4 * seats - 1)
    for deal in range(2 * players):
        there: dict[int, dict[int, int | None]] = {0: {}, 1: {}}
        for place in range(form.places):
            seat = form.seat_of(place, deal)
            assert seat not in there[form.table_of(place)], "a seat for each"
            there[form.table_of(place)][seat] = form.team_of(place)
        assert there[0].keys() == there[1].keys()
        assert all(there[0][seat] != there[1][seat] for seat in there[0])


def test_in_a_field_everybody_has_the_same_seat() -> None:
    form = Form(3)
    assert [form.seat_of(place, deal) for deal in range(4) for place in (0, 5)] == [
        0, 0, 1, 1, 2, 2, 0, 0,
    ]  # fmt: skip
    assert form.team_of(3) is None
    assert not form.is_full(1)
    assert not Form(3, 2).fits()


def test_an_evening_of_two_teams_at_two_tables(
    guest: Guest, server: TestClient, clock: Time
) -> None:
    people = [account(guest, name) for name in ("Ann", "Ben", "Cid", "Dora")]
    ann, ben, cid, dora = people
    eve = account(guest, "Eve")
    evening = begin(*people, seats=1)
    bound = shown(ann, evening)["commitments"]
    assert refused(eve, "POST", f"/duplicates/{evening}/play") == "not-found"
    one, other = table(ann, evening), table(cid, evening)
    assert one is not None
    assert other is not None
    assert table(ben, evening) == one != other == table(dora, evening)
    # The same cards, the teams in each other's seats; no salt, and nothing but the table.
    hands = [[look(c, match)["view"]["hand"] for c in two]
             for match, two in ((one, (ann, ben)), (other, (dora, cid)))]  # fmt: skip
    assert hands[0] == hands[1]
    assert look(ann, one)["table"]["duplicate"] == evening
    assert look(ann, one)["table"]["commitment"] == bound[0]
    for outsider in (cid, eve, server):
        for what in ("", "/log", "/record", "/replay", "/moves", "/players"):
            assert refused(outsider, "GET", f"/matches/{one}{what}") == "no-such-match", what
    codes = list(server.app.state.registry.loaded[one].match.seats)  # type: ignore[attr-defined]
    for code in filter(None, (seat.invitation for seat in codes)):
        assert refused(cid, "GET", f"/matches/{one}?invitation={code}") == "no-such-match"
        body = {"invitation": code}
        assert refused(cid, "POST", f"/matches/{one}/seats", **body) == "no-such-match"
    # What happens at the other table changes no byte of what is told here.
    pages = (f"/duplicates/{evening}", f"/matches/{one}", "/me/matches", "/lobby/live")
    before = [ann.get(f"{API}{path}").content for path in pages]
    play_first(next(c for c in (cid, dora) if look(c, other)["asked"]), other)
    assert [ann.get(f"{API}{path}").content for path in pages] == before
    play_out(one, ann, ben)
    # One table is through; the deal is still open at the other.
    assert look(ann, one)["table"]["result"]["secret"] == ""
    for what in ("record", "replay", "moves", "analysis"):
        assert refused(ann, "GET", f"/matches/{one}/{what}") == "same-deal", what
    body = {"move": 0, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "mate"}]}
    assert refused(ann, "POST", f"/matches/{one}/continue", **body) == "same-deal"
    assert refused(ann, "POST", f"/matches/{one}/rematch") == "same-deal"
    assert refused(ann, "POST", f"/matches/{other}/seats") == "no-such-match"
    seen = shown(ann, evening)
    assert (seen["status"], seen["results"]) == ("running", None)
    assert [row["closed"] for row in seen["people"]] == [1, 1, 0, 0]
    assert table(ann, evening) is None
    settle(server)
    assert shown(ann, evening)["status"] == "running"
    play_out(other, cid, dora)
    assert shown(ann, evening)["results"] is None, "every match is closed before a deal is opened"
    settle(server)
    seen = shown(cid, evening)
    assert seen["status"] == "over"
    [board] = seen["results"]["boards"]
    assert fairness.commitment(bytes.fromhex(board["secret"])) == board["commitment"] == bound[0]
    assert len(board["results"]) == 4
    by_seat: dict[int, list[dict[str, Any]]] = {}
    for row in board["results"]:
        by_seat.setdefault(row["seat"], []).append(row)
    for two in by_seat.values():
        assert {row["team"] for row in two} == {0, 1}
        assert sum(row["matchpoints"] for row in two) == 1
        assert sum(row["difference"] for row in two) == 0
    assert sum(each["matchpoints"]["mean"] for each in seen["results"]["teams"]) == 1
    assert {each["name"] for each in seen["results"]["totals"]} == {"Ann", "Ben", "Cid", "Dora"}
    # Now everybody steps through everything.
    record = Record.loads(cid.get(f"{API}/matches/{one}/record").text)
    assert all(finding.problem is None for finding in verify(record))
    assert cid.get(f"{API}/matches/{one}/replay?move=1").status_code == 200
    assert look(cid, one)["table"]["result"]["secret"] == board["secret"]


def test_friends_against_the_same_field(guest: Guest, server: TestClient, clock: Time) -> None:
    ann, ben, cid = (account(guest, name) for name in ("Ann", "Ben", "Cid"))
    evening = begin(ann, ben, cid, deals=2, players=3)
    first = {client: table(client, evening) for client in (ann, ben)}
    assert len(set(first.values())) == 2
    for client, match in first.items():
        assert match is not None
        play_out(match, client)
        second = table(client, evening)
        assert second not in (None, match)
        assert look(client, str(second))["viewer"] == 1, "from deal to deal one seat on"
        if client is ben:
            play_out(str(second), client)
    # Who plays alike meets the same answers: the bots have the same chance.
    clock.now += 8 * DAY
    settle(server)
    seen = shown(cid, evening)
    assert seen["status"] == "over", "the time is up"
    one, two = seen["results"]["boards"]
    assert [row["matchpoints"] for row in one["results"]] == [0.5, 0.5]
    assert [row["name"] for row in two["results"]] == ["Ben"], "what was not over has no result"
    assert two["results"][0]["matchpoints"] is None
    assert table(ann, evening) is None
    assert do(ann, "GET", "/me/duplicates")[0]["people"] == 3


def test_who_comes_goes_and_begins(guest: Guest, clock: Time, server: TestClient) -> None:
    ann, ben, cid, eve = (account(guest, name) for name in ("Ann", "Ben", "Cid", "Eve"))
    for wrong in ({"seats": 2}, {"players": 9}):
        assert make(ann, 422, **wrong)["error"]["code"] == "bad-seats"
    assert make(ann, 422, bot="nobody")["error"]["code"] == "unknown-bot"
    evening = make(ann, seats=1)["id"]
    code = shown(ann, evening)["code"]
    assert refused(ben, "GET", f"/duplicates/{evening}") == "not-found"
    assert shown(server, evening, f"?code={code}")["mine"] is False
    do(ben, "POST", f"/duplicates/{evening}/people", code=code, team=0)
    assert [row["team"] for row in shown(ann, evening)["people"]] == [0, 0]
    body = {"code": code, "team": 0}
    assert refused(cid, "POST", f"/duplicates/{evening}/people", **body) == "seat-taken"
    assert refused(ann, "POST", f"/duplicates/{evening}/start") == "seats-open"
    assert refused(ann, "POST", f"/duplicates/{evening}/play") == "not-started"
    do(ann, "POST", f"/users/{id_of(eve)}/block")
    assert refused(eve, "POST", f"/duplicates/{evening}/people", code=code) == "not-welcome"
    do(ben, "DELETE", f"/duplicates/{evening}/people")
    befriend(ann, cid)
    do(ann, "POST", f"/duplicates/{evening}/invitations", user=id_of(cid))
    do(cid, "POST", f"/duplicates/{evening}/people", team=1)
    assert refused(cid, "POST", f"/duplicates/{evening}/start") == "not-host"
    do(ann, "DELETE", f"/duplicates/{evening}/people")
    assert refused(cid, "GET", f"/duplicates/{evening}") == "not-found"


def test_a_host_closes_it_and_who_is_deleted_is_gone(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    evening = begin(ann, ben)
    match = table(ben, evening)
    assert match is not None
    assert refused(ben, "POST", f"/duplicates/{evening}/close") == "not-host"
    assert post(ben, match, "undo", code=409, seat=0)["error"]["code"] == "same-deal"
    assert post(ben, match, "hint", code=409, seat=0)["error"]["code"] == "same-deal"
    told = do(ben, "GET", "/me/data")
    assert [row["duplicate"] for row in told["duplicate_players"]] == [evening]
    assert "secret" not in str(told)
    do(ben, "DELETE", "/me", current="correct horse")
    do(ann, "POST", f"/duplicates/{evening}/close")
    seen = shown(ann, evening)
    assert (seen["status"], [row["name"] for row in seen["people"]]) == ("over", ["Ann"])
    assert seen["results"]["boards"][0]["results"] == []
