"""Paths into JSON: "hands.0", "trick.*.card"; `*` is every entry, `#` the number or key of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def find(data: Any, path: str) -> list[Any]:
    """All that a path leads to; [] where it leads nowhere."""
    return list(_walk(data, path.split(".") if path else []))


def _walk(data: Any, parts: list[str]) -> Iterator[Any]:
    if not parts:
        yield data
        return
    part, rest = parts[0], parts[1:]
    if part in ("*", "#"):
        if isinstance(data, Mapping):
            for key, value in data.items():
                yield from _walk(key if part == "#" else value, rest)
        elif isinstance(data, list):
            for number, value in enumerate(data):
                yield from _walk(number if part == "#" else value, rest)
    elif isinstance(data, Mapping):
        if part in data:
            yield from _walk(data[part], rest)
    elif isinstance(data, list) and _is_index(part, len(data)):
        yield from _walk(data[int(part)], rest)


def put(data: Any, path: str, value: Any) -> bool:
    """Change what a path leads to, in place; False where there is nothing to change."""
    head, _, last = path.rpartition(".")
    found = find(data, head)
    if len(found) != 1:
        return False
    there = found[0]
    if isinstance(there, dict) and last in there:
        there[last] = value
    elif isinstance(there, list) and _is_index(last, len(there)):
        there[int(last)] = value
    else:
        return False
    return True


def _is_index(part: str, length: int) -> bool:
    return part.isascii() and part.isdigit() and int(part) < length
