"""Boxes over HTTP: a form by the schema, checks in three languages, kept, shared, played with."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from fastapi.testclient import TestClient

import fourwinds as fw
from fourwinds.core.component_schema import form, schema
from fourwinds.core.errors import BadComponents
from fourwinds.core.words import LANGUAGES
from fourwinds.server.component_words import said
from fourwinds.server.localisation import texts
from fourwinds.store.boxes import MOST_BOXES
from tests.server.conftest import Guest
from tests.server.test_api import API

SOURCE = Path(fw.__file__).parent


def own(game: str) -> dict[str, Any]:
    return copy.deepcopy(fw.game(game).own_components.data)


def check(client: TestClient, game: str, data: dict[str, Any], lang: str = "en") -> Any:
    came = client.post(
        f"{API}/games/{game}/components/check", json={"components": data}, params={"lang": lang}
    )
    assert came.status_code == 200, came.text
    return came.json()


@pytest.mark.parametrize("game", fw.games())
def test_a_games_own_file_fits_its_schema_and_every_part_of_it_can_be_filled_in(game: str) -> None:
    found = fw.game(game)
    of, data = schema(found.folder, found.own_components.data), own(game)
    assert list(jsonschema_rs.validator_for(dict(of)).iter_errors(data)) == []
    shown = {section.name: {field.name for field in section.fields} for section in form(of)}
    for section in shown:
        part: Any = data
        for key in section.split("."):
            part = part[key]
        for row in part if isinstance(part, list) else [part]:
            filled = {name.split(".")[0] for name in shown[section]}
            assert {key for key in row if key != "note" and not key.endswith("mark")} <= filled


@pytest.mark.parametrize("game", fw.games())
def test_what_a_schema_refuses_the_rules_refuse_as_well(game: str) -> None:
    """Numbers beyond the bounds of the form cannot be played with."""
    found = fw.game(game)
    of = schema(found.folder, found.own_components.data)
    tried = 0
    for section in form(of):
        for field in section.fields:
            for wrong in (field.low - 1, field.high + 1):
                data = own(game)
                part: Any = data
                for key in section.name.split("."):
                    part = part[key]
                row = next((r for r in part if field.name in r), None) if section.many else part
                if field.type != "number" or row is None or field.name not in row:
                    continue
                row[field.name] = wrong
                tried += 1
                # Each course is played with by its own option.
                option = {"course": section.name.split(".")[1]} if "." in section.name else {}
                with pytest.raises(BadComponents):
                    found.rules(found.seats[-1], option, data)
    assert tried >= 4


@pytest.mark.parametrize("game", fw.games())
def test_a_form_has_words_for_everything_in_every_language(server: TestClient, game: str) -> None:
    labels = []
    for language in LANGUAGES:
        came = server.get(f"{API}/games/{game}/components/form", params={"lang": language}).json()
        own_words = texts(language, game)
        for section in came["sections"]:
            assert own_words.find(f"form/{section['name'].replace('.', '-')}") == section["label"]
            for field in section["fields"]:
                key = f"form/fields/{field['name'].replace('.', '-')}"
                assert own_words.find(key) == field["label"]
                for choice in field["choices"]:
                    assert own_words.find(f"form/words/{choice['value']}") == choice["label"]
        labels.append([section["label"] for section in came["sections"]])
    assert labels[0] != labels[2]


def messages() -> Iterator[str]:
    """Every sentence that a component file can be refused with, a value at each place of it."""
    for path in [*SOURCE.glob("core/components.py"), *SOURCE.glob("games/*/box.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _says(node.func):
                text = _filled(node.args[0])
                rest = text.partition(": ")[2]
                if rest and rest != "7" and "7: 7" not in rest and "bytes" not in rest:
                    yield rest


def _says(called: ast.expr) -> bool:
    """Whether a call says what is wrong with a file, or, in `warnings`, what is unusual."""
    if isinstance(called, ast.Attribute) and called.attr == "append":
        return getattr(called.value, "id", "") == "out"
    return getattr(called, "id", "") == "BadComponents"


def _filled(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_filled(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return _filled(node.left) + _filled(node.right)
    return "7"


OF_FILES = ("cannot be read", "expected a TOML file")  # nobody types in a file on the page


def test_every_sentence_is_said_in_every_language() -> None:
    found = [each for each in {*messages()} if not each.startswith(OF_FILES)]
    assert len(found) > 60
    for text in found:
        assert said(texts("en"), text) == text
        for language in ("fr", "de"):
            other = said(texts(language), text)
            assert other != text, text
            assert re.findall(r"\b7\b", other) == re.findall(r"\b7\b", text), other


def test_a_check_says_what_is_wrong_and_where(guest: Guest) -> None:
    anna = guest("Anna")
    data = own("vor-dem-wind")
    assert check(anna, "vor-dem-wind", data) == {"ready": True, "problems": [], "warnings": []}
    data["purchase"][2]["count"] = 99
    (wrong,) = check(anna, "vor-dem-wind", data)["problems"]
    assert wrong["where"] == "purchase[2].count"
    assert wrong["message"].endswith(f": {wrong['said']}")
    assert wrong["message"] == (
        "Purchases, row 3, Copies: expected a whole number from 1 to 40, got 99"
    )
    assert wrong["players"] == [2, 3, 4]
    (wrong,) = check(anna, "vor-dem-wind", data, "de")["problems"]
    assert wrong["message"] == (
        "Einkäufe, Zeile 3, Stückzahl: erwartet wird eine ganze Zahl von 1 bis 40 (jetzt 99)"
    )
    data["purchase"][2]["count"] = 3
    (wrong,) = check(anna, "vor-dem-wind", data, "fr")["problems"]
    assert wrong["message"] == "Achats\u00a0: il faut 40 cartes en tout, il y en a 41 (VW-1.1)"


def test_slips_and_garbage_are_said_and_change_nothing(guest: Guest) -> None:
    anna = guest("Anna")
    data = own("santa-timea")
    data["pirates"]["cuont"] = 4
    (wrong,) = check(anna, "santa-timea", data)["problems"]
    assert wrong["message"].endswith("did you mean count?")
    garbage: list[dict[str, Any]] = [
        {},
        {"game": "regatta"},
        {"game": "santa-timea", "hand": 7},
        {"a": {"b": [[]]}},
    ]
    for bad in garbage:
        assert check(anna, "santa-timea", bad)["ready"] is False
    assert anna.get(f"{API}/me/boxes").json() == []


def test_a_box_is_kept_shared_by_link_and_played_with(guest: Guest, server: TestClient) -> None:
    anna, ben = guest("Anna"), guest("Ben")
    data = own("santa-timea")
    data["pirates"] = {"count": 2, "mark": "printed"}
    body = {"game": "santa-timea", "name": " My  box ", "components": data}
    made = anna.post(f"{API}/me/boxes", json=body)
    assert made.status_code == 201, made.text
    box = made.json()["id"]
    assert made.json() | {"changed": 0, "components": {}} == {
        "id": box,
        "game": "santa-timea",
        "name": "My box",
        "by": "Anna",
        "mine": True,
        "ready": True,
        "changed": 0,
        "components": {},
    }
    seen = server.get(f"{API}/boxes/{box}").json()
    assert (seen["mine"], seen["components"]) == (False, data)
    # Others play with it, but change nothing.
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}]
    match = ben.post(f"{API}/matches", json={"game": "santa-timea", "seats": seats, "box": box})
    assert match.status_code == 201, match.text
    played = ben.get(f"{API}/matches/{match.json()['id']}/components").json()
    assert (played["usual"], played["components"]) == (False, data)
    change = {"name": "His", "components": own("santa-timea")}
    assert ben.post(f"{API}/me/boxes/{box}", json=change).status_code == 404
    assert ben.delete(f"{API}/me/boxes/{box}").status_code == 404
    assert ben.get(f"{API}/me/boxes").json() == []
    # Its owner does; the match stays as it was begun.
    assert anna.post(f"{API}/me/boxes/{box}", json={**change, "name": "Mine"}).json()["ready"]
    assert [each["name"] for each in anna.get(f"{API}/me/boxes").json()] == ["Mine"]
    again = ben.get(f"{API}/matches/{match.json()['id']}/components").json()
    assert again == played
    assert anna.delete(f"{API}/me/boxes/{box}").status_code == 200
    assert server.get(f"{API}/boxes/{box}").status_code == 404


def test_half_a_box_is_kept_but_not_played_with(guest: Guest) -> None:
    anna = guest("Anna")
    data = own("regatta")
    data["card"].pop()
    body = {"game": "regatta", "name": "Half", "components": data}
    made = anna.post(f"{API}/me/boxes", json=body).json()
    assert made["ready"] is False
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "deckhand"}]
    setup = {"game": "regatta", "seats": seats, "box": made["id"]}
    refused = anna.post(f"{API}/matches", json=setup)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "box-not-ready")
    other = anna.post(f"{API}/matches", json={**setup, "game": "santa-timea"})
    assert other.status_code == 404


def test_boxes_are_limited_exported_and_deleted_with_the_person(guest: Guest) -> None:
    anna = guest("Anna")
    huge = {"game": "santa-timea", "note": "x" * 300}
    body = {"game": "santa-timea", "name": "A", "components": huge}
    assert anna.post(f"{API}/me/boxes", json=body).status_code == 422
    app: Any = anna.app
    app.state.auth.checks.burst = 10**6
    app.state.auth.checks._buckets.clear()
    body["components"] = {"game": "santa-timea"}
    for _ in range(MOST_BOXES):
        assert anna.post(f"{API}/me/boxes", json=body).status_code == 201
    refused = anna.post(f"{API}/me/boxes", json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too-many-boxes")
    box = anna.get(f"{API}/me/boxes").json()[0]["id"]
    assert len(anna.get(f"{API}/me/data").json()["boxes"]) == MOST_BOXES
    assert anna.request("DELETE", f"{API}/me", json={}).status_code == 200
    assert TestClient(anna.app).get(f"{API}/boxes/{box}").status_code == 404
