"""What one viewer hears and sees of a match.

Every viewer has numbers of his own, so that parts of a choice that only its owner sees take no
number from anybody else: an update exists for a viewer only if something of it is his to know.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fourwinds.core.state import State

Viewer = int | None  # a seat; None is a spectator
Event = dict[str, Any]


@dataclass
class Snapshot:
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


class Feed:
    """All updates of one viewer, and the picture before him now.

    `delay` is by how many milliseconds the viewer hears and sees later what comes from now on.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.updates: list[dict[str, Any]] = []
        self._snapshot: Snapshot | None = None
        self._picture: dict[str, Any] = {}
        self.delay = 0
        self._past: deque[tuple[int, int, dict[str, Any]]] = deque()
        """For a delayed viewer: the time from which each update, and its picture, is shown."""

    def picture(self, keep: bool = False) -> dict[str, Any]:
        """What the viewer sees. Spectators share one picture, so theirs is kept."""
        if self._snapshot is None:
            return self._picture
        made = self._snapshot.picture(self.viewer)
        if keep or self.viewer is None:
            self._picture, self._snapshot = made, None
        return made

    def push(self, time: int, events: list[Event], snapshot: Snapshot) -> bool:
        """Add what is new; False if there is nothing new for this viewer."""
        before = self.picture(keep=True) if self.delay or not events else {}
        if events:
            self._picture, self._snapshot = {}, snapshot
        else:
            now = snapshot.picture(self.viewer)
            if now == before:
                return False
            self._picture = now
        if self.delay and not self._past:
            self._past.append((0, len(self.updates), before))
        self.updates.append({"number": len(self.updates) + 1, "time": time, "events": events})
        if self.delay:
            self._past.append((time + self.delay, len(self.updates), self.picture()))
            self._forget(time)
        return True

    def message(self, since: int, now: int) -> dict[str, Any]:
        """All updates after number `since` and the picture, but for what the delay holds back."""
        number, picture = len(self.updates), self.picture()
        if self._past:
            self._forget(now)
            _, number, picture = self._past[0]
        return {"number": number, "updates": self.updates[max(0, since) : number], **picture}

    def number(self, now: int) -> int:
        """The number of the last update that the delay does not hold back."""
        if self._past:
            self._forget(now)
            return self._past[0][1]
        return len(self.updates)

    def rename(self, names: Sequence[str]) -> None:
        """Change the names of the seats, also in what the delay still holds back."""
        for _, _, picture in self._past:
            if picture:
                seats = zip(picture["table"]["seats"], names, strict=True)
                renamed = [{**seat, "name": name} for seat, name in seats]
                picture["table"] = {**picture["table"], "seats": renamed}

    def next_shown(self) -> int | None:
        """When the delay lets the next update through."""
        return self._past[1][0] if len(self._past) > 1 else None

    def _forget(self, now: int) -> None:
        while len(self._past) > 1 and self._past[1][0] <= now:
            self._past.popleft()


def asked(state: State, seat: int, undone: int) -> dict[str, Any] | None:
    """What is asked of a seat: the decision, what it may do, and what it might try in vain.

    A seat whose secret choice is in is asked as before, so that it can change its mind.
    """
    chosen = state.decision(seat) is None
    trial = state.copy()
    retractable = trial.retract(seat) > 0
    if chosen:
        if not retractable or trial.decision(seat) is None:
            return None
        state = trial
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


def before(state: State, seat: int) -> State:
    """The state a seat decides in: if its secret choice is in, the one before that."""
    if state.decision(seat) is not None:
        return state
    trial = state.copy()
    return trial if trial.retract(seat) else state


def decision_id(state: State, seat: int, undone: int) -> str:
    """The decision of the state; after an undo it is another one, though the same is asked."""
    return f"{state.decision(seat)}.{undone}"
