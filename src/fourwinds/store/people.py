"""People: guests, accounts, sessions, tokens. Of secrets only hashes reach the database."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourwinds.store.database import reader
from fourwinds.store.models import EntryRow, PlayerRow, SessionRow, TokenRow, UserRow


@dataclass(frozen=True)
class User:
    id: str
    name: str
    login: str | None
    banned: bool


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
        user = User(secrets.token_hex(12), name, None, False)
        with self.engine.begin() as connection:
            row = {"id": user.id, "name": name, "created": now, "banned": False}
            connection.execute(insert(UserRow).values(**row))
        return user

    def find(self, user_id: str) -> User | None:
        return self._one(select(UserRow).where(UserRow.id == user_id))

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

    def ban(self, user_id: str, banned: bool) -> None:
        with self.engine.begin() as connection:
            change = update(UserRow).where(UserRow.id == user_id).values(banned=banned)
            connection.execute(change)

    def export(self, user_id: str) -> dict[str, Any]:
        """All that is kept of a person."""
        with self.reads.connect() as connection:
            row = connection.execute(select(UserRow).where(UserRow.id == user_id)).one()
            said = select(EntryRow).where(EntryRow.user == user_id).order_by(EntryRow.time)
            entries = connection.execute(said).all()
            tokens = connection.execute(select(TokenRow).where(TokenRow.user == user_id)).all()
        return {
            "id": row.id,
            "name": row.name,
            "login": row.login,
            "created": row.created,
            "tokens": [{"id": token.id, "name": token.name} for token in tokens],
            "entries": [
                {"match": e.match, "number": e.number, "time": e.time, "kind": e.kind}
                | ({"text": e.data["text"]} if e.kind == "said" else {})
                for e in entries
            ],
        }

    def forget(self, user_id: str) -> None:
        """Delete a person: what he said is emptied, what he played stays without a name."""
        with self.engine.begin() as connection:
            mine = select(EntryRow).where(EntryRow.user == user_id)
            for row in connection.execute(mine).all():
                data = {name: value for name, value in row.data.items() if name != "text"}
                if row.kind == "said":
                    data["text"] = ""
                if "name" in data:
                    data["name"] = "?"
                here = (EntryRow.match == row.match) & (EntryRow.number == row.number)
                connection.execute(update(EntryRow).where(here).values(data=data))
            connection.execute(delete(PlayerRow).where(PlayerRow.user == user_id))
            connection.execute(delete(UserRow).where(UserRow.id == user_id))

    # Sessions and tokens.

    def sign_in(self, user_id: str, now: int) -> str:
        """The secret of a new session."""
        secret = secrets.token_urlsafe(32)
        with self.engine.begin() as connection:
            row = {"hash": hashed(secret), "user": user_id, "created": now}
            connection.execute(insert(SessionRow).values(**row))
        return secret

    def sign_out(self, secret: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(SessionRow).where(SessionRow.hash == hashed(secret)))

    def of_session(self, secret: str) -> User | None:
        found = select(UserRow).join(SessionRow, SessionRow.user == UserRow.id)
        return self._one(found.where(SessionRow.hash == hashed(secret)))

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

    def _one(self, found: Any) -> User | None:
        with self.reads.connect() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else _user(row)


def _user(row: Any) -> User:
    return User(row.id, row.name, row.login, row.banned)
