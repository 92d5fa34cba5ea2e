"""How the command line speaks: language, console, JSON, and what commands have in common."""

from __future__ import annotations

import json
import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import fourwinds as fw
from fourwinds.core.errors import BadOptions
from fourwinds.core.words import Words, language_of, words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FOLDER = Path(__file__).parent


class Language(StrEnum):
    en = "en"
    fr = "fr"
    de = "de"


def complete_game(incomplete: str) -> list[str]:
    return [game for game in fw.games() if game.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, as listed by 'fourwinds games'.",
        autocompletion=complete_game,
        show_default=False,
    ),
]
Lang = Annotated[
    Language | None,
    typer.Option(
        "--lang",
        envvar="FOURWINDS_LANG",
        help="Language for what players read (default: that of your system).",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="Number of players.", show_default="the usual number"),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, e.g. expert=on; may be given several times.",
        show_default=False,
    ),
]
ComponentFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        help="A component file to use in place of the one that comes with the game.",
        exists=True,
        dir_okay=False,
        show_default=False,
    ),
]


def speak(language: Language | None, game: str | None = None) -> Words:
    """The texts of the chosen language, else of the system's."""
    return words(language or system_language(), game, FOLDER)


def system_language() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return "en"


def console(*, errors: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=errors, highlight=False)


def table(*heads: str, numbers: tuple[int, ...] = ()) -> Table:
    """A plain table; the columns in `numbers` are set to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    out = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for at, head in enumerate(heads):
        out.add_column(head, justify="right" if at in numbers else "left")
    return out


def printable(text: object) -> str:
    """Text from elsewhere, with nothing in it that a terminal would obey."""
    return "".join(c if c.isprintable() or c in "\n\u00a0\u202f" else "?" for c in str(text))


def plain(text: object) -> str:
    """Text from elsewhere, with nothing in it taken for markup either."""
    from rich.markup import escape

    return escape(printable(text))


def indented(console: Console, text: str, by: int, style: str = "") -> None:
    """Text from elsewhere, wrapped with every line set in."""
    from rich.padding import Padding

    console.print(Padding(plain(text), (0, 0, 0, by)), style=style)


def count(words: Words, number: float) -> str:
    """A large number with its thousands set apart as the language does."""
    return f"{number:,.0f}".replace(",", {"fr": "\u202f", "de": "."}.get(words.language, ","))


def print_json(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def read_options(game: fw.Game, given: list[str] | None) -> dict[str, Any]:
    """Options written NAME=VALUE; a flag may stand alone."""
    out: dict[str, Any] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        name = name.strip()
        option = game.options.get(name)
        if option is None:
            known = ", ".join(game.options) or "none"
            raise BadOptions(f"unknown option {name[:40]!r}; expected one of: {known}")
        if not equals and option.kind != "flag":
            raise BadOptions(f"option {name}: expected {name}=VALUE, {option.expected()}")
        out[name] = option.read(value if equals else "on")
    return out


def option_value(texts: Words, name: str, value: object) -> str:
    """The value of an option as players read it."""
    named = texts.find(f"options/{name}_{value}")
    return named if isinstance(named, str) else texts.name(value)
