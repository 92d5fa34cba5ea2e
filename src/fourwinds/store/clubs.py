"""Clubs: members, private matches, and a ladder of their own.

A match of a club is a private one that its members find on the club's page. When it ends, the
members who played it are rated among themselves (openskill, as in ratings.py), by game, in the
transaction that ends it. Bots and guests of the table are not on the ladder.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourwinds.arena.ratings import Rating
from fourwinds.match.match import Match
from fourwinds.match.status import OVER
from fourwinds.store import ratings
from fourwinds.store.database import reader
from fourwinds.store.models import (
    ClubMatchRow,
    ClubMemberRow,
    ClubRatingRow,
    ClubRow,
    MatchRow,
    ResultRow,
    UserRow,
)

MOST_MEMBERS = 200
MOST_CLUBS = 20
"""The number of clubs that one may be a member of."""
LONGEST_LIST = 50


def rate(connection: Connection, match: Match, now: int) -> None:
    """Put a match of a club that has just ended on its ladder, in the transaction that ends it."""
    places = match.places()
    if places is None or not match.setup.private:
        return
    asked = select(ClubMatchRow.club).where(ClubMatchRow.match == match.id)
    club = connection.execute(asked).scalar_one_or_none()
    if club is None:
        return
    holders = [str(seat.holder) for seat in match.seats]
    asked = select(ClubMemberRow.user).where(ClubMemberRow.club == club)
    members = set(connection.execute(asked.where(ClubMemberRow.user.in_(holders))).scalars())
    seats = [
        n for n, holder in enumerate(holders) if holder in members and holders.count(holder) == 1
    ]
    if len(seats) < 2:
        return
    here = (ClubRatingRow.club == club) & (ClubRatingRow.game == match.setup.game)
    seated = [holders[seat] for seat in seats]
    rows = connection.execute(select(ClubRatingRow).where(here, ClubRatingRow.user.in_(seated)))
    kept = {row.user: row for row in rows}
    fresh = ratings.begin()
    before = [Rating(kept[who].mu, kept[who].sigma) if who in kept else fresh for who in seated]
    after = ratings.after(before, [places[seat] for seat in seats])
    for who, rating in sorted(zip(seated, after, strict=True)):
        values = {"mu": rating.mu, "sigma": rating.sigma, "changed": now}
        if who in kept:
            change = update(ClubRatingRow).where(here, ClubRatingRow.user == who)
            connection.execute(change.values(**values, matches=kept[who].matches + 1))
        else:
            key = {"club": club, "user": who, "game": match.setup.game}
            connection.execute(insert(ClubRatingRow).values(**key, **values, matches=1))


class Clubs:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def found(self, name: str, about: str, user: str, now: int) -> str | None:
        """A new club; None if its founder is in too many."""
        club = secrets.token_hex(8)
        with self.engine.begin() as connection:
            if _clubs_of(connection, user) >= MOST_CLUBS:
                return None
            row = {"id": club, "name": name, "about": about, "code": secrets.token_hex(12)}
            connection.execute(insert(ClubRow).values(**row, created=now))
            member = {"club": club, "user": user, "lead": True, "joined": now}
            connection.execute(insert(ClubMemberRow).values(**member))
        return club

    def find(self, club: str) -> dict[str, Any] | None:
        with self.reads.connect() as connection:
            row = connection.execute(select(ClubRow).where(ClubRow.id == club)).one_or_none()
        return None if row is None else dict(row._mapping)

    def change(self, club: str, **values: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(ClubRow).where(ClubRow.id == club).values(**values))

    def new_code(self, club: str) -> None:
        """Earlier links no longer lead in."""
        self.change(club, code=secrets.token_hex(12))

    def of(self, user: str) -> list[dict[str, Any]]:
        """The clubs of somebody, by name, with how many are in each."""
        mine = select(ClubMemberRow.club).where(ClubMemberRow.user == user)
        found = (
            select(ClubRow.id, ClubRow.name, func.count().label("members"))
            .join(ClubMemberRow, ClubMemberRow.club == ClubRow.id)
            .where(ClubRow.id.in_(mine))
            .group_by(ClubRow.id, ClubRow.name)
            .order_by(ClubRow.name, ClubRow.id)
        )
        with self.reads.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(found)]

    def members(self, club: str) -> list[dict[str, Any]]:
        found = (
            select(ClubMemberRow.user, ClubMemberRow.lead, ClubMemberRow.joined, UserRow.name)
            .join(UserRow, UserRow.id == ClubMemberRow.user)
            .where(ClubMemberRow.club == club)
            .order_by(ClubMemberRow.joined, ClubMemberRow.user)
        )
        with self.reads.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(found)]

    def join(self, club: str, user: str, now: int) -> bool:
        """Whether he is a member now; a club, and a person's list of clubs, may be full."""
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            there = (
                select(func.count()).select_from(ClubMemberRow).where(ClubMemberRow.club == club)
            )
            full = connection.execute(there).scalar_one() >= MOST_MEMBERS
            if full or _clubs_of(connection, user) >= MOST_CLUBS:
                mine = connection.execute(select(ClubMemberRow.user).where(_member(club, user)))
                return mine.one_or_none() is not None
            row = {"club": club, "user": user, "lead": False, "joined": now}
            connection.execute(insert(ClubMemberRow).values(**row))
        return True

    def leave(self, club: str, user: str) -> None:
        """The club goes with its last member, and always has somebody who leads it."""
        with self.engine.begin() as connection:
            connection.execute(delete(ClubMemberRow).where(_member(club, user)))
            mine = (ClubRatingRow.club == club) & (ClubRatingRow.user == user)
            connection.execute(delete(ClubRatingRow).where(mine))
            settle(connection, [club])

    def lead(self, club: str, user: str, lead: bool) -> None:
        with self.engine.begin() as connection:
            change = update(ClubMemberRow).where(_member(club, user)).values(lead=lead)
            connection.execute(change)
            settle(connection, [club])

    def ladder(self, club: str, game: str | None = None) -> list[dict[str, Any]]:
        """By game, the best first; as everywhere, by what somebody is worth at least."""
        found = (
            select(ClubRatingRow, UserRow.name)
            .join(UserRow, UserRow.id == ClubRatingRow.user)
            .where(ClubRatingRow.club == club)
        )
        if game is not None:
            found = found.where(ClubRatingRow.game == game)
        with self.reads.connect() as connection:
            rows = [
                {
                    **{
                        n: getattr(row, n)
                        for n in ("user", "name", "game", "mu", "sigma", "matches")
                    },
                    "rating": Rating(row.mu, row.sigma).ordinal,
                }
                for row in connection.execute(found)
            ]
        return sorted(rows, key=lambda row: (row["game"], -row["rating"], row["user"]))

    # Matches.

    def add_match(self, club: str, match: str, code: str, now: int) -> None:
        with self.engine.begin() as connection:
            row = {"match": match, "club": club, "code": code, "created": now}
            connection.execute(insert(ClubMatchRow).values(**row))

    def matches(self, club: str) -> list[dict[str, Any]]:
        """The last matches of a club, the newest first; of those that are over, who won."""
        own = (MatchRow.id, MatchRow.game, MatchRow.status, MatchRow.players, MatchRow.created)
        found = (
            select(*own, ClubMatchRow.code)
            .join(ClubMatchRow, ClubMatchRow.match == MatchRow.id)
            .where(ClubMatchRow.club == club)
            .order_by(ClubMatchRow.created.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            rows = [dict(row._mapping) for row in connection.execute(found)]
            over = [row["id"] for row in rows if row["status"] == OVER]
            seats: dict[str, list[dict[str, Any]]] = {match: [] for match in over}
            at_table = select(ResultRow).where(ResultRow.match.in_(over))
            for row in connection.execute(at_table.order_by(ResultRow.match, ResultRow.seat)):
                names = ("user", "name", "bot", "place", "score")
                seats[row.match].append({name: getattr(row, name) for name in names})
        return [row | {"seats": seats.get(row["id"], [])} for row in rows]


def _member(club: str, user: str) -> ColumnElement[bool]:
    return (ClubMemberRow.club == club) & (ClubMemberRow.user == user)


def _clubs_of(connection: Connection, user: str) -> int:
    mine = select(func.count()).select_from(ClubMemberRow).where(ClubMemberRow.user == user)
    return int(connection.execute(mine).scalar_one())


def settle(connection: Connection, clubs: Sequence[str]) -> None:
    """Look after clubs that somebody has left: each has somebody who leads it, or is gone."""
    for club in clubs:
        found = (
            select(ClubMemberRow.user, ClubMemberRow.lead)
            .where(ClubMemberRow.club == club)
            .order_by(ClubMemberRow.joined, ClubMemberRow.user)
        )
        rows = connection.execute(found).all()
        if not rows:
            connection.execute(delete(ClubRow).where(ClubRow.id == club))
        elif not any(row.lead for row in rows):
            change = update(ClubMemberRow).where(_member(club, rows[0].user))
            connection.execute(change.values(lead=True))
