"""Runs tournaments: sets tables, takes results, begins and ends what is due.

Everything is read from the log and can be done again: what a server that was killed has left undone
the next look does. Several servers may look at the same tournament; who writes second reads again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fourwinds.core.errors import FourWindsError
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.tournaments.tables import TableSetter
from fourwinds.server.tournaments.terms import Terms
from fourwinds.store.ratings import BOT, Ratings
from fourwinds.store.store import Behind
from fourwinds.store.tournaments import Agreed, Player, Ready, Tournaments
from fourwinds.tournaments.log import REMOVED, Paired
from fourwinds.tournaments.plan import ARENA, KNOCK_OUT, TournamentError
from fourwinds.tournaments.standings import Line
from fourwinds.tournaments.state import ENTRY, RUNNING
from fourwinds.tournaments.sureness import Sureness, sureness
from fourwinds.tournaments.tournament import Tournament

log = logging.getLogger("fourwinds.server")
LOOK = 0.5
LOOK_AGAIN = 60_000
"""A tournament with open tables is looked at so often, though the end of a table wakes it."""
HOUSE_WAIT = 3_000
"""In an arena bots of the house sit down with who has waited so long for others."""
TRIES = 5
MOST_KEPT = 200


@dataclass(eq=False)
class Live:
    """A tournament in memory, as far as its log was read; `organiser` is a name."""

    agreed: Agreed
    tournament: Tournament
    players: dict[int, Player] = field(default_factory=dict)
    organiser: str = ""
    _stood: tuple[int, list[Line], dict[int, Sureness]] | None = None

    def standings(self) -> tuple[list[Line], dict[int, Sureness]]:
        """And how sure they are: the same for all who look, and worked out once for each change;
        with 256 players that takes a tenth of a second."""
        there = self.tournament
        if self._stood is None or self._stood[0] != there.number:
            lines = there.standings()
            self._stood = there.number, lines, sureness(there.book(), lines)
        return self._stood[1], self._stood[2]


class TournamentRunner:
    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.store = Tournaments(registry.store.engine)
        self.tables = TableSetter(registry, registry.store.key("tournaments"))
        self.subscribers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._live: dict[str, Live] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    # What people do.

    async def find(self, tournament: str) -> Live:
        """A tournament as its log stands now; ask of it what is asked before waiting for anything.

        Many look at the same one in memory. Where somebody else has changed it while this look was
        waiting for the store, what came from there is older, and is read again.
        """
        while True:
            live = self._live.get(tournament)
            before = 0 if live is None else live.tournament.number
            found = await self.registry.call_store(self.store.find, tournament, before)
            if found is None:
                raise ServerError("no-such-tournament", "expected the id of a tournament")
            if live is None:
                live = Live(found.agreed, Tournament())
            if live.tournament.number == before:
                break
        for entry in found.entries:
            live.tournament.apply(entry)
        live.agreed, live.players = found.agreed, found.players
        live.organiser = found.organiser
        self._keep(live)
        return live

    async def _take(self, tournament: str) -> Live:
        """The same for a change: nobody else sees the tournament before it is stored again."""
        live = await self.find(tournament)
        del self._live[tournament]
        return live

    def _keep(self, live: Live) -> None:
        if len(self._live) >= MOST_KEPT:
            self._live.clear()
        self._live[live.agreed.id] = live

    async def execute(
        self, tournament: str, command: Callable[[Live, int], Sequence[Player] | None]
    ) -> Live:
        """Do something to a tournament, and what follows from it; `command` says who came."""
        async with self._locks[tournament]:
            for _ in range(TRIES):
                live, now = await self._take(tournament), self.registry.sources.now()
                enters = command(live, now) or ()
                with contextlib.suppress(Behind):
                    await self._write(live, now, enters)
                    break
            else:
                raise ServerError("unavailable", "another server holds this; try again")
            await self.registry.call_store(self.store.hurry, tournament, now)
            self._keep(live)
            self._tell(tournament)
        return live

    async def _write(self, live: Live, now: int, enters: Sequence[Player] = ()) -> None:
        """Write what is new, and tell those for whom a table was set."""
        there = live.tournament
        if not there.fresh:
            return
        for player in enters:
            live.players[player.number] = player
        ready = self._ready(live)
        await self.registry.call_store(self.store.append, live.agreed.id, there, enters, ready, now)

    def _ready(self, live: Live) -> list[Ready]:
        """Who is to be told that his table is ready: those of tables just paired."""
        there = live.tournament
        rounds = there.round - sum(isinstance(entry.content, Paired) for entry in there.fresh)
        out = []
        for table in there.tables:
            if table.round > rounds:
                for part in self.tables.parts(live.agreed, there, table):
                    for number in part.seats.values():
                        user = live.players[number].user if number in live.players else None
                        if user is not None:
                            out.append(Ready(user, part.match))
        return out

    def _tell(self, tournament: str) -> None:
        """We have written to a tournament: those who look here, and other servers, are told."""
        self.heard(tournament)
        self.registry.bus.tell("tournament", tournament=tournament)

    def heard(self, tournament: str) -> None:
        """Somebody has written to a tournament: those who look are shown it."""
        for event in self.subscribers.get(tournament, ()):
            event.set()

    async def leave_all(self, user: str) -> None:
        """Take somebody who leaves for good out of every tournament."""
        for tournament in await self.registry.call_store(self.store.of_user, user):

            def leave(live: Live, now: int) -> None:
                number = number_of(live, user)
                there = live.tournament
                if number in there.players and number not in there.out and not there.is_over:
                    there.withdraw(number, now, REMOVED)

            await self.execute(tournament, leave)

    # What is due.

    async def run(self) -> None:
        """Do what is due, again and again until the server stops."""
        while True:
            try:
                await self.look()
            except Exception as error:
                log.warning("looking after tournaments failed: %s", type(error).__name__)
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        now = self.registry.sources.now()
        until = now + self.registry.settings.lease * 1000
        for tournament in await self.registry.call_store(self.store.claim, now, until):
            try:
                wake = await self._tend(tournament)
            except Behind:
                wake = self.registry.sources.now()
            except FourWindsError as error:
                log.warning("tournament %s is not looked after: %s", tournament, error)
                wake = self.registry.sources.now() + LOOK_AGAIN
            await self.registry.call_store(self.store.settle, tournament, until, wake)

    async def _tend(self, tournament: str) -> int | None:
        """Do all that is due in a tournament; returns when to look again."""
        async with self._locks[tournament]:
            live = await self._take(tournament)
            before = live.tournament.number
            try:
                wake = await self._do_due(live)
                self._keep(live)
            finally:
                # Said last: who hears of his table finds it set.
                if live.tournament.number != before:
                    self._tell(tournament)
            return wake

    async def _do_due(self, live: Live) -> int | None:
        there, agreed = live.tournament, live.agreed
        if there.is_over:
            await self.tables.open_deals(agreed, there)
            return None
        if there.status == ENTRY:
            await self._begin_in_time(live)
        # Tables first: a server may have been killed after it had paired them.
        await self._set_tables(live)
        await self._take_results(live)
        now = self.registry.sources.now()
        self._call_house(live, now)
        there.advance(now)
        await self._write(live, now)
        await self._set_tables(live)
        await self.tables.open_deals(agreed, there)
        return self._wake(live)

    async def _begin_in_time(self, live: Live) -> None:
        now, starts = self.registry.sources.now(), Terms.of(live.agreed).starts
        if starts is None or now < starts:
            return
        try:
            begin(live, now, await self.order(live))
        except TournamentError:
            live.tournament.call_off(now)  # too few have come

    async def order(self, live: Live) -> list[int]:
        """The players by rating, the best first; those without one are last, by lot."""
        terms = Terms.of(live.agreed)
        ratings = Ratings(self.registry.store.engine)
        size = terms.players
        names = {
            number: player.user or f"{BOT}{player.bot}" for number, player in live.players.items()
        }
        asked = (live.agreed.game, size, sorted(set(names.values())))
        known = await self.registry.call_store(ratings.least_of, *asked)
        numbers = {number: known.get(name) for number, name in names.items()}
        rated = [number for number, rating in numbers.items() if rating is not None]
        return sorted(rated, key=lambda number: -(numbers[number] or 0.0))

    async def _set_tables(self, live: Live) -> None:
        for table in live.tournament.open_tables():
            await self.tables.set(live.agreed, live.tournament, table, live.players)

    async def _take_results(self, live: Live) -> None:
        there, agreed = live.tournament, live.agreed
        matches = {
            table.number: [part.match for part in self.tables.parts(agreed, there, table)]
            for table in there.open_tables()
        }
        every = [match for some in matches.values() for match in some]
        closed = await self.registry.call_store(self.store.closed, every)
        for number, some in matches.items():
            if closed.issuperset(some):
                table = there.table(number)
                made = await self.tables.outcome(agreed, there, table, live.players)
                now = self.registry.sources.now()
                there.report(number, made.places, now, made.scores, made.missing)

    def _call_house(self, live: Live, now: int) -> None:
        """In an arena bots of the house fill tables for people, and rest where nobody waits."""
        there = live.tournament
        house = {number for number, player in live.players.items() if player.bot is not None}
        if there.plan.format != ARENA or there.status != RUNNING or not house:
            return
        waiting = {p: since for p, since in there.waiting.items() if p not in house}
        patient = not waiting or min(waiting.values()) + HOUSE_WAIT > now
        lacking = 0 if patient else -len(waiting) % there.plan.size
        busy = there.busy()
        for number in sorted(house - busy - set(there.out), key=lambda n: (_played(there, n), n)):
            wanted = lacking > 0
            lacking -= wanted
            there.wait(number, wanted, now)

    def _wake(self, live: Live) -> int | None:
        there, now = live.tournament, self.registry.sources.now()
        if there.is_over:
            return None
        if there.status == ENTRY:
            return Terms.of(live.agreed).starts
        times = [there.wake(now)]
        if there.open_tables():
            times.append(now + LOOK_AGAIN)
        house = any(player.bot is not None for player in live.players.values())
        people = [p for p in there.waiting if p in live.players and not live.players[p].bot]
        if house and people and there.paused is None:
            times.append(max(now, min(there.waiting[p] for p in people) + HOUSE_WAIT))
        return min((time for time in times if time is not None), default=None)


def _played(there: Tournament, number: int) -> int:
    return sum(number in table.players for table in there.tables)


def begin(live: Live, now: int, order: Sequence[int]) -> None:
    live.tournament.begin(now, secrets.randbelow(2**31), order)


def number_of(live: Live, user: str | None) -> int | None:
    """The number by which somebody plays."""
    return next((n for n, player in live.players.items() if user and player.user == user), None)


def next_number(live: Live) -> int:
    """A number that nobody has had, not even somebody who is forgotten."""
    return 1 + max((*live.players, *live.tournament.players, *_ever(live.tournament)), default=0)


def _ever(there: Tournament) -> Sequence[int]:
    return [*there.out, *(player for table in there.tables for player in table.players)]


def is_secret(live: Live, number: int) -> bool:
    """Whether the scores of a table could tell of a deal that others still play."""
    there = live.tournament
    if there.plan.format != KNOCK_OUT:
        return False
    return any(table.round == there.table(number).round for table in there.open_tables())
