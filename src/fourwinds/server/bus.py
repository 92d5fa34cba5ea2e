"""Bus: what the processes of one server tell each other, over Redis.

Only ids, numbers and seats go over it, and nothing depends on it: whoever misses a message finds
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

log = logging.getLogger("fourwinds.server")
MOST_WAITING = 10_000
LONGEST_PAUSE = 2.0
Message = dict[str, Any]


class Bus:
    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self.process = secrets.token_hex(6)
        self.hear: Callable[[Message], None] = lambda message: None
        self.came_up: Callable[[], None] = lambda: None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._up = False

    @property
    def up(self) -> bool:
        return self._up

    def tell(self, kind: str, **more: Any) -> None:
        """Tell all other processes, if they can be reached."""
        if self._up:
            with contextlib.suppress(asyncio.QueueFull):
                message = {"from": self.process, "kind": kind, **more}
                self._outgoing.put_nowait(json.dumps(message))

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
                async with client, client.pubsub() as listening:
                    await listening.subscribe(self._channel)
                    sending = asyncio.create_task(self._send(client))
                    hearing = asyncio.create_task(self._listen(listening))
                    log.info("the bus is up")
                    self._up, pause = True, 0.1
                    self.came_up()
                    try:
                        await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        for task in (sending, hearing):
                            task.cancel()
                        ended = await asyncio.gather(sending, hearing, return_exceptions=True)
                    for each in ended:
                        if isinstance(each, Exception):
                            raise each
            except (RedisError, OSError) as error:
                log.warning("the bus is down: %s", type(error).__name__)
            finally:
                self._up = False
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _send(self, client: Any) -> None:
        while True:
            text = await self._outgoing.get()
            await client.publish(self._channel, text)

    async def _listen(self, listening: Any) -> None:
        async for came in listening.listen():
            if came["type"] != "message":
                continue
            try:
                message = json.loads(came["data"])
                if message["from"] != self.process:
                    self.hear(message)
            except (ValueError, KeyError, TypeError):
                log.warning("the bus carried something unreadable")
