"""Writing: what is done in many matches at the same time reaches the disk together.

While one transaction is being written the next ones gather, so that a busy server pays for one
commit where it would pay for many; each is acknowledged only after the commit it was part of.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading

from fourwinds.store.store import Behind, Store, Writing

MOST = 200
Batch = list[tuple[Writing, asyncio.Future[None]]]


class Writer:
    """One thread writes; the loop hands it a batch at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: Batch = []
        self._busy = False
        self._batches: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, Batch] | None]
        self._batches = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def append(self, writing: Writing) -> None:
        """Returns when it is on disk; raises Behind if another server was quicker."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append((writing, done))
        if not self._busy:
            self._hand_over(loop)
        await done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        self._busy = True
        if self._thread is None:
            self._thread = threading.Thread(target=self._write_all, name="writer", daemon=True)
            self._thread.start()
        self._batches.put((loop, batch))

    def _write_all(self) -> None:
        for loop, batch in iter(self._batches.get, None):
            late: list[Writing] = []
            failed: Exception | None = None
            try:
                late = self._store.append_all([writing for writing, _ in batch])
            except Exception as error:
                failed = error
            # Where the loop is closed nobody waits any more.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._written, loop, batch, late, failed)

    def _written(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: Batch,
        late: list[Writing],
        failed: Exception | None,
    ) -> None:
        self._busy = False
        if self._waiting:
            self._hand_over(loop)
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
        """What was handed over is still written."""
        while self._busy:
            await asyncio.sleep(0.01)
        if self._thread is not None:
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join)
