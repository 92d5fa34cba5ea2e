"""Routes of people: guests, accounts, tokens, one's own data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from starlette.requests import Request

from fourwinds.match.setup import LONGEST_NAME, tidy
from fourwinds.server import letters, removal
from fourwinds.server.errors import ServerError
from fourwinds.server.forms import (
    EmailIn,
    KeepIn,
    NameIn,
    NewPasswordIn,
    PasswordIn,
    PrivacyOut,
    ResetIn,
    RowId,
    TicketIn,
)
from fourwinds.server.identity import (
    COOKIE,
    Anyone,
    InPerson,
    Owner,
    Somebody,
    TheIdentity,
    address_of,
)
from fourwinds.server.notices import TheCourier
from fourwinds.server.speaking import Lang
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
from fourwinds.store import outbox
from fourwinds.store.people import EMAIL, PASSWORD, LoginTaken, User

router = APIRouter(tags=["people"])
MOST_TOKENS = 20


def _out(user: User) -> UserOut:
    return UserOut(
        id=user.id, name=user.name, login=user.login, email=user.email, operator=user.operator
    )


@router.post("/guests", status_code=201)
async def be_guest(
    body: GuestIn, user: Anyone, identity: TheIdentity, request: Request, response: Response
) -> UserOut:
    """Play at once, under a name."""
    identity.guests.take(address_of(request))
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
async def keep(body: KeepIn, user: InPerson, identity: TheIdentity) -> Done:
    """Keep one's name as an account, or change its login and password."""
    if user.login is not None:
        await identity.check(user.login, body.current or "", user.id)
    identity.hashes.take(user.id)
    secret = await identity.hash(body.password)
    try:
        await identity.hall.ask(identity.people.keep, user.id, body.login.lower(), secret)
    except LoginTaken:
        raise ServerError("login-taken", "expected a login nobody else has") from None
    identity.changed(user.id)
    return Done()


@router.post("/me/name")
async def change_name(body: NameIn, user: InPerson, identity: TheIdentity) -> Done:
    """What one is called in matches to come; earlier ones keep the name one had."""
    name = tidy(body.name, "name", LONGEST_NAME)
    await identity.hall.ask(identity.people.rename, user.id, name)
    identity.changed(user.id)
    return Done()


@router.post("/me/password")
async def change_password(
    body: PasswordIn, user: InPerson, identity: TheIdentity, response: Response
) -> Done:
    """Change one's password; all other browsers are signed out."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account")
    await identity.check(user.login, body.current, user.id)
    await _set_password(identity, user, body.password)
    await identity.greet(response, user)
    return Done()


async def _set_password(identity: TheIdentity, user: User, password: str) -> None:
    secret = await identity.hash(password)
    await identity.hall.ask(identity.people.set_password, user.id, secret)
    identity.changed(user.id)


@router.post("/me/email", status_code=202)
async def change_email(
    body: EmailIn, user: InPerson, identity: TheIdentity, courier: TheCourier, lang: Lang
) -> Done:
    """Give a mail address; it counts once the ticket sent to it is brought back."""
    if courier.mailer is None:
        raise ServerError("no-mail", "expected a server that sends mails")
    identity.favours.take(user.id)
    identity.favours.take(f"to {body.email.lower()}")
    data = {"to": body.email, "language": lang}
    now = identity.hall.sources.now()
    await identity.hall.ask(courier.outbox.put, user.id, outbox.EMAIL, now, data)
    return Done()


@router.post("/email-confirmations")
async def confirm_email(body: TicketIn, user: Anyone, identity: TheIdentity) -> Done:
    now = identity.hall.sources.now()
    found = await identity.hall.ask(identity.people.redeem, body.ticket, EMAIL, now)
    if found is None:
        raise ServerError("bad-ticket", "expected a ticket that is still valid")
    await identity.hall.ask(identity.people.set_email, found[0].id, found[1]["email"])
    identity.changed(found[0].id)
    return Done()


@router.delete("/me/email")
async def drop_email(user: InPerson, identity: TheIdentity) -> Done:
    """Take one's mail address out; notices by mail end."""
    await identity.hall.ask(identity.people.set_email, user.id, None)
    identity.changed(user.id)
    return Done()


@router.post("/password-resets", status_code=202)
async def ask_reset(
    body: ResetIn, user: Anyone, identity: TheIdentity, courier: TheCourier, lang: Lang
) -> Done:
    """Have a link mailed that lets one choose a new password.

    The answer is the same, and comes as soon, whether there is such an account or not.
    """
    name = body.login.strip().lower()
    identity.favours.take(f"reset {name}")
    identity.hall.begin(_reset(identity, courier, name, lang))
    return Done()


async def _reset(identity: TheIdentity, courier: TheCourier, name: str, lang: str) -> None:
    if courier.mailer is None:
        return
    for account in await identity.hall.ask(identity.people.accounts_of, name):
        now = identity.hall.sources.now()
        put = courier.outbox.put
        await identity.hall.ask(put, account.id, outbox.PASSWORD, now, {"language": lang})


@router.post("/password-resets/redeem")
async def reset(body: NewPasswordIn, user: Anyone, identity: TheIdentity) -> Done:
    """Choose a new password with the ticket that was mailed or given by the operator."""
    now = identity.hall.sources.now()
    found = await identity.hall.ask(identity.people.redeem, body.ticket, PASSWORD, now)
    if found is None:
        raise ServerError("bad-ticket", "expected a ticket that is still valid")
    await _set_password(identity, found[0], body.password)
    return Done()


@router.get("/privacy")
async def privacy(identity: TheIdentity, lang: Lang) -> PrivacyOut:
    """What is kept of people, why, how long, and how to get and delete it."""
    return PrivacyOut(**letters.privacy(lang, identity.settings.contact))


@router.post("/sessions", status_code=201)
async def sign_in(
    body: AccountIn,
    user: Anyone,
    identity: TheIdentity,
    request: Request,
    response: Response,
) -> UserOut:
    account = await identity.check(body.login.lower(), body.password, address_of(request))
    await identity.greet(response, account)
    return _out(account)


@router.delete("/sessions")
async def sign_out(
    user: Somebody, identity: TheIdentity, request: Request, response: Response
) -> Done:
    secret = identity.session(request)
    if secret is not None:
        await identity.hall.ask(identity.people.sign_out, secret)
    identity.changed(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.delete("/me/sessions")
async def sign_out_everywhere(user: InPerson, identity: TheIdentity, response: Response) -> Done:
    """Sign out here and in all other browsers."""
    await identity.hall.ask(identity.people.sign_out_everywhere, user.id)
    identity.changed(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.get("/me/data")
async def export(user: Owner, identity: TheIdentity) -> dict[str, Any]:
    """All that is kept of me."""
    return await identity.hall.ask(identity.people.export, user.id)


@router.delete("/me")
async def forget(user: Owner, identity: TheIdentity, response: Response) -> Done:
    """Delete my account, my name and all I have said."""
    await removal.forget(identity.hall, identity, user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.get("/tokens")
async def tokens(user: Somebody, identity: TheIdentity) -> list[TokenOut]:
    rows = await identity.hall.ask(identity.people.tokens, user.id)
    return [TokenOut(**row) for row in rows]


@router.post("/tokens", status_code=201)
async def add_token(body: TokenIn, user: InPerson, identity: TheIdentity) -> NewTokenOut:
    """A token for a program of one's own; it is shown this once."""
    hall = identity.hall
    if len(await hall.ask(identity.people.tokens, user.id)) >= MOST_TOKENS:
        raise ServerError("too-many", f"expected at most {MOST_TOKENS} tokens")
    name = tidy(body.name, "name", LONGEST_NAME)
    made = await hall.ask(identity.people.add_token, user.id, name, hall.sources.now())
    return NewTokenOut(id=made[0], token=made[1])


@router.delete("/tokens/{token}")
async def drop_token(token: RowId, user: InPerson, identity: TheIdentity) -> Done:
    if not await identity.hall.ask(identity.people.drop_token, user.id, token):
        raise ServerError("not-found", "expected the id of one of your tokens")
    identity.changed(user.id)
    return Done()
