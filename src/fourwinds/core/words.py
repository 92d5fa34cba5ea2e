"""Texts for players, in English, French and German.

Each game and each part that speaks to players has a folder `texts` with en.toml, fr.toml, de.toml
of the same keys. A text may hold {places} to be filled in. It may have several forms: `one` and
`other` are chosen by the number n; any others are named by a place, and the first whose place has
something to show is taken, `else` if there is none. Game codes in details (N13, P) are shown by the
names of the game's [names] table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from mypy_extensions import mypyc_attr

from fourwinds.core.about import about
from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.registry import folder_of

LANGUAGES = ("en", "fr", "de")
CORE = Path(__file__).parent
# Fields of facts and descriptions that hold a seat or a list of seats, and fields that hold one
# number for each seat, in every game; a game's about.toml names its own.
SEAT_FIELDS = frozenset({"seat", "seats", "first", "winners"})
BY_SEAT_FIELDS = frozenset({"scores"})
# How many keys are remembered with their texts: a server says the same again and again.
MOST_FOUND = 5000
_PLACE = re.compile(r"\{(\w+)\}")
_CODE = re.compile(r"([A-Za-z]+?)(\d+)")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=[\w{«])")
_FRENCH_SPACE = re.compile(r" (?=[;:!?»])|(?<=«) ")


@mypyc_attr(native_class=False)
class Verbatim(str):
    """What a person chose or typed: never taken for a code of the game."""


class Words:
    """The texts of one language: those of a game (if any) before the common ones."""

    def __init__(
        self,
        language: str,
        folders: tuple[Path, ...],
        seat_fields: frozenset[str] = frozenset(),
        by_seat_fields: frozenset[str] = frozenset(),
    ) -> None:
        self.language = language
        self._seat_fields = SEAT_FIELDS | seat_fields
        self._by_seat_fields = BY_SEAT_FIELDS | by_seat_fields
        self._texts = [_load(folder, language) for folder in folders]
        self._found: dict[str, Any] = {}
        self._named: dict[str, str] = {}

    def find(self, key: str) -> Any:
        """The entry of a key (parts separated by /), None if there is none."""
        if key not in self._found:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            self._found[key] = self._look_up(key)
        return self._found[key]

    def _look_up(self, key: str) -> Any:
        for texts in self._texts:
            entry: Any = texts
            for part in key.split("/"):
                entry = entry.get(part) if isinstance(entry, Mapping) else None
            if entry is not None:
                return entry
        return None

    def line(self, key: str, **values: object) -> str:
        """The text of a key with its places filled in; the key itself if there is none."""
        return self._fill(key, values, ())

    def _fill(self, key: str, values: Mapping[str, Any], names: Sequence[str]) -> str:
        """The same, with the names of the players for their seats."""
        entry = self.find(key)
        if isinstance(entry, dict):
            entry = entry.get(self._form(entry, values, names))
        if not isinstance(entry, str):
            return key
        parts = _parts(entry)
        if len(parts) == 1:
            return entry
        out = list(parts)
        for i in range(1, len(parts), 2):
            place = parts[i]
            out[i] = (
                self.name(self._shown(values, place, names)) if place in values else f"{{{place}}}"
            )
        return "".join(out)

    def name(self, value: object) -> str:
        """A value as players read it."""
        if isinstance(value, Verbatim):
            return value
        if isinstance(value, bool):
            return self.line("common/on" if value else "common/off")
        if isinstance(value, float):
            if value > 0 and value % 1 == 0.5:
                # As it is written on cards, the same in every language.
                return f"{int(value) or ''}½"
            text = f"{value:g}"
            return text if self.language == "en" else text.replace(".", ",")
        if isinstance(value, (list, tuple)):
            return ", ".join(self.name(item) for item in value) or self.line("common/none")
        text = str(value)
        if text not in self._named:
            if len(self._named) >= MOST_FOUND:
                self._named.clear()
            self._named[text] = self._name(text)
        return self._named[text]

    def _name(self, text: str) -> str:
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

    def refusal(self, error: IllegalAction, names: Sequence[str] = ()) -> str:
        """Why an action is refused, with the number of the rule."""
        details = error.details
        if "text" in details:
            details = {**details, "text": Verbatim(details["text"])}
        text = self._fill(f"refusal/{error.code}", details, names)
        return f"{text} ({error.rule})" if error.rule else text

    def error(self, error: FourWindsError) -> str:
        return self.refusal(error) if isinstance(error, IllegalAction) else str(error)

    def fact(self, fact: Mapping[str, Any], names: Sequence[str]) -> str:
        """A fact (as JSON) as a sentence; `names` are those of the players."""
        return self._fill(f"facts/{fact['kind']}", fact, names)

    def action(self, described: Mapping[str, Any], names: Sequence[str]) -> str:
        """What rules.describe() says of an action, in words."""
        return self._fill(f"actions/{described['kind']}", described, names)

    def step(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """What is asked of the players in a view; its fields may fill places."""
        return self._fill(f"steps/{view['step']}", view, names)

    def _form(
        self, forms: Mapping[str, Any], values: Mapping[str, Any], names: Sequence[str]
    ) -> str:
        if "other" in forms:
            n = values.get("n", 0)
            count = n if isinstance(n, (int, float)) else 0
            singular = abs(count) < 2 if self.language == "fr" else count == 1
            return "one" if singular else "other"
        return next((f for f in forms if f in values and self._shown(values, f, names)), "else")

    def _shown(self, values: Mapping[str, Any], field: str, names: Sequence[str]) -> Any:
        """What a field holds; seats by the names of their players, so far as these are known."""
        held = values[field]
        if not names:
            return held
        if field in self._seat_fields:
            if _is_seat(held, names):
                return Verbatim(names[held])
            if isinstance(held, list) and all(_is_seat(seat, names) for seat in held):
                return [Verbatim(names[seat]) for seat in held]
        elif field in self._by_seat_fields and isinstance(held, list) and len(held) == len(names):
            return [Verbatim(f"{names[seat]} ({held[seat]})") for seat in range(len(held))]
        return held


@lru_cache(MOST_FOUND)
def _parts(text: str) -> list[str]:
    """What stands before the first place, the first place, what stands after it, and so on."""
    return _PLACE.split(text)


def _is_seat(value: object, names: Sequence[str]) -> bool:
    return type(value) is int and 0 <= value < len(names)


def language_of(name: str) -> str:
    """The language we speak nearest to a name such as "fr-CH" or "de_AT.UTF-8"; else English."""
    short = name[:2].lower()
    return short if short in LANGUAGES else "en"


@cache
def words(language: str, game: str | None = None, *more: Path) -> Words:
    """The texts of a language: of the game, of `more` folders, and the common ones."""
    if game is None:
        return Words(language_of(language), (*more, CORE))
    folder = folder_of(game)
    own = about(folder)
    folders = (folder, *more, CORE)
    return Words(language_of(language), folders, own.seat_fields, own.by_seat_fields)


@cache
def _load(folder: Path, language: str) -> dict[str, Any]:
    texts = tomllib.loads((folder / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
    return _typeset(texts) if language == "fr" else texts


def _typeset(texts: Mapping[str, Any]) -> dict[str, Any]:
    """French as it is printed: curved apostrophes, and no line that begins with a colon."""
    out: dict[str, Any] = {}
    for key, text in texts.items():
        if isinstance(text, Mapping):
            out[key] = _typeset(text)
        elif isinstance(text, str):
            out[key] = _FRENCH_SPACE.sub("\u00a0", _APOSTROPHE.sub("\u2019", text))
        else:
            out[key] = text
    return out


def gaps(folder: Path) -> list[str]:
    """Texts that some language of the folder lacks, such as "fr: play/help"."""
    try:
        keys = {language: set(_keys(_load(folder, language), "")) for language in LANGUAGES}
    except OSError as error:
        return [f"{error.filename}: {error.strerror}"]
    every = set().union(*keys.values())
    return [
        f"{language}: {key}" for language in LANGUAGES for key in sorted(every - keys[language])
    ]


def _keys(entry: object, path: str) -> Iterator[str]:
    if isinstance(entry, Mapping):
        for name, inner in entry.items():
            yield from _keys(inner, f"{path}/{name}".strip("/"))
    elif entry:
        yield path
