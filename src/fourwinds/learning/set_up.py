"""A position that somebody has set up, looked at from a seat and played on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State
from fourwinds.learning import positions
from fourwinds.match.feeds import asked


class SetUp:
    """What a page asks of a position. It is nobody's secret, so any seat may be looked from."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._told: list[Fact] = []

    @classmethod
    def read(cls, game: str, position: Mapping[str, Any]) -> SetUp:
        """Raises BadPosition for one that no match comes to."""
        return cls(positions.rules_of(game, position).position(position))

    @classmethod
    def deal(cls, rules: Rules, seed: object, decisions: int) -> SetUp:
        return cls(positions.deal(rules, seed, decisions))

    @property
    def rules(self) -> Rules:
        found: Rules = self._state.rules
        return found

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def over(self) -> bool:
        return self._state.over

    def asked_first(self) -> int:
        """The seat to look from if nobody says otherwise."""
        return self._state.actors[0] if self._state.actors else 0

    def position(self) -> dict[str, Any]:
        return self._state.position()

    def view(self, seat: int) -> dict[str, Any]:
        return self._state.view(seat)

    def is_asked(self, seat: int) -> bool:
        return self._state.decision(seat) is not None

    def question(self, seat: int) -> dict[str, Any] | None:
        return asked(self._state, seat, 0)

    def play(self, seat: int, action: int | str) -> None:
        self._state.play(seat, action, self._told)

    def facts(self, seat: int) -> list[dict[str, Any]]:
        """What the seat has heard of what was played."""
        return [fact.json() for fact in self._told if fact.heard_by(seat)]

    def previews(self, seat: int, actions: Iterable[int]) -> dict[int, Any]:
        view = self._state.view(seat)
        return {action: self.rules.preview(view, action) for action in actions}
