"""Connections that are slow, large or many, at a server without a proxy in front."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fourwinds.server import connection_guard
from fourwinds.server.connection_guard import Connections, Guard, GuardedChannel, GuardedProtocol

UPGRADE = (
    b"GET / HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
HELLO = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
Connect = Callable[[], socket.socket]


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    if scope["path"] == "/refused":
        await PlainTextResponse("too large", 413)(scope, receive, send)
        return
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} bytes")(scope, receive, send)


@contextmanager
def serving(most: int = 100, proxies: str = "") -> Iterator[Connect]:
    config = uvicorn.Config(
        Guard(app),
        port=0,
        http=partial(GuardedProtocol, Connections(most, proxies)),  # type: ignore[arg-type]
        ws=partial(GuardedChannel, 30, 120),  # type: ignore[arg-type]
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    server = uvicorn.Server(config)

    def run() -> None:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve())

    thread = threading.Thread(target=run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield lambda: socket.create_connection(("127.0.0.1", port), timeout=20)
    finally:
        server.should_exit = True
        thread.join()


def answer(line: socket.socket) -> bytes:
    """All that comes until the other side closes, or stops for a second."""
    line.settimeout(20)
    got = b""
    while True:
        try:
            more = line.recv(65536)
        except (TimeoutError, ConnectionResetError):
            return got
        if not more:
            return got
        got += more
        line.settimeout(0.5)


def until(line: socket.socket, end: bytes, times: int = 1) -> None:
    """Read until that has come so often."""
    got = b""
    while got.count(end) < times:
        more = line.recv(4096)
        assert more, got
        got += more


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_guard, "HEAD_SECONDS", 0.6)
    monkeypatch.setattr(connection_guard, "BODY_SECONDS", 0.8)


@pytest.mark.usefixtures("hasty")
def test_a_head_that_does_not_come_ends_the_connection() -> None:
    with serving() as connect:
        for begun in (b"", b"GET / HTTP/1.1\r\nhost: here\r\n"):
            with connect() as line:
                line.sendall(begun)
                began = time.monotonic()
                assert answer(line).startswith(b"HTTP/1.1 408")
                assert time.monotonic() - began < 10
        with connect() as line:  # a byte now and then does not help, nor a first whole request
            line.sendall(HELLO)
            assert answer(line).endswith(b"0 bytes")
            for byte in HELLO:
                try:
                    line.sendall(bytes([byte]))
                except OSError:
                    break
                time.sleep(0.1)
            else:
                pytest.fail("the connection was kept open")


@pytest.mark.usefixtures("hasty")
def test_a_body_that_does_not_come_ends_the_connection() -> None:
    with serving() as connect, connect() as line:
        line.sendall(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\n12345")
        began = time.monotonic()
        assert b"200" not in answer(line)
        assert time.monotonic() - began < 10


def test_a_head_has_a_length() -> None:
    with serving() as connect:
        with connect() as line:
            line.sendall(b"GET / HTTP/1.1\r\nhost: here\r\n")
            sent = 0
            try:
                while sent < 67_000_000:
                    line.sendall(b"x-more: " + b"x" * 8000 + b"\r\n")
                    sent += 8010
            except OSError:
                pass
            assert sent < 8_000_000  # what the kernel buffers counts as sent
        with connect() as line:  # a large body is no large head
            body = b"x" * 200_000
            line.sendall(b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 200000\r\n\r\n" + body)
            assert answer(line).endswith(b"200000 bytes")
        with connect() as line:  # nor is the rest of one that was refused
            head = b"POST /refused HTTP/1.1\r\nhost: here\r\ncontent-length: 400000\r\n\r\n"
            line.sendall(head + body)
            until(line, b"too large")
            line.sendall(body + HELLO)
            until(line, b"0 bytes")


@pytest.mark.usefixtures("hasty")
def test_usual_requests_and_channels_are_left_alone() -> None:
    with serving() as connect, connect() as line, connect() as channel:
        channel.sendall(UPGRADE)
        for _ in range(4):
            line.sendall(HELLO)
            until(line, b"0 bytes")
            time.sleep(0.3)
        line.sendall(HELLO * 3)  # one after the other without waiting
        until(line, b"0 bytes", 3)
        until(channel, b"101 Switching")
        channel.sendall(b"\x81\x82\x00\x00\x00\x00hi")
        until(channel, b"\x81\x02hi")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("proxies", ["127.0.0.1", "127.0.0.0/8", "*"])
def test_a_trusted_proxy_is_left_alone(proxies: str) -> None:
    with serving(most=1, proxies=proxies) as connect:
        lines = [connect() for _ in range(3)]
        time.sleep(1)
        for line in lines:
            line.sendall(HELLO)
            until(line, b"0 bytes")
            line.close()


def test_nothing_is_kept_of_a_connection_that_is_over() -> None:
    with serving() as connect:
        for _ in range(3):
            with connect() as line:
                line.sendall(HELLO)
                until(line, b"0 bytes")
    assert not connection_guard._watched


def test_an_address_has_only_so_many_connections() -> None:
    with serving(most=5) as connect:
        lines = [connect() for _ in range(5)]
        for line in lines:
            line.sendall(HELLO)
            until(line, b"0 bytes")
        with connect() as more:
            assert answer(more) == b""
        lines.pop().close()
        time.sleep(0.5)
        with connect() as again:
            again.sendall(HELLO)
            until(again, b"0 bytes")
        for line in lines:
            line.close()


@pytest.mark.parametrize(
    "frame",
    [b"\x81\x80", b"\x89\x80", b"\x8a\x80", b"\x00\x80"],
    ids=["text", "ping", "pong", "part"],
)
def test_a_flood_of_empty_frames_is_cut_off_unread(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = WebSocketsSansIOProtocol.data_received

    def count(protocol: WebSocketsSansIOProtocol, data: bytes) -> None:
        read.append(len(data))
        real(protocol, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", count)
    with serving() as connect, connect() as channel, connect() as other:
        channel.sendall(UPGRADE)
        until(channel, b"101 Switching")
        read.clear()
        flood = b"\x01\x80" + bytes(4) + (frame + bytes(4)) * 60_000
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            channel.sendall(flood * 100)
        assert sum(read) <= connection_guard.LEAST_BURST + 2 * connection_guard.USUAL_COMMAND * 30
        other.sendall(HELLO)
        until(other, b"0 bytes")


def test_a_channel_may_send_for_long_what_people_send() -> None:
    text = b'{"do":"play","seat":0,"action":17,"decision":"112.0","key":"0123456789abcdef"}'
    frame = b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text
    with serving() as connect, connect() as channel:
        channel.sendall(UPGRADE)
        until(channel, b"101 Switching")
        for _ in range(120):  # as many as may come at once
            channel.sendall(frame)
        until(channel, text, 120)
