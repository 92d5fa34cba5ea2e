"""Messages between the processes of one server, over Redis.

That a match has gone on is told over a channel of its own, which processes hear that have it in
memory; the rest goes to all.

Only ids, numbers and seats go over it, and nothing depends on it: a process that misses one finds
the same in the database a little later. Without Redis, or while it is away, the bus says nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any

from fourwinds.server.runtime.shutdown import end_all

log = logging.getLogger("fourwinds.server")
MOST_WAITING = 10_000
LONGEST_PAUSE = 2.0
FOLLOW, UNFOLLOW = "+", "-"
Message = dict[str, Any]


class Bus:
    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self.process = secrets.token_hex(6)
        self.hear: Callable[[Message], None] = lambda message: None
        self.came_up: Callable[[], None] = lambda: None
        self.followed: Callable[[str], None] = lambda match: None
        """Called when moves of a match are heard from now on; there may be some already."""
        self._followed: set[str] = set()
        self._outgoing: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_WAITING)
        self._up = False

    @property
    def up(self) -> bool:
        return self._up

    def tell(self, kind: str, **more: Any) -> None:
        """Tell all other processes, if they can be reached."""
        self._put(self._channel, {"from": self.process, "kind": kind, **more})

    def tell_moved(self, match: str, number: int) -> None:
        """Tell those who have the match in memory: every move does, and few need to know."""
        message = {"from": self.process, "kind": "match", "match": match, "number": number}
        self._put(self._channel_of(match), message)

    def follow(self, match: str) -> None:
        """Hear of the moves in a match from now on."""
        if self._url:
            self._followed.add(match)
            self._put(FOLLOW, match)

    def unfollow(self, match: str) -> None:
        self._followed.discard(match)
        self._put(UNFOLLOW, match)

    def _put(self, where: str, what: Message | str) -> None:
        if self._up:
            with contextlib.suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(
                    (where, what if isinstance(what, str) else json.dumps(what))
                )

    def _channel_of(self, match: str) -> str:
        return f"{self._channel} {match}"

    async def run(self) -> None:
        """Connect, and connect again after every break."""
        if not self._url:
            return
        from redis.asyncio import Redis
        from redis.exceptions import RedisError

        pause = 0.1
        while True:
            client = Redis.from_url(self._url, socket_connect_timeout=5, health_check_interval=10)
            try:
                async with client, client.pubsub() as subscriptions:
                    await subscriptions.subscribe(self._channel)
                    for match in list(self._followed):
                        await subscriptions.subscribe(self._channel_of(match))
                    sending = asyncio.create_task(self._send(client, subscriptions))
                    receiving = asyncio.create_task(self._listen(subscriptions))
                    log.info("the bus is up")
                    self._up, pause = True, 0.1
                    self.came_up()
                    try:
                        await asyncio.wait(
                            (sending, receiving), return_when=asyncio.FIRST_COMPLETED
                        )
                    finally:
                        await end_all((sending, receiving))
                    for task in (sending, receiving):
                        if task.done() and not task.cancelled():
                            task.result()
            except (RedisError, OSError) as error:
                log.warning("the bus is down: %s", type(error).__name__)
            finally:
                self._up = False
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _send(self, client: Any, subscriptions: Any) -> None:
        while True:
            where, what = await self._outgoing.get()
            if where == FOLLOW:
                await subscriptions.subscribe(self._channel_of(what))
            elif where == UNFOLLOW:
                if what not in self._followed:
                    await subscriptions.unsubscribe(self._channel_of(what))
            else:
                await client.publish(where, what)

    async def _listen(self, subscriptions: Any) -> None:
        async for came in subscriptions.listen():
            if came["type"] == "subscribe":
                match = came["channel"].decode().removeprefix(self._channel).strip()
                if match:
                    self.followed(match)
            if came["type"] != "message":
                continue
            try:
                message = json.loads(came["data"])
                if message["from"] != self.process:
                    self.hear(message)
            except (ValueError, KeyError, TypeError):
                log.warning("the bus carried something unreadable")
