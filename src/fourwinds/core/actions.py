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
from typing import Any

from fourwinds.core.errors import BadComponents, IllegalAction

# What is written or shown may depend on the components: what `Game.box` made of them.
FromBox = Callable[[Any], Sequence[Any]]


class Argument:
    """An argument with `count` values: how each is written, and how descriptions show it.

    `is_seat`: the values are seats, of which a match may have fewer.
    """

    def __init__(
        self,
        name: str,
        count: int,
        words: FromBox,
        values: FromBox,
        *,
        range: str,
        is_seat: bool = False,
    ) -> None:
        self.name = name
        self.count = count
        self.words = words
        self.values = values
        self.range = range
        self.is_seat = is_seat


def one_of(name: str, words: Sequence[str], values: Sequence[object] | None = None) -> Argument:
    """An argument that is one of some words; `values` says how each is shown, if not as written."""
    fixed = [str(word) for word in words]
    shown = fixed if values is None else list(values)
    if len(shown) != len(fixed):
        raise ValueError(f"{name}: expected as many values as words")
    few = len(fixed) <= MOST_LISTED
    listed = ", ".join(fixed) if few else f"{fixed[0]} to {fixed[-1]}"
    return Argument(name, len(fixed), lambda box: fixed, lambda box: shown, range=listed)


def number(name: str, first: int, count: int, step: int = 1) -> Argument:
    """A whole number from `first` on."""
    numbers = list(range(first, first + count * step, step))
    texts = [str(each) for each in numbers]
    listed = f"{numbers[0]} to {numbers[-1]}" + (f", every {step}" if step > 1 else "")
    return Argument(name, count, lambda box: texts, lambda box: numbers, range=listed)


def seat(name: str, count: int) -> Argument:
    """A seat: counted from 1 where people write it, from 0 in descriptions; None: nobody's."""
    texts = [str(each + 1) for each in range(count)]
    seats = list(range(count))
    return Argument(
        name,
        count,
        lambda box: texts,
        lambda box: seats,
        range=f"player 1 to {count}",
        is_seat=True,
    )


def from_box(name: str, count: int, words: FromBox, range: str = "") -> Argument:
    """Something the components name; numbers they leave free are written #39, counted from 1."""

    def padded(box: Any) -> list[str]:
        known = list(words(box))[:count]
        return known + [f"#{each}" for each in _numbers(len(known) + 1, count)]

    return Argument(name, count, padded, padded, range=range or f"up to {count} by the components")


MOST_LISTED = 8


def _numbers(first: int, last: int) -> range:
    return range(first, last + 1)


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
        names = [argument.name for argument in arguments]
        try:
            text.format(**dict.fromkeys(names, ""))
        except LookupError:
            raise ValueError(f"{name}: expected {text!r} to have places for {names}") from None

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

    def names(self, box: Any) -> list[str]:
        """All actions of this kind in notation, in order."""
        words = [list(argument.words(box)) for argument in self.arguments]
        out = []
        for action in range(self.first, self.first + self.count):
            places = self.places(action)
            filled = {a.name: words[i][places[i]] for i, a in enumerate(self.arguments)}
            out.append(self.text.format(**filled))
        return out

    def described(self, box: Any, players: int, action: int) -> dict[str, Any]:
        """An action of this kind as boards and texts are told of it."""
        out: dict[str, Any] = {"kind": self.name}
        for argument, place in zip(self.arguments, self.places(action), strict=True):
            missing = argument.is_seat and place >= players
            out[argument.name] = None if missing else argument.values(box)[place]
        return out


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

    def places(self, action: int) -> list[int]:
        """Which value each argument of the action has, counted from 0; undoes `number`."""
        return self._kind_of[action].places(action)

    def names(self, box: Any) -> list[str]:
        """Every action in notation, in order."""
        return [name for kind in self.kinds for name in kind.names(box)]

    def described(self, box: Any, players: int, action: int) -> dict[str, Any]:
        """The kind of an action and its arguments, seats counted from 0."""
        return self._kind_of[action].described(box, players, action)

    def wrong_step(self, action: int) -> IllegalAction:
        """The refusal of an action that belongs to another step than the one asked."""
        kind = self._kind_of[action]
        return IllegalAction("wrong-step", kind.rule, {"kind": kind.name})

    def rows(self) -> list[list[str]]:
        """The table for people: numbers, kind, notation, arguments, rule."""
        out = []
        for kind in self.kinds:
            last = kind.first + kind.count - 1
            numbers = str(kind.first) if kind.count == 1 else f"{kind.first} to {last}"
            arguments = "; ".join(f"{a.name}: {a.range}" for a in kind.arguments)
            out.append([numbers, kind.name, f"`{kind.text}`", arguments, kind.rule])
        return out


def code_book(names: Sequence[str]) -> dict[str, int]:
    """The number of every action by its notation in lower case."""
    codes = {name.lower(): action for action, name in enumerate(names)}
    if len(codes) != len(names):
        twice = next(n for action, n in enumerate(names) if codes[n.lower()] != action)
        raise BadComponents(f"expected names that differ: two actions are written {twice!r}")
    return codes
