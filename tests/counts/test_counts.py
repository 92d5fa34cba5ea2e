"""How many sequences of legal actions there are from named positions.

counts/<game>/<name>.json holds a position and the number of sequences of 1, 2, 3 ... actions from
it (with other components than the game's own where it names a file). One wrong rule about what may
be done, or who is next, changes a number.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from tests.reference import santa_timea as naive

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.json"))
NAIVE_LIMIT = 1000


def load(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def counts(state: fw.State, deepest: int) -> list[int]:
    """The sequences of 1, 2, ... actions; of seats asked at the same time the first one acts."""
    out = [0] * deepest
    if deepest == 0 or state.over:
        return out
    seat = state.actors[0]
    for action in state.actions(seat):
        twin = state.copy()
        twin.play(seat, action)
        out[0] += 1
        for depth, number in enumerate(counts(twin, deepest - 1), 1):
            out[depth] += number
    return out


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_number_of_sequences_is_the_one_written_down(path: Path) -> None:
    found = load(path)
    components = HERE / found["components"] if "components" in found else None
    state = fw.game(path.parent.name).from_position(found["position"], components)
    assert counts(state, len(found["counts"])) == found["counts"]


@pytest.mark.parametrize(
    "path", sorted((HERE / "santa-timea").glob("*.json")), ids=lambda path: path.stem
)
def test_the_naive_rules_count_the_same(path: Path) -> None:
    found = load(path)
    match = naive.Match(found["position"])
    for depth, expected in enumerate(found["counts"], 1):
        if expected <= NAIVE_LIMIT:
            assert match.count(depth) == expected


def test_every_game_has_three_named_positions() -> None:
    for game_id in fw.games():
        assert len(list((HERE / game_id).glob("*.json"))) >= 3, game_id
