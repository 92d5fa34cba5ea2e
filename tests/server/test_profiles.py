"""People's pages: what others see of them, what they keep to themselves, what they take away."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

from fastapi.testclient import TestClient

from fourwinds.core.record import Record
from fourwinds.match.verify import verify
from tests.server.conftest import Guest, account
from tests.server.test_api import API, begun, make, post
from tests.server.test_ratings import RATED, play_out, rated


def id_of(client: TestClient) -> str:
    found: str = client.get(f"{API}/me").json()["id"]
    return found


def profile(client: TestClient, person: str) -> dict[str, Any]:
    came = client.get(f"{API}/users/{person}")
    assert came.status_code == 200, came.text
    found: dict[str, Any] = came.json()
    return found


def matches(client: TestClient, person: str, **query: Any) -> list[dict[str, Any]]:
    came = client.get(f"{API}/users/{person}/matches", params=query)
    assert came.status_code == 200, came.text
    found: list[dict[str, Any]] = came.json()["matches"]
    return found


def test_a_page_shows_public_matches_and_to_oneself_all(guest: Guest, server: TestClient) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    me = id_of(ann)
    public = rated(ann, ben)
    post(ben, public, "resign", seat=1)
    private = begun(ann, ben, private=False)
    post(ann, private, "resign", seat=0)
    alone = make(ann, [{"kind": "me"}, {"kind": "bot", "bot": "mate"}], private=True)
    post(ann, alone, "start")
    post(ann, alone, "resign", seat=0)
    mine, theirs = profile(ann, me), profile(server, me)
    assert (mine["name"], mine["mine"], mine["account"]) == ("Ann", True, True)
    assert not theirs["mine"]
    assert [row["matches"] for row in mine["games"]] == [3]
    assert [row["matches"] for row in theirs["games"]] == [2]
    assert (theirs["streak"], theirs["longest_streak"]) == (0, 1)
    assert theirs["curves"][0]["points"][0]["sigma"] > 0
    assert [row["match"] for row in matches(ann, me)] == [alone, private, public]
    assert [row["match"] for row in matches(ben, me)] == [private, public]
    assert [row["match"] for row in matches(ben, me, outcome="won", rated=True)] == [public]
    [row] = matches(ann, me, opponent=" Mate ", lang="de")
    assert [seat["name"] for seat in row["seats"]] == ["Ann", "Maat"]
    assert server.get(f"{API}/users/{'0' * 24}").status_code == 404
    assert server.get(f"{API}/users/{me}/matches?before=x").status_code == 422
    assert matches(ann, me, before=f"0-{public}") == []


def test_who_hides_his_page_is_seen_by_himself_alone(guest: Guest, server: TestClient) -> None:
    ann = guest("Ann")
    me = id_of(ann)
    assert ann.post(f"{API}/me/profile", json={"hidden": True}).status_code == 200
    assert profile(ann, me)["hidden"]
    for path in ("", "/matches"):
        refused = server.get(f"{API}/users/{me}{path}?lang=fr")
        assert refused.status_code == 403
        assert refused.json()["error"]["code"] == "hidden-profile"
        assert "privées" in refused.json()["error"]["message"]
    ann.post(f"{API}/me/profile", json={"hidden": False})
    assert profile(server, me)["games"] == []
    assert server.post(f"{API}/me/profile", json={"hidden": True}).status_code == 401


def test_all_matches_are_taken_away_as_a_table_and_records(guest: Guest) -> None:
    ann, ben = account(guest, "Ann"), account(guest, "Ben")
    played = rated(ann, ben)
    play_out(played, ann, ben)
    begun(ann, ben, **RATED)  # still runs
    came = ann.get(f"{API}/me/matches/archive")
    assert came.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(came.content)) as packed:
        assert packed.testzip() is None
        rows = list(csv.DictReader(io.StringIO(packed.read("matches.csv").decode())))
        assert [row["match"] for row in rows] == [played]
        text = packed.read(rows[0]["record"]).decode()
        assert len(packed.namelist()) == 2
    assert all(finding.problem is None for finding in verify(Record.loads(text)))
    assert rows[0]["outcome"] in ("won", "shared", "lost")
    assert rows[0]["ended"].endswith("+00:00")
    assert rows[0]["rated"] == "1"
