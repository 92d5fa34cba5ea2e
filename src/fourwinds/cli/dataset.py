"""`fourwinds dataset`: games between bots as Parquet, to learn from."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from fourwinds.arena import dataset, export
from fourwinds.arena.schedule import make_run_plan
from fourwinds.arena.store import RunFolder
from fourwinds.arena.tournament import Tournament, interruptible
from fourwinds.cli import arena, speaking, standing
from fourwinds.cli.arena import (
    INTERRUPTED,
    LIMIT,
    ComponentFile,
    Count,
    Game,
    GameOptions,
    Json,
    Limit,
    Most,
    On,
    Seed,
    Where,
)

app = typer.Typer(help="Games between bots as Parquet, to learn from.", no_args_is_help=True)


@app.command()
def make(
    game: Game,
    out: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Where to write it; goes on with what is there."),
    ],
    bots: Annotated[
        str, typer.Option(metavar="BOT,BOT,...", help="One for each player, e.g. mate,mate,mate.")
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, rounded up to whole deals.")
    ] = 400,
    seed: Seed = 0,
    option: GameOptions = None,
    components: ComponentFile = None,
    limit: Limit = LIMIT,
    max_decisions: Most = None,
    processes: Count = 0,
    on: On = Where.local,
    as_json: Json = False,
) -> None:
    """Let bots play and write every decision: view, observation, mask, action, result, seed.

    Interrupt it whenever you like: the same command goes on where it stopped. With more --games it
    adds to what is there.
    """
    if not export.can_write_parquet():
        raise export.NoParquet
    plan = make_run_plan(
        game,
        arena.read_bots(bots),
        seed,
        arena.read_options(game, option),
        components,
        limit,
        max_decisions,
    )
    settings: dict[str, object] = {
        "bots": bots,
        "games": games,
        "seed": seed,
        "option": option,
        "components": components,
        "limit": limit if limit != LIMIT else None,
        "max-decisions": max_decisions,
    }
    command = arena.command_line("dataset make", plan.game, settings, out.name)
    console = speaking.console(errors=True)
    with interruptible() as stop, redirect_stdout(sys.stderr), RunFolder(out, plan) as folder:
        tournament = Tournament(folder, games, arena.executor(on, processes))
        with standing.progress(console, tournament, stop) as progress:
            tournament.run(progress, stop)
        with console.status("writing") as status:
            card = dataset.write(folder, tournament.deals, command, status.update)
    if as_json:
        speaking.print_json(card)
    else:
        typer.echo(f"{out}: {card['games']} games, {card['decisions']} decisions")
        if not card["complete"]:
            typer.echo("not complete: the same command goes on")
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


@app.command()
def show(
    path: Annotated[Path, typer.Argument(metavar="FOLDER", help="A data set.")],
    as_json: Json = False,
) -> None:
    """Show the card of a data set: what it holds and how it was made."""
    card = dataset.Dataset(path, other_rules=True).card
    if as_json:
        speaking.print_json(card)
        return
    typer.echo((path / "README.md").read_text(encoding="utf-8"), nl=False)
