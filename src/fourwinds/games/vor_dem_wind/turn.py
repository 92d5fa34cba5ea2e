"""What the steps of a turn have in common.

A turn is a ring of phases: reveal, trade, actions, and the end that leads to the next reveal. So
that their modules need not import each other in a ring, a step that hands over to one that its
module does not know goes to its `then`, and steps.py says which that is.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction
from fourwinds.core.state import Step
from fourwinds.games.vor_dem_wind.refusals import FINE, NO_SWAP, NOTHING_CHOSEN, details, refuse
from fourwinds.games.vor_dem_wind.state import DONE, Table


class TurnStep(Step[Table]):
    """A step that asks the seat whose turn it is."""

    then: Step[Table]  # set in steps.py

    def actor(self, t: Table) -> i64:
        return t.turn


class Drafting(TurnStep):
    """A compound choice: simple actions from `first` up to `last`, then done."""

    def __init__(self, number: int, name: str, rule: str, first: i64, last: i64) -> None:
        super().__init__(number, name, rule)
        self.first = first
        self.last = last

    def bar(self, t: Table, seat: i64, action: i64) -> i64:
        """Why the draft cannot go on with this action; FINE if it can."""
        raise AssertionError("a draft must define bar()")

    def done_bar(self, t: Table, seat: i64) -> i64:
        """Why the draft cannot be committed yet; by default something must be chosen."""
        return FINE if t.drafted > 1 else NOTHING_CHOSEN

    def commit(self, t: Table, seat: i64) -> None:
        raise AssertionError("a draft must define commit()")

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.done_bar(t, seat) == FINE:
            out[0] = DONE
            n = 1
        for action in range(self.first, self.last):
            if self.bar(t, seat, action) == FINE:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == DONE:
            error = refuse(self.done_bar(t, seat), {})
        elif self.first <= action < self.last:
            error = refuse(self.bar(t, seat, action), details(t, seat, action))
        else:
            error = IllegalAction("finish-first", self.rule)
        if error.code != "warehouse-full":
            error.rule = self.rule
        return error

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [DONE]
        for action in range(self.first, self.last):
            if self.bar(t, seat, action) != NO_SWAP:
                out.append(action)
        return out

    def play(self, t: Table, seat: i64, action: i64) -> None:
        if action == DONE:
            self.commit(t, seat)
        else:
            t.add_to_draft(action)

    def retract(self, t: Table, seat: i64) -> i64:
        if seat != t.turn or t.drafted == 0:
            return 0
        t.drafted -= 1
        if t.drafted == 0:
            t.step = self.then
        return 1
