"""`fourwinds play`: a game in the terminal, against bots or passing the keyboard round."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import fourwinds as fw
from fourwinds.cli import records, rules, speaking
from fourwinds.cli.records import LONGEST_NAME
from fourwinds.cli.session import BOTS, PERSON, Session
from fourwinds.cli.speaking import ComponentFile, Lang, Options, Players
from fourwinds.core.errors import BadOptions, FourWindsError, IllegalAction
from fourwinds.core.facts import Fact
from fourwinds.core.record import Record
from fourwinds.core.words import Verbatim, Words

if TYPE_CHECKING:
    from rich.console import Console

MOST_MOVES_SHOWN = 24
INTERRUPTED = 130
COMMANDS = ("help", "moves", "table", "why", "rules", "log", "undo", "save", "load", "quit")


class Leave(Exception):
    """The player wants to stop, or the input has ended."""


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
            help="Who sits where: me or bot for each seat, e.g. me,bot,me (default: you and bots).",
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
    """Play in the terminal, alone against bots or several at one keyboard."""
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
    named = read_names(names, words, kinds) if names else records.player_names(words, record)
    return Session.resume(record, components, kinds, named)


def choose_game(lang: speaking.Language | None) -> str:
    """Ask which game to play; by number or name."""
    console = speaking.console()
    games = fw.games()
    for number, game in enumerate(games, 1):
        words = speaking.speak(lang, game)
        title, tagline = (speaking.plain(words.line(key)) for key in ("title", "tagline"))
        console.print(f"[dim]{number:>3}[/] [bold]{title}[/]")
        speaking.indented(console, tagline, 4, "dim")
    question = speaking.speak(lang).line("play/which")
    while True:
        answer = ask(console, f"{question} ").lower()
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:3]) <= len(games):
            return games[int(answer[:3]) - 1]
        found = [game for game in games if answer and game.startswith(answer)]
        if len(found) == 1:
            return found[0]


def ask(console: Console, prompt: str) -> str:
    """A line from the player; where nobody types, it is shown as if it had been typed."""
    console.print(prompt, end="")
    try:
        line = input().strip()
    except EOFError:
        console.print()
        raise Leave from None
    except KeyboardInterrupt:
        console.print()
        raise typer.Exit(INTERRUPTED) from None
    if not sys.stdin.isatty():
        console.print(speaking.plain(line))
    return line


def read_seats(text: str | None, players: int) -> list[str]:
    """me or bot for each seat; by default a person in seat 0 and bots elsewhere."""
    if text is None:
        return [PERSON] + [next(iter(BOTS))] * (players - 1)
    kinds = [word.strip().lower() for word in text.split(",")]
    if len(kinds) != players or any(kind not in (PERSON, *BOTS) for kind in kinds):
        known = " or ".join((PERSON, *BOTS))
        raise BadOptions(
            f"seats: expected {players} times {known}, separated by commas, got {text[:40]!r}"
        )
    return kinds


def read_names(text: str | None, words: Words, kinds: list[str]) -> list[str]:
    """Names of the players, made up where none are given."""
    made_up = [
        words.line("play/player" if kind == PERSON else "play/bot", n=seat + 1)
        for seat, kind in enumerate(kinds)
    ]
    given = [name.strip() for name in text.split(",")] if text else []
    for name in given:
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or set("[]\\") & set(name):
            raise BadOptions(
                f"names: expected printable names of 1 to {LONGEST_NAME} characters without"
                f" brackets, got {name[:40]!r}"
            )
    if len(given) > len(kinds) or len(set(given)) != len(given):
        raise BadOptions(f"names: expected at most {len(kinds)} different names")
    return [*given, *made_up[len(given) :]]


class Terminal:
    """Asks people for moves until the match is over or they leave."""

    def __init__(
        self, session: Session, language: speaking.Language | None, components: Path | None
    ) -> None:
        self.session = session
        self.language = language
        self.components = components
        self.console: Console = speaking.console()
        self.at_table: int | None = None
        self.words = speaking.speak(language, session.rules.game.id)

    def run(self) -> None:
        """Until a person leaves."""
        self._greet()
        while True:
            seat = self.session.next_person(self.at_table)
            if seat is None:
                self._end()
            else:
                self._turn(seat)

    # A turn.

    def _turn(self, seat: int) -> None:
        """Ask one person for one move."""
        self._curtain(seat)
        self._sentences(self.session.news(seat))
        self._show_table(seat)
        self._show_moves(seat, MOST_MOVES_SHOWN)
        name = speaking.plain(self.session.names[seat])
        while True:
            line = self._read(f"[bold]{name}>[/] ")
            if line and self._obey(seat, line):
                return

    def _obey(self, seat: int, line: str) -> bool:
        """Do what a line says; True when the table has changed and must be shown again."""
        move = self._chosen(seat, line)
        if move is not None and self.session.refusal(seat, move) is None:
            self.session.play(seat, move)
            return True
        word, _, rest = line.partition(" ")
        command = self._command(word)
        if command is not None:
            return self._command_given(seat, command, rest.strip())
        if move is None:
            self._say("play/no-number", n=len(self.session.state.actions(seat)))
            return False
        refused = self.session.refusal(seat, move)
        assert refused is not None
        self._refuse(refused)
        return False

    def _chosen(self, seat: int, line: str) -> str | None:
        """The move meant: notation, or its number in the list; None for a number not in it."""
        state, bound = self.session.state, self.session.rules
        if not (line.isascii() and line.isdigit()):
            return line
        if self.session.refusal(seat, line) is None:
            return line
        actions = state.actions(seat)
        number = int(line[:6])
        return bound.text(state, seat, actions[number - 1]) if 0 < number <= len(actions) else None

    def _command(self, word: str) -> str | None:
        """The command of that name, in English or in the player's language."""
        for command in COMMANDS:
            if word.lower() in (command, self.words.line(f"commands/{command}")):
                return command
        return None

    def _command_given(self, seat: int, command: str, rest: str) -> bool:
        if command == "undo":
            return self._undo()
        if command == "load":
            return self._load(rest)
        if command == "quit":
            self._quit()
        elif command == "save":
            self._save(rest)
        elif command == "help":
            self._help()
        elif command == "moves":
            self._show_moves(seat, None)
        elif command == "table":
            self._show_table(seat)
        elif command == "log":
            self._sentences(self.session.heard(seat))
        elif command == "why":
            self._why(seat, rest)
        elif command == "rules":
            self._rules(rest)
        return False

    # Commands.

    def _undo(self) -> bool:
        if self.session.undo() is None:
            self._say("play/nothing-to-undo")
            return False
        self._say("play/undone")
        return True

    def _why(self, seat: int, rest: str) -> None:
        if not rest:
            self._say("play/why-what")
            return
        move = self._chosen(seat, rest) or rest
        refused = self.session.refusal(seat, move)
        if refused is None:
            self._say("play/allowed", move=move)
            self._rule(self.session.state.step.rule)
        else:
            self._refuse(refused)
            self._rule(refused.rule)

    def _refuse(self, refused: IllegalAction) -> None:
        sentence = self.words.refusal(refused, self.session.names)
        self.console.print(f"[red]{speaking.plain(sentence)}[/]")
        if refused.code == "unreadable":
            self._say("play/hint")

    def _rule(self, number: str | None) -> None:
        known = rules.texts(self.words)
        if number in known:
            text = rules.marked(self.words, f"{number}  {known[number]}")
            self.console.print(text, style="dim")

    def _rules(self, rest: str) -> None:
        numbers = rules.find(self.words, rest or None)
        if numbers:
            rules.show(self.console, self.words, numbers)
        else:
            self.console.print(speaking.plain(rules.unknown(self.words, rest)), style="red")

    def _save(self, rest: str) -> None:
        if not rest:
            self._say("play/save-what")
            return
        try:
            self.session.save(Path(rest).expanduser())
        except OSError as error:
            self._say("play/not-saved", reason=f"{rest}: {error.strerror or error}")
        else:
            self._say("play/saved", file=rest)

    def _load(self, rest: str) -> bool:
        if not rest:
            self._say("play/load-what")
            return False
        try:
            record = Record.load(Path(rest).expanduser())
            same = record.players == len(self.session.seats)
            kinds = self.session.seats if same else read_seats(None, record.players)
            words = speaking.speak(self.language, record.game)
            names = records.player_names(words, record)
            own = record.game == self.session.rules.game.id
            components = self.components if own else None
            self.session = Session.resume(record, components, kinds, names)
        except FourWindsError as error:
            self.console.print(speaking.plain(self.words.error(error)), style="red")
            return False
        self.words = words
        self.at_table = None
        self._greet()
        return True

    def _quit(self) -> None:
        if self.session.unsaved:
            file = self._read(self.words.line("play/save-before") + " ")
            if file:
                self._save(file)
                if self.session.unsaved:
                    return
        raise Leave

    def _help(self) -> None:
        self._say("play/help")
        width = max(len(self._usage(command)) for command in COMMANDS)
        for command in COMMANDS:
            meaning = self.words.line(f"play/help-{command}")
            usage = f"{self._usage(command):<{width}}"
            self.console.print(f"  [bold]{speaking.plain(usage)}[/]  {speaking.plain(meaning)}")

    def _usage(self, command: str) -> str:
        takes = self.words.find(f"play/takes-{command}")
        word = self.words.line(f"commands/{command}")
        return f"{word} {takes}" if takes else word

    # What is shown.

    def _greet(self) -> None:
        self.console.rule(f"[bold]{speaking.plain(self.words.line('title'))}[/]")
        self._say("play/greeting")

    def _curtain(self, seat: int) -> None:
        """Between two people at one keyboard, so that hands stay hidden."""
        if len(self.session.people) > 1 and seat != self.at_table:
            name = self.session.names[seat]
            if self.console.is_terminal and sys.stdin.isatty():
                self._clear()
                question = self.words.line("play/pass-to", name=Verbatim(name))
                self._read(f"{speaking.plain(question)} ")
                self._clear()
            else:
                self.console.rule(speaking.plain(name))
        self.at_table = seat

    def _clear(self) -> None:
        """An empty screen, with nothing left to scroll back to."""
        self.console.clear()
        if not self.console.legacy_windows:
            self.console.file.write("\x1b[3J")

    def _sentences(self, facts: list[Fact]) -> None:
        for fact in facts:
            sentence = self.words.fact(fact.json(), self.session.names)
            self.console.print(speaking.plain(sentence), style="dim")
        self.console.print()

    def _show_table(self, seat: int | None) -> None:
        view = self.session.state.view(seat)
        drawn = self.session.rules.game.draw(view, self.words, self.session.names)
        self.console.print(drawn, soft_wrap=True)
        self.console.print()

    def _show_moves(self, seat: int, most: int | None) -> None:
        """What is asked, and the legal moves numbered."""
        from rich.columns import Columns

        state, bound = self.session.state, self.session.rules
        asked = self.words.step(state.view(seat), self.session.names)
        self.console.print(f"[bold]{speaking.plain(asked)}[/]")
        actions = state.actions(seat)
        shown = actions if most is None or len(actions) <= most else actions[:most]
        cells = []
        for number, action in enumerate(shown, 1):
            described = bound.describe(state, seat, action)
            sentence = speaking.plain(self.words.action(described, self.session.names))
            text = speaking.plain(described["text"])
            cells.append(f"[dim]{number:>3}[/] [bold]{text}[/] [dim]{sentence}[/]")
        self.console.print(Columns(cells, padding=(0, 2), equal=True))
        if len(shown) < len(actions):
            self._say("play/more-moves", n=len(actions) - len(shown))

    def _end(self) -> None:
        """The result; the match may still be saved or taken back."""
        state = self.session.state
        viewer = self._viewer()
        news = self.session.news(self.at_table if viewer is None else viewer)
        self._sentences([fact for fact in news if fact.heard_by(viewer)])
        self._show_table(viewer)
        heads = [self.words.line(f"play/{key}") for key in ("place", "name", "points")]
        table = speaking.table(*heads, numbers=(0, 2))
        for seat in sorted(range(state.players), key=lambda seat: state.ranking[seat]):
            style = "bold" if state.ranking[seat] == 1 else ""
            name = speaking.plain(self.session.names[seat])
            place, points = str(state.ranking[seat]), str(state.scores[seat])
            table.add_row(place, name, points, style=style)
        self.console.print(table)
        winners = [Verbatim(self.session.names[seat]) for seat in state.winners]
        self.console.print(
            f"[bold]{speaking.plain(self.words.line('play/won', n=len(winners), names=winners))}[/]"
        )
        self._say("play/after")
        self._after()

    def _after(self) -> None:
        while True:
            line = self._read("> ")
            word, _, rest = line.partition(" ")
            command = self._command(word) if word else "quit"
            if command == "quit":
                self._quit()
            elif command == "undo":
                if self._undo():
                    return
            elif command == "load":
                if self._load(rest.strip()):
                    return
            elif command == "save":
                self._save(rest.strip())
            elif command == "rules":
                self._rules(rest.strip())
            elif command == "log":
                self._sentences(self.session.heard(self._viewer()))
            else:
                self._say("play/after")

    def _viewer(self) -> int | None:
        """Who looks on when nobody is asked: the one person, else a spectator."""
        people = self.session.people
        return people[0] if len(people) == 1 else None

    # Words in and out.

    def _say(self, key: str, *, n: int = 0, **said: str) -> None:
        values = {name: Verbatim(text) for name, text in said.items()}
        self.console.print(speaking.plain(self.words.line(key, n=n, **values)))

    def _read(self, prompt: str) -> str:
        return ask(self.console, prompt)
