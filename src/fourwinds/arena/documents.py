"""Tables in documents: written with the command that made them, read again, compared.

    ### Table 3. Santa Timea, 4 players

    `fourwinds ladder santa-timea --players 4 --bots mate,deckhand --games 400 --seed 1`

    Four Winds 0.1.0, ...

    | bot | against | games | share of wins | ...

A cell with an interval reads `45.2 % (41.0 to 49.4)`. Tables are numbered through a document; a
section that a command keeps up to date stands between two comments.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from fourwinds.core.errors import FourWindsError

_HEADING = re.compile(r"^### Table (\d+)\. (.*)$", re.MULTILINE)
_COMMAND = re.compile(r"^`(fourwinds .+)`$", re.MULTILINE)
_GRID = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_INTERVAL = re.compile(rf"{_NUMBER}(?: %)? \({_NUMBER} to {_NUMBER}\)")


# The columns that tell the rows of a table apart.
NAMING = ("bot", "among", "seat", "measure")


class BadDocument(FourWindsError):
    """A document without the table asked for."""

    code = "bad-document"


@dataclass(frozen=True)
class Table:
    title: str
    command: str
    notes: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self, number: int = 1) -> str:
        rule = "|".join("---" for _ in self.heads)
        lines = [f"### Table {number}. {self.title}", "", f"`{self.command}`", ""]
        lines += [*self.notes, "", _markdown_row(self.heads), f"|{rule}|"]
        lines += [_markdown_row(row) for row in self.rows]
        return "\n".join(lines) + "\n"

    @property
    def arguments(self) -> list[str]:
        """The command's words after `fourwinds`."""
        return shlex.split(self.command)[1:]

    def asked(self, name: str) -> str:
        """What the command says of a setting such as "players"; nothing if it is not there."""
        words = self.arguments
        return words[words.index(f"--{name}") + 1] if f"--{name}" in words else ""

    def names(self, row: tuple[str, ...]) -> tuple[str, ...]:
        """What tells a row from the others."""
        return tuple(cell for head, cell in zip(self.heads, row, strict=True) if head in NAMING)


def interval(cell: str) -> tuple[float, float, float] | None:
    """Mean, low and high of a cell such as `45.2 % (41.0 to 49.4)`."""
    found = _INTERVAL.fullmatch(cell)
    return (float(found[1]), float(found[2]), float(found[3])) if found else None


@dataclass(frozen=True)
class Difference:
    row: tuple[str, ...]
    head: str
    before: str
    now: str


def table_numbers(path: Path) -> list[int]:
    """The numbers of all tables in a document."""
    found = [int(heading[1]) for heading in _HEADING.finditer(_text(path))]
    if not found:
        raise BadDocument(f"{path}: expected a table")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadDocument(f"{path} cannot be read ({error})") from None


def find_table(path: Path, number: int) -> Table:
    """The table of that number in a document."""
    text = _text(path)
    for heading, after in _headed(text):
        if int(heading[1]) == number:
            return _read(path, heading, after)
    known = ", ".join(heading[1] for heading in _HEADING.finditer(text)) or "none"
    raise BadDocument(f"{path}: expected one of its tables ({known}), got {number}")


def tables_of_section(path: Path, key: str) -> list[Table]:
    """The tables that stand in a section; none without that section or document."""
    if not path.exists():
        return []
    found = _section(key).search(_text(path))
    return [_read(path, *part) for part in _headed(found[0])] if found else []


def _headed(text: str) -> list[tuple[re.Match[str], str]]:
    """The heading of each table, and the text from there to the next."""
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return [(one, text[one.end() : end]) for one, end in zip(headings, ends, strict=True)]


def _read(path: Path, heading: re.Match[str], text: str) -> Table:
    """The first table after a heading; others may follow that no command made."""
    command, grid = _COMMAND.search(text), _GRID.search(text)
    rows = [_cells(line) for line in grid[0].splitlines()] if grid else []
    if command is None or grid is None or len(rows) < 3 or len({len(row) for row in rows}) != 1:
        raise BadDocument(f"{path}: expected table {heading[1]} with its command and rows")
    notes = tuple(line for line in text[command.end() : grid.start()].splitlines() if line)
    return Table(heading[2], command[1], notes, rows[0], tuple(rows[2:]))


def differences(before: Table, now: Table) -> tuple[int, list[Difference]]:
    """How many intervals were compared, and those that do not even touch."""
    known = {before.names(row): row for row in before.rows}
    compared = 0
    out = []
    for row in now.rows:
        old = known.get(now.names(row))
        if old is None:
            raise BadDocument(f"expected a row {' '.join(now.names(row))!r} in the document")
        for head, was, is_now in zip(now.heads, old, row, strict=False):
            first, second = interval(was), interval(is_now)
            if first and second:
                compared += 1
                if first[2] < second[1] or second[2] < first[1]:
                    out.append(Difference(now.names(row), head, was, is_now))
    return compared, out


def put_section(path: Path, key: str, text: str) -> None:
    """Write a section of a document, in place of its former self or at the end."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    section = f"<!-- begin {key} -->\n\n{text.strip()}\n\n<!-- end {key} -->"
    pattern = _section(key)
    if pattern.search(before):
        after = pattern.sub(lambda _: section, before, count=1)
    else:
        after = f"{before.rstrip()}\n\n{section}\n".lstrip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_numbered(after), encoding="utf-8")


def _section(key: str) -> re.Pattern[str]:
    begin, end = re.escape(f"<!-- begin {key} -->"), re.escape(f"<!-- end {key} -->")
    return re.compile(f"{begin}.*?{end}", re.DOTALL)


def _numbered(text: str) -> str:
    count = 0

    def number(heading: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"### Table {count}. {heading[2]}"

    return _HEADING.sub(number, text)


def _markdown_row(cells: tuple[str, ...]) -> str:
    safe = [" ".join(cell.split()).replace("|", "\\|") for cell in cells]
    return f"| {' | '.join(safe)} |"


def _cells(line: str) -> tuple[str, ...]:
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)
