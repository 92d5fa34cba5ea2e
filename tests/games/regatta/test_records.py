"""Kept races of Regatta replay the same, and together they apply every rule."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import fourwinds as fw

RECORDS = sorted((Path(__file__).parents[2] / "records" / "regatta").glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_kept_race_replays_to_the_same_digests(path: Path) -> None:
    state = fw.Record.load(path).replay()
    assert state.over
    assert len(state.winners) == 1


def test_the_kept_races_apply_every_rule() -> None:
    cited: dict[str, int] = {}
    courses = set()
    for path in RECORDS:
        record = fw.Record.load(path)
        courses.add((record.players, record.options["course"]))
        for _ in record.states(cited=cited):
            pass
    texts = fw.game("regatta").folder / "texts" / "en.toml"
    numbered = tomllib.loads(texts.read_text(encoding="utf-8"))["rules"]
    assert {rule for rule in numbered if "." in rule} == set(cited)
    assert len(RECORDS) == 20
    assert len(courses) == 12
