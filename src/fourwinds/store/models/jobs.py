"""What the server keeps for its own work: jobs of worker processes, and its keys."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from fourwinds.store.models.base import HASH, ID, Base


class JobRow(Base):
    """Work for a worker process; until `lease` it is the worker's who has taken it.

    `person` and `match` are hashes of whose turn it takes up.
    """

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(HASH, primary_key=True)
    job: Mapped[dict[str, Any]]
    person: Mapped[str] = mapped_column(ID)
    match: Mapped[str] = mapped_column(ID)
    created: Mapped[int]
    lease: Mapped[int | None]
    worker: Mapped[str | None] = mapped_column(ID)
    tries: Mapped[int]
    done: Mapped[int | None]
    result: Mapped[dict[str, Any] | None]
    __table_args__ = (Index("jobs_by_age", "done", "created"),)


class JobTurnRow(Base):
    """When (in microseconds) a job of a person, or of a match of his, was last taken."""

    __tablename__ = "job_turns"
    name: Mapped[str] = mapped_column(ID, primary_key=True)
    taken: Mapped[int]


class KeyRow(Base):
    """Keys the server makes for itself when first started."""

    __tablename__ = "keys"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    secret: Mapped[bytes] = mapped_column(LargeBinary)
