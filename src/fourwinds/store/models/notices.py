"""What people are told outside the page, and how it reaches them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import ID, Base


class ChannelRow(Base):
    """A way to tell somebody that it is his turn; `always` means in quick matches as well.

    Nothing but the question whose it is goes to an address that is not `confirmed`.
    """

    __tablename__ = "channels"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    user: Mapped[str] = mapped_column(ID, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any]]
    always: Mapped[bool]
    language: Mapped[str] = mapped_column(String(2))
    created: Mapped[int]
    confirmed: Mapped[bool]


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
