"""`fourwinds calibrate`: make the chances that people read anew from matches."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.bots.calibration import FILE
from fourwinds.cli.progress import bar
from fourwinds.cli.speaking import GameName


def calibrate(
    game: GameName,
    matches: Annotated[int, typer.Option(min=4, help="Matches a number of players.")] = 200,
    players: Annotated[
        list[int] | None,
        typer.Option(help="Only this number; may be given again.", show_default="all"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Which matches.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="The file to write.", show_default="the game's")
    ] = None,
) -> None:
    """Play matches, compare what a search believed with what came of it, and keep the difference.

    Each half of the matches is judged by the calibration that the other half gives. What the file
    holds of other numbers of players stays.
    """
    from fourwinds.arena import calibrating

    kind = fw.game(game)
    path = out or kind.folder / FILE
    slopes, report = _kept(path, kind.rules_version)
    for number in players or list(kind.seats):
        rules = kind.rules(number)
        with bar(f"{game}, {number}", matches) as shown:
            samples = []
            for match, found in enumerate(islice(calibrating.play(rules, seed), matches), 1):
                samples += found
                shown(match)
        fitted = calibrating.calibrate(samples, number)
        slopes[str(number)] = fitted.pop("slopes")
        report[str(number)] = {"matches": matches, **fitted}
        typer.echo(f"{number} players: slopes {slopes[str(number)]}")
        for phase in fitted["phases"]:
            typer.echo(
                f"  phase {phase['phase'] + 1}: log-loss {phase['calibrated']:.3f}, before"
                f" {phase['raw']:.3f}, an even guess {phase['even']:.3f}"
                f" ({phase['samples']} held out)"
            )
        data = {"rules_version": kind.rules_version, "slopes": slopes, "held_out": report}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _kept(path: Path, rules_version: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The slopes and the report of a file, if it was made for these rules."""
    if path.is_file():
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["rules_version"] == rules_version:
            return data["slopes"], data["held_out"]
    return {}, {}
