"""Who plays the games: this process, processes on all cores, or a Ray cluster (ray_cluster.py).

All yield the same outcomes in whatever order they come. Jobs are taken as somebody is free, so that
a run stops by ending the jobs: what is under way is still played to its end.

A worker process shows in shared memory whom it is asking. If it dies, or is still waiting well past
the limit, it is replaced, and the game begins again with that bot stood in for from that decision.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from fourwinds.arena import contest
from fourwinds.arena.contest import BEFORE_PLAY, DIED, LATE, NOBODY_ASKED, Outcome
from fourwinds.arena.schedule import Job, RunPlan
from fourwinds.core.errors import FourWindsError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GRACE = 2.0
"""How long past its limit a bot may still bring its (late) answer itself, in seconds."""
LOOK_EVERY = 0.25
MOST_DEATHS = 12
"""Two for each bot, and some that are nobody's fault."""


class WorkersFailed(FourWindsError):
    code = "workers-failed"


class Executor(Protocol):
    def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]: ...


class Here:
    """Plays in this process: for small runs and tests; a bot that hangs hangs all."""

    def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]:
        rules = plan.rules()
        for job in jobs:
            yield contest.play(plan, rules, job)


class Processes:
    """Plays in processes of their own; 0 means one for each core."""

    def __init__(self, count: int = 0) -> None:
        self.count = count or _cores()

    def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]:
        from multiprocessing.connection import wait

        waiting = iter(jobs)
        again: list[Job] = []
        workers: list[_Worker] = []
        try:
            more = True
            while True:
                while more or again:
                    free = next((worker for worker in workers if worker.job is None), None)
                    if free is None and len(workers) >= self.count:
                        break
                    job = again.pop() if again else next(waiting, None)
                    if job is None:
                        more = False
                        break
                    if free is None:
                        free = _Worker(plan)
                        workers.append(free)
                    free.give(job)
                busy = {worker.pipe: worker for worker in workers if worker.job is not None}
                if not busy:
                    return
                for pipe in wait(list(busy), LOOK_EVERY):
                    outcome = busy[pipe].take()  # type: ignore[index]
                    if outcome is not None:
                        yield outcome
                for worker in [worker for worker in workers if worker.lost()]:
                    again.append(worker.blame())
                    workers.remove(worker)
                    worker.end()
        finally:
            for worker in workers:
                worker.end()


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker:
    """One process, from the outside."""

    def __init__(self, plan: RunPlan) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self.plan = plan
        self.job: Job | None = None
        self.gone = False
        self.mark: Any = context.RawArray("d", [NOBODY_ASKED, 0.0, 0.0])
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(plan, theirs, self.mark), daemon=True)
        with interrupts_held():
            self.process.start()
        theirs.close()

    def give(self, job: Job) -> None:
        self.job = job
        try:
            self.pipe.send(job)
        except OSError:
            self.gone = True

    def take(self) -> Outcome | None:
        """The outcome it sent; None if it is gone."""
        try:
            answer: Outcome | str = self.pipe.recv()
        except (EOFError, OSError):
            self.gone = True
            return None
        if isinstance(answer, str):
            raise WorkersFailed(f"a worker failed: {answer}")
        self.job = None
        return answer

    def lost(self) -> bool:
        """Whether it died, or waits for a bot that should have answered long ago."""
        if self.job is None:
            return False
        return self.gone or stuck(self.plan, self.mark)

    def blame(self) -> Job:
        """The job once more, with the bot that was being asked stood in for."""
        assert self.job is not None
        job = self.job
        if job.deaths == MOST_DEATHS:
            raise WorkersFailed(
                f"deal {job.deal}, rotation {job.rotation}: {MOST_DEATHS + 1} workers died of it"
            )
        seat, decision = int(self.mark[0]), int(self.mark[1])
        banned = dict(job.banned)
        if seat >= 0:
            # Once more although banned: it fails at another decision each time.
            at = decision if seat not in banned else BEFORE_PLAY
            banned[seat] = (at, DIED if self.gone else LATE)
        return Job(job.deal, job.rotation, banned, job.deaths + 1)

    def end(self) -> None:
        self.pipe.close()
        if self.job is not None or self.gone:
            self.process.kill()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def stuck(plan: RunPlan, mark: Any) -> bool:
    """Whether a bot should have answered long ago."""
    seat, _, since = mark
    limit = plan.move_limit
    return limit is not None and seat >= 0 and time.monotonic() - since > limit + GRACE


def _serve(plan: RunPlan, pipe: Connection, mark: Any) -> None:
    """What a worker process does: play what it is given until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers Ctrl-C
    os.dup2(2, 1)  # what a bot prints must not stand between our results
    rules = plan.rules()
    while True:
        try:
            job = pipe.recv()
            try:
                answer: Outcome | str = contest.play(plan, rules, job, mark)
            except Exception as error:
                answer = repr(error)
            pipe.send(answer)
        except (EOFError, OSError):
            return


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes started within never see Ctrl-C, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
