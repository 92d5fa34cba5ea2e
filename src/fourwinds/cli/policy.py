"""`fourwinds policy`: checkpoints of policies in plain NumPy: make one, list ours, show a card."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.bots import policy as policies
from fourwinds.cli import arena, speaking
from fourwinds.cli.arena import ComponentFile, Game, GameOptions, Json
from fourwinds.core.errors import BadOptions

EVERY = 10.0  # seconds between two lines

app = typer.Typer(help="Policies as checkpoints in plain NumPy.", no_args_is_help=True)


@app.command()
def make(
    game: Game,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The checkpoint to write (.npz).")],
    decisions: Annotated[
        int, typer.Option("--decisions", "-n", min=1, help="From how many decisions it learns.")
    ] = 100_000,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", show_default="the usual number", help="For how many."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed, other matches.")] = 0,
    option: GameOptions = None,
    components: ComponentFile = None,
) -> None:
    """Teach a small network what the mate would do, in a minute or so on one core.

    Try it: fourwinds arena GAME --bots policy:FILE,deckhand,deckhand,deckhand
    """
    try:
        from fourwinds.arena.training.distilling import Recipe, train
    except ImportError:
        raise BadOptions(policies.INSTALL) from None
    rules = fw.game(game).rules(players, arena.read_options(game, option), components)
    settings: dict[str, object] = {"decisions": decisions, "players": rules.players, "seed": seed}
    settings |= {"option": option, "components": components}
    command = arena.command_line("policy make", rules.game.id, settings, out.name)
    console = speaking.console(errors=True)
    said = began = time.monotonic()

    def tell(seen: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < EVERY:
            return
        said = now
        left = (now - began) * max(0, decisions - seen) / seen
        console.print(
            f"{seen:,} of {decisions:,} decisions, about {left:.0f} s left", highlight=False
        )

    made = train(rules, Recipe(decisions=decisions), seed, command, tell)
    out.parent.mkdir(parents=True, exist_ok=True)
    made.save(out)
    seconds = time.monotonic() - began
    typer.echo(f"{out}: {out.stat().st_size:,} bytes in {seconds:.0f} s")


@app.command("list")
def list_policies(as_json: Json = False) -> None:
    """List the policies that come with the games, and the commands that made them."""
    cards: list[dict[str, Any]] = []
    for game in fw.games():
        path = policies.own_file(fw.game(game))
        if path is not None:
            cards.append(_card(path))
    if as_json:
        speaking.print_json(cards)
        return
    for card in cards:
        typer.echo(f"{card['game']}, {card['players']} players: {card['command']}")


@app.command()
def show(
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help="A checkpoint.", exists=True, dir_okay=False)
    ],
) -> None:
    """Show the card of a checkpoint: what it is for and how it was made."""
    speaking.print_json(_card(path))


def _card(path: Path) -> dict[str, Any]:
    try:
        return policies.read(path).card
    except ImportError:
        raise BadOptions(policies.INSTALL) from None
