"""Routes of notices: how one wants to be told that it is one's turn."""

from __future__ import annotations

import secrets

from fastapi import APIRouter

from fourwinds.server.dependencies import Somebody, TheDispatcher
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang
from fourwinds.server.notify import outgoing_http, web_push
from fourwinds.server.notify.dispatcher import Dispatcher
from fourwinds.server.wire.base import Done
from fourwinds.server.wire.people import (
    ChannelIn,
    ChannelOut,
    NewWebhookOut,
    NoticesOut,
    PushIn,
    RowId,
    WebhookIn,
)
from fourwinds.store.outbox import CONFIRM, MAIL, PUSH, TEST, WEBHOOK, Channel
from fourwinds.store.people import User

router = APIRouter(tags=["notices"], prefix="/me/notices")
MOST = 10


def _out(channel: Channel) -> ChannelOut:
    shown = {
        name: getattr(channel, name) for name in ("id", "kind", "address", "always", "confirmed")
    }
    return ChannelOut(**shown, created=channel.created)


async def _add(
    dispatcher: Dispatcher,
    user: User,
    kind: str,
    address: str,
    data: dict[str, str],
    always: bool,
    lang: str,
) -> Channel:
    registry = dispatcher.registry
    there = await registry.call_store(dispatcher.outbox.channels, user.id)
    if len(there) >= MOST:
        raise ServerError("too-many", f"expected at most {MOST} ways to reach you")
    channel = Channel(
        secrets.token_hex(8),
        user.id,
        kind,
        address,
        dict(data),
        always,
        lang,
        registry.sources.now(),
        confirmed=kind != WEBHOOK,
    )
    await registry.call_store(dispatcher.outbox.add, channel)
    return channel


@router.get("")
async def notices(user: Somebody, dispatcher: TheDispatcher) -> NoticesOut:
    channels = await dispatcher.registry.call_store(dispatcher.outbox.channels, user.id)
    return NoticesOut(
        channels=[_out(channel) for channel in channels],
        push_key=(await dispatcher.signer()).public,
        mail=dispatcher.mailer is not None,
        email=user.email,
    )


@router.post("/push", status_code=201)
async def add_push(
    body: PushIn, user: Somebody, dispatcher: TheDispatcher, lang: Lang
) -> ChannelOut:
    """Be told by this browser."""
    outgoing_http.check(body.endpoint, private=dispatcher.private)
    web_push.check(body.p256dh, body.auth)
    keys = {"p256dh": body.p256dh, "auth": body.auth}
    return _out(await _add(dispatcher, user, PUSH, body.endpoint, keys, body.always, lang))


@router.post("/mail", status_code=201)
async def add_mail(
    body: ChannelIn, user: Somebody, dispatcher: TheDispatcher, lang: Lang
) -> ChannelOut:
    """Be told by mail, at one's confirmed address."""
    if dispatcher.mailer is None:
        raise ServerError("no-mail", "expected a server that sends mails")
    if user.email is None:
        raise ServerError("no-address", "expected a confirmed mail address")
    return _out(await _add(dispatcher, user, MAIL, "", {}, body.always, lang))


@router.post("/webhook", status_code=201)
async def add_webhook(
    body: WebhookIn, user: Somebody, dispatcher: TheDispatcher, lang: Lang
) -> NewWebhookOut:
    """Have a program told; what it is sent is signed with the secret.

    First it gets `{"kind": "confirm", "challenge": ...}`; it is told of turns once it has answered
    with the challenge.
    """
    outgoing_http.check(body.url, private=dispatcher.private)
    dispatcher.auth.favours.take(user.id)
    secret = secrets.token_urlsafe(24)
    made = await _add(dispatcher, user, WEBHOOK, body.url, {"secret": secret}, body.always, lang)
    registry = dispatcher.registry
    put, now = dispatcher.outbox.put, registry.sources.now()
    await registry.call_store(put, user.id, CONFIRM, now, None, made.id)
    return NewWebhookOut(**_out(made).model_dump(), secret=secret)


@router.post("/{channel}/test", status_code=202)
async def try_out(channel: RowId, user: Somebody, dispatcher: TheDispatcher) -> Done:
    """Send a notice to see whether it arrives; a webhook not yet confirmed gets the challenge."""
    registry = dispatcher.registry
    mine = [each.id for each in await registry.call_store(dispatcher.outbox.channels, user.id)]
    if channel not in mine:
        raise ServerError("not-found", "expected the id of one of your notices")
    dispatcher.auth.favours.take(user.id)
    await registry.call_store(
        dispatcher.outbox.put, user.id, TEST, registry.sources.now(), None, channel
    )
    return Done()


@router.delete("/{channel}")
async def drop(channel: RowId, user: Somebody, dispatcher: TheDispatcher) -> Done:
    if not await dispatcher.registry.call_store(dispatcher.outbox.drop, user.id, channel):
        raise ServerError("not-found", "expected the id of one of your notices")
    return Done()
