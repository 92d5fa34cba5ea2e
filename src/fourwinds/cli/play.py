"""`fourwinds play`: a game in the terminal, against bots or passing the keyboard round."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.seats import player_names, read_names, read_seats
from fourwinds.cli.session import USUAL_BOT, Session
from fourwinds.cli.speaking import ComponentFile, Lang, Options, Players
from fourwinds.cli.terminal import Leave, Terminal, ask
from fourwinds.core.record import Record


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game, as listed by 'fourwinds games'; without it you are asked.",
            autocompletion=speaking.complete_game,
            show_default=False,
        ),
    ] = None,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who sits where: me, bot or the name of a bot for each seat, e.g."
            " me,bot,captain:2000ms,mate (default: you and bots). deckhand plays at random,"
            " apprentice thinks of its own move only, mate looks one move ahead, captain searches"
            " for the time you give it a decision, admiral too and with what it has learned; bot is"
            f" {USUAL_BOT}. A bot of your own is FILE.py:make, a trained one policy:FILE.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(help="Names by seat, e.g. Ann,Ben.", show_default=False)
    ] = None,
    option: Options = None,
    seed: Annotated[
        int | None, typer.Option(help="Deal as this seed does.", show_default="by chance")
    ] = None,
    components: ComponentFile = None,
    load: Annotated[
        Path | None,
        typer.Option(
            help="Go on with a saved game.", exists=True, dir_okay=False, show_default=False
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, alone against bots or several at one keyboard.

    Type `help` in the game for all you can do there; `hint` shows what a strong player would do.
    """
    try:
        if load is not None:
            if players is not None or option or seed is not None:
                raise typer.BadParameter("players, options and seed come from the file with --load")
            session = resume(load, game, components, seats, names, lang)
        else:
            chosen = fw.game(choose_game(lang) if game is None else game)
            count = len(seats.split(",")) if seats and players is None else players
            bound = chosen.rules(count, speaking.read_options(chosen, option), components)
            kinds = read_seats(seats, bound.players)
            named = read_names(names, speaking.speak(lang, chosen.id), kinds)
            first = secrets.token_bytes(16) if seed is None else seed
            session = Session.begin(bound, first, kinds, named)
        Terminal(session, lang, components).run()
    except Leave:
        typer.echo(speaking.speak(lang).line("play/left"))


def resume(
    file: Path,
    game: str | None,
    components: Path | None,
    seats: str | None,
    names: str | None,
    lang: speaking.Language | None,
) -> Session:
    """The match in a file; it must be of `game` where that is given."""
    record = Record.load(file)
    if game is not None and record.game != fw.game(game).id:
        raise typer.BadParameter(f"{file} is a record of {record.game}, not of {game}")
    words = speaking.speak(lang, record.game)
    kinds = read_seats(seats, record.players)
    named = read_names(names, words, kinds) if names else player_names(words, record)
    return Session.resume(record, components, kinds, named)


def choose_game(lang: speaking.Language | None) -> str:
    """Ask which game to play; by number or name."""
    console = speaking.console()
    games = fw.games()
    for number, game in enumerate(games, 1):
        words = speaking.speak(lang, game)
        console.print(f"[dim]{number:>3}[/] [bold]{speaking.plain(words.line('title'))}[/]")
        speaking.indented(console, words.line("tagline"), 4, "dim")
    question = speaking.speak(lang).line("play/which")
    while True:
        answer = ask(console, f"{question} ").lower()
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:3]) <= len(games):
            return games[int(answer[:3]) - 1]
        found = [game for game in games if answer and game.startswith(answer)]
        if len(found) == 1:
            return found[0]
