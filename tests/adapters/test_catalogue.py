"""The page of environments says what the games say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import fourwinds as fw

DOCS = Path(__file__).parents[2] / "docs"


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("environments", DOCS / "environments.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_explains_every_field_of_every_game() -> None:
    page = (DOCS / "environments.md").read_text()
    assert page.endswith(writer().observations()), "python docs/environments.py writes it anew"
    assert all(f"| {game} |" in page for game in fw.games())
