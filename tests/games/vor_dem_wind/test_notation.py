"""Notation, descriptions, texts and the drawing."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from rich.text import Text

import fourwinds as fw
from fourwinds.core.errors import UnknownAction
from fourwinds.core.words import LANGUAGES, Words
from fourwinds.games.vor_dem_wind import refusals
from fourwinds.games.vor_dem_wind.state import FACTS

GAME = fw.game("vor-dem-wind")
WORDS = {language: Words(language, (GAME.folder,)) for language in LANGUAGES}
NAMES = ["Ann", "Ben [bold]", "Cleo", "Dora"]


def keys(table: dict[str, Any], path: str = "") -> set[str]:
    out: set[str] = set()
    for key, value in table.items():
        out |= keys(value, f"{path}{key}/") if isinstance(value, dict) else {f"{path}{key}"}
    return out


def places(language: str, key: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}|\[\w+\]", WORDS[language].find(key)))


def random_game(seed: int, players: int = 3, **options: Any) -> Any:
    """The states of a random game, each with one action about to be played."""
    state = GAME.start(players, seed, options)
    chance = random.Random(seed)
    while not state.over:
        seat = state.actors[0]
        action = chance.choice(state.actions(seat))
        yield state, seat, action
        state.play(seat, action)


@pytest.mark.rule("VW-4.1")
def test_every_legal_action_has_one_text_that_is_read_back() -> None:
    for state, seat, _ in random_game(1, target=20):
        actions = state.actions(seat)
        texts = [state.rules.text(state, seat, action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [state.rules.parse(state, seat, text) for text in texts] == actions
        assert [state.rules.parse_move(state, seat, text) for text in texts[:3]] == [
            [action] for action in actions[:3]
        ]


def test_every_action_number_has_a_text_and_a_description() -> None:
    state = GAME.start(3, 1)
    for action in range(state.rules.action_count):
        described = state.rules.describe(state, 0, action)
        assert described["text"]
        for words in WORDS.values():
            assert words.find(f"actions/{described['kind']}")


@pytest.mark.parametrize(
    "text", ["", "offer", "offer x", "take 9", "sell to 7", "spoil gold", "swap apple", "x" * 300]
)
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    state = GAME.start(3, 1)
    with pytest.raises(UnknownAction):
        state.play(state.actors[0], text)


def test_players_may_be_lettered(lay: Any, up: Any) -> None:
    row = [None, "income:11", "store:3/5", "exchange"]
    state = lay(step="trading", row=row, front={0: up("buy:apple+apple")}, asked=1)
    parse = state.rules.parse
    assert parse(state, 1, "Bid  on A") == parse(state, 1, "bid on 1")
    assert parse(state, 1, "sell to C") == parse(state, 1, "sell to 3")


@pytest.mark.rule("VW-4.2")
def test_an_offer_names_its_card_where_several_lie_open(lay: Any, up: Any) -> None:
    front = {0: up("buy:apple+apple"), 1: up("income:11")}
    state = lay(step="trading", row=[None, None, "store:3/5", "exchange"], front=front, asked=2)
    move = state.rules.parse_move
    texts = [state.rules.text(state, 2, a) for a in move(state, 2, "offer 7 for B")]
    assert texts == ["bid on 2", "offer 7"]
    with pytest.raises(fw.IllegalAction):
        move(state, 2, "offer 7")


@pytest.mark.rule("VW-4.2")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("offer 0", "offer-too-low"),
        ("offer 23", "offer-too-high"),
        ("offer 1000", "offer-too-high"),
    ],
)
def test_a_whole_offer_that_cannot_be_names_its_rule(
    text: str, code: str, lay: Any, up: Any
) -> None:
    row = [None, "income:11", "store:3/5", "exchange"]
    state = lay(step="trading", row=row, front={0: up("buy:apple+apple")}, asked=1)
    before = state.digest()
    with pytest.raises(fw.IllegalAction) as caught:
        state.rules.parse_move(state, 1, text)
    assert (caught.value.code, caught.value.rule) == (code, "VW-4.2")
    assert "gold" in str(caught.value)
    assert state.digest() == before


@pytest.mark.rule("VW-5.4")
@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("ship 1 5", "cargo-incomplete", "VW-5.4"),
        ("store apple", "other-card", "VW-5.1"),
        ("special exchange apple:B.silk", "not-there", "VW-7.4"),
        ("special exchange apple", "unreadable", None),
    ],
)
def test_a_compound_move_that_fails_changes_nothing(
    text: str, code: str, rule: str | None, lay: Any
) -> None:
    state = lay(
        front={0: "income:11"},
        warehouses={0: ["apple"], 1: ["cheese"]},
        specials={0: ["exchange"]},
    )
    before = state.digest()
    with pytest.raises(fw.IllegalAction) as caught:
        state.rules.parse_move(state, 0, text)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert state.digest() == before


def test_texts_are_complete_in_three_languages() -> None:
    english = keys(WORDS["en"]._texts[0])
    for language in LANGUAGES:
        assert keys(WORDS[language]._texts[0]) == english
        for key in english:
            assert places(language, key) == places("en", key), key
            assert WORDS[language].find(key).strip()
    for fact in FACTS:
        assert f"facts/{fact.name}" in english
    for code, rule in refusals.REFUSALS:
        assert f"refusal/{code}" in english
        assert f"rules/{rule}" in english
    for step in GAME.steps:
        assert f"steps/{step.name}" in english
        assert f"rules/{step.rule}" in english
    for name in GAME.options:
        assert {f"options/{name}", f"options/{name}_help"} <= english


def test_every_reason_of_a_refusal_has_the_code_of_its_name() -> None:
    for number, (code, _) in enumerate(refusals.REFUSALS):
        assert getattr(refusals, code.upper().replace("-", "_")) == number


def test_facts_and_actions_are_sentences_without_holes() -> None:
    for state, seat, action in random_game(3, 4, target=20):
        described = state.rules.describe(state, seat, action)
        facts: list[Any] = []
        state.copy().play(seat, action, facts)
        for words in WORDS.values():
            lines = [words.action(described, NAMES)]
            lines += [words.fact(fact.json(), NAMES) for fact in facts]
            for line in lines:
                assert "{" not in line
                assert "facts/" not in line
                assert "actions/" not in line
                assert ":apple" not in line


@pytest.mark.parametrize("memory_aid", [False, True])
def test_the_drawing_fits_100_columns_and_hides_what_memory_would_know(memory_aid: bool) -> None:
    for number, (state, seat, _) in enumerate(random_game(5, 4, target=15, memory_aid=memory_aid)):
        if number % 7:
            continue
        view = state.view(seat)
        for words in WORDS.values():
            drawn = Text.from_markup(GAME.draw(view, words, NAMES)).plain
            assert max(len(line) for line in drawn.splitlines()) <= 100
            assert "B Ben [bold]" in drawn
            assert "table/" not in drawn
        drawn = Text.from_markup(GAME.draw(view, WORDS["en"], NAMES)).plain
        assert drawn.count(" gold · ") == (4 if memory_aid else 1)
