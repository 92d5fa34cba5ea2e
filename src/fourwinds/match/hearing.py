"""What one viewer hears and sees of a match.

Every viewer has numbers of his own, so that parts of a choice that only its owner sees take no
number from anybody else: an update exists for a viewer only if something of it is his to know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourwinds.core.state import State

Viewer = int | None  # a seat; None is a spectator
Event = dict[str, Any]


@dataclass
class Sight:
    """A match as it stood after an entry. A picture of it is made when somebody looks."""

    table: dict[str, Any]
    state: State | None
    running: bool
    undone: dict[Viewer, int]

    def picture(self, viewer: Viewer) -> dict[str, Any]:
        state = self.state
        view = None if state is None else state.view(viewer)
        question = None
        if state is not None and viewer is not None and self.running:
            question = asked(state, viewer, self.undone[viewer])
        return {"table": self.table, "view": view, "asked": question}


class Ear:
    """All updates of one viewer, and the picture before him now."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.updates: list[dict[str, Any]] = []
        self._sight: Sight | None = None
        self._picture: dict[str, Any] = {}

    @property
    def picture(self) -> dict[str, Any]:
        if self._sight is not None:
            self._picture, self._sight = self._sight.picture(self.viewer), None
        return self._picture

    def hear(self, time: int, events: list[Event], sight: Sight) -> bool:
        """Whether there was anything to hear or see."""
        if events:
            self._sight = sight
        else:
            before, now = self.picture, sight.picture(self.viewer)
            if now == before:
                return False
            self._picture = now
        self.updates.append({"number": len(self.updates) + 1, "time": time, "events": events})
        return True

    def message(self, since: int) -> dict[str, Any]:
        """Everything after update number `since`, and the picture as it is now."""
        return {
            "number": len(self.updates),
            "updates": self.updates[max(0, since) :],
            **self.picture,
        }


def asked(state: State, seat: int, undone: int) -> dict[str, Any] | None:
    """What is asked of a seat: the decision, what it may do, and what it might try in vain.

    A seat whose secret choice is in is asked as before, so that it can change its mind.
    """
    chosen = state.decision(seat) is None
    trial = state.copy()
    retractable = trial.retract(seat)
    if chosen:
        if not retractable:
            return None
        state = trial
    if state.decision(seat) is None:
        return None
    rules = state.rules
    refused = []
    for action, why in state.candidates(seat):
        if why is not None:
            refused.append(
                {
                    "action": action,
                    "text": rules.text(state, seat, action),
                    "code": why.code,
                    "rule": why.rule,
                    "message": str(why),
                }
            )
    return {
        "decision": decision_id(state, seat, undone),
        "actions": [
            {"action": action, **rules.describe(state, seat, action)}
            for action in state.actions(seat)
        ],
        "refused": refused,
        "chosen": chosen,
        "retractable": retractable,
    }


def decision_id(state: State, seat: int, undone: int) -> str:
    """The decision of the state; after an undo it is another one, though the same is asked."""
    return f"{state.decision(seat)}.{undone}"
