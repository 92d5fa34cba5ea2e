"""`fourwinds doctor`: what this installation is made of, and whether anything is amiss."""

from __future__ import annotations

import importlib.util
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

import fourwinds as fw
from fourwinds import _loading
from fourwinds.cli import speaking
from fourwinds.cli.speaking import Json, Lang
from fourwinds.core import state
from fourwinds.core.words import CORE, Words, gaps

# Packages that only some parts need.
OPTIONAL = (
    *("numpy", "gymnasium", "pettingzoo", "pyspiel", "sb3_contrib"),
    *("openskill", "pyarrow", "ray", "uvicorn", "psycopg"),
)
COMPILED_ENDINGS = (".so", ".pyd")


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `status` is ok, note or problem."""

    name: str
    status: str
    detail: str


def doctor(
    line: Annotated[bool, typer.Option("--line", help="Say it in one line.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Look over this installation; exit code 1 if something is amiss."""
    words = speaking.speak(lang)
    findings = [*_platform(words), _rules_loaded(words), *_games(words), _texts(words)]
    findings += [_optional(words, name) for name in OPTIONAL]
    problem = any(finding.status == "problem" for finding in findings)
    if as_json:
        speaking.print_json({"ok": not problem, "findings": [asdict(found) for found in findings]})
    elif line and not problem:
        typer.echo(_line(words))
    else:
        console = speaking.console()
        table = speaking.table(
            *(words.line(f"doctor/{key}") for key in ("part", "status", "found"))
        )
        colours = {"ok": "green", "note": "yellow", "problem": "bold red"}
        for found in findings:
            status = words.line(f"doctor/{found.status}")
            table.add_row(
                found.name,
                f"[{colours[found.status]}]{status}[/]",
                speaking.plain(found.detail),
            )
        console.print(table)
        console.print(words.line("doctor/amiss" if problem else "doctor/well"))
    if problem:
        raise typer.Exit(1)


def _line(words: Words) -> str:
    compiled = is_compiled()
    return words.line(
        "doctor/line",
        version=fw.__version__,
        python=platform.python_version(),
        rules=words.line("doctor/short-compiled") if compiled else _rules_loaded(words).detail,
    )


def is_compiled() -> bool:
    return str(state.__file__).endswith(COMPILED_ENDINGS)


def _platform(words: Words) -> list[Finding]:
    return [
        Finding("fourwinds", "ok", fw.__version__),
        Finding("Python", "ok", f"{platform.python_version()} ({sys.implementation.name})"),
        Finding(words.line("doctor/platform"), "ok", platform.platform()),
    ]


def _rules_loaded(words: Words) -> Finding:
    """Compiled or interpreted, and how to change it."""
    name = words.line("doctor/rules")
    if is_compiled():
        return Finding(name, "ok", words.line("doctor/compiled"))
    built = any(
        path.suffix in COMPILED_ENDINGS for path in Path(str(state.__file__)).parent.glob("state.*")
    )
    if built and _loading.INTERPRETED:
        return Finding(name, "note", words.line("doctor/asked-interpreted"))
    return Finding(name, "note", words.line("doctor/interpreted"))


def _games(words: Words) -> list[Finding]:
    """Every game loads, deals and adds up."""
    out = []
    for name in fw.games():
        try:
            rules = fw.game(name).rules()
            rules.start(seed=0)
            marks = rules.components.marks()
            named = [f"{count} {words.line(f'marks/{mark}')}" for mark, count in marks.items()]
            detail = f"{words.line('doctor/components')}: {', '.join(named)}"
            out.append(Finding(name, "ok", detail))
        except Exception as error:
            out.append(Finding(name, "problem", str(error)))
    return out


def _texts(words: Words) -> Finding:
    folders = [CORE, speaking.FOLDER, *(fw.game(name).folder for name in fw.games())]
    missing = [f"{folder.name} {gap}" for folder in folders for gap in gaps(folder)]
    name = words.line("doctor/texts")
    if missing:
        return Finding(name, "problem", words.line("doctor/missing", texts=missing[:5]))
    return Finding(name, "ok", words.line("doctor/complete"))


def _optional(words: Words, name: str) -> Finding:
    present = importlib.util.find_spec(name) is not None
    return Finding(
        name,
        "ok" if present else "note",
        words.line("doctor/present" if present else "doctor/absent"),
    )
