"""Setting up positions: the form fits what a game declares, and what is wrong is said in words."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fourwinds as fw
from fourwinds.core.errors import BadPosition
from fourwinds.core.words import LANGUAGES
from fourwinds.learning import positions
from fourwinds.learning.paths import find, put
from fourwinds.learning.positions import Field
from tests.sample import sample

SOURCES = Path(fw.__file__).parent
GAMES = [game for game in fw.games() if positions.declared(game)]


def fields(game: str, players: int, language: str = "en") -> list[Field]:
    form = positions.form(fw.game(game).rules(players), positions.words_of(game, language))
    return [each for group in form.groups for each in group.fields]


def test_all_four_games_can_be_set_up() -> None:
    assert set(GAMES) == {"santa-timea", "vor-dem-wind", "winds-of-plunder", "regatta"}


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_field_is_in_the_form_or_left_out_for_a_reason(game: str) -> None:
    position = positions.deal(fw.game(game).rules(), 1).position()
    hidden = positions.declared(game)["hidden"]
    shown = {each.path.partition(".")[0] for each in fields(game, position["players"])}
    assert set(position) == shown | set(hidden)
    assert not shown & set(hidden)
    assert all(hidden.values())


@pytest.mark.parametrize("game", GAMES)
def test_fields_lead_somewhere_for_every_number_of_players(game: str) -> None:
    for players in fw.game(game).seats:
        dealt = positions.deal(fw.game(game).rules(players), 1).position()
        form = positions.form(dealt_rules := fw.game(game).rules(players), _words(game))
        assert dealt_rules.players == players
        for each in (each for group in form.groups for each in group.fields):
            assert each.kind in positions.KINDS
            found = find(dealt, each.path)
            assert len(found) == 1, each.path
            if each.kind == "number":
                assert each.low <= found[0] <= each.high, each.path
            if each.pool is not None:
                codes = found[0] if isinstance(found[0], list) else [found[0]]
                codes = [code["card"] if isinstance(code, dict) else code for code in codes]
                assert set(codes) <= set(form.counts[each.pool]), each.path


@pytest.mark.parametrize("game", GAMES)
def test_labels_are_there_in_every_language(game: str) -> None:
    by_language = [fields(game, 3, language) for language in LANGUAGES]
    for same in zip(*by_language, strict=True):
        assert len({each.path for each in same}) == 1
        assert all(each.label for each in same)
        assert not any("{" in each.label for each in same)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_comes_back_whole_without_what_chance_decides(game: str) -> None:
    rules = fw.game(game).rules()
    for decisions in (0, 7, 30):
        state = positions.deal(rules, 5, decisions)
        position = state.position()
        seat = state.actors[0]
        again = rules.position(positions.undrawn(game, position))
        assert again.view(seat) == state.view(seat)
        assert again.actions(seat) == state.actions(seat)
        assert position == state.position(), "the position itself stays as it was"


@pytest.mark.parametrize("game", GAMES)
def test_presets_of_whose_turn_it_is_can_be_laid_out(game: str) -> None:
    rules = fw.game(game).rules(3)
    for each in fields(game, 3):
        for choice in each.choices if each.kind == "preset" else ():
            position = _left(game, positions.deal(rules, 2).position())
            for path, value in (choice.set or {}).items():
                position[path] = value
            state = rules.position(position)
            assert state.actors
            if ":" in str(choice.value):
                assert state.actors == (int(str(choice.value)[-1]),)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_changed_by_chance_is_refused_in_words_or_can_be_played(game: str) -> None:
    """Whatever the form can make, the rules either refuse it or play it to the end."""
    draw = random.Random(7)
    rules = fw.game(game).rules(3)
    form = positions.form(rules, positions.words_of(game, "de"))
    editable = [each for group in form.groups for each in group.fields]
    laid = 0
    for trial in range(sample(30, 6)):
        position = _left(game, positions.deal(rules, trial % 6, draw.randrange(40)).position())
        for _ in range(draw.randrange(1, 3)):
            change(position, draw.choice(editable), form, draw)
        try:
            state = rules.position(position)
        except BadPosition as error:
            found = positions.trouble(game, error, positions.words_of(game, "de"), form)
            assert "expected" not in found.text, found.text
            continue
        laid += 1
        for _ in range(120):
            if state.over:
                break
            seat = state.actors[0]
            state.view(seat)
            state.play(seat, draw.choice(state.actions(seat)))
    assert laid >= sample(5, 1)


def change(position: dict[str, Any], field: Field, form: positions.Form, draw: Any) -> None:
    """What a person might do to a field."""
    there = find(position, field.path)
    if not there:
        return
    if field.kind == "number":
        put(position, field.path, draw.randrange(field.low, field.high + 1))
    elif field.kind == "flag":
        put(position, field.path, not there[0])
    elif field.kind in ("choice", "seat"):
        put(position, field.path, draw.choice(field.choices).value)
    elif field.kind == "preset":
        for path, value in (draw.choice(field.choices).set or {}).items():
            position[path] = value
    elif field.kind == "cards" and field.pool is not None:
        cards = list(there[0])
        if cards and draw.random() < 0.6:
            cards[draw.randrange(len(cards))] = draw.choice(list(form.counts[field.pool]))
        elif cards:
            cards.pop()
        else:
            cards.append(draw.choice(list(form.counts[field.pool])))
        put(position, field.path, cards)
    for name in field.drops:
        position.pop(name, None)
    for path, value in field.implies.items():
        put(position, path, value)


# What the rules say.


def said_of_positions() -> Iterator[str]:
    """Every sentence a BadPosition is made with, with marks for what varies."""
    for path in [*SOURCES.glob("core/*.py"), *SOURCES.glob("games/*/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadPosition":
                yield _sentence(node.args[0])


def _sentence(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        # What stands first is the name of a field.
        marks = ["field", *["7"] * len(node.values)]
        parts = zip(node.values, marks, strict=False)
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else mark for part, mark in parts
        )
    assert isinstance(node, ast.Constant)
    return str(node.value)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    own = positions.words_of("santa-timea", language)
    sentences = set(said_of_positions())
    assert len(sentences) > 100
    for text in sentences:
        found = positions.trouble("santa-timea", BadPosition(text), own, None)
        assert not re.search(r"\b(expected|the|with|unknown|cannot)\b", found.text), text
        assert not re.search(r"\{\d\}", found.text), text


def test_an_error_names_its_field_and_its_rule() -> None:
    rules = fw.game("regatta").rules(2)
    own = positions.words_of("regatta", "fr")
    position = _left("regatta", positions.deal(rules, 1).position())
    position["hands"][1] = position["hands"][1][:4]
    with pytest.raises(BadPosition) as caught:
        rules.position(position)
    found = positions.trouble("regatta", caught.value, own, positions.form(rules, own))
    assert (found.path, found.rule) == ("hands.1", "RG-4.1")
    assert found.text == "Joueur 2: Main: attendu : 5 cartes"


def _left(game: str, position: dict[str, Any]) -> dict[str, Any]:
    """As the page sends a position that was changed."""
    gone = {*positions.declared(game)["drawn"], *positions.declared(game)["derived"]}
    return {name: value for name, value in position.items() if name not in gone}


def _words(game: str) -> Any:
    return positions.words_of(game, "en")
