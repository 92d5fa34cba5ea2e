"""The quick lane: what is asked most often, an action, without the general machinery of routes.

It is the same route as in `play`, with the same checks and answers; only the work of finding out
what a route needs, which costs more than playing, is done by hand.
"""

from __future__ import annotations

import re

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fourwinds.server.errors import respond
from fourwinds.server.identity import Identity, somebody
from fourwinds.server.play import play
from fourwinds.server.wire import MATCH_ID, PREFIX, ActionIn, answer

PATH = re.compile(f"{PREFIX}/matches/({MATCH_ID.strip('^$')})/actions")
ROUTE = Route(f"{PREFIX}/matches/{{match}}/actions", play)


def is_quick(scope: Scope) -> bool:
    return scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None


async def lane(scope: Scope, receive: Receive, send: Send) -> None:
    scope["route"] = ROUTE
    request = Request(scope, receive)
    try:
        response = await _act(request)
    except Exception as error:
        response = await respond(request, error)
    await response(scope, receive, send)


async def _act(request: Request) -> Response:
    identity: Identity = request.app.state.identity
    user = await somebody(await identity.find(request))
    sent = await request.body()
    if "json" not in request.headers.get("content-type", ""):
        raise _unreadable("header", "content-type", "expected application/json")
    try:
        body = ActionIn.model_validate_json(sent)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError(
            [{**each, "loc": ("body", *each["loc"])} for each in found]
        ) from None
    match = PATH.fullmatch(request.scope["path"])
    assert match is not None
    done = await play(match[1], body, user, identity.hall)
    return answer({"number": done.number})


def _unreadable(where: str, name: str, message: str) -> RequestValidationError:
    return RequestValidationError([{"type": "value_error", "loc": (where, name), "msg": message}])
