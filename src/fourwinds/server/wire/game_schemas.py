"""The JSON of the games in the OpenAPI document, made from what each game declares (Game.shapes).

A schema that the models of wire/ leave open (`x-shape`) becomes the union over all games. Each
game has its own, such as SantaTimeaView; SantaTimeaOfferedAction and SantaTimeaRefusedAction are
its actions with all that is said of one that is offered, or refused. The schema Shapes lists them
by the id of the game.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

import fourwinds as fw
from fourwinds.core.shapes import Shapes
from fourwinds.server.wire.base import SHAPE
from fourwinds.server.wire.channel import ChannelReceived, ChannelSent
from fourwinds.server.wire.matches import OfferedParts, RefusedParts

Schema = dict[str, Any]
SCHEMAS = "#/components/schemas/"
# Nothing is unknown but in files of components, which may come from a stranger.
STRICT = ConfigDict(extra="forbid")
LENIENT = ConfigDict(extra="allow")
PARTS = ("View", "Preview", "Action", "Fact", "Position", "Components")
EVERY = ("View", "Preview", "Fact", "Position", "Components", "OfferedAction", "RefusedAction")


def add_game_schemas(document: Schema, games: Sequence[str]) -> Schema:
    """The document with the schemas of the games and of the channel."""
    schemas: dict[str, Schema] = {**document["components"]["schemas"], **channel_schemas()}
    by_game: Schema = {}
    for game in games:
        made = game_schemas(game, fw.game(game).shapes)
        schemas |= made
        parts = {name: _ref(prefix(game) + name) for name in EVERY}
        by_game[game] = {
            "type": "object",
            "properties": parts,
            "required": [*parts],
        }
    for name in EVERY:
        members = [_ref(prefix(game) + name) for game in games]
        schemas[name] = _union(members, schemas, "game")
    schemas["Shapes"] = {
        "description": "What is each game's own, by its id. No route answers with this.",
        "type": "object",
        "properties": by_game,
        "required": [*by_game],
    }
    found: Schema = _filled(
        {**document, "components": {**document["components"], "schemas": schemas}}
    )
    return found


def channel_schemas() -> dict[str, Schema]:
    """What goes over the channel of a match, for which OpenAPI has no place of its own."""
    received: TypeAdapter[Any] = TypeAdapter(ChannelReceived)
    sent: TypeAdapter[Any] = TypeAdapter(ChannelSent)
    made, below = TypeAdapter.json_schemas(
        [("received", "validation", received), ("sent", "serialization", sent)],
        ref_template=f"{SCHEMAS}{{model}}",
    )
    about = {
        "ChannelReceived": "What the server understands over the channel of a match.",
        "ChannelSent": "What the server sends over the channel of a match.",
    }
    return {
        **{name: _untitled(schema) for name, schema in below["$defs"].items()},
        "ChannelReceived": {
            "description": about["ChannelReceived"],
            **made["received", "validation"],
        },
        "ChannelSent": {"description": about["ChannelSent"], **made["sent", "serialization"]},
    }


def prefix(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("-"))


def game_schemas(game: str, shapes: Shapes) -> dict[str, Schema]:
    """All schemas of one game, by name."""
    own = prefix(game)
    adapters: dict[str, TypeAdapter[Any]] = {}
    for name in PARTS:
        config = LENIENT if name == "Components" else STRICT
        # In a list, because a TypedDict by itself takes no settings.
        listed: Any = list.__class_getitem__(getattr(shapes, name.lower()))
        adapters[name] = TypeAdapter(listed, config=config)
    made, below = TypeAdapter.json_schemas(
        [(name, "serialization", adapter) for name, adapter in adapters.items()],
        ref_template=f"{SCHEMAS}{own}{{model}}",
    )
    described = _descriptions(shapes.view)
    out = {
        own + name: _described(_untitled(schema), described.get(name, {}))
        for name, schema in below.get("$defs", {}).items()
    }
    for name in PARTS:
        items = _untitled(made[name, "serialization"]["items"])
        if items != _ref(own + name):
            members = items.get("anyOf")
            out[own + name] = items if members is None else _union(members, out, "kind")
    for name, parts in (("OfferedAction", OfferedParts), ("RefusedAction", RefusedParts)):
        out |= _extended(own, name, parts, out)
    return out


def _extended(
    own: str, name: str, parts: type[BaseModel], schemas: Mapping[str, Schema]
) -> dict[str, Schema]:
    """Every kind of action of a game with further fields."""
    more = parts.model_json_schema(mode="serialization")
    out = {}
    members = []
    for kind, schema in _members(own + "Action", schemas):
        whole = copy.deepcopy(schema)
        whole["properties"] = {**whole.get("properties", {}), **more["properties"]}
        whole["required"] = sorted({*whole.get("required", []), *more["required"]})
        out[kind + name] = whole
        members.append(_ref(kind + name))
    if len(members) == 1:
        out[own + name] = members[0]
    else:
        out[own + name] = _union(members, out, "kind")
    return out


def _members(name: str, schemas: Mapping[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """The objects a schema stands for: itself, or those of a union."""
    schema = schemas[name]
    within = schema.get("oneOf", schema.get("anyOf"))
    if within is None:
        yield name, schema
        return
    for each in within:
        yield from _members(each["$ref"].removeprefix(SCHEMAS), schemas)


def _union(members: list[Schema], schemas: Mapping[str, Schema], field: str) -> Schema:
    """One of several; where a field tells which, the schema says so."""
    told: dict[str, str] = {}
    for member in members:
        values = _values(member, schemas, field)
        if not values or any(value in told for value in values):
            return {"anyOf": members}
        told |= {value: str(member["$ref"]) for value in values}
    return {"oneOf": members, "discriminator": {"propertyName": field, "mapping": told}}


def _values(member: Schema, schemas: Mapping[str, Schema], field: str) -> list[str]:
    """The values by which a field tells an object from others, [] if it does not."""
    if "$ref" not in member:
        return []
    properties = schemas[member["$ref"].removeprefix(SCHEMAS)].get("properties", {})
    found = properties.get(field, {})
    return [found["const"]] if "const" in found else list(found.get("enum", []))


def _ref(name: str) -> Schema:
    return {"$ref": SCHEMAS + name}


def _untitled(schema: Schema) -> Schema:
    """Without the titles that pydantic makes of the names of fields."""
    out = {name: value for name, value in schema.items() if name != "title"}
    if "properties" in out:
        out["properties"] = {name: _untitled(each) for name, each in out["properties"].items()}
    return out


def _described(schema: Schema, fields: Mapping[str, str]) -> Schema:
    properties = {
        name: {**each, "description": fields[name]} if name in fields else each
        for name, each in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties} if properties else schema


def _descriptions(declared: object) -> dict[str, dict[str, str]]:
    """What the texts below the fields of a module's classes say, those of bases included."""
    module = inspect.getmodule(declared) if is_typeddict(declared) else None
    if module is None:
        return {}
    out: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        fields: dict[str, str] = {}
        for base in node.bases:
            fields |= out.get(ast.unparse(base), {})
        for field, text in itertools.pairwise(node.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                if isinstance(text.value, ast.Constant) and isinstance(text.value.value, str):
                    fields[ast.unparse(field.target)] = inspect.cleandoc(text.value.value)
        out[node.name] = fields
    return out


def _filled(schema: Any) -> Any:
    """A copy in which what wire.py left open refers to the games."""
    if isinstance(schema, dict):
        if SHAPE in schema:
            rest = {name: value for name, value in schema.items() if name not in (SHAPE, "title")}
            return {**_ref(schema[SHAPE]), **rest}
        return {name: _filled(value) for name, value in schema.items()}
    if isinstance(schema, list):
        return [_filled(each) for each in schema]
    return schema
