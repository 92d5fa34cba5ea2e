"""`fourwinds arena`, `ladder` and `reproduce`: matches between bots, for those who study them."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
import threading
from contextlib import redirect_stdout
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import fourwinds as fw
from fourwinds.arena import documents, publish
from fourwinds.arena import ladder as ladders
from fourwinds.arena.contest import Outcome
from fourwinds.arena.documents import BadDocument, Table
from fourwinds.arena.publish import Wanted
from fourwinds.arena.ray_cluster import OnRay
from fourwinds.arena.schedule import RunPlan, make_run_plan, traits
from fourwinds.arena.sprt import SequentialTest
from fourwinds.arena.store import RunFolder
from fourwinds.arena.tournament import Tournament, interruptible
from fourwinds.arena.workers import Executor, Processes
from fourwinds.cli import standing
from fourwinds.core.errors import BadOptions

if TYPE_CHECKING:
    from rich.console import Console

PROBLEM = 1
INTERRUPTED = 130
LIMIT = 60.0
QUICK_PART = 10
QUICK_DEALS = 20


class Where(StrEnum):
    local = "local"
    ray = "ray"


Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as listed by 'fourwinds games'.")
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same deals and chance moves.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; may be given several times.",
        show_default=False,
    ),
]
ComponentFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        show_default=False,
        help="A component file in place of the game's own.",
    ),
]
Count = Annotated[
    int,
    typer.Option(
        "--processes", "-j", min=0, help="Games played at the same time; 0: one for each core."
    ),
]
On = Annotated[Where, typer.Option("--on", help="Play on this machine or on a Ray cluster.")]
Limit = Annotated[
    float,
    typer.Option(
        min=0, help="Seconds a bot may take for a decision before it loses it; 0: no limit."
    ),
]
Most = Annotated[
    int | None,
    typer.Option(
        "--max-decisions",
        min=1,
        show_default="the game's own bound",
        help="Leave a game unfinished after this number of decisions; it counts as shared by all.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        show_default="under runs/, named after the settings",
        help="Folder of the run; the same settings there go on where they stopped.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def arena(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,...",
            help="One for each player, e.g. captain:200ms,mate,mate,deckhand.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, rounded up to whole deals.")
    ] = 400,
    seed: Seed = 0,
    option: GameOptions = None,
    components: ComponentFile = None,
    sprt: Annotated[
        bool,
        typer.Option(
            "--sprt",
            help="Stop as soon as a sequential test decides whether the first bot wins no more than"
            " its fair share (H0) or at least DELTA more (H1).",
        ),
    ] = False,
    delta: Annotated[float, typer.Option(help="H1: the fair share plus this.")] = 0.05,
    alpha: Annotated[float, typer.Option(help="Chance to accept H1 although H0 holds.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to accept H0 although H1 holds.")] = 0.05,
    limit: Limit = LIMIT,
    max_decisions: Most = None,
    processes: Count = 0,
    on: On = Where.local,
    out: Out = None,
    records: Annotated[bool, typer.Option("--records", help="Keep each game as a record.")] = False,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Write one row for each decision, as Parquet.")
    ] = False,
    balance: Annotated[
        bool,
        typer.Option("--balance", help="Report on the game itself: seats, scores, use of cards."),
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default=False, help="Put the balance into this document, too."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other, every deal from every seat, and say what it proves.

    The run's folder gets every game as it ends, results.json, report.html and games.parquet.
    Interrupt it whenever you like: the same command goes on where it stopped.
    """
    plan = make_run_plan(
        game, read_bots(bots), seed, read_options(game, option), components, limit, max_decisions
    )
    if sprt and len(set(plan.bots)) == 1:
        raise BadOptions("sprt: expected another bot to test the first against", option="sprt")
    test = SequentialTest(1 / plan.players, delta, alpha, beta) if sprt else None
    wanted = Wanted(records, decisions, balance or write is not None)
    settings: dict[str, object] = {"bots": bots, "games": games, "seed": seed, "option": option}
    settings["components"] = components
    settings["limit"] = limit if limit != LIMIT else None
    settings["max-decisions"] = max_decisions
    if sprt:
        settings |= {"sprt": True, "delta": delta, "alpha": alpha, "beta": beta}
    command = command_line("arena", game, settings | {"balance": wanted.balance})
    console = _console()
    with interruptible() as stop:
        summary, _ = _play(
            plan, games, executor(on, processes), out, console, stop, command, wanted, test
        )
    if write is not None:
        publish.write_balance(summary, command, write)
    if as_json:
        print(json.dumps(summary, indent=1))
    else:
        standing.show(summary, _folder(plan, out))
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def ladder(
    game: Game,
    players: Annotated[
        list[int] | None,
        typer.Option("--players", "-p", show_default="all", help="A number of players."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,BOT,...", show_default="all of ours", help="Strongest first."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games for each pair.")] = 400,
    seed: Seed = 0,
    option: GameOptions = None,
    limit: Limit = LIMIT,
    processes: Count = 0,
    on: On = Where.local,
    out: Out = None,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", show_default=False, help="Put the tables into this document, too."
        ),
    ] = None,
) -> None:
    """Play all bots against each other at every number of players; print the tables as Markdown.

    Interrupt it whenever you like: the same command goes on where it stopped. In a document each
    table takes the place of an earlier one of the same bots and number of players, and the plots
    of the game's tables lie in a folder beside it.
    """
    chosen = fw.game(game)
    tables = []
    with interruptible() as stop:
        for count in players or chosen.seats:
            found = _ladder_table(
                game, count, bots, games, seed, option, limit, executor(on, processes), out, stop
            )
            if found is None:
                raise typer.Exit(INTERRUPTED)
            tables.append(found)
            if write is not None:
                ladders.write(chosen.title, found, write)
    print("\n".join(one.markdown(number) for number, one in enumerate(tables, 1)), end="")


def reproduce(
    document: Annotated[
        Path, typer.Argument(metavar="FILE", help="A document with tables, e.g. docs/strength.md.")
    ],
    number: Annotated[
        int | None,
        typer.Option("--table", "-t", min=1, show_default="all", help="Which table."),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help=f"Play a tenth of the games, but at least {QUICK_DEALS} a seat: wider intervals.",
        ),
    ] = False,
    processes: Count = 0,
    on: On = Where.local,
    out: Out = None,
) -> None:
    """Run the command of a table again and compare: do the intervals still meet?"""
    numbers = documents.table_numbers(document) if number is None else [number]
    apart = 0
    for one in numbers:
        folder = out / f"table-{one}" if out is not None and number is None else out
        apart += _reproduce(document, one, quick, executor(on, processes), folder)
    if apart:
        raise typer.Exit(PROBLEM)


def _reproduce(
    document: Path, number: int, quick: bool, executor: Executor, out: Path | None
) -> int:
    """One table again; how many of its intervals do not meet those of the document."""
    before = documents.find_table(document, number)
    console = _console()
    console.print(before.command, style="dim", highlight=False, markup=False)
    with interruptible() as stop, tempfile.TemporaryDirectory() as fresh:
        # Not among the runs kept: games played before would prove nothing.
        now = _again(before, quick, executor, out or Path(fresh, "run"), stop)
    if now is None:
        raise typer.Exit(INTERRUPTED)
    compared, apart = documents.differences(before, now)
    print(now.markdown(number), end="")
    if not compared:
        raise BadDocument(f"{document}: expected intervals to compare in table {number}")
    for one in apart:
        row = " ".join(one.row)
        print(f"differs: {row}, {one.head}: {one.before} in the document, now {one.now}")
    if apart:
        return len(apart)
    exact = "all the same" if now.rows == before.rows else "all meet"
    print(f"{compared} intervals compared with the document: {exact}")
    return 0


def _again(
    before: Table, quick: bool, executor: Executor, out: Path, stop: threading.Event
) -> Table | None:
    """The table made again by its own command; None if interrupted."""
    commands = typer.Typer()
    commands.command("arena")(arena)
    commands.command("ladder")(ladder)
    group: Any = typer.main.get_command(commands)
    words = before.arguments
    if not words or words[0] not in group.commands:
        raise BadDocument(f"expected a command of the arena or the ladder, got {before.command!r}")
    asked = group.commands[words[0]].make_context(words[0], words[1:]).params
    if words[0] == "ladder":
        if len(asked["players"] or ()) != 1:
            raise BadDocument(f"expected one --players in {before.command!r}")
        (count,) = asked["players"]
        games = _fewer(asked["games"], count) if quick else asked["games"]
        return _ladder_table(
            asked["game"],
            count,
            asked["bots"],
            games,
            asked["seed"],
            asked["option"],
            asked["limit"],
            executor,
            out,
            stop,
        )
    specs = read_bots(asked["bots"])
    games = _fewer(asked["games"], len(specs)) if quick else asked["games"]
    plan = make_run_plan(
        asked["game"],
        specs,
        asked["seed"],
        read_options(asked["game"], asked["option"]),
        asked["components"],
        asked["limit"],
        asked["max_decisions"],
    )
    has_targets = before.heads[0] == "measure"
    wanted = Wanted(balance=has_targets)
    summary, _ = _play(plan, games, executor, out, _console(), stop, before.command, wanted, None)
    if stop.is_set():
        return None
    table = publish.targets_table if has_targets else publish.seat_table
    return table(summary, before.command)


def _fewer(games: int, players: int) -> int:
    return min(games, max(QUICK_DEALS * players, games // QUICK_PART))


def _ladder_table(
    game: str,
    players: int,
    bots: str | None,
    games: int,
    seed: int,
    option: list[str] | None,
    limit: float,
    executor: Executor,
    out: Path | None,
    stop: threading.Event,
) -> Table | None:
    chosen = read_bots(bots) if bots else ladders.shipped()
    if len(chosen) < 2:
        raise BadOptions("bots: expected at least two to compare", option="bots")
    options = read_options(game, option)
    plans = [
        make_run_plan(game, lineup, seed, options, None, limit)
        for lineup in ladders.lineups(chosen, players)
    ]
    common: dict[str, object] = {
        "games": games,
        "seed": seed,
        "option": option,
        "limit": limit if limit != LIMIT else None,
    }
    command = command_line("ladder", game, {"players": players, "bots": ",".join(chosen), **common})
    console = _console()

    def run(lineup: list[str]) -> tuple[dict[str, Any], list[list[Outcome]]]:
        plan = next(plan for plan in plans if list(plan.bots) == lineup)
        folder = out / _name(plan) if out is not None else None
        single = command_line("arena", game, {"bots": ",".join(lineup), **common})
        found = _play(plan, games, executor, folder, console, stop, single, Wanted(), None)
        if stop.is_set():
            raise _Stopped
        return found

    try:
        return ladders.table(chosen, players, command, run)
    except _Stopped:
        return None


class _Stopped(Exception):
    """Interrupted between the line-ups of a ladder."""


def _play(
    plan: RunPlan,
    games: int,
    executor: Executor,
    out: Path | None,
    console: Console,
    stop: threading.Event,
    command: str,
    wanted: Wanted,
    test: SequentialTest | None,
) -> tuple[dict[str, Any], list[list[Outcome]]]:
    """One run from its folder's present state to its end, with progress; summary and deals."""
    wanted.check()
    # What a bot or a cluster prints must not stand between our results.
    with redirect_stdout(sys.stderr), RunFolder(_folder(plan, out), plan) as folder:
        tournament = Tournament(folder, games, executor, test)
        with standing.progress(console, tournament, stop) as progress:
            tournament.run(progress, stop)
        with console.status("writing results") as status:
            summary = publish.publish(tournament, wanted, command, status.update)
        return summary, tournament.counted()


def read_bots(text: str) -> list[str]:
    specs = [spec.strip() for spec in text.split(",")]
    if not all(specs):
        raise BadOptions("bots: expected names separated by commas", option="bots")
    for spec in specs:
        traits(spec)
    return specs


def read_options(game: str, given: list[str] | None) -> dict[str, Any]:
    chosen = fw.game(game)
    out: dict[str, Any] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or name not in chosen.options:
            known = ", ".join(chosen.options) or "none"
            raise BadOptions(
                f"option: expected NAME=VALUE with one of: {known}, got {text[:40]!r}", option=name
            )
        out[name] = chosen.options[name].read(value)
    return out


def executor(on: Where, processes: int) -> Executor:
    return OnRay(count=processes) if on is Where.ray else Processes(processes)


def _folder(plan: RunPlan, out: Path | None) -> Path:
    return out if out is not None else Path("runs") / _name(plan)


def _name(plan: RunPlan) -> str:
    """Named after all that decides the results, so that the same command finds its run again."""
    return f"{plan.game}-{plan.players}-{plan.digest[:8]}"


def command_line(name: str, game: str, settings: dict[str, object], file: str | None = None) -> str:
    """The command with these settings; None, False and [] are left out."""
    words = ["fourwinds", *name.split(), game]
    if file is not None:
        words.append(file)
    for key, value in settings.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(f"--{key}")
            elif one is not None and one is not False:
                words += [f"--{key}", str(one)]
    return shlex.join(words)


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False)
