"""`fourwinds train`: make a model for the admiral."""

from __future__ import annotations

import dataclasses
import json
import shutil
import time
from pathlib import Path
from typing import Annotated

import typer

from fourwinds.arena.tournament import interruptible
from fourwinds.arena.training.course import QUICK, USUAL, Course, Progress
from fourwinds.cli import speaking
from fourwinds.cli.arena import INTERRUPTED, Count, On, Where, executor
from fourwinds.core.errors import BadOptions

EVERY = 10.0  # seconds between two lines
MOST_GAMES = 1_000_000


def train(
    game: speaking.GameName,
    quick: Annotated[
        bool, typer.Option("--quick", help="Few games at the usual number of players, no units.")
    ] = False,
    generations: Annotated[
        str | None,
        typer.Option(
            metavar="BOT=GAMES,...",
            show_default=False,
            help="What each generation plays, e.g. mate=400,admiral:60it=400; the admiral has the"
            " model of the generation before.",
        ),
    ] = None,
    thumb_games: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=MOST_GAMES,
            show_default="3000",
            help="Quick games by rules of thumb to fit to besides.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other games.")] = 0,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", show_default="all", help="Train for this number alone."),
    ] = None,
    processes: Count = 0,
    on: On = Where.local,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            show_default="training/GAME",
            help="Where games and models are kept; the same folder goes on where it stopped.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default="the folder's model.json",
            help="Write the model there; FOURWINDS_MODELS names a folder of such files.",
        ),
    ] = None,
) -> None:
    """Let bots play, fit a model to their games, let bots with the model play, and so on."""
    kept = folder or Path("training", game + ("-quick" if quick else ""))
    recipe = QUICK if quick else USUAL
    if generations is not None:
        recipe = dataclasses.replace(recipe, generations=_read(generations))
    if thumb_games is not None:
        recipe = dataclasses.replace(recipe, quick=thumb_games)
    course = Course(game, kept, recipe, seed, players)
    console = speaking.console()
    said = 0.0

    def tell(progress: Progress) -> None:
        nonlocal said
        calibrated = progress.calibrated
        last = progress.played == progress.games and calibrated is None
        if time.monotonic() - said < EVERY and not last:
            return
        said = time.monotonic()
        if calibrated is not None:
            console.print(
                f"generation {progress.generation + 1} of {len(course.recipe.generations)}:"
                f" {calibrated[0]} of {calibrated[1]} matches to calibrate its chances",
                highlight=False,
            )
            return
        left = "" if progress.left is None else f", about {_duration(progress.left)} left"
        bot = course.recipe.generations[progress.generation][0]
        console.print(
            f"generation {progress.generation + 1} of {len(course.recipe.generations)} ({bot}):"
            f" {progress.played} of {progress.games} games{left}",
            highlight=False,
        )

    with interruptible() as stop:
        found = course.run(executor(on, processes), tell, stop)
    if found is None:
        console.print("stopped; the same command goes on from here")
        raise typer.Exit(INTERRUPTED)
    path = out or kept / "model.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(found, path)
    card = json.loads(path.read_text(encoding="utf-8"))["card"]["held_out"]
    console.print(
        f"{path}: on held-out games it explains {card['explained']:.1%} of the final margin,"
        f" log-loss {card['log_loss']} (the game's own value: {card['log_loss_of_own_value']})",
        highlight=False,
    )
    console.print(
        f"try it: fourwinds arena {game} --bots admiral:500it@{path},captain:500it,...",
        highlight=False,
        markup=False,
    )


def _read(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for part in text.split(","):
        bot, _, games = part.rpartition("=")
        if not bot or not games.isdecimal() or not 0 < int(games) <= MOST_GAMES:
            raise BadOptions(
                f"generations: expected BOT=GAMES,..., got {part[:40]!r}", option="generations"
            )
        found.append((bot, int(games)))
    return tuple(found)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
