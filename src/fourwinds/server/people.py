"""Routes of people: guests, accounts, tokens, one's own data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from starlette.requests import Request

from fourwinds.match.plan import LONGEST_NAME, tidy
from fourwinds.server.errors import ServerError
from fourwinds.server.identity import COOKIE, Anyone, Somebody, TheIdentity
from fourwinds.server.wire import (
    AccountIn,
    Done,
    GuestIn,
    NewTokenOut,
    SessionOut,
    TokenIn,
    TokenOut,
    UserOut,
)
from fourwinds.store.people import LoginTaken, User

router = APIRouter(tags=["people"])
MOST_TOKENS = 20


def _out(user: User) -> UserOut:
    return UserOut(id=user.id, name=user.name, login=user.login)


@router.post("/guests", status_code=201)
async def be_guest(
    body: GuestIn, user: Anyone, identity: TheIdentity, response: Response
) -> UserOut:
    """Play at once, under a name."""
    name = tidy(body.name, "name", LONGEST_NAME)
    guest = await identity.hall.ask(identity.people.add, name, identity.hall.sources.now())
    await identity.greet(response, guest)
    return _out(guest)


@router.get("/session")
async def session(user: Anyone) -> SessionOut:
    """Who asks, if anybody is signed in."""
    return SessionOut(user=None if user is None else _out(user))


@router.get("/me")
async def me(user: Somebody) -> UserOut:
    return _out(user)


@router.post("/me/account")
async def keep(body: AccountIn, user: Somebody, identity: TheIdentity) -> Done:
    """Keep one's name as an account, or change its login and password."""
    secret = await identity.hash(body.password)
    try:
        await identity.hall.ask(identity.people.keep, user.id, body.login.lower(), secret)
    except LoginTaken:
        raise ServerError("login-taken", "expected a login nobody else has") from None
    identity.forget(user.id)
    return Done()


@router.post("/sessions", status_code=201)
async def sign_in(
    body: AccountIn, user: Anyone, identity: TheIdentity, response: Response
) -> UserOut:
    account = await identity.check(body.login.lower(), body.password)
    await identity.greet(response, account)
    return _out(account)


@router.delete("/sessions")
async def sign_out(
    user: Somebody, identity: TheIdentity, request: Request, response: Response
) -> Done:
    secret = identity.session(request)
    if secret is not None:
        await identity.hall.ask(identity.people.sign_out, secret)
    identity.forget(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.get("/me/data")
async def export(user: Somebody, identity: TheIdentity) -> dict[str, Any]:
    """All that is kept of me."""
    return await identity.hall.ask(identity.people.export, user.id)


@router.delete("/me")
async def forget(user: Somebody, identity: TheIdentity, response: Response) -> Done:
    """Delete my account, my name and all I have said."""
    await identity.hall.ask(identity.people.forget, user.id)
    identity.forget(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.get("/tokens")
async def tokens(user: Somebody, identity: TheIdentity) -> list[TokenOut]:
    rows = await identity.hall.ask(identity.people.tokens, user.id)
    return [TokenOut(**row) for row in rows]


@router.post("/tokens", status_code=201)
async def add_token(body: TokenIn, user: Somebody, identity: TheIdentity) -> NewTokenOut:
    """A token for a program of one's own; it is shown this once."""
    hall = identity.hall
    if len(await hall.ask(identity.people.tokens, user.id)) >= MOST_TOKENS:
        raise ServerError("too-many", f"expected at most {MOST_TOKENS} tokens")
    name = tidy(body.name, "name", LONGEST_NAME)
    made = await hall.ask(identity.people.add_token, user.id, name, hall.sources.now())
    return NewTokenOut(id=made[0], token=made[1])


@router.delete("/tokens/{token}")
async def drop_token(token: str, user: Somebody, identity: TheIdentity) -> Done:
    if not await identity.hall.ask(identity.people.drop_token, user.id, token):
        raise ServerError("not-found", "expected the id of one of your tokens")
    identity.forget(user.id)
    return Done()
