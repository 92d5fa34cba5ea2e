"""`fourwinds components`: see, check and copy what is printed on cards and boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.speaking import GameName, Json, Lang
from fourwinds.core import components as component_files
from fourwinds.core.components import Components
from fourwinds.core.words import Verbatim, Words
from fourwinds.laws.component_check import check as check_components

app = typer.Typer(help="See, check and copy component files.")

InFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]",
        help="A component file (default: the one that comes with the game).",
        exists=True,
        dir_okay=False,
        show_default=False,
    ),
]
MOST_DIFFERENCES = 40


@app.command()
def show(game: GameName, file: InFile = None, lang: Lang = None, as_json: Json = False) -> None:
    """Show the components of a game, with the mark of each entry."""
    chosen = fw.game(game)
    found = _load(chosen, file)
    if as_json:
        speaking.print_json(
            {"digest": found.digest, "marks": found.marks(), "components": found.data}
        )
        return
    words = speaking.speak(lang, chosen.id)
    console = speaking.console()
    console.print(f"[bold]{words.line('title')}[/]  [dim]{found.digest}[/]")
    single: list[tuple[str, object]] = []
    for name, value in found.data.items():
        if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
            console.print(f"\n[bold]{speaking.plain(name)}[/]  {_totals(words, value)}")
            console.print(_rows(words, value))
        elif name != "game":
            single.append((name, value))
    if single:
        console.print()
    for name, value in single:
        console.print(f"[bold]{speaking.plain(name)}[/]  {speaking.plain(_cell(words, value))}")
    _marks(console, words, found)


def _rows(words: Words, entries: list[Mapping[str, Any]]) -> Any:
    fields = list(dict.fromkeys(key for entry in entries for key in entry if key != "mark"))
    table = speaking.table(*fields, words.line("parts/mark"))
    for entry in entries:
        mark = entry.get("mark")
        cells = [speaking.plain(_cell(words, entry.get(key, ""))) for key in fields]
        table.add_row(*cells, words.line(f"marks/{mark}") if mark else "")
    return table


def _cell(words: Words, value: object) -> str:
    if isinstance(value, Mapping):
        inner = [
            words.line(f"marks/{item}") if key == "mark" else f"{key} {_cell(words, item)}"
            for key, item in value.items()
        ]
        return ", ".join(inner)
    if isinstance(value, list):
        return " ".join(_cell(words, item) for item in value)
    return str(value)


def _totals(words: Words, entries: list[Mapping[str, Any]]) -> str:
    """How many entries, and how many pieces where the entries are counted."""
    counts = [entry["count"] for entry in entries if isinstance(entry.get("count"), int)]
    text = words.line("parts/entries", n=len(entries))
    return f"{text}, {words.line('parts/pieces', n=sum(counts))}" if counts else text


def _marks(console: Any, words: Words, found: Components) -> None:
    console.print()
    for mark, count in found.marks().items():
        name, meaning = words.line(f"marks/{mark}"), words.line(f"marks/{mark}_help")
        console.print(f"{count} {name} [dim]({meaning})[/]")


@app.command()
def check(game: GameName, file: InFile = None, lang: Lang = None, as_json: Json = False) -> None:
    """Check a component file for all numbers of players; exit code 1 if it fails for any."""
    chosen = fw.game(game)
    words = speaking.speak(lang, chosen.id)
    found = _load(chosen, file)
    checked = check_components(chosen, found)
    problems, warnings = checked.problems, checked.warnings
    differences = list(_differences(chosen.own_components.data, found.data, ""))
    if as_json:
        speaking.print_json(
            {
                "ok": not any(problems.values()),
                "digest": found.digest,
                "marks": found.marks(),
                "problems": problems,
                "warnings": warnings,
                "differences": [
                    {"where": where, "shipped": mine, "file": theirs}
                    for where, mine, theirs in differences
                ],
            }
        )
    else:
        console = speaking.console()
        everywhere = [
            m for m in problems[chosen.seats[0]] if all(m in p for p in problems.values())
        ]
        for message in everywhere:
            console.print(f"[bold red]{speaking.plain(message)}[/]", soft_wrap=True)
        for players, messages in problems.items():
            label = words.line("parts/players", n=players)
            if everywhere and all(message in everywhere for message in messages):
                continue
            if not messages:
                console.print(f"{label}: [green]{words.line('parts/good')}[/]")
            for message in messages:
                if message in everywhere:
                    continue
                console.print(f"{label}: [bold red]{speaking.plain(message)}[/]", soft_wrap=True)
        for message in warnings:
            text = words.line("parts/warning", text=Verbatim(message))
            console.print(f"[yellow]{speaking.plain(text)}[/]", soft_wrap=True)
        for name, value in found.data.items():
            if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
                console.print(f"{speaking.plain(name)}: {_totals(words, value)}")
        _marks(console, words, found)
        console.print()
        console.print(words.line("parts/differences", n=len(differences)))
        for where, mine, theirs in differences[:MOST_DIFFERENCES]:
            shown = f"{_shown(words, mine)} -> {_shown(words, theirs)}"
            console.print(f"  {speaking.plain(where)}: {speaking.plain(shown)}")
        if len(differences) > MOST_DIFFERENCES:
            console.print("  ...")
    if any(problems.values()):
        raise typer.Exit(1)


def _differences(mine: object, theirs: object, where: str) -> Iterator[tuple[str, Any, Any]]:
    """Every place where two component files say different things."""
    if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        for key in dict.fromkeys([*mine, *theirs]):
            inner = f"{where}.{key}".strip(".")
            yield from _differences(mine.get(key), theirs.get(key), inner)
    elif _are_tables(mine) and _are_tables(theirs):
        assert isinstance(mine, list)
        assert isinstance(theirs, list)
        for at in range(max(len(mine), len(theirs))):
            first = mine[at] if at < len(mine) else None
            second = theirs[at] if at < len(theirs) else None
            yield from _differences(first, second, f"{where}[{at}]")
    elif mine != theirs:
        yield where, mine, theirs


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


def _shown(words: Words, value: object) -> str:
    return words.line("parts/absent") if value is None else _cell(words, value) or "[]"


@app.command()
def export(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]", help="Where to write it (default: GAME.toml).", show_default=False
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    lang: Lang = None,
) -> None:
    """Write the component file that comes with a game, to be changed and played with."""
    chosen = fw.game(game)
    target = file or Path(f"{chosen.id}.toml")
    words = speaking.speak(lang)
    if target.exists() and not force:
        raise typer.BadParameter(words.line("parts/exists", file=str(target)), param_hint="FILE")
    target.write_bytes((chosen.folder / "components.toml").read_bytes())
    typer.echo(words.line("parts/written", file=str(target), game=chosen.id))


def _load(game: fw.Game, file: Path | None) -> Components:
    return (
        game.own_components
        if file is None
        else component_files.load(file, game.id, game.own_components)
    )
