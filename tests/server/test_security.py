"""What protects an account: sessions to end, the password asked again, second factors."""

from __future__ import annotations

import base64
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds.server.accounts import totp
from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings, Sources
from tests.server.conftest import Guest, account
from tests.server.test_accounts import ACCOUNT, signed_in
from tests.server.test_api import API, begun, post

PASSWORD = {"current": "correct horse"}


def code(came: Any) -> str:
    found: str = came.json()["error"]["code"]
    return found


def test_another_login_or_password_signs_other_browsers_out(
    guest: Guest, server: TestClient
) -> None:
    ann = account(guest, "Ann")
    other = signed_in(server, ACCOUNT)
    moved = {"login": "anna", "password": "battery staple", **PASSWORD}
    assert ann.post(f"{API}/me/account", json=moved).status_code == 200
    assert ann.get(f"{API}/me").status_code == 200
    assert other.get(f"{API}/me").status_code == 401


def test_address_and_account_are_their_owners_who_knows_the_password(
    guest: Guest, settings: Settings
) -> None:
    ann = account(guest, "Ann")
    for body in (None, {}, {"current": "incorrect horse"}):
        for path in ("/me", "/me/email"):
            came = ann.request("DELETE", API + path, json=body)
            assert (came.status_code, code(came)) == (401, "bad-password"), path
    mail = replace(
        settings,
        smtp="smtp://127.0.0.1:9",
        contact="harbour@example.org",
        public_url="https://play.example.org",
    )
    with TestClient(create_app(mail)) as mailing:
        mailing.post(f"{API}/guests", json={"name": "Bea"})
        mailing.post(f"{API}/me/account", json=ACCOUNT | {"login": "bea"})
        address = {"email": "bea@example.org"}
        assert code(mailing.post(f"{API}/me/email", json=address)) == "bad-password"
        assert mailing.post(f"{API}/me/email", json=address | PASSWORD).status_code == 202
    assert ann.request("DELETE", f"{API}/me/email", json=PASSWORD).status_code == 200
    assert ann.request("DELETE", f"{API}/me", json=PASSWORD).status_code == 200
    assert ann.get(f"{API}/me").status_code == 401
    # A guest has no password to be asked for.
    assert guest("Cleo").delete(f"{API}/me").status_code == 200


def test_sessions_are_listed_and_ended(guest: Guest, server: TestClient) -> None:
    ann = account(guest, "Ann")
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    other = TestClient(server.app, raise_server_exceptions=False, headers={"user-agent": firefox})
    other.portal = server.portal
    assert other.post(f"{API}/sessions", json=ACCOUNT).status_code == 201
    sessions = ann.get(f"{API}/me/security").json()["sessions"]
    assert [each["here"] for each in sessions].count(True) == 1
    [theirs] = [each for each in sessions if not each["here"]]
    assert theirs["agent"] == "Firefox, Linux"
    ben = account(guest, "Ben")
    assert ben.delete(f"{API}/me/sessions/{theirs['id']}").status_code == 404
    assert other.get(f"{API}/me").status_code == 200
    assert ann.delete(f"{API}/me/sessions/{theirs['id']}").status_code == 200
    assert other.get(f"{API}/me").status_code == 401
    assert ann.get(f"{API}/me").status_code == 200


@pytest.mark.parametrize("password", ["1234567890", "password123", "annannann1"])
def test_common_passwords_are_refused(guest: Guest, password: str) -> None:
    ann = guest("Ann")
    came = ann.post(f"{API}/me/account", json={"login": "ann", "password": password})
    assert (came.status_code, code(came)) == (422, "weak-password")
    ann = account(guest, "Bea")
    came = ann.post(f"{API}/me/password", json={**PASSWORD, "password": password})
    assert code(came) == "weak-password" or password == "annannann1"


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(seconds: int, expected: str) -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    assert totp.code_at(secret, seconds // totp.STEP, 8) == expected
    assert totp.step_of(secret, expected[2:], seconds * 1000) == seconds // totp.STEP


def test_a_second_factor_is_asked_for_at_sign_in(settings: Settings) -> None:
    now = [1_700_000_000_000]
    with TestClient(create_app(settings, Sources(now=lambda: now[0]))) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        assert code(ann.post(f"{API}/me/second-factor", json={})) == "needs-account"
        ann.post(f"{API}/me/account", json=ACCOUNT)
        assert code(ann.post(f"{API}/me/second-factor", json={})) == "bad-password"
        begun = ann.post(f"{API}/me/second-factor", json=PASSWORD).json()
        secret = begun["secret"]
        assert begun["address"].startswith("otpauth://totp/Four%20Winds:ann?secret=" + secret)
        assert begun["path"].startswith("M0 0h1v1h-1z")
        assert begun["size"] >= 21

        def fresh() -> str:
            now[0] += 60_000
            return totp.code_at(secret, now[0] // 1000 // totp.STEP)

        def sign_in(**more: str) -> Any:
            return ann.post(f"{API}/sessions", json={**ACCOUNT, **more})

        assert sign_in().status_code == 201  # not confirmed yet
        confirm = f"{API}/me/second-factor/confirm"
        assert code(ann.post(confirm, json={"code": "000000"})) == "bad-code"
        used = fresh()
        recovery = ann.post(confirm, json={"code": used}).json()["codes"]
        assert len(set(recovery)) == 8
        shown = ann.get(f"{API}/me/security").json()
        assert (shown["second_factor"], shown["recovery_codes"]) == (True, 8)
        assert code(ann.post(f"{API}/me/second-factor", json=PASSWORD)) == "has-second-factor"

        assert code(sign_in()) == "needs-code"
        assert code(sign_in(password="incorrect horse")) == "bad-password"
        assert code(sign_in(code=used)) == "bad-code"  # a code counts once
        good = fresh()
        assert sign_in(code=f"{good[:3]} {good[3:]}").status_code == 201
        assert sign_in(code=recovery[0].upper()).status_code == 201
        assert code(sign_in(code=recovery[0])) == "bad-code"
        data = ann.get(f"{API}/me/data").text
        assert secret not in data
        assert ann.get(f"{API}/me/security").json()["recovery_codes"] == 7

        drop = {**PASSWORD, "code": "000000"}
        assert code(ann.request("DELETE", f"{API}/me/second-factor", json=drop)) == "bad-code"
        drop = {**PASSWORD, "code": fresh()}
        assert ann.request("DELETE", f"{API}/me/second-factor", json=drop).status_code == 200
        assert sign_in().status_code == 201


def test_codes_are_tried_few_times(settings: Settings) -> None:
    with TestClient(create_app(settings)) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        ann.post(f"{API}/me/account", json=ACCOUNT)
        secret = ann.post(f"{API}/me/second-factor", json=PASSWORD).json()["secret"]
        present = totp.code_at(secret, int(time.time()) // totp.STEP)
        confirm = f"{API}/me/second-factor/confirm"
        assert ann.post(confirm, json={"code": present}).status_code == 200
        codes: list[int] = []
        while 429 not in codes:
            body = ACCOUNT | {"code": f"{len(codes):06}"}
            codes.append(ann.post(f"{API}/sessions", json=body).status_code)
            assert len(codes) <= 10


def files_with(folder: Path, words: bytes) -> list[str]:
    return [path.name for path in folder.iterdir() if words in path.read_bytes()]


def test_nothing_of_who_left_stays_in_the_files(
    guest: Guest, server: TestClient, tmp_path: Path
) -> None:
    ann, ben = guest("Ann"), guest("Benvenuto Cellini")
    match = begun(ann, ben)
    post(ben, match, "chat", text="I live in Quay Street")
    assert files_with(tmp_path, b"Quay Street")
    assert files_with(tmp_path, b"Benvenuto")
    assert ben.delete(f"{API}/me").status_code == 200
    assert files_with(tmp_path, b"Quay Street") == []
    assert files_with(tmp_path, b"Benvenuto") == []
