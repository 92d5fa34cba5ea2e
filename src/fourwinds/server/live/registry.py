"""The registry of live matches: loads, changes, shows and schedules them.

A match is read into memory when somebody needs it and leaves it when nobody does. Everything that
changes a match or reads it goes through its lock, so that nothing is seen before it is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from fourwinds.core.errors import FourWindsError, IllegalAction
from fourwinds.match.feeds import Viewer
from fourwinds.match.log_json import LogError
from fourwinds.match.match import Match
from fourwinds.match.setup import MatchSetup
from fourwinds.match.status import OVER
from fourwinds.server.botqueue.local_pool import LocalPool, usual_time
from fourwinds.server.botqueue.remote_queue import RemoteQueue
from fourwinds.server.errors import Refused, ServerError
from fourwinds.server.live.bus import Bus
from fourwinds.server.live.commit_batcher import CommitBatcher
from fourwinds.server.live.feeds import Subscription, ViewerFeed
from fourwinds.server.live.presence import Online, Presence
from fourwinds.server.metrics import Metrics
from fourwinds.server.runtime.garbage import GarbageCollector
from fourwinds.server.runtime.shutdown import end_all, in_time
from fourwinds.server.settings import Settings, Sources
from fourwinds.store.jobs import Jobs
from fourwinds.store.store import Behind, Store, Writing

log = logging.getLogger("fourwinds.server")
P = ParamSpec("P")
R = TypeVar("R")
Command = Callable[[Match, int], int | None]
"""Does something to a match at a time; returns as whom the doer then looks at it."""
TRIES = 3
SWEEP = 1.0


class LiveMatch:
    """A match in memory."""

    def __init__(self, match: Match, answers: dict[tuple[str, str], dict[str, Any]]) -> None:
        self.match = match
        self.answers = answers
        self.lock = asyncio.Lock()
        self.gone = False
        self.used = 0
        self.thinking: set[tuple[int, str]] = set()
        self.timer: asyncio.TimerHandle | None = None


class MatchRegistry:
    """All live matches of this process; each has a lock, and what is answered is on disk."""

    def __init__(self, store: Store, settings: Settings, sources: Sources) -> None:
        self.store = store
        self.settings = settings
        self.sources = sources
        self.metrics = Metrics()
        self.garbage = GarbageCollector(sources.now())
        self.threads = ThreadPoolExecutor(4, thread_name_prefix="store")
        self.batcher = CommitBatcher(store)
        self.loaded: dict[str, LiveMatch] = {}
        self.loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self.subscribers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.feeds: dict[str, dict[tuple[Viewer, str], ViewerFeed]] = defaultdict(dict)
        self.tasks: set[asyncio.Task[None]] = set()
        self.presence = Presence(sources.now)
        self.online = Online(sources.now)
        self.bus = Bus(settings.redis, store.channel())
        self.bot_queue: LocalPool | RemoteQueue
        if settings.bots == 0:
            self.bot_queue = RemoteQueue(Jobs(store.engine), self.call_store, self.bus, sources.now)
        else:
            self.bot_queue = LocalPool(settings.bots, settings.bot_seconds, self.metrics.short.inc)

    async def call_store(self, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Run a call to the store in its thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, lambda: call(*args, **named))

    # Matches.

    async def create(
        self,
        setup: MatchSetup,
        user: str,
        name: str,
        match_id: str | None = None,
        secret: bytes | None = None,
    ) -> Match:
        """A new match; `secret` is that of its deal where others play the same."""
        if await self.call_store(self.store.hosted, user) >= self.settings.matches:
            raise ServerError("too-many-matches", f"expected at most {self.settings.matches}")
        seats = len(setup.seats)
        now, new_id = self.sources.now(), self.sources.new_id
        match = Match.create(
            match_id or new_id(),
            setup,
            user,
            name,
            secret or self.sources.secret(),
            [self.sources.secret().hex()[:32] for _ in range(seats)],
            now,
            self.sources.seal,
        )
        await self._write(match, None)
        return match

    async def set_table(
        self,
        match_id: str,
        setup: MatchSetup,
        host: str,
        name: str,
        begin: Callable[[Match, int], None],
        secret: bytes | None = None,
    ) -> None:
        """A table that the server itself sets: made, filled and begun in one, or there already."""
        codes = [self.sources.secret().hex()[:32] for _ in setup.seats]
        now, made = self.sources.now(), secret or self.sources.secret()
        match = Match.create(match_id, setup, host, name, made, codes, now, self.sources.seal)
        begin(match, now)
        with contextlib.suppress(Behind):
            await self._write(match, None)
        await self.get(match_id)

    async def get(self, match_id: str) -> LiveMatch:
        found = self.loaded.get(match_id)
        if found is None:
            task = self.loading.get(match_id)
            if task is None:
                task = self.loading[match_id] = asyncio.create_task(self._load(match_id))
                task.add_done_callback(lambda _: self.loading.pop(match_id, None))
            found = await asyncio.shield(task)
        found.used = self.sources.now()
        self.garbage.busy(found.used)
        return found

    async def _load(self, match_id: str) -> LiveMatch:
        match, answers = await self.call_store(self._read, match_id)
        if match.frozen is not None and match.frozen.differs is not None:
            log.error("match %s: the rules differ at entry %d", match_id, match.frozen.differs)
        live = LiveMatch(match, answers)
        live.used = self.sources.now()
        self.loaded[match_id] = live
        self.bus.follow(match_id)
        self.metrics.live.set(len(self.loaded))
        self._schedule(live)
        return live

    def _read(self, match_id: str) -> tuple[Match, dict[tuple[str, str], dict[str, Any]]]:
        """A match as its log in the store makes it; a long one takes a tenth of a second."""
        stored = self.store.load(match_id)
        if stored is None:
            raise ServerError("no-such-match", "expected the id of a match")
        match = Match.load(match_id, stored.entries, stored.snapshots, self.sources.seal)
        return match, stored.answers

    async def execute(
        self,
        match_id: str,
        command: Command,
        user: str | None = None,
        key: str | None = None,
        doer: asyncio.Event | None = None,
    ) -> dict[str, Any]:
        """Do something to a match; the answer counts once it is on disk.

        `doer` is not woken by it: his answer brings what is new to him.
        """
        for _ in range(TRIES):
            live = await self.get(match_id)
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
                        self._evict(live)
                    if self.store.shared and await self.is_behind(live):
                        self._evict(live)
                        continue
                    if self.store.shared and user is not None and key is not None:
                        kept = await self.call_store(self.store.answer, match_id, user, key)
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
                        self._evict(live)
                        continue
                    except BaseException:
                        self._evict(live)
                        raise
                    if keyed is not None:
                        live.answers[keyed[0], keyed[1]] = said
                    self._schedule(live)
            self.notify(match_id, doer)
            self.bus.tell_moved(match_id, match.number)
            return said
        raise ServerError("unavailable", "another server holds this match; try again")

    async def _write(self, match: Match, keyed: tuple[str, str, dict[str, Any]] | None) -> None:
        entries = match.take_fresh()
        wake = self._wake_time(match)
        began = time.perf_counter()
        await self.batcher.append(Writing(match, entries, wake, keyed))
        self.metrics.writes.observe(time.perf_counter() - began)
        self.metrics.entries.inc(len(entries))

    def _wake_time(self, match: Match) -> int | None:
        """When others must look after the match if we do not."""
        now = self.sources.now()
        wake = match.wake(now)
        if wake is None or not self.store.shared:
            return wake
        return max(wake, now) + self.settings.lease * 1000

    async def is_behind(self, live: LiveMatch) -> bool:
        """Whether another server has written to the match since we read it."""
        numbers = await self.call_store(self.store.numbers, [live.match.id])
        return numbers.get(live.match.id) != live.match.number

    async def refresh(self, match_id: str) -> None:
        """For who looks without listening: what other servers have written until now."""
        live = self.loaded.get(match_id)
        if live is not None and self.store.shared and await self.is_behind(live):
            await self.catch_up(match_id)

    async def catch_up(self, match_id: str) -> None:
        """Hear what other servers have written to a match we have in memory."""
        live = self.loaded.get(match_id)
        if live is None:
            return
        async with live.lock:
            if live.gone:
                return
            for entry in await self.call_store(self.store.since, match_id, live.match.number):
                try:
                    live.match.apply(entry)
                except FourWindsError:
                    # Its rules are not ours; the snapshots in the store know better.
                    self._evict(live)
                    break
            else:
                self._set_timer(live)
        self.notify(match_id)

    def _stale(self, match: Match, user: str, error: FourWindsError) -> ServerError:
        mine = match.seats_of(user)
        present = self._message(match, mine[0] if mine else None, 0)
        return ServerError(error.code, str(error), present)

    def _evict(self, live: LiveMatch) -> None:
        """Forget what is in memory; the store knows better."""
        live.gone = True
        if live.timer is not None:
            live.timer.cancel()
        if self.loaded.get(live.match.id) is live:
            del self.loaded[live.match.id]
            self.bus.unfollow(live.match.id)
        self.metrics.live.set(len(self.loaded))

    # Reading and subscriptions.

    async def read(
        self, match_id: str, user: str | None, seat: int | None, since: int, invitation: str | None
    ) -> dict[str, Any]:
        while True:
            live = await self.get(match_id)
            async with live.lock:
                if live.gone:
                    continue  # what could not be written is in it
                viewer = self.check_access(live.match, user, seat, invitation)
                if viewer is not None:
                    self.presence.saw(match_id, viewer)
                message = self._message(live.match, viewer, since)
                return message | {"muted": live.match.muted_by(user)}

    async def next_push(self, to: Subscription) -> str | None:
        """What a subscriber is to be sent now, None if nothing is new to him."""
        while True:
            live = await self.get(to.match)
            async with live.lock:
                if live.gone:
                    continue
                match = live.match
                viewer = self.check_access(match, to.user, to.viewer, to.invitation)
                viewer = None if to.watching else viewer
                if viewer != to.viewer:
                    # A spectator sat down: from now on he hears as his seat, from the beginning.
                    to.viewer, to.since = viewer, 0
                now, present = self.sources.now(), self.present(match)
                if viewer is not None:
                    self.presence.saw(match.id, viewer, now)
                feeds, name = self.feeds[match.id], (viewer, to.language)
                feed = feeds.get(name)
                if feed is None:
                    feed = feeds[name] = ViewerFeed(viewer, to.language)
                feed.refresh(match, present, now)
                return to.next_push(feed, match, present, now)

    def check_access(
        self, match: Match, user: str | None, seat: int | None, invitation: str | None
    ) -> int | None:
        """As whom a user may look at a match; a private one is there for its players alone."""
        setup = match.setup
        # What everybody has played is open to all once nobody can play it any more. Until then no
        # invitation leads to it: who has it may have the same deal before him at another table.
        shared = setup.shares_deal
        private = match.is_closed(self.sources.now()) if shared else setup.private
        if private and not match.seats_of(user) and user != match.host:
            invited = not shared and any(each.invitation == invitation for each in match.seats)
            if invitation is None or not invited:
                raise ServerError("no-such-match", "expected the id of a match")
        return match.viewer(user, seat)

    def check_replay(
        self, match: Match, user: str | None, invitation: str | None
    ) -> tuple[list[dict[str, Any]], bool]:
        """The seats as a reader of the replay may know them, and whether he looks from outside.

        From outside a private match there is a replay only where a player shares it, and nobody
        still plays its deal elsewhere.
        """
        try:
            self.check_access(match, user, None, invitation)
        except ServerError:
            if match.status != OVER or not match.shared or match.is_closed(self.sources.now()):
                raise
            return match.seats_shared(), True
        return match.seats_shown(), False

    def _message(self, match: Match, viewer: int | None, since: int) -> dict[str, Any]:
        now = self.sources.now()
        return {
            **match.message(viewer, since, now),
            "muted": [],
            "present": self.present(match),
            "now": now - match.delay_of(viewer),
        }

    def seconds_to_delayed(self, match_id: str, viewer: int | None) -> float | None:
        """In how many seconds a delayed viewer sees more, if nothing else happens."""
        live = self.loaded.get(match_id)
        due = None if live is None else live.match.feeds[viewer].next_shown()
        return None if due is None else max(0, due - self.sources.now()) / 1000

    def present(self, match: Match) -> list[bool]:
        there = self.presence.seats(match.id)
        return [seat in there for seat in range(len(match.seats))]

    def is_present(self, match_id: str, seat: int | None) -> bool:
        """Whether somebody is connected to that seat."""
        return seat in self.presence.seats(match_id)

    def absent(self, match: Match, seat: int) -> int | None:
        """For how many milliseconds a player is away; None if he may not know of the start."""
        told = self.presence.last_seen(match.id, seat) >= match.started or match.has_moved(seat)
        return self.presence.absent(match.id, seat) if told else None

    @contextlib.contextmanager
    def subscribed(self, who: Subscription) -> Iterator[None]:
        """Let somebody hear of a match, and the others that he is there."""
        match_id, viewer = who.match, who.viewer
        self.subscribers[match_id].add(who.news)
        if viewer is not None:
            self.presence.come(match_id, viewer)
            self._tell_presence(match_id)
        self.bus.tell("who", match=match_id)
        self.metrics.connections.inc()
        try:
            yield
        finally:
            self.subscribers[match_id].discard(who.news)
            if not self.subscribers[match_id]:
                self.subscribers.pop(match_id, None)
                self.feeds.pop(match_id, None)
            if viewer is not None:
                self.presence.go(match_id, viewer)
                self._tell_presence(match_id)
            self.metrics.connections.dec()

    def _tell_presence(self, match_id: str) -> None:
        self.notify(match_id)
        self.bus.tell("here", match=match_id, seats=self.presence.seats_here(match_id))

    def notify(self, match_id: str, doer: asyncio.Event | None = None) -> None:
        for event in self.subscribers.get(match_id, ()):
            if event is not doer:
                event.set()

    # What the server does by itself.

    def _schedule(self, live: LiveMatch) -> None:
        """Give bots their jobs, and set the timer to whatever comes next."""
        match = live.match
        for job in match.bot_jobs():
            asked = (job["seat"], job["decision"])
            if asked not in live.thinking:
                live.thinking.add(asked)
                self.start_task(self._play_bot(live, job, asked))
        self._set_timer(live)

    def _set_timer(self, live: LiveMatch) -> None:
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
            live.timer = loop.call_later(min(wait, 3600), self._start_tick, match.id)

    def _start_tick(self, match_id: str) -> None:
        self.start_task(self._tick(match_id))

    async def _play_bot(self, live: LiveMatch, job: dict[str, Any], asked: tuple[int, str]) -> None:
        began = self.sources.now()
        self.metrics.thinking.inc()
        try:
            owner, match_id = live.match.host, live.match.id
            job_id = _job_id(match_id, *asked)
            action = await self.bot_queue.think(job, job_id, owner, match_id)
            await self._keep_pace(live, job["bot"], began)
        finally:
            self.metrics.thinking.dec()
            live.thinking.discard(asked)
        seat, decision = asked

        def play(match: Match, now: int) -> None:
            match.play_bot(seat, action, decision, now)

        try:
            await self.execute(live.match.id, play)
        except FourWindsError as error:
            # Undone or over meanwhile; whatever is asked now has its own job.
            log.debug("a bot's move came late: %s", error.code)

    async def _keep_pace(self, live: LiveMatch, bot: str, began: int) -> None:
        """A bot waits so that people can follow, and always as long as it may think.

        Else its haste would tell that it had no choice.
        """
        if self.settings.pace and live.match.id in self.subscribers:
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

        await self.execute(match_id, tick)
        live = self.loaded.get(match_id)
        if live is not None:
            self._schedule(live)

    async def sweep(self) -> None:
        """Again and again: wake matches that are due, let go of those nobody needs."""
        while True:
            try:
                await self._take_due()
                self._evict_idle()
                self.garbage.tidy(self.sources.now())
            except Exception as error:
                log.warning("sweeping failed: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _take_due(self) -> None:
        """Take up what is due: bots' moves, clocks, moves without a choice."""
        now = self.sources.now()
        if self.store.shared:
            until = now + self.settings.lease * 1000
            due = await self.call_store(self.store.claim, now, until)
        else:
            due = [m for m in await self.call_store(self.store.due, now) if m not in self.loaded]
        for match_id in due:
            if match_id in self.loaded:
                await self.catch_up(match_id)
            try:
                live = await self.get(match_id)
            except LogError as error:
                log.error("%s", error)
                await self.call_store(self.store.sleep, match_id)
                continue
            if live.match.wake(self.sources.now()) is None:
                await self.call_store(self.store.sleep, match_id)
            else:
                self._schedule(live)

    def _evict_idle(self) -> None:
        before = self.sources.now() - self.settings.idle * 1000
        for live in list(self.loaded.values()):
            busy = live.lock.locked() or live.thinking or live.match.id in self.subscribers
            if live.used < before and not busy:
                self._evict(live)

    def start_task(self, work: Any) -> None:
        """Do something beside; it ends with the server at the latest."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    async def close(self) -> None:
        for live in list(self.loaded.values()):
            self._evict(live)
        await end_all({*self.loading.values(), *self.tasks})
        self.bot_queue.close()
        await self.batcher.close()
        await in_time(asyncio.to_thread(self.threads.shutdown), "the database does not answer")


def _job_id(match_id: str, seat: int, decision: str) -> str:
    return hashlib.sha256(f"{match_id} {seat} {decision}".encode()).hexdigest()
