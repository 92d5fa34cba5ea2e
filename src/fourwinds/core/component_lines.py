"""Where in a component file something stands: the line of every key and item.

Python's TOML reader tells no lines. This walks through a file that it has accepted, so it need not
check anything.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import Any

TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|'
    r"[\[\]{}=,.\n]|[^\s\[\]{}=,.\"'#]+",
    re.S,
)
NAMED_BY = ("name", "direction", "kind")


def lines(text: str) -> dict[str, int]:
    """The line of each place, such as `purchase[0].goods[2]`."""
    walk = _Walk(text)
    with contextlib.suppress(IndexError):  # what was found until then is still right
        walk.document()
    return walk.found


def place(where: str, data: Mapping[str, Any]) -> str:
    """A place as `lines` names it; games may name an entry by what it is: `steering N`."""
    named = re.fullmatch(r"(\w+) ([^.\[]+)(.*)", where)
    if named and isinstance(data.get(named[1]), list):
        for i, entry in enumerate(data[named[1]]):
            if isinstance(entry, Mapping) and any(entry.get(n) == named[2] for n in NAMED_BY):
                return f"{named[1]}[{i}]{named[3]}"
    return where


def line_of(where: str, found: Mapping[str, int]) -> int | None:
    """The line of a place, or of the nearest thing around it."""
    while where:
        if where in found:
            return found[where]
        where = re.sub(r"(\.[^.\[]*|\[\d+\]|^[^.\[]*)$", "", where)
    return None


def value_at(where: str, data: object) -> tuple[bool, object]:
    """Whether there is such a place, and what stands there."""
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", where):
        if index and isinstance(data, list) and int(index) < len(data):
            data = data[int(index)]
        elif key and isinstance(data, Mapping) and key in data:
            data = data[key]
        else:
            return False, None
    return bool(where), data


class _Walk:
    def __init__(self, text: str) -> None:
        self.found: dict[str, int] = {}
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self.lists: dict[str, int] = {}
        line = 1
        for match in TOKEN.finditer(text):
            token = match[0]
            if not token.startswith("#"):
                self.tokens.append((token, line))
            line += token.count("\n")

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def document(self) -> None:
        table = ""
        while self.at < len(self.tokens):
            if self.token == "\n":
                self.at += 1
            elif self.token == "[":
                table = self.header()
            else:
                self.pair(table)

    def header(self) -> str:
        line = self.tokens[self.at][1]
        self.at += 1
        many = self.token == "["
        self.at += many
        where = ""
        keys = self.keys("]")
        self.at += many
        for i, key in enumerate(keys):
            where = f"{where}.{key}".strip(".")
            self.found.setdefault(where, line)
            if many and i == len(keys) - 1:
                self.lists[where] = self.lists.get(where, -1) + 1
            if where in self.lists:
                where = f"{where}[{self.lists[where]}]"
        self.found.setdefault(where, line)
        return where

    def keys(self, end: str) -> list[str]:
        """A dotted key, and what ends it is passed."""
        out = []
        while self.token != end:
            if self.token != ".":
                out.append(self.token.strip("\"'"))
            self.at += 1
        self.at += 1
        return out

    def pair(self, table: str) -> None:
        line = self.tokens[self.at][1]
        where = table
        for key in self.keys("="):
            where = f"{where}.{key}".strip(".")
            self.found.setdefault(where, line)
        self.value(where)

    def value(self, where: str) -> None:
        if self.token == "{":
            self.at += 1
            while self.token != "}":
                if self.token in (",", "\n"):
                    self.at += 1
                else:
                    self.pair(where)
            self.at += 1
        elif self.token == "[":
            self.at += 1
            index = 0
            while self.token != "]":
                if self.token in (",", "\n"):
                    self.at += 1
                else:
                    self.found.setdefault(f"{where}[{index}]", self.tokens[self.at][1])
                    self.value(f"{where}[{index}]")
                    index += 1
            self.at += 1
        else:
            while self.at < len(self.tokens) and self.token not in (",", "]", "}", "\n"):
                self.at += 1
