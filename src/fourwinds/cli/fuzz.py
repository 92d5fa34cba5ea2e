"""`fourwinds fuzz`: random and mixed games over all settings, laws checked, rules counted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

import fourwinds as fw
from fourwinds.bots.mate import Mate
from fourwinds.cli import speaking
from fourwinds.cli.progress import bar
from fourwinds.cli.speaking import Json, Lang
from fourwinds.core.rules import Rules
from fourwinds.core.words import Words
from fourwinds.laws import fuzzing
from fourwinds.laws.fuzzing import Fuzzing

if TYPE_CHECKING:
    from rich.console import Console


def fuzz(
    games_named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="The games to try (default: all).",
            autocompletion=speaking.complete_game,
            show_default=False,
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many of each.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Seed of the first game; they count up.")] = 0,
    max_decisions: Annotated[
        int | None,
        typer.Option(min=1, help="Leave a game unfinished after this number.", show_default=False),
    ] = None,
    mix: Annotated[
        int,
        typer.Option(
            min=0,
            help="In every n-th game mates sit among the random players, so that rare rules"
            " are reached; it takes longer. 0: never.",
        ),
    ] = fuzzing.MIXED_EVERY,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Play games over all settings, check laws on the way and count the rules applied."""
    chosen = [fw.game(name) for name in games_named or fw.games()]
    console = speaking.console()
    results = []
    for game in chosen:
        words = speaking.speak(lang, game.id)
        with bar(words.line("fuzz/running", game=game.title), games) as progress:
            began = time.perf_counter()
            result = fuzzing.fuzz(game.id, games, seed, progress, max_decisions, _mate, mix)
            seconds = time.perf_counter() - began
        results.append(result)
        if not as_json:
            _show(console, words, result, seconds, mix)
    if as_json:
        speaking.print_json([fuzzing.summary(result) for result in results])
    if any(result.failures or result.missing for result in results):
        raise typer.Exit(1)


def _mate(rules: Rules, seat: int, seed: int) -> fuzzing.Player:
    mate = Mate.make(None, seed + seat)
    mate.begin(rules, seat)
    return lambda view, actions: mate.choose(view, actions, None)


def _show(console: Console, words: Words, result: Fuzzing, seconds: float, mix: int) -> None:
    console.print(f"[bold]{speaking.plain(words.line('title'))}[/]")
    console.print(
        words.line(
            "fuzz/summary",
            games=speaking.count(words, result.games),
            decisions=speaking.count(words, result.decisions),
            watched=speaking.count(words, result.watched),
            mixed=speaking.count(words, result.mixed),
            checks=speaking.count(words, result.checks),
            seconds=round(seconds, 1),
        )
    )
    heads = [words.line(f"fuzz/{key}") for key in ("rule", "applied", "refused")]
    if result.unfinished:
        console.print(words.line("simulate/unfinished", n=result.unfinished))
    if result.deadlocked:
        console.print(words.line("simulate/deadlocked", n=result.deadlocked))
    table = speaking.table(*heads, numbers=(1, 2))
    for number, applied, refused in result.rules():
        style = "" if applied + refused else "red"
        table.add_row(
            number, speaking.count(words, applied), speaking.count(words, refused), style=style
        )
    console.print(table)
    never = result.never()
    if never:
        console.print(words.line("fuzz/never", rules=never), style="red")
    else:
        console.print(words.line("fuzz/all"))
    if result.missing:
        console.print(words.line("fuzz/missing", texts=result.missing), style="red")
    for failure in result.failures:
        console.print(
            f"[bold red]{words.line('fuzz/failure')}[/] {speaking.plain(failure.message)}"
        )
        console.print(
            words.line("fuzz/where", setting=str(failure.setting), decision=failure.decision)
        )
        again = f"  fourwinds fuzz {failure.game} --seed {failure.seed} --games 1"
        console.print(again if mix == fuzzing.MIXED_EVERY else f"{again} --mix {mix}")
    console.print()
