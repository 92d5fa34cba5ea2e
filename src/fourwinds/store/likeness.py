"""What stored analyses say of people: how often each agreed with the engine. For operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, select

from fourwinds.store.database import reader
from fourwinds.store.models import RatingRow, ResultRow, StudyRow, UserRow

MOST_MATCHES = 5_000
"""The last ones that were analysed are looked at."""


class JudgedSeats:
    def __init__(self, engine: Engine) -> None:
        self.reads = reader(engine)

    def each(self) -> Iterator[dict[str, Any]]:
        """Every seat of a person in a rated match that was analysed, with the judged moves."""
        recent = (
            select(StudyRow.match)
            .order_by(StudyRow.changed.desc(), StudyRow.match)
            .limit(MOST_MATCHES)
            .subquery()
        )
        mine = (RatingRow.user == ResultRow.user) & (RatingRow.game == ResultRow.game)
        found = (
            select(
                ResultRow.user,
                ResultRow.seat,
                ResultRow.game,
                UserRow.name,
                RatingRow.mu,
                RatingRow.sigma,
                StudyRow.study,
            )
            .join(recent, recent.c.match == ResultRow.match)
            .join(StudyRow, StudyRow.match == ResultRow.match)
            .join(UserRow, UserRow.id == ResultRow.user)
            .join(RatingRow, mine & (RatingRow.players == ResultRow.players))
            .where(ResultRow.rated)
        )
        with self.reads.connect() as connection:
            for row in connection.execute(found):
                moves = row.study.get("moves", [])
                if len(moves) == row.study.get("of"):
                    yield {**row._mapping, "moves": moves}
