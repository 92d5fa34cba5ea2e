"""Component files: what is printed on cards and boards, as data.

A file may come from a stranger, so its size, depth, numbers and texts are limited before a game
looks at it. Every entry that says something of a component carries a `mark`: printed, reported or
reconstructed, so that nothing reconstructed can pass for official.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fourwinds.core.digest import digest
from fourwinds.core.errors import BadComponents, shown

MARKS = ("printed", "reported", "reconstructed")
LARGEST_FILE = 256 * 1024
LONGEST_TEXT = 200
LONGEST_LIST = 1000
DEEPEST = 8
LARGEST_NUMBER = 10**9


class Components:
    """The checked data of one component file."""

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        _limit(data, "", 0)
        self.data: dict[str, Any] = _plain(data)
        self.source = source
        self.digest = digest(self.data)

    def marks(self) -> Counter[str]:
        """How many entries carry each mark."""
        return Counter(_marks(self.data))


def load(source: Components | Mapping[str, Any] | str | Path, game: str) -> Components:
    """Components from a file, a mapping, or as they are; they must be of that game."""
    if isinstance(source, Components):
        components = source
    elif isinstance(source, Mapping):
        components = Components(source, "a mapping")
    elif isinstance(source, (str, Path)):
        components = Components(_read(Path(source)), str(source))
    else:
        raise BadComponents(
            f"expected components as a file, a mapping or None, got {type(source).__name__}"
        )
    named = components.data.get("game")
    if named != game:
        raise BadComponents(f'components: expected game = "{game}", got {shown(named)}')
    return components


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadComponents(f"{path}: expected at most {LARGEST_FILE} bytes")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadComponents(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise BadComponents(f"{path}: expected a TOML file ({error})") from None


def _plain(value: Any) -> Any:
    """The data in dicts and lists, whatever sort of mapping or sequence it came in."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def _limit(value: object, where: str, depth: int) -> None:
    if depth > DEEPEST:
        raise BadComponents(f"{where}: expected at most {DEEPEST} levels")
    if isinstance(value, Mapping):
        if len(value) > LONGEST_LIST:
            raise BadComponents(f"{where}: expected at most {LONGEST_LIST} entries")
        for key, item in value.items():
            if not isinstance(key, str):
                raise BadComponents(f"{where}: expected texts as keys")
            _limit(key, where, depth + 1)
            _limit(item, f"{where}.{key}".strip("."), depth + 1)
        if "mark" in value and value["mark"] not in MARKS:
            raise BadComponents(f"{where}.mark: expected one of {', '.join(MARKS)}")
    elif isinstance(value, (list, tuple)):
        if len(value) > LONGEST_LIST:
            raise BadComponents(f"{where}: expected at most {LONGEST_LIST} entries")
        for i, item in enumerate(value):
            _limit(item, f"{where}[{i}]", depth + 1)
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT or not value.replace("\n", " ").isprintable():
            raise BadComponents(
                f"{where}: expected a printable text of at most {LONGEST_TEXT} characters"
            )
    elif isinstance(value, (int, float)):
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:  # also refuses nan
            raise BadComponents(f"{where}: expected a number between -10**9 and 10**9")
    else:
        raise BadComponents(f"{where}: expected text, number, list or table")


def _marks(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        if "mark" in value:
            count = value.get("count", 1)
            for _ in range(count if isinstance(count, int) and 0 < count <= LONGEST_LIST else 1):
                yield value["mark"]
        for item in value.values():
            yield from _marks(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _marks(item)


def integer(value: object, where: str, low: int, high: int) -> int:
    """The value if it is a whole number in range; for games reading their components."""
    if type(value) is not int or not low <= value <= high:
        raise BadComponents(
            f"{where}: expected a whole number from {low} to {high}, got {shown(value)}"
        )
    return value


def entries(data: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The list of tables of that name, each with its mark."""
    found = data.get(name)
    if not isinstance(found, list) or not all(isinstance(entry, Mapping) for entry in found):
        raise BadComponents(f"{name}: expected a list of tables [[{name}]]")
    for i, entry in enumerate(found):
        if "mark" not in entry:
            raise BadComponents(f"{name}[{i}]: expected a mark ({', '.join(MARKS)})")
    return list(found)
