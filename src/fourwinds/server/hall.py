"""Hall: all live matches of this server, and who listens to them.

A match is read into memory when somebody needs it and leaves it when nobody does. Everything that
changes a match or reads it goes through its lock, so that nothing is seen before it is on disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.match.log_json import LogError
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup
from fourwinds.server.bus import Bus
from fourwinds.server.desk import Desk
from fourwinds.server.errors import Refused, ServerError
from fourwinds.server.measures import Measures
from fourwinds.server.memory import Memory
from fourwinds.server.presence import Presence
from fourwinds.server.settings import Settings, Sources
from fourwinds.server.thinking import Thinker, usual_time
from fourwinds.server.writing import Writer
from fourwinds.store.jobs import Jobs
from fourwinds.store.store import Behind, Store, Writing

log = logging.getLogger("fourwinds.server")
P = ParamSpec("P")
R = TypeVar("R")
Command = Callable[[Match, int], int | None]
"""Does something to a match at a time; returns as whom the doer then looks at it."""
TRIES = 3
SWEEP = 1.0


class Live:
    """A match in memory."""

    def __init__(self, match: Match, answers: dict[tuple[str, str], dict[str, Any]]) -> None:
        self.match = match
        self.answers = answers
        self.lock = asyncio.Lock()
        self.gone = False
        self.used = 0
        self.thinking: set[tuple[int, str]] = set()
        self.timer: asyncio.TimerHandle | None = None


class Hall:
    def __init__(self, store: Store, settings: Settings, sources: Sources) -> None:
        self.store = store
        self.settings = settings
        self.sources = sources
        self.measures = Measures()
        self.memory = Memory(sources.now())
        self.threads = ThreadPoolExecutor(4, thread_name_prefix="store")
        self.writer = Writer(store)
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.listeners: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.tasks: set[asyncio.Task[None]] = set()
        self.presence = Presence(sources.now)
        self.bus = Bus(settings.redis, store.channel())
        self.thinker: Thinker | Desk
        if settings.bots == 0:
            self.thinker = Desk(Jobs(store.engine), self.ask, self.bus, sources.now)
        else:
            self.thinker = Thinker(settings.bots, settings.bot_seconds)

    async def ask(self, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Run a call to the store in its thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, lambda: call(*args, **named))

    # Matches.

    async def create(self, setup: MatchSetup, user: str, name: str) -> Match:
        if await self.ask(self.store.hosted, user) >= self.settings.matches:
            raise ServerError("too-many-matches", f"expected at most {self.settings.matches}")
        seats = len(setup.seats)
        now, new_id = self.sources.now(), self.sources.new_id
        match = Match.create(
            new_id(),
            setup,
            user,
            name,
            self.sources.secret(),
            [self.sources.secret().hex()[:32] for _ in range(seats)],
            now,
            self.sources.seal,
        )
        await self._write(match, None)
        return match

    async def live(self, match_id: str) -> Live:
        found = self.lives.get(match_id)
        if found is None:
            task = self.loading.get(match_id)
            if task is None:
                task = self.loading[match_id] = asyncio.create_task(self._load(match_id))
                task.add_done_callback(lambda _: self.loading.pop(match_id, None))
            found = await asyncio.shield(task)
        found.used = self.sources.now()
        self.memory.busy(found.used)
        return found

    async def _load(self, match_id: str) -> Live:
        stored = await self.ask(self.store.load, match_id)
        if stored is None:
            raise ServerError("no-such-match", "expected the id of a match")
        match = Match.load(match_id, stored.entries, stored.snapshots, self.sources.seal)
        if match.frozen is not None and match.frozen.differs is not None:
            log.error("match %s: the rules differ at entry %d", match_id, match.frozen.differs)
        live = Live(match, stored.answers)
        live.used = self.sources.now()
        self.lives[match_id] = live
        self.measures.live.set(len(self.lives))
        self._arrange(live)
        return live

    async def act(
        self, match_id: str, command: Command, user: str | None = None, key: str | None = None
    ) -> dict[str, Any]:
        """Do something to a match; the answer counts once it is on disk."""
        for _ in range(TRIES):
            live = await self.live(match_id)
            async with live.lock:
                if live.gone:
                    continue
                if user is not None and key is not None and (user, key) in live.answers:
                    return live.answers[user, key]
                match = live.match
                try:
                    viewer = command(match, self.sources.now())
                except FourWindsError as error:
                    if match.fresh:
                        self._drop(live)
                    if self.store.shared and await self.is_behind(live):
                        self._drop(live)
                        continue
                    if self.store.shared and user is not None and key is not None:
                        kept = await self.ask(self.store.answer, match_id, user, key)
                        if kept is not None:
                            return kept
                    if error.code == "stale-decision" and user is not None:
                        raise self._stale(match, user, error) from None
                    if isinstance(error, IllegalAction):
                        raise Refused(error, match.seats_shown()) from None
                    raise
                said = {"number": match.number_for(viewer)}
                if match.fresh:
                    keyed = None if user is None or key is None else (user, key, said)
                    try:
                        await self._write(match, keyed)
                    except Behind:
                        self._drop(live)
                        continue
                    except BaseException:
                        self._drop(live)
                        raise
                    if keyed is not None:
                        live.answers[keyed[0], keyed[1]] = said
                    self._arrange(live)
            self.wake(match_id)
            self.bus.tell("match", match=match_id, number=match.number)
            return said
        raise ServerError("unavailable", "another server holds this match; try again")

    async def _write(self, match: Match, keyed: tuple[str, str, dict[str, Any]] | None) -> None:
        entries = match.take_fresh()
        wake = self._wake(match)
        with self.measures.writes.time():
            await self.writer.append(Writing(match, entries, wake, keyed))
        self.measures.entries.inc(len(entries))

    def _wake(self, match: Match) -> int | None:
        """When others must look after the match if we do not."""
        now = self.sources.now()
        wake = match.wake(now)
        if wake is None or not self.store.shared:
            return wake
        return max(wake, now) + self.settings.lease * 1000

    async def is_behind(self, live: Live) -> bool:
        """Whether another server has written to the match since we read it."""
        numbers = await self.ask(self.store.numbers, [live.match.id])
        return numbers.get(live.match.id) != live.match.number

    async def refresh(self, match_id: str) -> None:
        """For who looks without listening: what other servers have written until now."""
        live = self.lives.get(match_id)
        if live is not None and self.store.shared and await self.is_behind(live):
            await self.catch_up(match_id)

    async def catch_up(self, match_id: str) -> None:
        """Hear what other servers have written to a match we have in memory."""
        live = self.lives.get(match_id)
        if live is None:
            return
        async with live.lock:
            if live.gone:
                return
            for entry in await self.ask(self.store.since, match_id, live.match.number):
                try:
                    live.match.apply(entry)
                except FourWindsError:
                    # Its rules are not ours; the snapshots in the store know better.
                    self._drop(live)
                    break
            else:
                self._set_timer(live)
        self.wake(match_id)

    def _stale(self, match: Match, user: str, error: FourWindsError) -> ServerError:
        mine = match.seats_of(user)
        present = self._message(match, mine[0] if mine else None, 0)
        return ServerError(error.code, str(error), present)

    def _drop(self, live: Live) -> None:
        """Forget what is in memory; the store knows better."""
        live.gone = True
        if live.timer is not None:
            live.timer.cancel()
        if self.lives.get(live.match.id) is live:
            del self.lives[live.match.id]
        self.measures.live.set(len(self.lives))

    # Looking and listening.

    async def look(
        self, match_id: str, user: str | None, seat: int | None, since: int, invitation: str | None
    ) -> dict[str, Any]:
        live = await self.live(match_id)
        async with live.lock:
            viewer = self.admit(live.match, user, seat, invitation)
            if viewer is not None:
                self.presence.saw(match_id, viewer)
            message = self._message(live.match, viewer, since)
            return message | {"muted": live.match.muted_by(user)}

    def admit(
        self, match: Match, user: str | None, seat: int | None, invitation: str | None
    ) -> int | None:
        """As whom a user may look at a match; a private one is there for its players alone."""
        if match.setup.private and not match.seats_of(user) and user != match.host:
            invitations = [s.invitation for s in match.seats if s.invitation is not None]
            if invitation is None or invitation not in invitations:
                raise ServerError("no-such-match", "expected the id of a match")
        return match.viewer(user, seat)

    def _message(self, match: Match, viewer: int | None, since: int) -> dict[str, Any]:
        now = self.sources.now()
        return {
            **match.message(viewer, since, now),
            "muted": [],
            "present": self.present(match),
            "now": now - match.delay_of(viewer),
        }

    def patience(self, match_id: str, viewer: int | None) -> float | None:
        """In how many seconds a delayed viewer sees more, if nothing else happens."""
        live = self.lives.get(match_id)
        due = None if live is None else live.match.feeds[viewer].next_shown()
        return None if due is None else max(0, due - self.sources.now()) / 1000

    def present(self, match: Match) -> list[bool]:
        there = self.presence.seats(match.id)
        return [seat in there for seat in range(len(match.seats))]

    def here(self, match_id: str, seat: int | None) -> bool:
        """Whether somebody is connected to that seat."""
        return seat in self.presence.seats(match_id)

    def absent(self, match: Match, seat: int) -> int | None:
        """For how many milliseconds a player is away; None if he may not know of the start."""
        told = self.presence.last_seen(match.id, seat) >= match.started or match.has_moved(seat)
        return self.presence.absent(match.id, seat) if told else None

    def listen(self, match_id: str, viewer: int | None) -> asyncio.Event:
        event = asyncio.Event()
        self.listeners[match_id].add(event)
        if viewer is not None:
            self.presence.come(match_id, viewer)
            self._say_who_is_here(match_id)
        self.bus.tell("who", match=match_id)
        self.measures.connections.inc()
        return event

    def hang_up(self, match_id: str, viewer: int | None, event: asyncio.Event) -> None:
        self.listeners[match_id].discard(event)
        if not self.listeners[match_id]:
            self.listeners.pop(match_id, None)
        if viewer is not None:
            self.presence.go(match_id, viewer)
            self._say_who_is_here(match_id)
        self.measures.connections.dec()

    def _say_who_is_here(self, match_id: str) -> None:
        self.wake(match_id)
        self.bus.tell("here", match=match_id, seats=self.presence.seats_here(match_id))

    def wake(self, match_id: str) -> None:
        for event in self.listeners.get(match_id, ()):
            event.set()

    # What the server does by itself.

    def _arrange(self, live: Live) -> None:
        """Give bots their jobs, and set the timer to whatever comes next."""
        match = live.match
        for job in match.bot_jobs():
            asked = (job["seat"], job["decision"])
            if asked not in live.thinking:
                live.thinking.add(asked)
                self.begin(self._let_think(live, job, asked))
        self._set_timer(live)

    def _set_timer(self, live: Live) -> None:
        match = live.match
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        times = [due for _, _, due in match.automatic_moves()]
        end = match.clock.next_end()
        due = min(times if end is None else [*times, end], default=None)
        if due is not None:
            wait = max(0, due - self.sources.now()) / 1000
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(min(wait, 3600), self._begin_tick, match.id)

    def _begin_tick(self, match_id: str) -> None:
        self.begin(self._tick(match_id))

    async def _let_think(self, live: Live, job: dict[str, Any], asked: tuple[int, str]) -> None:
        began = self.sources.now()
        self.measures.thinking.inc()
        try:
            owner, match_id = live.match.host, live.match.id
            job_id = _job_id(match_id, *asked)
            action = await self.thinker.think(job, job_id, owner, match_id)
            await self._keep_pace(live, job["bot"], began)
        finally:
            self.measures.thinking.dec()
            live.thinking.discard(asked)
        seat, decision = asked

        def play(match: Match, now: int) -> None:
            match.play_bot(seat, action, decision, now)

        try:
            await self.act(live.match.id, play)
        except FourWindsError as error:
            # Undone or over meanwhile; whatever is asked now has its own job.
            log.info("a bot's move came late: %s", error.code)

    async def _keep_pace(self, live: Live, bot: str, began: int) -> None:
        """A bot waits so that people can follow, and always as long as it may think.

        Else its haste would tell that it had no choice.
        """
        if self.settings.pace and live.match.id in self.listeners:
            pace, usual = self.settings.pace, min(usual_time(bot), 1000 * self.settings.bot_seconds)
            due = max(live.match.last_shown() + pace, began + usual)
            await asyncio.sleep(max(0, due - self.sources.now()) / 1000)

    async def _tick(self, match_id: str) -> None:
        def tick(match: Match, now: int) -> None:
            match.tick(now)
            for seat, decision, due in match.automatic_moves():
                if due <= now:
                    match.play_automatically(seat, decision, now)
                    break

        await self.act(match_id, tick)
        live = self.lives.get(match_id)
        if live is not None:
            self._arrange(live)

    async def sweep(self) -> None:
        """Again and again: wake matches that are due, let go of those nobody needs."""
        while True:
            try:
                await self._look_after()
                self._let_go()
                self.memory.tidy(self.sources.now())
            except Exception as error:
                log.warning("sweeping failed: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _look_after(self) -> None:
        """Take up what is due: bots' moves, clocks, moves without a choice."""
        now = self.sources.now()
        if self.store.shared:
            until = now + self.settings.lease * 1000
            due = await self.ask(self.store.claim, now, until)
        else:
            due = [m for m in await self.ask(self.store.due, now) if m not in self.lives]
        for match_id in due:
            if match_id in self.lives:
                await self.catch_up(match_id)
            try:
                live = await self.live(match_id)
            except LogError as error:
                log.error("%s", error)
                await self.ask(self.store.sleep, match_id)
                continue
            if live.match.wake(self.sources.now()) is None:
                await self.ask(self.store.sleep, match_id)
            else:
                self._arrange(live)

    def _let_go(self) -> None:
        before = self.sources.now() - self.settings.idle * 1000
        for live in list(self.lives.values()):
            busy = live.lock.locked() or live.thinking or live.match.id in self.listeners
            if live.used < before and not busy:
                self._drop(live)

    def begin(self, work: Any) -> None:
        """Do something beside; it ends with the server at the latest."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    async def close(self) -> None:
        for live in list(self.lives.values()):
            self._drop(live)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinker.close()
        await self.writer.close()
        self.threads.shutdown(wait=True)


def _job_id(match_id: str, seat: int, decision: str) -> str:
    return hashlib.sha256(f"{match_id} {seat} {decision}".encode()).hexdigest()
