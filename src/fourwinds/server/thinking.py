"""Bots think in processes of their own, never in the server's loop."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from fourwinds.server.errors import ServerError
from fourwinds.server.fair_queue import FairQueue

log = logging.getLogger("fourwinds.server")
TRIES = 3


def think(job: dict[str, Any], seed: int, seconds: float) -> int:
    """Runs in a worker: the move of a bot that is told what a person in its seat sees and hears."""
    from fourwinds import bots
    from fourwinds.core.facts import Fact, FactKind
    from fourwinds.core.rules import bind

    bot = bots.make(job["bot"], seed)
    if isinstance(bot, bots.Begins):
        bot.begin(bind(*job["rules"]), job["seat"])
    if isinstance(bot, bots.Sees):
        kinds = [
            FactKind(each["kind"], audience=each["audience"], reveals=each["reveals"])
            for each in job["facts"]
        ]
        heard = zip(kinds, job["facts"], strict=True)
        bot.saw([Fact(kind, each["seat"], each["data"]) for kind, each in heard])
    return int(bot.choose(job["view"], list(job["actions"]), time.monotonic() + seconds))


def usual_time(bot: str) -> int:
    """For how many milliseconds a bot of that name thinks, if it thinks by the clock."""
    found = re.fullmatch(r"\w+:(\d{1,6})ms", bot)
    return int(found[1]) if found else 0


def settled(job: dict[str, Any], result: Any) -> Any:
    """The result as it counts: instead of no move, or none of those asked for, one at random."""
    if result in job["actions"]:
        return result
    log.error("bot %s played none of its moves", job["bot"])
    return int(secrets.choice(job["actions"]))


class Thinker:
    """A pool of workers, started when first needed and anew when one dies."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._processes = processes
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(processes)

    async def think(self, job: dict[str, Any], job_id: str, person: str, match: str) -> Any:
        """The bot's move; a random one if it fails again and again or plays none of its moves.

        `person` and `match` are whose turn it takes up.
        """
        async with self._queue.slot(person, match):
            try:
                seed = secrets.randbits(63)
                return settled(job, await self._run(think, job, seed, self._seconds))
            except ServerError:
                log.error("bot %s: its workers died again and again", job["bot"])
            except Exception:
                log.exception("bot %s failed", job["bot"])
        return settled(job, None)

    async def study(
        self,
        call: Callable[[dict[str, Any], str], Any],
        job: Any,
        budget: str,
        person: str,
        match: str,
    ) -> Any:
        """What a worker finds out about a job."""
        async with self._queue.slot(person, match):
            return await self._run(call, job, budget)

    async def _run(self, call: Callable[..., Any], *args: Any) -> Any:
        """A call in a worker; one that dies is replaced."""
        for _ in range(TRIES):
            pool = self._pool = self._pool or self._new_pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, call, *args)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                log.warning("a worker died; its job is given to another")
        raise ServerError("unavailable", "expected workers that live; try again")

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
