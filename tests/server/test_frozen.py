"""A server that takes over a database of version 0.1.0: its matches are of rules that are gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update

from fourwinds.core.words import LANGUAGES
from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings
from fourwinds.store.models import EntryRow, MatchRow
from fourwinds.store.people import People
from fourwinds.store.store import Store
from tests.cli.conftest import Command, fourwinds  # noqa: F401
from tests.server.test_api import API
from tests.store.test_of_0_1_0 import SAID, database

RUNNING = "running-santa-timea"
FINISHED = "finished-santa-timea"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database(tmp_path / "old.db"), strangers=10_000, burst=10_000, pace=0)


@pytest.fixture
def ann(settings: Settings) -> Iterator[TestClient]:
    """The host of all matches, at a server of this version."""
    store = Store.open(settings.database)
    people = People(store.engine)
    found = people.of_login("ann")
    assert found is not None
    _, token = people.add_token(found.id, "test", 1)
    store.close()
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def test_players_are_told_that_their_match_stands_still(ann: TestClient) -> None:
    listed = {row["id"]: row for row in ann.get(f"{API}/me/matches").json()}
    assert set(listed) == set(SAID)
    assert listed[RUNNING]["frozen"]
    assert not listed[RUNNING]["your_turn"]
    told = set()
    for language in LANGUAGES:
        answer = ann.get(f"{API}/matches/{RUNNING}", headers={"accept-language": language}).json()
        assert answer["view"] is answer["asked"] is answer["table"]["waiting"] is None
        frozen = answer["table"]["frozen"]
        assert (frozen["code"], frozen["rules_version"], frozen["present"]) == (
            "rules-changed",
            1,
            2,
        )
        assert "1" in frozen["words"]
        assert "{" not in frozen["words"]
        told.add(frozen["words"])
    assert len(told) == len(LANGUAGES)


def test_nothing_can_be_done_but_to_end_it(ann: TestClient) -> None:
    here = f"{API}/matches/{RUNNING}"
    for route, body in (
        ("actions", {"seat": 0, "action": 0, "decision": "1.0"}),
        ("retract", {"seat": 0}),
        ("undo", {"seat": 0}),
        ("resign", {"seat": 0}),
        ("answer", {"seat": 0, "yes": True}),
        ("previews", {"seat": 0, "actions": [0]}),
    ):
        answer = ann.post(f"{here}/{route}", json=body)
        assert answer.status_code == 409, route
        assert answer.json()["error"]["code"] == "rules-changed"
    assert ann.post(f"{here}/chat", json={"text": "a pity"}).status_code == 200
    assert ann.post(f"{here}/offer-end", json={"seat": 0}).status_code == 200
    table = ann.get(here).json()["table"]
    assert table["status"] == "over"
    assert table["result"]["by"] == "rules-changed"
    assert table["result"]["winners"] == []


def test_a_finished_match_keeps_result_and_record_and_its_replay_names_the_version(
    ann: TestClient,
) -> None:
    here = f"{API}/matches/{FINISHED}"
    assert ann.get(here).json()["table"]["result"] == SAID[FINISHED]["result"]
    record = ann.get(f"{here}/record")
    assert record.status_code == 200
    assert "\nrules: 1\n" in record.text
    for route in ("replay", "moves", "analysis"):
        answer = ann.get(f"{here}/{route}")
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert error["code"] == "rules-changed"
        assert "version 1" in error["message"]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "mate"}, {"kind": "bot", "bot": "mate"}]
    answer = ann.post(f"{here}/continue", json={"move": 3, "seats": seats})
    assert answer.json()["error"]["code"] == "rules-changed"
    again = ann.post(f"{here}/rematch")
    assert again.status_code == 201
    assert ann.get(f"{API}/matches/{again.json()['id']}").json()["table"]["frozen"] is None


def test_a_damaged_log_harms_no_other_match(ann: TestClient, settings: Settings) -> None:
    store = Store.open(settings.database)
    there = (EntryRow.match == RUNNING, EntryRow.number == 5)
    with store.engine.begin() as connection:
        connection.execute(update(EntryRow).where(*there).values(kind="sunk"))
        connection.execute(update(MatchRow).where(MatchRow.id == RUNNING).values(wake=1))
    answer = ann.get(f"{API}/matches/{RUNNING}")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "bad-log"
    assert len(ann.get(f"{API}/me/matches").json()) == len(SAID) - 1
    assert ann.get(f"{API}/matches/{FINISHED}").status_code == 200
    store.close()


def test_the_operator_sees_and_ends_them(
    settings: Settings,
    fourwinds: Command,  # noqa: F811
) -> None:
    def admin(*words: str, **more: Any) -> Any:
        return fourwinds("admin", *words, "--database", settings.database, **more)

    out = admin("verify-all").stdout
    assert out.startswith(f"{len(SAID)} matches: 0 same, {len(SAID)} other rules\n")
    assert f"{RUNNING} (santa-timea, running): rules version 1, the present one is 2" in out
    assert "end-frozen" in out
    rows = json.loads(admin("verify-all", "--json").stdout)["rows"]
    assert {row["rules_version"] for row in rows} == {1}
    standing = sum(told["status"] != "over" for told in SAID.values())
    assert admin("end-frozen").stdout == f"{standing} matches ended\n"
    assert admin("end-frozen").stdout == "0 matches ended\n"
    store = Store.open(settings.database)
    with store.engine.begin() as connection:
        found = connection.execute(select(MatchRow.status).distinct()).scalars().all()
        there = (EntryRow.match == RUNNING, EntryRow.number == 5)
        connection.execute(update(EntryRow).where(*there).values(data={"name": 5}))
    store.close()
    assert list(found) == ["over"]
    out = admin("verify-all", code=1).stdout
    assert "1 unreadable" in out
    assert f"match {RUNNING}, entry 5: started: expected no field 'name'" in out
