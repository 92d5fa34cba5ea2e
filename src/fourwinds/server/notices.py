"""Routes of notices: how one wants to be told that it is one's turn."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import HTTPConnection

from fourwinds.server import outgoing, push
from fourwinds.server.courier import Courier
from fourwinds.server.errors import ServerError
from fourwinds.server.forms import (
    ChannelIn,
    ChannelOut,
    NewWebhookOut,
    NoticesOut,
    PushIn,
    RowId,
    WebhookIn,
)
from fourwinds.server.identity import Somebody
from fourwinds.server.speaking import Lang
from fourwinds.server.wire import Done
from fourwinds.store.outbox import MAIL, PUSH, TEST, WEBHOOK, Channel
from fourwinds.store.people import User

router = APIRouter(tags=["notices"], prefix="/me/notices")
MOST = 10


async def the_courier(connection: HTTPConnection) -> Courier:
    courier: Courier = connection.app.state.courier
    return courier


TheCourier = Annotated[Courier, Depends(the_courier)]


def _out(channel: Channel) -> ChannelOut:
    shown = {name: getattr(channel, name) for name in ("id", "kind", "address", "always")}
    return ChannelOut(**shown, created=channel.created)


async def _add(
    courier: Courier,
    user: User,
    kind: str,
    address: str,
    data: dict[str, str],
    always: bool,
    lang: str,
) -> Channel:
    hall = courier.hall
    there = await hall.ask(courier.outbox.channels, user.id)
    if len(there) >= MOST:
        raise ServerError("too-many", f"expected at most {MOST} ways to reach you")
    channel = Channel(
        secrets.token_hex(8), user.id, kind, address, dict(data), always, lang, hall.sources.now()
    )
    await hall.ask(courier.outbox.add, channel)
    return channel


@router.get("")
async def notices(user: Somebody, courier: TheCourier) -> NoticesOut:
    channels = await courier.hall.ask(courier.outbox.channels, user.id)
    return NoticesOut(
        channels=[_out(channel) for channel in channels],
        push_key=(await courier.signer()).public,
        mail=courier.mailer is not None,
        email=user.email,
    )


@router.post("/push", status_code=201)
async def add_push(body: PushIn, user: Somebody, courier: TheCourier, lang: Lang) -> ChannelOut:
    """Be told by this browser."""
    outgoing.check(body.endpoint, private=courier.private)
    push.check(body.p256dh, body.auth)
    keys = {"p256dh": body.p256dh, "auth": body.auth}
    return _out(await _add(courier, user, PUSH, body.endpoint, keys, body.always, lang))


@router.post("/mail", status_code=201)
async def add_mail(body: ChannelIn, user: Somebody, courier: TheCourier, lang: Lang) -> ChannelOut:
    """Be told by mail, at one's confirmed address."""
    if courier.mailer is None:
        raise ServerError("no-mail", "expected a server that sends mails")
    if user.email is None:
        raise ServerError("no-address", "expected a confirmed mail address")
    return _out(await _add(courier, user, MAIL, "", {}, body.always, lang))


@router.post("/webhook", status_code=201)
async def add_webhook(
    body: WebhookIn, user: Somebody, courier: TheCourier, lang: Lang
) -> NewWebhookOut:
    """Have a program told; what it is sent is signed with the secret."""
    outgoing.check(body.url, private=courier.private)
    secret = secrets.token_urlsafe(24)
    made = await _add(courier, user, WEBHOOK, body.url, {"secret": secret}, body.always, lang)
    return NewWebhookOut(**_out(made).model_dump(), secret=secret)


@router.post("/{channel}/test", status_code=202)
async def try_out(channel: RowId, user: Somebody, courier: TheCourier) -> Done:
    """Send a notice to see whether it arrives."""
    hall = courier.hall
    mine = [each.id for each in await hall.ask(courier.outbox.channels, user.id)]
    if channel not in mine:
        raise ServerError("not-found", "expected the id of one of your notices")
    courier.identity.favours.take(user.id)
    await hall.ask(courier.outbox.put, user.id, TEST, hall.sources.now(), None, channel)
    return Done()


@router.delete("/{channel}")
async def drop(channel: RowId, user: Somebody, courier: TheCourier) -> Done:
    if not await courier.hall.ask(courier.outbox.drop, user.id, channel):
        raise ServerError("not-found", "expected the id of one of your notices")
    return Done()
