"""Logs: one line an event, each with the id of the request it belongs to.

A line names routes, never paths or queries: those may hold what opens doors.
"""

from __future__ import annotations

import contextvars
import logging
import random
import re

from fourwinds.server.wire.base import pack

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
PROPER = re.compile(r"[A-Za-z0-9._-]{1,64}")


def new_request_id(given: str | None) -> str:
    """The id a proxy before us gave, if it is one, or a new one."""
    return (
        given if given is not None and PROPER.fullmatch(given) else f"{random.getrandbits(64):016x}"
    )


class Json(logging.Formatter):
    """A JSON object a line."""

    _second = ""
    _of = -1

    def format(self, record: logging.LogRecord) -> str:
        if int(record.created) != self._of:
            self._of = int(record.created)
            self._second = self.formatTime(record, "%Y-%m-%dT%H:%M:%S")
        line: dict[str, object] = {
            "time": f"{self._second}.{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "part": record.name,
        }
        asked = request_id.get()
        if asked:
            line["request"] = asked
        line |= getattr(record, "fields", None) or {"message": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return pack(line)


class Text(logging.Formatter):
    """The same fields as one line for people."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = getattr(record, "fields", None) or {}
        said = " ".join(f"{name}={value}" for name, value in fields.items())
        message = said or record.getMessage()
        line = (
            f"{self.formatTime(record, '%H:%M:%S')} {record.levelname:7} {record.name}: {message}"
        )
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def install(kind: str, level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if kind == "json" else Text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # What no line tells need not be found out for each.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    # It would log the addresses of channels, and with them invitations.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
