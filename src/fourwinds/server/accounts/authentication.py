"""Authentication: a guest or account by cookie, a program by token; passwords; rate limits.

A cookie is signed, HttpOnly and SameSite, and counts only for requests from our own pages.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from fourwinds.core.words import Verbatim
from fourwinds.server.accounts import totp
from fourwinds.server.accounts.passwords import is_common
from fourwinds.server.accounts.session_cache import Credential, SessionCache
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.rate_limits import (
    ConcurrencyLimiter,
    RateLimiter,
    Shared,
    WorkLimiter,
    network_of,
)
from fourwinds.server.settings import Settings
from fourwinds.store.people import FOREVER, People, User
from fourwinds.store.second_factors import SecondFactors

COOKIE = "fourwinds"
YEAR = 365 * 24 * 3600
GUESSES = 10
HASHES_AT_ONCE = 2
WORK_AT_ONCE = 20
"""Seconds whose share of a core may be used at once."""
CHECKS_A_SECOND = 0.5
CHECKS_AT_ONCE = 30
LINES_A_SECOND = 1.0
LINES_AT_ONCE = 20
SAFE = ("GET", "HEAD", "OPTIONS")
# What stands in a header User-Agent; browsers name those they want to be taken for as well.
BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


class Authentication:
    """Finds out who asks, and lets nobody ask too often."""

    def __init__(
        self, registry: MatchRegistry, people: People, settings: Settings, key: bytes
    ) -> None:
        self.registry = registry
        self.people = people
        self.settings = settings
        self.signer = Signer(key, salt="fourwinds session")
        self.passwords = PasswordHasher()
        monotonic = registry.sources.monotonic
        self.persons = RateLimiter(settings.requests, settings.burst, monotonic, hide=False)
        self.strangers = RateLimiter(settings.strangers / 10, settings.strangers, monotonic)
        self.sockets = ConcurrencyLimiter(settings.sockets, monotonic)
        self.place_sockets = ConcurrencyLimiter(settings.place_sockets, monotonic)
        # Lines of chat: as quick as people type.
        self.lines = RateLimiter(LINES_A_SECOND, LINES_AT_ONCE, monotonic, hide=False)
        # New guests of one place, whether those who ask are signed in or not.
        self.guests = RateLimiter(settings.strangers / 600, settings.strangers, monotonic)
        # Mails, tests of notices, reports: a few at once, and as many again in ten minutes.
        self.favours = RateLimiter(settings.favours / 600, settings.favours, monotonic)
        # Passwords: from one place few may be tried, from everywhere more, so that nobody can keep
        # the owner of an account out by trying.
        self.guesses = RateLimiter(GUESSES / 600, GUESSES, monotonic)
        self.crowds = RateLimiter(10 * GUESSES / 600, 10 * GUESSES, monotonic)
        # The same from one place with one login after the other.
        self.sprays = RateLimiter(settings.strangers / 600, settings.strangers, monotonic)
        # A hash takes 64 MB and much of a core: a few at a time, and few of one person.
        self.hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.hashes = RateLimiter(GUESSES / 600, GUESSES, monotonic)
        # Component files take up to a second of a core to check: one at a time.
        self.checking = asyncio.Semaphore(1)
        self.checks = RateLimiter(CHECKS_A_SECOND, CHECKS_AT_ONCE, monotonic, hide=False)
        # Positions that are made up, lessons run through, many previews at once.
        self.work = WorkLimiter(settings.work, WORK_AT_ONCE * settings.work, monotonic)
        self.worked = self.work.spent
        rates = (
            "persons",
            "strangers",
            "lines",
            "guests",
            "favours",
            "guesses",
            "crowds",
            "sprays",
            "hashes",
            "checks",
            "worked",
        )
        counts = ("sockets", "place_sockets")
        self.limits = Shared(
            {name: getattr(self, name) for name in rates},
            {name: getattr(self, name) for name in counts},
        )
        self.sessions = SessionCache(registry, people)
        self.second_factors = SecondFactors(registry.store.engine)

    async def find(self, connection: HTTPConnection) -> User | None:
        """Who asks, if he is not banned."""
        user = await self.identify(connection)
        if user is not None:
            self._check_ban(user)
        return user

    async def identify(self, connection: HTTPConnection) -> User | None:
        """Who asks, banned or not."""
        credential = self.credential(connection)
        user = None if credential is None else await self.sessions.user_of(credential)
        if user is None:
            self.strangers.take(address_of(connection))
            if credential is not None and credential.of_program:
                raise ServerError("not-signed-in", "expected a token that is valid")
            return None
        self.persons.take(user.id)
        self.registry.online.saw(user.id)
        return replace(user, program=True) if credential and credential.of_program else user

    async def recognise(self, credential: Credential | None) -> str | None:
        """Who still is at the other end of a connection: somebody, or nobody any more."""
        user = None if credential is None else await self.sessions.user_of(credential)
        if user is not None:
            self._check_ban(user)
            self.registry.online.saw(user.id)
        return None if user is None else user.id

    def credential(self, connection: HTTPConnection) -> Credential | None:
        """What a connection shows of who is there: a token, or a cookie of ours."""
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and secret:
            return Credential.of(secret, of_program=True)
        session = self.session(connection)
        if session is None:
            return None
        method = connection.scope.get("method")
        if method is None or method not in SAFE:
            self._check_origin(connection)
        return Credential.of(session, of_program=False)

    def _check_ban(self, user: User) -> None:
        if user.banned_until is not None and user.banned_until > self.registry.sources.now():
            raise ServerError(
                "banned",
                "expected an account that is not banned",
                forever=user.banned_until == FOREVER,
                until=Verbatim(date(user.banned_until)),
                reason=Verbatim(user.ban_reason or ""),
            )

    def session(self, connection: HTTPConnection) -> str | None:
        """The secret of the session, if the cookie is ours."""
        try:
            return self.signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeError):
            return None

    def _check_origin(self, connection: HTTPConnection) -> None:
        origin = connection.headers.get("origin")
        site = connection.headers.get("sec-fetch-site", "same-origin")
        same = origin is None or _host(origin) == connection.headers.get("host")
        if not same or site not in ("same-origin", "none"):
            raise ServerError("bad-origin", "expected a request from our own pages")

    def changed(self, user_id: str) -> None:
        """Something about this person is no longer as it was; the other servers are told."""
        self.sessions.invalidate(user_id)
        self.registry.bus.tell("person", user=user_id)

    async def sign_in(self, connection: HTTPConnection, response: Response, user: User) -> None:
        """Sign the browser in."""
        now, agent = self.registry.sources.now(), agent_of(connection)
        secret = await self.registry.call_store(self.people.sign_in, user.id, now, agent)
        response.set_cookie(
            COOKIE,
            self.signer.sign(secret).decode(),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure,
        )

    async def confirm(self, user: User, password: str | None) -> None:
        """Ask somebody who has a password for it: an open browser alone is not its owner."""
        if user.login is not None:
            await self.check(user.login, password or "", user.id)

    async def check_code(self, user: User, code: str | None) -> None:
        """Ask somebody who has a second factor for a code of it, or for a recovery code."""
        call_store = self.registry.call_store
        found = await call_store(self.second_factors.find, user.id)
        if found is None or not found.confirmed:
            return
        if code is None:
            raise ServerError("needs-code", "expected a code of your authenticator app as well")
        self.guesses.take(f"code {user.id}")
        code = "".join(code.split()).lower()
        step = totp.step_of(found.secret, code, self.registry.sources.now())
        if step is not None and await call_store(self.second_factors.use_step, user.id, step):
            return
        if not await call_store(self.second_factors.use_recovery, user.id, code):
            raise ServerError("bad-code", "expected a code that is valid now and was not used yet")

    @staticmethod
    def check_strength(password: str, *known: str | None) -> None:
        """Refuse passwords that are easily guessed; `known` are login and name."""
        if is_common(password, *(each for each in known if each is not None)):
            raise ServerError("weak-password", "expected a password that is not easily guessed")

    async def hash(self, password: str) -> str:
        async with self.hashing:
            return await asyncio.to_thread(self.passwords.hash, password)

    async def check(self, login: str, password: str, place: str) -> User:
        """The account, if the password is right; it takes as long where there is no account.

        `place` is from where it is tried: an address, or who is signed in already.
        """
        self.guesses.take(f"{login} {place}")
        self.sprays.take(place)
        self.crowds.take(login)
        found = await self.registry.call_store(self.people.password_of, login)
        try:
            if found is None:
                await self.hash(password)
            else:
                async with self.hashing:
                    await asyncio.to_thread(self.passwords.verify, found[1], password)
        except (Argon2Error, InvalidHashError):
            found = None
        if found is None:
            raise ServerError("bad-password", "expected a login and its password")
        return found[0]


def agent_of(connection: HTTPConnection) -> str:
    """A few words by which somebody knows his browser again, such as "Firefox, Linux"."""
    header = connection.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in header), "")
    system = next((name for sign, name in SYSTEMS if sign in header), "")
    return ", ".join(each for each in (browser, system) if each)


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, for limits: all addresses of one network count as one place."""
    return network_of(connection.client.host) if connection.client else "?"


def _host(origin: str) -> str | None:
    """Host and port of an origin, None if it is not one."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def date(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
