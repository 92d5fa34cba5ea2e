"""Bot jobs for worker processes: put into the database, results awaited."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.exc import DBAPIError

from fourwinds.server.errors import ServerError
from fourwinds.server.live.bus import Bus
from fourwinds.store.jobs import Jobs

log = logging.getLogger("fourwinds.server")
POLL = 0.25
SLOW_POLL = 2.0
LONG = 30_000
Ask = Callable[..., Awaitable[Any]]


class RemoteQueue:
    """Same methods as LocalPool; the jobs are done by `fourwinds worker` processes."""

    def __init__(self, jobs: Jobs, ask: Ask, bus: Bus, now: Callable[[], int]) -> None:
        self._jobs = jobs
        self._ask = ask
        self._bus = bus
        self._now = now
        self._waiting: dict[str, list[asyncio.Future[Any]]] = {}
        self._news = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    async def think(self, job: dict[str, Any], job_id: str, person: str, match: str) -> Any:
        """The move of a bot; asked again, even by another server, it is the same job."""
        return await self._result({"kind": "move", "job": job}, job_id, person, match)

    async def study(
        self,
        call: Callable[[dict[str, Any], str], Any],
        job: Any,
        budget: str,
        person: str,
        match: str,
    ) -> Any:
        """What a worker finds out about a job."""
        asked = {"kind": call.__name__, "job": job, "budget": budget}
        result = await self._result(asked, secrets.token_hex(32), person, match)
        if result is None:
            raise ServerError("unavailable", "expected workers that live; try again")
        return result

    async def _result(self, job: dict[str, Any], job_id: str, person: str, match: str) -> Any:
        asked = self._now()
        while True:
            try:
                await self._ask(self._jobs.put, job_id, job, asked, person, match)
                break
            except DBAPIError:
                await asyncio.sleep(1)
        self._bus.tell("jobs")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(job_id, []).append(done)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return await done

    def finished(self, job_id: str) -> None:
        """A worker says that it has done the job."""
        if job_id in self._waiting:
            self._news.set()

    async def tidy(self, before: int) -> None:
        """Forget jobs that were asked for before that time."""
        await self._ask(self._jobs.drop_before, before)

    async def _look(self) -> None:
        warned = self._now()
        try:
            while self._waiting:
                self._news.clear()
                try:
                    found = await self._ask(self._jobs.results, list(self._waiting))
                    if found:
                        await self._ask(self._jobs.drop, list(found))
                        warned = self._now()
                except DBAPIError:
                    found = {}
                for job_id, result in found.items():
                    for done in self._waiting.pop(job_id, []):
                        if not done.done():
                            done.set_result(result)
                if self._now() - warned > LONG:
                    warned = self._now()
                    log.warning("%d jobs wait; does a worker run?", len(self._waiting))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), SLOW_POLL if self._bus.up else POLL)
        finally:
            self._looking = None

    def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
