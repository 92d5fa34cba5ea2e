"""Bots to test the arena with."""

from __future__ import annotations

import os
import time
from typing import Any, ClassVar

from fourwinds.core.chance import stream_of_seed
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.core.state import State


class First:
    """Always the first action."""

    def __init__(self, argument: str | None = None, seed: int = 0) -> None:
        self.argument = argument
        self.seed = seed

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> Any:
        return actions[0]


class Last(First):
    """Always the last action."""

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> Any:
        return actions[-1]


class Greedy(First):
    """Santa Timea by the next wind alone: take no wind that can be avoided."""

    def begin(self, rules: Rules, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self.chance = stream_of_seed(self.seed, "greedy")

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        best: list[int] = []
        for action in actions:
            seen = self.rules.preview(view, action)
            if seen["kind"] == "play" and seen["takes"] != self.seat:
                best.append(action)
        choices = best or actions
        return choices[self.chance.below(len(choices))]


class Crasher(First):
    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        raise RuntimeError("<b>overboard</b>")


class Quitter(First):
    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        raise SystemExit(3)


class Talker(First):
    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        print("ahoy")
        return actions[0]


class Unborn(First):
    def begin(self, rules: Rules, seat: int) -> None:
        raise ValueError("no wind")


class Trap:
    """Neither a number nor a text, and explodes when touched."""

    def __index__(self) -> int:
        raise ValueError("boom")

    def __repr__(self) -> str:
        raise ValueError("boom")


class Cheat(First):
    """Answers whatever its argument says."""

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> Any:
        answers: dict[str | None, Any] = {
            None: 10**6,
            "none": None,
            "text": "N13",
            "bool": True,
            "minus": -1,
            "float": float(actions[0]),
            "trap": Trap(),
        }
        actions.clear()  # its own copy: the arena must not care
        return answers[self.argument]


class Dawdler(First):
    """Thinks for as long as its argument says, in seconds, once a game."""

    done = False

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        if not self.done:
            self.done = True
            time.sleep(float(self.argument or 0))
        return actions[0]


class Sinker(First):
    """Takes the whole process down at its third decision."""

    asked = 0

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        self.asked += 1
        if self.asked == 3:
            os._exit(7)
        return actions[0]


class Listener(First):
    heard: ClassVar[list[tuple[int, list[Fact]]]] = []

    def begin(self, rules: Rules, seat: int) -> None:
        self.seat = seat

    def saw(self, facts: list[Fact]) -> None:
        self.heard.append((self.seat, facts))


class Deaf(First):
    def saw(self, facts: list[Fact]) -> None:
        raise OSError("fog")


class Seer(First):
    """Is shown the state before it chooses, and plays on with it."""

    shown: ClassVar[list[str]] = []

    def see(self, state: State) -> None:
        self.shown.append(state.digest())
        seat = state.actors[0]
        state.play(seat, state.actions(seat)[0])  # a copy: the match must not move


class Timed(First):
    """Has a budget of time that its name does not show."""

    class Budget:
        timed = True

    budget = Budget()


ALL = {
    "first": First,
    "greedy": Greedy,
    "crasher": Crasher,
    "quitter": Quitter,
    "talker": Talker,
    "unborn": Unborn,
    "cheat": Cheat,
    "dawdler": Dawdler,
    "sinker": Sinker,
    "listener": Listener,
    "deaf": Deaf,
    "lookout": Seer,
    "timed": Timed,
}
