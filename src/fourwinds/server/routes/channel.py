"""The channel of a match: a WebSocket that takes commands and pushes what a viewer may see.

wire/channel.py has all that goes over it. The first push is the whole picture, each further one
what has changed; "ping" is answered by "pong". After a break a client connects again with the last
number it has heard, and sends again what was not acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Coroutine
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from fourwinds.core.errors import FourWindsError
from fourwinds.server.accounts.authentication import Authentication, address_of
from fourwinds.server.accounts.session_cache import Credential
from fourwinds.server.errors import ServerError, explained, first_fault, said, shown
from fourwinds.server.live.commands import Commands
from fourwinds.server.live.feeds import FEW_UPDATES, UPDATES_A_MILLISECOND, Subscription
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.localisation import Lang
from fourwinds.server.rate_limits import TokenBucket
from fourwinds.server.wire.base import pack
from fourwinds.server.wire.channel import COMMANDS, ChannelCommand, LookCommand, WhyNotCommand

router = APIRouter()
POLICY = 1008
SEND = "websocket.send"
METHOD = "WS"  # as the log and the metrics call what comes over a channel


@router.websocket("/matches/{match}/channel")
async def channel(
    socket: WebSocket,
    match: str,
    lang: Lang,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    since: Annotated[int, Query(ge=0, le=2**31)] = 0,
    invitation: Annotated[str | None, Query(max_length=64)] = None,
    watching: Annotated[bool, Query()] = False,
) -> None:
    """As `watching` everybody, players too, is sent what spectators are: for a shared screen."""
    registry: MatchRegistry = socket.app.state.registry
    auth: Authentication = socket.app.state.auth
    await socket.accept()
    try:
        user = await auth.find(socket)
        user_id = user.id if user else None
        live = await registry.get(match)
        async with live.lock:
            viewer = registry.check_access(live.match, user_id, seat, invitation)
        viewer = None if watching else viewer
        place = address_of(socket)
        news = live.match.number_for(viewer) - since
        if news > FEW_UPDATES:
            # What it costs to put all of it into words is known before.
            auth.worked.check(user_id or place)
            auth.worked.spend(user_id or place, news // UPDATES_A_MILLISECOND)
        subscription = Subscription(match, user_id, viewer, since, invitation, lang, watching)
        with auth.place_sockets.one(place), auth.sockets.one(user_id or place):
            await Channel(socket, subscription).run()
    except FourWindsError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(pack(shown(error, lang)))
            await socket.close(POLICY, error.code)


class Channel:
    """One open connection: a task that pushes, and one that reads commands one after the other."""

    def __init__(self, socket: WebSocket, subscription: Subscription) -> None:
        state = socket.app.state
        self.registry: MatchRegistry = state.registry
        self.auth: Authentication = state.auth
        self.commands: Commands = state.commands
        self.socket = socket
        self.subscription = subscription
        self.credential: Credential | None = self.auth.credential(socket)
        self.executing = asyncio.Lock()
        """A command that has come is executed even if its sender hangs up meanwhile."""

    async def run(self) -> None:
        """Until either side ends it; raises if we do."""
        refused: list[FourWindsError] = []
        with self.registry.subscribed(self.subscription):
            async with anyio.create_task_group() as both:

                async def until_end(work: Coroutine[Any, Any, None]) -> None:
                    try:
                        await work
                    except FourWindsError as error:
                        refused.append(error)
                    except (WebSocketDisconnect, RuntimeError):
                        pass
                    finally:
                        async with self.executing:
                            both.cancel_scope.cancel()

                both.start_soon(until_end, self._push())
                both.start_soon(until_end, self._read())
        if refused:
            raise refused[0]

    async def _push(self) -> None:
        """Send whenever there is something new: an update, or somebody came or went."""
        to, news = self.subscription, self.subscription.news
        while True:
            news.clear()
            await self._check_user()
            push = await self.registry.next_push(to)
            if push is not None:
                await self.socket.send({"type": SEND, "text": push})
            # Who was woken may find that an acknowledgement has brought it already.
            while not news.is_set():
                patience = self.registry.seconds_to_delayed(to.match, to.viewer)
                if patience is None:
                    await news.wait()
                    continue
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(patience):
                        await news.wait()
                break

    async def _check_user(self) -> None:
        if await self.auth.recognise(self.credential) != self.subscription.user:
            raise ServerError("not-signed-in", "expected you to be signed in still")

    async def _read(self) -> None:
        """Execute what the client sends, at a bounded rate; a noisy socket is closed.

        Frames that have come already are received without a pause, so each of them gives way: one
        socket must not hold up the loop.
        """
        settings = self.registry.settings
        frames = TokenBucket(settings.requests, settings.burst, time.monotonic())
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not frames.take(time.monotonic()):
                raise ServerError("too-many", "expected fewer frames; wait a little")
            text = message.get("text") or ""
            if text == "ping":
                await asyncio.sleep(0)
                await self.socket.send_text('"pong"')
            else:
                async with self.executing:
                    answer = await self._execute(text)
                text = await self._with_push(answer)
                await self.socket.send({"type": SEND, "text": text})

    async def _with_push(self, answer: dict[str, Any]) -> str:
        """What was done is acknowledged and shown in one message, if it is not shown yet."""
        if answer.get("ack") is not None and "number" in answer:
            self.subscription.news.clear()
            push = await self.registry.next_push(self.subscription)
            if push is not None:
                return f'{push[:-1]},"ack":{pack(answer["ack"])}}}'
        return pack(answer)

    async def _execute(self, text: str) -> dict[str, Any]:
        """The acknowledgement of a command, or why it is not done."""
        began, name, status = time.perf_counter(), "unread", 200
        language = self.subscription.language
        key = None
        try:
            command = COMMANDS.validate_json(text)
            name, key = command.do, command.key
            answer = {"ack": key, **await self._answer(command)}
        except ValidationError as error:
            await asyncio.sleep(0)
            status, key = 422, _key_in(text)
            told = said("bad-request", first_fault(error.errors()), language)
            answer = {"nack": key, "error": told["error"]}
        except Exception as error:
            status, told = explained(error, language)
            answer = {"nack": key, "error": told["error"]}
        # Every move would be a line, so those that were executed are told for debugging only.
        level = logging.DEBUG if status == 200 else logging.INFO
        self.socket.app.outer.note(METHOD, name, status, time.perf_counter() - began, level)
        return answer

    async def _answer(self, command: ChannelCommand) -> dict[str, Any]:
        to = self.subscription
        await self._check_user()
        if isinstance(command, LookCommand):
            to.start_over()
            return {}
        if to.user is None:
            raise ServerError("not-signed-in", "expected a guest, an account or a token")
        self.auth.persons.take(to.user)
        if isinstance(command, WhyNotCommand):
            seat, action = command.seat, command.action
            found = await self.commands.why_not(to.match, to.user, seat, action, to.language)
            return {"refusal": found}
        program = self.credential is not None and self.credential.of_program
        # What has a key is acknowledged, with what is new: see `_with_push`.
        doer = None if command.key is None else to.news
        return await self.commands.execute(to.match, to.user, command, program=program, doer=doer)


def _key_in(text: str) -> str | None:
    """The key of a command that could not be read, if that could."""
    try:
        found = json.loads(text)["key"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None
