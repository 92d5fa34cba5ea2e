"""Keeps a process up to date with the others: by the bus at once, by polling later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.botqueue.remote_queue import RemoteQueue
from fourwinds.server.live.presence import AGAIN
from fourwinds.server.live.registry import MatchRegistry

log = logging.getLogger("fourwinds.server")
SOON = 1.0
LATER = 10_000
AT_ONCE = 500
DAY = 24 * 3_600_000


class ProcessSync:
    """Hears the bus, polls what it missed, tells who is connected here."""

    def __init__(self, registry: MatchRegistry, auth: Authentication) -> None:
        self.registry = registry
        self.auth = auth
        self._behind: set[str] = set()
        self.tournament_moved: Callable[[str], None] = lambda tournament: None
        registry.bus.hear = self._hear
        registry.bus.came_up = self._came_up
        registry.bus.followed = self._followed
        if registry.settings.redis:
            auth.limits.begin()

    async def run(self) -> None:
        """Look again and again whether matches in memory have gone on elsewhere."""
        registry = self.registry
        tidied = said = looked = 0
        while True:
            try:
                now = registry.sources.now()
                alone = not registry.store.shared  # but for what an operator does by hand
                if not (registry.bus.up or alone) or now - looked > LATER:
                    looked = now
                    await self._look()
                await self.auth.sessions.refresh()
                registry.metrics.bus.set(registry.bus.up)
                self._tell_limits(repeat=now - said > AGAIN)
                for match_id in registry.presence.forget():
                    registry.notify(match_id)
                if now - said > AGAIN:
                    said = now
                    self._tell_presence()
                    self._tell_online()
                if isinstance(registry.bot_queue, RemoteQueue) and now - tidied > DAY / 24:
                    tidied = now
                    await registry.bot_queue.tidy(now - DAY)
            except Exception as error:
                log.warning("sync failed: %s", type(error).__name__)
            await asyncio.sleep(SOON)

    async def _look(self) -> None:
        registry = self.registry
        known = list(registry.loaded)
        for start in range(0, len(known), AT_ONCE):
            several = known[start : start + AT_ONCE]
            numbers = await registry.call_store(registry.store.numbers, several)
            for match_id in several:
                live = registry.loaded.get(match_id)
                if live is not None and live.match.number < numbers.get(match_id, 0):
                    await registry.catch_up(match_id)

    def _came_up(self) -> None:
        """The bus may have missed anything while it was down."""
        registry = self.registry
        # Who is elsewhere is not known yet; nobody counts as absent for what we could not hear.
        registry.presence.since = registry.sources.now()
        registry.start_task(self._look())
        for match_id in list(registry.subscribers):
            registry.bus.tell("who", match=match_id)
        self._tell_presence()

    def _tell_presence(self) -> None:
        for match_id, seats in self.registry.presence.all_here():
            self.registry.bus.tell("here", match=match_id, seats=seats)

    def _tell_online(self) -> None:
        online = self.registry.online
        online.forget()
        users = online.take_fresh()
        for start in range(0, len(users), AT_ONCE):
            self.registry.bus.tell("online", users=users[start : start + AT_ONCE])

    def _tell_limits(self, *, repeat: bool) -> None:
        news = self.auth.limits.news(repeat=repeat)
        if news is not None:
            self.registry.bus.tell("limits", **news)

    def _followed(self, match_id: str) -> None:
        """It may have gone on after it was read and before we heard of its moves."""
        if match_id in self.registry.loaded and match_id not in self._behind:
            self._behind.add(match_id)
            self.registry.start_task(self._catch_up(match_id))

    def _hear(self, message: dict[str, Any]) -> None:
        registry, kind = self.registry, message["kind"]
        if kind == "match":
            match_id = message["match"]
            live = registry.loaded.get(match_id)
            if live is not None and live.match.number < message["number"]:
                if match_id not in self._behind:
                    self._behind.add(match_id)
                    registry.start_task(self._catch_up(match_id))
        elif kind == "here":
            if registry.presence.told(message["from"], message["match"], message["seats"]):
                registry.notify(message["match"])
        elif kind == "who":
            seats = registry.presence.seats_here(message["match"])
            if seats:
                registry.bus.tell("here", match=message["match"], seats=seats)
        elif kind == "done" and isinstance(registry.bot_queue, RemoteQueue):
            registry.bot_queue.finished(message["job"])
        elif kind == "online":
            registry.online.told(message["users"])
        elif kind == "limits":
            self.auth.limits.hear(message["from"], message)
        elif kind == "tournament":
            self.tournament_moved(message["tournament"])
        elif kind == "person":
            self.auth.sessions.invalidate(message["user"])

    async def _catch_up(self, match_id: str) -> None:
        self._behind.discard(match_id)
        await self.registry.catch_up(match_id)
