"""The middleware of every request: size limit, security headers, access log, metrics."""

from __future__ import annotations

import logging
import time
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourwinds.server.errors import said
from fourwinds.server.localisation import language_of
from fourwinds.server.logs import new_request_id, request_id
from fourwinds.server.metrics import Metrics
from fourwinds.server.wire.base import answer

HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
    (b"cache-control", b"no-store"),
]
OVER_TLS = (b"strict-transport-security", b"max-age=31536000")
METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS")
log = logging.getLogger("fourwinds.access")


class Middleware:
    def __init__(
        self,
        app: ASGIApp,
        measures: Metrics,
        largest: int,
        secure: bool,
        behind_proxy: bool,
    ) -> None:
        self.app = app
        self.measures = measures
        self.largest = largest
        self.headers = [*HEADERS, OVER_TLS] if secure else HEADERS
        self.names = frozenset(name for name, _ in self.headers)
        self.block = b"".join(
            name + b": " + value + b"\r\n"
            for name, value in [*self.headers, (b"content-type", b"application/json")]
        )
        """The headers as bytes, for an answer in JSON."""
        self.behind_proxy = behind_proxy
        self.expected = f"expected at most {largest} bytes"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, got = time.perf_counter(), 500, 0
        asked = self.request_id(scope)
        token = request_id.set(asked)

        async def taking() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.largest:
                raise HTTPException(413, self.expected)
            return message

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = message["headers"]
                added = self.headers
                if not self.names.isdisjoint([name for name, _ in given]):
                    own = {name for name, _ in given}
                    added = [header for header in added if header[0] not in own]
                mark = (b"x-request-id", asked.encode())
                message = {**message, "headers": [*given, *added, mark]}
            await send(message)

        try:
            if _length(scope) > self.largest:
                language = language_of(HTTPConnection(scope))
                refusal = answer(said("too-large", self.expected, language), 413)
                await refusal(scope, receive, sending)
            else:
                await self.app(scope, taking, sending)
        finally:
            route: Any = scope.get("route")
            method = scope["method"] if scope["method"] in METHODS else "other"
            name = getattr(route, "path", "none")
            self.note(method, name, status, time.perf_counter() - began)
            request_id.reset(token)

    def request_id(self, scope: Scope) -> str:
        return new_request_id(_header(scope, b"x-request-id") if self.behind_proxy else None)

    def note(
        self, method: str, route: str, status: int, seconds: float, level: int = logging.INFO
    ) -> None:
        """The route, never the path or the query: those may hold what opens doors."""
        self.measures.request(method, route, status, seconds)
        if log.isEnabledFor(level):
            took = round(seconds * 1000, 1)
            line = {"method": method, "route": route, "status": status, "ms": took}
            # Where in the code a line was written is of no use here and costs more than the line.
            record = log.makeRecord(log.name, level, "", 0, "request", (), None)
            record.fields = line
            log.handle(record)


def _header(scope: Scope, wanted: bytes) -> str | None:
    for name, value in scope["headers"]:
        if name == wanted:
            return str(value, "latin-1")
    return None


def _length(scope: Scope) -> int:
    value = _header(scope, b"content-length")
    if value is None or not (value.isascii() and value.isdigit()):
        return 0
    # Leading zeros must not make a large number look small; a longer one is too large anyway.
    return int(value.lstrip("0")[:12] or "0")
