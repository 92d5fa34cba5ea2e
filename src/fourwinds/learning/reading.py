"""Reading lessons: `games/<game>/lessons/*.toml`. Whatever is not understood is an error."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import fourwinds as fw
from fourwinds.core.errors import shown
from fourwinds.core.words import LANGUAGES
from fourwinds.learning.lesson import (
    AskMove,
    BadLesson,
    Computed,
    Condition,
    End,
    Lesson,
    Others,
    Question,
    Say,
    Scalar,
    Start,
    Step,
    Text,
    Wrong,
)

T = TypeVar("T")
TESTS = ("is", "not", "least", "most", "has")
BOT = "apprentice"


class Table:
    """A table of the file whose entries are taken out one by one; none may be left."""

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BadLesson(f"{where}: expected a table, got {shown(data)}")
        self.data = dict(data)
        self.where = where

    def take(self, name: str, kind: type[T], default: T | None = None) -> T:
        value = self.data.pop(name, default)
        wrong = isinstance(value, bool) and kind is int
        if not isinstance(value, kind) or wrong:
            raise BadLesson(f"{self.where}: {name}: expected {kind.__name__}, got {shown(value)}")
        return value

    def has(self, name: str) -> bool:
        return name in self.data

    def table(self, name: str) -> Table:
        return Table(self.data.pop(name, {}), f"{self.where}: {name}")

    def names(self, name: str) -> tuple[str, ...]:
        found = self.take(name, list, [])
        if not all(isinstance(each, str) for each in found):
            raise BadLesson(f"{self.where}: {name}: expected a list of texts")
        return tuple(found)

    def end(self) -> None:
        if self.data:
            raise BadLesson(f"{self.where}: unknown: {', '.join(sorted(self.data))}")

    def text(self, needed: bool = True) -> Text:
        """The words of this table in every language, or in none."""
        found = {language: self.take(language, str, "").strip() for language in LANGUAGES}
        if not all(found.values()) and (needed or any(found.values())):
            missing = [language for language in LANGUAGES if not found[language]]
            raise BadLesson(f"{self.where}: expected words in {', '.join(missing)}")
        return found if all(found.values()) else {}

    def words(self, name: str) -> Text | None:
        """The words of a table inside this one, None if it is not there."""
        if not self.has(name):
            return None
        inner = self.table(name)
        found = inner.text()
        inner.end()
        return found


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order."""
    folder = fw.game(game).folder / "lessons"
    found = [read(game, path) for path in sorted(folder.glob("*.toml"))]
    orders = [each.order for each in found]
    if len(set(orders)) < len(orders):
        raise BadLesson(f"{game}: two lessons have the same order")
    return tuple(sorted(found, key=lambda each: each.order))


def lesson(game: str, lesson_id: str) -> Lesson | None:
    return next((each for each in lessons(game) if each.id == lesson_id), None)


def read(game: str, path: Path) -> Lesson:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLesson(f"{path.name}: {error}") from None
    return made(game, path.stem, data)


def made(game: str, lesson_id: str, data: object) -> Lesson:
    """The lesson that stands in a table."""
    top = Table(data, f"{game}/{lesson_id}")
    steps = top.take("step", list)
    found = Lesson(
        game=game,
        id=lesson_id,
        order=top.take("order", int),
        minutes=top.take("minutes", int, 2),
        title=top.words("title") or {},
        about=top.words("about") or {},
        start=_start(top.table("start")),
        seat=top.take("seat", int, 0),
        steps=tuple(_step(Table(each, f"{top.where}: step {n}")) for n, each in enumerate(steps)),
    )
    top.end()
    if not found.title or not found.about:
        raise BadLesson(f"{top.where}: expected a title and an about")
    if not found.steps or not isinstance(found.steps[-1], End):
        raise BadLesson(f"{top.where}: expected a last step of the kind end")
    if not 0 <= found.seat < found.start.players:
        raise BadLesson(f"{top.where}: expected a seat below {found.start.players}")
    return found


def _start(table: Table) -> Start:
    changes = table.take("set", dict, {})
    found = Start(
        players=table.take("players", int),
        options=table.take("options", dict, {}),
        seed=table.take("seed", int),
        moves=table.names("moves"),
        changes=changes,
        dropped=table.names("drop"),
    )
    table.end()
    return found


def _step(table: Table) -> Step:
    kind = table.take("kind", str)
    readers = {"say": _say, "move": _move, "others": _others, "question": _question, "end": _end}
    if kind not in readers:
        raise BadLesson(f"{table.where}: kind: expected one of {', '.join(readers)}")
    text = table.text(needed=kind != "others")
    found = readers[kind](table, text, table.names("point"), table.names("teaches"))
    table.end()
    return found


Names = tuple[str, ...]


def _say(table: Table, text: Text, point: Names, teaches: Names) -> Say:
    return Say(text, point, teaches)


def _move(table: Table, text: Text, point: Names, teaches: Names) -> AskMove:
    accept: tuple[str, ...] | Condition | None
    if table.data.get("accept") == "any":
        del table.data["accept"]
        accept = None
    elif isinstance(table.data.get("accept"), Mapping):
        accept = _condition(table.table("accept"))
    else:
        accept = table.names("accept")
        if not accept:
            raise BadLesson(f'{table.where}: accept: expected moves, a condition or "any"')
    return AskMove(text, point, teaches, accept, _wrong(table), table.words("right"))


def _condition(table: Table) -> Condition:
    where = [name for name in ("after", "preview", "action") if table.has(name)]
    test = [name for name in TESTS if table.has(name)]
    if len(where) != 1 or len(test) != 1:
        raise BadLesson(f"{table.where}: expected one of after, preview, action, and one test")
    found = Condition(where[0], table.take(where[0], str), test[0], table.data.pop(test[0]))
    table.end()
    return found


def _wrong(table: Table) -> tuple[Wrong, ...]:
    out = []
    for number, each in enumerate(table.take("wrong", list, [])):
        inner = Table(each, f"{table.where}: wrong {number}")
        out.append(
            Wrong(inner.names("moves"), _option(inner.data.pop("option", None)), inner.text())
        )
        inner.end()
    return tuple(out)


def _others(table: Table, text: Text, point: Names, teaches: Names) -> Others:
    moves: list[tuple[int | None, str]] = []
    for each in table.take("moves", list, []):
        if isinstance(each, str):
            moves.append((None, each))
        else:
            inner = Table(each, f"{table.where}: moves")
            moves.append((inner.take("seat", int), inner.take("move", str)))
            inner.end()
    bot = table.take("bot", str) if table.has("bot") else None
    if bool(moves) == (bot is not None):
        raise BadLesson(f"{table.where}: expected either moves or a bot")
    return Others(text, point, teaches, tuple(moves), bot, table.take("seed", int, 0))


def _question(table: Table, text: Text, point: Names, teaches: Names) -> Question:
    options: Any = table.data.pop("options", None)
    of_seats = isinstance(options, str)
    nobody = False
    if of_seats:
        first, _, nobody_too = options.partition(" or ")
        nobody = nobody_too == "nobody"
        if first != "players" or nobody_too not in ("", "nobody"):
            raise BadLesson(f"{table.where}: options: expected players, or players or nobody")
        options = []
    if not isinstance(options, list):
        raise BadLesson(f"{table.where}: options: expected a list")
    inner = table.table("answer")
    computed = Computed(
        play=inner.names("play"),
        view=inner.take("view", str) if inner.has("view") else None,
        fact=inner.take("fact", str) if inner.has("fact") else None,
        function=inner.take("function", str) if inner.has("function") else None,
    )
    inner.end()
    if sum(each is not None for each in (computed.view, computed.fact, computed.function)) != 1:
        raise BadLesson(f"{inner.where}: expected one of view, fact, function")
    values = tuple(_option(each) for each in options)
    if of_seats and nobody:
        values = (None,)
    return Question(
        text,
        point,
        teaches,
        values,
        of_seats,
        computed,
        _wrong(table),
        table.words("right"),
    )


def _option(value: Any) -> Scalar:
    if value == "nobody":
        return None
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise BadLesson(f"options: expected texts and numbers, got {shown(value)}")


def _end(table: Table, text: Text, point: Names, teaches: Names) -> End:
    return End(
        text,
        point,
        teaches,
        players=table.take("players", int),
        options=table.take("options", dict, {}),
        bot=table.take("bot", str, BOT),
    )
