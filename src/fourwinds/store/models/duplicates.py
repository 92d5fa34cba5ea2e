"""Duplicate matches of people."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class DuplicateRow(Base):
    """A duplicate match of people: the same deals at several tables.

    `status` is open while people come, running, closing when the last table has closed, then over.
    `seats` is how many seats of a table each team has; with 0 everybody has a table of his own.
    `until` is when it is closed at the latest, `days` after its beginning.
    """

    __tablename__ = "duplicates"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    seats: Mapped[int]
    deals: Mapped[int]
    tables: Mapped[int]
    bot: Mapped[str] = mapped_column(String(100))
    pace: Mapped[str] = mapped_column(String(8))
    host: Mapped[str] = mapped_column(ID)
    code: Mapped[str] = mapped_column(ID)
    status: Mapped[str] = mapped_column(String(16))
    created: Mapped[int]
    until: Mapped[int]
    days: Mapped[int]
    __table_args__ = (Index("duplicates_by_end", "status", "until"),)


class DuplicateDealRow(Base):
    """A deal of a duplicate match; `secret` leaves the server when the last table has closed."""

    __tablename__ = "duplicate_deals"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    secret: Mapped[bytes] = mapped_column(LargeBinary)


class DuplicatePlayerRow(Base):
    """Who takes part in a duplicate match; `place` says at which table and in which team."""

    __tablename__ = "duplicate_players"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    place: Mapped[int]
    joined: Mapped[int]
    __table_args__ = (Index("duplicate_players_by_place", "duplicate", "place", unique=True),)


class DuplicateTableRow(Base):
    """A deal at a table of a duplicate match; the row comes before the match."""

    __tablename__ = "duplicate_tables"
    duplicate: Mapped[str] = mapped_column(
        ID, ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True
    )
    deal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    match: Mapped[str] = mapped_column(ID, index=True)
