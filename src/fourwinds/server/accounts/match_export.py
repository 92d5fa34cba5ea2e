"""All of a person's finished matches as one archive: a table, and a record of each.

It is written while it is sent, one match at a time, so that a long history needs no more memory
than a short one.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from fourwinds.core.errors import FourWindsError
from fourwinds.match.match import Match
from fourwinds.store.history import History
from fourwinds.store.notes import Notes
from fourwinds.store.store import Store

TABLE = "matches.csv"
HEAD = ("match", "game", "ended", "players", "seat", "outcome", "place", "score")
MORE = ("rated", "private", "mu", "sigma", "accuracy", "note", "record")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Sink(io.RawIOBase):
    """Takes what is written until it is sent."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        out, self.parts = b"".join(self.parts), []
        return out


def archive(store: Store, user: str, now: int) -> Iterator[bytes]:
    """The archive, piece by piece."""
    rows, notes = History(store.engine).all_of(user), Notes(store.engine).all_of(user)
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for row in rows:
            text = _record(store, row["match"], now)
            row["note"] = notes.get(row["match"], "")
            row["record"] = "" if text is None else f"records/{row['game']}-{row['match']}.record"
            if text is not None:
                packed.writestr(row["record"], text)
                yield sink.take()
        packed.writestr(TABLE, table(rows))
    yield sink.take()


def _record(store: Store, match_id: str, now: int) -> str | None:
    """The record of a match; None where there is none to be had."""
    try:
        stored = store.load(match_id)
        if stored is None:
            return None
        return Match.load(match_id, stored.entries, stored.snapshots).record(now).dumps()
    except FourWindsError:
        return None


def table(rows: list[dict[str, Any]]) -> str:
    """The matches as CSV, times as ISO 8601 in UTC."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD + MORE)
    for row in rows:
        ended = datetime.fromtimestamp(row["ended"] / 1000, UTC).isoformat(timespec="seconds")
        writer.writerow([_cell({**row, "ended": ended}[name]) for name in HEAD + MORE])
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return int(value) if isinstance(value, bool) else value
