"""Tournaments: their logs and who plays in them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class TournamentRow(Base):
    """What lists of tournaments show, how long the log is (`number`), and what is agreed (`data`).

    `wake` is when a server is to look after it. `league` names one that the server itself begins,
    so that it begins it once. Who organises is not called `user`: a tournament outlives him.
    """

    __tablename__ = "tournaments"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    organiser: Mapped[str | None] = mapped_column(
        ID, ForeignKey("users.id", ondelete="SET NULL"), index=True
    )
    game: Mapped[str] = mapped_column(String(40))
    format: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]
    status: Mapped[str] = mapped_column(String(16))
    players: Mapped[int]
    number: Mapped[int]
    created: Mapped[int]
    wake: Mapped[int | None]
    league: Mapped[str | None] = mapped_column(String(80), unique=True)
    __table_args__ = (
        Index("tournaments_by_status", "status", "created"),
        Index("tournaments_by_wake", "wake"),
    )


class TournamentEntryRow(Base):
    """One entry of a tournament's log; it names nobody."""

    __tablename__ = "tournament_entries"
    tournament: Mapped[str] = mapped_column(
        ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]]


class TournamentPlayerRow(Base):
    """Who is behind a number of a tournament's log: a person, or a bot of the house.

    `program` says that a program entered for the person. Without a row he has been forgotten.
    """

    __tablename__ = "tournament_players"
    tournament: Mapped[str] = mapped_column(
        ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user: Mapped[str | None] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    bot: Mapped[str | None] = mapped_column(String(100))
    program: Mapped[bool]
    joined: Mapped[int]
    __table_args__ = (Index("tournament_players_once", "tournament", "user", unique=True),)
