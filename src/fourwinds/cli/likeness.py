"""`fourwinds likeness`: how often known bots play like the engine, and how often that misleads."""

from __future__ import annotations

from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.arena import likeness as library
from fourwinds.cli import speaking
from fourwinds.cli.arena import Game, Json, Seed
from fourwinds.tournaments.sureness import wilson


def likeness(
    game: Game,
    matches: Annotated[
        int, typer.Option("--matches", "-n", min=20, help="How many matches.")
    ] = 100,
    budget: Annotated[
        str, typer.Option("--budget", help="How long each decision is judged: 2000it, 50ms.")
    ] = "2000it",
    seed: Seed = 0,
    save: Annotated[bool, typer.Option("--save", help="Keep it for servers.")] = False,
    as_json: Json = False,
) -> None:
    """Measure what agreement with the engine a rating explains, and the error rates."""
    chosen = fw.game(game)
    seats = min(library.SEATS, max(chosen.seats))
    played = [
        library.play(chosen.id, library.seating(number, seats), seed + number, budget)
        for number in range(matches)
    ]
    found = library.measure(played, budget)
    if save:
        library.keep(chosen.id, found)
    if as_json:
        speaking.print_json({"game": chosen.id, **found})
        return
    names = (
        "Bot",
        "Rating",
        "Matches",
        "Decisions",
        "Agreement",
        "Of",
        "Sets",
        "Alarms",
        "Interval",
    )
    table = speaking.table(*names, numbers=(1, 2, 3, 4, 5, 6, 7, 8))
    for name, each in found["bots"].items():
        about: tuple[str, ...] = (
            name,
            f"{each['mu']:.1f}",
            str(each["matches"]),
            str(each["decisions"]),
            f"{100 * each['share']:.1f} %",
        )
        for size, sets in each["sets"].items():
            alarms = each["alarms"][size]
            low, high = wilson(alarms / max(1, sets), sets)
            between = f"{100 * low:.0f} to {100 * high:.0f} %"
            table.add_row(*about, size, str(sets), str(alarms), between)
            about = ("",) * len(about)
    speaking.console().print(table)
