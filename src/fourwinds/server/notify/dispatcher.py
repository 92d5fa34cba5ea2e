"""Sends what waits in the outbox: mails, web push, webhooks; each item once.

Each kind has a queue and threads of its own. A webhook gets nothing before its owner has shown that
it is his: he answers the first request with the challenge it brings.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from fourwinds.core.errors import BadOptions
from fourwinds.server.accounts import removal
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.daily_deals import draw
from fourwinds.server.notify import outgoing_http, templates, web_push
from fourwinds.server.notify.mail import Mailer
from fourwinds.server.notify.outgoing_http import Unreachable
from fourwinds.server.notify.templates import MailText
from fourwinds.server.runtime.shutdown import end_all
from fourwinds.store import people
from fourwinds.store.outbox import (
    ACCOUNT,
    CONFIRM,
    EMAIL,
    INVITED,
    MAIL,
    PASSWORD,
    PUSH,
    READY,
    TEST,
    TURN,
    WEBHOOK,
    Channel,
    Item,
    Outbox,
)

log = logging.getLogger("fourwinds.server")
R = TypeVar("R")
PAUSE = 1.0
HOUR = 3600_000
DAY = 24 * HOUR
AGAIN = 20_000
"""While somebody sits at the table he is not told that it is his turn."""
GONE = (404, 410)
UNCONFIRMED = 417
PATIENCE = 3.0
"""Seconds that a server which stops waits for what it is sending."""


@dataclass(eq=False)
class Lane:
    """One kind of sending, with threads of its own: a slow receiver delays his own kind alone, and
    there no more than `of_each` threads."""

    kind: str
    threads: int
    of_each: int
    busy: Counter[str] = field(default_factory=Counter)
    """How many are being sent, by person."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        name = f"notify-{self.kind}"
        self.pool = ThreadPoolExecutor(self.threads, thread_name_prefix=name)


class Dispatcher:
    def __init__(self, registry: MatchRegistry, auth: Authentication, outbox: Outbox) -> None:
        self.registry = registry
        self.auth = auth
        self.outbox = outbox
        settings = registry.settings
        self.public_url = settings.public_url.rstrip("/")
        sender = settings.mail_from or settings.contact
        self.mailer = Mailer(settings.smtp, sender) if settings.smtp else None
        if self.mailer is not None and not self.public_url:
            raise BadOptions("public_url: expected where people reach this server, for mails")
        self.private = settings.private_hooks
        self._signer: web_push.Signer | None = None
        self._lanes = [
            Lane(ACCOUNT, 4, 2),
            Lane(MAIL, 4, 2),
            Lane(PUSH, 8, 2),
            Lane(WEBHOOK, 16, 2),
        ]
        self._tidied = 0

    async def signer(self) -> web_push.Signer:
        """The key for push services, made when first needed."""
        if self._signer is None:
            seed = await self.registry.call_store(self.registry.store.key, "push")
            contact = self.registry.settings.contact
            who = f"mailto:{contact}" if contact else self.public_url or "https://localhost"
            self._signer = web_push.Signer(seed, who)
        return self._signer

    async def run(self) -> None:
        """Send what is due, until cancelled; nobody waits for those who are slow."""
        while True:
            busy = False
            try:
                busy = bool(await self._start_due())
                await self._tidy()
            except Exception:
                log.exception("the dispatcher failed")
            if not busy:
                await asyncio.sleep(PAUSE)

    async def round(self) -> None:
        """Send all that is due now, and wait for it and for what was begun before."""
        while True:
            await self._start_due()
            begun = self._begun()
            if not begun:
                return
            await asyncio.wait(begun)

    def _begun(self) -> list[asyncio.Task[None]]:
        return [task for lane in self._lanes for task in lane.tasks]

    async def _start_due(self) -> list[asyncio.Task[None]]:
        """Begin to send what is due, as far as there are threads for it."""
        now, call_store = self.registry.sources.now(), self.registry.call_store
        if not await call_store(self.outbox.is_due, now):
            return []
        started = []
        for lane in self._lanes:
            free = lane.threads - len(lane.tasks)
            if free > 0:
                claim = self.outbox.claim
                for item in await call_store(claim, now, lane.kind, free, lane.of_each, lane.busy):
                    started.append(self._start(lane, item))
        return started

    def _start(self, lane: Lane, item: Item) -> asyncio.Task[None]:
        task = asyncio.create_task(self._deliver(lane, item))
        lane.tasks.add(task)
        lane.busy[item.user] += 1

        def done(task: asyncio.Task[None]) -> None:
            lane.tasks.discard(task)
            lane.busy[item.user] -= 1
            if not lane.busy[item.user]:
                del lane.busy[item.user]
            if not task.cancelled() and task.exception() is not None:
                log.error("a notice was not settled", exc_info=task.exception())

        task.add_done_callback(done)
        return task

    async def _tidy(self) -> None:
        now = self.registry.sources.now()
        if now - self._tidied > HOUR:
            self._tidied = now
            await self.registry.call_store(self.outbox.tidy, now)
            await removal.housekeeping(self.registry, self.auth)
            await draw(self.registry)

    async def _deliver(self, lane: Lane, item: Item) -> None:
        call_store, now = self.registry.call_store, self.registry.sources.now()
        channel = item.channel
        if item.kind == TURN and channel is not None and channel.kind != "webhook":
            if item.match is not None and self.registry.is_present(item.match, item.seat):
                await call_store(self.outbox.postponed, item, now + AGAIN)
                return
        try:
            status = await self._send(lane, item, now)
        except Unreachable:
            status = 503
        except ServerError as error:
            log.warning("a notice cannot be sent: %s", error.code)
            status = GONE[1]
        except Exception:
            log.exception("a notice could not be made")
            status = 500
        self.registry.metrics.notices.labels(item.kind, str(status)).inc()
        if status < 300:
            await call_store(self.outbox.sent, item)
        elif status in GONE:
            await call_store(self.outbox.refused, item)
        else:
            await call_store(self.outbox.failed, item, now)

    async def _send(self, lane: Lane, item: Item, now: int) -> int:
        """The status of the answer, or what it would be if mail had one."""
        channel = item.channel
        if channel is None:
            return await self._write_about_account(lane, item, now)
        letter = self._letter(item, channel)
        if channel.kind == MAIL:
            return await self._mail(lane, item.email, letter, item)
        if channel.kind == PUSH:
            url = self._link(item)
            shown = {"title": letter.subject, "url": url, "tag": item.match or item.id}
            keys = (channel.data["p256dh"], channel.data["auth"])
            body = web_push.encrypt(json.dumps(shown).encode(), *keys)
            headers = (await self.signer()).headers(channel.address, item.id, now)
        else:
            told = {"id": item.id, "kind": item.kind, "match": item.match, "seat": item.seat}
            if item.kind in (TEST, CONFIRM) and not channel.confirmed:
                told = {"id": item.id, "kind": CONFIRM}
                told["challenge"] = challenge(channel.data["secret"], item.id)
            body = json.dumps({**told, **item.data, "time": now}).encode()
            headers = signed(channel.data["secret"], item.id, now, body)
        status, answer = await self._in_thread(
            lane, lambda: outgoing_http.post(channel.address, body, headers, private=self.private)
        )
        if channel.kind == WEBHOOK and not channel.confirmed and status < 300:
            if challenge(channel.data["secret"], item.id).encode() not in answer:
                return UNCONFIRMED
            await self.registry.call_store(self.outbox.confirm, channel.id)
        return status

    def _letter(self, item: Item, channel: Channel) -> MailText:
        if item.kind == TURN:
            return templates.turn(channel.language, item.data["game"], self._link(item))
        if item.kind == INVITED:
            sender, name = item.data["sender"], item.data["name"]
            return templates.invited(channel.language, sender, name, self._link(item))
        if item.kind == READY:
            return templates.ready(channel.language, item.data["game"], self._link(item))
        return templates.test(channel.language, self._link(item))

    def _link(self, item: Item) -> str:
        match = item.data["table"] if item.kind == READY else item.match
        where = "/settings" if match is None else f"/match/{match}"
        if item.kind == INVITED:
            where = "/friends"
        return f"{self.public_url}{where}"

    async def _write_about_account(self, lane: Lane, item: Item, now: int) -> int:
        """The secret is made here, so that it never lies in the outbox."""
        user = await self.registry.call_store(self.auth.people.find, item.user)
        if user is None:
            return GONE[1]
        language, data = item.data["language"], item.data
        issue = self.auth.people.issue
        if item.kind == PASSWORD:
            code = await self.registry.call_store(issue, user.id, people.PASSWORD, {}, now, HOUR)
            link = f"{self.public_url}/settings#password={code}"
            letter = templates.password(language, user.login or "", link, code)
            return await self._mail(lane, item.email, letter, item)
        assert item.kind == EMAIL
        code = await self.registry.call_store(
            issue, user.id, people.EMAIL, {"email": data["to"]}, now, DAY
        )
        link = f"{self.public_url}/settings#email={code}"
        return await self._mail(lane, data["to"], templates.email(language, link, code), item)

    async def _mail(self, lane: Lane, to: str | None, letter: MailText, item: Item) -> int:
        mailer = self.mailer
        if mailer is None or to is None:
            return GONE[1]
        await self._in_thread(lane, lambda: mailer.send(to, letter, item.id))
        return 200

    async def _in_thread(self, lane: Lane, work: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(lane.pool, work)

    async def close(self) -> None:
        """What is being sent has a moment to arrive: what was cut off would be sent again."""
        begun = self._begun()
        if begun:
            _, late = await asyncio.wait(begun, timeout=PATIENCE)
            await end_all(late)
        for lane in self._lanes:
            lane.pool.shutdown(wait=False, cancel_futures=True)


def challenge(secret: str, item: str) -> str:
    """What the owner of an address must answer, to show that he wants to be told there."""
    return hmac.new(secret.encode(), f"confirm {item}".encode(), hashlib.sha256).hexdigest()[:32]


def signed(secret: str, item: str, now: int, body: bytes) -> dict[str, str]:
    """Headers by which a webhook knows that it is us, and that it has not heard this before."""
    time = str(now // 1000)
    made = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        "Idempotency-Key": item,
        "FourWinds-Time": time,
        "FourWinds-Signature": f"sha256={made.hexdigest()}",
    }
