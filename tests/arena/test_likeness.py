"""Likeness: what a rating explains is taken off, and the measurement counts what it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourwinds.arena import likeness
from fourwinds.arena.likeness import Agreement, Expected, Played


def test_who_agrees_as_his_rating_explains_is_not_beyond_it() -> None:
    line = Expected(base=0.2, slope=0.01, spread=1.0)
    assert line.share(30) == pytest.approx(0.5)
    assert line.beyond(Agreement(50, 100), 30) == pytest.approx(0)
    assert line.beyond(Agreement(65, 100), 30) == pytest.approx(3)
    # The same share of fewer decisions, or of matches that differ more, says less.
    assert line.beyond(Agreement(13, 20), 30) == pytest.approx(1.34, abs=0.01)
    assert Expected(0.2, 0.01, 4.0).beyond(Agreement(65, 100), 30) == pytest.approx(1.5)
    assert line.beyond(Agreement(0, 0), 30) == 0


def test_only_the_seat_itself_is_judged() -> None:
    moves = [{"seat": 0, "loss": 0.0}, {"seat": 0, "loss": 0.1}, {"seat": 1, "loss": 0.0}]
    assert likeness.agreement(moves, 0) == Agreement(1, 2)


def test_the_measurement_fits_bots_that_do_not_search_and_finds_the_engine(tmp_path: Path) -> None:
    bots = [*likeness.ORDINARY, likeness.ENGINE]
    shares = {"deckhand": 40, "apprentice": 50, "mate": 60, likeness.ENGINE: 90}
    matches = [
        Played(bots, [Agreement(shares[bot] + (n % 2), 100) for bot in bots], [4, 3, 2, 1])
        for n in range(20)
    ]
    found = likeness.measure(matches, 5)
    alarms = {bot: each["alarms"] for bot, each in found["bots"].items()}
    assert alarms == {"deckhand": 0, "apprentice": 0, "mate": 0, likeness.ENGINE: 4}
    assert found["bots"]["mate"]["matches"] == 20
    assert found["expected"]["slope"] > 0
    likeness.keep("santa-timea", found, tmp_path / "kept.json")
    assert "santa-timea" in (tmp_path / "kept.json").read_text()
