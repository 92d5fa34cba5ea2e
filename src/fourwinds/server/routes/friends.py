"""Routes of friends: follow, block, find people, invitations.

To follow somebody is to agree to his invitations; two who follow each other are friends, and see
whether the other is online. Who is blocked is not told.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from fourwinds.core.registry import game as find_game
from fourwinds.match.match import Match
from fourwinds.match.status import OPEN
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.dependencies import InPerson, Somebody, TheAuth, TheDispatcher, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.welcome import mute
from fourwinds.server.notify.dispatcher import Dispatcher
from fourwinds.server.wire.base import Done, MatchId
from fourwinds.server.wire.friends import (
    FriendOut,
    FriendsOut,
    InvitationOut,
    InviteIn,
    PersonFound,
)
from fourwinds.server.wire.people import UserId
from fourwinds.store.friends import MATCH, Friends
from fourwinds.store.people import User

router = APIRouter(tags=["friends"])
Kind = Annotated[Literal["match", "club", "duplicate"], Path()]


@router.get("/me/friends")
async def friends(user: Somebody, registry: TheRegistry) -> FriendsOut:
    """All whom one follows or blocks, who follow one, and what one is invited to."""
    store, call = Friends(registry.store.engine), registry.call_store
    people = []
    for row in await call(store.people, user.id):
        # Who hides his page is not seen to be here either.
        hidden = row.pop("hidden")
        friend = row["following"] and row["follower"]
        online = registry.online.is_here(row["user"]) and not hidden
        people.append(FriendOut(**row, online=online if friend else None))
    invited = await call(store.invitations, user.id, registry.sources.now())
    return FriendsOut(people=people, invitations=[InvitationOut(**row) for row in invited])


@router.get("/people")
async def named(
    user: Somebody,
    registry: TheRegistry,
    name: Annotated[str, Query(min_length=1, max_length=64, description="The whole name.")],
) -> list[PersonFound]:
    """People with an account who are called so, unless they hide their page."""
    called = " ".join(name.split())
    rows = await registry.call_store(Friends(registry.store.engine).named, called)
    return [PersonFound(**row) for row in rows]


async def _other(auth: Authentication, user: User, person: str) -> User:
    found = await auth.registry.call_store(auth.people.find, person)
    if found is None or person == user.id:
        raise ServerError("not-found", "expected the id of another person")
    return found


@router.post("/users/{person}/follow")
async def follow(person: UserId, user: InPerson, auth: TheAuth) -> Done:
    """Follow somebody: he may invite one from now on."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    await _other(auth, user, person)
    registry = auth.registry
    store = Friends(registry.store.engine)
    if not await registry.call_store(store.follow, user.id, person, registry.sources.now()):
        raise ServerError("not-welcome", "expected a person who lets you follow him")
    return Done()


@router.delete("/users/{person}/follow")
async def unfollow(person: UserId, user: InPerson, registry: TheRegistry) -> Done:
    await registry.call_store(Friends(registry.store.engine).unfollow, user.id, person)
    return Done()


@router.post("/users/{person}/block")
async def block(person: UserId, user: InPerson, auth: TheAuth) -> Done:
    """Neither be followed, invited nor joined by somebody, nor hear what he says."""
    await _other(auth, user, person)
    registry = auth.registry
    store = Friends(registry.store.engine)
    if not await registry.call_store(store.block, user.id, person, registry.sources.now()):
        raise ServerError("list-full", "expected fewer people to be blocked")

    def silence(table: Match, now: int) -> None:
        mute(table, user.id, {person}, now)

    for match in await registry.call_store(store.common_matches, user.id, person):
        await registry.execute(match, silence, user.id)
    return Done()


@router.delete("/users/{person}/block")
async def unblock(person: UserId, user: InPerson, registry: TheRegistry) -> Done:
    await registry.call_store(Friends(registry.store.engine).unblock, user.id, person)
    return Done()


# Invitations.


@router.delete("/me/invitations/{kind}/{target}")
async def decline(kind: Kind, target: MatchId, user: Somebody, registry: TheRegistry) -> Done:
    """Take an invitation off one's list."""
    await registry.call_store(Friends(registry.store.engine).drop, user.id, kind, target)
    return Done()


async def send_invitation(
    registry: MatchRegistry,
    dispatcher: Dispatcher,
    sender: User,
    user: str,
    kind: str,
    target: str,
    name: str,
    code: str | None,
) -> None:
    """Invite somebody who follows the sender, and tell him by the channels he has."""
    store, now = Friends(registry.store.engine), registry.sources.now()
    if await registry.call_store(store.invited, user, kind, target):
        return
    sent = await registry.call_store(store.invite, sender.id, user, kind, target, name, code, now)
    if not sent:
        raise ServerError("not-followed", "expected a person who follows you")
    data = {"sender": sender.name, "what": kind, "name": name}
    await registry.call_store(dispatcher.outbox.invite, user, data, now)


@router.post("/matches/{match}/invitations")
async def invite(
    match: MatchId, body: InviteIn, user: Somebody, registry: TheRegistry, dispatcher: TheDispatcher
) -> Done:
    """Invite somebody who follows one to a table where one sits."""
    live = await registry.get(match)
    async with live.lock:
        table = live.match
        registry.check_access(table, user.id, None, None)
        if not table.seats_of(user.id) and user.id != table.host:
            raise ServerError("not-your-seat", "expected a player of this table")
        if table.status != OPEN:
            raise ServerError("already-started", "expected a match that has not begun")
        free = [seat for seat in table.seats if seat.free]
        if not free:
            raise ServerError("seat-taken", "expected a free seat")
        # A seat for anybody needs no code.
        codes = [seat.invitation for seat in free]
        code = None if None in codes else codes[0]
        title = find_game(table.setup.game).title
    await send_invitation(registry, dispatcher, user, body.user, MATCH, match, title, code)
    return Done()
