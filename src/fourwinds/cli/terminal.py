"""The terminal: asks people for moves and shows them what they may see."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from fourwinds.bots import luck
from fourwinds.bots.analysis import Prospect
from fourwinds.cli import rules, speaking
from fourwinds.cli.analyse import decisions, summary
from fourwinds.cli.seats import player_names, read_seats
from fourwinds.cli.session import Session
from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.core.facts import Fact
from fourwinds.core.reasons import sentences
from fourwinds.core.record import Record
from fourwinds.core.rulebook import texts
from fourwinds.core.words import Verbatim

if TYPE_CHECKING:
    from rich.console import Console

MOST_MOVES_SHOWN = 24
INTERRUPTED = 130
HINT_BUDGET = "1000ms"
REVIEW_BUDGET = "40ms"
LUCK_BUDGET = "4000ms"
MOST_HINTS = 5
MOST_THEN = 3
COMMANDS = (
    "help",
    "moves",
    "hint",
    "table",
    "why",
    "rules",
    "log",
    "undo",
    "save",
    "load",
    "review",
    "quit",
)


class Leave(Exception):
    """The player wants to stop, or the input has ended."""


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
            with self._thinking("play/bots-thinking"):
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
        elif command == "hint":
            self._hint(seat)
        elif command == "table":
            self._show_table(seat)
        elif command == "log":
            self._sentences(self.session.heard(seat))
        elif command == "why":
            self._why(seat, rest)
        elif command == "rules":
            self._rules(rest)
        elif command == "review":
            self._say("play/review-later")
        return False

    # Commands.

    def _undo(self) -> bool:
        if self.session.undo() is None:
            self._say("play/nothing-to-undo")
            return False
        self._say("play/undone")
        return True

    def _hint(self, seat: int) -> None:
        """The moves a search likes best, with what it expects of them."""
        with self._thinking("play/hint-thinking"):
            found = self.session.hint(seat, HINT_BUDGET)
        heads = ("play/hint-move", "play/hint-chance", "play/hint-points", "play/hint-then")
        table = speaking.table(*(self.words.line(head) for head in heads), numbers=(1, 2))
        state, bound = self.session.state, self.session.rules
        for one in [one for one in found if one.visits][:MOST_HINTS]:
            described = bound.describe(state, seat, one.action)
            sentence = speaking.plain(self.words.action(described, self.session.names))
            spread = f"({100 * one.low:.0f}-{100 * one.high:.0f})"
            table.add_row(
                f"[bold]{speaking.plain(one.text)}[/] [dim]{sentence}[/]",
                f"{100 * one.chance:.0f} % [dim]{spread:>8}[/]",
                f"{one.points:.1f}",
                f"[dim]{speaking.plain(self._line(one.line[1 : 1 + MOST_THEN]))}[/]",
            )
        self.console.print(table)
        if found:
            self._because(seat, found[0])
        tries = sum(one.visits for one in found)
        self._say("play/hint-note", n=tries, tries=speaking.count(self.words, tries))

    def _because(self, seat: int, best: Prospect) -> None:
        """What speaks for the best move."""
        if best.why is None:
            return
        other = None
        if best.why.other is not None:
            described = self.session.rules.describe(self.session.state, seat, best.why.other)
            other = self.words.action(described, self.session.names)
            self._say("play/hint-why", move=best.text, other=Verbatim(other))
        for sentence in sentences(self.words, best.why.json(), other):
            self.console.print(f"  {speaking.plain(sentence)}")

    def _line(self, line: tuple[tuple[int, str], ...]) -> str:
        """A likely continuation; a seat is named once for what it does in a row."""
        parts: list[str] = []
        last = None
        for seat, text in line:
            parts.append(text if seat == last else f"{self.session.names[seat]}: {text}")
            last = seat
        return ", ".join(parts)

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
        known = texts(self.words)
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
            names = player_names(words, record)
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
            elif command == "review":
                self._review()
            else:
                self._say("play/after")

    def _review(self) -> None:
        """How well each played, and what chance did."""
        record = self.session.record
        with self._thinking("play/hint-thinking"):
            judged = decisions(record, REVIEW_BUDGET)
            events = [event.json() for event in luck.of_record(record, LUCK_BUDGET)]
        heads = [self.words.line(f"play/{key}") for key in ("name", "played", "luck")]
        table = speaking.table(*heads, "", numbers=(1, 2))
        for seat, name in enumerate(self.session.names):
            cells = summary(judged, events, seat, self.words)
            table.add_row(*map(speaking.plain, (name, *cells)))
        self.console.print(table)
        self._say("play/review-note")

    def _viewer(self) -> int | None:
        """Who looks on when nobody is asked: the one person, else a spectator."""
        people = self.session.people
        return people[0] if len(people) == 1 else None

    # Words in and out.

    @contextmanager
    def _thinking(self, key: str) -> Iterator[None]:
        """Say so while somebody thinks, where it can be wiped out again."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status(speaking.plain(self.words.line(key))):
            yield

    def _say(self, key: str, *, n: int = 0, **said: str) -> None:
        values = {name: Verbatim(text) for name, text in said.items()}
        self.console.print(speaking.plain(self.words.line(key, n=n, **values)))

    def _read(self, prompt: str) -> str:
        return ask(self.console, prompt)
