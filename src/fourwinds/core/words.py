"""Texts for players, in English, French and German.

Each game and each part that speaks to players has a folder `texts` with en.toml, fr.toml, de.toml of
the same keys. A text may hold {names} to be filled in; a text with `one` and `other` forms is chosen
by the number n. Game codes in details (N13, P) are shown by the names of the game's [names] table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.registry import folder_of

LANGUAGES = ("en", "fr", "de")
CORE = Path(__file__).parent
# Fields of facts and descriptions that hold a seat or a list of seats.
SEAT_FIELDS = frozenset(
    "seat first leader owner bidder buyer seller victim holder to by winners seats".split()
)
_PLACE = re.compile(r"\{(\w+)\}")
_CODE = re.compile(r"([A-Za-z]+?)(\d+)")


class Words:
    """The texts of one language: those of a game (if any) before the common ones."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        self.language = language
        self._texts = [_load(folder, language) for folder in folders]

    def find(self, key: str) -> Any:
        """The entry of a dotted key, None if there is none."""
        for texts in self._texts:
            entry: Any = texts
            for part in key.split("/"):
                entry = entry.get(part) if isinstance(entry, Mapping) else None
            if entry is not None:
                return entry
        return None

    def line(self, key: str, **values: object) -> str:
        """The text of a key (parts separated by /) with its places filled in."""
        entry = self.find(key)
        if isinstance(entry, Mapping) and "other" in entry:
            entry = entry[self._form(values.get("n", 0))]
        if not isinstance(entry, str):
            return key
        return _PLACE.sub(lambda place: self.name(values.get(place[1], place[0])), entry)

    def name(self, value: object) -> str:
        """A value as players read it."""
        if isinstance(value, bool):
            return self.line("common/on" if value else "common/off")
        if isinstance(value, float):
            text = f"{value:g}"
            return text if self.language == "en" else text.replace(".", ",")
        if isinstance(value, (list, tuple)):
            return ", ".join(self.name(item) for item in value) or self.line("common/none")
        text = str(value)
        named = self.find(f"names/{text}")
        if isinstance(named, str):
            return named
        head, colon, rest = text.partition(":")
        if colon and isinstance(self.find(f"names/{head}"), str):
            # A card such as store:3/5 or buy:apple+silk: the name of its kind has places {0}, {1}.
            parts = [part.split("+") if "+" in part else part for part in rest.split("/")]
            return self.line(f"names/{head}", **{str(i): part for i, part in enumerate(parts)})
        code = _CODE.fullmatch(text)
        if code and isinstance(self.find(f"names/{code[1]}"), str):
            return f"{self.find(f'names/{code[1]}')} {code[2]}"
        return text

    def refusal(self, error: IllegalAction) -> str:
        """Why an action is refused, with the number of the rule."""
        text = self.line(f"refusal/{error.code}", **error.details)
        return f"{text} ({error.rule})" if error.rule else text

    def error(self, error: FourWindsError) -> str:
        return self.refusal(error) if isinstance(error, IllegalAction) else str(error)

    def fact(self, fact: Mapping[str, Any], names: Sequence[str]) -> str:
        """A fact (as JSON) as a sentence; `names` are those of the players."""
        return self.line(f"facts/{fact['kind']}", **_with_names(fact, names))

    def action(self, described: Mapping[str, Any], names: Sequence[str]) -> str:
        """What rules.describe() says of an action, in words."""
        return self.line(f"actions/{described['kind']}", **_with_names(described, names))

    def _form(self, n: object) -> str:
        count = n if isinstance(n, (int, float)) else 0
        singular = abs(count) < 2 if self.language == "fr" else count == 1
        return "one" if singular else "other"


def _with_names(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Seats shown by the names of their players."""
    out = dict(values)
    for field in SEAT_FIELDS & out.keys():
        seats = out[field]
        if isinstance(seats, int):
            out[field] = names[seats]
        elif isinstance(seats, list):
            out[field] = [names[seat] for seat in seats]
    return out


@cache
def words(language: str, game: str | None = None) -> Words:
    """The texts of a language ("fr", "fr-CH", "de_AT"; anything unknown is English)."""
    short = language[:2].lower()
    chosen = short if short in LANGUAGES else "en"
    folders = (folder_of(game), CORE) if game is not None else (CORE,)
    return Words(chosen, folders)


@cache
def _load(folder: Path, language: str) -> dict[str, Any]:
    return tomllib.loads((folder / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
