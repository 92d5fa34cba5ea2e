from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from typer.testing import CliRunner, Result

from fourwinds.cli import seats, terminal
from fourwinds.cli.app import app

SYSTEM = {"COLUMNS": "80", "LANG": "C", "LC_ALL": "", "LC_MESSAGES": "", "FOURWINDS_LANG": ""}


class Command(Protocol):
    def __call__(
        self, *words: str, code: int = 0, typed: str = "", env: dict[str, str] | None = None
    ) -> Result: ...


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that need no time to think; what they play is not the matter here."""
    monkeypatch.setattr(seats, "USUAL_BOT", "deckhand")
    monkeypatch.setattr(terminal, "HINT_BUDGET", "200it")


@pytest.fixture
def fourwinds() -> Command:
    """Runs the command with these words, typing `typed`; its exit code must be `code`."""

    def run(
        *words: str, code: int = 0, typed: str = "", env: dict[str, str] | None = None
    ) -> Result:
        result = CliRunner().invoke(app, list(words), input=typed, env=SYSTEM | (env or {}))
        shown = f"{result.output}\n{result.exception!r}"
        assert result.exit_code == code, shown
        assert "Traceback" not in result.output, shown
        return result

    return run


@pytest.fixture
def as_json(fourwinds: Command) -> Callable[..., Any]:
    """What the command prints with --json."""

    def run(*words: str, code: int = 0) -> Any:
        return json.loads(fourwinds(*words, "--json", code=code).stdout)

    return run
