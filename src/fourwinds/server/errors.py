"""Errors as they leave the server: one table from codes to HTTP."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.server.speaking import (
    code_words,
    error_words,
    language_of,
    names_of,
    spoken,
    texts,
)
from fourwinds.server.wire import Problem, answer

STATUS = {
    # The rules and the setup of a match.
    "unknown-game": 422,
    "unknown-bot": 422,
    "bad-options": 422,
    "bad-components": 422,
    "bad-seats": 422,
    "bad-clock": 422,
    "bad-delay": 422,
    "bad-text": 422,
    "bad-address": 422,
    "bad-position": 422,
    "bad-request": 422,
    "bad-view": 422,
    # Whose it is.
    "not-signed-in": 401,
    "bad-password": 401,
    "bad-origin": 403,
    "banned": 403,
    "not-in-person": 403,
    "not-operator": 403,
    "needs-account": 403,
    "bad-ticket": 403,
    "not-your-seat": 403,
    "not-host": 403,
    "not-invited": 403,
    "no-such-match": 404,
    "no-such-line": 404,
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
    "chat-full": 409,
    "too-many-matches": 409,
    "not-told": 409,
    "clock-decides": 409,
    "bad-stand-in": 422,
    "bot-stands-in": 409,
    "out-of-time": 409,
    "no-hints": 409,
    "rules-changed": 409,
    "log-differs": 409,
    "not-frozen": 409,
    "login-taken": 409,
    "no-address": 409,
    "no-mail": 409,
    # Too much.
    "too-large": 413,
    "too-many": 429,
    # Ours.
    "internal": 500,
    "bad-log": 500,
    "unavailable": 503,
}
REFUSED_BY_RULES = 422
BY_STATUS = {404: "not-found", 405: "bad-method", 413: "too-large"}
log = logging.getLogger("fourwinds.server")


class ServerError(FourWindsError):
    """Refused by the server itself; `code` is in STATUS."""

    def __init__(
        self,
        code: str,
        message: str,
        present: dict[str, Any] | None = None,
        **details: object,
    ) -> None:
        assert code in STATUS
        self.code = code
        self.present = present
        super().__init__(message, **details)


class Refused(FourWindsError):
    """An action that the rules refuse at a table where the players have names."""

    def __init__(self, refusal: IllegalAction, seats: Sequence[Mapping[str, Any]]) -> None:
        self.code = refusal.code
        self.refusal = refusal
        self.seats = seats
        super().__init__(str(refusal))


def problem(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    error = Problem(code=code, message=message, rule=rule).model_dump()
    return {"error": error, "present": None}


def status_of(error: FourWindsError) -> int:
    return STATUS.get(error.code, REFUSED_BY_RULES)


def shown(error: FourWindsError, language: str) -> dict[str, Any]:
    """An error as it is sent; a stale action brings the present state with it."""
    if isinstance(error, Refused):
        names = names_of(texts(language), error.seats)
        message = error_words(error.refusal, language, names)
        return problem(error.code, message, error.refusal.rule)
    rule = error.rule if isinstance(error, IllegalAction) else None
    out = problem(error.code, error_words(error, language), rule)
    if isinstance(error, ServerError) and error.present is not None:
        out["present"] = spoken(error.present, language)
    return out


def said(code: str, message: str, language: str) -> dict[str, Any]:
    """An error that nothing was raised for."""
    return problem(code, code_words(code, message, language))


async def respond(connection: HTTPConnection, error: Exception) -> Response:
    """What is answered where something was raised."""
    language = language_of(connection)
    if isinstance(error, FourWindsError):
        return answer(shown(error, language), status_of(error))
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        place = ".".join(str(part)[:40] for part in first["loc"])
        return answer(said("bad-request", f"{place}: {first['msg']}", language), 422)
    if isinstance(error, HTTPException):
        code = BY_STATUS.get(error.status_code, "bad-request")
        return answer(said(code, str(error.detail), language), error.status_code)
    if isinstance(error, DBAPIError):
        # Whether it was written nobody knows; sent again under its key it is not done twice.
        if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
            log.warning("the database is away: %s", type(error.orig).__name__)
            return answer(problem("unavailable", "expected a database that answers"), 503)
    log.error("internal", exc_info=error)
    return answer(said("internal", "something went wrong here", language), 500)


def install(app: FastAPI) -> None:
    for kind in (FourWindsError, RequestValidationError, HTTPException, DBAPIError, Exception):
        app.add_exception_handler(kind, respond)
