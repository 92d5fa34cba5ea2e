"""`fourwinds record`: show, verify, compare and make records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from fourwinds.cli import record_making, speaking
from fourwinds.cli.progress import bar
from fourwinds.cli.seats import player_names
from fourwinds.cli.speaking import ComponentFile, GameName, Json, Lang
from fourwinds.core.errors import BadRecord, FourWindsError
from fourwinds.core.facts import Fact
from fourwinds.core.record import Record
from fourwinds.core.registry import game as find_game
from fourwinds.core.words import Words

app = typer.Typer(help="Show, verify, compare and make records of games.")

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A record.", exists=True, dir_okay=False, show_default=False
    ),
]
RecordFiles = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="Records.", exists=True, dir_okay=False, show_default=False
    ),
]


@app.command()
def show(
    file: RecordFile,
    components: ComponentFile = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Show a record: its header, then each move and what came of it. Nothing stays hidden."""
    record = Record.load(file)
    words = speaking.speak(lang, record.game)
    names = player_names(words, record)
    told: list[list[Fact]] = []
    facts: list[Fact] = []
    for _ in record.states(components, facts):
        told.append(list(facts))
        facts.clear()
    if as_json:
        speaking.print_json(_json(record, names, told))
        return
    console = speaking.console()
    lines = header(words, record, names)
    widest = max(len(label) for label, _ in lines)
    for label, value in lines:
        console.print(f"[dim]{label:<{widest}}[/]  {speaking.plain(value)}")
    console.print()
    _sentences(console, words, told[0], names)
    for number, move in enumerate(record.moves, 1):
        name = speaking.plain(names[move.seat])
        console.print(f"[dim]{number:>4}[/] {name}: [bold]{speaking.plain(move.text)}[/]")
        _sentences(console, words, told[number], names)


def header(words: Words, record: Record, names: list[str]) -> list[tuple[str, str]]:
    """The header of a record in words."""
    options = ", ".join(
        f"{words.line(f'options/{name}')}: {speaking.option_value(words, name, value)}"
        for name, value in record.options.items()
    )
    out = [
        (words.line("record/game"), words.line("title")),
        (words.line("record/players"), ", ".join(names)),
        (words.line("record/options"), options or words.line("common/none")),
        (words.line("record/moves"), str(len(record.moves))),
    ]
    if record.result is None:
        out.append((words.line("record/result"), words.line("record/unfinished")))
    else:
        scores = [f"{name} {score}" for name, score in zip(names, record.result, strict=False)]
        out.append((words.line("record/result"), ", ".join(scores)))
    return out


def _sentences(console: Any, words: Words, facts: list[Fact], names: list[str]) -> None:
    for fact in facts:
        speaking.indented(console, words.fact(fact.json(), names), 7, "dim")


def _json(record: Record, names: list[str], told: list[list[Fact]]) -> dict[str, Any]:
    return {
        "game": record.game,
        "rules_version": record.rules_version,
        "players": record.players,
        "options": record.options,
        "components": record.components,
        "names": names,
        "result": record.result,
        "winners": record.winners,
        "start": [fact.json() for fact in told[0]],
        "moves": [
            {
                "seat": move.seat,
                "move": move.text,
                "digest": move.digest,
                "facts": [fact.json() for fact in facts],
            }
            for move, facts in zip(record.moves, told[1:], strict=True)
        ],
    }


@app.command()
def verify(
    files: RecordFiles,
    components: ComponentFile = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Replay records and check every digest and the result; exit code 1 if one is damaged."""
    words = speaking.speak(lang)
    console = speaking.console()
    found = [_verify(file, components) for file in files]
    if as_json:
        speaking.print_json(found)
    else:
        for report in found:
            if report["ok"]:
                good = words.line("record/good", n=report["moves"])
                console.print(f"{speaking.plain(report['file'])}: [green]{good}[/]", soft_wrap=True)
            else:
                console.print(
                    f"{speaking.plain(report['file'])}: [bold red]{words.line('record/damaged')}[/]"
                    f" {speaking.plain(report['message'])}",
                    soft_wrap=True,
                )
    if not all(report["ok"] for report in found):
        raise typer.Exit(1)


def _verify(file: Path, components: Path | None) -> dict[str, Any]:
    try:
        record = Record.load(file)
        record.replay(components)
    except BadRecord as error:
        return {"file": str(file), "ok": False, "line": error.line, "message": str(error)}
    except FourWindsError as error:
        return {"file": str(file), "ok": False, "line": None, "message": str(error)}
    return {"file": str(file), "ok": True, "moves": len(record.moves)}


@app.command()
def make(
    game: GameName,
    out: Annotated[Path, typer.Option(file_okay=False, help="The folder to write them to.")],
    count: Annotated[int, typer.Option(min=1, help="How many to make at least.")] = 20,
    most: Annotated[int, typer.Option(min=0, help="Matches tried for rules still missing.")] = 400,
    seed: Annotated[int, typer.Option(help="Decides all of it.")] = 1,
    max_decisions: Annotated[int, typer.Option(min=1, help="Longer matches are left out.")] = 3000,
) -> None:
    """Write whole matches over all settings that together fire every rule.

    Seats play at random, by habit or well. Exit code 1 if a rule never fired; it is named.
    """
    chosen = find_game(game)
    out.mkdir(parents=True, exist_ok=True)
    fired: set[str] = set()
    number = 0
    with bar("records", count) as advance:
        for number, made in enumerate(
            record_making.make(chosen, count, most, seed, max_decisions), 1
        ):
            made.record.save(out / f"{number:02}-{made.record.players}.record")
            fired |= made.fired
            advance(number)
    missing = sorted(record_making.rule_numbers(chosen) - fired)
    typer.echo(f"{number} records in {out}; {len(fired)} rules fired")
    if missing:
        typer.echo(f"never fired: {', '.join(missing)}")
        raise typer.Exit(1)


@app.command()
def diff(first: RecordFile, second: RecordFile, lang: Lang = None, as_json: Json = False) -> None:
    """Find the first difference of two records; exit code 1 if there is one."""
    words = speaking.speak(lang)
    difference = first_difference(Record.load(first), Record.load(second))
    if as_json:
        speaking.print_json(difference)
    elif difference is None:
        typer.echo(words.line("record/same"))
    else:
        where, one, other = (difference[key] for key in ("where", "first", "second"))
        typer.echo(words.line("record/differs", where=where))
        typer.echo(f"  {first}: {_shown(words, one)}")
        typer.echo(f"  {second}: {_shown(words, other)}")
    if difference is not None:
        raise typer.Exit(1)


def first_difference(one: Record, other: Record) -> dict[str, Any] | None:
    """Where two records first part: a field of the header or a move; None if they are the same."""
    fields = ("game", "rules_version", "players", "options", "components", "seed", "position")
    for name in fields:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            return {"where": name, "first": _text(mine), "second": _text(theirs)}
    for number in range(max(len(one.moves), len(other.moves))):
        mine, theirs = _move(one, number), _move(other, number)
        if mine != theirs:
            return {"where": f"move {number + 1}", "first": mine, "second": theirs}
    for name in ("names", "result", "winners"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            return {"where": name, "first": _text(mine), "second": _text(theirs)}
    return None


def _text(value: object) -> str | None:
    if isinstance(value, bytes):
        return f"0x{value.hex()}"
    return None if value is None else str(value)


def _move(record: Record, number: int) -> str | None:
    if number >= len(record.moves):
        return None
    move = record.moves[number]
    return f"{move.seat} {move.text}" + (f" #{move.digest}" if move.digest else "")


def _shown(words: Words, value: object) -> str:
    return words.line("record/nothing") if value is None else speaking.printable(value)
