"""Clubs, their members, matches and ladders."""

from __future__ import annotations

from sqlalchemy import Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class ClubRow(Base):
    """People who play among themselves; `code` is what the link to join holds."""

    __tablename__ = "clubs"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    about: Mapped[str] = mapped_column(Text)
    code: Mapped[str] = mapped_column(ID)
    created: Mapped[int]


class ClubMemberRow(Base):
    """`lead` says who may change the club; the longest there has it if the last such leaves."""

    __tablename__ = "club_members"
    club: Mapped[str] = mapped_column(
        ID, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    lead: Mapped[bool]
    joined: Mapped[int]


class ClubMatchRow(Base):
    """A private match of a club; `code` is the invitation by which its members come to it."""

    __tablename__ = "club_matches"
    match: Mapped[str] = mapped_column(
        ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    club: Mapped[str] = mapped_column(ID, ForeignKey("clubs.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(64))
    created: Mapped[int]
    __table_args__ = (Index("club_matches_by_club", "club", "created"),)


class ClubRatingRow(Base):
    """The ladder of a club: how strong its members are among themselves."""

    __tablename__ = "club_ratings"
    club: Mapped[str] = mapped_column(
        ID, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    matches: Mapped[int]
    changed: Mapped[int]
