"""What the steps of a turn have in common, and what others see of a choice that is not committed.

A turn is a ring of phases: reveal, trade, actions, and the end that leads to the next reveal. So
that their modules need not import each other in a ring, a step that hands over to one that its
module does not know goes to its `then`, and steps.py says which that is.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourwinds.core.errors import IllegalAction, Refusal
from fourwinds.core.state import Step
from fourwinds.games.vor_dem_wind.actions import DONE
from fourwinds.games.vor_dem_wind.refusals import NO_SWAP, refused
from fourwinds.games.vor_dem_wind.state import Table


class TurnStep(Step[Table]):
    """A step that asks the seat whose turn it is."""

    then: Step[Table]  # set in steps.py

    def actor(self, t: Table) -> i64:
        return t.turn


# Only its owner sees a choice that is not committed: others see the step in which it began, and no
# draft. By the number of the choice's step; filled in steps.py.
BEGUN_IN: Final[dict[int, Step[Table]]] = {}


def public_step(step: Step[Table]) -> Step[Table]:
    """The step as others see it, and from which a position makes the draft again."""
    return BEGUN_IN.get(step.number, step)


def seen_step(t: Table, seat: i64) -> Step[Table]:
    """The step as the seat (NOBODY: a spectator) sees it."""
    if sees_draft(t, seat):
        return t.step
    return public_step(t.step)


def sees_draft(t: Table, seat: i64) -> bool:
    """Whether the seat sees the draft: it is asked, and so it is its own."""
    return seat == t.step.actor(t) and seat >= 0


class Drafting(TurnStep):
    """A compound choice: simple actions from `first` up to `last`, then done."""

    def __init__(self, number: int, name: str, rule: str, first: i64, last: i64) -> None:
        super().__init__(number, name, rule)
        self.first = first
        self.last = last
        self.finish_first = Refusal("finish-first", rule)

    def refusal(self, t: Table, seat: i64, action: i64) -> Refusal | None:
        """Why the draft cannot go on with this action; None if it can."""
        raise AssertionError("a draft must define refusal()")

    def done_refusal(self, t: Table, seat: i64) -> Refusal | None:
        """Why the draft cannot be committed yet; None if it can."""
        return None

    def commit(self, t: Table, seat: i64) -> None:
        raise AssertionError("a draft must define commit()")

    def fill(self, t: Table, seat: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.done_refusal(t, seat) is None:
            out[0] = DONE
            n = 1
        for action in range(self.first, self.last):
            if self.refusal(t, seat, action) is None:
                out[n] = action
                n += 1
        return n

    def explain(self, t: Table, seat: i64, action: i64) -> IllegalAction:
        if action == DONE:
            return refused(t, seat, action, self.done_refusal(t, seat))
        if self.first <= action < self.last:
            return refused(t, seat, action, self.refusal(t, seat, action))
        return self.finish_first.error()

    def tries(self, t: Table, seat: i64) -> list[int]:
        out = [DONE]
        for action in range(self.first, self.last):
            if self.refusal(t, seat, action) is not NO_SWAP:
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
            t.step = public_step(self)
        return 1
