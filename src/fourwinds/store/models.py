"""The tables. The log, keyed (match, number), is the truth; the rest of a match follows from it.

Times are milliseconds since 1970. Of sessions and tokens only hashes are kept.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Double, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(32)
HASH = String(64)


class Base(DeclarativeBase):
    type_annotation_map = {int: BigInteger, dict[str, Any]: JSON}  # noqa: RUF012


class UserRow(Base):
    """A person; a guest has no login. `banned_until` is when a ban ends."""

    __tablename__ = "users"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    created: Mapped[int]
    login: Mapped[str | None] = mapped_column(String(64), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    operator: Mapped[bool] = mapped_column(default=False)
    banned_until: Mapped[int | None]
    ban_reason: Mapped[str | None] = mapped_column(String(500))


class SessionRow(Base):
    """A browser that is signed in."""

    __tablename__ = "sessions"
    hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
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


class ChannelRow(Base):
    """A way to tell somebody that it is his turn; `always` means in quick matches as well."""

    __tablename__ = "channels"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any]]
    always: Mapped[bool]
    language: Mapped[str] = mapped_column(String(2))
    created: Mapped[int]


class OutboxRow(Base):
    """Something to be sent, once. `due` is the time of the next try."""

    __tablename__ = "outbox"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str | None] = mapped_column(ID, ForeignKey("channels.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(16))
    match: Mapped[str | None] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"))
    seat: Mapped[int | None]
    data: Mapped[dict[str, Any]]
    created: Mapped[int]
    due: Mapped[int]
    tries: Mapped[int]
    state: Mapped[str] = mapped_column(String(8))
    __table_args__ = (
        Index("outbox_by_due", "state", "due"),
        Index("outbox_by_match", "match", "seat"),
    )


class RatingRow(Base):
    """How strong somebody is at a game for so many; bots are called "bot:captain:200ms"."""

    __tablename__ = "ratings"
    user: Mapped[str] = mapped_column(String(80), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]
    changed: Mapped[int]


class MatchRow(Base):
    """What lists of matches show, how long the log is (`number`), and by which rules it is played.

    `wake` is when a server has something to do for it, if none has done it until then.
    """

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    host: Mapped[str] = mapped_column(ID)
    status: Mapped[str] = mapped_column(String(16))
    private: Mapped[bool]
    rated: Mapped[bool]
    free: Mapped[int]
    players: Mapped[int]
    created: Mapped[int]
    changed: Mapped[int]
    wake: Mapped[int | None]
    number: Mapped[int]
    rules_version: Mapped[int]
    __table_args__ = (
        Index("matches_by_status", "status", "private", "created"),
        Index("matches_by_wake", "wake"),
    )


class PlayerRow(Base):
    """Who sits in which match, or has sat there."""

    __tablename__ = "players"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(ID, primary_key=True, index=True)
    seated: Mapped[bool]


class EntryRow(Base):
    """One entry of a match's log."""

    __tablename__ = "entries"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[int]
    kind: Mapped[str] = mapped_column(String(24))
    seat: Mapped[int | None]
    user: Mapped[str | None] = mapped_column(ID)
    data: Mapped[dict[str, Any]]


class SnapshotRow(Base):
    """The position after an entry: what the log must come to when it is read again."""

    __tablename__ = "snapshots"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[dict[str, Any]]


class AnswerRow(Base):
    """The first answer to a request that carried a key, for when it comes again."""

    __tablename__ = "answers"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    answer: Mapped[dict[str, Any]]


class ReportRow(Base):
    """A line of chat that somebody complains of; `line` is its entry's number."""

    __tablename__ = "reports"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    match: Mapped[str] = mapped_column(ID, ForeignKey("matches.id", ondelete="CASCADE"))
    line: Mapped[int]
    user: Mapped[str] = mapped_column(ID)
    reason: Mapped[str] = mapped_column(Text)
    time: Mapped[int]
    settled: Mapped[bool] = mapped_column(default=False)


class JobRow(Base):
    """Work for a worker process; until `lease` it is the worker's who has taken it."""

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(HASH, primary_key=True)
    job: Mapped[dict[str, Any]]
    created: Mapped[int]
    lease: Mapped[int | None]
    worker: Mapped[str | None] = mapped_column(ID)
    tries: Mapped[int]
    done: Mapped[int | None]
    result: Mapped[dict[str, Any] | None]
    __table_args__ = (Index("jobs_by_age", "done", "created"),)


class KeyRow(Base):
    """Keys the server makes for itself when first started."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary)


class StudyRow(Base):
    """What was found out about a finished match, whole or as far as it has come."""

    __tablename__ = "studies"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    changed: Mapped[int]
    study: Mapped[dict[str, Any]]
