"""Gate: every request passes it. Size limit, security headers, one line of log, measures."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourwinds.server.errors import said
from fourwinds.server.measures import Measures
from fourwinds.server.speaking import language_of
from fourwinds.server.wire import answer

HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]
METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS")
log = logging.getLogger("fourwinds.access")


class Gate:
    def __init__(self, app: ASGIApp, measures: Measures, largest: int) -> None:
        self.app = app
        self.measures = measures
        self.largest = largest
        self.expected = f"expected at most {largest} bytes"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, got = time.perf_counter(), 500, 0

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
                own = {name for name, _ in message["headers"]}
                added = [header for header in HEADERS if header[0] not in own]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            if _length(scope) > self.largest:
                language = language_of(HTTPConnection(scope))
                refusal = answer(said("too-large", self.expected, language), 413)
                await refusal(scope, receive, sending)
            else:
                await self.app(scope, taking, sending)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """The route, never the path or the query: those may hold what opens doors."""
        route: Any = scope.get("route")
        name = getattr(route, "path", "none")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.measures.requests.labels(method, name, str(status)).inc()
        self.measures.seconds.labels(name).observe(seconds)
        if log.isEnabledFor(logging.INFO):
            took = round(seconds * 1000, 1)
            line = {"method": method, "route": name, "status": status, "ms": took}
            log.info(json.dumps(line))


def _length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:12])
    return 0
