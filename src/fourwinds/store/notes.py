"""Notes that people write to themselves about matches."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, delete, insert, select

from fourwinds.store.database import reader
from fourwinds.store.models import NoteRow


class Notes:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def write(self, user: str, match: str, text: str, now: int) -> None:
        """Keep a note; an empty one is none."""
        here = (NoteRow.user == user) & (NoteRow.match == match)
        row = {"user": user, "match": match, "text": text, "changed": now}
        with self.engine.begin() as connection:
            connection.execute(delete(NoteRow).where(here))
            if text:
                connection.execute(insert(NoteRow).values(**row))

    def read(self, user: str, matches: Sequence[str]) -> dict[str, str]:
        """What somebody wrote about these matches."""
        if not matches:
            return {}
        found = select(NoteRow.match, NoteRow.text)
        found = found.where(NoteRow.user == user, NoteRow.match.in_(matches))
        with self.reads.connect() as connection:
            return {row.match: row.text for row in connection.execute(found)}

    def all_of(self, user: str) -> dict[str, str]:
        found = select(NoteRow.match, NoteRow.text).where(NoteRow.user == user)
        with self.reads.connect() as connection:
            return {row.match: row.text for row in connection.execute(found)}
