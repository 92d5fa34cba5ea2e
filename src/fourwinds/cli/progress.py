"""A progress bar, shown on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fourwinds.cli import speaking


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with how much is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = speaking.console(errors=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as all_:
        task = all_.add_task(label, total=total)
        yield lambda done: all_.update(task, completed=done)
