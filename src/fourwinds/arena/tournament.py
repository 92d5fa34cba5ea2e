"""A tournament: play the plan's games, keep each as it ends, stop when enough is known."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from fourwinds.arena.contest import Outcome
from fourwinds.arena.schedule import Job, RunPlan, deals_of, jobs
from fourwinds.arena.sprt import SequentialTest
from fourwinds.arena.standing import Standing, first_bots_share, whole_deals
from fourwinds.arena.store import RunFolder
from fourwinds.arena.workers import Executor

AGAIN = 1.0  # seconds
Progress = Callable[[int], None]
"""Is called with the number of games played."""


class Tournament:
    """One run of a plan in its folder."""

    def __init__(
        self, folder: RunFolder, games: int, executor: Executor, test: SequentialTest | None = None
    ) -> None:
        self.folder = folder
        self.plan: RunPlan = folder.plan
        self.deals = deals_of(games, self.plan.players)
        self.executor = executor
        self.test = test
        self.standing = Standing(self.plan)
        self.played = 0
        self._tested: dict[int, list[Outcome]] = {}

    @property
    def games(self) -> int:
        return self.deals * self.plan.players

    def run(self, progress: Progress, stop: threading.Event) -> None:
        """Play until all games are played, the test decides or `stop` is set."""
        for outcome in sorted(self.folder.outcomes.values(), key=lambda outcome: outcome.number):
            if outcome.deal < self.deals:
                self._take_in(outcome)
        progress(self.played)
        if self.decided:
            return
        outcomes = self.executor.play(self.plan, self._jobs(stop))
        try:
            for outcome in outcomes:
                self.folder.append(outcome)
                self._take_in(outcome)
                progress(self.played)
                if self.decided:
                    return
        finally:
            close = getattr(outcomes, "close", None)
            if close is not None:
                close()

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.verdict is not None

    def counted(self) -> list[list[Outcome]]:
        """The deals that count, in order: whole ones, and none after a verdict of the test."""
        deals = whole_deals(self.plan.players, self.folder.outcomes.values())
        last = self.test.deals if self.test is not None and self.decided else self.deals
        return [games for games in deals if games[0].deal < last]

    def _jobs(self, stop: threading.Event) -> Iterator[Job]:
        for job in jobs(self.plan.players, self.deals, set(self.folder.outcomes)):
            if stop.is_set():
                return
            yield job

    def _take_in(self, outcome: Outcome) -> None:
        self.played += 1
        self.standing.add(outcome)
        if self.test is None:
            return
        self._tested.setdefault(outcome.deal, []).append(outcome)
        # Deals are tested in order; one that ends early waits for those before it.
        while not self.decided:
            games = self._tested.get(self.test.deals, [])
            if len(games) < self.plan.players:
                return
            share = first_bots_share(self.plan, sorted(games, key=lambda game: game.rotation))
            del self._tested[self.test.deals]
            self.test.add(share)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event set by Ctrl-C or a request to end; asking once more interrupts at once."""
    stop = threading.Event()
    asked = 0.0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        # What signals a whole group of processes reaches some of them twice in a moment.
        if stop.is_set() and time.monotonic() - asked > AGAIN:
            raise KeyboardInterrupt
        asked = asked or time.monotonic()
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, handle) for name in names}
    try:
        yield stop
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
