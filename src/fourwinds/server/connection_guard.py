"""Limits on connections for servers without a proxy in front: heads of requests are short and come
soon, bodies too, and one address keeps a limited number of connections open. And, with or without
a proxy, on what a WebSocket sends: frames that never reach the application, such as pings and empty
parts of a message, cost time too, and all that has come at once is read at once.

Documented interfaces alone are used. `GuardedProtocol` and `GuardedChannel` are asyncio protocols,
given to uvicorn by its settings `http` and `ws`; they pass everything on to uvicorn's own protocols
and watch the clock. `Guard` is ASGI middleware: when a request reaches it, its head has been read.
It finds the connection by its two ends.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fourwinds.server.rate_limits import TokenBucket, network_of

LARGEST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
LARGEST_REST = 16 * 1024 * 1024
"""Bytes of a refused body that are still read, so that its sender hears why."""
USUAL_COMMAND = 256
"""Bytes; a command of a match is shorter, so that counting frames decides for who plays."""
LEAST_BURST = 32 * 1024
"""Bytes that a channel may send at once whatever the settings: several of the longest frames."""
TOO_MUCH = b"\x88\x02\x03\xf0"
"""A frame that closes a WebSocket with the code 1008."""
TOO_LARGE = b"431 Request Header Fields Too Large"
TOO_SLOW = b"408 Request Timeout"
Ends = tuple[object, ...]
"""Address and port of the other side and of ours."""
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_watched: dict[Ends, GuardedProtocol] = {}
"""The connections of this process that have not become channels."""


class Connections:
    """The open connections of each address; trusted proxies bring those of many and are free."""

    def __init__(self, most: int, proxies: str) -> None:
        self.most = most
        self.proxies = frozenset(each.strip() for each in proxies.split(",")) - {""}
        self._networks = [found for each in self.proxies if (found := _network(each)) is not None]
        self._open: dict[str, set[asyncio.Transport]] = {}

    def trusts(self, host: str) -> bool:
        """Whether somebody there looks after his connections himself; a Unix socket has no host."""
        if not host or host in self.proxies or "*" in self.proxies:
            return True
        found = _network(host)
        return found is not None and any(
            found.version == each.version and found.network_address in each
            for each in self._networks
        )

    def add(self, transport: asyncio.Transport) -> bool:
        """Whether the address of a new connection may have one more."""
        place = network_of(_host(transport))
        there = self._open.setdefault(place, set())
        if len(there) >= self.most:
            # A connection that became a channel ends without us, so we look who is still there.
            there.difference_update([each for each in there if each.is_closing()])
        if len(there) >= self.most:
            return False
        there.add(transport)
        return True

    def tidy(self) -> None:
        """Forget connections that are closed."""
        for place, there in list(self._open.items()):
            there.difference_update([each for each in there if each.is_closing()])
            if not there:
                del self._open[place]


def _network(text: str) -> Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


def _host(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def _ends(transport: asyncio.Transport) -> Ends:
    names = (transport.get_extra_info(name) for name in ("peername", "sockname"))
    return tuple(part for name in names if isinstance(name, tuple) for part in name[:2])


def _length(scope: Scope) -> int:
    """How long the body of a request may be, 0 if it has none."""
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return LARGEST_REST
        if name == b"content-length":
            digits = value.lstrip(b"0")
            known = digits.isdigit() and len(digits) < 9
            return min(int(digits), LARGEST_REST) if known else LARGEST_REST * bool(digits)
    return 0


class Guard:
    """Middleware that tells a connection that its request has come, and hands it on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ends = (*(scope.get("client") or ()), *(scope.get("server") or ()))
        connection = _watched.get(ends)
        if connection is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            connection.release()
            await self._app(scope, receive, send)
        else:
            await connection.answer(self._app, scope, receive, send)


class GuardedProtocol(asyncio.Protocol):
    """A connection that is watched; one of a trusted proxy is only passed on."""

    def __init__(self, connections: Connections, **uvicorns: Any) -> None:
        """`uvicorns` is whatever uvicorn gives its protocols."""
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._inner = HttpToolsProtocol(**uvicorns)
        self._transport: asyncio.Transport | None = None
        self._ends: Ends = ()
        self._guarded = False
        self._head = 0
        self._answering = 0
        self._timer: asyncio.TimerHandle | None = None
        self._check: asyncio.Handle | None = None

    def connection_made(self, transport: Any) -> None:
        # Not always an asyncio.Transport: uvloop has its own.
        self._transport = transport
        self._guarded = not self._connections.trusts(_host(transport))
        self._inner.connection_made(transport)
        if not self._guarded:
            return
        if self._connections.add(transport):
            self._ends = _ends(transport)
            _watched[self._ends] = self
            self._await_head()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if not self._guarded:
            self._inner.data_received(data)
            return
        if self._answering == 0:
            self._head += len(data)
            self._await_head()
        self._inner.data_received(data)
        if self._answering == 0:
            # If the head is whole, the application is called before this; several pieces may come
            # before either, so that what was planned for an earlier one says nothing.
            if self._check is not None:
                self._check.cancel()
            self._check = self._loop.call_soon(self._check_head)

    def connection_lost(self, error: Exception | None) -> None:
        self.release()
        self._inner.connection_lost(error)

    def eof_received(self) -> None:
        self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def release(self) -> None:
        """It is over, or has become a channel, which is no longer ours."""
        self._guarded = False
        self._stop_timer()
        if _watched.get(self._ends) is self:
            del _watched[self._ends]

    def _check_head(self) -> None:
        if self._answering == 0 and self._head > LARGEST_HEAD:
            self._refuse(TOO_LARGE)

    def _await_head(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(HEAD_SECONDS, self._refuse, TOO_SLOW)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, status: bytes) -> None:
        self._stop_timer()
        there = self._transport
        # A connection that became a channel is no longer ours.
        if there is None or there.is_closing() or there.get_protocol() is not self:
            return
        there.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        there.close()

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer a request whose head has come, and watch for its body."""
        self._answering += 1
        self._head = 0
        self._stop_timer()
        length = _length(scope)
        waiting = self._loop.call_later(BODY_SECONDS, self._give_up) if length else None

        async def taking() -> Message:
            nonlocal length
            message = await receive()
            if waiting is not None and not message.get("more_body", False):
                length = 0
                waiting.cancel()
            return message

        try:
            await app(scope, taking, send)
        finally:
            self._answering -= 1
            if waiting is not None:
                waiting.cancel()
            if length and self._guarded:
                # It was answered before all of it had come; the rest is no head.
                self._head = -length
                self._timer = self._loop.call_later(BODY_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self._transport is not None:
            self._transport.close()


class GuardedChannel(asyncio.Protocol):
    """A WebSocket that is closed, unread, when it sends more than its share of bytes."""

    def __init__(self, requests: float, burst: float, **uvicorns: Any) -> None:
        """`requests` a second and `burst` are what a person may do; `uvicorns` as above."""
        self._loop = asyncio.get_running_loop()
        self._inner = WebSocketsSansIOProtocol(**uvicorns)
        most = max(LEAST_BURST, USUAL_COMMAND * burst)
        self._bytes = TokenBucket(USUAL_COMMAND * requests, most, self._loop.time())
        self._transport: asyncio.Transport | None = None
        self._upgraded = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if not self._upgraded:
            # The head of the request, which was read and measured as such.
            self._upgraded = True
        elif not self._bytes.take(self._loop.time(), len(data)):
            there = self._transport
            if there is not None and not there.is_closing():
                there.write(TOO_MUCH)
                there.close()
            return
        self._inner.data_received(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._inner.connection_lost(error)

    def eof_received(self) -> None:
        self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
