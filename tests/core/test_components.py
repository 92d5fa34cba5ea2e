"""Component files may come from strangers."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core import components
from fourwinds.core.components import Components
from fourwinds.core.errors import BadComponents

GOOD: dict[str, Any] = {
    "game": "santa-timea",
    "deck": [{"name": "a", "count": 2, "mark": "printed"}, {"name": "b", "mark": "reported"}],
    "hand": {"cards": 3, "mark": "reconstructed"},
}


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    change(data)
    return data


def nested(depth: int) -> Any:
    out: Any = 1
    for _ in range(depth):
        out = [out]
    return out


def test_good_components_are_loaded_from_a_mapping_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text('game = "santa-timea"\nhand = { cards = 3, mark = "printed" }\n')
    for source in (path, str(path)):
        loaded = components.load(source, "santa-timea")
        assert loaded.data["hand"] == {"cards": 3, "mark": "printed"}
        assert components.load(loaded, "santa-timea") is loaded
        assert loaded.source == str(path)
        assert loaded.digest == components.load(loaded.data, "santa-timea").digest


def test_marks_are_counted() -> None:
    assert Components(GOOD, "here").marks() == {"printed": 2, "reported": 1, "reconstructed": 1}


def test_mappings_of_any_make_are_taken() -> None:
    proxy = MappingProxyType(GOOD | {"hand": MappingProxyType(GOOD["hand"])})
    assert Components(proxy, "here").digest == Components(GOOD, "here").digest


def test_a_change_changes_the_digest() -> None:
    other = changed(lambda d: d["hand"].update(cards=4))
    assert Components(other, "here").digest != Components(GOOD, "here").digest


@pytest.mark.parametrize(
    ("where", "data"),
    [
        ("deck", changed(lambda d: d.update(deck=[1] * 1001))),
        ("at most 1000", {str(i): i for i in range(1001)}),
        ("levels", changed(lambda d: d.update(deep=nested(20)))),
        ("levels", changed(lambda d: d.update(deep=nested(900)))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=float("nan")))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=float("inf")))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=10**10))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=-(10**5000)))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=None))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=b"3"))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards=datetime.date(2026, 1, 1)))),
        ("hand.cards", changed(lambda d: d["hand"].update(cards="x" * 201))),
        ("printable", changed(lambda d: d["hand"].update(cards="\x1b[2J"))),
        ("printable", changed(lambda d: d["hand"].update(cards="\u202eabc"))),
        ("printable", changed(lambda d: d["hand"].update(cards="\ud800"))),
        ("printable", changed(lambda d: d["hand"].update({"\x07": 1}))),
        ("texts as keys", changed(lambda d: d["hand"].update({1: 1}))),
        ("hand.mark: expected one of printed", changed(lambda d: d["hand"].update(mark="seen"))),
        ("hand.mark", changed(lambda d: d["hand"].update(mark=["printed"]))),
    ],
)
def test_what_is_too_much_or_no_data_is_refused(where: str, data: dict[str, Any]) -> None:
    with pytest.raises(BadComponents, match=where):
        components.load(data, "santa-timea")


@pytest.mark.parametrize("named", ["regatta", None, 7, "", ["santa-timea"]], ids=repr)
def test_components_of_another_game_are_refused(named: object) -> None:
    data = changed(lambda d: d.update(game=named))
    with pytest.raises(BadComponents):
        components.load(data, "santa-timea")
    del data["game"]
    with pytest.raises(BadComponents, match='expected game = "santa-timea"'):
        components.load(data, "santa-timea")


@pytest.mark.parametrize("source", [7, [1], 1.5, b"file", True])
def test_components_of_no_sort_are_refused(source: Any) -> None:
    with pytest.raises(BadComponents, match="expected components as a file"):
        components.load(source, "santa-timea")


@pytest.mark.parametrize(
    "content",
    [
        b"game = ",
        b"\xff\xfe\x00",
        b"\x00",
        b"[" * 3000,
        b"a = " + b"[" * 3000 + b"]" * 3000,
        b"a = " + b"9" * 6000,
        b"a = 1\na = 2\n",
        b"# " + b"x" * (256 * 1024),
    ],
    ids=["cut", "not-utf8", "nul", "brackets", "deep", "huge-number", "twice", "huge-file"],
)
def test_damaged_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(BadComponents):
        components.load(path, "santa-timea")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.toml", "nul\0byte", "x" * 5000):
        with pytest.raises(BadComponents):
            components.load(path, "santa-timea")


def test_entries_and_numbers_are_checked_for_games() -> None:
    assert components.integer(3, "hand", 1, 5) == 3
    for value in (0, 6, 3.0, True, "3", None, 10**5000):
        with pytest.raises(BadComponents, match="hand: expected a whole number from 1 to 5"):
            components.integer(value, "hand", 1, 5)
    assert len(components.entries(GOOD, "deck")) == 2
    for data in ({}, {"deck": 1}, {"deck": [1]}):
        with pytest.raises(BadComponents, match=r"deck: expected a list of tables"):
            components.entries(data, "deck")
    with pytest.raises(BadComponents, match=r"deck\[1\]: expected a mark"):
        components.entries({"deck": [{"mark": "printed"}, {}]}, "deck")


@pytest.mark.parametrize("game_id", fw.games())
def test_every_game_has_marked_components(game_id: str) -> None:
    marks = fw.game(game_id).own_components.marks()
    assert marks
    assert set(marks) <= set(components.MARKS)
