"""Matches name the rules they are played by, and their logs hold all that needs no rules to read.

Matches of version 0.1.0 get rules version 1, which all its games had.
"""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from fourwinds.store.migrations.results import result_of

revision = "pinned"
down_revision = "jobs"
branch_labels = None
depends_on = None

COMPONENTS = {
    "regatta": "0810d1d9b4bffd01",
    "santa-timea": "793f7420d2e45336",
    "vor-dem-wind": "6ad821c21ba4e926",
    "winds-of-plunder": "6bf0a0e70428eeef",
}
"""The digests of the components of version 0.1.0."""

ENTRIES = sa.table(
    "entries",
    sa.column("match", sa.String),
    sa.column("number", sa.BigInteger),
    sa.column("kind", sa.String),
    sa.column("data", sa.JSON),
)
SNAPSHOTS = sa.table(
    "snapshots",
    sa.column("match", sa.String),
    sa.column("number", sa.BigInteger),
    sa.column("position", sa.JSON),
)


def upgrade() -> None:
    version = sa.Column("rules_version", sa.BigInteger(), nullable=False, server_default="1")
    op.add_column("matches", version)
    there = ENTRIES.c
    replaced = (there.kind == "played") & sa.cast(there.data, sa.Text).like('%"instead"%')
    changed = there.kind.in_(("created", "retracted", "ended")) | replaced
    rows = op.get_bind().execute(sa.select(ENTRIES).where(changed)).all()
    for row in rows:
        here = (there.match == row.match) & (there.number == row.number)
        op.execute(sa.update(ENTRIES).where(here).values(data=_changed(row)))


def _changed(row: Any) -> dict[str, Any]:
    data = dict(row.data)
    if row.kind == "created":
        return _created(row.match, data)
    if row.kind == "ended":
        return _ended(row.match, row.number, data)
    # A choice that was taken back was one action in all games of version 0.1.0.
    return {**data, ("instead" if row.kind == "played" else "count"): 1}


def _created(match: str, data: dict[str, Any]) -> dict[str, Any]:
    setup = data.pop("plan")
    components = setup.pop("components")
    position = _position(match)
    pinned: dict[str, Any] = {
        "rules_version": 1,
        "options": setup["options"] if position is None else position["options"],
        "usual": components is None,
        "components_digest": COMPONENTS.get(setup["game"], ""),
    }
    if components is not None:
        pinned |= {"components_digest": _digest(components), "components": components}
    return {"setup": setup, "pinned": pinned, **data}


def _ended(match: str, number: int, data: dict[str, Any]) -> dict[str, Any]:
    position = _position(match, number)
    if position is None or data["by"] == "agreement":
        return data
    found = result_of(position)
    if found is None:
        return data
    return {**data, "scores": found[0], "ranking": found[1], "digest": _digest(position)}


def _position(match: str, number: int | None = None) -> dict[str, Any] | None:
    """The position after an entry; without a number any position of the match."""
    there = SNAPSHOTS.c
    found = sa.select(there.position).where(there.match == match)
    if number is not None:
        found = found.where(there.number == number)
    position: dict[str, Any] | None = op.get_bind().execute(found.limit(1)).scalar()
    return position


def _digest(data: dict[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
