"""Plays the games on a Ray cluster.

A process of its own talks to the cluster: Ray ends the process whose cluster is gone, and waits for
minutes for one that does not answer. So this process loses nothing but that one, and says so. Ray
says much when a node is gone; that is kept in a file, which is named if the run ends by it.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import signal
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourwinds.arena import contest
from fourwinds.arena.contest import NOBODY_ASKED, Outcome
from fourwinds.arena.schedule import Job, RunPlan
from fourwinds.arena.workers import (
    GRACE,
    LOOK_EVERY,
    Processes,
    WorkersFailed,
    interrupts_held,
    stuck,
)
from fourwinds.core.rules import Rules

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PATIENCE = 25.0
"""How long a cluster may take to answer at first, in seconds."""
LOCAL_PATIENCE = 120.0
"""How long it may take to start one on this machine."""
LOST_AFTER = "20"
"""Seconds after which Ray gives up a cluster that has answered before."""
MOST_NODES_LOST = 5
"""How often a game is begun again because its node is gone."""

READY, NEXT, PLAYED, CRASHED, FAILED, DONE = "ready", "next", "played", "crashed", "failed", "done"


class OnRay:
    """Plays on a Ray cluster: the one of `address`, else of RAY_ADDRESS, else a local one.

    A worker whose bot hangs ends itself; a game whose worker is gone is played again in a process
    of this machine, which finds out why. A game whose node is gone is played by another node.
    """

    def __init__(self, address: str | None = None, count: int = 0) -> None:
        if importlib.util.find_spec("ray") is None:
            raise WorkersFailed("ray is not installed: pip install 'fourwinds[ray]'")
        self.address = address or os.environ.get("RAY_ADDRESS") or None
        self.count = count

    def play(self, plan: RunPlan, jobs: Iterable[Job]) -> Iterator[Outcome]:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        handle, name = tempfile.mkstemp(".log", "fourwinds-ray-")
        os.close(handle)
        log = Path(name)
        driver = context.Process(
            target=_drive, args=(plan, self.address, self.count, theirs, log), daemon=False
        )
        with interrupts_held():
            driver.start()
        theirs.close()
        crashed: list[Job] = []
        failed = False
        try:
            yield from self._listen(pipe, iter(jobs), crashed)
        except WorkersFailed as error:
            failed = True
            raise WorkersFailed(f"{error} (what Ray says of it: {log})") from None
        finally:
            if not failed:
                log.unlink(missing_ok=True)
            pipe.close()
            driver.join(GRACE)
            if driver.is_alive():
                driver.kill()
                driver.join()
        yield from Processes(1).play(plan, crashed)

    def _listen(
        self, pipe: Connection, jobs: Iterator[Job], crashed: list[Job]
    ) -> Iterator[Outcome]:
        where = self.address or "of this machine"
        patience = LOCAL_PATIENCE if self.address is None else PATIENCE
        if not pipe.poll(patience):
            raise WorkersFailed(f"the Ray cluster {where} gave no answer within {patience:g} s")
        while True:
            try:
                kind, what = pipe.recv()
                if kind == NEXT:
                    pipe.send(next(jobs, None))
            except (EOFError, OSError):
                raise WorkersFailed(
                    f"the Ray cluster {where} is gone; the same command goes on where it stopped"
                ) from None
            if kind == PLAYED:
                yield what
            elif kind == CRASHED:
                crashed.append(what)
            elif kind == FAILED:
                raise WorkersFailed(f"the Ray cluster {where}: {what}")
            elif kind == DONE:
                return


def _drive(plan: RunPlan, address: str | None, count: int, pipe: Connection, log: Path) -> None:
    """What the process does that talks to the cluster."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers Ctrl-C
    with log.open("a") as told:
        os.dup2(told.fileno(), 1)
        os.dup2(told.fileno(), 2)
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", LOST_AFTER)
    ray: Any = importlib.import_module("ray")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
        pipe.send((READY, None))
        _play(ray, plan, count, pipe)
        pipe.send((DONE, None))
    except (BrokenPipeError, EOFError):
        pass  # nobody listens any more
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        with contextlib.suppress(OSError):
            pipe.send((FAILED, f"{type(error).__name__}: {lines[0]}"))
    finally:
        ray.shutdown()


def _play(ray: Any, plan: RunPlan, count: int, pipe: Connection) -> None:
    task = ray.remote(contest_on_ray).options(max_retries=0)
    shared = ray.put(plan)
    most = count or int(ray.cluster_resources().get("CPU", 1))
    under_way: dict[Any, Job] = {}
    again: list[Job] = []
    more = True
    while True:
        while (more or again) and len(under_way) < most:
            job = again.pop() if again else _next(pipe)
            if job is None:
                more = False
            else:
                under_way[task.remote(shared, job)] = job
        if not under_way:
            return
        ready, _ = ray.wait(list(under_way), num_returns=1)
        for reference in ready:
            job = under_way.pop(reference)
            try:
                pipe.send((PLAYED, ray.get(reference)))
            except ray.exceptions.RayTaskError:
                raise
            except ray.exceptions.WorkerCrashedError:
                pipe.send((CRASHED, job))
            except ray.exceptions.RayError as error:
                if job.deaths == MOST_NODES_LOST:
                    raise WorkersFailed(f"{MOST_NODES_LOST + 1} nodes were lost") from error
                if not ray.cluster_resources().get("CPU"):
                    raise WorkersFailed("no node is left that can play") from error
                again.append(Job(job.deal, job.rotation, job.banned, job.deaths + 1))


def _next(pipe: Connection) -> Job | None:
    pipe.send((NEXT, None))
    job: Job | None = pipe.recv()
    return job


_bound: dict[str, Rules] = {}


def contest_on_ray(plan: RunPlan, job: Job) -> Outcome:
    """One game, wherever Ray has it played."""
    if plan.digest not in _bound:
        _bound[plan.digest] = plan.rules()
    mark = [NOBODY_ASKED, 0.0, 0.0]
    done = threading.Event()

    def watch() -> None:
        while not done.wait(LOOK_EVERY):
            if stuck(plan, mark):
                os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    try:
        return contest.play(plan, _bound[plan.digest], job, mark)
    finally:
        done.set()
