"""Badges: what people show of themselves, and whose each of them was a moment ago."""

from __future__ import annotations

from dataclasses import dataclass, field

from fourwinds.server.hall import Hall
from fourwinds.store.people import People, User, hashed

FRESH = 5_000
"""For so long what was done elsewhere to a session, a token or a person may go unnoticed."""
SOON_STALE = 2_500
MOST_KNOWN = 10_000


Name = tuple[str, bool]
"""The hash of the secret, and whether it is that of a program's token."""


@dataclass(frozen=True)
class Badge:
    """What somebody shows of himself: the secret of a token, or of a session."""

    name: Name
    secret: str = field(repr=False)

    @property
    def of_program(self) -> bool:
        return self.name[1]

    @staticmethod
    def of(secret: str, *, of_program: bool) -> Badge:
        return Badge((hashed(secret), of_program), secret)


@dataclass(eq=False)
class Known:
    """Whose a badge was when the store was last asked, and whether it was shown since."""

    user: User
    at: int
    shown: bool = True


class Badges:
    """Who comes often is asked for beforehand, all of them at once, so that nobody waits for it."""

    def __init__(self, hall: Hall, people: People) -> None:
        self._hall = hall
        self._people = people
        self._known: dict[Name, Known] = {}

    def fresh(self, badge: Badge) -> User | None:
        """Whose it was a moment ago, if that is known."""
        known = self._known.get(badge.name)
        if known is None or self._hall.sources.now() - known.at >= FRESH:
            return None
        known.shown = True
        return known.user

    async def holder(self, badge: Badge) -> User | None:
        """Whose it is."""
        found = self.fresh(badge)
        if found is not None:
            return found
        now = self._hall.sources.now()
        known = self._known.get(badge.name)
        if known is not None:
            known.at = now  # while we ask, the others need not ask as well
        if badge.of_program:
            user = await self._hall.ask(self._people.of_token, badge.secret)
        else:
            user = await self._hall.ask(self._people.of_session, badge.secret, now)
        if user is None:
            self._known.pop(badge.name, None)
        else:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[badge.name] = Known(user, now)
        return user

    async def keep_up(self) -> None:
        """Ask again for those shown of late before it is time; forget the others."""
        now = self._hall.sources.now()
        old = {name: k for name, k in self._known.items() if now - k.at >= SOON_STALE}
        for name in [name for name, known in old.items() if not known.shown]:
            del self._known[name], old[name]
        if not old:
            return
        for known in old.values():
            known.shown = False
        users = await self._hall.ask(self._people.holders, list(old), now)
        for name, known in old.items():
            # Who was forgotten meanwhile, or asked for again, is not as he was when we asked.
            if self._known.get(name) is known:
                if name in users:
                    known.user, known.at = users[name], now
                else:
                    del self._known[name]

    def forget(self, user_id: str) -> None:
        """Ask the store anew when this person comes next."""
        self._known = {k: known for k, known in self._known.items() if known.user.id != user_id}
