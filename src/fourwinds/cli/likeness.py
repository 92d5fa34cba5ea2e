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
    matches: Annotated[int, typer.Option("--matches", "-n", min=4, help="How many matches.")] = 40,
    group: Annotated[
        int, typer.Option("--set", min=1, help="Matches that are judged together.")
    ] = 5,
    seed: Seed = 0,
    save: Annotated[bool, typer.Option("--save", help="Keep it for servers.")] = False,
    as_json: Json = False,
) -> None:
    """Measure what agreement with the engine a rating explains, and the error rates."""
    chosen = fw.game(game)
    bots = [*library.ORDINARY, library.ENGINE]
    played = []
    for number in range(matches):
        turn = number % len(bots)
        seated = (bots[turn:] + bots[:turn])[: max(chosen.seats)]
        played.append(library.play(chosen.id, seated, seed + number))
    found = library.measure(played, group)
    if save:
        library.keep(chosen.id, found)
    if as_json:
        speaking.print_json({"game": chosen.id, **found})
        return
    names = ("Bot", "Rating", "Matches", "Decisions", "Agreement", "Sets", "Alarms", "Interval")
    table = speaking.table(*names, numbers=(1, 2, 3, 4, 5, 6, 7))
    for name, each in found["bots"].items():
        low, high = wilson(each["alarms"] / max(1, each["sets"]), each["sets"])
        table.add_row(
            name,
            f"{each['mu']:.1f}",
            str(each["matches"]),
            str(each["decisions"]),
            f"{100 * each['share']:.1f} %",
            str(each["sets"]),
            str(each["alarms"]),
            f"{100 * low:.0f} to {100 * high:.0f} %",
        )
    speaking.console().print(table)
