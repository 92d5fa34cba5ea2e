"""The courier takes what lies in the outbox to where it is to go, once."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fourwinds.core.errors import BadOptions
from fourwinds.server import letters, outgoing, push, removal
from fourwinds.server.errors import ServerError
from fourwinds.server.hall import Hall
from fourwinds.server.identity import Identity
from fourwinds.server.letters import Letter
from fourwinds.server.mail import Mailer
from fourwinds.server.outgoing import Unreachable
from fourwinds.store import people
from fourwinds.store.outbox import EMAIL, MAIL, PASSWORD, PUSH, TURN, Channel, Item, Outbox

log = logging.getLogger("fourwinds.server")
R = TypeVar("R")
PAUSE = 1.0
HOUR = 3600_000
DAY = 24 * HOUR
AGAIN = 20_000
"""While somebody sits at the table he is not told that it is his turn."""
GONE = (404, 410)


class Courier:
    def __init__(self, hall: Hall, identity: Identity, outbox: Outbox) -> None:
        self.hall = hall
        self.identity = identity
        self.outbox = outbox
        settings = hall.settings
        self.public_url = settings.public_url.rstrip("/")
        sender = settings.mail_from or settings.contact
        self.mailer = Mailer(settings.smtp, sender) if settings.smtp else None
        if self.mailer is not None and not self.public_url:
            raise BadOptions("public_url: expected where people reach this server, for mails")
        self.private = settings.private_hooks
        self._signer: push.Signer | None = None
        self._threads = ThreadPoolExecutor(8, thread_name_prefix="courier")
        self._tidied = 0

    async def signer(self) -> push.Signer:
        """The key for push services, made when first needed."""
        if self._signer is None:
            seed = await self.hall.ask(self.hall.store.key, "push")
            contact = self.hall.settings.contact
            who = f"mailto:{contact}" if contact else self.public_url or "https://localhost"
            self._signer = push.Signer(seed, who)
        return self._signer

    async def run(self) -> None:
        """Again and again, until cancelled."""
        while True:
            try:
                busy = await self.round()
                await self._tidy()
            except Exception:
                log.exception("the courier stumbled")
                busy = False
            if not busy:
                await asyncio.sleep(PAUSE)

    async def round(self) -> bool:
        """Deliver what is due; whether there was anything."""
        items = await self.hall.ask(self.outbox.claim, self.hall.sources.now())
        await asyncio.gather(*(self._deliver(item) for item in items))
        return bool(items)

    async def _tidy(self) -> None:
        now = self.hall.sources.now()
        if now - self._tidied > HOUR:
            self._tidied = now
            await self.hall.ask(self.outbox.tidy, now)
            await removal.housekeeping(self.hall, self.identity)

    async def _deliver(self, item: Item) -> None:
        ask, now = self.hall.ask, self.hall.sources.now()
        channel = item.channel
        if item.kind == TURN and channel is not None and channel.kind != "webhook":
            if item.match is not None and self.hall.here(item.match, item.seat):
                await ask(self.outbox.postponed, item, now + AGAIN)
                return
        try:
            status = await self._send(item, now)
        except Unreachable:
            status = 503
        except ServerError as error:
            log.warning("a notice cannot be sent: %s", error.code)
            status = GONE[1]
        except Exception:
            log.exception("a notice could not be made")
            status = 500
        self.hall.measures.notices.labels(item.kind, str(status)).inc()
        if status < 300:
            await ask(self.outbox.sent, item)
        elif status in GONE:
            await ask(self.outbox.refused, item)
        else:
            await ask(self.outbox.failed, item, now)

    async def _send(self, item: Item, now: int) -> int:
        """The status of the answer, or what it would be if mail had one."""
        channel = item.channel
        if channel is None:
            return await self._write_about_account(item, now)
        letter = self._letter(item, channel)
        if channel.kind == MAIL:
            return await self._mail(item.email, letter, item)
        if channel.kind == PUSH:
            url = self._link(item)
            shown = {"title": letter.subject, "url": url, "tag": item.match or item.id}
            keys = (channel.data["p256dh"], channel.data["auth"])
            body = push.encrypt(json.dumps(shown).encode(), *keys)
            headers = (await self.signer()).headers(channel.address, item.id, now)
        else:
            told = {"id": item.id, "kind": item.kind, "match": item.match, "seat": item.seat}
            body = json.dumps({**told, **item.data, "time": now}).encode()
            headers = signed(channel.data["secret"], item.id, now, body)
        return await self._in_thread(
            lambda: outgoing.post(channel.address, body, headers, private=self.private)
        )

    def _letter(self, item: Item, channel: Channel) -> Letter:
        if item.kind == TURN:
            return letters.turn(channel.language, item.data["game"], self._link(item))
        return letters.test(channel.language, self._link(item))

    def _link(self, item: Item) -> str:
        where = "/settings" if item.match is None else f"/match/{item.match}"
        return f"{self.public_url}{where}"

    async def _write_about_account(self, item: Item, now: int) -> int:
        """The secret is made here, so that it never lies in the outbox."""
        user = await self.hall.ask(self.identity.people.find, item.user)
        if user is None:
            return GONE[1]
        language, data = item.data["language"], item.data
        issue = self.identity.people.issue
        if item.kind == PASSWORD:
            code = await self.hall.ask(issue, user.id, people.PASSWORD, {}, now, HOUR)
            link = f"{self.public_url}/settings#password={code}"
            letter = letters.password(language, user.login or "", link, code)
            return await self._mail(item.email, letter, item)
        assert item.kind == EMAIL
        code = await self.hall.ask(issue, user.id, people.EMAIL, {"email": data["to"]}, now, DAY)
        link = f"{self.public_url}/settings#email={code}"
        return await self._mail(data["to"], letters.email(language, link, code), item)

    async def _mail(self, to: str | None, letter: Letter, item: Item) -> int:
        mailer = self.mailer
        if mailer is None or to is None:
            return GONE[1]
        await self._in_thread(lambda: mailer.send(to, letter, item.id))
        return 200

    async def _in_thread(self, work: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


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
