"""Notation, descriptions, texts and the drawing."""

from __future__ import annotations

import random
import re
from typing import Any, get_args, get_type_hints

import pytest
from rich.text import Text

import fourwinds as fw
from fourwinds.core.errors import Refusal, UnknownAction
from fourwinds.core.facts import FactKind
from fourwinds.core.words import LANGUAGES, Words
from fourwinds.games.vor_dem_wind import notation, refusals, shapes
from fourwinds.games.vor_dem_wind import state as state_module

GAME = fw.game("vor-dem-wind")
WORDS = {language: Words(language, (GAME.folder,)) for language in LANGUAGES}
NAMES = ["Ann", "Ben [bold]", "Cleo", "Dora"]
REFUSALS = [
    found
    for module in (refusals, notation)
    for found in vars(module).values()
    if isinstance(found, Refusal)
]


def kinds(union: Any) -> list[str]:
    """The kinds of a union of shapes."""
    return [kind for shape in get_args(union) for kind in get_args(get_type_hints(shape)["kind"])]


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
    state = lay(step="trading", row=row, front={0: up("buy:apple+apple")}, turn=1)
    parse = state.rules.parse
    assert parse(state, 1, "Bid  on A") == parse(state, 1, "bid on 1")
    assert parse(state, 1, "sell to C") == parse(state, 1, "sell to 3")


@pytest.mark.rule("VW-4.2")
def test_an_offer_names_its_card_where_several_lie_open(lay: Any, up: Any) -> None:
    front = {0: up("buy:apple+apple"), 1: up("income:11")}
    state = lay(step="trading", row=[None, None, "store:3/5", "exchange"], front=front, turn=2)
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
    state = lay(step="trading", row=row, front={0: up("buy:apple+apple")}, turn=1)
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


def whole(state: fw.State, seat: int, text: str) -> list[str]:
    """The simple moves of a whole one."""
    actions = state.rules.parse_move(state, seat, text)
    return [state.rules.text(state, seat, action) for action in actions]


@pytest.mark.rule("VW-5.4")
def test_a_whole_move_ends_its_choice_however_many_parts_it_has(lay: Any) -> None:
    state = lay(
        front={0: "income:11"},
        warehouses={0: ["apple", "silk"], 1: ["cheese"]},
        hands={0: ["apple"]},
        specials={0: ["exchange", "market-sale", "free-trade:2", "conservation:2"]},
    )
    one, two = ["ship 5", "done"], ["ship 5", "ship 6", "done"]
    assert whole(state, 0, "ship 5") == whole(state, 0, "Ship 5 done") == one
    assert whole(state, 0, "ship 5 6") == two
    swap = ["special exchange", "swap apple:B.cheese", "done"]
    assert whole(state, 0, "special exchange apple:B.cheese") == swap
    sale = ["special market-sale", "sell apple", "sell warehouse.silk", "done"]
    assert whole(state, 0, "special market-sale apple warehouse.silk") == sale
    assert whole(state, 0, "special market-sale done") == ["special market-sale", "done"]
    trade = ["special free-trade:2", "get silk", "get silk", "done"]
    assert whole(state, 0, "special free-trade silk silk") == trade
    assert whole(state, 0, "special conservation") == ["special conservation:2"]
    state.play(0, "ship 5")
    assert whole(state, 0, "ship 6") == ["ship 6", "done"]
    assert whole(state, 0, "done") == ["done"]
    storing = lay(front={0: "store:3/5"}, hands={0: ["apple", "silk"]})
    assert whole(storing, 0, "store silk") == ["store silk", "done"]
    assert whole(storing, 0, "store silk apple") == ["store silk", "store apple", "done"]
    keeping = lay(
        step="conserving", warehouses={0: ["apple"]}, conservation={0: ["conservation:2"]}
    )
    assert whole(keeping, 0, "keep apple") == ["keep apple", "done"]


@pytest.mark.rule("VW-5.1")
@pytest.mark.parametrize("card", ["exchange", "market-sale", "free-trade", "buy-and-store"])
def test_a_special_card_without_its_choice_is_no_whole_move(card: str, lay: Any) -> None:
    specials = ["exchange", "market-sale", "free-trade:2", "buy-and-store:2/14"]
    stored = {0: ["apple"], 1: ["cheese"]}
    state = lay(front={0: "income:11"}, warehouses=stored, specials={0: specials})
    with pytest.raises(fw.IllegalAction, match="in the same move") as caught:
        state.rules.parse_move(state, 0, f"special {card}")
    assert (caught.value.code, caught.value.rule) == ("special-incomplete", "VW-5.1")
    state.play(0, f"special {card}")  # as one action it begins a draft
    assert state.retract(0)


@pytest.mark.rule("VW-7.1")
def test_a_choice_that_takes_too_little_says_what_is_missing(lay: Any) -> None:
    state = lay(front={0: "income:11"}, specials={0: ["free-trade:2"]})
    with pytest.raises(fw.IllegalAction) as caught:
        state.rules.parse_move(state, 0, "special free-trade silk")
    assert (caught.value.code, caught.value.rule) == ("more-to-get", "VW-7.1")


@pytest.mark.rule("VW-4.2")
def test_a_bid_without_its_offer_is_no_whole_move(lay: Any, up: Any) -> None:
    row = [None, "income:11", "store:3/5", "exchange"]
    state = lay(step="trading", row=row, front={0: up("buy:apple+apple")}, turn=1)
    with pytest.raises(fw.IllegalAction, match="offer 7 for A") as caught:
        state.rules.parse_move(state, 1, "bid on A")
    assert (caught.value.code, caught.value.rule) == ("offer-incomplete", "VW-4.2")
    with pytest.raises(fw.IllegalAction) as caught:
        state.rules.parse_move(state, 1, "bid on 3")
    assert caught.value.code == "no-card-before"
    assert whole(state, 1, "offer 7 for A") == ["bid on 1", "offer 7"]


def test_texts_are_complete_in_three_languages() -> None:
    english = keys(WORDS["en"]._texts[0])
    for language in LANGUAGES:
        assert keys(WORDS[language]._texts[0]) == english
        for key in english:
            assert places(language, key) == places("en", key), key
            assert WORDS[language].find(key).strip()
    for kind in kinds(shapes.Fact):
        assert any(key.split("/")[:2] == ["facts", kind] for key in english)
    for kind in kinds(shapes.Action):
        assert f"actions/{kind}" in english
    for refusal in REFUSALS:
        assert f"refusal/{refusal.code}" in english
        assert f"rules/{refusal.rule}" in english
    for step in GAME.steps:
        assert f"steps/{step.name}" in english
        assert f"rules/{step.rule}" in english
    for name in GAME.options:
        assert {f"options/{name}", f"options/{name}_help"} <= english


def test_what_is_said_to_be_refused_is_in_some_step() -> None:
    codes = {refusal.code for refusal in REFUSALS}
    assert len(codes) > 40
    said = {key for key in WORDS["en"]._texts[0]["refusal"] if key != "finish-first"}
    assert said == codes


def test_the_kinds_of_facts_are_those_declared() -> None:
    declared = {fact.name for fact in vars(state_module).values() if isinstance(fact, FactKind)}
    assert declared == set(kinds(shapes.Fact))


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
