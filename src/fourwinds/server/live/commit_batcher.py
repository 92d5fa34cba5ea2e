"""Commit batching: what many matches write at the same time is one transaction.

What one round of the loop brings is one transaction, so that a busy server pays for one commit
where it would pay for many; each is acknowledged only after the commit it was part of. A quick disk
is written to at once: to hand a commit to a thread costs more than to wait for it. Where much came
in one round there is more to do meanwhile, so that commit is left to a thread, as is that to a slow
disk or to a database elsewhere; what comes meanwhile gathers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy.exc import DBAPIError

from fourwinds.server.runtime.shutdown import in_time
from fourwinds.store.store import Behind, Store, Writing

log = logging.getLogger("fourwinds.server")
MOST = 200
QUICK = 0.003
"""Seconds; a disk that takes longer on average is slow."""
CROWDED = 8
"""Writings; where these come at once, others have come as well whose turn it is meanwhile."""
TIDY_EVERY = 1000
Batch = list[tuple[Writing, asyncio.Future[None]]]
Work = Callable[[], list[Writing]]


class Worker:
    """A thread that does what it is given, one after the other; it begins with the first."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._work: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], object]) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._work.put(work)

    def _run(self) -> None:
        for work in iter(self._work.get, None):
            work()

    def end(self) -> None:
        """Wait until all is done."""
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()


class CommitBatcher:
    """The loop writes, or one thread does, a batch at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: Batch = []
        self._busy = False
        self._takes = 0.0
        """Seconds that a commit takes of late."""
        self._untidy = 0
        self._writer = Worker("writer")
        self._tidier = Worker("tidier")

    async def append(self, writing: Writing) -> None:
        """Write, and return when it is on disk; raises Behind if another server was first."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append((writing, done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._begin, loop)
        await done

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        writings = [writing for writing, _ in batch]
        try:
            commit = self._store.hand_in(writings)
        except Exception as error:
            self._written(loop, batch, [], error)
            return
        quick = self._takes < QUICK
        if commit is None:
            work = partial(self._store.append_all, writings)
            self._writer.do(partial(self._do, loop, batch, work, timed=not quick))
        elif quick and len(batch) < CROWDED:
            self._written(loop, batch, *self._try(commit, timed=True))
        else:
            # The thread waits for Python's lock as well, which says nothing of a quick disk.
            self._writer.do(partial(self._do, loop, batch, commit, timed=not quick))

    def _try(self, work: Work, *, timed: bool) -> tuple[list[Writing], Exception | None]:
        began = time.perf_counter()
        try:
            return work(), None
        except Exception as error:
            return [], error
        finally:
            if timed:
                self._takes += (time.perf_counter() - began - self._takes) / 8

    def _do(
        self, loop: asyncio.AbstractEventLoop, batch: Batch, work: Work, *, timed: bool
    ) -> None:
        late, failed = self._try(work, timed=timed)
        # Where the loop is closed nobody waits any more.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._written, loop, batch, late, failed)

    def _tidy(self) -> None:
        try:
            self._store.tidy()
        except DBAPIError as error:
            log.warning("tidying failed: %s", type(error).__name__)

    def _written(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: Batch,
        late: list[Writing],
        failed: Exception | None,
    ) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            loop.call_soon(self._begin, loop)
        self._untidy += len(batch)
        if self._untidy >= TIDY_EVERY:
            self._untidy = 0
            self._tidier.do(self._tidy)
        for writing, done in batch:
            if done.done():
                continue
            if failed is not None:
                done.set_exception(failed)
            elif writing in late:
                done.set_exception(Behind())
            else:
                done.set_result(None)

    async def close(self) -> None:
        """What was handed over is still written, if the database answers."""
        await in_time(self._idle(), "what was handed over may not be written")
        for worker in (self._writer, self._tidier):
            await in_time(asyncio.to_thread(worker.end), "the database does not answer")

    async def _idle(self) -> None:
        while self._busy:
            await asyncio.sleep(0.01)
