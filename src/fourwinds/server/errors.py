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
from fourwinds.server.localisation import (
    code_words,
    error_words,
    language_of,
    names_of,
    spoken,
    texts,
)
from fourwinds.server.wire.base import Problem, answer

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
    "bad-answer": 422,
    "weak-password": 422,
    "bad-view": 422,
    # Whose it is.
    "not-signed-in": 401,
    "bad-password": 401,
    "needs-code": 401,
    "bad-code": 401,
    "bad-origin": 403,
    "banned": 403,
    "not-in-person": 403,
    "not-operator": 403,
    "needs-account": 403,
    "bad-ticket": 403,
    "not-your-seat": 403,
    "not-host": 403,
    "not-invited": 403,
    "hidden-profile": 403,
    "not-welcome": 403,
    "not-followed": 403,
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
    "not-private": 409,
    "stale-decision": 409,
    "nothing-to-retract": 409,
    "nothing-to-undo": 409,
    "nothing-asked": 409,
    "not-absent": 409,
    "chat-full": 409,
    "match-full": 409,
    "too-many-matches": 409,
    "list-full": 409,
    "too-many-boxes": 409,
    "box-not-ready": 409,
    "not-told": 409,
    "clock-decides": 409,
    "bad-stand-in": 422,
    "bot-stands-in": 409,
    "out-of-time": 409,
    "no-hints": 409,
    "same-deal": 409,
    "no-such-tournament": 404,
    "no-such-table": 404,
    "bad-tournament": 422,
    "bad-result": 422,
    "not-organiser": 403,
    "already-entered": 409,
    "entry-closed": 409,
    "tournament-full": 409,
    "tournament-over": 409,
    "not-entered": 409,
    "not-arena": 409,
    "not-running": 409,
    "at-table": 409,
    "already-begun": 409,
    "already-reported": 409,
    "not-reported": 409,
    "too-few": 409,
    "too-late": 409,
    "too-many-tournaments": 409,
    "of-tournament": 409,
    "no-programs": 403,
    "needs-token": 403,
    "rules-changed": 409,
    "log-differs": 409,
    "not-frozen": 409,
    "login-taken": 409,
    "has-second-factor": 409,
    "no-second-factor": 409,
    "no-address": 409,
    "no-mail": 409,
    # Too much.
    "too-large": 413,
    "too-many": 429,
    # Ours.
    "internal": 500,
    "bad-log": 500,
    "bad-lesson": 500,
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


def explained(error: Exception, language: str) -> tuple[int, dict[str, Any]]:
    """The status and the answer where something was raised."""
    if isinstance(error, FourWindsError):
        return status_of(error), shown(error, language)
    if isinstance(error, RequestValidationError):
        return 422, said("bad-request", first_fault(error.errors()), language)
    if isinstance(error, HTTPException):
        code = BY_STATUS.get(error.status_code, "bad-request")
        return error.status_code, said(code, str(error.detail), language)
    if isinstance(error, DBAPIError) and _is_damage(error):
        log.error("the database is damaged: %s; restore a backup", error.orig)
        return 503, problem("unavailable", "expected a database that can be read")
    if isinstance(error, DBAPIError):
        # Whether it was written nobody knows; sent again under its key it is not done twice.
        if isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
            log.warning("the database is away: %s", type(error.orig).__name__)
            return 503, problem("unavailable", "expected a database that answers")
    log.error("internal", exc_info=error)
    return 500, said("internal", "something went wrong here", language)


def first_fault(faults: Sequence[Any]) -> str:
    """What is wrong with what came, as pydantic found it."""
    place = ".".join(str(part)[:40] for part in faults[0]["loc"])
    return f"{place}: {faults[0]['msg']}"


async def respond(connection: HTTPConnection, error: Exception) -> Response:
    """What is answered where something was raised."""
    status, told = explained(error, language_of(connection))
    return answer(told, status)


def _is_damage(error: DBAPIError) -> bool:
    """Whether SQLite cannot make sense of its file."""
    return any(sign in str(error.orig) for sign in ("malformed", "not a database"))


def install(app: FastAPI) -> None:
    for kind in (FourWindsError, RequestValidationError, HTTPException, DBAPIError, Exception):
        app.add_exception_handler(kind, respond)
