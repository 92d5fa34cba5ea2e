"""Tournaments on a server: entered, run, watched, corrected, exported, left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings
from fourwinds.server.tournaments import bot_league
from fourwinds.store.tournaments import Tournaments
from fourwinds.tournaments.standings import Line
from fourwinds.tournaments.tournament import Tournament
from tests.server.conftest import Guest, account
from tests.server.test_api import API, look

GAME = "high-tide"
QUICK: dict[str, Any] = {
    "name": "Friday",
    "game": GAME,
    "options": {"rounds": 1},
    "format": "swiss",
    "size": 2,
    "rounds": 2,
    "clock": {"kind": "move", "amount": 600},
}
Found = dict[str, Any]


def announce(client: TestClient, code: int = 201, **more: Any) -> str:
    came = client.post(f"{API}/tournaments", json={**QUICK, **more})
    assert came.status_code == code, came.text
    return str(came.json().get("id"))


def ask(
    client: TestClient, how: str, tournament: str, what: str = "", code: int = 200, **more: Any
) -> Found:
    way = f"{API}/tournaments/{tournament}{what}"
    came = client.request(how, way, json=more or None)
    assert came.status_code == code, came.text
    found: Found = came.json()
    return found


def state(client: TestClient, tournament: str) -> Found:
    return ask(client, "GET", tournament)


def until(check: Callable[[], Any], what: str, seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := check():
            return found
        time.sleep(0.05)
    raise AssertionError(f"expected {what}")


def play(client: TestClient, match: str) -> str:
    """Do something if something is asked; returns how the match stands."""
    came = client.get(f"{API}/matches/{match}", params={"since": 10**6})
    if came.status_code != 200:
        return "unset"
    seen = came.json()
    asked = seen["asked"]
    if asked is not None and not asked["chosen"]:
        body = {"seat": seen["viewer"], "decision": asked["decision"]}
        body |= {"action": asked["actions"][0]["action"], "key": asked["decision"][:60]}
        body["key"] = body["key"].replace(".", "-")
        came = client.post(f"{API}/matches/{match}/actions", json=body)
        assert came.status_code in (200, 409), came.text
    return str(seen["table"]["status"])


def play_all(clients: list[TestClient], tournament: str, done: Callable[[Found], bool]) -> Found:
    """Everybody plays whatever is asked of him until the tournament is as wanted."""

    def step() -> Found | None:
        for client in clients:
            now = state(client, tournament)
            if done(now):
                return now
            for match in (now["mine"] or {"matches": []})["matches"]:
                play(client, match)
        return None

    found: Found = until(step, "an end of the tournament")
    return found


def test_a_swiss_tournament_is_played_to_its_end_with_byes_a_correction_and_an_export(
    guest: Guest,
) -> None:
    ann = account(guest, "Ann")
    people = [ann, *(guest(name) for name in ("Ben", "Cleo"))]
    there = announce(ann, late=2)
    for person in people:
        ask(person, "POST", there, "/entry")
    assert ask(ann, "POST", there, "/entry", code=409)["error"]["code"] == "already-entered"
    assert ask(people[1], "POST", there, "/start", code=403)["error"]["code"] == "not-organiser"
    with people[2].websocket_connect(f"{API}/tournaments/{there}/channel") as channel:
        assert channel.receive_json()["status"] == "entry"
        assert ask(ann, "POST", there, "/start")["status"] == "running"
        pushed = channel.receive_json()
        assert pushed["status"] == "running"
    late = guest("Dora")
    until(lambda: state(ann, there)["round"] == 1, "the first round")
    ask(late, "POST", there, "/entry")
    people.append(late)
    ended = play_all(people, there, lambda now: bool(now["status"] == "over"))
    assert [table["round"] for table in ended["tables"]] == [1, 2, 2]
    assert len(ended["byes"]["1"]) == 1
    points = {line["name"]: line["points"] for line in ended["standings"]}
    assert sum(points.values()) == 3 + 0.5  # a point for each table, a half for the bye
    first = ended["standings"][0]
    assert first["best"] == 1
    assert 0 <= first["low"] <= first["mean"] <= first["high"] <= 1
    assert len(ended["cross"]) == 4
    assert ended["cross"][0][0] == []
    table = ended["tables"][0]
    swapped = [3 - place if table["places"] != [1, 1] else 1 for place in table["places"]]
    corrected = ask(ann, "POST", there, "/tables/1/result", places=swapped)
    assert corrected["tables"][0]["places"] == swapped
    assert ask(people[1], "POST", there, "/tables/1/result", 403, places=[1, 2])["error"]
    assert ask(ann, "POST", there, "/tables/1/result", 422, places=[1, 2, 3])["error"]
    exported = ask(ann, "GET", there, "/export")
    assert exported["standings"]
    assert exported["tables"][0]["matches"]
    lines = ann.get(f"{API}/tournaments/{there}/export?format=csv").text.splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("place,name,points")
    listed = ann.get(f"{API}/tournaments?over=true").json()
    assert [each["id"] for each in listed] == [there]


def test_who_enters_while_his_page_begins_to_listen_is_told_that_he_is_in(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a look read before an entry, and brings later, must not take the entry away again."""
    there, ben = announce(account(guest, "Ann")), guest("Ben")
    state(ben, there)
    find, reads, entered = Tournaments.find, threading.Event(), threading.Event()

    def slow(self: Tournaments, tournament: str, number: int) -> Any:
        found = find(self, tournament, number)
        if not reads.is_set():
            reads.set()
            assert entered.wait(60)
        return found

    monkeypatch.setattr(Tournaments, "find", slow)
    with ben.websocket_connect(f"{API}/tournaments/{there}/channel") as channel:
        assert reads.wait(60)
        assert ask(ben, "POST", there, "/entry")["mine"]["player"] == 1
        entered.set()
        assert channel.receive_json()["mine"]["player"] == 1


def test_who_never_comes_is_missing_by_the_clock_and_out_after_a_while(guest: Guest) -> None:
    ann = account(guest, "Ann")
    ben = guest("Ben")
    there = announce(ann, absences=1, clock={"kind": "move", "amount": 5})
    for person in (ann, ben):
        ask(person, "POST", there, "/entry")
    ask(ann, "POST", there, "/start")
    ended = play_all([ann], there, lambda now: bool(now["status"] == "over"))
    lines = {line["name"]: line for line in ended["standings"]}
    assert lines["Ann"]["points"] == 1
    assert lines["Ben"]["points"] == 0
    assert lines["Ben"]["withdrawn"]
    assert len(ended["tables"]) == 1
    assert ended["tables"][0]["missing"] == [ended["tables"][0]["players"].index(2)]


def test_a_pause_sets_no_tables_and_a_withdrawal_ends_what_is_left(guest: Guest) -> None:
    ann = account(guest, "Ann")
    people = [ann, guest("Ben")]
    there = announce(ann, rounds=3)
    for person in people:
        ask(person, "POST", there, "/entry")
    ask(ann, "POST", there, "/start")
    until(lambda: state(ann, there)["tables"], "a table")
    assert ask(ann, "POST", there, "/pause", paused=True)["paused"]
    play_all(people, there, lambda now: bool(now["tables"][0]["over"]))
    time.sleep(1.2)  # two looks of the server
    assert len(state(ann, there)["tables"]) == 1
    ask(ann, "POST", there, "/pause", paused=False)
    until(lambda: len(state(ann, there)["tables"]) == 2, "the second round")
    ask(people[1], "DELETE", there, "/entry")
    ended = play_all(people, there, lambda now: bool(now["status"] == "over"))
    assert len(ended["tables"]) == 2


def test_the_deals_of_a_knock_out_are_secret_until_the_round_is_over(
    guest: Guest, server: TestClient
) -> None:
    ann = account(guest, "Ann")
    people = [ann, *(guest(name) for name in ("Ben", "Cleo", "Dora"))]
    there = announce(ann, format="knock-out", rounds=0, size=3, deals=1, bot="deckhand")
    for person in people:
        ask(person, "POST", there, "/entry")
    ask(ann, "POST", there, "/start")
    until(lambda: len(state(ann, there)["tables"]) == 2, "the first round")
    mine = {n: state(person, there)["mine"]["matches"] for n, person in enumerate(people)}
    assert all(len(matches) == 1 for matches in mine.values())
    # Ann plays hers to the end. Nobody else sees it, nor does she see the others'.
    until(lambda: play(ann, mine[0][0]) == "over", "the end of her table")
    assert look(ann, mine[0][0])["table"]["result"]["secret"] == ""
    assert ann.get(f"{API}/matches/{mine[0][0]}/record").status_code == 409
    for other in people[1:]:
        assert other.get(f"{API}/matches/{mine[0][0]}").status_code == 404
    for number in (1, 2, 3):
        assert ann.get(f"{API}/matches/{mine[number][0]}").status_code == 404
    seen = state(server, there)
    assert all(table["matches"] == [] and table["scores"] is None for table in seen["tables"])
    assert all(match["mine"] for table in state(ann, there)["tables"] for match in table["matches"])
    assert ask(server, "GET", there, "/export")["tables"][0]["matches"] == []
    views = [look(person, mine[n][0])["table"]["commitment"] for n, person in enumerate(people)]
    assert len(set(views)) == 1  # the same deal for all
    ended = play_all(people, there, lambda now: bool(now["status"] == "over"))
    assert [len(t["players"]) for t in ended["tables"]] == [2, 2, 2]
    until(lambda: look(ann, mine[0][0])["table"]["result"]["secret"], "the open deal")
    assert people[1].get(f"{API}/matches/{mine[0][0]}/record").status_code == 200
    assert ended["tables"][0]["scores"] is not None


def test_the_deals_of_a_knock_out_that_is_called_off_are_shown_when_they_have_been_played(
    guest: Guest, server: TestClient
) -> None:
    ann, ben = account(guest, "Ann"), guest("Ben")
    there = announce(ann, format="knock-out", rounds=0, size=3, deals=1, bot="deckhand")
    for person in (ann, ben):
        ask(person, "POST", there, "/entry")
    ask(ann, "POST", there, "/start")
    until(lambda: state(ann, there)["tables"], "the pair")
    one, other = (state(person, there)["mine"]["matches"][0] for person in (ann, ben))
    until(lambda: play(ann, one) == "over", "the end of her table")
    assert ask(ann, "DELETE", there)["status"] == "called-off"
    assert ann.get(f"{API}/matches/{one}/record").status_code == 409
    until(lambda: play(ben, other) == "over", "the end of his table")
    until(lambda: look(ann, one)["table"]["result"]["secret"], "the open deal")
    assert ann.get(f"{API}/matches/{other}/record").status_code == 200
    assert state(ann, there)["status"] == "called-off"


def token_of(client: TestClient, server: TestClient) -> TestClient:
    """The same person's program."""
    secret = client.post(f"{API}/tokens", json={"name": "bot"}).json()["token"]
    program = TestClient(
        server.app, headers={"Authorization": f"Bearer {secret}"}, raise_server_exceptions=False
    )
    program.portal = server.portal
    return program


def test_programs_play_where_the_organiser_allows_it_alone(
    guest: Guest, server: TestClient
) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    program = token_of(ben, server)
    closed = announce(ann)
    assert ask(program, "POST", closed, "/entry", 403)["error"]["code"] == "no-programs"
    for person in (ann, ben):
        ask(person, "POST", closed, "/entry")
    ask(ann, "POST", closed, "/start")
    match = until(lambda: (state(ben, closed)["mine"] or {}).get("matches"), "a table")[0]
    until(lambda: ben.get(f"{API}/matches/{match}").status_code == 200, "the table set")
    seen = look(program, match)
    body = {"seat": seen["viewer"], "action": 0, "decision": "x", "key": "k"}
    came = program.post(f"{API}/matches/{match}/actions", json=body)
    assert (came.status_code, came.json()["error"]["code"]) == (403, "no-programs")
    opened = announce(ann, programs=True)
    assert ask(program, "POST", opened, "/entry")["standings"][0]["program"]


def test_the_league_of_bots_rates_programs_against_the_house(
    guest: Guest, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_league, "HOUSE", ("deckhand",) * 3)  # for quick tests
    ben = account(guest, "Ben")
    assert ben.post(f"{API}/bot-league/santa-timea").status_code == 403
    program = token_of(ben, server)
    came = program.post(f"{API}/bot-league/santa-timea")
    assert came.status_code == 201, came.text
    there = came.json()["tournament"]
    assert program.post(f"{API}/bot-league/santa-timea").json() == came.json()
    ended = play_all([program], there, lambda now: any(t["over"] for t in now["tables"]))
    assert sorted(line["bot"] for line in ended["standings"]) == [False, True, True, True]
    leagues = {each["game"]: each for each in server.get(f"{API}/bot-league").json()}
    here = leagues["santa-timea"]
    assert here["today"] == there
    assert {(row["name"], row["house"]) for row in here["ratings"]} == {
        ("Ben", False),
        ("deckhand", True),
    }
    assert all(row["matches"] == 1 and row["sigma"] > 0 for row in here["ratings"])


def test_an_arena_sets_tables_for_who_waits_with_bots_of_the_house(guest: Guest) -> None:
    ann = account(guest, "Ann")
    there = announce(ann, format="arena", rounds=0, minutes=30)
    ask(ann, "POST", there, "/entry")
    ask(ann, "POST", there, "/bots", bot="deckhand")
    ask(ann, "POST", there, "/start")
    ended = play_all([ann], there, lambda now: any(t["over"] for t in now["tables"]))
    assert ended["mine"]["player"] == 1
    ask(ann, "POST", there, "/wait", wants=False)
    assert ask(ann, "DELETE", there)["status"] == "called-off"
    rated = announce(ann, rated=True)
    assert ask(ann, "POST", rated, "/bots", 422, bot="mate")["error"]["code"] == "bad-tournament"


def test_standings_are_worked_out_once_for_all_who_look(
    guest: Guest, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 256 players they take a tenth of a second of the loop."""
    worked: list[int] = []
    usual = Tournament.standings

    def counted(there: Tournament) -> list[Line]:
        worked.append(there.number)
        return usual(there)

    monkeypatch.setattr(Tournament, "standings", counted)
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    tournament = announce(ann)
    with server.websocket_connect(f"{API}/tournaments/{tournament}/channel") as channel:
        assert channel.receive_json()["standings"] == []
        for client in (ann, ben):
            ask(client, "POST", tournament, "/entry")
            assert len(channel.receive_json()["standings"]) == 1 + (client is ben)
        seen = state(server, tournament)
        assert state(server, tournament) == seen
        assert ann.get(f"{API}/tournaments/{tournament}/export").status_code == 200
    assert len(worked) == len(set(worked)) == 3


def test_what_cannot_be_played_is_refused(guest: Guest, server: TestClient) -> None:
    ann = account(guest, "Ann")
    announce(guest("Gus"), 403)
    for wrong in (
        {"clock": {"kind": "none"}},
        {"rounds": 0},
        {"format": "arena"},
        {"format": "knock-out", "rounds": 0, "rated": True},
        {"format": "knock-out", "rounds": 0, "ties": ["score"]},
        {"game": "winds-of-plunder", "options": {}, "size": 2, "least": 2},
        {"game": "nothing"},
        {"options": {"rounds": 99}},
        {"name": "   "},
    ):
        announce(ann, 422, **wrong)
    assert ask(ann, "GET", "nowhere", code=404)["error"]["code"] == "no-such-tournament"
    there = announce(ann)
    assert ask(ann, "POST", there, "/start", code=409)["error"]["code"] == "too-few"
    assert ask(ann, "DELETE", there, "/entry", code=409)["error"]["code"] == "not-entered"


def test_who_is_deleted_is_gone_from_tournaments_too(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), guest("Benedikt")
    there = announce(ann, rounds=1)
    for person in (ann, ben, guest("Cleo")):
        ask(person, "POST", there, "/entry")
    ask(ann, "POST", there, "/start")
    until(lambda: state(ann, there)["tables"], "a table")
    assert ben.request("DELETE", f"{API}/me", json={}).status_code == 200
    seen = state(ann, there)
    assert "Benedikt" not in str(seen)
    assert [line["former"] for line in seen["standings"] if line["player"] == 2] == [True]
    assert ann.request("DELETE", f"{API}/me", json={"current": "correct horse"}).status_code == 200
    assert state(server, there)["organiser"] is None


def test_a_server_that_starts_again_goes_on_with_its_tournaments(settings: Settings) -> None:
    """The first server is stopped before it has set the tables it has paired."""

    def begin() -> tuple[Any, TestClient]:
        app = create_app(settings)
        app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)
        return app, TestClient(app, raise_server_exceptions=False)

    app, server = begin()
    cookies = []
    with server:

        async def nothing(*_: object) -> None:
            raise RuntimeError("killed here")

        app.state.tournaments.tables.set = nothing
        for name in ("Ann", "Ben"):
            client = TestClient(app, raise_server_exceptions=False)
            client.portal = server.portal
            client.post(f"{API}/guests", json={"name": name})
            if name == "Ann":
                client.post(f"{API}/me/account", json={"login": "ann", "password": "correct horse"})
                there = announce(client, rounds=1)
            ask(client, "POST", there, "/entry")
            cookies.append(client.cookies)
            if name == "Ben":
                continue
            ann = client
        ask(ann, "POST", there, "/start")
        until(lambda: state(ann, there)["tables"], "a pairing")
        match = state(ann, there)["mine"]["matches"][0]
        assert ann.get(f"{API}/matches/{match}").status_code == 404
    app, server = begin()
    with server:
        people = []
        for cookie in cookies:
            client = TestClient(app, raise_server_exceptions=False, cookies=cookie)
            client.portal = server.portal
            people.append(client)
        ended = play_all(people, there, lambda now: bool(now["status"] == "over"))
        assert len(ended["tables"]) == 1
        assert ended["tables"][0]["over"]
        assert ended["tables"][0]["matches"][0]["match"] == match
