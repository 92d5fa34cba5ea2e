"""Seals: secret choices, sealed when they are complete and opened when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fourwinds.match import fairness
from fourwinds.match.feeds import Event

SealMaker = Callable[[bytes, int, Sequence[str]], str]
"""Nonce, seat and moves to a seal; `fairness.seal` unless a test wants another."""


@dataclass
class Seal:
    """`entry` is the entry of the log that completed the choice."""

    entry: int
    seat: int
    seal: str
    moves: list[str]
    opened: bool = False


class Seals:
    """All seals of a match."""

    def __init__(self, secret: bytes, make: SealMaker) -> None:
        self._secret = secret
        self._make = make
        self._all: list[Seal] = []

    def add(self, entry: int, seat: int, moves: list[str]) -> Event:
        """Seal a choice; returns what all hear of it."""
        seal = self._make(fairness.nonce(self._secret, entry), seat, moves)
        self._all.append(Seal(entry, seat, seal, moves))
        return {"kind": "sealed", "seat": seat, "seal": seal}

    def closed(self) -> list[Seal]:
        return [seal for seal in self._all if not seal.opened]

    def open(self, seal: Seal) -> Event:
        seal.opened = True
        nonce = fairness.nonce(self._secret, seal.entry).hex()
        return {"kind": "opened", "seat": seal.seat, "moves": seal.moves, "nonce": nonce}

    def strike(self, entries: Collection[int]) -> None:
        """Forget the seals of moves that were taken back."""
        self._all = [seal for seal in self._all if seal.entry not in entries]

    def proofs(self, numbers: Mapping[int, int]) -> list[dict[str, Any]]:
        """Each seal with the number that its last move has in the record."""
        return [
            {
                "move": numbers[seal.entry],
                "seal": seal.seal,
                "nonce": fairness.nonce(self._secret, seal.entry).hex(),
                "moves": seal.moves,
            }
            for seal in self._all
            if seal.entry in numbers
        ]
