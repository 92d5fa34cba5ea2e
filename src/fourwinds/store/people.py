"""People: guests, accounts, sessions, tokens, tickets. Of secrets only hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from fourwinds.match.log import Created
from fourwinds.store import clubs
from fourwinds.store.database import reader
from fourwinds.store.models import (
    Base,
    ChannelRow,
    ClubMemberRow,
    DuplicateRow,
    EntryRow,
    FollowRow,
    InvitationRow,
    MatchRow,
    PlayerRow,
    SessionRow,
    TicketRow,
    TokenRow,
    TournamentRow,
    UserRow,
)

SESSION_LASTS = 365 * 24 * 3600 * 1000
FOREVER = 253_402_300_799_000
"""The end of a ban that has none."""
PASSWORD = "password"
EMAIL = "email"
AT_ONCE = 500
SECRET_COLUMNS = ("hash", "hashes", "password", "secret")
SHOWN_OF_HASH = 16  # of a session: what it is called by


@dataclass(frozen=True)
class User:
    id: str
    name: str
    login: str | None
    email: str | None = None
    operator: bool = False
    banned_until: int | None = None
    ban_reason: str | None = None
    program: bool = False
    """Whether a program asks for him, by a token."""


class LoginTaken(Exception):
    """Somebody else has that login."""


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class People:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def add(self, name: str, now: int) -> User:
        """A new guest."""
        user = User(secrets.token_hex(12), name, None)
        with self.engine.begin() as connection:
            row = {"id": user.id, "name": name, "created": now, "operator": False}
            connection.execute(insert(UserRow).values(**row))
        return user

    def find(self, user_id: str) -> User | None:
        return self._one(select(UserRow).where(UserRow.id == user_id))

    def of_login(self, login: str) -> User | None:
        return self._one(select(UserRow).where(UserRow.login == login))

    def password_of(self, login: str) -> tuple[User, str] | None:
        """The account of a login, with the hash of its password."""
        with self.reads.connect() as connection:
            row = connection.execute(select(UserRow).where(UserRow.login == login)).one_or_none()
        return None if row is None else (_user(row), row.password)

    def keep(self, user_id: str, login: str, password: str) -> None:
        """Make an account of a guest, or change its login and password (already hashed)."""
        change = update(UserRow).where(UserRow.id == user_id)
        try:
            with self.engine.begin() as connection:
                connection.execute(change.values(login=login, password=password))
        except IntegrityError:
            raise LoginTaken from None

    def rename(self, user_id: str, name: str) -> None:
        """What the person is called from now on; matches have names of their own."""
        self._change(user_id, name=name)

    def set_password(self, user_id: str, password: str) -> None:
        """Change the password (already hashed) and sign out everywhere."""
        with self.engine.begin() as connection:
            change = update(UserRow).where(UserRow.id == user_id).values(password=password)
            connection.execute(change)
            connection.execute(delete(SessionRow).where(SessionRow.user == user_id))
            tickets = (TicketRow.user == user_id) & (TicketRow.purpose == PASSWORD)
            connection.execute(delete(TicketRow).where(tickets))

    def set_email(self, user_id: str, email: str | None) -> None:
        """Change the mail address; without one there are no notices by mail."""
        with self.engine.begin() as connection:
            change = update(UserRow).where(UserRow.id == user_id).values(email=email)
            connection.execute(change)
            if email is None:
                mails = (ChannelRow.user == user_id) & (ChannelRow.kind == "mail")
                connection.execute(delete(ChannelRow).where(mails))

    def set_operator(self, user_id: str, operator: bool) -> None:
        self._change(user_id, operator=operator)

    def ban(self, user_id: str, until: int | None, reason: str | None = None) -> None:
        """Keep somebody out until then; None lets him in again."""
        self._change(user_id, banned_until=until, ban_reason=reason)

    def banned(self, now: int) -> list[User]:
        found = select(UserRow).where(UserRow.banned_until > now).order_by(UserRow.banned_until)
        with self.reads.connect() as connection:
            return [_user(row) for row in connection.execute(found)]

    def operators(self) -> list[User]:
        with self.reads.connect() as connection:
            found = connection.execute(select(UserRow).where(UserRow.operator))
            return [_user(row) for row in found]

    # One's own data.

    def matches_of(self, user_id: str) -> list[str]:
        """All matches in whose log the person stands, even if he left again."""
        found = select(PlayerRow.match).where(PlayerRow.user == user_id).order_by(PlayerRow.match)
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def export(self, user_id: str) -> dict[str, Any]:
        """All that is kept of a person, but the hashes of his secrets, which tell nothing."""
        out: dict[str, Any] = {}
        with self.reads.connect() as connection:
            user = connection.execute(select(UserRow).where(UserRow.id == user_id)).one()
            out["user"] = _told(user)
            for table in personal_tables():
                if table.name != EntryRow.__tablename__:
                    rows = connection.execute(select(table).where(table.c.user == user_id))
                    out[table.name] = [_told(row) for row in rows]
            mine = [row["match"] for row in out[PlayerRow.__tablename__]]
            entries: list[dict[str, Any]] = []
            for match in mine:
                said = select(EntryRow).where(EntryRow.match == match, EntryRow.user == user_id)
                rows = connection.execute(said.order_by(EntryRow.number))
                entries += [_entry(row) for row in rows]
            out[EntryRow.__tablename__] = entries
            hosted = connection.execute(select(MatchRow.id).where(MatchRow.host == user_id))
            out["hosted"] = sorted(hosted.scalars())
            # Where the column that names him is not called `user`; who blocks him he is not told.
            named = (
                ("organised", select(TournamentRow).where(TournamentRow.organiser == user_id)),
                ("duplicates_hosted", select(DuplicateRow).where(DuplicateRow.host == user_id)),
                ("invitations_sent", select(InvitationRow).where(InvitationRow.sender == user_id)),
                ("followers", select(FollowRow).where(FollowRow.other == user_id)),
            )
            for name, found in named:
                out[name] = [_told(row) for row in connection.execute(found)]
        return out

    def forget(self, user_id: str) -> None:
        """Delete a person from every table; the logs of his matches have forgotten him before."""
        with self.engine.begin() as connection:
            self._forget(connection, user_id)

    def _forget(self, connection: Connection, user_id: str) -> None:
        mine = select(ClubMemberRow.club).where(ClubMemberRow.user == user_id)
        left = list(connection.execute(mine).scalars())
        for table in personal_tables():
            if table.name != EntryRow.__tablename__:
                connection.execute(delete(table).where(table.c.user == user_id))
        hosted = update(DuplicateRow).where(DuplicateRow.host == user_id)
        connection.execute(hosted.values(host=""))
        connection.execute(delete(UserRow).where(UserRow.id == user_id))
        clubs.settle(connection, left)

    def tidy(self, now: int) -> None:
        """Delete what has expired."""
        with self.engine.begin() as connection:
            connection.execute(delete(SessionRow).where(SessionRow.created < now - SESSION_LASTS))
            connection.execute(delete(TicketRow).where(TicketRow.expires < now))

    def abandoned(self, now: int, most: int = 20) -> list[str]:
        """Guests who can never come back: no session and no token is left, and long ago."""
        found = (
            select(UserRow.id)
            .where(UserRow.login.is_(None), UserRow.created < now - SESSION_LASTS)
            .where(~select(SessionRow.user).where(SessionRow.user == UserRow.id).exists())
            .where(~select(TokenRow.user).where(TokenRow.user == UserRow.id).exists())
            .limit(most)
        )
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    # Sessions and tokens.

    def sign_in(self, user_id: str, now: int, agent: str = "") -> str:
        """The secret of a new session."""
        secret = secrets.token_urlsafe(32)
        with self.engine.begin() as connection:
            row = {"hash": hashed(secret), "user": user_id, "created": now, "agent": agent}
            connection.execute(insert(SessionRow).values(**row))
        return secret

    def sign_out(self, secret: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(SessionRow).where(SessionRow.hash == hashed(secret)))

    def sessions(self, user_id: str, secret: str | None) -> list[dict[str, Any]]:
        """Where somebody is signed in; `secret` is that of the session that asks."""
        here = None if secret is None else hashed(secret)
        found = select(SessionRow).where(SessionRow.user == user_id)
        with self.reads.connect() as connection:
            rows = connection.execute(found.order_by(SessionRow.created.desc())).all()
        return [
            {
                "id": row.hash[:SHOWN_OF_HASH],
                "agent": row.agent,
                "created": row.created,
                "here": row.hash == here,
            }
            for row in rows
        ]

    def end_session(self, user_id: str, session: str) -> bool:
        named = func.substr(SessionRow.hash, 1, SHOWN_OF_HASH) == session
        with self.engine.begin() as connection:
            ended = delete(SessionRow).where(SessionRow.user == user_id, named)
            return bool(connection.execute(ended).rowcount)

    def sign_out_everywhere(self, user_id: str) -> None:
        """No browser is signed in any more, nor gets notices."""
        with self.engine.begin() as connection:
            connection.execute(delete(SessionRow).where(SessionRow.user == user_id))
            pushed = (ChannelRow.user == user_id) & (ChannelRow.kind == "push")
            connection.execute(delete(ChannelRow).where(pushed))

    def of_session(self, secret: str, now: int = 0) -> User | None:
        """Whose session it is, if it has not expired."""
        found = select(UserRow).join(SessionRow, SessionRow.user == UserRow.id)
        fresh = SessionRow.created >= now - SESSION_LASTS
        return self._one(found.where(SessionRow.hash == hashed(secret), fresh))

    def add_token(self, user_id: str, name: str, now: int) -> tuple[str, str]:
        """Id and secret of a new token; the secret is shown once and not kept."""
        token_id, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
        row = {"id": token_id, "hash": hashed(secret), "user": user_id, "name": name}
        with self.engine.begin() as connection:
            connection.execute(insert(TokenRow).values(**row, created=now))
        return token_id, secret

    def drop_token(self, user_id: str, token_id: str) -> bool:
        mine = (TokenRow.user == user_id) & (TokenRow.id == token_id)
        with self.engine.begin() as connection:
            return bool(connection.execute(delete(TokenRow).where(mine)).rowcount)

    def tokens(self, user_id: str) -> list[dict[str, Any]]:
        found = select(TokenRow).where(TokenRow.user == user_id).order_by(TokenRow.created)
        with self.reads.connect() as connection:
            rows = connection.execute(found).all()
        return [{"id": row.id, "name": row.name, "created": row.created} for row in rows]

    def of_token(self, secret: str) -> User | None:
        found = select(UserRow).join(TokenRow, TokenRow.user == UserRow.id)
        return self._one(found.where(TokenRow.hash == hashed(secret)))

    def holders(self, asked: Sequence[tuple[str, bool]], now: int) -> dict[tuple[str, bool], User]:
        """Whose these are, as far as they still count: hashes, and whether they are of tokens."""
        fresh = SessionRow.created >= now - SESSION_LASTS
        found: dict[tuple[str, bool], User] = {}
        with self.reads.connect() as connection:
            for table, of_token, counts in ((TokenRow, True, true()), (SessionRow, False, fresh)):
                hashes = [name for name, kind in asked if kind == of_token]
                for start in range(0, len(hashes), AT_ONCE):
                    these = table.hash.in_(hashes[start : start + AT_ONCE])
                    rows = connection.execute(
                        select(table.hash, UserRow)
                        .join(UserRow, UserRow.id == table.user)
                        .where(these, counts)
                    )
                    found |= {(row.hash, of_token): _user(row) for row in rows}
        return found

    # Tickets.

    def issue(self, user_id: str, purpose: str, data: dict[str, Any], now: int, lasts: int) -> str:
        """The secret of a new ticket; earlier ones for the same purpose no longer count."""
        secret = secrets.token_urlsafe(24)
        row = {"hash": hashed(secret), "user": user_id, "purpose": purpose, "data": data}
        earlier = (TicketRow.user == user_id) & (TicketRow.purpose == purpose)
        with self.engine.begin() as connection:
            connection.execute(delete(TicketRow).where(earlier))
            connection.execute(insert(TicketRow).values(**row, created=now, expires=now + lasts))
        return secret

    def redeem(self, secret: str, purpose: str, now: int) -> tuple[User, dict[str, Any]] | None:
        """Whose ticket it is, and what came with it; it counts once."""
        here = (TicketRow.hash == hashed(secret)) & (TicketRow.purpose == purpose)
        found = select(TicketRow.data, TicketRow.expires, UserRow).join(
            UserRow, UserRow.id == TicketRow.user
        )
        with self.engine.begin() as connection:
            row = connection.execute(found.where(here)).one_or_none()
            gone = connection.execute(delete(TicketRow).where(here)).rowcount
        return None if row is None or not gone or row.expires < now else (_user(row), row.data)

    def accounts_of(self, name: str) -> list[User]:
        """Accounts with that login or mail address that have an address to write to."""
        named = (UserRow.login == name) | (func.lower(UserRow.email) == name)
        found = select(UserRow).where(named, UserRow.email.is_not(None), UserRow.login.is_not(None))
        with self.reads.connect() as connection:
            return [_user(row) for row in connection.execute(found)]

    def _change(self, user_id: str, **values: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(UserRow).where(UserRow.id == user_id).values(**values))

    def _one(self, found: Any) -> User | None:
        with self.reads.connect() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else _user(row)


def personal_tables() -> list[Table]:
    """Every table that holds something of persons, those that refer to others first."""
    return [table for table in reversed(Base.metadata.sorted_tables) if "user" in table.c]


def _user(row: Any) -> User:
    return User(
        row.id,
        row.name,
        row.login,
        row.email,
        row.operator,
        row.banned_until,
        row.ban_reason,
    )


def _told(row: Any) -> dict[str, Any]:
    """A row as its owner may have it."""
    told = {name: value for name, value in row._mapping.items() if name not in SECRET_COLUMNS}
    if isinstance(told.get("data"), dict):
        told["data"] = {k: v for k, v in told["data"].items() if k not in SECRET_COLUMNS}
    return told


def _entry(row: Any) -> dict[str, Any]:
    """An entry of a log; the secret of a match is not its host's."""
    data = {k: v for k, v in row.data.items() if k not in Created.secrets}
    kept = {"match": row.match, "number": row.number, "time": row.time, "kind": row.kind}
    return {**kept, "seat": row.seat, "data": data}
