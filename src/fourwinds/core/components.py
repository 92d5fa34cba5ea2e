"""Component files: what is printed on cards and boards, as data.

A file may come from a stranger, so its size, depth, numbers and texts are limited before a game
looks at it. Every entry that says something of a component carries a `mark`: printed, reported or
reconstructed, so that nothing reconstructed can pass for official.
"""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fourwinds.core.component_lines import line_of, lines, place, value_at
from fourwinds.core.digest import digest
from fourwinds.core.errors import BadComponents, shown

MARKS = ("printed", "reported", "reconstructed")
FREE = ("note",)
"""Keys that any table may have."""
LARGEST_FILE = 256 * 1024
LONGEST_TEXT = 200
LONGEST_LIST = 1000
DEEPEST = 8
LARGEST_NUMBER = 10**9


class Components:
    """The checked data of one component file."""

    def __init__(self, data: Mapping[str, Any], source: str, text: str | None = None) -> None:
        """`text` is what it was read from, if it was a file: errors then name lines."""
        self.source = source
        self._text = text
        self.data: dict[str, Any] = {}
        try:
            _limit(data, "", 0)
        except BadComponents as error:
            raise self.located(error) from None
        self.data = _plain(data)
        self.digest = digest(self.data)

    def located(self, error: BadComponents) -> BadComponents:
        """The same error with file, line and the value that is wrong."""
        where, colon, rest = str(error).partition(": ")
        if not colon:
            return error
        at = place(where, self.data)
        there, value = value_at(at, self.data)
        if there and ", got " not in rest and "did you mean" not in rest:
            rest += f", got {shown(value)}"
        if self._text is None:
            return BadComponents(f"{where}: {rest}")
        line = line_of(at, lines(self._text))
        named = self.source if line is None else f"{self.source}, line {line}"
        return BadComponents(f"{named}: {where}: {rest}")

    def check_keys(self, known: Components) -> None:
        """Raises if a key stands here that no file of the game knows; a slip would pass unseen."""
        allowed: dict[str, set[str]] = {}
        _collect(known.data, "", allowed)
        for where, key, here in _keys(self.data, "", ""):
            if key in allowed.get(here, ()) or key in FREE or key.endswith("mark"):
                continue
            near = difflib.get_close_matches(key, sorted(allowed.get(here, ())), 1)
            hint = f"did you mean {near[0]}?" if near else "expected no such key"
            if not near and allowed.get(here):
                hint += f", but {', '.join(sorted(allowed[here]))}"
            raise self.located(BadComponents(f"{where}.{key}".strip(".") + f": {hint}"))

    def marks(self) -> Counter[str]:
        """How many entries carry each mark."""
        return Counter(_marks(self.data))


def load(
    source: Components | Mapping[str, Any] | str | Path, game: str, known: Components | None = None
) -> Components:
    """Components from a file, a mapping, or as they are; they must be of that game.

    `known` is the file that comes with the game. What somebody typed in is compared with its keys;
    mappings are not, as stored matches hold what was once allowed.
    """
    if isinstance(source, Components):
        components = source
    elif isinstance(source, Mapping):
        components = Components(source, "a mapping")
    elif isinstance(source, (str, Path)):
        components = _read(Path(source))
    else:
        raise BadComponents(
            f"expected components as a file, a mapping or None, got {type(source).__name__}"
        )
    named = components.data.get("game")
    if named != game:
        near = difflib.get_close_matches("game", components.data, 1)
        if named is None and near:
            raise components.located(BadComponents(f"{near[0]}: did you mean game?"))
        got = "nothing" if named is None else shown(named)
        wrong = BadComponents(f'game: expected "{game}", got {got}')
        raise components.located(wrong)
    if known is not None and isinstance(source, (str, Path)):
        components.check_keys(known)
    return components


def _collect(value: object, here: str, out: dict[str, set[str]]) -> None:
    """Which keys stand where; entries of a list count as one, and so do tables beside each other
    if a table holds nothing else."""
    if isinstance(value, Mapping):
        out.setdefault(here, set()).update(value)
        alike = all(isinstance(item, Mapping) for item in value.values())
        for key, item in value.items():
            _collect(item, f"{here}.*" if alike else f"{here}.{key}", out)
    elif isinstance(value, list):
        for item in value:
            _collect(item, f"{here}[]", out)


def _keys(value: object, where: str, here: str) -> Iterator[tuple[str, str, str]]:
    """Every key: where it stands, its name, and the same place as `_collect` names it."""
    if isinstance(value, Mapping):
        alike = all(isinstance(item, Mapping) for item in value.values())
        for key, item in value.items():
            yield where, key, here
            inner = f"{here}.*" if alike else f"{here}.{key}"
            yield from _keys(item, f"{where}.{key}".strip("."), inner)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _keys(item, f"{where}[{i}]", f"{here}[]")


def _read(path: Path) -> Components:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadComponents(f"{path}: expected at most {LARGEST_FILE} bytes")
        # Some editors put a mark before the first letter (a "BOM").
        text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        data = tomllib.loads(text)
    except OSError as error:
        raise BadComponents(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise BadComponents(f"{path}: expected a TOML file ({error})") from None
    return Components(data, str(path), text)


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
            raise BadComponents(
                f"{where}.mark: expected one of {', '.join(MARKS)}, got {shown(value['mark'])}"
            )
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


def table(data: Mapping[str, Any], name: str, where: str = "") -> Mapping[str, Any]:
    """The table of that name, with its mark; `where` is what messages call it."""
    found = data.get(name)
    if not isinstance(found, Mapping) or "mark" not in found:
        raise BadComponents(f"{where or name}: expected a table with a mark")
    return found


def items(value: object, where: str, most: int | None = None) -> list[Any]:
    """The value if it is a list, no longer than that."""
    if not isinstance(value, list) or (most is not None and len(value) > most):
        limit = "" if most is None else f" of at most {most}"
        raise BadComponents(f"{where}: expected a list{limit}")
    return value
