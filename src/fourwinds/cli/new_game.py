"""`fourwinds new-game`: a new game to work on, copied from the template."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.core.errors import FourWindsError
from fourwinds.core.rules import Game
from fourwinds.core.words import words

TEMPLATE = "high-tide"
TEMPLATE_INITIALS = "HT"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
COPIED = {".py", ".toml"}

Name = Annotated[
    str,
    typer.Argument(metavar="NAME", help="The id of the game, e.g. flying-dutchman."),
]
Into = Annotated[
    Path | None,
    typer.Option(
        file_okay=False,
        show_default=False,
        help="The folder of games to put it in; by default the one of Four Winds itself. "
        "Games elsewhere are found by FOURWINDS_GAMES.",
    ),
]
Initials = Annotated[
    str | None,
    typer.Option(show_default=False, help="Two letters that its rule numbers begin with."),
]


class BadName(FourWindsError):
    code = "bad-name"


def new_game(name: Name, into: Into = None, initials: Initials = None) -> None:
    """Copy the smallest complete game under a new name: rules, texts, types and tests.

    The copy is a whole game at once: it can be played in the terminal and in the browser, simulated
    and analysed before you have changed a line. CONTRIBUTING.md says how to go on from there.
    """
    template = fw.game(TEMPLATE)
    if not NAME.fullmatch(name):
        raise BadName(f"expected a name such as flying-dutchman, got {name[:40]!r}")
    if name in fw.games(hidden=True):
        raise BadName(f"there is a game {name} already")
    begins = initials or _initials(name)
    if not re.fullmatch(r"[A-Z]{2}", begins):
        raise BadName(f"--initials: expected two capital letters, got {begins[:40]!r}")
    taken = {_prefix(fw.game(game)): game for game in fw.games(hidden=True)}
    if begins in taken:
        raise BadName(
            f"the rules of {taken[begins]} begin with {begins} already: give --initials others"
        )
    package = name.replace("-", "_")
    folder = (into or template.folder.parent) / package
    copies = {template.folder: folder}
    tests = template.folder.parents[3] / "tests" / "games"
    if into is None and (tests / template.folder.name).is_dir():
        copies[tests / template.folder.name] = tests / package
    for place in copies.values():
        if place.exists():
            raise BadName(f"{place} exists already")
    for source, place in copies.items():
        _copy(source, place, name, begins)
    for place in copies.values():
        typer.echo(f"{place} written")
    typer.echo(f"Next: `fourwinds play {name}`, then read CONTRIBUTING.md, A new game.")


def _copy(source: Path, place: Path, name: str, initials: str) -> None:
    """All files of a folder, with the names of the template replaced."""
    title = name.replace("-", " ").title()
    replaced = {
        TEMPLATE.replace("-", "_"): name.replace("-", "_"),
        TEMPLATE: name,
        TEMPLATE.replace("-", " ").title(): title,
        f"{TEMPLATE_INITIALS}-": f"{initials}-",
        "hidden = true\n": "",
    }
    for own in sorted(set(_titles())):
        replaced[f'title = "{own}"'] = f'title = "{title}"'
    for path in sorted(source.rglob("*")):
        if path.suffix in COPIED and "__pycache__" not in path.parts:
            text = path.read_text(encoding="utf-8")
            for old, new in replaced.items():
                text = text.replace(old, new)
            target = place / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            shutil.copymode(path, target)


def _titles() -> list[str]:
    """What the template is called in each language."""
    return [words(language, TEMPLATE).line("title") for language in ("en", "fr", "de")]


def _initials(name: str) -> str:
    """FD for flying-dutchman, GO for go."""
    parts = name.split("-")
    return (parts[0][0] + parts[-1][0] if len(parts) > 1 else (name * 2)[:2]).upper()


def _prefix(game: Game) -> str:
    """The letters that the rule numbers of a game begin with."""
    return str(game.begin.rule.partition("-")[0])
