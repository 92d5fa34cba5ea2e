"""The actions of a game as one table: a row per kind, with its first number and its arguments.

An action is a number inside and words at every edge. From its table follow the number of an action
and its arguments, its notation, what a board is told of it, its name, the table in the documents,
and the rule that refuses it where another step is asked.

    VOTE: Final = 0
    BOARD: Final = 4
    ACTIONS = ActionTable(
        ActionKind("vote", VOTE, "vote {wind}", "WP-3.1", one_of("wind", DIRECTIONS)),
        ActionKind("board", BOARD, "board {victim} {loot}", "WP-6.1",
                   seat("victim", 5), one_of("loot", LOOT)),
    )
    ACTIONS.number("board", 2, 0)     # 4 + 2 * 4 + 0
    ACTIONS.names(box)[12]            # "board 3 points"

The first numbers are written down, because compiled steps need them as constants; the table checks
that the rows follow each other without a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from fourwinds.core.errors import IllegalAction

Words = Callable[[Any], Sequence[str]]
WRONG_STEP: Final = "wrong-step"


class Argument:
    """An argument with `count` values: how each is written, and how descriptions show it.

    What is written may depend on the components (names of ports, of cards).
    """

    def __init__(
        self, name: str, count: int, words: Words, values: Callable[[Any], Sequence[object]]
    ) -> None:
        self.name = name
        self.count = count
        self.words = words
        self.values = values


def one_of(name: str, words: Sequence[str]) -> Argument:
    """One of some words, shown as it is written."""
    fixed = list(words)
    return Argument(name, len(fixed), lambda box: fixed, lambda box: fixed)


def number(name: str, first: int, count: int, step: int = 1) -> Argument:
    """A whole number from `first` on."""
    numbers = list(range(first, first + count * step, step))
    texts = [str(each) for each in numbers]
    return Argument(name, count, lambda box: texts, lambda box: numbers)


def counted(name: str, count: int) -> Argument:
    """A seat or a place: counted from 1 where people write it, from 0 in descriptions."""
    texts = [str(each + 1) for each in range(count)]
    return Argument(name, count, lambda box: texts, lambda box: range(count))


def from_box(name: str, count: int, words: Words) -> Argument:
    """Something the components name; places that they leave free are numbered."""

    def padded(box: Any) -> list[str]:
        known = list(words(box))[:count]
        return known + [str(each + 1) for each in range(len(known), count)]

    return Argument(name, count, padded, padded)


class ActionKind:
    """A row: all actions of one kind, numbered from `first` on.

    `text` is the notation with {places} for the arguments; `rule` is the section of the rules that
    these actions belong to, named where one is tried in another step.
    """

    def __init__(self, name: str, first: int, text: str, rule: str, *arguments: Argument) -> None:
        self.name = name
        self.first = first
        self.text = text
        self.rule = rule
        self.arguments = arguments
        self.count = 1
        for argument in arguments:
            self.count *= argument.count

    def places(self, action: int) -> list[int]:
        """Which value each argument has in an action of this kind, counted from 0."""
        left = action - self.first
        out = []
        for argument in reversed(self.arguments):
            left, place = divmod(left, argument.count)
            out.append(place)
        return out[::-1]

    def number(self, *places: int) -> int:
        """The action whose arguments have these values, counted from 0."""
        if len(places) != len(self.arguments):
            raise ValueError(f"{self.name}: expected {len(self.arguments)} arguments")
        out = 0
        for argument, place in zip(self.arguments, places, strict=True):
            if not 0 <= place < argument.count:
                raise ValueError(f"{self.name}: expected {argument.name} below {argument.count}")
            out = out * argument.count + place
        return self.first + out

    def written(self, box: Any, action: int) -> str:
        """An action of this kind in notation."""
        places = zip(self.arguments, self.places(action), strict=True)
        return self.text.format(**{a.name: a.words(box)[place] for a, place in places})

    def described(self, box: Any, action: int) -> dict[str, Any]:
        """An action of this kind as boards and texts are told of it."""
        places = zip(self.arguments, self.places(action), strict=True)
        return {"kind": self.name} | {a.name: a.values(box)[place] for a, place in places}


class ActionTable:
    """All kinds of actions of a game, in the order of their numbers."""

    def __init__(self, *kinds: ActionKind) -> None:
        self.kinds = kinds
        self.count = 0
        self._kind_of: list[ActionKind] = []
        for kind in kinds:
            if kind.first != self.count:
                raise ValueError(f"{kind.name}: expected to begin at {self.count}")
            self.count += kind.count
            self._kind_of += [kind] * kind.count
        self._by_name = {kind.name: kind for kind in kinds}
        if len(self._by_name) != len(kinds):
            raise ValueError("expected every kind of action once")

    def kind(self, action: int) -> ActionKind:
        return self._kind_of[action]

    def number(self, name: str, *places: int) -> int:
        """The action of that kind whose arguments have these values, counted from 0."""
        return self._by_name[name].number(*places)

    def names(self, box: Any) -> list[str]:
        """Every action in notation, in order."""
        out = []
        for kind in self.kinds:
            words = [list(argument.words(box)) for argument in kind.arguments]
            for action in range(kind.first, kind.first + kind.count):
                places = kind.places(action)
                filled = {
                    argument.name: words[i][places[i]] for i, argument in enumerate(kind.arguments)
                }
                out.append(kind.text.format(**filled))
        return out

    def described(self, box: Any, action: int) -> dict[str, Any]:
        return self._kind_of[action].described(box, action)

    def wrong_step(self, action: int) -> IllegalAction:
        """The refusal of an action that belongs to another step than the one asked."""
        kind = self._kind_of[action]
        return IllegalAction(WRONG_STEP, kind.rule, {"kind": kind.name})
