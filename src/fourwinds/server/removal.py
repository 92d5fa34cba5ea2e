"""Removal: what is taken out of every match of a person, in the store and in memory."""

from __future__ import annotations

import logging
import secrets

from fourwinds.core.errors import FourWindsError
from fourwinds.match.match import Match
from fourwinds.match.seats import FORMER
from fourwinds.server.hall import Command, Hall
from fourwinds.server.identity import Identity

log = logging.getLogger("fourwinds.server")
NAMELESS = "Nameless"


async def forget(hall: Hall, identity: Identity, user: str) -> None:
    """Delete a person: gone from all matches first, then from everywhere else.

    If it is broken off, the person is still there to ask for it again.
    """
    alias = FORMER + secrets.token_hex(8)

    def leave(match: Match, now: int) -> None:
        match.withdraw(user, now)
        match.forget(user, alias, now)

    await _everywhere(hall, identity, user, leave)
    await hall.ask(identity.people.forget, user)
    identity.changed(user)


async def rename(hall: Hall, identity: Identity, user: str, name: str) -> None:
    """Call a person otherwise, in every match as well."""
    await hall.ask(identity.people.rename, user, name)
    identity.changed(user)

    def call(match: Match, now: int) -> None:
        match.rename(user, name, now)

    await _everywhere(hall, identity, user, call)


async def ban(hall: Hall, identity: Identity, user: str, until: int, reason: str) -> None:
    """Keep a person out; bots stand in for him, and his connections end."""
    await hall.ask(identity.people.ban, user, until, reason)
    identity.changed(user)

    def bench(match: Match, now: int) -> None:
        match.bench(user, now)

    await _everywhere(hall, identity, user, bench)


async def _everywhere(hall: Hall, identity: Identity, user: str, command: Command) -> None:
    for match in await hall.ask(identity.people.matches_of, user):
        await hall.act(match, command)
        hall.wake(match)  # connections find out who still may listen


async def housekeeping(hall: Hall, identity: Identity) -> None:
    """Delete what has expired, and guests who can never come back."""
    now = hall.sources.now()
    await hall.ask(identity.people.tidy, now)
    for user in await hall.ask(identity.people.abandoned, now):
        try:
            await forget(hall, identity, user)
        except FourWindsError as error:
            log.warning("a guest could not be forgotten yet: %s", error.code)
