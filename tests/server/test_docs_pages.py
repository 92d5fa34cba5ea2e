"""The documentation under /docs."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from fourwinds.server.routes import docs_pages


def test_the_site_is_served_with_a_policy_of_its_own(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.setattr(docs_pages, "FOLDER", folder)
    came = server.get("/docs/index.html")
    assert came.status_code == 503
    assert "make docs" in came.text
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "index.html").write_text("<title>Four Winds</title>")
    (folder / "scripts.txt").write_text("'sha256-abc='\n")
    came = server.get("/docs")
    assert came.text == "<title>Four Winds</title>"
    policy = came.headers["content-security-policy"]
    assert "script-src 'self' 'sha256-abc='; " in policy
    assert "default-src 'none'" in policy
    assert server.get("/docs/").text == came.text
    assert server.get("/docs/none.html").status_code == 404
    for path in ("/docs/..%2fsecret.txt", "/docs/%2e%2e/secret.txt", "/docs/%00"):
        assert "secret" not in server.get(path).text
