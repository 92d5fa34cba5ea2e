"""VW-3, phase 1: cards are revealed."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.games.vor_dem_wind.actions import REVEAL, START
from fourwinds.games.vor_dem_wind.refusals import (
    ONE_STACK_ONLY,
    STACK_OUT,
    THIRD_FROM_STACK,
    refused,
)
from fourwinds.games.vor_dem_wind.stacks import refill
from fourwinds.games.vor_dem_wind.state import CARD_REVEALED, STACK_CARDS, STACKS, Table
from fourwinds.games.vor_dem_wind.turn import TurnStep


class Revealing(TurnStep):
    """VW-3: the first player reveals a card a player, one after another."""

    def enter(self, t: Table) -> None:
        """A new turn."""
        t.number += 1
        t.turn = t.first
        t.revealed = 0
        for stack in range(i64(3)):
            refill(t, stack)
        self.go_on(t)

    def go_on(self, t: Table) -> None:
        """VW-3.1: if fewer cards are left than players, as many as there are."""
        if t.revealed < t.players:
            for stack in range(i64(3)):
                if self.refusal(t, stack) is None:
                    return
            if t.recording:
                t.cite("VW-3.1")
        t.go(self.then)

    def refusal(self, t: Table, stack: i64) -> Refusal | None:
        """VW-3.2: at most two from one stack, at least two stacks in all."""
        if i64(t.left[stack]) == 0:
            return STACK_OUT
        from_it: i64 = 0
        for i in range(t.revealed):
            if i64(t.box.stack[i64(t.row[i])]) == stack:
                from_it += 1
        if from_it == 2:
            return THIRD_FROM_STACK
        if from_it > 0 and from_it == t.revealed and t.revealed + 1 == t.players:
            return ONE_STACK_ONLY
        return None

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for stack in range(i64(3)):
            if self.refusal(t, stack) is None:
                out[n] = REVEAL + stack
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        found: Refusal | None = None
        if REVEAL <= action < START:
            found = self.refusal(t, action - REVEAL)
        return refused(t, seat, action, found)

    def tries(self, t: Table, seat: i64) -> list[int]:
        return list(range(REVEAL, START))

    def play(self, t: Table, seat: i64, action: i64) -> None:
        stack = action - REVEAL
        left = i64(t.left[stack]) - 1
        card = t.deck[stack * STACK_CARDS + left]
        t.left[stack] = u8(left)
        t.row[t.revealed] = card
        t.revealed += 1
        if t.recording:
            t.cite("VW-3.1")
            t.tell(CARD_REVEALED, seat, {"stack": STACKS[stack], "card": t.box.names[card]})
        refill(t, stack)
        self.go_on(t)


REVEALING: Final = Revealing(3, "revealing", "VW-3.1")
