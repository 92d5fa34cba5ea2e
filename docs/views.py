"""Writes docs/views.md: python docs/views.py

What the page says comes from the shapes of the games; tests/wire/test_views_page.py sees to it that
the page was written since they last changed.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fourwinds as fw
from fourwinds.server.wire.game_schemas import SCHEMAS, game_schemas, prefix

PAGE = Path(__file__).parent / "views.md"
TOP = """\
# Views, actions and facts

This page is for people who write bots, boards and other programs: what they are told.

What the games say in JSON: `state.view(seat)`, `rules.describe(state, seat, action)`,
`rules.preview(view, action)`, `fact.json()` and `state.position()`. Bots and boards get the same.
The server sends the same too; there an action also has its number (`action`), its notation
(`text`) and its `words`. `fourwinds openapi` prints all of it as schemas, from which clients in
other languages are made.

Every view has `game`, `players`, `options`, `seat` (whose view it is, null for a spectator), `step`
(what is asked), `actors` (the seats that are asked), `turn` (whose turn it is), `scores`, `over`,
`winners` and `ranking`. Seats are counted from 0. None is null in JSON. A field is always there
unless it says "may be missing".

`python docs/views.py` writes this page from `shapes.py` of each game.
"""
PARTS = {
    "View": "What a seat sees",
    "Action": "Actions",
    "Preview": "Previews",
    "Fact": "Facts",
    "Position": "Positions",
}
NAMES = {
    "integer": "int",
    "number": "float",
    "string": "str",
    "boolean": "bool",
    "null": "None",
    "None": "object",
}
Schema = dict[str, Any]


def page() -> str:
    return "\n".join([TOP, *(_game(game) for game in fw.games())])


def _game(game: str) -> str:
    shapes = fw.game(game).shapes
    schemas = game_schemas(game, shapes)
    module = importlib.import_module(f"fourwinds.games.{game.replace('-', '_')}.shapes")
    told: set[str] = set()
    out = [f"## {fw.game(game).title}", "", inspect.cleandoc(module.__doc__ or ""), ""]
    for part, title in PARTS.items():
        out += [f"### {title}: {fw.game(game).title}", ""]
        for name in _below(prefix(game) + part, schemas):
            if name not in told:
                told.add(name)
                out += _table(game, name, schemas[name])
    return "\n".join(out)


def _below(name: str, schemas: dict[str, Schema]) -> Iterator[str]:
    """All objects that a schema leads to, each when it is first met."""
    seen: list[str] = []

    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            reference = schema.get("$ref")
            if isinstance(reference, str):
                found = reference.removeprefix(SCHEMAS)
                if found not in seen:
                    seen.append(found)
                    walk(schemas[found])
            for key, value in schema.items():
                if key != "discriminator":
                    walk(value)
        elif isinstance(schema, list):
            for each in schema:
                walk(each)

    walk({"$ref": SCHEMAS + name})
    return (each for each in seen if "properties" in schemas[each])


def _table(game: str, name: str, schema: Schema) -> list[str]:
    own = prefix(game)
    out = [f"**{name.removeprefix(own)}**", ""]
    if "description" in schema:
        out += [" ".join(schema["description"].split()), ""]
    out += ["| Field | Type | Meaning |", "| --- | --- | --- |"]
    for field, inner in schema["properties"].items():
        missing = "" if field in schema.get("required", []) else " (may be missing)"
        told = " ".join(inner.get("description", "").split())
        out.append(f"| `{field}` | `{_type(own, inner)}`{missing} | {told} |")
    return [*out, ""]


def _type(own: str, schema: Schema) -> str:
    """As Python would have it; what it is one of is joined by "or"."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(SCHEMAS).removeprefix(own)
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " or ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(own, each) for each in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(own, each) for each in schema['prefixItems'])}]"
        return f"list[{_type(own, schema.get('items', {}))}]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"dict[str, {_type(own, inner) if isinstance(inner, dict) else 'object'}]"
    return NAMES[str(kind)]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
