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
from fourwinds.core.component_lines import lines
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
        (
            "hand.mark: expected one of printed, reported, reconstructed, got 'seen'",
            changed(lambda d: d["hand"].update(mark="seen")),
        ),
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
    with pytest.raises(BadComponents, match='game: expected "santa-timea"'):
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


def _changed(tmp_path: Path, game_id: str, old: str, new: str) -> Path:
    """The component file of a game with a slip in it."""
    text = (fw.game(game_id).folder / "components.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("game_id", "old", "new", "said"),
    [
        ("vor-dem-wind", "count = 15", "cuont = 15", "goods[0].cuont: did you mean count?"),
        ("vor-dem-wind", "purchase = [", "purchases = [", "purchases: did you mean purchase?"),
        ("regatta", "behind = ", "behnid = ", "start.behnid: did you mean behind?"),
        (
            "vor-dem-wind",
            '["apple", "apple", "cheese"]',
            '["aple", "apple", "cheese"]',
            "purchase[0].goods: expected 1 to 8 of apple, spice, cheese, silk,"
            " got ['aple', 'apple', 'cheese']",
        ),
        (
            "santa-timea",
            'direction = "N"',
            'direction = "X"',
            "direction: expected N, E, S or W, got",
        ),
        ("winds-of-plunder", "zone = ", "zone = 9", "port[0].zone: expected a whole number from 1"),
        (
            "regatta",
            'game = "regatta"',
            'game = "reggata"',
            "game: expected \"regatta\", got 'reggata'",
        ),
        ("regatta", "game = ", "gmae = ", "gmae: did you mean game?"),
    ],
)
def test_a_slip_is_named_by_file_line_and_value(
    tmp_path: Path, game_id: str, old: str, new: str, said: str
) -> None:
    file = _changed(tmp_path, game_id, old, new)
    text = file.read_text(encoding="utf-8")
    line = text[: text.index(new)].count("\n") + 1
    with pytest.raises(BadComponents) as refused:
        fw.game(game_id).rules(3, components=file)
    assert str(refused.value).startswith(f"{file}, line {line}: ")
    assert said in str(refused.value)


@pytest.mark.parametrize("game_id", fw.games())
def test_every_place_of_a_component_file_has_its_line(game_id: str) -> None:
    text = (fw.game(game_id).folder / "components.toml").read_text(encoding="utf-8")
    found = lines(text)
    rows = text.splitlines()

    def check(value: object, where: str) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                inner = f"{where}.{key}".strip(".")
                assert key in rows[found[inner] - 1], inner
                check(item, inner)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                assert f"{where}[{i}]" in found
                check(item, f"{where}[{i}]")

    check(fw.game(game_id).own_components.data, "")


def test_a_mark_before_the_first_letter_is_no_mistake(tmp_path: Path) -> None:
    file = _changed(tmp_path, "regatta", "game", "game")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    rules = fw.game("regatta").rules(components=file)
    assert rules.components.digest == fw.game("regatta").own_components.digest
