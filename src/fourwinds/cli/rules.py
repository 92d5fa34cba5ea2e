"""`fourwinds rules`: the numbered rules of a game, each mark explained."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.speaking import GameName, Json, Lang
from fourwinds.core.rulebook import MARK, rule, section_of, texts
from fourwinds.core.words import Verbatim, Words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NEAR = 4


def rules(
    game: GameName,
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[NUMBER]", help="A rule (5.2) or a section (5).", show_default=False
        ),
    ] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Read the numbered rules of a game, or one of them."""
    words = speaking.speak(lang, fw.game(game).id)
    numbers = find(words, number)
    if not numbers:
        raise typer.BadParameter(unknown(words, str(number)), param_hint="NUMBER")
    if as_json:
        speaking.print_json([_json(words, found) for found in numbers])
        return
    console = speaking.console()
    if number is None:
        console.print(f"[bold]{speaking.plain(words.line('title'))}[/]\n")
    show(console, words, numbers)


def find(words: Words, number: str | None) -> list[str]:
    """The numbers meant: one rule with its section's heading, a section, or all; [] if unknown."""
    known = texts(words)
    if number is None:
        return list(known)
    asked = number.strip().upper()
    prefix = next(iter(known)).partition("-")[0]
    if not asked.startswith(f"{prefix}-"):
        asked = f"{prefix}-{asked}"
    if asked not in known:
        return []
    section = section_of(asked)
    if asked == section:
        return [found for found in known if section_of(found) == section]
    return [section, asked]


def unknown(words: Words, number: str) -> str:
    """What to say to a number there is not: the near ones."""
    known = list(texts(words))
    prefix = known[0].partition("-")[0]
    asked = number.strip().upper()
    asked = asked if asked.startswith(f"{prefix}-") else f"{prefix}-{asked}"
    section = [found for found in known if section_of(found) == section_of(asked)]
    near = section[-NEAR:] or get_close_matches(asked, known, NEAR, 0) or known[:NEAR]
    return words.line("reading/unknown", number=Verbatim(number[:20]), near=", ".join(near))


def show(console: Console, words: Words, numbers: list[str]) -> None:
    """Print these rules, then what their marks mean."""
    from rich.table import Table

    known = texts(words)
    first = True
    grid = Table.grid(padding=(0, 2))
    for number in numbers:
        if "." not in number:
            if not first:
                console.print(grid)
                console.print()
                grid = Table.grid(padding=(0, 2))
            console.print(f"[bold]{number}  {speaking.plain(known[number])}[/]")
            first = False
        else:
            grid.add_row(f"[cyan]{number}[/]", marked(words, known[number]))
    console.print(grid)
    used = [mark for number in numbers for mark in MARK.findall(known[number])]
    if used:
        console.print()
    for mark in dict.fromkeys(used):
        console.print(
            f"[italic]{words.line(f'marks/{mark}')}[/]: {words.line(f'marks/{mark}_help')}",
            style="dim",
        )


def marked(words: Words, text: str) -> Text:
    """A rule's text with its marks by name."""
    from rich.text import Text

    out = Text()
    at = 0
    for mark in MARK.finditer(text):
        out.append(text[at : mark.start()])
        out.append(f"({words.line(f'marks/{mark[1]}')})", style="italic yellow")
        at = mark.end()
    out.append(text[at:])
    return out


def _json(words: Words, number: str) -> dict[str, object]:
    found = rule(number, texts(words)[number])
    return {
        "number": number,
        "section": section_of(number),
        "text": found.text,
        "marks": list(found.marks),
    }
