from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from fourwinds.server.routes.web_page import FOLDER
from tests.browser.visitor import Visitor, chromium
from tests.server.running import server

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the built page."""
    assert (FOLDER / "index.html").is_file(), "the web page is not built: make web"
    with server(tmp_path_factory.mktemp("browser") / "fourwinds.db") as found:
        yield found


@pytest.fixture(scope="package")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that always deals the same, by FOURWINDS_DEAL, and whose bots decide alike."""
    assert (FOLDER / "index.html").is_file(), "the web page is not built: make web"
    deal = os.environ.get("FOURWINDS_DEAL", "1")
    with server(tmp_path_factory.mktemp("dealt") / "fourwinds.db", deal) as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """People who come, each with a browser of his own; none of them may see the page complain."""
    visitors: list[Visitor] = []

    def come(name: str | None = None, at: str | None = None, **more: Any) -> Visitor:
        visitor = Visitor(browser, at or request.getfixturevalue("address"), **more)
        visitors.append(visitor)
        if name is not None:
            visitor.guest(name)
        return visitor

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.troubles]
    for visitor in visitors:
        visitor.close()
    assert troubles == []


def axe_source() -> str:
    path = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
    return path.read_text(encoding="utf-8")
