"""History: how people's matches came out, and what their rated ones made of their ratings.

A row for each seat is written in the transaction that ends a match, so that a person's page needs
no log. Others see of it what they could have watched: public matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import aliased

from fourwinds.arena.ratings import Rating
from fourwinds.match.log import Content, Forgotten, Renamed
from fourwinds.match.match import Match
from fourwinds.match.table import winners
from fourwinds.store.database import reader
from fourwinds.store.models import ProfileRow, ResultRow

PAGE = 30
LONGEST_STREAK = 5_000
LONGEST_CURVE = 2_000
SEARCHED = 2_000
"""How many of somebody's last matches are searched for an opponent."""
OUTCOMES = ("won", "shared", "lost", "none")


# What is written with a match.


def note(connection: Connection, match: Match, now: int, rated: Mapping[str, Rating]) -> None:
    """Enter a match that has just ended; `rated` is what it made of ratings."""
    if match.began:
        connection.execute(insert(ResultRow), _rows(match, now, rated))


def _rows(match: Match, now: int, rated: Mapping[str, Rating]) -> list[dict[str, Any]]:
    assert match.ended is not None
    places, scores, first = match.places(), match.ended.scores, winners(match)
    won = "won" if len(first) == 1 else "shared"
    out = []
    for number, seat in enumerate(match.seats):
        mine = match.seats_of(seat.holder)
        outcome = (won if number in first else "lost") if first else "none"
        own = mine[:1] == [number] and not seat.former
        rating = rated.get(str(seat.holder)) if own else None
        out.append(
            {
                "match": match.id,
                "seat": number,
                "user": seat.holder if own else None,
                "name": seat.name,
                "bot": seat.setup.bot,
                "game": match.setup.game,
                "players": len(match.seats),
                "rated": match.setup.rated,
                "private": match.setup.private,
                "ended": now,
                # Who plays against himself neither wins nor loses.
                "outcome": outcome if len(mine) < 2 else "none",
                "place": None if places is None else places[number],
                # Who gave up has no score that could be compared.
                "score": None if scores is None or seat.resigned else scores[number],
                "mu": None if rating is None else rating.mu,
                "sigma": None if rating is None else rating.sigma,
                "accuracy": None,
            }
        )
    return out


def amend(connection: Connection, match: Match, content: Content) -> None:
    """Change names as an entry of the log does; most do not."""
    if not isinstance(content, Renamed | Forgotten):
        return
    for number, seat in enumerate(match.seats):
        values: dict[str, Any] = {"name": seat.name}
        if seat.former:
            values |= {"user": None, "mu": None, "sigma": None, "accuracy": None}
        there = (ResultRow.match == match.id) & (ResultRow.seat == number)
        connection.execute(update(ResultRow).where(there).values(**values))


# What is asked.


@dataclass(frozen=True)
class Wanted:
    """Which matches of somebody: all of them where nothing is said."""

    game: str | None = None
    opponent: str | None = None
    outcome: str | None = None
    rated: bool | None = None


class History:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def hidden(self, user: str) -> bool:
        """Whether somebody keeps his history to himself."""
        found = select(ProfileRow.hidden).where(ProfileRow.user == user)
        with self.reads.connect() as connection:
            return bool(connection.execute(found).scalar_one_or_none())

    def hide(self, user: str, hidden: bool) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(ProfileRow).where(ProfileRow.user == user))
            connection.execute(insert(ProfileRow).values(user=user, hidden=hidden))

    def games(self, user: str, whole: bool) -> list[dict[str, Any]]:
        """How somebody fared in each game, the one he plays most first.

        `whole` means private matches as well, here and below.
        """
        counts = [
            func.sum(case((ResultRow.outcome == outcome, 1), else_=0)).label(outcome)
            for outcome in OUTCOMES
        ]
        found = (
            select(ResultRow.game, func.max(ResultRow.ended).label("last"), *counts)
            .where(_of(user, whole))
            .group_by(ResultRow.game)
        )
        with self.reads.connect() as connection:
            rows = [dict(row._mapping) for row in connection.execute(found)]
        for row in rows:
            row |= {outcome: int(row[outcome]) for outcome in OUTCOMES}
            row["matches"] = sum(row[outcome] for outcome in OUTCOMES)
        rows.sort(key=lambda row: (-row["matches"], row["game"]))
        return rows

    def streaks(self, user: str, whole: bool) -> tuple[int, int]:
        """Matches won in a row: now, and at most. A shared victory counts, no result does not."""
        found = (
            select(ResultRow.outcome)
            .where(_of(user, whole), ResultRow.outcome != "none")
            .order_by(ResultRow.ended.desc(), ResultRow.match.desc())
            .limit(LONGEST_STREAK)
        )
        with self.reads.connect() as connection:
            outcomes = list(connection.execute(found).scalars())
        runs = [0]
        for outcome in outcomes:
            if outcome == "lost":
                runs.append(0)
            else:
                runs[-1] += 1
        return runs[0], max(runs)

    def curves(self, user: str) -> list[dict[str, Any]]:
        """How somebody's ratings came about, point by point, the oldest first."""
        own = ResultRow
        found = (
            select(own.game, own.players, own.ended, own.mu, own.sigma)
            .where(own.user == user, own.mu.is_not(None))
            .order_by(own.ended.desc(), own.match.desc())
            .limit(LONGEST_CURVE)
        )
        curves: dict[tuple[str, int], list[dict[str, Any]]] = {}
        with self.reads.connect() as connection:
            for game, players, ended, mu, sigma in connection.execute(found):
                point = {"time": ended, "mu": mu, "sigma": sigma}
                curves.setdefault((game, players), []).append(point)
        return [
            {"game": game, "players": players, "points": points[::-1]}
            for (game, players), points in curves.items()
        ]

    def accuracies(self, user: str, whole: bool) -> list[dict[str, Any]]:
        """How well somebody played in matches that were analysed, by game, the oldest first."""
        found = (
            select(ResultRow.game, ResultRow.match, ResultRow.ended, ResultRow.accuracy)
            .where(_of(user, whole), ResultRow.accuracy.is_not(None))
            .order_by(ResultRow.ended.desc(), ResultRow.match.desc())
            .limit(LONGEST_CURVE)
        )
        games: dict[str, list[dict[str, Any]]] = {}
        with self.reads.connect() as connection:
            for row in connection.execute(found):
                point = {"time": row.ended, "match": row.match, "accuracy": row.accuracy}
                games.setdefault(row.game, []).append(point)
        return [{"game": game, "points": points[::-1]} for game, points in games.items()]

    def judge(self, match: str, accuracies: Sequence[float | None]) -> None:
        """Enter how well each seat of a match played."""
        with self.engine.begin() as connection:
            for seat, accuracy in enumerate(accuracies):
                there = (ResultRow.match == match) & (ResultRow.seat == seat)
                connection.execute(update(ResultRow).where(there).values(accuracy=accuracy))

    def page(
        self, user: str, whole: bool, wanted: Wanted, before: tuple[int, str] | None = None
    ) -> list[dict[str, Any]]:
        """Matches of somebody, the newest first, from the one before which it goes on."""
        found = _wanted(user, whole, wanted, before)
        with self.reads.connect() as connection:
            rows = connection.execute(found.limit(PAGE)).all()
            matches = [row.match for row in rows]
            at_table = select(ResultRow).where(ResultRow.match.in_(matches))
            seats: dict[str, list[dict[str, Any]]] = {match: [] for match in matches}
            for row in connection.execute(at_table.order_by(ResultRow.match, ResultRow.seat)):
                seats[row.match].append(_seat(row))
        return [_played(row) | {"seats": seats[row.match]} for row in rows]

    def all_of(self, user: str) -> list[dict[str, Any]]:
        """Every match of somebody, the oldest first, for himself."""
        found = (
            select(ResultRow)
            .where(ResultRow.user == user)
            .order_by(ResultRow.ended, ResultRow.match)
        )
        with self.reads.connect() as connection:
            return [_played(row) for row in connection.execute(found)]


def _of(user: str, whole: bool) -> ColumnElement[bool]:
    mine = ResultRow.user == user
    return mine if whole else mine & ResultRow.private.is_(False)


def _wanted(user: str, whole: bool, wanted: Wanted, before: tuple[int, str] | None) -> Select[Any]:
    theirs = [_of(user, whole)]
    if before is not None:
        ended, match = before
        earlier = and_(ResultRow.ended == ended, ResultRow.match < match)
        # Said twice, so that the index finds the place.
        theirs += [ResultRow.ended <= ended, or_(ResultRow.ended < ended, earlier)]
    if wanted.game is not None:
        theirs.append(ResultRow.game == wanted.game)
    newest = (ResultRow.ended.desc(), ResultRow.match.desc())
    found = select(ResultRow).where(*theirs).order_by(*newest)
    if wanted.outcome is not None:
        found = found.where(ResultRow.outcome == wanted.outcome)
    if wanted.rated is not None:
        found = found.where(ResultRow.rated.is_(wanted.rated))
    if wanted.opponent is not None:
        last = select(ResultRow.match).where(*theirs).order_by(*newest).limit(SEARCHED).subquery()
        other = aliased(ResultRow)
        met = (
            select(other.match)
            .join(last, last.c.match == other.match)
            .where(func.lower(other.name) == wanted.opponent.lower())
            .where(or_(other.user.is_(None), other.user != user))
        )
        found = found.where(ResultRow.match.in_(met))
    return found


def _seat(row: Any) -> dict[str, Any]:
    names = ("user", "name", "bot", "place", "score")
    return {name: getattr(row, name) for name in names}


def _played(row: Any) -> dict[str, Any]:
    names = ("match", "seat", "game", "players", "rated", "private", "ended", "outcome", "place")
    return {name: getattr(row, name) for name in (*names, "score", "mu", "sigma", "accuracy")}
