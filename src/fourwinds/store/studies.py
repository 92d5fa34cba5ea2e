"""Studies: what was found out about finished matches, so that it is thought through once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, delete, insert, select

from fourwinds.store.database import reader
from fourwinds.store.models import StudyRow


class Studies:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def find(self, match_id: str) -> tuple[int, dict[str, Any]] | None:
        """When a study was last written, and the study."""
        with self.reads.connect() as connection:
            found = connection.execute(select(StudyRow).where(StudyRow.match == match_id))
            row = found.one_or_none()
        return None if row is None else (row.changed, row.study)

    def keep(self, match_id: str, now: int, study: dict[str, Any]) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(StudyRow).where(StudyRow.match == match_id))
            row = {"match": match_id, "changed": now, "study": study}
            connection.execute(insert(StudyRow).values(**row))
