"""Whatever fits the OpenAPI document, or nearly does, is answered as the document says."""

from __future__ import annotations

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
