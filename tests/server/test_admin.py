"""`fourwinds admin`, for people who run a server."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from fourwinds.server.accounts import totp
from fourwinds.server.settings import Settings
from fourwinds.store.models import SnapshotRow
from fourwinds.store.store import Store
from tests.cli.conftest import Command, as_json, fourwinds  # noqa: F401
from tests.server.conftest import Guest, account
from tests.server.test_api import API, begun, look, post


@pytest.fixture
def admin(fourwinds: Command, settings: Settings) -> Any:  # noqa: F811
    def run(*words: str, **more: Any) -> Any:
        return fourwinds("admin", *words, "--database", settings.database, **more)

    return run


def test_an_operator_is_made_and_unmade(
    admin: Any, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourwinds.server.accounts.session_cache.FRESH", 0)
    ann = account(guest, "Ann")
    assert ann.get(f"{API}/operator/reports").status_code == 403
    assert admin("operator", "Ann").stdout == "operators: ann\n"
    assert ann.get(f"{API}/operator/reports").status_code == 200
    assert admin("operator", "ann", "--remove").stdout == "operators: none\n"
    assert ann.get(f"{API}/operator/reports").status_code == 403
    assert "no account" in admin("operator", "nobody", code=2).stderr


def test_a_password_is_reset_by_the_operator(admin: Any, guest: Guest, server: TestClient) -> None:
    account(guest, "Ann")
    code = admin("reset-password", "ann").stdout.removeprefix("code: ").strip()
    linked = admin("reset-password", "ann", env={"FOURWINDS_PUBLIC_URL": "https://x.org/"})
    found = re.fullmatch(r"https://x\.org/settings#password=(\S+)\n", linked.stdout)
    assert found
    redeem = f"{API}/password-resets/redeem"
    new = {"password": "battery staple"}
    assert server.post(redeem, json=new | {"ticket": code}).status_code == 403
    assert server.post(redeem, json=new | {"ticket": found[1]}).status_code == 200
    body = {"login": "ann", "password": "battery staple"}
    assert server.post(f"{API}/sessions", json=body).status_code == 201


def test_a_lost_second_factor_is_dropped_by_the_operator(
    admin: Any, guest: Guest, server: TestClient
) -> None:
    ann = account(guest, "Ann")
    assert "no second factor" in admin("drop-second-factor", "ann", code=2).stderr
    current = {"current": "correct horse"}
    secret = ann.post(f"{API}/me/second-factor", json=current).json()["secret"]
    present = totp.code_at(secret, int(time.time()) // totp.STEP)
    confirm = f"{API}/me/second-factor/confirm"
    assert ann.post(confirm, json={"code": present}).status_code == 200
    body = {"login": "ann", "password": "correct horse"}
    assert server.post(f"{API}/sessions", json=body).status_code == 401
    assert admin("drop-second-factor", "Ann").stdout.startswith("ann signs in by password alone")
    assert server.post(f"{API}/sessions", json=body).status_code == 201
    assert "no account" in admin("drop-second-factor", "nobody", code=2).stderr


def test_bans_are_made_listed_and_lifted(
    admin: Any, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourwinds.server.accounts.session_cache.FRESH", 0)
    ann, ben = guest("Ann"), account(guest, "Ben")
    match = begun(ann, ben)
    assert admin("bans").stdout == "nobody is banned\n"
    assert "is banned until 20" in admin("ban", "ben", "--reason", "rude", "--days", "3").stdout
    assert ben.get(f"{API}/me").status_code == 403
    # The server has the match in memory; it reads it anew when it is told, or next writes to it.
    post(ann, match, "chat", text="where is he?")
    assert look(ann, match)["table"]["seats"][1]["stand_in"] is not None
    assert re.match(r"Ben \(ben\), until 20\d\d-\S+ \S+ UTC: rude", admin("bans").stdout)
    admin("unban", "ben")
    assert ben.get(f"{API}/me").status_code == 200
    ben_id = ben.get(f"{API}/me").json()["id"]
    assert "until ever" in admin("ban", ben_id, "--reason", "again").stdout
    assert ", until ever: again" in admin("bans").stdout


def test_stored_matches_are_verified(
    admin: Any, guest: Guest, server: TestClient, settings: Settings
) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    match, other = begun(ann, ben), begun(ann, ben)
    for where in (match, other):
        post(ben, where, "resign", seat=1)
    assert admin("verify-all").stdout == "2 matches: 2 same\n"
    store = Store.open(settings.database)
    stored = store.load(match)
    assert stored is not None
    [(number, position)] = stored.snapshots.items()
    changed = {**position, "leader": 1 - position["leader"]}
    with store.engine.begin() as connection:
        here = SnapshotRow.match == match
        connection.execute(update(SnapshotRow).where(here).values(position=changed))
    store.close()
    out = admin("verify-all", code=1).stdout
    assert "2 matches: 1 same, 1 differs" in out
    assert f"{match} (santa-timea, over): differs at entry {number}" in out
    assert "backup" in out
    assert other not in out


def test_counts_backup_and_restore(
    admin: Any,
    guest: Guest,
    tmp_path: Path,
    fourwinds: Command,  # noqa: F811
) -> None:
    ann, ben = guest("Ann"), account(guest, "Ben")
    match = begun(ann, ben)
    file = tmp_path / "backup"
    assert re.match(r".*backup: [\d,]+ rows, [\d,]+ bytes\n", admin("backup", str(file)).stdout)
    elsewhere = f"sqlite:///{tmp_path / 'again.db'}"
    assert (
        "rows restored" in fourwinds("admin", "restore", str(file), "--database", elsewhere).stdout
    )
    shown = fourwinds("admin", "stats", "--database", elsewhere).stdout
    assert re.search(r"accounts +1\n", shown)
    assert re.search(r"guests +1\n", shown)
    assert re.search(r"running matches +1\n", shown)
    store = Store.open(elsewhere)
    assert store.ids() == [match]
    store.close()
    assert "does not exist yet" in admin("backup", str(file), code=1).stderr
    assert admin("rate-again").stdout == "0 rated matches; 0 ratings\n"


def test_a_database_that_is_not_there_is_not_made(fourwinds: Command, tmp_path: Path) -> None:  # noqa: F811
    url = f"sqlite:///{tmp_path / 'nowhere.db'}"
    for words in (["stats"], ["verify-all"], ["backup", str(tmp_path / "x")], ["bans"]):
        assert "no database" in fourwinds("admin", *words, "--database", url, code=2).stderr
    assert list(tmp_path.iterdir()) == []
