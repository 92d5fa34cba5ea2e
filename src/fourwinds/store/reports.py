"""Reports: complaints of what somebody wrote in the chat of a match."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Engine, insert, select, update
from sqlalchemy.orm import Session

from fourwinds.match.log import Said
from fourwinds.store.database import reader
from fourwinds.store.entries import entry_of_row
from fourwinds.store.models import EntryRow, ReportRow, UserRow

LONGEST_LIST = 100


class Reports:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def add(self, match: str, entry: int, user: str, reason: str, now: int) -> None:
        """Note a complaint of what that entry says; the same person complains of it once."""
        row = {"id": secrets.token_hex(8), "match": match, "line": entry, "user": user}
        same = (ReportRow.match == match, ReportRow.line == entry, ReportRow.user == user)
        with self.engine.begin() as connection:
            if connection.execute(select(ReportRow.id).where(*same)).first() is None:
                connection.execute(
                    insert(ReportRow).values(**row, reason=reason, time=now, settled=False)
                )

    def listed(self, settled: bool = False) -> list[dict[str, Any]]:
        """Open reports, oldest first, with what was said and by whom; settled ones if wanted."""
        said = (EntryRow.match == ReportRow.match) & (EntryRow.number == ReportRow.line)
        found = (
            select(ReportRow, EntryRow, UserRow.name, UserRow.id.label("speaker"))
            .join(EntryRow, said)
            .outerjoin(UserRow, UserRow.id == EntryRow.user)
            .order_by(ReportRow.time, ReportRow.id)
            .limit(LONGEST_LIST)
        )
        if not settled:
            found = found.where(ReportRow.settled.is_(False))
        with Session(self.reads) as session:
            return [_reported(*row) for row in session.execute(found)]

    def settle(self, report: str) -> bool:
        change = update(ReportRow).where(ReportRow.id == report).values(settled=True)
        with self.engine.begin() as connection:
            return bool(connection.execute(change).rowcount)


def _reported(
    report: ReportRow, row: EntryRow, name: str | None, speaker: str | None
) -> dict[str, Any]:
    said = entry_of_row(row).content
    assert isinstance(said, Said)
    return {
        "id": report.id,
        "match": report.match,
        "reason": report.reason,
        "time": report.time,
        "settled": report.settled,
        "reporter": report.user,
        "line": said.line,
        "text": said.text,
        "speaker": speaker,
        "speaker_name": name or "",
    }
