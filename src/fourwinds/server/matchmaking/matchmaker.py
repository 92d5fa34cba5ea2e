"""Tables that the server itself starts: for who wants a match, at once or with bots in the end.

Who seeks a match sits down at a table of that kind that waits for somebody, or gets one of his own.
It begins a few seconds after the last seat is taken, so that everybody can add his salt, or when
the wait is over, with bots in the seats that are left. Where all are to be there at once, a table
that everybody has left is called off.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from fourwinds.core.errors import FourWindsError
from fourwinds.match.clock import DAYS, LIVE, MOVE, NONE, ClockSetup
from fourwinds.match.match import Match
from fourwinds.match.setup import ME, OPEN, MatchSetup, SeatSetup
from fourwinds.match.status import OPEN as WAITING
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.welcome import seated
from fourwinds.store.friends import Friends
from fourwinds.store.lobby import Gathering, Lobby, Sought
from fourwinds.store.people import User

log = logging.getLogger("fourwinds.server")
LOOK = 1.0
START_IN = 3_000
LOOK_AGAIN = 60_000
AWAY = 120_000
"""A live table nobody has looked at for so long is called off."""
DELAY = 30
"""How many seconds later than the players spectators see such matches."""
CLOCKS = {NONE: ClockSetup(), LIVE: ClockSetup(MOVE, 120), DAYS: ClockSetup(DAYS, 2)}


@dataclass(frozen=True)
class Wish:
    """What somebody seeks. `wait` is in milliseconds; None waits for people as long as it takes."""

    game: str
    players: int
    pace: str
    rated: bool
    wait: int | None
    bot: str

    @property
    def sought(self) -> Sought:
        return Sought(self.game, self.players, self.pace, self.rated)

    def setup(self) -> MatchSetup:
        seats = (SeatSetup(ME), *[SeatSetup(OPEN)] * (self.players - 1))
        clock = CLOCKS[self.pace]
        return MatchSetup(self.game, seats, clock=clock, rated=self.rated, delay=DELAY)


class Matchmaker:
    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.lobby = Lobby(registry.store.engine)

    async def find(self, wish: Wish, user: User) -> str:
        """The match at whose table somebody now sits."""
        call, now = self.registry.call_store, self.registry.sources.now()
        wish.setup().check()
        until = None if wish.wait is None else now + wish.wait
        found = await call(self.lobby.waits, user.id, wish.sought)
        if found is None:
            found = await self._join_one(wish, user)
        if found is not None:
            if until is not None:
                # The least patient decides; the bots are those of the first who came.
                await call(self.lobby.shorten, found, until)
            return found
        match = await self.registry.create(wish.setup(), user.id, user.name)
        self.registry.presence.saw(match.id, 0)
        due = _next_look(now, until)
        await call(self.lobby.gather, match.id, wish.bot, due, until, wish.wait)
        return match.id

    async def _join_one(self, wish: Wish, user: User) -> str | None:
        """Sit down at a table that waits; the one that has waited longest is tried first."""
        friends = Friends(self.registry.store.engine)
        for match_id in await self.registry.call_store(self.lobby.waiting, wish.sought, user.id):
            others = await seated(self.registry, match_id)
            if await self.registry.call_store(friends.parted, user.id, others):
                continue  # one of them blocks the other

            def sit(table: Match, now: int) -> int:
                seat = table.join(user.id, user.name, now)
                self.registry.presence.saw(table.id, seat)
                return seat

            try:
                await self.registry.execute(match_id, sit, user.id)
            except FourWindsError as error:
                log.debug("a table was gone: %s", error.code)
                continue
            await self.joined(match_id)
            return match_id
        return None

    async def joined(self, match_id: str) -> None:
        """Somebody has sat down: if no seat is free, it begins soon."""
        live = await self.registry.get(match_id)
        if live.match.status == WAITING and not any(seat.free for seat in live.match.seats):
            soon = self.registry.sources.now() + START_IN
            await self.registry.call_store(self.lobby.hurry, match_id, soon)

    async def run(self) -> None:
        """Start what is due, again and again until the server stops."""
        while True:
            try:
                await self.look()
            except Exception as error:
                log.warning("looking after tables failed: %s", type(error).__name__)
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Look at every table that is due."""
        now = self.registry.sources.now()
        lease = now + self.registry.settings.lease * 1000
        for gathering in await self.registry.call_store(self.lobby.claim, now, lease):
            try:
                await self._settle(gathering)
            except FourWindsError as error:
                log.warning("match %s is not gathered: %s", gathering.match, error.code)
                await self.registry.call_store(self.lobby.drop, gathering.match)

    async def _settle(self, gathering: Gathering) -> None:
        registry, call, now = self.registry, self.registry.call_store, self.registry.sources.now()
        live = await registry.get(gathering.match)
        async with live.lock:
            match = live.match
            people = [number for number, seat in enumerate(match.seats) if seat.holder is not None]
            free = any(seat.free for seat in match.seats)
            gone = match.status != WAITING or match.frozen is not None
        if gone:
            await call(self.lobby.drop, gathering.match)
            return
        patient = gathering.until is None or now < gathering.until
        if free and match.setup.clock.kind != DAYS and self._left(gathering.match, people):
            await registry.execute(gathering.match, _call_off)
            await call(self.lobby.drop, gathering.match)
        elif free and patient:
            due = _next_look(now, gathering.until)
            await call(self.lobby.postpone, gathering.match, due, gathering.until)
        elif free and match.setup.rated and len(people) < 2:
            # Nobody is rated against bots alone: another wait begins.
            until = now + (gathering.wait or LOOK_AGAIN)
            await call(self.lobby.postpone, gathering.match, _next_look(now, until), until)
        else:

            def fill(table: Match, now: int) -> None:
                _fill(table, gathering.bot, now)

            await registry.execute(gathering.match, fill)
            await call(self.lobby.drop, gathering.match)

    def _left(self, match_id: str, people: list[int]) -> bool:
        """Whether nobody has been at the table for a while."""
        return all(self.registry.presence.absent(match_id, seat) > AWAY for seat in people)


def _next_look(now: int, until: int | None) -> int:
    return now + LOOK_AGAIN if until is None else min(until, now + LOOK_AGAIN)


def _call_off(table: Match, now: int) -> None:
    table.call_off(table.host, now)


def _fill(table: Match, bot: str, now: int) -> None:
    """Bots into the seats that are left, and off."""
    if table.status != WAITING:
        return
    for number, seat in enumerate(table.seats):
        if seat.free:
            table.seat_bot(table.host, number, bot, now)
    table.start(table.host, now)
