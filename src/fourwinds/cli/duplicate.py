"""`fourwinds duplicate`: bots play the same deals against the same field, compared seat by seat."""

from __future__ import annotations

from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.arena import duplicate as library
from fourwinds.arena.standing import Interval
from fourwinds.arena.workers import Processes
from fourwinds.cli import speaking
from fourwinds.cli.arena import Count, Game, GameOptions, Json, Seed
from fourwinds.cli.speaking import Players


def duplicate(
    game: Game,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,...", help="Who is compared.")],
    field: Annotated[
        str, typer.Option(metavar="BOT", help="Who sits in all other seats, at every table.")
    ] = library.FIELD,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="How many deals.")] = 20,
    players: Players = None,
    seed: Seed = 0,
    option: GameOptions = None,
    processes: Count = 0,
    as_json: Json = False,
) -> None:
    """Compare bots on the same deals: each plays every seat of each deal against one field."""
    chosen = fw.game(game)
    people = [name.strip() for name in bots.split(",")]
    compared = library.play(
        chosen.id,
        people,
        Processes(processes),
        deals,
        seed,
        players,
        field,
        speaking.read_options(chosen, option),
    )
    found = library.totals(compared)
    if as_json:
        boards = [
            {
                "deal": int(each.result.deal),
                "seat": each.result.seat,
                "who": each.result.who,
                "score": each.result.score,
                "matchpoints": each.matchpoints,
                "difference": each.difference,
            }
            for each in compared
        ]
        totals = [total.json() for total in found]
        speaking.print_json({"game": chosen.id, "field": field, "totals": totals, "boards": boards})
        return
    table = speaking.table("Bot", "Deals", "Matchpoints", "Difference in points", numbers=(1, 2, 3))
    for total in found:
        shares = _said(total.matchpoints, 100, " %")
        table.add_row(total.who, str(total.deals), shares, _said(total.difference, 1, ""))
    console = speaking.console()
    console.print(table)
    console.print(
        "Matchpoints: the share of the others one did better than, at the same seat of the same"
        " deal. In brackets: 95 % intervals.",
        style="dim",
    )


def _said(interval: Interval | None, times: int, unit: str) -> str:
    if interval is None:
        return "-"
    said = f"{times * interval.mean:.1f}{unit}"
    if interval.low is None or interval.high is None:
        return said
    return f"{said} ({times * interval.low:.1f} to {times * interval.high:.1f})"
