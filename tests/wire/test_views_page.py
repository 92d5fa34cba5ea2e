"""The page of views says what the games say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import fourwinds as fw

DOCS = Path(__file__).parents[2] / "docs"


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("views", DOCS / "views.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_explains_every_field_of_every_view() -> None:
    page = (DOCS / "views.md").read_text(encoding="utf-8")
    assert page == writer().page(), "python docs/views.py writes it anew"
    assert all(f"## {fw.game(game).title}\n" in page for game in fw.games())
