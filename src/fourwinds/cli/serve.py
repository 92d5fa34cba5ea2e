"""`fourwinds serve`, `worker`, `settings`: the server, without any configuration by default."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourwinds.core.errors import BadOptions

if TYPE_CHECKING:
    from fourwinds.server.settings import Settings

Host = Annotated[str, typer.Option(help="The address to listen at.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="sqlite:///FILE (the default: fourwinds.db here) or postgresql://..."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=64, help="Processes that serve; more than one needs PostgreSQL."),
]
SettingsFile = Annotated[
    Path | None,
    typer.Option(
        "--settings", metavar="FILE", exists=True, dir_okay=False, help="A TOML file of settings."
    ),
]
Open = Annotated[
    bool, typer.Option("--open", help="Say where the page is once it is ready, and open it.")
]
Processes = Annotated[int, typer.Option(min=1, max=64, help="How many workers.")]


def _settings(file: Path | None, database: str | None, workers: int | None = None) -> Settings:
    from fourwinds.server.settings import Settings

    given = dict(os.environ)
    if database is not None:
        given["FOURWINDS_DATABASE"] = database
    if workers is not None:
        given["FOURWINDS_WORKERS"] = str(workers)
    return Settings.read(given, file)


def _missing(error: ModuleNotFoundError) -> BadOptions:
    return BadOptions(
        f"serving needs the extra 'server': pip install 'fourwinds[server]' ({error.name})"
    )


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    database: Database = None,
    workers: Workers = None,
    settings: SettingsFile = None,
    open_page: Open = False,
) -> None:
    """Serve matches over HTTP. `fourwinds settings` lists what can be set, and how."""
    chosen = _settings(settings, database, workers)
    gc.disable()  # of what is loaded now nothing is garbage; the server enables it when it runs
    if open_page:
        from fourwinds.cli.opening import open_when_ready, quiet

        port = open_when_ready(host, port)
        chosen = quiet(chosen)
    try:
        from fourwinds.server.run import run
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    run(chosen, host, port)


def worker(
    processes: Processes = 1, database: Database = None, settings: SettingsFile = None
) -> None:
    """Let bots think for servers that share a PostgreSQL database (there: FOURWINDS_BOTS=0)."""
    chosen = _settings(settings, database)
    if not chosen.database.startswith("postgresql"):
        raise BadOptions("worker: expected a PostgreSQL database; with SQLite the server thinks")
    try:
        from fourwinds.server.botqueue import worker as workers
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    if processes > 1:
        workers.run_several(chosen, processes)
    else:
        workers.run(chosen)


def settings(settings: SettingsFile = None) -> None:
    """List all settings with their values; what is secret is not shown."""
    from rich.console import Console
    from rich.table import Table

    from fourwinds.server.settings import described

    table = Table("setting", "value", "what it is for", box=None, pad_edge=False)
    for name, value, text in described(_settings(settings, None)):
        table.add_row(name, value, text)
    console = Console()
    console.print(table)
    console.print(
        "\nEach is set by the environment, as FOURWINDS_ and its name in capitals, or in a TOML"
        " file given with --settings; the environment comes first.",
        markup=False,
    )
