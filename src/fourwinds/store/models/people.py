"""People: their accounts, what they are signed in with, what they have chosen and made."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import HASH, ID, Base


class UserRow(Base):
    """A person; a guest has no login. `banned_until` is when a ban ends."""

    __tablename__ = "users"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64), index=True)
    created: Mapped[int]
    login: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    operator: Mapped[bool] = mapped_column(default=False)
    banned_until: Mapped[int | None]
    ban_reason: Mapped[str | None] = mapped_column(String(500))


class SessionRow(Base):
    """A browser that is signed in; `agent` is what it calls itself, shortened."""

    __tablename__ = "sessions"
    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[int]
    agent: Mapped[str] = mapped_column(String(80))


class SecondFactorRow(Base):
    """One-time passwords of an account (TOTP); until it is `confirmed` it is not asked for.

    `used` is the time step of the last code, which must not come again; `hashes` are those of
    recovery codes not yet used.
    """

    __tablename__ = "second_factors"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    secret: Mapped[str] = mapped_column(String(64))
    confirmed: Mapped[bool]
    used: Mapped[int]
    hashes: Mapped[dict[str, Any]]
    created: Mapped[int]


class TokenRow(Base):
    """What lets a person's own program play for him."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    hash: Mapped[str] = mapped_column(HASH, unique=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[int]


class TicketRow(Base):
    """What was mailed to somebody to be brought back once: to choose a password, to prove an
    address."""

    __tablename__ = "tickets"
    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]
    created: Mapped[int]
    expires: Mapped[int]


class ProfileRow(Base):
    """What somebody has chosen about the page that shows him; without a row, nothing."""

    __tablename__ = "profiles"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    hidden: Mapped[bool]


class LessonRow(Base):
    """A lesson that somebody has been through, and when he first came to its end."""

    __tablename__ = "lessons_done"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(40), primary_key=True)
    done: Mapped[int]


class BoxRow(Base):
    """What somebody has typed in from the cards of his own box; who has the id may see it."""

    __tablename__ = "boxes"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(64))
    components: Mapped[dict[str, Any]]
    ready: Mapped[bool]
    created: Mapped[int]
    changed: Mapped[int]
