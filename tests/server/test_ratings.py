"""Ratings of rated matches."""

from __future__ import annotations

import time
from typing import Any

from fastapi.testclient import TestClient

from fourwinds.store.ratings import Ratings
from tests.server.conftest import Guest, account
from tests.server.test_api import API, TWO, look, make, play_first, post

RATED: dict[str, Any] = {"rated": True, "options": {"rounds": 1}}


def play_out(match: str, *clients: TestClient) -> list[int]:
    """Play a match to its end; returns the seats that have won."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        seen = [look(client, match, since=10**6) for client in clients]
        if seen[0]["table"]["status"] == "over":
            won: list[int] = seen[0]["table"]["result"]["winners"]
            return won
        for client, view in zip(clients, seen, strict=True):
            if view["asked"] is not None:
                play_first(client, match)
                break
        else:
            time.sleep(0.02)
    raise AssertionError("the match does not end")


def rated(ann: TestClient, ben: TestClient, **more: Any) -> str:
    match = make(ann, **RATED, **more)
    post(ben, match, "seats")
    post(ann, match, "start")
    return match


def table(client: TestClient, players: int = 2) -> list[dict[str, Any]]:
    came = client.get(f"{API}/ratings", params={"game": "santa-timea", "players": players})
    assert came.status_code == 200
    rows: list[dict[str, Any]] = came.json()
    return rows


def again(server: TestClient) -> tuple[int, int]:
    """Rate all matches anew from their logs."""
    return Ratings(server.app.state.registry.store.engine).rate_again()  # type: ignore[attr-defined]


def test_who_wins_rises_and_all_is_found_again_from_the_log(
    guest: Guest, server: TestClient
) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    assert table(server) == []
    for _ in range(2):
        post(ann, rated(ann, ben), "resign", seat=0)
    winners = play_out(rated(ann, ben), ann, ben)
    rows = table(server)
    assert [row["matches"] for row in rows] == [3, 3]
    assert rows[0]["rating"] >= rows[1]["rating"]
    assert winners
    [mine] = ann.get(f"{API}/me/ratings").json()
    assert mine in rows
    assert server.get(f"{API}/users/{mine['user']}/ratings").json() == [mine]
    assert again(server) == (3, 2)
    assert table(server) == rows
    assert table(server, players=3) == []
    assert server.get(f"{API}/ratings?game=chess&players=2").status_code == 422


def test_who_resigns_is_last_and_an_agreed_end_does_not_count(
    guest: Guest, server: TestClient
) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    ended = rated(ann, ben)
    post(ann, ended, "offer-end", seat=0)
    post(ben, ended, "answer", seat=1, yes=True)
    assert look(ann, ended)["table"]["status"] == "over"
    assert table(server) == []
    post(ben, rated(ann, ben), "resign", seat=1)
    assert [row["name"] for row in table(server)] == ["Ann", "Ben"]
    # A forgotten person is in no table; what others got by playing him stays.
    before = table(server)[0]
    password = {"current": "correct horse"}
    assert ben.request("DELETE", f"{API}/me", json=password).status_code == 200
    assert table(server) == [before]
    assert again(server) == (1, 1)
    assert table(server) == [before]


def test_bots_are_rated_under_their_own_names(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    bot = {"kind": "bot", "bot": "deckhand", "name": "Popeye"}
    play_out(rated(ann, ben, seats=[*TWO, bot]), ann, ben)
    rows = {row["user"]: row for row in table(server, players=3)}
    assert len(rows) == 3
    assert rows["bot:deckhand"]["bot"]
    assert rows["bot:deckhand"]["name"] == "deckhand"


def test_rated_matches_are_for_different_people_with_accounts(guest: Guest) -> None:
    ann, eve = account(guest, "Ann"), guest("Eve")
    setup = {"game": "santa-timea", "seats": TWO, "rated": True}
    refused = eve.post(f"{API}/matches", json=setup)
    assert refused.json()["error"]["code"] == "needs-account"
    match = make(ann, rated=True)
    assert post(eve, match, "seats", code=403)["error"]["code"] == "needs-account"
    assert post(ann, match, "seats", code=409)["error"]["code"] == "already-seated"
    alone = [{"kind": "me"}, {"kind": "bot", "bot": "mate"}]
    beside = [{"kind": "me"}, {"kind": "open"}, {"kind": "hot-seat"}]
    for seats in (alone, beside):
        came = ann.post(f"{API}/matches", json={**setup, "seats": seats})
        assert came.json()["error"]["code"] == "bad-seats"
