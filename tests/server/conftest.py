from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings

ORIGIN = "http://testserver"
Guest = Callable[[str], TestClient]


def account(guest: Guest, name: str) -> TestClient:
    """Somebody who has kept his name as an account."""
    client = guest(name)
    body = {"login": name.lower(), "password": "correct horse"}
    assert client.post("/api/v1/me/account", json=body).status_code == 200
    return client


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    url = f"sqlite:///{tmp_path / 'fourwinds.db'}"
    return Settings(url, strangers=10_000, burst=10_000, favours=100, work=10**6, pace=0)


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    """Somebody who is not signed in, at a server that runs."""
    app = create_app(settings)
    app.state.auth.passwords = PasswordHasher(time_cost=1, memory_cost=1024)  # for quick tests
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def guest(server: TestClient) -> Guest:
    """Further people at the same server, each signed in under a name."""

    def come(name: str) -> TestClient:
        client = TestClient(server.app, raise_server_exceptions=False)
        client.portal = server.portal
        assert client.post("/api/v1/guests", json={"name": name}).status_code == 201
        return client

    return come
