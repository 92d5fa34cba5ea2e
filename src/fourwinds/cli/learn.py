"""`fourwinds learn`: lessons in the terminal, and checks of them for who writes one."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.cli import speaking
from fourwinds.cli.play import choose_game
from fourwinds.cli.seats import read_names
from fourwinds.cli.session import PERSON, Session
from fourwinds.cli.speaking import Lang
from fourwinds.cli.terminal import Leave, Terminal, ask
from fourwinds.cli.tutor import Tutor
from fourwinds.learning.checking import faults
from fourwinds.learning.lesson import End, Lesson
from fourwinds.learning.reading import lessons

PROBLEM = 1


def learn(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game, as listed by 'fourwinds games'; without it you are asked.",
            autocompletion=speaking.complete_game,
            show_default=False,
        ),
    ] = None,
    lesson: Annotated[
        str | None,
        typer.Argument(
            metavar="[LESSON]",
            help="A lesson by its name; without it you choose one.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Play the lessons through and say what is wrong.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Learn a game step by step, by playing it."""
    try:
        chosen = fw.game(choose_game(lang) if game is None else game).id
        found = _named(chosen, lesson)
        if check:
            _check(found)
            return
        one = found[0] if lesson is not None else _choose(chosen, found, lang)
        Tutor(one, lang).run()
        _play(one, lang)
    except Leave:
        typer.echo(speaking.speak(lang).line("play/left"))


def _named(game: str, lesson: str | None) -> list[Lesson]:
    found = [each for each in lessons(game) if lesson is None or each.id == lesson]
    if not found:
        known = ", ".join(each.id for each in lessons(game)) or "none yet"
        raise typer.BadParameter(f"expected a lesson of {game}: {known}")
    return found


def _check(found: list[Lesson]) -> None:
    wrong = False
    for each in found:
        problems = faults(each)
        wrong = wrong or bool(problems)
        typer.echo(f"{each.game}/{each.id}: {'good' if not problems else ''}".rstrip())
        for problem in problems:
            typer.echo(f"  {speaking.printable(problem)}")
    if wrong:
        raise typer.Exit(PROBLEM)


def _choose(game: str, found: list[Lesson], lang: speaking.Language | None) -> Lesson:
    """Ask which lesson; Enter takes the first."""
    words = speaking.speak(lang, game)
    console = speaking.console()
    console.rule(f"[bold]{speaking.plain(words.line('title'))}[/]")
    for number, each in enumerate(found, 1):
        title = speaking.plain(each.title[words.language])
        time = speaking.plain(words.line("learn/minutes", n=each.minutes))
        console.print(f"[dim]{number:>3}[/] [bold]{title}[/] [dim]({time})[/]")
        speaking.indented(console, each.about[words.language], 4, "dim")
    question = words.line("learn/which")
    while True:
        answer = ask(console, f"{question} ").lower()
        if not answer:
            return found[0]
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:3]) <= len(found):
            return found[int(answer[:3]) - 1]
        named = [each for each in found if each.id.startswith(answer)]
        if len(named) == 1:
            return named[0]


def _play(lesson: Lesson, lang: speaking.Language | None) -> None:
    """The short match at the end, if the learner wants it."""
    words = speaking.speak(lang, lesson.game)
    end = lesson.steps[-1]
    assert isinstance(end, End)
    ask(speaking.console(), f"{words.line('learn/now-play')} ")
    rules = fw.game(lesson.game).rules(end.players, end.options)
    kinds = [PERSON] + [end.bot] * (end.players - 1)
    session = Session.begin(rules, secrets.token_bytes(16), kinds, read_names(None, words, kinds))
    Terminal(session, lang, None).run()
