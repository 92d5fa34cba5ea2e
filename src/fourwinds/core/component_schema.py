"""The JSON Schema of a game's component file, and the form that people fill in by it.

A game may have `components.schema.json` beside its `components.toml`: editors of TOML understand
it, and the page makes its form of it. It says of each entry alone what may stand in it; whether all
of them together make a game, `Game.box` says. A game without one gets a schema made of its file.
`x-names` at a text means: the `name` of an entry of that table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fourwinds.core.components import FREE, LARGEST_NUMBER, LONGEST_LIST, LONGEST_TEXT, MARKS

FILE = "components.schema.json"
Schema = Mapping[str, Any]
FieldType = Literal["number", "flag", "choice", "text", "choices", "numbers", "data"]


@dataclass(frozen=True)
class FormField:
    """One thing to fill in: `start.behind` stands in an inner table.

    `low` and `high` bound a number, or each of `numbers`; `least` and `most` how many things a list
    has. `names_of` is the table whose entries' names are the choices. `data` is anything else, as
    JSON.
    """

    name: str
    type: FieldType
    optional: bool
    low: int = -LARGEST_NUMBER
    high: int = LARGEST_NUMBER
    least: int = 0
    most: int = LONGEST_LIST
    choices: tuple[str, ...] = ()
    names_of: str | None = None


@dataclass(frozen=True)
class FormSection:
    """A table of the file (`course.short` an inner one); with `many` it has any number of rows."""

    name: str
    many: bool
    fields: tuple[FormField, ...]


def schema(folder: Path, data: Schema) -> Schema:
    """The schema of the game in a folder, whose own component file holds these data."""
    path = folder / FILE
    if not path.is_file():
        return _of_value(data)
    found: Schema = json.loads(path.read_text(encoding="utf-8"))
    return found


def form(of: Schema) -> list[FormSection]:
    """The form by a schema: a section for each table."""
    return list(_sections(of, of["properties"], ""))


def _sections(whole: Schema, properties: Schema, inside: str) -> Iterator[FormSection]:
    for name, part in properties.items():
        rows = part.get("items", {})
        at = f"{inside}{name}"
        if part.get("type") == "array" and rows.get("type") == "object":
            yield FormSection(at, True, tuple(_fields(rows)))
        elif part.get("type") == "object" and "mark" in part["properties"]:
            yield FormSection(at, False, tuple(_fields(part)))
        elif part.get("type") == "object":
            yield from _sections(whole, part["properties"], f"{at}.")


def _fields(table: Schema, inside: str = "", optional: bool = False) -> Iterator[FormField]:
    needed = table.get("required", ())
    for name, part in table["properties"].items():
        free = optional or name not in needed
        if name in FREE or name.endswith("mark"):
            continue
        if part.get("type") == "object":
            yield from _fields(part, f"{inside}{name}.", free)
        else:
            yield _field(f"{inside}{name}", part, free)


def _field(name: str, part: Schema, optional: bool) -> FormField:
    kind, items = part.get("type"), part.get("items", {})
    if "enum" in part:
        return FormField(name, "choice", optional, choices=tuple(part["enum"]))
    if kind == "integer":
        low, high = part.get("minimum", -LARGEST_NUMBER), part.get("maximum", LARGEST_NUMBER)
        return FormField(name, "number", optional, low, high)
    if kind == "boolean":
        return FormField(name, "flag", optional)
    if kind == "string":
        return FormField(name, "text", optional, most=part.get("maxLength", LONGEST_TEXT))
    least, most = part.get("minItems", 0), part.get("maxItems", LONGEST_LIST)
    if "enum" in items or "x-names" in items:
        words, of = tuple(items.get("enum", ())), items.get("x-names")
        return FormField(
            name, "choices", optional, least=least, most=most, choices=words, names_of=of
        )
    if items.get("type") == "integer":
        low, high = items.get("minimum", -LARGEST_NUMBER), items.get("maximum", LARGEST_NUMBER)
        return FormField(name, "numbers", optional, low, high, least, most)
    return FormField(name, "data", optional)


def _of_value(value: object) -> dict[str, Any]:
    """A schema of what stands in a file; what some entries lack is not required."""
    if isinstance(value, Mapping):
        properties = {key: _of_value(item) for key, item in value.items()}
        if "mark" in value:
            properties["mark"] = {"enum": [*MARKS]}
        return {"type": "object", "properties": properties, "required": [*value]}
    if isinstance(value, list):
        return {"type": "array", "items": _joined([_of_value(item) for item in value])}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int):
        return {"type": "integer"}
    return {"type": "string" if isinstance(value, str) else "number"}


def _joined(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """One schema for the entries of a list."""
    if not parts or any(part["type"] != parts[0]["type"] for part in parts):
        return {}
    if parts[0]["type"] != "object":
        return parts[0]
    properties = {key: each for part in parts for key, each in part["properties"].items()}
    needed = [key for key in properties if all(key in part["required"] for part in parts)]
    return {"type": "object", "properties": properties, "required": needed}
