"""`fourwinds worker`: a process that takes bot jobs from the database, one at a time."""

from __future__ import annotations

import contextlib
import json
import logging
import multiprocessing.process
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy.exc import DBAPIError

from fourwinds.server import logs
from fourwinds.server.botqueue.analysis_jobs import advise, judge, solve, weigh
from fourwinds.server.botqueue.local_pool import legal_move, seed_of, think
from fourwinds.server.runtime.child_processes import end_with_parent
from fourwinds.server.runtime.clock import now
from fourwinds.server.settings import Settings
from fourwinds.store.database import StoreError
from fourwinds.store.jobs import Jobs
from fourwinds.store.store import Store

log = logging.getLogger("fourwinds.worker")
POLL = 0.1
SLOW_POLL = 1.0
AFTER_FAILURE = 1.0
TRIES = 3
STUDIES: dict[str, Callable[[dict[str, Any], str], Any]] = {
    "advise": advise,
    "judge": judge,
    "solve": solve,
    "weigh": weigh,
}


def perform(job: dict[str, Any], seconds: float) -> Any:
    """What a job asks for: the move of a bot, or something to be found out."""
    if job["kind"] == "move":
        return legal_move(job["job"], think(job["job"], seed_of(job["job"]), seconds))
    return STUDIES[job["kind"]](job["job"], job["budget"])


def fallback(job: dict[str, Any]) -> Any:
    """What comes of a job at which every worker failed."""
    return legal_move(job["job"], None) if job["kind"] == "move" else None


class JobSignal:
    """Tells of new jobs by Redis; without Redis the worker polls."""

    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._client: Any = None
        self._listening: Any = None

    def wait(self) -> None:
        if not self._url:
            time.sleep(POLL)
            return
        from redis.exceptions import RedisError

        try:
            self._listen()
            deadline = time.monotonic() + SLOW_POLL
            while time.monotonic() < deadline:
                came = self._listening.get_message(timeout=deadline - time.monotonic())
                if came is not None and b'"jobs"' in (came["data"] if came["data"] else b""):
                    return
        except (RedisError, OSError, TypeError):
            self._client = self._listening = None
            time.sleep(POLL)

    def announce(self, job_id: str) -> None:
        """Tell the servers that a job is done."""
        if self._client is not None:
            message = json.dumps({"from": "worker", "kind": "done", "job": job_id})
            with contextlib.suppress(Exception):
                self._client.publish(self._channel, message)

    def _listen(self) -> None:
        if self._listening is None:
            from redis import Redis

            client = Redis.from_url(self._url, socket_connect_timeout=2, socket_timeout=5)
            listening = client.pubsub()  # type: ignore[no-untyped-call]
            listening.subscribe(self._channel)
            self._client, self._listening = client, listening


class Worker:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.name = secrets.token_hex(8)
        self.store = Store.open(settings.database)
        if not self.store.shared:
            raise StoreError("worker: expected a PostgreSQL database (setting 'database')")
        self.jobs = Jobs(self.store.engine)
        self.signal = JobSignal(settings.redis, self.store.channel())
        self.stopping = threading.Event()

    def run(self) -> None:
        """Do jobs until told to stop; the one at hand is finished first."""
        log.info("worker %s is ready", self.name)
        while not self.stopping.is_set():
            try:
                if not self.work():
                    self.signal.wait()
            except DBAPIError as error:
                log.warning("the database is away: %s", type(error.orig).__name__)
                time.sleep(AFTER_FAILURE)
        self.store.close()

    def work(self) -> bool:
        """Do one job; whether there was one."""
        taken = self.jobs.take(self.name, now(), self._until())
        if taken is None:
            return False
        job_id, job, tries = taken
        if tries > TRIES:
            log.error("a job was given up after %d workers", tries - 1)
            result = fallback(job)
        else:
            with self._renewing(job_id):
                result = self._think(job)
        self.jobs.finish(job_id, result, now())
        self.signal.announce(job_id)
        return True

    def _think(self, job: dict[str, Any]) -> Any:
        try:
            return perform(job, self.settings.bot_seconds)
        except Exception:
            log.exception("a job failed")
            return fallback(job)

    def _until(self) -> int:
        return now() + self.settings.lease * 1000

    @contextlib.contextmanager
    def _renewing(self, job_id: str) -> Iterator[None]:
        """While we think, the job stays ours."""
        done = threading.Event()

        def renew() -> None:
            while not done.wait(self.settings.lease / 3):
                with contextlib.suppress(DBAPIError):
                    if not self.jobs.renew(job_id, self.name, self._until()):
                        return

        thread = threading.Thread(target=renew, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def run(settings: Settings) -> None:
    """One worker, in this process, until it is told to stop."""
    logs.install(settings.log, settings.log_level)
    end_with_parent(gently=True)
    worker = Worker(settings)
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: worker.stopping.set())
    worker.run()


def run_several(settings: Settings, processes: int) -> None:
    """A number of workers; one that dies is started anew."""
    logs.install(settings.log, settings.log_level)
    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    context = multiprocessing.get_context("spawn")

    def start() -> multiprocessing.process.BaseProcess:
        process = context.Process(target=run, args=(settings,), daemon=True)
        process.start()
        return process

    running = [start() for _ in range(processes)]
    while not stopping.wait(1):
        for index, process in enumerate(running):
            if not process.is_alive():
                log.warning("a worker died (%s); another takes its place", process.exitcode)
                running[index] = start()
    for process in running:
        process.terminate()
    for process in running:
        process.join()
