"""`fourwinds puzzle`: solve one in the terminal; `fourwinds puzzles make`: find new ones."""

from __future__ import annotations

import datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

import fourwinds as fw
from fourwinds.bots.analysis import Prospect, analyse
from fourwinds.bots.puzzles import FILE, Puzzle, of_day, puzzles, read, save
from fourwinds.cli import speaking
from fourwinds.cli.progress import bar
from fourwinds.cli.speaking import GameName, Lang
from fourwinds.cli.terminal import Leave, ask
from fourwinds.core.errors import BadOptions
from fourwinds.core.reasons import sentences
from fourwinds.core.state import State
from fourwinds.core.words import Verbatim, Words

REASONS_BUDGET = "1000ms"

app = typer.Typer(help="Positions with one clearly best move.", no_args_is_help=True)


@app.command("make")
def make(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many there are to be.")] = 200,
    seed: Annotated[int, typer.Option(help="Which matches are looked through.")] = 1,
    iterations: Annotated[
        int, typer.Option(min=100, help="Iterations of each deep search.")
    ] = 3000,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to fill; what it holds is kept.", show_default="the game's"),
    ] = None,
) -> None:
    """Look through matches of bots for positions in which one action is clearly best.

    Two deep searches with different seeds must agree; the margin is stated in the file.
    """
    from fourwinds.arena.mining import Depth, mine

    kind = fw.game(game)
    path = out or kind.folder / FILE
    found = list(read(game, path))
    with bar(game, count) as shown:
        # What a file holds already came from the first matches: go on with others.
        for puzzle in islice(mine(game, seed + len(found), Depth(iterations)), count - len(found)):
            found.append(puzzle)
            save(path, kind.rules_version, found)
            shown(len(found))
    typer.echo(f"{path}: {len(found)}")


def puzzle(
    game: GameName,
    number: Annotated[
        int | None, typer.Option(min=1, help="Which one.", show_default="that of the day")
    ] = None,
    lang: Lang = None,
) -> None:
    """Solve a puzzle: one move is clearly best, by what you can see."""
    all_ = puzzles(fw.game(game).id)
    if not all_:
        raise BadOptions(f"{game}: no puzzles come with this game; see 'fourwinds puzzles make'")
    if number is not None and number > len(all_):
        raise BadOptions(f"number: expected 1 to {len(all_)}, got {number}", option="number")
    chosen = of_day(game, datetime.date.today()) if number is None else all_[number - 1]
    try:
        Solving(chosen, speaking.speak(lang, game)).run()
    except Leave:
        raise typer.Exit from None


class Solving:
    """One puzzle in the terminal."""

    def __init__(self, puzzle: Puzzle, words: Words) -> None:
        self.puzzle = puzzle
        self.words = words
        self.state: State = puzzle.position()
        self.rules = puzzle.rules()
        self.console = speaking.console()
        line = words.line
        self.names = [line("puzzle/player", n=seat + 1) for seat in range(puzzle.players)]
        self.names[puzzle.seat] = line("puzzle/you")

    def run(self) -> None:
        puzzle, seat = self.puzzle, self.puzzle.seat
        title = self.words.line("puzzle/title", n=puzzle.number, rating=puzzle.rating)
        self.console.rule(f"[bold]{speaking.plain(title)}[/]")
        view = self.state.view(seat)
        drawn = self.rules.game.draw(view, self.words, self.names)
        self.console.print(drawn, soft_wrap=True)
        actions = self.state.actions(seat)
        for number, action in enumerate(actions, 1):
            self.console.print(f"[dim]{number:>3}[/] {speaking.plain(self._said(action))}")
        self._say("puzzle/ask")
        answer = self._answer(actions)
        found = analyse(view, REASONS_BUDGET, self.rules, puzzle.number, answer, explained=1)
        self._judge(answer, found)

    def _answer(self, actions: list[int]) -> int:
        while True:
            line = ask(self.console, "> ")
            if line.isascii() and line.isdigit() and 0 < int(line[:6]) <= len(actions):
                return actions[int(line) - 1]
            for action in actions:
                if line and self.rules.text(self.state, self.puzzle.seat, action) == line:
                    return action
            self._say("puzzle/ask")

    def _judge(self, answer: int, found: list[Prospect]) -> None:
        best = self.puzzle.best
        self._say("puzzle/right" if answer == best else "puzzle/wrong", best=self._said(best))
        self._say("puzzle/margin", n=round(100 * self.puzzle.margin))
        chosen = next((each for each in found if each.action == best), None)
        if chosen is not None and chosen.why is not None and chosen.why.other is not None:
            other = self._said(chosen.why.other)
            for sentence in sentences(self.words, chosen.why.json(), other):
                self.console.print(f"  {speaking.plain(sentence)}")

    def _said(self, action: int) -> str:
        described = self.rules.describe(self.state, self.puzzle.seat, action)
        return self.words.action(described, self.names)

    def _say(self, key: str, **values: object) -> None:
        shown = {
            name: Verbatim(value) if isinstance(value, str) else value
            for name, value in values.items()
        }
        self.console.print(speaking.plain(self.words.line(key, **shown)))
