"""Errors as they leave the server: one table from codes to HTTP."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.server.wire import Problem, Trouble, answer

STATUS = {
    # The rules and the plan of a match.
    "unknown-game": 422,
    "unknown-bot": 422,
    "bad-options": 422,
    "bad-components": 422,
    "bad-seats": 422,
    "bad-clock": 422,
    "bad-text": 422,
    "bad-position": 422,
    "bad-request": 422,
    # Whose it is.
    "not-signed-in": 401,
    "bad-password": 401,
    "bad-origin": 403,
    "banned": 403,
    "not-your-seat": 403,
    "not-host": 403,
    "not-invited": 403,
    "no-such-match": 404,
    "not-found": 404,
    "bad-method": 405,
    # What does not fit the present.
    "seat-taken": 409,
    "already-seated": 409,
    "not-started": 409,
    "already-started": 409,
    "seats-open": 409,
    "match-ended": 409,
    "not-ended": 409,
    "stale-decision": 409,
    "nothing-to-retract": 409,
    "nothing-to-undo": 409,
    "nothing-asked": 409,
    "not-absent": 409,
    "bot-stands-in": 409,
    "out-of-time": 409,
    "login-taken": 409,
    # Too much.
    "too-large": 413,
    "too-many": 429,
    # Ours.
    "internal": 500,
    "unavailable": 503,
}
REFUSED_BY_RULES = 422
BY_STATUS = {404: "not-found", 405: "bad-method", 413: "too-large"}
log = logging.getLogger("fourwinds.server")


class ServerError(FourWindsError):
    """Refused by the server itself; `code` is in STATUS."""

    def __init__(self, code: str, message: str, present: dict[str, Any] | None = None) -> None:
        assert code in STATUS
        self.code = code
        self.present = present
        super().__init__(message)


def problem(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    return Trouble(error=Problem(code=code, message=message, rule=rule)).model_dump()


def status_of(error: FourWindsError) -> int:
    return STATUS.get(error.code, REFUSED_BY_RULES)


def shown(error: FourWindsError) -> dict[str, Any]:
    """An error as it is sent; a stale action brings the present state with it."""
    rule = error.rule if isinstance(error, IllegalAction) else None
    out = problem(error.code, str(error), rule)
    if isinstance(error, ServerError) and error.present is not None:
        out["present"] = error.present
    return out


def install(app: FastAPI) -> None:
    @app.exception_handler(FourWindsError)
    async def refused(request: Request, error: FourWindsError) -> Response:
        return answer(shown(error), status_of(error))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part)[:40] for part in first["loc"])
        return answer(problem("bad-request", f"{place}: {first['msg']}"), 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        code = BY_STATUS.get(error.status_code, "bad-request")
        return answer(problem(code, str(error.detail)), error.status_code)

    @app.exception_handler(DBAPIError)
    async def away(request: Request, error: DBAPIError) -> Response:
        """Whether it was written nobody knows; sent again under its key it is not done twice."""
        if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
            log.warning("the database is away: %s", type(error.orig).__name__)
            return answer(problem("unavailable", "expected a database that answers"), 503)
        return await ours(request, error)

    @app.exception_handler(Exception)
    async def ours(request: Request, error: Exception) -> Response:
        log.error("internal", exc_info=error)
        return answer(problem("internal", "something went wrong here"), 500)
