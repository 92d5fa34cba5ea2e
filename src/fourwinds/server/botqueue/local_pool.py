"""Bots in a pool of local processes, so that they never hold up the server's event loop."""

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

from fourwinds.server.botqueue.fair_queue import FairQueue
from fourwinds.server.errors import ServerError
from fourwinds.server.runtime.child_processes import end_with_parent

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


def think_and_count(job: dict[str, Any], seed: int, seconds: float) -> tuple[int, int]:
    """As `think`; and how often the bot had too little time, which only the worker knows."""
    from fourwinds.bots.budget import SHORTFALLS

    before = SHORTFALLS.count
    return think(job, seed, seconds), SHORTFALLS.count - before


def seed_of(job: dict[str, Any]) -> int:
    """What decides a bot's chance moves: its own in a deal that others play as well."""
    given = job.get("seed")
    return secrets.randbits(63) if given is None else int(given)


def usual_time(bot: str) -> int:
    """How many milliseconds a bot of that name may think; 0 if it does not think by the clock."""
    found = re.fullmatch(r"\w+:(\d{1,6})ms", bot)
    return int(found[1]) if found else 0


def legal_move(job: dict[str, Any], result: Any) -> Any:
    """The result as it counts: instead of no move, or none of those asked for, one at random."""
    if result in job["actions"]:
        return result
    log.error("bot %s played none of its moves", job["bot"])
    return int(secrets.choice(job["actions"]))


class LocalPool:
    """A pool of workers, started when first needed and anew when one dies."""

    def __init__(
        self, processes: int, seconds: float, short: Callable[[int], None] = lambda times: None
    ) -> None:
        """`short` is told how often a bot had too little time to think."""
        self._short = short
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
                ask = self._run(think_and_count, job, seed_of(job), self._seconds)
                move, times = await ask
                self._short(times)
                return legal_move(job, move)
            except ServerError:
                log.error("bot %s: its workers died again and again", job["bot"])
            except Exception:
                log.exception("bot %s failed", job["bot"])
        return legal_move(job, None)

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
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=end_with_parent)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
