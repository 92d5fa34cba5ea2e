"""The kept records of Winds of Plunder fire every rule of its page."""

from __future__ import annotations

from pathlib import Path

import fourwinds as fw
from tests.games.winds_of_plunder.table import RULES

FOLDER = Path(__file__).parents[2] / "records" / "winds-of-plunder"


def test_every_rule_of_the_page_fires_in_a_kept_record() -> None:
    fired: dict[str, int] = {}
    for path in sorted(FOLDER.glob("*.record")):
        for _ in fw.Record.load(path).states(cited=fired):
            pass
    assert sorted(fired) == sorted(RULES)
