"""The application: its parts put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

import fourwinds as fw
from fourwinds import __version__
from fourwinds.server import errors
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.botqueue.analysis import Analyser
from fourwinds.server.connection_guard import Guard
from fourwinds.server.live.commands import Commands
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.live.sync import ProcessSync
from fourwinds.server.matchmaking.duplicate_tables import DuplicateTables
from fourwinds.server.matchmaking.matchmaker import Matchmaker
from fourwinds.server.middleware import Middleware
from fourwinds.server.notify.dispatcher import Dispatcher
from fourwinds.server.routes import (
    accounts,
    boxes,
    channel,
    clubs,
    daily,
    docs_pages,
    duplicates,
    friends,
    games,
    health,
    lessons,
    lobby,
    matches,
    notices,
    operator,
    play,
    positions,
    previews,
    profiles,
    puzzles,
    ratings,
    replays,
    tournaments,
    web_page,
)
from fourwinds.server.runtime.shutdown import end_all
from fourwinds.server.settings import Settings, Sources
from fourwinds.server.tournaments.runner import TournamentRunner
from fourwinds.server.wire.base import PREFIX
from fourwinds.server.wire.errors import Trouble
from fourwinds.store.boxes import Boxes
from fourwinds.store.lessons import LessonsDone
from fourwinds.store.outbox import Outbox
from fourwinds.store.people import People
from fourwinds.store.store import Store

# By reference: FastAPI would make ten models for each route, and half a second of it at the start.
TROUBLE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Trouble.__name__}"}}}
TROUBLES: dict[int | str, dict[str, Any]] = {
    status: {"description": HTTPStatus(status).phrase, "content": TROUBLE}
    for status in sorted({400, *errors.STATUS.values()} - {500})
}
ABOUT = """Play sailing games against people and bots.

Sign in as a guest (a cookie) or with a token (`Authorization: Bearer ...`). A match is watched over
the WebSocket `/api/v1/matches/{match}/channel?seat=&since=`. It sends what `GET
/api/v1/matches/{match}` answers first, then what has changed, and takes the same commands as the
routes of play; each is acknowledged by its key once it is on disk. OpenAPI has no word for
channels: the schemas `ChannelSent` and `ChannelReceived` say what goes over it. Every viewer has
numbers of his own; after a break, connect again with the last number heard, and send again what was
not acknowledged, under the same key.
"""


class Application(FastAPI):
    """Everything passes the middleware first."""

    outer: Middleware
    guard: Guard

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            # Of use to those who write clients alone: the server starts without.
            from fourwinds.server.wire.game_schemas import add_game_schemas

            self.openapi_schema = add_game_schemas(super().openapi(), fw.games())
        return self.openapi_schema

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self.guard(scope, receive, send)


def create_app(settings: Settings, sources: Sources | None = None) -> FastAPI:
    store = Store.open(settings.database)
    registry = MatchRegistry(store, settings, sources or Sources())
    auth = Authentication(registry, People(store.engine), settings, store.key("sessions"))
    dispatcher = Dispatcher(registry, auth, Outbox(store.engine))
    matchmaker = Matchmaker(registry)
    duplicate_tables = DuplicateTables(registry)
    tournament_runner = TournamentRunner(registry)

    @contextlib.asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[None]:
        registry.garbage.settle()
        sync = ProcessSync(registry, app.state.auth)
        sync.tournament_moved = tournament_runner.heard
        works = (
            registry.sweep(),
            registry.bus.run(),
            sync.run(),
            dispatcher.run(),
            matchmaker.run(),
            duplicate_tables.run(),
            tournament_runner.run(),
        )
        running = [asyncio.create_task(work) for work in works]
        yield
        await end_all(running)
        await dispatcher.close()
        await registry.close()
        store.close()

    app = Application(
        title="Four Winds",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=TROUBLES,
    )
    app.state.registry = registry
    app.state.analyser = Analyser(registry)
    app.state.auth = auth
    app.state.commands = Commands(registry, auth)
    app.state.dispatcher = dispatcher
    app.state.matchmaker = matchmaker
    app.state.duplicate_tables = duplicate_tables
    app.state.tournaments = tournament_runner
    app.state.boxes = Boxes(store.engine)
    app.state.lessons_done = LessonsDone(store.engine)
    errors.install(app)
    people = (accounts, profiles, friends, clubs, notices, ratings, operator)
    # A request is compared with one route after the other: what is asked most comes first.
    most = (play, matches, channel)
    of_tables = (lobby, previews, replays, daily, duplicates, tournaments)
    common = (games, boxes, lessons, puzzles, positions, *of_tables)
    for part in (*most, *common, *people):
        app.include_router(part.router, prefix=PREFIX)
    app.include_router(health.router)
    app.include_router(docs_pages.router)
    app.include_router(web_page.router)
    app.outer = Middleware(
        partial(FastAPI.__call__, app),
        measures=registry.metrics,
        largest=settings.body,
        secure=settings.secure,
        behind_proxy=bool(settings.proxies),
    )
    app.guard = Guard(app.outer)
    return app
