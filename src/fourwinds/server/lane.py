"""The lane: an action, which is asked most often, goes straight from the parser to its match.

It is the same route as in `play`, with the same answers. Only the plain case goes this way:
somebody known, an action that reads well. Whatever is unusual about a request goes the general way,
through the application, and so does all that is refused before its match is asked.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from fourwinds.server.errors import respond
from fourwinds.server.gate import Gate
from fourwinds.server.identity import Identity
from fourwinds.server.logs import request_id
from fourwinds.server.play import act
from fourwinds.server.wire import MATCH_ID, PREFIX, ActionIn, pack
from fourwinds.store.people import User

PATH = re.compile(f"{PREFIX}/matches/({MATCH_ID.strip('^$')})/actions".encode())
ROUTE = "/matches/{match}/actions"  # as the log and the measures call it either way
LONGEST = 2048
LONGEST_LENGTH = len(str(LONGEST))
STATE = "lane"


@dataclass(frozen=True)
class Lane:
    """What the lane needs of the application; the server has it in the state of its lifespan."""

    gate: Gate
    identity: Identity


@dataclass(eq=False, slots=True)
class Request:
    """An action on its way; to uvicorn it looks like a request that is being answered."""

    match: str
    scope: Any
    keep_alive: bool
    body: bytes = b""
    response_complete: bool = False
    disconnected: bool = False
    message_event: asyncio.Event = field(default_factory=asyncio.Event)


class LaneProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, and the lane."""

    cycle: Any
    _taken: Request | None = None

    def on_headers_complete(self) -> None:
        self._taken = self._take()
        if self._taken is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._taken is None:
            super().on_body(body)
        else:
            self._taken.body += body

    def on_message_complete(self) -> None:
        request, self._taken = self._taken, None
        if request is None:
            super().on_message_complete()
            return
        lane: Lane = self.app_state[STATE]
        user = lane.identity.known(HTTPConnection(request.scope))
        action = None if user is None else _read(request.body)
        if user is None or action is None:
            super().on_headers_complete()
            super().on_body(request.body)
            super().on_message_complete()
            return
        self.cycle = request
        task = self.loop.create_task(self._answer(lane, request, user, action))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    def _take(self) -> Request | None:
        """The request, if it is a plain action."""
        found = PATH.fullmatch(self.url)
        if found is None or self.parser.get_method() != b"POST" or self.root_path:
            return None
        if self.cycle is not None and not self.cycle.response_complete:
            return None
        headers = dict(self.headers)
        length = headers.get(b"content-length", b"")
        if (
            len(headers) != len(self.headers)
            or not length.isdigit()
            or len(length) > LONGEST_LENGTH  # leading zeros go the general way
            or not 0 < int(length) <= LONGEST
            or b"json" not in headers.get(b"content-type", b"")
            or b"upgrade" in headers
            or self.expect_100_continue
            or self.parser.get_http_version() != "1.1"
            or STATE not in self.app_state
        ):
            return None
        scope: Any = self.scope
        scope["method"], scope["query_string"] = "POST", b""
        scope["path"] = self.url.decode()
        return Request(found[1].decode(), scope, self.parser.should_keep_alive())

    async def _answer(self, lane: Lane, request: Request, user: User, action: ActionIn) -> None:
        began, status = time.perf_counter(), 200
        asked = lane.gate.request_id(request.scope)
        request_id.set(asked)
        try:
            done = await act(lane.identity.hall, request.match, user, action)
            body = pack(done).encode()
        except Exception as error:
            response = await respond(HTTPConnection(request.scope), error)
            status, body = response.status_code, bytes(response.body)
        if not (request.disconnected or self.transport.is_closing()):
            self._send(lane.gate, request, status, asked, body)
        request.response_complete = True
        if not request.keep_alive:
            self.transport.close()
        self.on_response_complete()
        lane.gate.note("POST", ROUTE, status, time.perf_counter() - began)

    def _send(self, gate: Gate, request: Request, status: int, asked: str, body: bytes) -> None:
        head = [STATUS_LINE[status]]
        for name, value in self.server_state.default_headers:
            head += [name, b": ", value, b"\r\n"]
        if not request.keep_alive:
            head.append(b"connection: close\r\n")
        more = f"content-length: {len(body)}\r\nx-request-id: {asked}\r\n\r\n".encode()
        self.transport.write(b"".join([*head, gate.block, more, body]))


def _read(body: bytes) -> ActionIn | None:
    try:
        return ActionIn.model_validate_json(body)
    except ValidationError:
        return None
