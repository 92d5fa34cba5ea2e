"""Patches: what is patched is what was wanted, and nothing that was had before is changed."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourwinds as fw
from fourwinds.server.localisation import spoken
from fourwinds.server.wire.base import pack
from fourwinds.server.wire.patch import difference, patched
from tests.match.tables import move, running

EXAMPLES = json.loads((Path(__file__).parent / "patches.json").read_text())
leaves = st.none() | st.booleans() | st.integers(2, 9) | st.text("ab", max_size=2)
values = st.recursive(
    leaves,
    lambda below: st.lists(below, max_size=5) | st.dictionaries(st.sampled_from("abcd"), below),
    max_leaves=25,
)
objects = st.dictionaries(st.sampled_from("abcd"), values)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_are_read_and_written_so(example: dict[str, Any]) -> None:
    assert difference(example["old"], example["new"]) == example["change"]
    assert patched(example["old"], example["change"]) == example["new"]


@given(objects, objects)
def test_a_patch_makes_the_new_of_the_old(old: Any, new: Any) -> None:
    kept = copy.deepcopy(old)
    change = json.loads(json.dumps(difference(old, new)))
    assert patched(old, change) == new
    assert old == kept


@given(objects)
def test_what_is_the_same_has_no_change(value: Any) -> None:
    assert difference(value, copy.deepcopy(value)) == {}


@pytest.mark.parametrize("game", fw.games())
def test_pictures_of_a_match_follow_from_each_other(game: str) -> None:
    """Every viewer's picture after each move is the one before with the patch."""
    match = running(game, 3)
    rng = random.Random(3)
    before: dict[int | None, Any] = {}
    for turn in range(60):
        for viewer in (0, 1, 2, None):
            message = match.message(viewer, 0, 10**12)
            said = spoken({**message, "muted": [], "present": [True] * 3, "now": 0}, "fr")
            now = json.loads(pack(said))
            if viewer in before:
                change = json.loads(pack(difference(before[viewer], said)))
                assert patched(before[viewer], change) == now
            before[viewer] = now
        if match.status != "running":
            break
        move(match, rng, 1000 * turn)
