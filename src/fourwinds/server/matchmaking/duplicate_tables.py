"""Tables of duplicate matches: lays them when somebody comes to play, and closes them at last.

The match of a deal is made when the first of its table wants to play it; all who sit there are
seated at once, since they have agreed by taking part. When the last table has closed, or the time
is up, every match of it is ended, and only then are the deals opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from sqlalchemy.exc import IntegrityError

from fourwinds.core.errors import FourWindsError
from fourwinds.match.match import Match
from fourwinds.match.setup import BOT, INVITED, ME, MatchSetup, SeatSetup
from fourwinds.match.status import OPEN
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.matchmaker import CLOCKS
from fourwinds.store.duplicates import Duplicate, Duplicates
from fourwinds.store.people import User
from fourwinds.store.store import Behind

log = logging.getLogger("fourwinds.server")
LOOK = 2.0


class DuplicateTables:
    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.duplicates = Duplicates(registry.store.engine)

    async def next_match(self, duplicate: Duplicate, place: int, user: User) -> str | None:
        """Where somebody plays next; None when all deals of his table are over."""
        call, form = self.registry.call_store, duplicate.form
        table = form.table_of(place)
        laid = {
            row["deal"]: row
            for row in await call(self.duplicates.tables, duplicate.id)
            if row["table"] == table
        }
        for deal in range(duplicate.deals):
            row = laid.get(deal)
            if row is None or not row["over"]:
                if row is None or not row["laid"]:
                    return await self._lay(duplicate, deal, table, user)
                match = str(row["match"])
                await self._fill(match, await self._people(duplicate, deal, table))
                return match
        return None

    async def _people(self, duplicate: Duplicate, deal: int, table: int) -> dict[int, Any]:
        """Who sits where at a table, by seat; the other seats are bots'."""
        form = duplicate.form
        people = await self.registry.call_store(self.duplicates.people, duplicate.id)
        return {
            form.seat_of(row["place"], deal): row
            for row in people
            if form.table_of(row["place"]) == table
        }

    async def _lay(self, duplicate: Duplicate, deal: int, table: int, user: User) -> str:
        registry, call = self.registry, self.registry.call_store
        people = await self._people(duplicate, deal, table)
        new = registry.sources.new_id()
        match = await call(self.duplicates.take, duplicate.id, deal, table, new)
        if not await call(registry.store.numbers, [match]):
            secret = (await call(self.duplicates.secrets, duplicate.id))[deal]
            setup = _setup(duplicate, people, user)
            # Begun twice at once, both go on with the same.
            with contextlib.suppress(Behind, IntegrityError):
                await registry.create(setup, user.id, user.name, match, secret)
        await self._fill(match, people)
        return match

    async def _fill(self, match: str, people: dict[int, Any]) -> None:
        """Seat everybody, and off."""

        def fill(table: Match, now: int) -> None:
            if table.status != OPEN:
                return
            for number, row in sorted(people.items()):
                seat = table.seats[number]
                if seat.free and not table.seats_of(row["user"]):
                    table.join(row["user"], row["name"], now, number, seat.invitation)
            table.start(table.host, now)

        await self.registry.execute(match, fill)

    async def run(self) -> None:
        """Close what is due, again and again until the server stops."""
        while True:
            try:
                await self.look()
            except Exception as error:
                log.warning("closing duplicate matches failed: %s", type(error).__name__)
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        call = self.registry.call_store
        for duplicate in await call(self.duplicates.due, self.registry.sources.now()):
            try:
                await self.close(duplicate)
            except FourWindsError as error:
                log.warning("duplicate match %s is not closed yet: %s", duplicate, error.code)

    async def close(self, duplicate: str) -> None:
        """End what is not over, then open the deals; done twice, it is the same."""
        registry, call = self.registry, self.registry.call_store
        await call(self.duplicates.close, duplicate)
        matches = [
            row["match"] for row in await call(self.duplicates.tables, duplicate) if row["laid"]
        ]
        for command in (Match.close, Match.open_deal):
            for match in matches:
                await registry.execute(match, command)
        await call(self.duplicates.closed, duplicate)


def _setup(duplicate: Duplicate, people: dict[int, Any], user: User) -> MatchSetup:
    seats = []
    for number in range(duplicate.players):
        row = people.get(number)
        if row is None:
            seats.append(SeatSetup(BOT, duplicate.bot))
        else:
            seats.append(SeatSetup(ME if row["user"] == user.id else INVITED))
    clock = CLOCKS[duplicate.pace]
    own = {"clock": clock, "private": True, "duplicate": duplicate.id}
    return MatchSetup(duplicate.game, tuple(seats), **own)  # type: ignore[arg-type]
