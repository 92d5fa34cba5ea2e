"""Options of a game: a schema with defaults; anything else is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fourwinds.core.errors import BadOptions, shown

ON = ("on", "yes", "true", "1")
OFF = ("off", "no", "false", "0")


@dataclass(frozen=True)
class Option:
    """One option. `defaults` overrides `default` for some numbers of players."""

    name: str
    default: bool | int | str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    defaults: Mapping[int, int] = field(default_factory=dict)

    @property
    def kind(self) -> Literal["flag", "choice", "number"]:
        return "flag" if isinstance(self.default, bool) else "choice" if self.choices else "number"

    def default_for(self, players: int) -> bool | int | str:
        return self.defaults.get(players, self.default)

    def expected(self) -> str:
        if self.kind == "flag":
            return "on or off"
        if self.choices:
            return " or ".join(self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> bool | int | str:
        """The value itself if this option can have it."""
        if self.kind == "flag" and isinstance(value, bool):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if self.kind == "number" and type(value) is int and self.low <= value <= self.high:
            return value
        raise BadOptions(
            f"option {self.name}: expected {self.expected()}, got {shown(value)}", option=self.name
        )

    def read(self, text: str) -> bool | int | str:
        """The value written as text, as on a command line."""
        word = text.strip().lower()
        if self.kind == "flag" and word in ON + OFF:
            return word in ON
        if self.kind == "number" and word.isascii() and word.removeprefix("-").isdigit():
            return self.check(int(word[:12]))
        return self.check(word)

    def json(self, players: int) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": self.kind, "default": self.default_for(players)}
        if self.kind == "choice":
            out["choices"] = list(self.choices)
        if self.kind == "number":
            out["low"], out["high"] = self.low, self.high
        return out


def schema(*options: Option) -> Mapping[str, Option]:
    return {option.name: option for option in options}


def fill_in(
    options: Mapping[str, Option], given: Mapping[str, object] | None, players: int
) -> dict[str, bool | int | str]:
    """All options with a value: the given ones checked, the others by default."""
    if given is not None and not isinstance(given, Mapping):
        raise BadOptions(f"expected options as a mapping, got {type(given).__name__}")
    for name in given or {}:
        if name not in options:
            known = ", ".join(options) or "none"
            raise BadOptions(
                f"unknown option {shown(name)}; expected one of: {known}", option=shown(name)
            )
    out = {}
    for name, option in options.items():
        if given and name in given:
            out[name] = option.check(given[name])
        else:
            out[name] = option.default_for(players)
    return out
