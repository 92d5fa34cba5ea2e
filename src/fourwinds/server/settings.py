"""Settings, from the environment (FOURWINDS_DATABASE and so on) or a file. None is needed."""

from __future__ import annotations

import ast
import inspect
import os
import re
import secrets
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from fourwinds.core.errors import BadOptions
from fourwinds.match import fairness
from fourwinds.match.seals import SealMaker
from fourwinds.server.runtime import clock

MOST_DIGITS = 9
MAY_BE_ZERO = ("bots", "pace")
SECRET = re.compile(r"(?<=:)[^:/@]+(?=@)")


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite:///fourwinds.db"
    """sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME."""
    redis: str = ""
    """redis://HOST:PORT, where the processes of one server wake each other; empty: they look."""
    workers: int = 1
    """Processes that serve; more than one needs PostgreSQL."""
    proxies: str = ""
    """Addresses of proxies whose word on who is asking is believed, with commas between."""
    secure: bool = False
    """Cookies over HTTPS alone; on behind TLS."""
    bots: int = 1
    """Processes of a server in which bots think; 0 leaves it to `fourwinds worker`."""
    bot_seconds: int = 2
    """How long a bot may think over a move."""
    pace: int = 700
    """Milliseconds at least between a bot's move and what happened before, if somebody looks on."""
    requests: int = 30
    """Requests a second that one person may make for long."""
    burst: int = 120
    """Requests that one person may make at once."""
    strangers: int = 60
    """The same for an address where nobody is signed in: new guests, sign-ins, spectators."""
    favours: int = 5
    """Mails and reports that one person may cause at once; it takes ten minutes to refill."""
    work: int = 100
    """Milliseconds of a core in each second that one person may have worked out, such as positions
    and lessons; twenty times that at once."""
    matches: int = 60
    """Matches that one person may host at once, those that are over not counted."""
    sockets: int = 40
    """Channels that one person, or an address nobody is signed in at, may keep open at once."""
    place_sockets: int = 400
    """Channels that one address may keep open at once, of all people there together."""
    connections: int = 600
    """Connections that one address may keep open at once; those of `proxies` are not counted."""
    body: int = 320 * 1024
    """Bytes of the largest request."""
    lease: int = 15
    """Seconds after which the work of a server or worker that is silent is taken over."""
    idle: int = 60
    """Seconds after which a match nobody looks at leaves the memory."""
    log: str = "json"
    """How the log is written: json, text."""
    log_level: str = "info"
    """What is logged: debug, info (every request), warning, error."""

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
    def read(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
        """What the environment says holds; what it does not say is taken from the file."""
        given = os.environ if environment is None else environment
        kinds = {each.name: type(each.default) for each in fields(Settings)}
        values: dict[str, object] = {}
        for name, value in _in_file(file).items():
            if name not in kinds:
                raise BadOptions(f"{file}: expected one of {', '.join(kinds)}, got {name[:40]!r}")
            text = value if isinstance(value, str) else str(value)
            if isinstance(value, bool):
                text = "1" if value else "0"
            values[name] = _value(f"{file}: {name}", name, text, kinds[name])
        for name, kind in kinds.items():
            told = given.get(_variable(name))
            if told is not None:
                values[name] = _value(_variable(name), name, told, kind)
        return Settings(**values)._checked()  # type: ignore[arg-type]

    def _checked(self) -> Settings:
        if self.log not in ("json", "text"):
            raise BadOptions(f"log: expected json or text, got {self.log[:40]!r}")
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise BadOptions(
                f"log_level: expected debug, info, warning or error, got {self.log_level[:40]!r}"
            )
        if self.redis and not self.redis.startswith(("redis://", "rediss://", "unix://")):
            raise BadOptions("redis: expected redis://HOST:PORT")
        for name in ("public_url", "contact"):
            if re.search(r"\s", getattr(self, name)):
                raise BadOptions(f"{name}: expected no blanks")
        if not self.database.startswith("postgresql"):
            if self.workers > 1:
                raise BadOptions(
                    "workers: one process serves SQLite; for more, set 'database' to PostgreSQL"
                )
            if self.bots == 0:
                raise BadOptions(
                    "bots: workers of their own need PostgreSQL; expected at least 1 with SQLite"
                )
        return self

    def environment(self) -> dict[str, str]:
        """The settings for a process started by this one."""
        out = {}
        for each in fields(Settings):
            value = getattr(self, each.name)
            out[_variable(each.name)] = str(int(value)) if isinstance(value, bool) else str(value)
        return out


def described(settings: Settings) -> list[tuple[str, str, str]]:
    """Each setting with its value and what it is for; nothing secret is shown."""
    body = ast.parse(inspect.getsource(Settings)).body[0]
    assert isinstance(body, ast.ClassDef)
    helps: dict[str, str] = {}
    for line, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                helps[line.target.id] = " ".join(str(after.value.value).split())
    out = []
    for each in fields(Settings):
        value = getattr(settings, each.name)
        shown = str(int(value)) if isinstance(value, bool) else str(value)
        if re.search("password|secret|key|token", each.name):
            shown = "(set)" if shown else ""
        out.append((each.name, SECRET.sub("***", shown), helps.get(each.name, "")))
    return out


def _variable(name: str) -> str:
    return f"FOURWINDS_{name.upper()}"


def _in_file(file: Path | None) -> dict[str, object]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOptions(f"{file}: expected TOML: {error}") from None


def _value(place: str, name: str, text: str, kind: type) -> object:
    if kind is str:
        return text
    if kind is bool and text in ("0", "1"):
        return text == "1"
    if kind is int and text.isascii() and text.isdigit():
        digits = text.lstrip("0")
        if len(digits) <= MOST_DIGITS and (digits or name in MAY_BE_ZERO):
            return int(digits or "0")
    least = "of at least 0" if name in MAY_BE_ZERO else "above 0"
    expected = (
        "0 or 1" if kind is bool else f"a whole number {least}, of at most {MOST_DIGITS} digits"
    )
    raise BadOptions(f"{place}: expected {expected}, got {text[:40]!r}")


@dataclass(frozen=True)
class Sources:
    """Where time, ids, secrets and seals come from; tests bring their own."""

    now: Callable[[], int] = clock.now
    new_id: Callable[[], str] = field(default=lambda: secrets.token_hex(8))
    secret: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(32))
    seal: SealMaker = fairness.seal
    monotonic: Callable[[], float] = time.monotonic
