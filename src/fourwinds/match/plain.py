"""Dataclasses as plain JSON and back. What is read is checked against the declared types.

A field is one of: bool, int, str, bytes (in hexadecimal), a mapping, a tuple, a dataclass, or one
of these or None. A field that is empty (None, 0, false) is left out where that is its default.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from fourwinds.core.errors import shown

T = TypeVar("T")
Reader = Callable[[object, str], Any]
"""Reads a value that stands at a place named for errors."""


class BadShape(ValueError):
    """JSON that is not what the type says; the message names the place and what was expected."""


def to_json(value: Any) -> Any:
    """A dataclass as a dict; what it holds likewise."""
    if is_dataclass(value):
        kind: Any = type(value)
        return {
            name: to_json(there)
            for name, default in _defaults(kind)
            if (there := getattr(value, name)) or there != default
        }
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def from_json(kind: type[T], data: object, where: str = "") -> T:
    """The inverse of to_json; raises BadShape."""
    found: Any = kind
    made: T = _reader(found)(data, where)
    return made


@cache
def _defaults(kind: Any) -> list[tuple[str, Any]]:
    out = []
    for field in fields(kind):
        default = field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        out.append((field.name, default))
    return out


@cache
def _reader(kind: Any) -> Reader:
    if is_dataclass(kind):
        return _of_dataclass(kind)
    origin = get_origin(kind)
    if origin is types.UnionType:
        (present,) = (part for part in get_args(kind) if part is not types.NoneType)
        read = _reader(present)
        return lambda value, where: None if value is None else read(value, where)
    if origin is tuple:
        return _of_tuple(*get_args(kind))
    if kind is bytes:
        return _bytes
    expected: type = Mapping if origin is Mapping else kind
    word = {bool: "true or false", int: "a whole number", str: "a text"}.get(kind, "an object")

    def exact(value: object, where: str) -> object:
        # A bool is an int to Python, and not to us.
        if isinstance(value, expected) and (expected is Mapping or type(value) is expected):
            return value
        raise _bad(where, word, value)

    return exact


def _of_dataclass(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    read = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = {name for name, default in _defaults(kind) if default is MISSING}

    def dataclass_of(value: object, where: str) -> object:
        if not isinstance(value, Mapping):
            raise _bad(where, "an object", value)
        for name in value:
            if name not in read:
                raise BadShape(f"{where}: expected no field {shown(name)}".removeprefix(": "))
        for name in needed:
            if name not in value:
                raise BadShape(f"{where}: expected a field '{name}'".removeprefix(": "))
        return kind(
            **{name: read[name](item, f"{where}.{name}".strip(".")) for name, item in value.items()}
        )

    return dataclass_of


def _of_tuple(*kinds: Any) -> Reader:
    """A list of any length (tuple[int, ...]) or of certain parts (tuple[int, str])."""
    endless = kinds[-1] is ...
    reads = [_reader(kind) for kind in kinds if kind is not ...]

    def tuple_of(value: object, where: str) -> object:
        if not isinstance(value, list) or not (endless or len(value) == len(reads)):
            raise _bad(where, "a list" if endless else f"a list of {len(reads)}", value)
        return tuple(
            reads[0 if endless else i](item, f"{where}[{i}]") for i, item in enumerate(value)
        )

    return tuple_of


def _bytes(value: object, where: str) -> bytes:
    try:
        return bytes.fromhex(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _bad(where, "bytes in hexadecimal", value) from None


def _bad(where: str, expected: str, got: object) -> BadShape:
    return BadShape(f"{where}: expected {expected}, got {shown(got)}".removeprefix(": "))
