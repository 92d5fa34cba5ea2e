"""Duplicate matches of people: their deals, who takes part, their tables and results."""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fourwinds.match.duplicate import Form
from fourwinds.match.match import Match
from fourwinds.match.status import OVER as MATCH_OVER
from fourwinds.store.database import reader
from fourwinds.store.models import (
    DuplicateDealRow,
    DuplicatePlayerRow,
    DuplicateRow,
    DuplicateTableRow,
    MatchRow,
    ResultRow,
    UserRow,
)

OPEN, RUNNING, CLOSING, OVER = "open", "running", "closing", "over"
LONGEST_LIST = 50
AT_ONCE = 20


@dataclass(frozen=True)
class Duplicate:
    id: str
    name: str
    game: str
    players: int
    seats: int
    deals: int
    tables: int
    bot: str
    pace: str
    host: str
    code: str
    status: str
    created: int
    until: int
    days: int

    @property
    def form(self) -> Form:
        return Form(self.players, self.seats)


def note(connection: Connection, match: Match) -> None:
    """A table has closed; if it was the last, so does the duplicate match in that transaction."""
    if match.setup.duplicate is None:
        return
    here = DuplicateRow.id == match.setup.duplicate
    # Two tables that close at once, on two servers, do so one after the other.
    found = select(DuplicateRow).where(here).with_for_update()
    row = connection.execute(found).one_or_none()
    if row is None or row.status != RUNNING:
        return
    closed = (
        select(func.count())
        .select_from(DuplicateTableRow)
        .join(MatchRow, MatchRow.id == DuplicateTableRow.match)
        .where(DuplicateTableRow.duplicate == row.id, MatchRow.status == MATCH_OVER)
    )
    if connection.execute(closed).scalar_one() == row.deals * row.tables:
        connection.execute(update(DuplicateRow).where(here).values(status=CLOSING))


class Duplicates:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def create(
        self,
        name: str,
        game: str,
        form: Form,
        deals: int,
        bot: str,
        pace: str,
        host: str,
        now: int,
        until: int,
        days: int,
    ) -> str:
        """A new one, with its host in the first place; its deals are drawn at once."""
        new = secrets.token_hex(8)
        row = {"id": new, "name": name, "game": game, "players": form.players, "seats": form.seats}
        row |= {"deals": deals, "tables": 0, "bot": bot, "pace": pace, "host": host}
        row |= {
            "code": secrets.token_hex(12),
            "status": OPEN,
            "created": now,
            "until": until,
            "days": days,
        }
        drawn = [
            {"duplicate": new, "deal": deal, "secret": secrets.token_bytes(32)}
            for deal in range(deals)
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(DuplicateRow).values(**row))
            connection.execute(insert(DuplicateDealRow), drawn)
            player = {"duplicate": new, "user": host, "place": 0, "joined": now}
            connection.execute(insert(DuplicatePlayerRow).values(**player))
        return new

    def find(self, duplicate: str) -> Duplicate | None:
        found = select(DuplicateRow).where(DuplicateRow.id == duplicate)
        with self.reads.connect() as connection:
            row = connection.execute(found).one_or_none()
        return None if row is None else Duplicate(**row._mapping)

    def secrets(self, duplicate: str) -> list[bytes]:
        found = select(DuplicateDealRow.secret).where(DuplicateDealRow.duplicate == duplicate)
        with self.reads.connect() as connection:
            return list(connection.execute(found.order_by(DuplicateDealRow.deal)).scalars())

    def people(self, duplicate: str) -> list[dict[str, Any]]:
        """Who takes part, by place."""
        found = (
            select(DuplicatePlayerRow.user, DuplicatePlayerRow.place, UserRow.name)
            .join(UserRow, UserRow.id == DuplicatePlayerRow.user)
            .where(DuplicatePlayerRow.duplicate == duplicate)
            .order_by(DuplicatePlayerRow.place)
        )
        with self.reads.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(found)]

    def of(self, user: str) -> list[dict[str, Any]]:
        """Those of somebody, the newest first, with how many take part."""
        mine = select(DuplicatePlayerRow.duplicate).where(DuplicatePlayerRow.user == user)
        own = DuplicateRow
        names = (own.id, own.name, own.game, own.seats, own.deals, own.status, own.created)
        found = (
            select(*names, func.count().label("people"))
            .join(DuplicatePlayerRow, DuplicatePlayerRow.duplicate == DuplicateRow.id)
            .where(DuplicateRow.id.in_(mine))
            .group_by(*names)
            .order_by(DuplicateRow.created.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(found)]

    def join(self, duplicate: str, user: str, place: int, now: int) -> bool:
        """Whether he takes part now; a place is taken once, and none once it has begun."""
        row = {"duplicate": duplicate, "user": user, "place": place, "joined": now}
        try:
            with self.engine.begin() as connection:
                if not _is_open(connection, duplicate):
                    return False
                connection.execute(insert(DuplicatePlayerRow).values(**row))
        except IntegrityError:
            return False
        return True

    def leave(self, duplicate: str, user: str) -> bool:
        with self.engine.begin() as connection:
            if not _is_open(connection, duplicate):
                return False
            there = DuplicatePlayerRow.duplicate == duplicate
            mine = there & (DuplicatePlayerRow.user == user)
            return bool(connection.execute(delete(DuplicatePlayerRow).where(mine)).rowcount)

    def call_off(self, duplicate: str) -> bool:
        """Delete one that has not begun."""
        here = (DuplicateRow.id == duplicate) & (DuplicateRow.status == OPEN)
        with self.engine.begin() as connection:
            return bool(connection.execute(delete(DuplicateRow).where(here)).rowcount)

    def start(self, duplicate: str, until: int) -> bool:
        """Begin; whether it could. Who comes later is too late."""
        with self.engine.begin() as connection:
            row = _is_open(connection, duplicate)
            if row is None:
                return False
            there = DuplicatePlayerRow.duplicate == duplicate
            count = select(func.count()).select_from(DuplicatePlayerRow).where(there)
            people = connection.execute(count).scalar_one()
            form = Form(row.players, row.seats)
            if not form.is_full(people):
                return False
            if not form.teams:
                # Places that people have left again are closed up: each has a table.
                users = select(DuplicatePlayerRow.user).where(there)
                users = users.order_by(DuplicatePlayerRow.place)
                for place, user in enumerate(connection.execute(users).scalars().all()):
                    mine = there & (DuplicatePlayerRow.user == user)
                    change = update(DuplicatePlayerRow).where(mine).values(place=place)
                    connection.execute(change)
            values = {"status": RUNNING, "until": until, "tables": form.tables(people)}
            change = update(DuplicateRow).where(DuplicateRow.id == duplicate).values(**values)
            connection.execute(change)
        return True

    def close(self, duplicate: str) -> bool:
        """Begin to close one that runs; whether it did."""
        here = (DuplicateRow.id == duplicate) & (DuplicateRow.status == RUNNING)
        with self.engine.begin() as connection:
            change = update(DuplicateRow).where(here).values(status=CLOSING)
            return bool(connection.execute(change).rowcount)

    def closed(self, duplicate: str) -> None:
        """Every table is closed and every deal lies open."""
        here = (DuplicateRow.id == duplicate) & (DuplicateRow.status == CLOSING)
        with self.engine.begin() as connection:
            connection.execute(update(DuplicateRow).where(here).values(status=OVER))

    def due(self, now: int) -> list[str]:
        """Those to be closed: all tables are through, or their time is."""
        late = (DuplicateRow.status == RUNNING) & (DuplicateRow.until <= now)
        found = select(DuplicateRow.id).where(or_(DuplicateRow.status == CLOSING, late))
        with self.reads.connect() as connection:
            return list(connection.execute(found.limit(AT_ONCE)).scalars())

    def tidy(self, now: int) -> None:
        """Delete those that never began."""
        late = (DuplicateRow.status == OPEN) & (DuplicateRow.until <= now)
        with self.engine.begin() as connection:
            connection.execute(delete(DuplicateRow).where(late))

    # Tables.

    def take(self, duplicate: str, deal: int, table: int, match: str) -> str:
        """The match of a deal at a table: this one, unless somebody has begun another before."""
        row = {"duplicate": duplicate, "deal": deal, "table": table, "match": match}
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            connection.execute(insert(DuplicateTableRow).values(**row))
        here = (DuplicateTableRow.duplicate == duplicate) & (DuplicateTableRow.deal == deal)
        found = select(DuplicateTableRow.match).where(here, DuplicateTableRow.table == table)
        with self.reads.connect() as connection:
            return str(connection.execute(found).scalar_one())

    def tables(self, duplicate: str) -> list[dict[str, Any]]:
        """Every table that was laid, by deal, and whether its match is over."""
        found = (
            select(DuplicateTableRow, MatchRow.status)
            .outerjoin(MatchRow, MatchRow.id == DuplicateTableRow.match)
            .where(DuplicateTableRow.duplicate == duplicate)
            .order_by(DuplicateTableRow.deal, DuplicateTableRow.table)
        )
        with self.reads.connect() as connection:
            return [
                {
                    "deal": row.deal,
                    "table": row.table,
                    "match": row.match,
                    "laid": row.status is not None,
                    "over": row.status == MATCH_OVER,
                }
                for row in connection.execute(found)
            ]

    def results(self, duplicate: str) -> list[dict[str, Any]]:
        """How every seat of every table came out, where it has a score."""
        found = (
            select(DuplicateTableRow.deal, DuplicateTableRow.table, ResultRow)
            .join(ResultRow, ResultRow.match == DuplicateTableRow.match)
            .where(DuplicateTableRow.duplicate == duplicate, ResultRow.score.is_not(None))
            .order_by(DuplicateTableRow.deal, DuplicateTableRow.table, ResultRow.seat)
        )
        names = ("deal", "table", "match", "seat", "user", "name", "bot", "score", "place")
        with self.reads.connect() as connection:
            rows = connection.execute(found).mappings().all()
        return [{name: row[name] for name in names} for row in rows]


def _is_open(connection: Connection, duplicate: str) -> Any:
    """Its row while people still come, kept from others until the transaction ends."""
    here = (DuplicateRow.id == duplicate) & (DuplicateRow.status == OPEN)
    return connection.execute(select(DuplicateRow).where(here).with_for_update()).one_or_none()
