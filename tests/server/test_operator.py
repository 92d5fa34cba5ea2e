"""The operator: reports, bans, removal. Nobody else may do any of it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds.server.routes.operator import router
from fourwinds.store.people import FOREVER
from tests.server.conftest import Guest
from tests.server.test_api import API, begun, look, make, play_first, post

OPERATOR = f"{API}/operator"


def id_of(client: TestClient) -> str:
    found: str = client.get(f"{API}/me").json()["id"]
    return found


@pytest.fixture
def operator(guest: Guest, server: TestClient) -> TestClient:
    person = guest("Harbour master")
    auth = server.app.state.auth  # type: ignore[attr-defined]
    auth.people.set_operator(id_of(person), True)
    auth.sessions.invalidate(id_of(person))
    return person


def test_nobody_else_may_do_what_an_operator_may(
    guest: Guest, server: TestClient, operator: TestClient
) -> None:
    ann = guest("Ann")
    match, user = make(ann), id_of(ann)
    token = operator.post(f"{API}/tokens", json={"name": "bot"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    tried = 0
    for route in router.routes:
        path = API + route.path.format(  # type: ignore[attr-defined]
            user=user, match=match, line=1, report="0123456789abcdef"
        )
        for method in route.methods:  # type: ignore[attr-defined]
            body = {"reason": "x"} if path.endswith("/ban") else {}
            came = ann.request(method, path, json=body)
            assert came.json()["error"]["code"] == "not-operator", path
            server.cookies.clear()
            assert server.request(method, path, json=body).status_code == 401
            by_token = server.request(method, path, json=body, headers=bearer)
            assert by_token.json()["error"]["code"] == "not-in-person"
            tried += 1
    assert tried == 8
    assert ann.get(f"{API}/me").status_code == 200


def test_a_report_is_listed_with_what_was_said_and_settled(
    guest: Guest, operator: TestClient
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    post(ben, match, "chat", text="you landlubber")
    line = look(ann, match)["updates"][-1]["events"][0]["line"]
    wrong = post(ann, match, "reports", code=404, line=99, reason="rude")
    assert wrong["error"]["code"] == "no-such-line"
    for _ in range(2):
        post(ann, match, "reports", code=201, line=line, reason="rude")
    [report] = operator.get(f"{OPERATOR}/reports").json()
    assert report["text"] == "you landlubber"
    assert (report["speaker"], report["speaker_name"]) == (id_of(ben), "Ben")
    assert (report["reporter"], report["reason"]) == (id_of(ann), "rude")
    assert operator.post(f"{OPERATOR}/reports/{report['id']}/settle").status_code == 200
    assert operator.get(f"{OPERATOR}/reports").json() == []
    [settled] = operator.get(f"{OPERATOR}/reports", params={"settled": True}).json()
    assert settled["settled"]
    assert operator.post(f"{OPERATOR}/reports/{'0' * 16}/settle").status_code == 404


def test_a_removed_line_is_gone_for_all_who_listen(guest: Guest, operator: TestClient) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    post(ben, match, "chat", text="you landlubber")
    seen = look(ann, match)["updates"][-1]["events"][0]
    with ann.websocket_connect(f"{API}/matches/{match}/channel?since=0") as channel:
        assert "landlubber" in str(channel.receive_json())
        removed = operator.delete(f"{OPERATOR}/matches/{match}/lines/{seen['line']}")
        assert removed.status_code == 200
        heard = channel.receive_json()["updates"][-1]["events"][0]
        assert (heard["kind"], heard["line"]) == ("line-removed", seen["line"])
    for client in (ann, ben, operator):
        assert "landlubber" not in client.get(f"{API}/matches/{match}").text
    assert "landlubber" not in ben.get(f"{API}/me/data").text
    again = operator.delete(f"{OPERATOR}/matches/{match}/lines/99")
    assert again.json()["error"]["code"] == "no-such-line"
    assert operator.delete(f"{OPERATOR}/matches/nowhere/lines/1").status_code == 404


def test_a_removed_name_is_gone_everywhere(guest: Guest, operator: TestClient) -> None:
    ann, ben = guest("Ann"), guest("Rude Name")
    match, ended = begun(ann, ben), begun(ann, ben)
    post(ben, ended, "resign", seat=1)
    ben_id = id_of(ben)
    assert operator.post(f"{OPERATOR}/users/{ben_id}/name", json={}).status_code == 200
    for where in (match, ended):
        assert look(ann, where)["table"]["seats"][1]["name"] == f"Nameless {ben_id[:4]}"
        assert "Rude" not in ann.get(f"{API}/matches/{where}").text
    for path in ("me", "me/data", f"matches/{ended}/record"):
        assert "Rude" not in ben.get(f"{API}/{path}").text
    given = operator.post(f"{OPERATOR}/users/{ben_id}/name", json={"name": "Benno"})
    assert given.status_code == 200
    assert look(ann, match)["table"]["seats"][1]["name"] == "Benno"
    assert operator.post(f"{OPERATOR}/users/{'0' * 24}/name", json={}).status_code == 404


def test_who_is_banned_is_kept_out_until_it_ends(
    guest: Guest, server: TestClient, operator: TestClient
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match = begun(ann, ben)
    ben_id = id_of(ben)
    token = ben.post(f"{API}/tokens", json={"name": "bot"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    url = f"{OPERATOR}/users/{ben_id}/ban"
    with ben.websocket_connect(f"{API}/matches/{match}/channel") as channel:
        channel.receive_json()
        assert operator.post(url, json={"reason": "rude"}).status_code == 200
        while "error" not in (last := channel.receive_json()):
            pass
        assert last["error"]["code"] == "banned"
    refused = ben.get(f"{API}/me", params={"lang": "de"})
    assert refused.status_code == 403
    assert refused.json()["error"]["message"] == "Dieses Konto ist gesperrt: rude"
    assert ben.get(f"{API}/me/data").status_code == 200  # his data are his all the same
    server.cookies.clear()
    assert server.get(f"{API}/me", headers=bearer).status_code == 403
    table = look(ann, match)["table"]
    assert (table["status"], table["seats"][1]["stand_in"]) == ("running", "mate")
    [listed] = operator.get(f"{OPERATOR}/bans").json()
    assert listed == {
        "user": ben_id, "name": "Ben", "login": None, "until": None, "reason": "rude",
    }  # fmt: skip
    assert operator.delete(url).status_code == 200
    assert ben.get(f"{API}/me").status_code == 200
    post(ben, match, "return", seat=1)
    assert look(ann, match)["table"]["seats"][1]["stand_in"] is None
    now = look(ann, match)["now"]
    assert operator.post(url, json={"reason": "x", "until": now - 1}).status_code == 200
    assert ben.get(f"{API}/me").status_code == 200  # that ban is over already
    post(ben, match, "return", seat=1)
    assert operator.get(f"{OPERATOR}/bans").json() == []
    bad: tuple[Any, ...] = ({}, {"reason": ""}, {"reason": "x", "until": FOREVER + 1})
    for body in bad:
        assert operator.post(url, json=body).status_code == 422
    own = operator.post(f"{OPERATOR}/users/{id_of(operator)}/ban", json={"reason": "x"})
    assert own.status_code == 403
    play_first(ann if look(ann, match)["asked"] is not None else ben, match)
