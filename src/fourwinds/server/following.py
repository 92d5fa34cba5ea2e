"""Following: a process hears what the others have done, by the bus at once, by looking later."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from fourwinds.server.desk import Desk
from fourwinds.server.hall import Hall
from fourwinds.server.identity import Identity
from fourwinds.server.presence import AGAIN

log = logging.getLogger("fourwinds.server")
SOON = 1.0
LATER = 10_000
AT_ONCE = 500
DAY = 24 * 3_600_000


class Follower:
    def __init__(self, hall: Hall, identity: Identity) -> None:
        self.hall = hall
        self.identity = identity
        self._behind: set[str] = set()
        hall.bus.hear = self._hear
        hall.bus.came_up = self._came_up

    async def run(self) -> None:
        """Look again and again whether matches in memory have gone on elsewhere."""
        hall = self.hall
        tidied = said = looked = 0
        while True:
            try:
                now = hall.sources.now()
                alone = not hall.store.shared  # but for what an operator does by hand
                if not (hall.bus.up or alone) or now - looked > LATER:
                    looked = now
                    await self._look()
                await self.identity.badges.keep_up()
                hall.measures.bus.set(hall.bus.up)
                for match_id in hall.presence.forget():
                    hall.wake(match_id)
                if now - said > AGAIN:
                    said = now
                    self._say_who_is_here()
                if isinstance(hall.thinker, Desk) and now - tidied > DAY / 24:
                    tidied = now
                    await hall.thinker.tidy(now - DAY)
            except Exception as error:
                log.warning("following failed: %s", type(error).__name__)
            await asyncio.sleep(SOON)

    async def _look(self) -> None:
        hall = self.hall
        known = list(hall.lives)
        for start in range(0, len(known), AT_ONCE):
            several = known[start : start + AT_ONCE]
            numbers = await hall.ask(hall.store.numbers, several)
            for match_id in several:
                live = hall.lives.get(match_id)
                if live is not None and live.match.number < numbers.get(match_id, 0):
                    await hall.catch_up(match_id)

    def _came_up(self) -> None:
        """The bus may have missed anything while it was down."""
        hall = self.hall
        # Who is elsewhere is not known yet; nobody counts as absent for what we could not hear.
        hall.presence.since = hall.sources.now()
        hall.begin(self._look())
        for match_id in list(hall.listeners):
            hall.bus.tell("who", match=match_id)
        self._say_who_is_here()

    def _say_who_is_here(self) -> None:
        for match_id, seats in self.hall.presence.all_here():
            self.hall.bus.tell("here", match=match_id, seats=seats)

    def _hear(self, message: dict[str, Any]) -> None:
        hall, kind = self.hall, message["kind"]
        if kind == "match":
            match_id = message["match"]
            live = hall.lives.get(match_id)
            if live is not None and live.match.number < message["number"]:
                if match_id not in self._behind:
                    self._behind.add(match_id)
                    hall.begin(self._catch_up(match_id))
        elif kind == "here":
            if hall.presence.told(message["from"], message["match"], message["seats"]):
                hall.wake(message["match"])
        elif kind == "who":
            seats = hall.presence.seats_here(message["match"])
            if seats:
                hall.bus.tell("here", match=message["match"], seats=seats)
        elif kind == "done" and isinstance(hall.thinker, Desk):
            hall.thinker.finished(message["job"])
        elif kind == "person":
            self.identity.badges.forget(message["user"])

    async def _catch_up(self, match_id: str) -> None:
        self._behind.discard(match_id)
        await self.hall.catch_up(match_id)
