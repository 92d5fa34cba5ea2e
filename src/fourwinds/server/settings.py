"""Settings, each from the environment: FOURWINDS_DATABASE and so on. None is needed."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields

from fourwinds.core.errors import BadOptions
from fourwinds.match import fairness
from fourwinds.match.course import Seal

MAY_BE_ZERO = ("pace",)


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite:///fourwinds.db"
    secure: bool = False
    """Cookies over HTTPS alone; on behind TLS."""
    bots: int = 1
    """Processes in which bots think."""
    bot_seconds: int = 2
    """How long a bot may think over a move."""
    pace: int = 700
    """Milliseconds at least between a bot's move and what happened before, if somebody looks on."""
    requests: int = 30
    """Requests a second that one person may make for long."""
    burst: int = 120
    """Requests that one person may make at once."""
    strangers: int = 60
    """The same for an address nobody is signed in at: new guests, sign-ins, lookers-on."""
    favours: int = 5
    """Mails and reports that one person may cause at once; it takes ten minutes to refill."""
    body: int = 320 * 1024
    """Bytes of the largest request."""
    idle: int = 60
    """Seconds after which a match nobody looks at leaves the memory."""

    public_url: str = ""
    """Where people reach this server, such as https://play.example.org; links in mails need it."""
    contact: str = ""
    """The operator's mail address, for the privacy page and for push services."""
    smtp: str = ""
    """Where mails go out: smtp://USER:PASSWORD@HOST:587 or smtps://...; if empty, none do."""
    mail_from: str = ""
    """The sender of mails (default: the contact)."""
    private_hooks: bool = False
    """Whether webhooks may go to http addresses and to machines that are not public."""

    @staticmethod
    def read(environment: Mapping[str, str] | None = None) -> Settings:
        given = os.environ if environment is None else environment
        values: dict[str, object] = {}
        for each in fields(Settings):
            text = given.get(f"FOURWINDS_{each.name.upper()}")
            if text is not None:
                values[each.name] = _value(each.name, text, type(each.default))
        return Settings(**values)  # type: ignore[arg-type]


def _value(name: str, text: str, kind: type) -> object:
    if kind is str:
        return text
    if kind is bool and text in ("0", "1"):
        return text == "1"
    least = 0 if name in MAY_BE_ZERO else 1
    if kind is int and text.isascii() and text.isdigit() and int(text[:9]) >= least:
        return int(text[:9])
    expected = "0 or 1" if kind is bool else f"a whole number of at least {least}"
    raise BadOptions(f"FOURWINDS_{name.upper()}: expected {expected}, got {text[:40]!r}")


def _now() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Sources:
    """Where time, ids, secrets and seals come from; tests bring their own."""

    now: Callable[[], int] = _now
    new_id: Callable[[], str] = field(default=lambda: secrets.token_hex(8))
    secret: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(32))
    seal: Seal = fairness.seal
