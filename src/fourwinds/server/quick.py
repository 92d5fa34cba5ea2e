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

from fourwinds.server.identity import Identity, somebody
from fourwinds.server.play import play
from fourwinds.server.wire import MATCH_ID, ActionIn, answer

PATH = "/matches/{match}/actions"
PROPER = re.compile(MATCH_ID)


async def act(request: Request) -> Response:
    request.scope["route"] = LANE
    identity: Identity = request.app.state.identity
    user = await somebody(await identity.find(request))
    match = request.path_params["match"]
    if not PROPER.fullmatch(match):
        raise _unreadable("path", "match", "expected the id of a match")
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
    done = await play(match, body, user, identity.hall)
    return answer({"number": done.number})


def _unreadable(where: str, name: str, message: str) -> RequestValidationError:
    return RequestValidationError([{"type": "value_error", "loc": (where, name), "msg": message}])


LANE = Route(PATH, act, methods=["POST"])
