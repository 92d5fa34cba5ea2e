"""Texts for players are complete, the same in every language, and all of them are used."""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.components import MARKS
from fourwinds.core.errors import IllegalAction
from fourwinds.core.facts import FactKind
from fourwinds.core.registry import games
from fourwinds.core.words import LANGUAGES, words
from fourwinds.laws.missing_texts import missing_texts
from tests.sample import sample

SOURCE = Path(fw.__file__).parent
FOLDERS = sorted(path.parent.parent for path in SOURCE.rglob("texts/en.toml"))
CODES = re.compile(r'(?:IllegalAction|UnknownAction|Refusal)\(\s*"([a-z0-9-]+)"')
MARK = re.compile(r"\[([a-z]+)\]")
ALL_MARKS = {*MARKS, "ruling", "change", "edition"}


def leaves(entry: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(entry, Mapping):
        for key, value in entry.items():
            yield from leaves(value, f"{path}/{key}".strip("/"))
    else:
        assert isinstance(entry, str), f"{path}: expected a text"
        yield path, entry


@cache
def texts(folder: Path, language: str) -> dict[str, Any]:
    return tomllib.loads((folder / "texts" / f"{language}.toml").read_text(encoding="utf-8"))


def flat(folder: Path, language: str = "en") -> dict[str, str]:
    return dict(leaves(texts(folder, language)))


def places(key: str, text: str) -> set[str]:
    """The places of a text; the form for one need not say how many."""
    found = set(re.findall(r"\{(\w+)\}", text))
    return found - {"n"} if key.endswith("/one") else found


@cache
def sources(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))


def fact_kinds(game: str) -> set[str]:
    package = importlib.import_module(type_of_package(game))
    names = [
        f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__)
    ]
    found = [vars(importlib.import_module(name)).values() for name in names]
    return {value.name for values in found for value in values if isinstance(value, FactKind)}


def type_of_package(game: str) -> str:
    return f"fourwinds.games.{fw.game(game).folder.name}"


def rule_key(number: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", number)]


@pytest.fixture(params=FOLDERS, ids=[str(folder.relative_to(SOURCE)) for folder in FOLDERS])
def folder(request: pytest.FixtureRequest) -> Path:
    found = request.param
    assert isinstance(found, Path)
    return found


@pytest.fixture(params=fw.games())
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", games(hidden=True))
def test_no_game_lacks_a_text_by_what_fuzz_says(name: str) -> None:
    assert missing_texts(name) == []


def test_every_game_has_texts(game: str) -> None:
    assert fw.game(game).folder in FOLDERS


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_keys(folder: Path, language: str) -> None:
    assert flat(folder, language).keys() == flat(folder).keys()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_text_has_the_same_places_in_every_language(folder: Path, language: str) -> None:
    other = flat(folder, language)
    for key, text in flat(folder).items():
        assert places(key, text) == places(key, other[key]), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_rule_has_the_same_marks_in_every_language(folder: Path, language: str) -> None:
    other = flat(folder, language)
    for key, text in flat(folder).items():
        if key.startswith("rules/"):
            assert sorted(MARK.findall(text)) == sorted(MARK.findall(other[key])), key
            assert set(MARK.findall(text)) <= ALL_MARKS, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(folder: Path, language: str) -> None:
    assert [key for key, text in flat(folder, language).items() if not text.strip()] == []


def test_marks_have_names_and_explanations() -> None:
    marks = texts(SOURCE / "core", "en")["marks"]
    assert set(marks) == ALL_MARKS | {f"{mark}_help" for mark in ALL_MARKS}


def test_every_common_refusal_has_a_sentence_and_none_is_unused() -> None:
    codes = {code for part in SOURCE.glob("core/*.py") for code in CODES.findall(part.read_text())}
    assert set(texts(SOURCE / "core", "en")["refusal"]) == codes


def test_every_refusal_of_a_game_has_a_sentence(game: str) -> None:
    folder = fw.game(game).folder
    known = {*texts(folder, "en")["refusal"], *texts(SOURCE / "core", "en")["refusal"]}
    assert set(CODES.findall(sources(folder))) - known == set()


def test_no_refusal_of_a_game_is_unused(game: str) -> None:
    folder = fw.game(game).folder
    built = tuple(re.findall(r'f"([a-z-]+-)\{', sources(folder)))  # "touches-" and what it touches
    codes = texts(folder, "en")["refusal"]
    # A game may have its own words for a common refusal.
    common = texts(SOURCE / "core", "en")["refusal"]
    used = [
        code
        for code in codes
        if f'"{code}"' in sources(folder) or code.startswith(built) or code in common
    ]
    assert used == list(codes)


def test_every_kind_of_fact_has_a_sentence_and_none_is_unused(game: str) -> None:
    assert set(texts(fw.game(game).folder, "en")["facts"]) == fact_kinds(game)


def test_every_step_says_what_is_asked(game: str) -> None:
    assert set(texts(fw.game(game).folder, "en")["steps"]) == {
        step.name for step in fw.game(game).steps
    }


def test_every_option_has_a_label_help_and_names_of_its_choices(game: str) -> None:
    expected = set()
    for option in fw.game(game).options.values():
        expected |= {option.name, f"{option.name}_help"}
        expected |= {f"{option.name}_{choice}" for choice in option.choices}
    assert set(texts(fw.game(game).folder, "en").get("options", {})) == expected


def test_every_rule_that_code_cites_has_a_text(game: str) -> None:
    folder = fw.game(game).folder
    prefix = next(iter(texts(folder, "en")["rules"])).partition("-")[0]
    cited = set(re.findall(rf'"({prefix}-\d+\.\d+)"', sources(folder)))
    assert cited - set(texts(folder, "en")["rules"]) == set()


def test_rules_are_numbered_without_a_gap(game: str) -> None:
    numbers = [rule_key(number) for number in texts(fw.game(game).folder, "en")["rules"]]
    due = [1]
    for number in numbers:
        if len(number) == 1:
            due = number if number == [1] or number == [due[0] + 1] else due
        assert number == due
        due = [due[0], 1] if len(due) == 1 else [due[0], due[1] + 1]


def test_every_action_of_random_play_has_words(game: str) -> None:
    rules = fw.game(game).rules()
    state = rules.start(seed=1)
    names = [f"Player {seat + 1}" for seat in range(rules.players)]
    for turn in range(200):
        if state.over:
            break
        seat = state.actors[0]
        for action in state.actions(seat)[:20]:
            described = rules.describe(state, seat, action)
            for language in LANGUAGES:
                sentence = words(language, game).action(described, names)
                assert not sentence.startswith("actions/"), described
                assert "{" not in sentence, (described, sentence)
        state.play(seat, state.actions(seat)[turn % len(state.actions(seat))])


def test_every_fact_of_random_play_fills_its_sentence(game: str) -> None:
    rules = fw.game(game).rules()
    names = [f"Player {seat + 1}" for seat in range(rules.players)]
    facts: list[Any] = []
    state = rules.start(seed=2, tell=facts)
    for turn in range(sample(fw.game(game).most_decisions, 400)):
        if state.over:
            break
        seat = state.actors[0]
        actions = state.actions(seat)
        state.play(seat, actions[turn * 7 % len(actions)], facts)
    for fact in facts:
        for language in LANGUAGES:
            sentence = words(language, game).fact(fact.json(), names)
            assert not sentence.startswith("facts/"), fact
            assert "{" not in sentence, (fact, sentence)


def test_no_label_of_the_table_is_unused(game: str) -> None:
    folder = fw.game(game).folder
    drawing = (folder / "drawing.py").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w-]+", drawing))
    labels = texts(folder, "en").get("table", {})
    assert [label for label in labels if label not in named] == []


def test_no_text_of_the_command_line_is_unused() -> None:
    named = set(re.findall(r"[\w-]+", sources(SOURCE / "cli")))
    for key in flat(SOURCE / "cli"):
        part = key.split("/")[1]
        short = re.sub("^(help|takes)-", "", part)
        assert part in named or short in named, key


def test_a_player_called_like_a_card_keeps_his_name() -> None:
    fact = {"kind": "lead-passed", "seat": 0}
    assert words("en", "santa-timea").fact(fact, ["N", "P"]) == "N leads the next trick."


def test_what_was_typed_is_quoted_as_it_was_typed() -> None:
    refused = IllegalAction("unreadable", None, {"text": "N", "game": "santa-timea"})
    assert str(refused) == "“N” is no move of this game."


def test_numbers_choose_the_form_of_a_text() -> None:
    french = words("fr", "santa-timea")
    assert french.line("table/damage-of", n=1) == "1 dommage"
    assert french.line("table/damage-of", n=2) == "2 dommages"


def test_a_form_named_by_a_place_is_taken_where_that_place_has_something_to_show() -> None:
    english = words("en", "santa-timea")
    began = {"kind": "round-began", "round": 1, "first": 0, "row": ["N1"], "forecast": []}
    assert "Will not blow" not in english.fact(began, ["Ann"])
    assert "Will not blow: South 3." in english.fact(began | {"forecast": ["S3"]}, ["Ann"])


def test_an_unknown_language_is_english() -> None:
    assert words("xx").language == "en"
    assert words("de_AT.UTF-8").language == "de"


def test_french_is_set_with_its_apostrophes_and_spaces() -> None:
    french = words("fr", "winds-of-plunder")
    assert french.line("names/crew") == "membre d\u2019équipage"
    assert "Intrigue\u00a0: échanger" in french.line("actions/intrigue")
    assert "tuiles\u00a0: {places}" in french.line("facts/tiles-swapped")
    assert "«\u00a0{advantage}\u00a0»" in french.line("facts/advantage-taken")
    assert "\u00a0: " in french.find("rules/WP-1.4")
