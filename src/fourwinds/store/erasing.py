"""Erasing: entries of a match's log that take words out of earlier ones.

Such an entry changes what is stored in the same transaction that stores it, and what servers have
in memory when they apply it. Afterwards the words are nowhere: not in the log, an answer, an export
or a backup.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select, update

from fourwinds.match.log import Entry
from fourwinds.match.seats import FORMER_NAME
from fourwinds.store.models import EntryRow, MatchRow

KINDS = ("line-removed", "renamed", "forgotten")


def erase(connection: Connection, match: str, entry: Entry) -> None:
    """Change the stored log as the entry, which is already in it, says."""
    here = EntryRow.match == match
    if entry.kind == "line-removed":
        said = here & (EntryRow.number == entry.data["entry"]) & (EntryRow.kind == "said")
        empty = {"text": "", "line": entry.data["line"]}
        connection.execute(update(EntryRow).where(said).values(data=empty))
        return
    forgotten = entry.kind == "forgotten"
    name = FORMER_NAME if forgotten else entry.data["name"]
    rows = connection.execute(select(EntryRow).where(here, EntryRow.user == entry.user)).all()
    for row in rows:
        data = _renamed(row.data, name)
        if forgotten and row.kind == "said":
            data = {**data, "text": ""}
        user = entry.data["alias"] if forgotten else row.user
        there = here & (EntryRow.number == row.number)
        connection.execute(update(EntryRow).where(there).values(data=data, user=user))
    if forgotten and entry.data["host"]:
        hosted = update(MatchRow).where(MatchRow.id == match)
        connection.execute(hosted.values(host=entry.data["alias"]))


def _renamed(data: dict[str, Any], name: str) -> dict[str, Any]:
    """The same with another name, and without names that a host gave to seats."""
    if "name" in data:
        data = {**data, "name": name}
    if "plan" in data:
        seats = [{**seat, "name": None} for seat in data["plan"]["seats"]]
        data = {**data, "plan": {**data["plan"], "seats": seats}}
    return data
