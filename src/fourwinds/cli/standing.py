"""How a run of the arena looks on a terminal: live while it runs, and at its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourwinds.arena import report
from fourwinds.arena.results import as_json
from fourwinds.arena.standing import Standing
from fourwinds.arena.tournament import Progress, Tournament

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

REFRESH = 4
LINES = 10
PIPED_WIDTH = 120


@contextmanager
def progress(console: Console, tournament: Tournament, stop: threading.Event) -> Iterator[Progress]:
    """A bar and the standing, live on a terminal; elsewhere a line now and then."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.progress import TimeRemainingColumn as Remaining

    if not console.is_terminal:
        step = max(1, tournament.games // LINES)

        def note(played: int) -> None:
            if played and played % step == 0:
                console.print(f"{tournament.plan.game}: {played} of {tournament.games} games")

        yield note
        return
    bar = Bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    task = bar.add_task(tournament.plan.game, total=tournament.games)

    def draw() -> RenderableType:
        test = tournament.test
        parts: list[RenderableType] = [bar, _live_table(tournament.standing)]
        if test is not None and test.deals:
            low, high = test.bounds
            parts.append(f"LLR {test.ratios[-1]:.2f} ({low:.2f} to {high:.2f})")
        if stop.is_set():
            parts.append("stopping: games under way are played to their end; Ctrl-C again: at once")
        return Group(*parts)

    with Live(get_renderable=draw, console=console, transient=True, refresh_per_second=REFRESH):
        yield lambda played: bar.update(task, completed=played)


def _live_table(standing: Standing) -> RenderableType:
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=None, pad_edge=False)
    for at, head in enumerate(("bot", "share of wins", "mean rank", "score")):
        table.add_column(head, justify="right" if at else "left")
    for line in standing.lines.values():
        table.add_row(
            Text(line.bot),
            report.shown(as_json(line.wins())),
            report.shown(as_json(line.place()), "plain"),
            report.shown(as_json(line.score.interval()), "plain"),
        )
    return table


def show(summary: dict[str, Any], folder: Path) -> None:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    table = RichTable(box=None, pad_edge=False)
    heads = ("bot", "share of wins", "mean rank", "score", "OpenSkill", "a decision")
    for at, head in enumerate(heads):
        table.add_column(head, justify="right" if at else "left")
    for bot in summary["bots"]:
        rating = bot["rating"]
        table.add_row(
            Text(bot["bot"] + (" (sees all cards)" if bot["sees_all"] else "")),
            report.shown(bot["share"]),
            report.shown(bot["rank"], "plain"),
            report.shown(bot["score"], "plain"),
            "-" if rating is None else f"{rating['mu']:.1f} ± {rating['sigma']:.1f}",
            f"{1000 * bot['seconds_a_decision']:.2f} ms",
        )
    console.print(table)
    console.print(
        f"{summary['games']} games ({summary['deals']} deals, each from every seat); fair share of"
        f" wins {100 * summary['fair']:.4g} %; 95 % intervals over deals"
    )
    if summary["test"] is not None:
        console.print(Text(report.verdict(summary["test"])))
    for note in report.notes(summary):
        console.print(Text(note), style="yellow")
    console.print(Text(f"report: {folder / 'report.html'}"))
