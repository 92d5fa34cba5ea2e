"""Accounts: kept, changed, reset, exported, deleted. Nobody learns of others' accounts."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds.core.errors import BadOptions
from fourwinds.core.words import LANGUAGES
from fourwinds.server.app import create_app
from fourwinds.server.notify import dispatcher
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.people import SESSION_LASTS
from tests.server.catchers import Letters, catch_mail
from tests.server.conftest import Guest, account
from tests.server.test_api import API, TWO, begun, look, make, play_first, post

ACCOUNT = {"login": "ann", "password": "correct horse"}


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[Letters]:
    monkeypatch.setattr(dispatcher, "PAUSE", 0.05)
    with catch_mail() as caught:
        yield caught


@pytest.fixture
def settings(settings: Settings, letters: Letters) -> Settings:
    return replace(
        settings,
        smtp=f"smtp://127.0.0.1:{letters.port}",
        contact="harbour@example.org",
        public_url="https://play.example.org/",
    )


def signed_in(server: TestClient, account: dict[str, str], code: int = 201) -> TestClient:
    client = TestClient(server.app, raise_server_exceptions=False)
    client.portal = server.portal
    assert client.post(f"{API}/sessions", json=account).status_code == code
    return client


def ticket_in(text: str, what: str) -> str:
    found = re.search(rf"https://play\.example\.org/settings#{what}=(\S+)", text)
    assert found
    return found[1]


def with_email(ann: TestClient, server: TestClient, letters: Letters, to: str) -> None:
    body = {"email": to, "current": ACCOUNT["password"]}
    assert ann.post(f"{API}/me/email", json=body).status_code == 202
    assert ann.get(f"{API}/me").json()["email"] is None
    letter = letters.wait(1)[-1]
    body = {"ticket": ticket_in(letter.text, "email")}
    assert server.post(f"{API}/email-confirmations", json=body).status_code == 200
    assert server.post(f"{API}/email-confirmations", json=body).status_code == 403
    assert ann.get(f"{API}/me").json()["email"] == to


def test_name_login_and_password_are_changed_by_their_owner_alone(
    guest: Guest, server: TestClient
) -> None:
    ann = guest("Ann")
    assert ann.post(f"{API}/me/name", json={"name": "Anna"}).status_code == 200
    assert ann.get(f"{API}/me").json()["name"] == "Anna"
    change = {"current": "correct horse", "password": "battery staple"}
    assert ann.post(f"{API}/me/password", json=change).json()["error"]["code"] == "needs-account"
    assert ann.post(f"{API}/me/account", json=ACCOUNT).status_code == 200
    other = signed_in(server, ACCOUNT)
    # Finding an open browser does not give anybody the account.
    assert ann.post(f"{API}/me/account", json=ACCOUNT | {"login": "eve"}).status_code == 401
    moved = ACCOUNT | {"login": "anna", "current": "correct horse"}
    assert ann.post(f"{API}/me/account", json=moved).status_code == 200
    wrong = change | {"current": "incorrect horse"}
    assert ann.post(f"{API}/me/password", json=wrong).status_code == 401
    assert other.get(f"{API}/me").status_code == 401
    other = signed_in(server, ACCOUNT | {"login": "anna"})
    assert ann.post(f"{API}/me/password", json=change).status_code == 200
    assert ann.get(f"{API}/me").status_code == 200
    assert other.get(f"{API}/me").status_code == 401
    signed_in(server, {"login": "anna", "password": "correct horse"}, 401)
    again = signed_in(server, {"login": "anna", "password": "battery staple"})
    assert again.delete(f"{API}/me/sessions").status_code == 200
    assert ann.get(f"{API}/me").status_code == 401


def test_a_token_plays_but_does_not_touch_the_account(guest: Guest, server: TestClient) -> None:
    ann = guest("Ann")
    token = ann.post(f"{API}/tokens", json={"name": "bot"}).json()["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    setup = {"game": "santa-timea", "seats": TWO}
    assert server.post(f"{API}/matches", json=setup, headers=bearer).status_code == 201
    for method, path, body in (
        ("POST", "/me/account", ACCOUNT),
        ("POST", "/me/name", {"name": "Eve"}),
        ("POST", "/me/password", {"current": "x", "password": "0123456789"}),
        ("POST", "/me/email", {"email": "eve@example.org"}),
        ("POST", "/tokens", {"name": "more"}),
        ("GET", "/me/data", None),
        ("DELETE", "/me/email", None),
        ("DELETE", "/me/sessions", None),
        ("DELETE", "/me", None),
    ):
        came = server.request(method, API + path, json=body, headers=bearer)
        assert came.json()["error"]["code"] == "not-in-person", path
    assert ann.get(f"{API}/me").json()["name"] == "Ann"


def test_a_session_ends_after_a_year(settings: Settings) -> None:
    now = [10**12]
    with TestClient(create_app(settings, Sources(now=lambda: now[0]))) as client:
        client.post(f"{API}/guests", json={"name": "Ann"})
        now[0] += SESSION_LASTS - 1000
        assert client.get(f"{API}/me").status_code == 200
        now[0] += 10_000
        assert client.get(f"{API}/me").status_code == 401
        # Nobody can come back to that guest: he is forgotten.
        people = client.app.state.auth.people  # type: ignore[attr-defined]
        deadline = time.monotonic() + 60
        while people.abandoned(now[0]) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert people.abandoned(now[0]) == []
        assert client.get(f"{API}/me").status_code == 401


def test_a_forgotten_password_is_chosen_anew_by_mail(
    guest: Guest, server: TestClient, letters: Letters
) -> None:
    ann = guest("Ann")
    ann.post(f"{API}/me/account", json=ACCOUNT)
    with_email(ann, server, letters, "Ann@example.org")
    for count, who in enumerate(("ANN", "ann@Example.org"), 2):
        asked = server.post(f"{API}/password-resets", json={"login": who}, params={"lang": "fr"})
        assert asked.status_code == 202
        letter = letters.wait(count)[-1]
    assert letter.to == ["Ann@example.org"]
    assert "nouveau mot de passe" in letter.subject
    first, last = (ticket_in(each.text, "password") for each in letters.caught[1:])
    new = {"password": "battery staple"}
    redeem = f"{API}/password-resets/redeem"
    # Only the last one counts, and once.
    assert server.post(redeem, json=new | {"ticket": first}).status_code == 403
    assert server.post(redeem, json=new | {"ticket": "forged-ticket"}).status_code == 403
    assert server.post(redeem, json=new | {"ticket": last}).status_code == 200
    assert server.post(redeem, json=new | {"ticket": last}).status_code == 403
    assert ann.get(f"{API}/me").status_code == 401
    signed_in(server, {"login": "ann", "password": "battery staple"})


def same_but_id(response: Any) -> dict[str, str]:
    return {name: value for name, value in response.headers.items() if name != "x-request-id"}


def test_nobody_learns_who_has_an_account(
    guest: Guest, server: TestClient, letters: Letters
) -> None:
    ann = guest("Ann")
    ann.post(f"{API}/me/account", json=ACCOUNT)
    with_email(ann, server, letters, "ann@example.org")
    server.cookies.clear()
    there = server.post(f"{API}/password-resets", json={"login": "ann"})
    nowhere = server.post(f"{API}/password-resets", json={"login": "bob"})
    assert (there.status_code, there.content) == (nowhere.status_code, nowhere.content)
    assert same_but_id(there) == same_but_id(nowhere)
    wrong = server.post(f"{API}/sessions", json=ACCOUNT | {"password": "incorrect horse"})
    nobody = server.post(f"{API}/sessions", json=ACCOUNT | {"login": "nobody"})
    assert (wrong.status_code, wrong.content) == (nobody.status_code, nobody.content)
    letters.wait(2)


def test_a_ticket_expires(settings: Settings, letters: Letters) -> None:
    now = [10**12]
    with TestClient(create_app(settings, Sources(now=lambda: now[0]))) as client:
        client.post(f"{API}/guests", json={"name": "Ann"})
        client.post(f"{API}/me/account", json=ACCOUNT)
        with_email(client, client, letters, "ann@example.org")
        client.post(f"{API}/password-resets", json={"login": "ann"})
        ticket = ticket_in(letters.wait(2)[-1].text, "password")
        now[0] += 3600_001
        body = {"ticket": ticket, "password": "battery staple"}
        assert client.post(f"{API}/password-resets/redeem", json=body).status_code == 403


def test_a_server_without_mail_says_so(guest: Guest, settings: Settings) -> None:
    with TestClient(create_app(replace(settings, smtp=""))) as client:
        client.post(f"{API}/guests", json={"name": "Ann"})
        came = client.post(f"{API}/me/email", json={"email": "ann@example.org"})
        assert came.json()["error"]["code"] == "no-mail"
        assert client.post(f"{API}/password-resets", json={"login": "ann"}).status_code == 202


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"public_url": ""}, "public_url"),
        ({"contact": ""}, "mail_from"),
        ({"smtp": "https://mail.example.org"}, "smtp"),
    ],
)
def test_mail_that_cannot_work_is_refused_at_the_start(
    settings: Settings, change: dict[str, Any], named: str
) -> None:
    with pytest.raises(BadOptions, match=named):
        create_app(replace(settings, **change))


def test_whoever_leaves_is_gone_from_every_answer(guest: Guest, server: TestClient) -> None:
    ann, ben = guest("Ann"), guest("Benvenuto")
    cleo = guest("Cleo")
    over = begun(ann, ben, options={"rounds": 1})
    for _ in range(200):
        mine = [c for c in (ann, ben) if look(c, over, since=10**6)["asked"] is not None]
        if not mine:
            break
        play_first(mine[0], over)
    post(ben, over, "chat", text="I live in Quay Street")
    live = begun(cleo, ben)
    planned = make(ben)
    post(ann, planned, "seats")
    waiting = make(ann)
    post(ben, waiting, "seats")
    told: Any = ben.get(f"{API}/me/data").json()
    assert {row["match"] for row in told["players"]} == {over, live, planned, waiting}
    assert "Quay Street" in str(told)
    with ben.websocket_connect(f"{API}/matches/{live}/channel") as channel:
        channel.receive_json()
        assert ben.delete(f"{API}/me").status_code == 200
        while "error" not in (last := channel.receive_json()):
            pass
        assert last["error"]["code"] in ("not-your-seat", "not-signed-in")
    assert ben.get(f"{API}/me").status_code == 401
    for client, match in ((ann, over), (cleo, live), (ann, planned), (ann, waiting)):
        text = client.get(f"{API}/matches/{match}").text
        assert "Benvenuto" not in text
        assert "Quay" not in text
    assert look(ann, over, lang="de")["table"]["seats"][1]["name"] == "ein früherer Spieler"
    assert look(ann, over)["table"]["seats"][1]["former"]
    record = ann.get(f"{API}/matches/{over}/record").text
    assert "Benvenuto" not in record
    replay = ann.get(f"{API}/matches/{over}/replay", params={"move": 3, "seat": 1})
    assert replay.status_code == 200
    assert look(cleo, live)["table"]["status"] == "over"  # the other one has resigned
    assert look(ann, planned)["table"]["result"]["by"] == "withdrawal"
    finished = [row["id"] for row in ann.get(f"{API}/me/matches").json()]
    assert planned not in finished, "what never began is no finished match"
    assert over in finished
    assert look(ann, waiting)["table"]["seats"][1]["free"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_privacy_page_is_there_in_every_language(server: TestClient, language: str) -> None:
    page = server.get(f"{API}/privacy", params={"lang": language}).json()
    assert len(page["sections"]) == 9
    assert "harbour@example.org" in page["sections"][0]["text"]
    for section in page["sections"]:
        assert len(section["text"]) > 80
        assert "{" not in section["text"]


def test_passwords_are_tried_few_times_from_one_place(guest: Guest, server: TestClient) -> None:
    account(guest, "Ann")
    server.cookies.clear()
    wrong = ACCOUNT | {"password": "incorrect horse"}
    codes = [server.post(f"{API}/sessions", json=wrong).status_code for _ in range(12)]
    assert codes == [401] * 10 + [429] * 2
    nobody = wrong | {"login": "nobody"}
    codes = [server.post(f"{API}/sessions", json=nobody).status_code for _ in range(12)]
    assert codes == [401] * 10 + [429] * 2
    elsewhere = TestClient(server.app, client=("203.0.113.7", 1))
    elsewhere.portal = server.portal
    assert elsewhere.post(f"{API}/sessions", json=ACCOUNT).status_code == 201


def test_favours_are_few(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, favours=2))) as client:
        client.post(f"{API}/guests", json={"name": "Ann"})
        body = {"email": "ann@example.org"}
        codes = [client.post(f"{API}/me/email", json=body).status_code for _ in range(4)]
        resets = [
            client.post(f"{API}/password-resets", json={"login": "somebody"}).status_code
            for _ in range(4)
        ]
    assert codes == [202, 202, 429, 429]
    assert resets == [202, 202, 429, 429]
