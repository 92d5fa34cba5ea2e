"""The channel: a WebSocket that pushes everything since a number, and goes on after any break.

The server sends Messages as JSON. The client need not send anything; "ping" is answered by "pong".
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from fourwinds.core.errors import FourWindsError
from fourwinds.server.errors import ServerError, said, shown
from fourwinds.server.hall import Hall
from fourwinds.server.identity import Identity, address_of
from fourwinds.server.limits import Bucket
from fourwinds.server.speaking import Lang, spoken
from fourwinds.server.wire import pack

router = APIRouter()
POLICY = 1008
FRAMES_A_SECOND = 5.0
FRAMES_AT_ONCE = 30.0


@dataclass
class Looking:
    """Who looks at what, and how far he has heard it."""

    match: str
    user: str | None
    viewer: int | None
    since: int
    invitation: str | None
    language: str

    async def look(self, hall: Hall) -> dict[str, Any]:
        message = await hall.look(self.match, self.user, self.viewer, self.since, self.invitation)
        if message["viewer"] != self.viewer:
            # A spectator sat down: from now on he hears as his seat, from the beginning.
            self.viewer, self.since = message["viewer"], 0
            return await self.look(hall)
        self.since = message["number"]
        return message


@router.websocket("/matches/{match}/channel")
async def channel(
    socket: WebSocket,
    match: str,
    lang: Lang,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    since: Annotated[int, Query(ge=0, le=2**31)] = 0,
    invitation: Annotated[str | None, Query(max_length=64)] = None,
) -> None:
    hall: Hall = socket.app.state.hall
    identity: Identity = socket.app.state.identity
    await socket.accept()
    try:
        user = await identity.find(socket)
        user_id = user.id if user else None
        live = await hall.live(match)
        async with live.lock:
            viewer = hall.admit(live.match, user_id, seat, invitation)
    except FourWindsError as error:
        await _refuse(socket, error, lang)
        return
    looking = Looking(match, user_id, viewer, since, invitation, lang)
    try:
        with identity.sockets.one(user_id or address_of(socket)):
            await _talk(socket, hall, identity, looking)
    except ServerError as error:
        await _refuse(socket, error, lang)


async def _talk(socket: WebSocket, hall: Hall, identity: Identity, looking: Looking) -> None:
    """Push and hear until either ends."""
    match, viewer, lang = looking.match, looking.viewer, looking.language
    event = hall.listen(match, viewer)
    try:
        async with anyio.create_task_group() as both:

            async def until_end(work: Coroutine[Any, Any, None]) -> None:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await work
                both.cancel_scope.cancel()

            both.start_soon(until_end, _push(socket, hall, identity, event, looking))
            both.start_soon(until_end, _hear(socket, lang))
    finally:
        hall.hang_up(match, viewer, event)


async def _refuse(socket: WebSocket, error: FourWindsError, language: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(pack(shown(error, language)))
        await socket.close(POLICY, error.code)


async def _push(
    socket: WebSocket, hall: Hall, identity: Identity, event: asyncio.Event, looking: Looking
) -> None:
    """Send whenever there is something new: an update, or somebody came or went."""
    sent: object = None
    badge = identity.badge(socket)
    while True:
        event.clear()
        try:
            if await identity.recognise(badge) != looking.user:
                raise ServerError("not-signed-in", "expected you to be signed in still")
            message = await looking.look(hall)
        except FourWindsError as error:
            await _refuse(socket, error, looking.language)
            return
        news = (message["number"], message["present"])
        if news != sent:
            await socket.send_text(pack(spoken(message, looking.language)))
            sent = news
        patience = hall.patience(looking.match, looking.viewer)
        if patience is None:
            await event.wait()
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await event.wait()


async def _hear(socket: WebSocket, language: str) -> None:
    """Answer what the client sends, at a bounded rate; a noisy socket is closed.

    Frames that have come already are received without a pause, so each of them gives way: one
    socket must not hold up the loop.
    """
    frames = Bucket(FRAMES_A_SECOND, FRAMES_AT_ONCE, time.monotonic())
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not frames.take(time.monotonic()):
            too_many = ServerError("too-many", "expected fewer frames; wait a little")
            await _refuse(socket, too_many, language)
            return
        await asyncio.sleep(0)
        text = message.get("text")
        if text == "ping":
            await socket.send_text('"pong"')
        else:
            told = said("bad-request", 'expected "ping" or nothing', language)
            await socket.send_text(pack(told))
