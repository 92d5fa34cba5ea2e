"""`fourwinds calibrate`: make the chances that people read anew from matches."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.bots import models
from fourwinds.bots.calibration import FILE, LUCK
from fourwinds.cli.arena import Count
from fourwinds.cli.progress import bar
from fourwinds.cli.speaking import GameName
from fourwinds.core.rules import Game


def calibrate(
    game: GameName,
    matches: Annotated[int, typer.Option(min=4, help="Matches a number of players.")] = 200,
    players: Annotated[
        list[int] | None,
        typer.Option(help="Only this number; may be given again.", show_default="all"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Which matches.")] = 1,
    processes: Count = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where calibration.json and the model are written.",
            show_default="beside the game",
        ),
    ] = None,
) -> None:
    """Play matches, compare what a search believed with what came of it, and keep the difference.

    Searches by the game's own value are asked and, where a model is in use, by that: its slopes are
    kept in the model's file, unless its chances are worse. Each half of the matches is judged by
    the calibration that the other half gives. What the files hold of other numbers of players
    stays.
    """
    from fourwinds.arena import calibrating
    from fourwinds.arena.workers import Processes

    kind = fw.game(game)
    path = (out or kind.folder) / FILE
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    for number in players or list(kind.seats):
        model = models.usable_file(kind.rules(number))
        judges = [None] if model is None else [None, model]
        asked = [calibrating.Question(judge, luck) for judge in judges for luck in (False, True)]
        found: calibrating.Believed = [[] for _ in asked]
        numbers = range(matches)
        many = min(Processes(processes).count, matches)
        with bar(f"{game}, {number}", matches) as shown:
            played = calibrating.of_matches(game, number, seed, numbers, asked, many)
            for match, believed in enumerate(played, 1):
                for samples, more in zip(found, believed, strict=True):
                    samples += more
                shown(match)
        own = calibrating.calibrate(found[0], found[1], number, matches)
        _say(f"{number} players, the game's own value", own)
        _keep_own(path, kind, number, own)
        if model is None:
            continue
        learned = calibrating.calibrate(found[2], found[3], number, matches)
        less, doubt = calibrating.gain(found[0], found[2], number)
        learned |= {"gain": [round(less, 4), round(doubt, 4)]}
        _say(f"{number} players, {model.name}", learned)
        typer.echo(f"  better by {less:.4f} ± {doubt:.4f}{'' if less > 0 else ': not used'}")
        written = model
        if out is not None:
            written = out / models.own_file(kind).name
            if not written.is_file():
                shutil.copyfile(model, written)
        models.calibrate(written, number, learned, used=less > 0)


def _say(who: str, fitted: dict[str, Any]) -> None:
    for what, slopes, phases in (
        ("searches", fitted["slopes"], fitted["phases"]),
        ("luck", fitted[LUCK], fitted["phases_of_luck"]),
    ):
        typer.echo(f"{who}: {what}, slopes {slopes}")
        for phase in phases:
            typer.echo(
                f"  phase {phase['phase'] + 1}: log-loss {phase['calibrated']:.3f}, before"
                f" {phase['raw']:.3f}, an even guess {phase['even']:.3f}"
                f" ({phase['samples']} held out)"
            )


def _keep_own(path: Path, kind: Game, number: int, fitted: dict[str, Any]) -> None:
    """Write the slopes of a number of players into the game's file; those of other rules go."""
    data: dict[str, Any] = {"rules_version": kind.rules_version}
    if path.is_file():
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["rules_version"] == kind.rules_version:
            data = kept
    report = dict(fitted)
    for name in ("slopes", LUCK):
        data.setdefault(name, {})[str(number)] = report.pop(name)
    data.setdefault("held_out", {})[str(number)] = report
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
