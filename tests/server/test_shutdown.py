"""A server that is told to stop ends, whatever its parts are at."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any

import pytest

from fourwinds.server.live.bus import Bus
from fourwinds.server.runtime.shutdown import end_all, in_time


class Stubborn:
    """Waits like a library that swallows a cancellation now and then, as Redis's client does."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.waits = asyncio.Event()

    async def publish(self, where: str, what: str) -> None:
        self.waits.set()
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                if self.times == 0:
                    raise
                self.times -= 1
                return


def test_a_swallowed_cancellation_is_repeated() -> None:
    async def run() -> None:
        client = Stubborn(times=1)

        async def again_and_again() -> None:
            while True:
                await client.publish("", "")

        task = asyncio.create_task(again_and_again())
        await client.waits.wait()
        await end_all([task])
        assert task.cancelled()

    asyncio.run(run())


def test_the_bus_ends_though_its_client_swallows_cancellations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients: list[Stubborn] = []

    class Listening:
        async def subscribe(self, channel: str) -> None: ...

        async def listen(self) -> Any:
            await asyncio.sleep(3600)
            yield {}

    class Client(Stubborn):
        @contextlib.asynccontextmanager
        async def pubsub(self) -> Any:
            yield Listening()

        async def __aenter__(self) -> Client:
            return self

        async def __aexit__(self, *error: object) -> None: ...

        @staticmethod
        def from_url(url: str, **more: object) -> Client:
            made = Client(times=1)
            clients.append(made)
            return made

    monkeypatch.setattr("redis.asyncio.Redis", Client)

    async def run() -> None:
        bus = Bus("redis://nowhere", "channel")
        task = asyncio.create_task(bus.run())
        while not bus.up:
            await asyncio.sleep(0)
        bus.tell("news")
        await clients[0].waits.wait()
        await end_all([task])
        assert task.cancelled()
        assert len(clients) == 1

    asyncio.run(run())


def test_what_does_not_end_is_said_and_left(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        client = Stubborn(times=10**6)

        async def for_ever() -> None:
            while client.times:
                await client.publish("", "")

        task = asyncio.create_task(for_ever())
        await client.waits.wait()
        await end_all([task], patience=0.1)
        assert not task.done()
        client.times = 0
        await end_all([task])

    asyncio.run(run())
    assert "does not end" in caplog.text


def test_a_thread_that_hangs_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    released = threading.Event()

    async def run() -> None:
        await in_time(asyncio.to_thread(released.wait), "it hangs", patience=0.1)
        released.set()

    asyncio.run(run())
    assert "it hangs" in caplog.text
