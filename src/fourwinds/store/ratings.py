"""Ratings by OpenSkill (Plackett-Luce), for each game and number of players.

A rated match counts in the transaction that ends it, unless it ended by agreement. Who resigned, or
had a bot in his place at the end, shares the last place. Bots are rated like people, each under its
own name, so that everybody can see where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, text, update

from fourwinds.arena.ratings import Rating
from fourwinds.match.log import Ended
from fourwinds.match.match import Match
from fourwinds.match.status import OVER
from fourwinds.store.database import reader
from fourwinds.store.entries import entry_of_row
from fourwinds.store.models import EntryRow, MatchRow, RatingRow, ResultRow, UserRow

BOT = "bot:"
LONGEST_TABLE = 200
LOCK = 4_049_002  # of PostgreSQL's advisory locks
Key = tuple[str, str, int]
"""Who, at which game, for how many players."""


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def begin() -> Rating:
    """The rating of somebody nobody knows."""
    fresh = _model().rating()
    return Rating(fresh.mu, fresh.sigma)


def counts(match: Match) -> bool:
    return match.setup.rated and match.status == OVER and match.places() is not None


def players(match: Match) -> list[str]:
    """Who is rated in each seat."""
    return [BOT + seat.setup.bot if seat.setup.bot else str(seat.holder) for seat in match.seats]


def after(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match that ended in these places."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def shared(seated: Sequence[str], ratings: Sequence[Rating]) -> dict[str, Rating]:
    """The rating of each, the mean of its seats where a bot has several."""
    out = {}
    for who in set(seated):
        mine = [rating for rating, name in zip(ratings, seated, strict=True) if name == who]
        mu = sum(rating.mu for rating in mine) / len(mine)
        out[who] = Rating(mu, sum(rating.sigma for rating in mine) / len(mine))
    return out


def rate(connection: Connection, match: Match, now: int) -> dict[str, Rating]:
    """Count a match that has just ended, in the transaction that ends it; the ratings after it."""
    places = match.places()
    assert places is not None
    seated = players(match)
    game, size = match.setup.game, len(seated)
    if connection.dialect.name == "postgresql":  # one match after the other
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    here = (RatingRow.game == game) & (RatingRow.players == size)
    rows = connection.execute(select(RatingRow).where(here, RatingRow.user.in_(seated)))
    kept = {row.user: row for row in rows}
    fresh = begin()
    before = [Rating(kept[w].mu, kept[w].sigma) if w in kept else fresh for w in seated]
    rated = shared(seated, after(before, places))
    for who, rating in sorted(rated.items()):
        values = {"mu": rating.mu, "sigma": rating.sigma, "least": rating.ordinal}
        values["changed"] = now
        if who in kept:
            values["matches"] = kept[who].matches + 1
            change = update(RatingRow).where(here, RatingRow.user == who)
            connection.execute(change.values(**values))
        else:
            key = {"user": who, "game": game, "players": size}
            connection.execute(insert(RatingRow).values(**key, **values, matches=1))
    return rated


class Ratings:
    """The tables of ratings."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def table(self, game: str, size: int) -> list[dict[str, Any]]:
        """The players, best first, by a low estimate: almost surely nobody is worse than his."""
        found = (
            select(RatingRow, UserRow.name)
            .outerjoin(UserRow, UserRow.id == RatingRow.user)
            .where(RatingRow.game == game, RatingRow.players == size)
            .order_by(RatingRow.least.desc(), RatingRow.user.desc())
            .limit(LONGEST_TABLE)
        )
        with self.reads.connect() as connection:
            return [_shown(row) for row in connection.execute(found)]

    def least_of(self, game: str, size: int, users: Sequence[str]) -> dict[str, float]:
        """What each of these is worth at least, those who are rated."""
        here = (RatingRow.game == game) & (RatingRow.players == size)
        found = select(RatingRow.user, RatingRow.least).where(here, RatingRow.user.in_(users))
        with self.reads.connect() as connection:
            return {row.user: row.least for row in connection.execute(found)}

    def of(self, user: str) -> list[dict[str, Any]]:
        found = (
            select(RatingRow, UserRow.name)
            .join(UserRow, UserRow.id == RatingRow.user)
            .where(RatingRow.user == user)
            .order_by(RatingRow.game, RatingRow.players)
        )
        with self.reads.connect() as connection:
            return [_shown(row) for row in connection.execute(found)]

    def rate_again(self) -> tuple[int, int]:
        """Rate all matches anew from their logs; how many matches and how many rows."""
        with self.engine.begin() as connection:
            ratings: dict[Key, tuple[Rating, int, int]] = {}
            count = 0
            for match, now in _ended(connection):
                places = match.places()
                if not counts(match) or places is None:
                    continue
                count += 1
                seated = players(match)
                keys = [(who, match.setup.game, len(seated)) for who in seated]
                before = [ratings[key][0] if key in ratings else begin() for key in keys]
                for who, rating in shared(seated, after(before, places)).items():
                    key = (who, match.setup.game, len(seated))
                    played = ratings[key][1] if key in ratings else 0
                    ratings[key] = (rating, played + 1, now)
                    _draw(connection, match.id, who, rating)
            known = set(connection.execute(select(UserRow.id)).scalars())
            connection.execute(delete(RatingRow))
            rows = [
                {"user": who, "game": game, "players": size, "mu": rating.mu}
                | {"sigma": rating.sigma, "least": rating.ordinal}
                | {"matches": played, "changed": now}
                for (who, game, size), (rating, played, now) in ratings.items()
                if who in known or who.startswith(BOT)
            ]
            if rows:
                connection.execute(insert(RatingRow), rows)
        return count, len(rows)


def _draw(connection: Connection, match: str, who: str, rating: Rating) -> None:
    """Enter what a match made of a rating in its history."""
    there = (ResultRow.match == match) & (ResultRow.user == who)
    change = update(ResultRow).where(there).values(mu=rating.mu, sigma=rating.sigma)
    connection.execute(change)


def _ended(connection: Connection) -> Iterator[tuple[Match, int]]:
    """Rated matches that are over, with their ends, in that order."""
    found = (
        select(EntryRow.match, EntryRow.time)
        .join(MatchRow, MatchRow.id == EntryRow.match)
        .where(MatchRow.rated, MatchRow.status == OVER, EntryRow.kind == Ended.kind)
        .order_by(EntryRow.time, EntryRow.match)
    )
    for match_id, time in connection.execute(found).all():
        rows = connection.execute(
            select(EntryRow).where(EntryRow.match == match_id).order_by(EntryRow.number)
        )
        yield Match.load(match_id, [entry_of_row(row) for row in rows]), time


def _shown(row: Any) -> dict[str, Any]:
    rating = Rating(row.mu, row.sigma)
    bot = row.user.startswith(BOT)
    return {
        "user": row.user,
        "name": row.user.removeprefix(BOT) if bot else row.name or "",
        "bot": bot,
        "game": row.game,
        "players": row.players,
        "rating": rating.ordinal,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": row.matches,
    }
