"""Everything that can go wrong, as one tree.

FourWindsError
├── UnknownGame       no game of that name
├── BadOptions        an option that does not exist or a value it cannot have
├── BadComponents     a component file that is damaged or does not add up
├── BadPosition       a position that cannot lie on a table
├── BadView           a view that no seat can have
├── BadSeed           a seed that is neither a whole number nor bytes
├── BadRecord         a damaged record: `line` and what was expected there
└── IllegalAction     an action the rules forbid: `rule` is its number
    └── UnknownAction     no action at all: unreadable notation, a number out of range

Every error has a stable `code`, `details` for texts in other languages, and an English message that
says what was expected and what came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fourwinds.core import citations


def shown(value: object, longest: int = 40) -> str:
    """Something a stranger sent, short enough to stand in a message."""
    if isinstance(value, int) and not -(10**20) < value < 10**20:
        return "a huge number"  # Python refuses to write out the largest ones
    try:
        text = repr(value)
    except Exception:
        text = type(value).__name__
    return text if len(text) <= longest else text[: longest - 3] + "..."


class FourWindsError(Exception):
    """Base of all errors raised on purpose."""

    code: str = "error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details: dict[str, Any] = dict(details)


class UnknownGame(FourWindsError):
    code = "unknown-game"


class BadOptions(FourWindsError):
    code = "bad-options"


class BadComponents(FourWindsError):
    code = "bad-components"


class BadPosition(FourWindsError):
    code = "bad-position"


class BadView(FourWindsError):
    code = "bad-view"


class BadSeed(FourWindsError):
    code = "bad-seed"


class BadRecord(FourWindsError):
    """A record that cannot be read or does not replay; `line` counts from 1."""

    code = "bad-record"

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}", line=line)
        self.line = line


class IllegalAction(FourWindsError):
    """What `play` raises and `refusal` returns.

    `rule` is the number of the rule that forbids it (None where no rule of the game is involved),
    `code` names the reason and keys its text in every language.
    """

    def __init__(
        self, code: str, rule: str | None = None, details: Mapping[str, object] | None = None
    ) -> None:
        self.code = code
        self.rule = rule
        if rule is not None:
            citations.cite(rule)
        super().__init__(code, **dict(details or {}))

    def __str__(self) -> str:
        # The sentence comes from the texts, so that every language is served by the same entry.
        from fourwinds.core.words import words

        return words("en", self._game()).refusal(self)

    def _game(self) -> str | None:
        game = self.details.get("game")
        return game if isinstance(game, str) else None


class Refusal:
    """A reason to refuse an action, declared once: its code (which keys its text) and its rule.

    Steps that decide what is legal compare with it; `error` makes what a player gets.
    """

    def __init__(self, code: str, rule: str) -> None:
        self.code = code
        self.rule = rule

    def error(self, details: Mapping[str, object] | None = None) -> IllegalAction:
        return IllegalAction(self.code, self.rule, details)

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.rule!r})"


class UnknownAction(IllegalAction):
    """Text or number that is no action of this game."""
