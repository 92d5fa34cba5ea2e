"""The tutor: shows the steps of a lesson in the terminal and takes the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fourwinds.cli import rules, speaking
from fourwinds.cli.terminal import MOST_MOVES_SHOWN, Leave, ask
from fourwinds.core.rulebook import texts
from fourwinds.core.words import Verbatim
from fourwinds.learning import things
from fourwinds.learning.exchange import Act, Answer, Choose, Next
from fourwinds.learning.lesson import Lesson
from fourwinds.learning.run import LessonRun

if TYPE_CHECKING:
    from rich.console import Console

COMMANDS = ("help", "moves", "table", "rules", "undo", "quit")
COLOURS = {"right": "green", "wrong": "yellow", "illegal": "red", "more": "dim"}


class Tutor:
    """Goes through a lesson until its end, or until the learner leaves."""

    def __init__(self, lesson: Lesson, language: speaking.Language | None) -> None:
        self.lesson = lesson
        self.words = speaking.speak(language, lesson.game)
        self.console: Console = speaking.console()
        self.answers: list[Answer] = []
        self.run_ = self._again()

    def run(self) -> None:
        title = speaking.plain(self.lesson.title[self.words.language])
        self.console.rule(f"[bold]{title}[/]")
        self._say("learn/greeting")
        self._show_table()
        while True:
            self._show_step()
            if self.run_.over:
                return
            self._ask()

    def _again(self) -> LessonRun:
        return LessonRun(self.lesson, self.words.language, self.answers)

    # Answers.

    def _ask(self) -> None:
        """Take lines until one of them is an answer."""
        while True:
            line = ask(self.console, f"{speaking.plain(self._prompt())} ")
            if self._obey(line):
                return

    def _prompt(self) -> str:
        kind = self.run_.step.kind
        return f"{self.run_.names[self.run_.seat]}>" if kind == "move" else self._line(kind)

    def _line(self, kind: str) -> str:
        return self.words.line("learn/choose" if kind == "question" else "learn/go-on")

    def _obey(self, line: str) -> bool:
        """Do what a line says; True when there is a new step or verdict to be shown."""
        word, _, rest = line.partition(" ")
        command = self._command(word)
        if command is not None:
            return self._command_given(command, rest.strip())
        answer = self._answer(line)
        if answer is None:
            if self.run_.step.kind == "question":
                self._say("learn/no-option", n=len(self.run_.options()))
            elif self.run_.step.kind == "move" and line:
                self._say("play/no-number", n=len(self._actions()))
            return False
        self.answers.append(answer)
        self.run_ = self._again()
        return True

    def _answer(self, line: str) -> Answer | None:
        """The answer that a line is; None if it is none."""
        kind = self.run_.step.kind
        if kind not in ("move", "question"):
            return Next()
        number = int(line[:6]) if line.isascii() and line.isdigit() else None
        if kind == "question":
            count = len(self.run_.options())
            return Choose(number - 1) if number is not None and 0 < number <= count else None
        if number is None:
            return Act(line) if line else None
        actions = self._actions()
        return Act(actions[number - 1]) if 0 < number <= len(actions) else None

    def _actions(self) -> list[int]:
        asked = self.run_.asked()
        return [] if asked is None else [each["action"] for each in asked["actions"]]

    def _command(self, word: str) -> str | None:
        for command in COMMANDS:
            if word.lower() in (command, self.words.line(f"commands/{command}")):
                return command
        return None

    def _command_given(self, command: str, rest: str) -> bool:
        if command == "quit":
            raise Leave
        if command == "undo":
            if not self.answers:
                self._say("play/nothing-to-undo")
                return False
            self.answers.pop()
            self.run_ = self._again()
            self._show_table()
            return True
        if command == "help":
            self._say("learn/help")
        elif command == "moves":
            self._show_moves(None)
        elif command == "table":
            self._show_table()
        else:
            self._rules(rest)
        return False

    # What is shown.

    def _show_step(self) -> None:
        run = self.run_
        for played in run.played:
            for fact in played.facts:
                sentence = self.words.fact(fact, run.names)
                self.console.print(speaking.plain(sentence), style="dim")
        if run.verdict is not None and run.verdict.text:
            colour = COLOURS[run.verdict.kind]
            self.console.print(f"[{colour}]{speaking.plain(run.verdict.text)}[/]")
        if run.played:
            self.console.print()
            self._show_table()
        elif run.verdict is None:
            self.console.print()
        solution = run.solution()
        if solution is not None:
            self._say("learn/solution", move=Verbatim(solution.words))
        self.console.print(f"[dim]{run.number}/{run.count}[/] [bold]{speaking.plain(run.text)}[/]")
        if run.step.point:
            named = [
                Verbatim(things.label(thing, run.own, self.lesson.game, run.names))
                for thing in run.step.point
            ]
            self._say("learn/look", things=named)
        self._show_choices()

    def _show_choices(self) -> None:
        if self.run_.step.kind == "question":
            for number, option in enumerate(self.run_.options(), 1):
                self.console.print(f"[dim]{number:>3}[/] {speaking.plain(option.label)}")
        elif self.run_.step.kind == "move":
            self._show_moves(MOST_MOVES_SHOWN)

    def _show_moves(self, most: int | None) -> None:
        from rich.columns import Columns

        asked = self.run_.asked()
        if asked is None:
            return
        cells = []
        for number, each in enumerate(asked["actions"][:most], 1):
            sentence = speaking.plain(self.words.action(each, self.run_.names))
            text = speaking.plain(each["text"])
            cells.append(f"[dim]{number:>3}[/] [bold]{text}[/] [dim]{sentence}[/]")
        self.console.print(Columns(cells, padding=(0, 2), equal=True))
        hidden = len(asked["actions"]) - len(cells)
        if hidden:
            self._say("play/more-moves", n=hidden)

    def _show_table(self) -> None:
        view = self.run_.view()
        drawn = self.run_.state.rules.game.draw(view, self.words, self.run_.names)
        self.console.print(drawn, soft_wrap=True)
        self.console.print()

    def _rules(self, rest: str) -> None:
        """The rules asked for, or those that this step teaches."""
        known = texts(self.words)
        numbers = rules.find(self.words, rest) if rest else list(self.run_.step.teaches)
        if numbers:
            rules.show(self.console, self.words, [each for each in numbers if each in known])
        else:
            self.console.print(speaking.plain(rules.unknown(self.words, rest)), style="red")

    def _say(self, key: str, **values: object) -> None:
        self.console.print(speaking.plain(self.words.line(key, **values)), style="dim")
