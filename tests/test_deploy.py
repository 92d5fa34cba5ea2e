"""What deploy/ hands to operators fits the package."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def pinned(text: str) -> dict[str, str]:
    found = re.findall(r"^([\w.\-]+)(?:\[\w+\])?==([^\s;\\]+)", text, re.M)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_what_the_server_needs_is_pinned_by_hash() -> None:
    """After a change of dependencies: make pins."""
    text = (DEPLOY / "requirements.txt").read_text(encoding="utf-8")
    pins = pinned(text)
    constraints = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    for need in wanted:
        found = re.match(r"[\w.\-]+", need)
        assert found is not None
        name = re.sub(r"[-_.]+", "-", found[0]).lower()
        assert name in pins, f"{need} is not pinned: make pins"
    for name, version in pins.items():
        assert constraints.get(name, version) == version, f"{name}: make pins"
    for requirement in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in requirement, requirement
    assert "://" not in text
    assert "--index" not in text


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", DEPLOY / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_audit_fails_for_weaknesses_alone(audit: ModuleType) -> None:
    fine = {"name": "a", "version": "1", "vulns": []}
    weak = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
    unknown = {"name": "c", "skip_reason": "not found"}

    def verdict(*found: object) -> tuple[int, str]:
        code, said = audit.verdict(json.dumps({"dependencies": found}))
        return int(code), str(said)

    assert verdict(fine, unknown) == (0, "Audited 1 of 2 packages: no known weakness")
    code, said = verdict(fine, weak)
    assert code == 1
    assert "b 2: CVE-1, mended in 3" in said
    for offline in (verdict(unknown), audit.verdict(""), audit.verdict("Traceback ...")):
        assert offline[0] == 0
        assert offline[1].startswith("Not audited")


def test_the_proxy_passes_on_what_the_server_compares_and_adds_nothing_twice() -> None:
    """`$host` has no port, and then no page on another port than 443 may sign in; the server itself
    says that it is reached over TLS alone, once."""
    lines = [
        line.split("#")[0].strip()
        for line in (DEPLOY / "nginx.conf").read_text(encoding="utf-8").splitlines()
    ]
    assert [line for line in lines if "_header Host" in line] == [
        "proxy_set_header Host $http_host;"
    ]
    assert not [line for line in lines if line.startswith("add_header")]
    forwarded = [line for line in lines if "X-Forwarded-For" in line]
    assert forwarded == ["proxy_set_header X-Forwarded-For $remote_addr;"]
