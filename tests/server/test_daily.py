"""Deals of the day: the same for everybody, one try each, secret until the day is over."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from fourwinds.core.record import Record
from fourwinds.match import fairness
from fourwinds.match.daily import after, day_of, end_of, is_closed
from fourwinds.match.verify import verify
from fourwinds.server.app import create_app
from fourwinds.server.matchmaking import daily_deals
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account
from tests.server.test_api import API, look, post
from tests.server.test_ratings import play_out

NOON = 1_795_003_200_000  # 2026-11-18, 12:00 UTC
DAY = "2026-11-18"
GAME = "santa-timea"


class Time:
    now = NOON


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def server(
    settings: Settings, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(daily_deals, "FIELD", "deckhand")  # for quick tests
    app = create_app(settings, Sources(now=lambda: clock.now))
    app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def today(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{API}/daily").json()
    return found


def begin(client: TestClient, code: int = 201) -> str:
    came = client.post(f"{API}/daily/{GAME}")
    assert came.status_code == code, came.text
    return str(came.json().get("id"))


def board(client: TestClient, day: str = DAY) -> dict[str, Any]:
    came = client.get(f"{API}/daily/{day}/{GAME}")
    assert came.status_code == 200, came.text
    found: dict[str, Any] = came.json()
    return found


def code_of(came: Any) -> str:
    assert came.status_code >= 400, came.text
    return str(came.json()["error"]["code"])


def test_days_are_those_of_utc() -> None:
    assert day_of(NOON) == DAY
    assert after(DAY) == "2026-11-19"
    assert after("2026-12-31") == "2027-01-01"
    assert end_of(DAY) == NOON + 12 * 3600 * 1000
    assert day_of(end_of(DAY)) == after(DAY)
    assert is_closed(DAY, None)
    assert is_closed(DAY, end_of(DAY) - 1)
    assert not is_closed(DAY, end_of(DAY))
    assert not is_closed(None, None)


def test_everybody_gets_the_same_deal_once(guest: Guest, server: TestClient, clock: Time) -> None:
    ann, ben, eve = account(guest, "Ann"), account(guest, "Ben"), guest("Eve")
    told = today(server)
    assert told["day"] == DAY
    [deal] = [each for each in told["games"] if each["game"] == GAME]
    assert code_of(eve.post(f"{API}/daily/{GAME}")) == "needs-account"
    one, other = begin(ann), begin(ben)
    assert one != other
    assert begin(ann) == one
    first = [look(client, match)["view"] for client, match in ((ann, one), (ben, other))]
    assert first[0]["hand"] == first[1]["hand"]
    table = look(ann, one)["table"]
    assert (table["daily"], table["commitment"]) == (DAY, deal["commitment"])
    # Who has not played it sees no board, and nobody sees another's table.
    assert board(ann)["board"] is None
    for looker in (ben, eve, server):
        assert code_of(looker.get(f"{API}/matches/{one}")) == "no-such-match"
        assert looker.post(f"{API}/matches/{one}/seats", json={}).status_code in (401, 404)
    play_out(one, ann)
    assert look(ann, one)["table"]["result"]["secret"] == ""
    # The same moves meet the same answers.
    play_out(other, ben)
    shown = board(ann)
    assert [row["matchpoints"] for row in shown["board"]] == [0.5, 0.5]
    assert [row["difference"] for row in shown["board"]] == [0.0, 0.0]
    assert [row["match"] for row in shown["board"]] == [None, None]
    assert [row["mine"] for row in shown["board"]].count(True) == 1
    assert shown["secret"] is None
    assert board(eve)["board"] is None
    assert board(eve)["finished"] == 2
    for what in ("record", "replay", "moves", "analysis"):
        assert code_of(ann.get(f"{API}/matches/{one}/{what}")) == "same-deal", what
    assert begin(ann) == one
    [mine] = [each["mine"] for each in today(ann)["games"] if each["game"] == GAME]
    assert mine == {"match": one, "over": True}
    with zipfile.ZipFile(io.BytesIO(ann.get(f"{API}/me/matches/archive").content)) as packed:
        assert packed.namelist() == ["matches.csv"]
    # Then the day is over: all is open.
    clock.now = end_of(DAY)
    shown = board(eve)
    assert fairness.commitment(bytes.fromhex(shown["secret"])) == deal["commitment"]
    assert {row["match"] for row in shown["board"]} == {one, other}
    record = Record.loads(eve.get(f"{API}/matches/{one}/record").text)
    assert all(finding.problem is None for finding in verify(record))
    assert eve.get(f"{API}/matches/{one}/replay?move=3").status_code == 200
    # Tomorrow is another deal, whose commitment was known today.
    again = today(ann)
    assert again["day"] == after(DAY)
    assert {each["game"]: each["commitment"] for each in again["games"]} == told["tomorrow"]
    assert begin(ann) not in (one, other)


def test_nothing_spoils_a_deal_that_others_play(guest: Guest) -> None:
    ann = account(guest, "Ann")
    match = begin(ann)
    seen = look(ann, match)
    while seen["asked"] is None:
        seen = look(ann, match)
    assert not seen["undo"]
    body = {"seat": 0, "action": seen["asked"]["actions"][0]["action"]}
    post(ann, match, "actions", decision=seen["asked"]["decision"], **body)
    assert post(ann, match, "undo", code=409, seat=0)["error"]["code"] == "same-deal"
    assert post(ann, match, "hint", code=409, seat=0)["error"]["code"] == "same-deal"
    post(ann, match, "resign", seat=0)
    # The try is used up; who gave up is not compared.
    shown = board(ann)
    assert (shown["finished"], shown["board"]) == (0, [])
    assert ann.post(f"{API}/matches/{match}/rematch").json()["error"]["code"] == "same-deal"
    assert begin(ann) == match
    going_on = {"move": 0, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "mate"}]}
    assert code_of(ann.post(f"{API}/matches/{match}/continue", json=going_on)) == "same-deal"


def test_what_comes_after_the_day_does_not_count(guest: Guest, clock: Time) -> None:
    ann = account(guest, "Ann")
    match = begin(ann)
    clock.now = end_of(DAY) + 1
    play_out(match, ann)
    assert board(ann)["board"] == []


def test_there_is_no_board_of_days_to_come(guest: Guest, server: TestClient) -> None:
    today(server)
    assert server.get(f"{API}/daily/{after(DAY)}/{GAME}").status_code == 404
    assert server.get(f"{API}/daily/2020-01-01/{GAME}").status_code == 404
    assert server.get(f"{API}/daily/2026-13-01/{GAME}").status_code == 422
    assert server.get(f"{API}/daily/{DAY}/chess").status_code == 404
    assert account(guest, "Ann").post(f"{API}/daily/chess").status_code == 422


def test_secrets_of_deals_are_drawn_once(tmp_path: Path) -> None:
    from fourwinds.store.daily import Daily
    from fourwinds.store.people import People
    from fourwinds.store.store import Store

    store = Store.open(f"sqlite:///{tmp_path / 'a.db'}")
    daily, ann = Daily(store.engine), People(store.engine).add("Ann", 1)
    for _ in range(2):
        daily.ensure(DAY, [("regatta", 2), (GAME, 4)], "mate", 5)
        deals = daily.deals(DAY)
        assert [deal.game for deal in deals] == ["regatta", GAME]
    assert len({deal.secret for deal in [*deals, *daily.deals(DAY)]}) == 2
    assert daily.take(deals[0], ann.id, "one", 6) == daily.take(deals[0], ann.id, "two", 7) == "one"
    assert daily.tries_of(DAY, ann.id) == {"regatta": ("one", False)}
    people = People(store.engine)
    assert [row["match"] for row in people.export(ann.id)["daily_tries"]] == ["one"]
    people.forget(ann.id)
    assert daily.tries_of(DAY, ann.id) == {}
    store.close()
