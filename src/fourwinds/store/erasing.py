"""Erasing: entries of a match's log that take words out of earlier ones.

Such an entry changes what is stored in the same transaction that stores it, and what servers have
in memory when they apply it. Afterwards the words are nowhere: not in the log, an answer, an export
or a backup.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, select, update

from fourwinds.match.log import (
    Content,
    Created,
    Entry,
    Forgotten,
    Joined,
    LineRemoved,
    Renamed,
    Said,
)
from fourwinds.match.log_json import row_of
from fourwinds.match.seats import FORMER_NAME
from fourwinds.store.entries import entry_of_row
from fourwinds.store.models import EntryRow, MatchRow


def erase(connection: Connection, match: str, content: Content) -> None:
    """Change the stored log as an entry, which is already in it, says; most say nothing of it."""
    if isinstance(content, LineRemoved):
        said = (EntryRow.number == content.entry) & (EntryRow.kind == Said.kind)
        for entry in _entries(connection, match, said):
            if isinstance(entry.content, Said):
                _put(connection, match, entry, replace(entry.content, text=""))
    elif isinstance(content, Renamed):
        for entry in _entries(connection, match, EntryRow.user == content.user):
            _put(connection, match, entry, _renamed(entry.content, content.name))
    elif isinstance(content, Forgotten):
        for entry in _entries(connection, match, EntryRow.user == content.user):
            kept = _renamed(entry.content, FORMER_NAME)
            if isinstance(kept, Said):
                kept = replace(kept, text="")
            _put(connection, match, entry, kept, content.alias)
        if content.host:
            hosted = update(MatchRow).where(MatchRow.id == match)
            connection.execute(hosted.values(host=content.alias))


def _entries(connection: Connection, match: str, which: object) -> list[Entry]:
    found = select(EntryRow).where(EntryRow.match == match, which)  # type: ignore[arg-type]
    return [entry_of_row(row) for row in connection.execute(found).all()]


def _put(
    connection: Connection, match: str, entry: Entry, content: Content, user: str | None = None
) -> None:
    """Store an entry anew with other content; `user` is who it is of from now on."""
    row = row_of(replace(entry, content=content))
    there = (EntryRow.match == match, EntryRow.number == entry.number)
    values = {"data": row["data"], "user": user or row["user"]}
    connection.execute(update(EntryRow).where(*there).values(**values))


def _renamed(content: Content, name: str) -> Content:
    """The same with another name, and without names that a host gave to seats."""
    if isinstance(content, Created):
        seats = tuple(replace(seat, name=None) for seat in content.setup.seats)
        return replace(content, name=name, setup=replace(content.setup, seats=seats))
    if isinstance(content, Joined | Renamed):
        return replace(content, name=name)
    return content
