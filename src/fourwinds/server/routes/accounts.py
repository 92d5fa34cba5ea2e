"""Routes of accounts: guests, sign-in, passwords, tokens, one's own data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from starlette.requests import Request

from fourwinds.match.setup import LONGEST_NAME, tidy
from fourwinds.server.accounts import removal, totp
from fourwinds.server.accounts.authentication import COOKIE, address_of
from fourwinds.server.dependencies import Anyone, InPerson, Owner, Somebody, TheAuth, TheDispatcher
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang
from fourwinds.server.notify import templates
from fourwinds.server.wire.base import Done, answer
from fourwinds.server.wire.people import (
    CodeIn,
    ConfirmIn,
    DropSecondFactorIn,
    EmailIn,
    GuestIn,
    KeepIn,
    NameIn,
    NewPasswordIn,
    NewTokenOut,
    PasswordIn,
    PrivacyOut,
    RecoveryOut,
    ResetIn,
    RowId,
    SecondFactorOut,
    SecurityOut,
    SessionOut,
    SignedInOut,
    SignInIn,
    TicketIn,
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
    body: GuestIn, user: Anyone, auth: TheAuth, request: Request, response: Response
) -> UserOut:
    """Play at once, under a name."""
    auth.guests.take(address_of(request))
    name = tidy(body.name, "name", LONGEST_NAME)
    guest = await auth.registry.call_store(auth.people.add, name, auth.registry.sources.now())
    await auth.sign_in(request, response, guest)
    return _out(guest)


@router.get("/session")
async def session(user: Anyone) -> SessionOut:
    """Who asks, if anybody is signed in."""
    return SessionOut(user=None if user is None else _out(user))


@router.get("/me")
async def me(user: Somebody) -> UserOut:
    return _out(user)


@router.post("/me/account")
async def keep(
    body: KeepIn, user: InPerson, auth: TheAuth, request: Request, response: Response
) -> Done:
    """Keep one's name as an account, or change its login and password; other browsers are then
    signed out."""
    await auth.confirm(user, body.current)
    auth.check_strength(body.password, body.login, user.name)
    auth.hashes.take(user.id)
    secret = await auth.hash(body.password)
    try:
        await auth.registry.call_store(auth.people.keep, user.id, body.login.lower(), secret)
    except LoginTaken:
        raise ServerError("login-taken", "expected a login nobody else has") from None
    if user.login is not None:
        await auth.registry.call_store(auth.people.set_password, user.id, secret)
        await auth.sign_in(request, response, user)
    auth.changed(user.id)
    return Done()


@router.post("/me/name")
async def change_name(body: NameIn, user: InPerson, auth: TheAuth) -> Done:
    """What one is called in matches to come; earlier ones keep the name one had."""
    name = tidy(body.name, "name", LONGEST_NAME)
    await auth.registry.call_store(auth.people.rename, user.id, name)
    auth.changed(user.id)
    return Done()


@router.post("/me/password")
async def change_password(
    body: PasswordIn, user: InPerson, auth: TheAuth, request: Request, response: Response
) -> Done:
    """Change one's password; all other browsers are signed out."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account")
    await auth.check(user.login, body.current, user.id)
    auth.check_strength(body.password, user.login, user.name)
    await _set_password(auth, user, body.password)
    await auth.sign_in(request, response, user)
    return Done()


async def _set_password(auth: TheAuth, user: User, password: str) -> None:
    secret = await auth.hash(password)
    await auth.registry.call_store(auth.people.set_password, user.id, secret)
    auth.changed(user.id)


@router.post("/me/email", status_code=202)
async def change_email(
    body: EmailIn, user: InPerson, auth: TheAuth, dispatcher: TheDispatcher, lang: Lang
) -> Done:
    """Give a mail address; it counts once the ticket sent to it is brought back."""
    if dispatcher.mailer is None:
        raise ServerError("no-mail", "expected a server that sends mails")
    await auth.confirm(user, body.current)
    auth.favours.take(user.id)
    auth.favours.take(f"to {body.email.lower()}")
    data = {"to": body.email, "language": lang}
    now = auth.registry.sources.now()
    await auth.registry.call_store(dispatcher.outbox.put, user.id, outbox.EMAIL, now, data)
    return Done()


@router.post("/email-confirmations")
async def confirm_email(body: TicketIn, user: Anyone, auth: TheAuth) -> Done:
    now = auth.registry.sources.now()
    found = await auth.registry.call_store(auth.people.redeem, body.ticket, EMAIL, now)
    if found is None:
        raise ServerError("bad-ticket", "expected a ticket that is still valid")
    await auth.registry.call_store(auth.people.set_email, found[0].id, found[1]["email"])
    auth.changed(found[0].id)
    return Done()


@router.delete("/me/email")
async def drop_email(user: InPerson, auth: TheAuth, body: ConfirmIn | None = None) -> Done:
    """Take one's mail address out; notices by mail end."""
    await auth.confirm(user, body.current if body else None)
    await auth.registry.call_store(auth.people.set_email, user.id, None)
    auth.changed(user.id)
    return Done()


@router.post("/password-resets", status_code=202)
async def ask_reset(
    body: ResetIn, user: Anyone, auth: TheAuth, dispatcher: TheDispatcher, lang: Lang
) -> Done:
    """Have a link mailed that lets one choose a new password.

    The answer is the same, and comes as soon, whether there is such an account or not.
    """
    name = body.login.strip().lower()
    auth.favours.take(f"reset {name}")
    auth.registry.start_task(_reset(auth, dispatcher, name, lang))
    return Done()


async def _reset(auth: TheAuth, dispatcher: TheDispatcher, name: str, lang: str) -> None:
    if dispatcher.mailer is None:
        return
    for account in await auth.registry.call_store(auth.people.accounts_of, name):
        now = auth.registry.sources.now()
        put = dispatcher.outbox.put
        await auth.registry.call_store(put, account.id, outbox.PASSWORD, now, {"language": lang})


@router.post("/password-resets/redeem")
async def reset(body: NewPasswordIn, user: Anyone, auth: TheAuth) -> Done:
    """Choose a new password with the ticket that was mailed or given by the operator."""
    auth.check_strength(body.password)  # before the ticket is used up
    now = auth.registry.sources.now()
    found = await auth.registry.call_store(auth.people.redeem, body.ticket, PASSWORD, now)
    if found is None:
        raise ServerError("bad-ticket", "expected a ticket that is still valid")
    await _set_password(auth, found[0], body.password)
    return Done()


@router.get("/privacy")
async def privacy(auth: TheAuth, lang: Lang) -> PrivacyOut:
    """What is kept of people, why, how long, and how to get and delete it."""
    return PrivacyOut(**templates.privacy(lang, auth.settings.contact))


@router.post("/sessions", status_code=201)
async def sign_in(
    body: SignInIn,
    user: Anyone,
    auth: TheAuth,
    request: Request,
    response: Response,
) -> UserOut:
    """Sign in. Who has a second factor gets `needs-code` first, and sends a code as well then."""
    account = await auth.check(body.login.lower(), body.password, address_of(request))
    await auth.check_code(account, body.code)
    await auth.sign_in(request, response, account)
    return _out(account)


@router.delete("/sessions")
async def sign_out(user: Somebody, auth: TheAuth, request: Request, response: Response) -> Done:
    secret = auth.session(request)
    if secret is not None:
        await auth.registry.call_store(auth.people.sign_out, secret)
    auth.changed(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.delete("/me/sessions")
async def sign_out_everywhere(user: InPerson, auth: TheAuth, response: Response) -> Done:
    """Sign out here and in all other browsers."""
    await auth.registry.call_store(auth.people.sign_out_everywhere, user.id)
    auth.changed(user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.delete("/me/sessions/{session}")
async def end_session(session: RowId, user: InPerson, auth: TheAuth) -> Done:
    """Sign one browser out."""
    if not await auth.registry.call_store(auth.people.end_session, user.id, session):
        raise ServerError("not-found", "expected the id of one of your sessions")
    auth.changed(user.id)
    return Done()


@router.get("/me/security")
async def security(user: InPerson, auth: TheAuth, request: Request) -> SecurityOut:
    """Where one is signed in, and whether a code is asked for."""
    call_store = auth.registry.call_store
    sessions = await call_store(auth.people.sessions, user.id, auth.session(request))
    found = await call_store(auth.second_factors.find, user.id)
    in_use = found is not None and found.confirmed
    return SecurityOut(
        sessions=[SignedInOut(**each) for each in sessions],
        second_factor=in_use,
        recovery_codes=len(found.recovery) if found is not None and in_use else 0,
    )


@router.post("/me/second-factor", status_code=201)
async def begin_second_factor(body: ConfirmIn, user: InPerson, auth: TheAuth) -> SecondFactorOut:
    """A secret for an authenticator app; it counts once a code of it is brought back."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account")
    await auth.confirm(user, body.current)
    secret, now = totp.new_secret(), auth.registry.sources.now()
    if not await auth.registry.call_store(auth.second_factors.begin, user.id, secret, now):
        raise ServerError("has-second-factor", "expected an account without a second factor")
    address = totp.address(secret, user.login)
    size, path = totp.picture(address)
    return SecondFactorOut(secret=secret, address=address, size=size, path=path)


@router.post("/me/second-factor/confirm")
async def confirm_second_factor(body: CodeIn, user: InPerson, auth: TheAuth) -> RecoveryOut:
    """Bring back a code; from now on one is asked for at sign-in."""
    call_store = auth.registry.call_store
    found = await call_store(auth.second_factors.find, user.id)
    if found is None or found.confirmed:
        raise ServerError("no-second-factor", "expected a second factor that is not confirmed yet")
    auth.guesses.take(f"code {user.id}")
    code = "".join(body.code.split())
    step = totp.step_of(found.secret, code, auth.registry.sources.now())
    if step is None:
        raise ServerError("bad-code", "expected a code that is valid now")
    codes = totp.recovery_codes()
    await call_store(auth.second_factors.confirm, user.id, step, codes)
    return RecoveryOut(codes=codes)


@router.delete("/me/second-factor")
async def drop_second_factor(body: DropSecondFactorIn, user: InPerson, auth: TheAuth) -> Done:
    """No code is asked for any more."""
    await auth.confirm(user, body.current)
    await auth.check_code(user, body.code)
    if not await auth.registry.call_store(auth.second_factors.drop, user.id):
        raise ServerError("no-second-factor", "expected an account with a second factor")
    return Done()


@router.get("/me/data", response_model=dict[str, Any])
async def export(user: Owner, auth: TheAuth) -> Response:
    """All that is kept of me."""
    return await auth.work.do(user.id, lambda: answer(auth.people.export(user.id)))


@router.delete("/me")
async def forget(
    user: Owner, auth: TheAuth, response: Response, body: ConfirmIn | None = None
) -> Done:
    """Delete my account, my name and all I have said."""
    await auth.confirm(user, body.current if body else None)
    await removal.forget(auth.registry, auth, user.id)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return Done()


@router.get("/tokens")
async def tokens(user: Somebody, auth: TheAuth) -> list[TokenOut]:
    rows = await auth.registry.call_store(auth.people.tokens, user.id)
    return [TokenOut(**row) for row in rows]


@router.post("/tokens", status_code=201)
async def add_token(body: TokenIn, user: InPerson, auth: TheAuth) -> NewTokenOut:
    """A token for a program of one's own; it is shown this once."""
    registry = auth.registry
    if len(await registry.call_store(auth.people.tokens, user.id)) >= MOST_TOKENS:
        raise ServerError("too-many", f"expected at most {MOST_TOKENS} tokens")
    name = tidy(body.name, "name", LONGEST_NAME)
    made = await registry.call_store(auth.people.add_token, user.id, name, registry.sources.now())
    return NewTokenOut(id=made[0], token=made[1])


@router.delete("/tokens/{token}")
async def drop_token(token: RowId, user: InPerson, auth: TheAuth) -> Done:
    if not await auth.registry.call_store(auth.people.drop_token, user.id, token):
        raise ServerError("not-found", "expected the id of one of your tokens")
    auth.changed(user.id)
    return Done()
