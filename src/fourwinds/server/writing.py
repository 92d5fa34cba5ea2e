"""Writing: what is done in many matches at the same time reaches the disk together.

While one transaction is being written the next ones gather, so that a busy server pays for one
commit where it would pay for many; each is acknowledged only after the commit it was part of.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fourwinds.store.store import Behind, Store, Writing

MOST = 200


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Writing, asyncio.Future[None]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def append(self, writing: Writing) -> None:
        """Returns when it is on disk; raises Behind if another server was quicker."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((writing, done))
        if self._busy is None:
            self._busy = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                writings = [writing for writing, _ in batch]
                try:
                    late = await loop.run_in_executor(
                        self._thread, self._store.append_all, writings
                    )
                except Exception as error:
                    for _, done in batch:
                        if not done.done():
                            done.set_exception(error)
                    continue
                for writing, done in batch:
                    if done.done():
                        continue
                    if writing in late:
                        done.set_exception(Behind())
                    else:
                        done.set_result(None)
        finally:
            self._busy = None

    async def close(self) -> None:
        if self._busy is not None:
            await asyncio.gather(self._busy, return_exceptions=True)
        self._thread.shutdown(wait=True)
