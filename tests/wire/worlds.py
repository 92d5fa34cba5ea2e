"""Two servers over real sockets: the real match on one, a world the viewer cannot tell apart on
the other. Clock, ids, secrets and seals are injected and the same; nothing is written to disk."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from fourwinds.core.state import State
from fourwinds.match.match import Match
from fourwinds.server.app import create_app
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.run import options
from fourwinds.server.settings import Settings, Sources
from tests.wire.sockets import Channel, Line, body_of, status_of

R = TypeVar("R")
API = "/api/v1"
PEOPLE = ("ann", "ben", "cleo", "eve")
FOREVER = 10**6


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Logged(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.getMessage()} {getattr(record, 'fields', None)}")


def same_seal(nonce: bytes, seat: int, moves: Sequence[str]) -> str:
    return "sealed"


class World:
    """A server with its people."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.ids = 0
        self.jobs: list[str] = []
        settings = Settings(
            f"sqlite:///{folder / 'people.db'}",
            idle=FOREVER,
            pace=0,
            requests=FOREVER,
            burst=FOREVER,
            strangers=FOREVER,
            work=FOREVER,
        )
        sources = Sources(clock, self._new_id, lambda: bytes(range(32)), same_seal)
        app = create_app(settings, sources)
        self.registry: MatchRegistry = app.state.registry
        self.registry._write = self._keep_in_memory
        self.registry.bot_queue.study = self._study
        self.registry.absent = lambda match, seat: 0  # everybody is there, as all can see
        usual = options(settings, "127.0.0.1", 0)
        patient = {"timeout_keep_alive": 600, "timeout_graceful_shutdown": 2}
        self.server = uvicorn.Server(uvicorn.Config(app, date_header=False, **usual | patient))
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _new_id(self) -> str:
        self.ids += 1
        return f"match-{self.ids}"

    async def _keep_in_memory(self, match: Match, keyed: object) -> None:
        match.take_fresh()
        if match.id not in self.registry.loaded:
            from fourwinds.server.live.registry import LiveMatch

            self.registry.loaded[match.id] = LiveMatch(match, {})

    async def _study(
        self, call: Callable[[Any, str], R], job: Any, budget: str, person: str, match: str
    ) -> R:
        """Done at once instead of by a worker; what a worker would get is kept."""
        self.jobs.append(json.dumps(job))
        return call(json.loads(self.jobs[-1]), budget)

    def _run(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self.server.serve())
        self.loop.close()

    def open(self) -> None:
        self.thread.start()
        deadline = time.monotonic() + 60
        while not self.server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.lines: dict[str, Line] = {}

    def welcome(self) -> dict[str, str]:
        """Let everybody sign in; returns their cookies."""
        cookies = {}
        for person in PEOPLE:
            line = Line(self.port)
            came = line.ask("POST", f"{API}/guests", {"name": person.title()})
            line.close()
            assert status_of(came) == 201, came
            line = Line(self.port, cookie_in(came))
            account = {"login": person, "password": "correct horse"}
            assert status_of(line.ask("POST", f"{API}/me/account", account)) == 200
            line.close()
            cookies[person] = line.cookie
        return cookies

    def seat(self, cookies: dict[str, str]) -> None:
        self.lines = {person: Line(self.port, cookie) for person, cookie in cookies.items()}
        # Who connects must ask something soon; only then may he be silent for long.
        for person in self.lines:
            assert status_of(self.ask(person, "GET", "/me")) == 200

    def close(self) -> None:
        for line in self.lines.values():
            line.close()
        self.server.should_exit = True
        self.thread.join(20)

    def ask(self, person: str, method: str, path: str, body: Any = None) -> bytes:
        return self.lines[person].ask(method, API + path, body)

    def listen(self, person: str, match: str) -> Channel:
        path = f"{API}/matches/{match}/channel?lang=de"
        return Channel(self.port, path, self.lines[person].cookie)

    def match(self, match_id: str) -> Match:
        return self.registry.loaded[match_id].match

    def within(self, call: Callable[[], R]) -> R:
        """Call something in the loop of the server, so that nothing happens meanwhile."""

        async def work() -> R:
            return call()

        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(60)

    def begin(self, game: str, players: int, rated: bool = True) -> str:
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
        clock = {"kind": "total", "amount": 10**5, "increment": 3}
        setup = {"game": game, "seats": seats, "clock": clock, "rated": rated}
        made = body_of(self.ask("ann", "POST", "/matches", setup))
        match: str = made["id"]
        for person in PEOPLE[1:players]:
            assert status_of(self.ask(person, "POST", f"/matches/{match}/seats", {})) == 200
        assert status_of(self.ask("ann", "POST", f"/matches/{match}/start")) == 200
        return match


def cookie_in(answer: bytes) -> str:
    lines = answer.decode().split("\r\n")
    kept = next(line for line in lines if line.lower().startswith("set-cookie"))
    return kept.partition(": ")[2].partition(";")[0]


@contextmanager
def two_worlds(folder: Path) -> Iterator[tuple[World, World, Clock, Logged]]:
    clock, logged = Clock(), Logged()
    logger = logging.getLogger("fourwinds")
    before = logger.level
    logger.addHandler(logged)
    logger.setLevel(logging.INFO)
    # They share the people, so that these have the same ids in both.
    worlds = [World(folder, clock) for _ in range(2)]
    for world in worlds:
        world.open()
    cookies = worlds[0].welcome()
    for world in worlds:
        world.seat(cookies)
    try:
        yield worlds[0], worlds[1], clock, logged
    finally:
        for world in worlds:
            world.close()
        logger.removeHandler(logged)
        logger.setLevel(before)


def imagine(real: World, other: World, match_id: str, viewer: int | None, seed: int) -> None:
    """Let the other server hold the same match in a world the viewer cannot tell from the real."""
    match = real.match(match_id)
    twin = copy.deepcopy(match, {id(match.rules): match.rules})

    def imagined() -> State:
        assert match.state is not None
        return match.rules.imagine(match.state.view(viewer), seed)

    def line(count: int) -> State:
        # The real match has gone back already.
        return imagined()

    twin.state = imagined()
    twin.line = line  # type: ignore[method-assign]

    def put() -> None:
        other.registry.loaded[match_id].match = twin
        other.registry.notify(match_id)

    other.within(put)
