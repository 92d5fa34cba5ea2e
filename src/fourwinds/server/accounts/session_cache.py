"""Caches for five seconds which user a session or token belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field

from fourwinds.server.live.registry import MatchRegistry
from fourwinds.store.people import People, User, hashed

FRESH = 5_000
"""For so long what was done elsewhere to a session, a token or a person may go unnoticed."""
SOON_STALE = 2_500
MOST_KNOWN = 10_000


Name = tuple[str, bool]
"""The hash of the secret, and whether it is that of a program's token."""


@dataclass(frozen=True)
class Credential:
    """The secret of a session or of a token."""

    name: Name
    secret: str = field(repr=False)

    @property
    def of_program(self) -> bool:
        return self.name[1]

    @staticmethod
    def of(secret: str, *, of_program: bool) -> Credential:
        return Credential((hashed(secret), of_program), secret)


@dataclass(eq=False)
class CacheEntry:
    """Whose a credential was at a time, and whether it was used since."""

    user: User
    at: int
    used: bool = True


class SessionCache:
    """Entries in use are refreshed before they expire, all in one query; no request waits."""

    def __init__(self, registry: MatchRegistry, people: People) -> None:
        self._registry = registry
        self._people = people
        self._known: dict[Name, CacheEntry] = {}

    def peek(self, credential: Credential) -> User | None:
        """Whose it is, if that is cached and fresh."""
        known = self._known.get(credential.name)
        if known is None or self._registry.sources.now() - known.at >= FRESH:
            return None
        known.used = True
        return known.user

    async def user_of(self, credential: Credential) -> User | None:
        """Whose it is, from the cache or the store."""
        found = self.peek(credential)
        if found is not None:
            return found
        now = self._registry.sources.now()
        known = self._known.get(credential.name)
        if known is not None:
            known.at = now  # while we ask, the others need not ask as well
        if credential.of_program:
            user = await self._registry.call_store(self._people.of_token, credential.secret)
        else:
            user = await self._registry.call_store(self._people.of_session, credential.secret, now)
        if user is None:
            self._known.pop(credential.name, None)
        else:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[credential.name] = CacheEntry(user, now)
        return user

    async def refresh(self) -> None:
        """Refresh entries used of late; drop the others."""
        now = self._registry.sources.now()
        old = {name: k for name, k in self._known.items() if now - k.at >= SOON_STALE}
        for name in [name for name, known in old.items() if not known.used]:
            del self._known[name], old[name]
        if not old:
            return
        for known in old.values():
            known.used = False
        users = await self._registry.call_store(self._people.holders, list(old), now)
        for name, known in old.items():
            # Who was forgotten meanwhile, or asked for again, is not as he was when we asked.
            if self._known.get(name) is known:
                if name in users:
                    known.user, known.at = users[name], now
                else:
                    del self._known[name]

    def invalidate(self, user_id: str) -> None:
        """Drop what is cached of a user."""
        self._known = {k: known for k, known in self._known.items() if known.user.id != user_id}
