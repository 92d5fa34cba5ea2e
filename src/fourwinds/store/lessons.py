"""Lessons that people have been through."""

from __future__ import annotations

from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError

from fourwinds.store.database import reader
from fourwinds.store.models import LessonRow


class LessonsDone:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def of(self, user: str, game: str) -> dict[str, int]:
        """The lessons of a game that somebody has done, and when for the first time."""
        found = select(LessonRow).where(LessonRow.user == user, LessonRow.game == game)
        with self.reads.connect() as connection:
            return {row.lesson: row.done for row in connection.execute(found)}

    def keep(self, user: str, game: str, lesson: str, now: int) -> None:
        """Somebody has come to the end of a lesson; the first time counts."""
        if lesson in self.of(user, game):
            return
        row = {"user": user, "game": game, "lesson": lesson, "done": now}
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(LessonRow).values(**row))
        except IntegrityError:
            pass  # another window was quicker, or the person has just been deleted
