"""Entries of a log as rows of the database, and rows as entries."""

from __future__ import annotations

from typing import Any

from fourwinds.match.log import Entry
from fourwinds.match.log_json import entry_of, row_of
from fourwinds.store.prepared import written


def row_of_entry(match: str, entry: Entry) -> dict[str, Any]:
    """A row to be inserted by a prepared statement, its JSON already text."""
    row = row_of(entry)
    return {**row, "match": match, "data": written(row["data"])}


def entry_of_row(row: Any) -> Entry:
    """Raises LogError where the row is damaged."""
    return entry_of(row.match, row.number, row.time, row.kind, row.seat, row.user, row.data)
