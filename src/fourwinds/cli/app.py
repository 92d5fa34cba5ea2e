"""The command `fourwinds`: what commands there are, and how errors leave it.

Exit codes: 0 all is well, 1 a problem was found, 2 the command was given wrongly, 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import fourwinds as fw
from fourwinds.bots import UnknownBot
from fourwinds.cli import (
    admin,
    analyse,
    arena,
    bench,
    calibrate,
    components,
    dataset,
    doctor,
    duplicate,
    fuzz,
    games,
    learn,
    likeness,
    new_game,
    openapi,
    play,
    policy,
    puzzles,
    records,
    rules,
    serve,
    simulate,
    speaking,
    train,
    verify,
)
from fourwinds.core.errors import BadOptions, BadSeed, FourWindsError, UnknownGame

PROBLEM = 1
BAD_USAGE = 2
INTERRUPTED = 130
USAGE_ERRORS = (UnknownGame, UnknownBot, BadOptions, BadSeed)


class Commands(TyperGroup):
    """Commands whose errors are one line each."""

    def main(self, *args: Any, **settings: Any) -> Any:
        settings["standalone_mode"] = False
        try:
            code = super().main(*args, **settings)
        except typer.TyperException as error:
            _leave(_usage(error), error.exit_code)
        except typer.Abort:
            _leave("interrupted", INTERRUPTED)
        except FourWindsError as error:
            _leave(str(error), BAD_USAGE if isinstance(error, USAGE_ERRORS) else PROBLEM)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            _leave(f"{where}{error.strerror or error}", PROBLEM)
        sys.exit(code if isinstance(code, int) else 0)


def _usage(error: typer.TyperException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} (see {context.command_path} --help)" if context else message


def _leave(message: str, code: int) -> NoReturn:
    typer.echo(f"fourwinds: {speaking.printable(message)}", err=True)
    sys.exit(code)


app = typer.Typer(
    name="fourwinds",
    cls=Commands,
    help="Four sailing games: play, study and check them.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"fourwinds {fw.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("games")(games.games)
app.command("rules")(rules.rules)
app.command("play")(play.play)
app.command("learn")(learn.learn)
app.command("simulate")(simulate.simulate)
app.add_typer(records.app, name="record")
app.command("serve")(serve.serve)
app.command("openapi")(openapi.openapi)
app.command("worker")(serve.worker)
app.command("settings")(serve.settings)
app.add_typer(admin.app, name="admin")
app.command("verify")(verify.verify)
app.add_typer(components.app, name="components")
app.command("analyse")(analyse.analyse_record)
app.command("calibrate")(calibrate.calibrate)
app.command("puzzle")(puzzles.puzzle)
app.add_typer(puzzles.app, name="puzzles")
app.command("arena")(arena.arena)
app.command("ladder")(arena.ladder)
app.command("reproduce")(arena.reproduce)
app.command("duplicate")(duplicate.duplicate)
app.command("likeness")(likeness.likeness)
app.add_typer(dataset.app, name="dataset")
app.add_typer(policy.app, name="policy")
app.command("train")(train.train)
app.command("fuzz")(fuzz.fuzz)
app.command("doctor")(doctor.doctor)
app.command("bench")(bench.bench)
app.command("new-game")(new_game.new_game)


def main() -> None:
    app(prog_name="fourwinds")


if __name__ == "__main__":
    main()
