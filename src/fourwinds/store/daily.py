"""Deals of the day: their secrets, and everybody's one try."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import IntegrityError

from fourwinds.match.daily import end_of
from fourwinds.store.database import reader
from fourwinds.store.models import DailyDealRow, DailyTryRow, ResultRow, UserRow

SEAT = 0
"""Where everybody sits."""
LONGEST_BOARD = 1000


@dataclass(frozen=True)
class Deal:
    """`secret` leaves the server when the day is over."""

    day: str
    game: str
    players: int
    bot: str
    secret: bytes
    made: int


class Daily:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def ensure(self, day: str, games: Sequence[tuple[str, int]], bot: str, now: int) -> None:
        """Draw the deals of a day for these games (and players) that are not drawn yet."""
        drawn = {deal.game for deal in self.deals(day)}
        rows = [
            {"day": day, "game": game, "players": players, "bot": bot, "made": now}
            | {"secret": secrets.token_bytes(32)}
            for game, players in games
            if game not in drawn
        ]
        if rows:
            # Another server may have drawn them meanwhile: then those are the deals.
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                connection.execute(insert(DailyDealRow), rows)

    def deals(self, day: str) -> list[Deal]:
        found = select(DailyDealRow).where(DailyDealRow.day == day).order_by(DailyDealRow.game)
        with self.reads.connect() as connection:
            return [Deal(**row._mapping) for row in connection.execute(found)]

    def deal(self, day: str, game: str) -> Deal | None:
        return next((deal for deal in self.deals(day) if deal.game == game), None)

    def take(self, deal: Deal, user: str, match: str, now: int) -> str:
        """The match of somebody's try: this one, unless he has begun another before."""
        row = {"day": deal.day, "game": deal.game, "user": user, "match": match, "created": now}
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(DailyTryRow).values(**row))
        here = (DailyTryRow.day == deal.day, DailyTryRow.game == deal.game)
        found = select(DailyTryRow.match).where(*here, DailyTryRow.user == user)
        with self.reads.connect() as connection:
            return str(connection.execute(found).scalar_one())

    def tries_of(self, day: str, user: str) -> dict[str, tuple[str, bool]]:
        """Somebody's tries of a day by game: the match, and whether it is over."""
        over = DailyTryRow.match == ResultRow.match
        found = (
            select(DailyTryRow.game, DailyTryRow.match, ResultRow.match.label("over"))
            .outerjoin(ResultRow, over & (ResultRow.seat == SEAT))
            .where(DailyTryRow.day == day, DailyTryRow.user == user)
        )
        with self.reads.connect() as connection:
            return {
                row.game: (row.match, row.over is not None) for row in connection.execute(found)
            }

    def counts(self, day: str) -> dict[str, int]:
        """How many have finished each game of a day."""
        found = (
            select(DailyTryRow.game, func.count())
            .join(ResultRow, ResultRow.match == DailyTryRow.match)
            .where(DailyTryRow.day == day, *_counts(day))
            .group_by(DailyTryRow.game)
        )
        with self.reads.connect() as connection:
            return {game: int(count) for game, count in connection.execute(found)}

    def results(self, day: str, game: str) -> list[dict[str, Any]]:
        """What everybody made of a deal, those who finished in time."""
        found = (
            select(DailyTryRow.user, DailyTryRow.match, UserRow.name, ResultRow)
            .join(ResultRow, ResultRow.match == DailyTryRow.match)
            .join(UserRow, UserRow.id == DailyTryRow.user)
            .where(DailyTryRow.day == day, DailyTryRow.game == game, *_counts(day))
            .order_by(ResultRow.ended, DailyTryRow.match)
            .limit(LONGEST_BOARD)
        )
        with self.reads.connect() as connection:
            rows = connection.execute(found).mappings().all()
        names = ("user", "match", "name", "score", "place")
        return [{name: row[name] for name in names} for row in rows]


def _counts(day: str) -> tuple[Any, ...]:
    """What counts: played to the end before the secret was shown."""
    in_time = ResultRow.ended < end_of(day)
    return ResultRow.seat == SEAT, ResultRow.score.is_not(None), in_time
