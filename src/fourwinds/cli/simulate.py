"""`fourwinds simulate`: many games at random, and what came of them."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.progress import bar
from fourwinds.cli.speaking import ComponentFile, GameName, Json, Lang, Options, Players
from fourwinds.core.errors import BadOptions


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    option: Options = None,
    components: ComponentFile = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Who sits where, as in the arena, separated by commas; one alone sits in every"
            " seat.",
            show_default="at random",
        ),
    ] = None,
    max_decisions: Annotated[
        int | None,
        typer.Option(min=0, help="Leave a game unfinished after this number of decisions."),
    ] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Play many games, at random or by bots, and show how each seat fared."""
    chosen = fw.game(game)
    rules = chosen.rules(players, speaking.read_options(chosen, option), components)
    words = speaking.speak(lang, chosen.id)
    seated = None if bots is None else [word.strip() for word in bots.split(",")]
    if seated is not None and len(seated) == 1:
        seated *= rules.players
    if seated is not None and len(seated) != rules.players:
        raise BadOptions(f"bots: expected one or {rules.players}, got {len(seated)}")
    with bar(words.line("simulate/running"), games) as progress:
        began = time.perf_counter()
        result = fw.simulate(
            chosen.id,
            players=rules.players,
            games=games,
            seed=seed,
            bots=seated,
            max_decisions=max_decisions,
            options=rules.options,
            components=rules.components,
            progress=progress,
        )
        seconds = time.perf_counter() - began
    rate = result.decisions / seconds if seconds else 0.0
    seats = [_seat(result, seat) for seat in range(rules.players)]
    if as_json:
        speaking.print_json(
            {
                "game": chosen.id,
                "players": rules.players,
                "options": dict(rules.options),
                "seed": seed,
                "bots": seated,
                "games": result.games,
                "unfinished": result.unfinished,
                "deadlocked": result.deadlocked,
                "decisions": result.decisions,
                "seconds": round(seconds, 3),
                "decisions_per_second": round(rate),
                "seats": seats,
            }
        )
        return
    console = speaking.console()
    heads = [words.line(f"simulate/{key}") for key in ("seat", "mean", "least", "most", "wins")]
    table = speaking.table(*heads, numbers=(0, 1, 2, 3, 4))
    for row in seats:
        if row["mean"] is None:
            table.add_row(str(row["seat"]), "-", "-", "-", "-")
        else:
            table.add_row(
                str(row["seat"]),
                words.name(round(row["mean"], 2)),
                str(row["least"]),
                str(row["most"]),
                f"{words.name(round(100 * row['wins'], 1))} %",
            )
    console.print(table)
    console.print(
        words.line(
            "simulate/summary",
            games=speaking.count(words, result.games),
            decisions=speaking.count(words, result.decisions),
            rate=speaking.count(words, rate),
        )
    )
    if result.unfinished:
        console.print(words.line("simulate/unfinished", n=result.unfinished))
    if result.deadlocked:
        console.print(words.line("simulate/deadlocked", n=result.deadlocked))
    notes = ["shared"] if seated else ["shared", "random"]
    console.print(" ".join(words.line(f"simulate/{note}") for note in notes), style="dim")


def _seat(result: fw.Simulation, seat: int) -> dict[str, Any]:
    """Means of the finished games; a shared win counts for its part."""
    scores = [row[seat] for row in result.scores]
    won = sum(1 / len(row) for row in result.winners if seat in row)
    count = len(scores)
    return {
        "seat": seat,
        "mean": sum(scores) / count if count else None,
        "least": min(scores, default=None),
        "most": max(scores, default=None),
        "wins": won / count if count else None,
    }
