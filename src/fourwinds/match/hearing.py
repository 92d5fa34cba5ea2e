"""What one viewer hears and sees of a match.

Every viewer has numbers of his own, so that parts of a choice that only its owner sees take no
number from anybody else: an update exists for a viewer only if something of it is his to know.
"""

from __future__ import annotations

from typing import Any

from fourwinds.core.state import State

Viewer = int | None  # a seat; None is a spectator
Event = dict[str, Any]


class Ear:
    """All updates of one viewer, and the picture before him now."""

    def __init__(self) -> None:
        self.updates: list[dict[str, Any]] = []
        self.picture: dict[str, Any] = {}

    def hear(self, time: int, events: list[Event], picture: dict[str, Any]) -> bool:
        """Whether there was anything to hear or see."""
        if not events and picture == self.picture:
            return False
        self.picture = picture
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
                    **rules.describe(state, seat, action),
                    "code": why.code,
                    "rule": why.rule,
                    "details": why.details,
                }
            )
    return {
        "decision": decision_id(state, seat, undone),
        "step": state.step.name,
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
