"""The web pages as they are served."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from fourwinds.server.app import create_app
from fourwinds.server.routes import web_page
from fourwinds.server.settings import Settings
from tests.server.test_api import API

PAGE = "<!doctype html><title>Four Winds</title>"
SCRIPT = "console.log(1)"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A web page as its build leaves it, beside a file that is nobody's business."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "rose.svg").write_text("<svg/>")
    (folder / "assets" / "main-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(web_page, "FOLDER", folder)
    return folder


def test_paths_of_the_client_get_the_page(server: TestClient, built: Path) -> None:
    for path in ("/", "/matches/abc", "/matches/abc/move/12", "/rules/santa-timea"):
        came = server.get(path)
        assert came.text == PAGE
        assert came.headers["content-type"] == "text/html; charset=utf-8"
        assert came.headers["cache-control"] == "no-cache"
        policy = came.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert came.headers["x-content-type-options"] == "nosniff"
    assert server.head("/").status_code == 200


def test_assets_are_kept_for_ever_and_sent_packed(server: TestClient, built: Path) -> None:
    plain = server.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "identity"})
    packed = server.get("/assets/main-1a2b.js", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.text == packed.text == SCRIPT
    assert "immutable" in plain.headers["cache-control"]
    assert plain.headers["content-type"].startswith("text/javascript")


def test_what_is_unchanged_is_not_sent_again(server: TestClient, built: Path) -> None:
    tag = server.get("/").headers["etag"]
    assert server.get("/", headers={"If-None-Match": tag}).status_code == 304
    (built / "index.html").write_text(PAGE + "!")
    assert server.get("/", headers={"If-None-Match": tag}).text == PAGE + "!"


def test_what_is_not_there_is_not_the_page(server: TestClient, built: Path) -> None:
    for path in ("/assets/none.js", "/none.png", f"{API}/none", "/api/none", "/openapi.jsn"):
        assert server.get(path).status_code == 404, path
    for path in (
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%00.x",
    ):
        assert "secret" not in server.get(path).text
    assert server.post("/").status_code == 405


def test_without_a_built_page_there_is_a_plain_word(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_page, "FOLDER", tmp_path / "nowhere")
    came = server.get("/")
    assert came.status_code == 503
    assert "no web page" in came.text
    assert came.headers["content-type"].startswith("text/plain")


def test_over_tls_browsers_are_told_to_stay_there(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, secure=True))) as client:
        assert "max-age" in client.get("/health").headers["strict-transport-security"]
    with TestClient(create_app(settings)) as client:
        assert "strict-transport-security" not in client.get("/health").headers
