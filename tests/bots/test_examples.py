"""The examples run, and what they show works."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import fourwinds as fw

EXAMPLE = Path(__file__).parents[2] / "examples" / "cautious_bot.py"


def test_the_example_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "winners:" in capsys.readouterr().out


def test_the_example_is_a_bot_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from fourwinds import bots

    monkeypatch.syspath_prepend(str(EXAMPLE.parent))
    entry = EntryPoint("cautious", "cautious_bot:make", bots.GROUP)
    monkeypatch.setattr(
        bots,
        "entry_points",
        lambda group, name=None: [entry] if name in (None, "cautious") else [],
    )
    assert "cautious" in bots.names()
    bot = bots.make("cautious", 3)
    assert isinstance(bot, bots.Begins)
    state = fw.game("santa-timea").start(players=3, seed=1, options={"rounds": 1})
    seat = state.actors[0]
    bot.begin(state.rules, seat)
    assert bot.choose(state.view(seat), state.actions(seat), None) in state.actions(seat)


def test_the_example_is_short() -> None:
    body = EXAMPLE.read_text(encoding="utf-8").split('if __name__ == "__main__"')[0]
    code = [line for line in body.split('"""')[2].splitlines() if line.strip()]
    assert len(code) <= 30
