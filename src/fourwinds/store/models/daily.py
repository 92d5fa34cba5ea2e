"""The deals of the day."""

from __future__ import annotations

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class DailyDealRow(Base):
    """The deal of a game on a day, the same for everybody; its secret is shown afterwards."""

    __tablename__ = "daily_deals"
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int]
    bot: Mapped[str] = mapped_column(String(100))
    secret: Mapped[bytes] = mapped_column(LargeBinary)
    made: Mapped[int]


class DailyTryRow(Base):
    """Somebody's one try at a deal of the day; the row comes before the match."""

    __tablename__ = "daily_tries"
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    match: Mapped[str] = mapped_column(ID)
    created: Mapped[int]
