"""Spaces of the Gymnasium interfaces, and rows of numbers from a single match."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from librt.vecs import vec
from mypy_extensions import i16
from rich.console import Console

from fourwinds.adapters.normalising import Normaliser
from fourwinds.core.rules import Game, Rules
from fourwinds.core.state import State
from fourwinds.core.words import words

WIDTH = 100


def name_of(game: Game) -> str:
    """The name of a game's environment with its version, e.g. santa_timea_v2."""
    return f"{game.id.replace('-', '_')}_v{game.observer.version}"


def observation_space(rules: Rules, *, normalised: bool = False) -> Any:
    if normalised:
        return spaces.Box(-1.0, 1.0, (rules.observation_size,), np.float32)
    low = [field.low for field in rules.fields for _ in range(field.size)]
    high = [field.high for field in rules.fields for _ in range(field.size)]
    return spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)


class Observations:
    """Turns states of matches into rows of numbers."""

    def __init__(self, rules: Rules, *, normalised: bool = False) -> None:
        self.rules = rules
        self._normaliser = Normaliser(rules) if normalised else None
        self._blank = vec[i16]([0] * rules.observation_size)

    def observe(self, state: State, seat: int) -> npt.NDArray[Any]:
        row = self._blank[:]
        self.rules.game.observer.observe(state, seat, row, 0)
        seen: npt.NDArray[np.int16] = np.frombuffer(row, np.int16).copy()  # type: ignore[call-overload]
        return seen if self._normaliser is None else self._normaliser(seen)

    def mask(self, state: State, seat: int) -> npt.NDArray[np.int8]:
        """1 for each legal action; all 0 for a seat that is not asked."""
        out = np.zeros(self.rules.action_count, np.int8)
        out[state.actions(seat)] = 1
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return (_observations, (self.rules, self._normaliser is not None))


def _observations(rules: Rules, normalised: bool) -> Observations:
    return Observations(rules, normalised=normalised)


def drawn(state: State, seat: int | None, names: Sequence[str]) -> str:
    """The table as that seat sees it, drawn as in the terminal."""
    game = state.rules.game
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, force_terminal=True, color_system="standard")
    console.print(game.draw(state.view(seat), words("en", game.id), names), soft_wrap=True)
    return out.getvalue()
