"""Whatever fits the OpenAPI document, or nearly does, is answered as the document says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fourwinds.cli.openapi import openapi
from fourwinds.server.app import create_app
from fourwinds.server.settings import Settings
from fourwinds.store.database import connect
from fourwinds.store.people import People
from tests.server.running import server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite://")).openapi())


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(tmp_path_factory.mktemp("openapi")) / "fourwinds.db"


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    with server(database) as url:
        yield url


@pytest.fixture(scope="module")
def people(address: str, database: Path) -> Iterator[People]:
    engine = connect(f"sqlite:///{database}")
    yield People(engine)
    engine.dispose()


@pytest.fixture
def cookie(address: str, people: People) -> str:
    """That of somebody new, who may do everything; each route may be the end of him."""
    with httpx.Client(base_url=f"{address}/api/v1") as client:
        made = client.post("/guests", json={"name": "Ann"})
        made.raise_for_status()
        people.set_operator(made.json()["id"], True)
        return f"fourwinds={client.cookies['fourwinds']}"


@schema.parametrize()
@hypothesis.settings(
    max_examples=6, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
def test_the_api_keeps_to_its_document(
    case: schemathesis.Case[Any], address: str, cookie: str
) -> None:
    signed_in = {"Cookie": cookie, "Connection": "close"}
    case.call_and_validate(base_url=address, headers=signed_in, checks=CHECKS)


def test_the_document_names_every_route() -> None:
    described = schema.raw_schema["paths"]
    assert len(described) >= 30
    for path, methods in described.items():
        for method in methods.values():
            assert "responses" in method, path


def test_the_document_can_be_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    openapi(None)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema.raw_schema))
    openapi(tmp_path / "openapi.json")
    assert json.loads((tmp_path / "openapi.json").read_text())["info"]["title"] == "Four Winds"


def test_every_answer_has_a_model() -> None:
    bare = []
    for path, methods in schema.raw_schema["paths"].items():
        for method, route in methods.items():
            for status, response in route["responses"].items():
                found = response.get("content", {}).get("application/json", {}).get("schema", {})
                listed = "$ref" in str(found.get("additionalProperties"))
                if status.startswith("2") and found.get("type") == "object" and not listed:
                    bare.append(f"{method} {path}")
    # What these hold is everything that is kept of a person, and a JSON Schema.
    assert set(bare) <= {"get /api/v1/me/data", "get /api/v1/games/{game}/components/schema"}
