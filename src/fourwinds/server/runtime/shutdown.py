"""Ending for certain, and in time, when the server stops.

To cancel a task once is not always enough: a library may swallow the cancellation when what it
waits for is done in the same moment, and the task goes on for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Collection
from typing import Any

log = logging.getLogger("fourwinds.server")
AGAIN = 0.25
"""Seconds after which a task is cancelled once more."""
PATIENCE = 5.0


async def end_all(tasks: Collection[asyncio.Task[Any]], patience: float = PATIENCE) -> None:
    """Cancel tasks, again and again, until they have ended; none is waited for any longer."""
    waiting = set(tasks)
    clock = asyncio.get_running_loop().time
    last = clock() + patience
    while waiting and clock() < last:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=AGAIN)
    for task in waiting:
        log.error("a task does not end: %s", task.get_coro())


async def in_time(work: Awaitable[object], otherwise: str, patience: float = PATIENCE) -> None:
    """Wait for work, but not for ever."""
    try:
        async with asyncio.timeout(patience):
            await work
    except TimeoutError:
        log.error("%s", otherwise)
