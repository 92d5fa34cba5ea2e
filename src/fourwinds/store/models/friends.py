"""Who follows, blocks and invites whom."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class FollowRow(Base):
    """Somebody follows another, and so agrees to be invited by him.

    Two who follow each other are friends.
    """

    __tablename__ = "follows"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created: Mapped[int]


class BlockRow(Base):
    """Somebody wants nothing to do with somebody else, who is not told."""

    __tablename__ = "blocks"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    other: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    created: Mapped[int]


class InvitationRow(Base):
    """Somebody (`user`) is invited: `kind` says to what, `target` to which; `code` opens it."""

    __tablename__ = "invitations"
    user: Mapped[str] = mapped_column(
        ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    target: Mapped[str] = mapped_column(ID, primary_key=True)
    sender: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    code: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[int]
