"""Positions over HTTP: deal, change, check, play, analyse; a match from one."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi.testclient import TestClient

import fourwinds as fw
from fourwinds.core.record import Record
from fourwinds.match.verify import verify
from tests.server.conftest import Guest

API = "/api/v1"
PLACE = f"{API}/games/santa-timea/positions"


def ask(there: TestClient, what: str, code: int = 200, **body: object) -> Any:
    came = there.post(f"{PLACE}/{what}", json=body, params={"lang": "de"})
    assert came.status_code == code, came.text
    return came.json()


def test_a_form_comes_in_the_readers_language(server: TestClient) -> None:
    for game in ("santa-timea", "vor-dem-wind", "winds-of-plunder", "regatta"):
        path = f"{API}/games/{game}/positions/form"
        found = server.get(path, params={"players": 3, "lang": "de"}).json()
        assert found["groups"][0]["title"] == "Wer am Zug ist"
        assert all(field["label"] for group in found["groups"] for field in group["fields"])
    assert server.get(f"{API}/games/high-tide/positions/form?players=3").status_code == 404
    assert server.get(f"{API}/games/nothing/positions/form?players=3").status_code == 404


def test_a_position_is_dealt_changed_checked_and_played(server: TestClient) -> None:
    dealt = ask(server, "deal", players=3, seed=4, decisions=5)
    assert dealt["trouble"] is None
    position = dealt["position"]
    state = fw.game("santa-timea").rules(3).position(position)
    assert dealt["view"] == state.view(dealt["seat"])
    action = dealt["asked"]["actions"][0]["action"]
    assert ask(server, "previews", position=position, actions=[action])
    played = ask(server, "play", position=position, action=action)
    state.play(dealt["seat"], action)
    assert played["position"] == state.position()
    assert played["events"]
    looked = ask(server, "check", position=position, seat=2)
    assert looked["view"]["seat"] == 2
    ask(server, "check", code=403, position=position, seat=9)


def test_what_is_wrong_is_said_with_field_and_rule(server: TestClient) -> None:
    position = ask(server, "deal", players=3, seed=4)["position"]
    position["hands"][0][0] = position["hands"][1][0]
    wrong = ask(server, "check", position=position)
    assert wrong["position"] is None
    assert wrong["trouble"]["rule"] == "ST-1.1"
    assert "gibt es" in wrong["trouble"]["text"]
    for bad in ({}, {"players": 3}, {"players": 99}, {"players": 3, "options": []}):
        came = server.post(f"{PLACE}/check", json={"position": bad})
        assert came.status_code in (200, 422), came.text
        if came.status_code == 200:
            assert came.json()["trouble"]["text"]
    ask(server, "play", code=422, position=position, action=1)


def test_a_captain_advises_in_a_position(guest: Guest) -> None:
    ann = guest("Ann")
    position = ask(ann, "deal", players=2, seed=4, decisions=18)["position"]
    found = ask(ann, "hint", position=position)["actions"]
    assert found[0]["share"] >= found[-1]["share"]
    assert any(each["reasons"] for each in found)


def test_a_match_begins_with_a_position(guest: Guest) -> None:
    ann = guest("Ann")
    position = ask(ann, "deal", players=2, seed=4, decisions=100)["position"]
    seats = [{"kind": "me"}, {"kind": "hot-seat", "name": "Ben"}]
    match = ask(ann, "match", code=201, position=position, seats=seats)["id"]
    ann.post(f"{API}/matches/{match}/start", json={})
    seen = ann.get(f"{API}/matches/{match}").json()
    table = seen["table"]
    assert (table["set_up"], table["rated"], table["commitment"]) == (True, False, None)
    state = fw.game("santa-timea").rules(2).position(position)
    assert seen["view"]["hand"] == state.view(seen["viewer"])["hand"]
    while (seen := ann.get(f"{API}/matches/{match}").json())["table"]["status"] == "running":
        for seat in seen["view"]["actors"]:
            there = ann.get(f"{API}/matches/{match}", params={"seat": seat}).json()["asked"]
            body = {"seat": seat, "action": there["actions"][0]["action"]}
            came = ann.post(
                f"{API}/matches/{match}/actions", json={**body, "decision": there["decision"]}
            )
            assert came.status_code == 200, came.text
    record = Record.loads(ann.get(f"{API}/matches/{match}/record").text)
    assert record.position is not None
    assert record.position["hands"] == position["hands"]
    assert [finding.problem for finding in verify(record)] == [None]


def test_no_match_is_made_from_what_cannot_be_played(guest: Guest) -> None:
    ann = guest("Ann")
    position = ask(ann, "deal", players=2, seed=4)["position"]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "mate"}]
    broken = {**position, "hands": [position["hands"][0], position["hands"][0]]}
    ask(ann, "match", code=422, position=broken, seats=seats)
    ask(ann, "match", code=422, position=position, seats=[*seats, {"kind": "open"}])


def test_what_lies_hidden_is_drawn_anew_for_a_match(server: TestClient, guest: Guest) -> None:
    ann, registry = guest("Ann"), server.app.state.registry  # type: ignore[attr-defined]
    position = ask(ann, "deal", players=2, seed=4, decisions=100)["position"]
    seats = [{"kind": "me"}, {"kind": "hot-seat"}]
    kept = position["pile"]
    piles = []
    for shuffle in (True, True, False):
        made = ask(ann, "match", code=201, position=position, seats=seats, shuffle=shuffle)["id"]
        ann.post(f"{API}/matches/{made}/start", json={})
        match = asyncio.run(registry.get(made)).match
        piles.append(match.begin().position()["pile"])
    assert piles[2] == kept
    assert sorted(piles[0]) == sorted(kept)
    assert len({tuple(pile) for pile in piles}) == 3
