"""What came out of matches: results, ratings, analyses."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Double, ForeignKey, Index, String, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class ResultRow(Base):
    """How a seat of a finished match came out, for people's histories.

    `user` is whose history it stands in: of several seats of one person only the first has it. `mu`
    and `sigma` are what a rated match made of his rating, `accuracy` what an analysis found.
    """

    __tablename__ = "results"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user: Mapped[str | None] = mapped_column(ID)
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(100))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    rated: Mapped[bool]
    private: Mapped[bool]
    ended: Mapped[int]
    outcome: Mapped[str] = mapped_column(String(8))
    place: Mapped[int | None]
    score: Mapped[int | None]
    mu: Mapped[float | None] = mapped_column(Double)
    sigma: Mapped[float | None] = mapped_column(Double)
    accuracy: Mapped[float | None] = mapped_column(Double)
    __table_args__ = (
        # What is counted over all matches of somebody stands in the index itself.
        Index("results_by_user", "user", "ended", "match", "outcome", "private"),
        Index("results_by_game", "user", "game", "ended", "match", "outcome", "private"),
        Index("results_by_name", "match", "name", "user"),
        Index("results_recent", "private", "seat", "ended", "match"),
        Index(
            "results_judged",
            "user",
            "ended",
            "match",
            "game",
            "accuracy",
            "private",
            sqlite_where=literal_column("accuracy IS NOT NULL"),
            postgresql_where=literal_column("accuracy IS NOT NULL"),
        ),
    )


class RatingRow(Base):
    """How strong somebody is at a game for 2 to 5; bots are called "bot:captain:200ms".

    `least` is what he is worth at least, almost surely: tables are ordered by it.
    """

    __tablename__ = "ratings"
    user: Mapped[str] = mapped_column(String(80), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]
    changed: Mapped[int]
    least: Mapped[float] = mapped_column(Double, server_default="0")
    __table_args__ = (Index("ratings_by_least", "game", "players", "least", "user"),)


class StudyRow(Base):
    """What was found out about a finished match, whole or as far as it has come."""

    __tablename__ = "studies"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    changed: Mapped[int]
    study: Mapped[dict[str, Any]]
