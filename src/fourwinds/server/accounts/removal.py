"""Deletes, renames or bans a person, in all matches as well."""

from __future__ import annotations

import logging
import secrets

from fourwinds.core.errors import FourWindsError
from fourwinds.match.match import Match
from fourwinds.match.seats import FORMER
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.live.registry import Command, MatchRegistry
from fourwinds.server.tournaments.runner import TournamentRunner
from fourwinds.store.duplicates import Duplicates
from fourwinds.store.friends import Friends

log = logging.getLogger("fourwinds.server")
NAMELESS = "Nameless"


async def forget(registry: MatchRegistry, auth: Authentication, user: str) -> None:
    """Delete a person: gone from all matches first, then from everywhere else.

    If it is broken off, the person is still there to ask for it again.
    """
    alias = FORMER + secrets.token_hex(8)

    def leave(match: Match, now: int) -> None:
        match.withdraw(user, now)
        match.forget(user, alias, now)

    await TournamentRunner(registry).leave_all(user)
    await _everywhere(registry, auth, user, leave)
    await registry.call_store(auth.people.forget, user)
    auth.changed(user)
    await registry.call_store(registry.store.purge_log)


async def rename(registry: MatchRegistry, auth: Authentication, user: str, name: str) -> None:
    """Call a person otherwise, in every match as well."""
    await registry.call_store(auth.people.rename, user, name)
    auth.changed(user)

    def call(match: Match, now: int) -> None:
        match.rename(user, name, now)

    await _everywhere(registry, auth, user, call)
    await registry.call_store(registry.store.purge_log)


async def ban(
    registry: MatchRegistry, auth: Authentication, user: str, until: int, reason: str
) -> None:
    """Keep a person out; bots stand in for him, and his connections end."""
    await registry.call_store(auth.people.ban, user, until, reason)
    auth.changed(user)

    def bench(match: Match, now: int) -> None:
        match.bench(user, now)

    await _everywhere(registry, auth, user, bench)


async def _everywhere(
    registry: MatchRegistry, auth: Authentication, user: str, command: Command
) -> None:
    for match in await registry.call_store(auth.people.matches_of, user):
        await registry.execute(match, command)
        registry.notify(match)  # connections find out who still may listen


async def housekeeping(registry: MatchRegistry, auth: Authentication) -> None:
    """Delete what has expired, and guests who can never come back."""
    now = registry.sources.now()
    await registry.call_store(auth.people.tidy, now)
    await registry.call_store(Friends(registry.store.engine).tidy, now)
    await registry.call_store(Duplicates(registry.store.engine).tidy, now)
    for user in await registry.call_store(auth.people.abandoned, now):
        try:
            await forget(registry, auth, user)
        except FourWindsError as error:
            log.warning("a guest could not be forgotten yet: %s", error.code)
