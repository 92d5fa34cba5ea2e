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
from fourwinds.server import (
    channel,
    errors,
    foresight,
    games,
    health,
    lane,
    matches,
    notices,
    operating,
    pages,
    people,
    play,
    ratings,
    replays,
)
from fourwinds.server.advice import Adviser
from fourwinds.server.courier import Courier
from fourwinds.server.following import Follower
from fourwinds.server.gate import Gate
from fourwinds.server.hall import Hall
from fourwinds.server.identity import Identity
from fourwinds.server.settings import Settings, Sources
from fourwinds.server.wire import PREFIX, Trouble
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
the WebSocket `/api/v1/matches/{match}/channel?seat=&since=`, which sends what `GET
/api/v1/matches/{match}` answers whenever there is something new. OpenAPI has no word for channels:
the schemas `ChannelSent` and `ChannelReceived` say what goes over it. Every viewer has numbers of
his own; after a break, connect again with the last number heard.
"""


class Application(FastAPI):
    """All that comes in goes through the gate first."""

    gate: Gate

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            # Of use to those who write clients alone: the server starts without.
            from fourwinds.server.game_schemas import add_game_schemas

            self.openapi_schema = add_game_schemas(super().openapi(), fw.games())
        return self.openapi_schema

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        await self.gate(scope, receive, send)


def create_app(settings: Settings, sources: Sources | None = None) -> FastAPI:
    store = Store.open(settings.database)
    hall = Hall(store, settings, sources or Sources())
    identity = Identity(hall, People(store.engine), settings, store.key("sessions"))
    courier = Courier(hall, identity, Outbox(store.engine))

    @contextlib.asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[dict[str, object]]:
        hall.memory.settle()
        follower = Follower(hall, app.state.identity)
        works = (hall.sweep(), hall.bus.run(), follower.run(), courier.run())
        running = [asyncio.create_task(work) for work in works]
        yield {lane.STATE: lane.Lane(app.gate, identity)}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        courier.close()
        await hall.close()
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
    app.state.hall = hall
    app.state.adviser = Adviser(hall)
    app.state.identity = identity
    app.state.courier = courier
    errors.install(app)
    parts = (games, matches, play, foresight, replays, people, notices, ratings, operating, channel)
    for part in parts:
        app.include_router(part.router, prefix=PREFIX)
    app.include_router(health.router)
    app.include_router(pages.router)
    app.gate = Gate(
        partial(FastAPI.__call__, app),
        measures=hall.measures,
        largest=settings.body,
        secure=settings.secure,
        behind_proxy=bool(settings.proxies),
    )
    return app
