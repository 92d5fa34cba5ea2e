"""Matches: their logs, who sits in them, what was answered and complained of."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class MatchRow(Base):
    """What lists of matches show, how long the log is (`number`), and by which rules it is played.

    `wake` is when a server has something to do for it, if none has done it until then. `pace` is
    that of its clock, as people choose it, and `delay` by how many seconds spectators see it later.
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
    pace: Mapped[str] = mapped_column(String(8), server_default="none")
    delay: Mapped[int] = mapped_column(server_default="0")
    __table_args__ = (
        Index("matches_by_status", "status", "private", "created"),
        Index("matches_by_wake", "wake"),
    )


class GatheringRow(Base):
    """A table that the server itself starts: when it is full, or with bots when the wait is over.

    `due` is when it is next looked at, `until` when bots take the seats that are left (None: never)
    and `wait` how many milliseconds that was from the beginning.
    """

    __tablename__ = "gatherings"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    bot: Mapped[str] = mapped_column(String(100))
    due: Mapped[int] = mapped_column(index=True)
    until: Mapped[int | None]
    wait: Mapped[int | None]


class PlayerRow(Base):
    """Who sits in which match, or has sat there; `ended` is when the match was over, None before.

    So the few that somebody plays are found without looking at the many he has played.
    """

    __tablename__ = "players"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(ID, primary_key=True)
    seated: Mapped[bool]
    ended: Mapped[int | None]
    __table_args__ = (Index("players_by_user", "user", "ended", "match", "seated"),)


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


class NoteRow(Base):
    """What somebody wrote to himself about a match."""

    __tablename__ = "notes"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    text: Mapped[str] = mapped_column(Text)
    changed: Mapped[int]
