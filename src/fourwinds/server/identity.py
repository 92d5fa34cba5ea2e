"""Who asks: a guest or account by cookie, or a program by token.

A cookie is signed, HttpOnly and SameSite, and counts only for requests from our own pages.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from fastapi import Depends
from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from fourwinds.core.words import Verbatim
from fourwinds.server.advice import Adviser
from fourwinds.server.badges import Badge, Badges
from fourwinds.server.errors import ServerError
from fourwinds.server.hall import Hall
from fourwinds.server.limits import Buckets, Counts, network_of
from fourwinds.server.settings import Settings
from fourwinds.store.people import FOREVER, People, User

COOKIE = "fourwinds"
YEAR = 365 * 24 * 3600
GUESSES = 10
HASHES_AT_ONCE = 2
LINES_A_SECOND = 1.0
LINES_AT_ONCE = 20
SAFE = ("GET", "HEAD", "OPTIONS")


class Identity:
    """Finds out who asks, and lets nobody ask too often."""

    def __init__(self, hall: Hall, people: People, settings: Settings, key: bytes) -> None:
        self.hall = hall
        self.people = people
        self.settings = settings
        self.signer = Signer(key, salt="fourwinds session")
        self.passwords = PasswordHasher()
        monotonic = hall.sources.monotonic
        self.persons = Buckets(settings.requests, settings.burst, monotonic)
        self.strangers = Buckets(settings.strangers / 10, settings.strangers, monotonic)
        self.sockets = Counts(settings.sockets)
        # Lines of chat: as quick as people type.
        self.lines = Buckets(LINES_A_SECOND, LINES_AT_ONCE, monotonic)
        # New guests of one place, whoever asks for them.
        self.guests = Buckets(settings.strangers / 600, settings.strangers, monotonic)
        # Mails, tests of notices, reports: a few at once, and as many again in ten minutes.
        self.favours = Buckets(settings.favours / 600, settings.favours, monotonic)
        # Passwords: from one place few may be tried, from everywhere more, so that nobody can keep
        # the owner of an account out by trying.
        self.guesses = Buckets(GUESSES / 600, GUESSES, monotonic)
        self.crowds = Buckets(10 * GUESSES / 600, 10 * GUESSES, monotonic)
        # A hash takes 64 MB and much of a core: a few at a time, and few of one person.
        self.hashing = asyncio.Semaphore(HASHES_AT_ONCE)
        self.hashes = Buckets(GUESSES / 600, GUESSES, monotonic)
        self.badges = Badges(hall, people)

    async def find(self, connection: HTTPConnection) -> User | None:
        """Who asks, if he is not banned."""
        user = await self.identify(connection)
        if user is not None:
            self._check_ban(user)
        return user

    async def identify(self, connection: HTTPConnection) -> User | None:
        """Who asks, banned or not."""
        badge = self.badge(connection)
        user = None if badge is None else await self.badges.holder(badge)
        if user is None:
            self.strangers.take(address_of(connection))
            if badge is not None and badge.of_program:
                raise ServerError("not-signed-in", "expected a token that is valid")
            return None
        self.persons.take(user.id)
        return user

    def known(self, connection: HTTPConnection) -> User | None:
        """Who asks, if that can be said without asking the store and nothing is against it."""
        try:
            badge = self.badge(connection)
            user = None if badge is None else self.badges.fresh(badge)
            if user is not None:
                self._check_ban(user)
                self.persons.take(user.id)
            return user
        except ServerError:
            return None

    async def recognise(self, badge: Badge | None) -> str | None:
        """Who still is at the other end of a connection: somebody, or nobody any more."""
        user = None if badge is None else await self.badges.holder(badge)
        if user is not None:
            self._check_ban(user)
        return None if user is None else user.id

    def badge(self, connection: HTTPConnection) -> Badge | None:
        """What a connection shows of who is there: a token, or a cookie of ours."""
        scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and secret:
            return Badge.of(secret, of_program=True)
        session = self.session(connection)
        if session is None:
            return None
        method = connection.scope.get("method")
        if method is None or method not in SAFE:
            self._check_origin(connection)
        return Badge.of(session, of_program=False)

    def _check_ban(self, user: User) -> None:
        if user.banned_until is not None and user.banned_until > self.hall.sources.now():
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
        self.badges.forget(user_id)
        self.hall.bus.tell("person", user=user_id)

    async def greet(self, response: Response, user: User) -> None:
        """Sign the browser in."""
        secret = await self.hall.ask(self.people.sign_in, user.id, self.hall.sources.now())
        response.set_cookie(
            COOKIE,
            self.signer.sign(secret).decode(),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure,
        )

    async def hash(self, password: str) -> str:
        async with self.hashing:
            return await asyncio.to_thread(self.passwords.hash, password)

    async def check(self, login: str, password: str, place: str) -> User:
        """The account, if the password is right; it takes as long where there is no account.

        `place` is from where it is tried: an address, or who is signed in already.
        """
        self.guesses.take(f"{login} {place}")
        self.crowds.take(login)
        found = await self.hall.ask(self.people.password_of, login)
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


def address_of(connection: HTTPConnection) -> str:
    """From where a request comes, as limits count it: one place, whatever address it uses."""
    return network_of(connection.client.host) if connection.client else "?"


def _host(origin: str) -> str | None:
    """Host and port of an origin, None if it is not one."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def date(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


async def anyone(connection: HTTPConnection) -> User | None:
    identity: Identity = connection.app.state.identity
    return await identity.find(connection)


async def somebody(user: Annotated[User | None, Depends(anyone)]) -> User:
    if user is None:
        raise ServerError("not-signed-in", "expected a guest, an account or a token")
    return user


async def owner(connection: HTTPConnection) -> User:
    """Whose data it is; who is banned may have them and delete them as well."""
    identity: Identity = connection.app.state.identity
    return await in_person(connection, await somebody(await identity.identify(connection)))


async def in_person(connection: HTTPConnection, user: Annotated[User, Depends(somebody)]) -> User:
    """A token plays, but the account is its owner's business."""
    if connection.headers.get("authorization"):
        raise ServerError("not-in-person", "expected you yourself, not a token")
    return user


async def operator(user: Annotated[User, Depends(in_person)]) -> User:
    if not user.operator:
        raise ServerError("not-operator", "expected an operator of this server")
    return user


async def the_hall(connection: HTTPConnection) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


async def the_identity(connection: HTTPConnection) -> Identity:
    identity: Identity = connection.app.state.identity
    return identity


def the_adviser(connection: HTTPConnection) -> Adviser:
    adviser: Adviser = connection.app.state.adviser
    return adviser


Anyone = Annotated[User | None, Depends(anyone)]
Somebody = Annotated[User, Depends(somebody)]
Owner = Annotated[User, Depends(owner)]
InPerson = Annotated[User, Depends(in_person)]
Operator = Annotated[User, Depends(operator)]
TheHall = Annotated[Hall, Depends(the_hall)]
TheAdviser = Annotated[Adviser, Depends(the_adviser)]
TheIdentity = Annotated[Identity, Depends(the_identity)]
