"""Lobby: open tables, matches that can be watched, recent replays, and tables that gather people.

All of it is public: private matches stand in none of these lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, insert, select, update

from fourwinds.match.status import OPEN, RUNNING
from fourwinds.store.database import reader
from fourwinds.store.models import (
    GatheringRow,
    MatchRow,
    PlayerRow,
    ProfileRow,
    ResultRow,
    UserRow,
)
from fourwinds.store.store import of_present_rules

LONGEST_LIST = 100
MOST_TRIED = 20
RECENT = 200
"""How many of the last public matches the best replays are chosen from."""
AT_ONCE = 50


@dataclass(frozen=True)
class Sought:
    """Which tables: all of them where nothing is said."""

    game: str | None = None
    players: int | None = None
    pace: str | None = None
    rated: bool | None = None


@dataclass(frozen=True)
class Gathering:
    match: str
    bot: str
    due: int
    until: int | None
    wait: int | None


class Lobby:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def tables(self, sought: Sought) -> list[dict[str, Any]]:
        """Tables with a free seat for anybody, the newest first."""
        found = (
            _sought(sought)
            .add_columns(GatheringRow.until, UserRow.name.label("host_name"))
            .outerjoin(GatheringRow, GatheringRow.match == MatchRow.id)
            .outerjoin(UserRow, UserRow.id == MatchRow.host)
            .order_by(MatchRow.created.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [
                _table(row) | {"host": row.host_name or "", "fills": row.until}
                for row in connection.execute(found)
            ]

    def watchable(self, sought: Sought) -> list[dict[str, Any]]:
        """Public matches that are being played, the newest first, with the people at the table."""
        found = _sought(sought, RUNNING).order_by(MatchRow.created.desc()).limit(LONGEST_LIST)
        with self.reads.connect() as connection:
            rows = connection.execute(found).all()
            names = _names(connection, [row.id for row in rows])
        return [_table(row) | {"people": names.get(row.id, [])} for row in rows]

    def recent(self, game: str | None = None) -> list[dict[str, Any]]:
        """The last public matches that were played to the end, with how each seat came out.

        Matches of somebody who keeps his page to himself are left out.
        """
        ended = (
            select(ResultRow.match)
            .where(ResultRow.private.is_(False), ResultRow.seat == 0)
            .order_by(ResultRow.ended.desc())
            .limit(RECENT)
        )
        with self.reads.connect() as connection:
            matches = list(connection.execute(ended).scalars())
            present = (
                select(ResultRow, ProfileRow.hidden)
                .join(MatchRow, MatchRow.id == ResultRow.match)
                .outerjoin(ProfileRow, ProfileRow.user == ResultRow.user)
                .where(ResultRow.match.in_(matches), of_present_rules())
                .order_by(ResultRow.ended.desc(), ResultRow.match, ResultRow.seat)
            )
            rows = connection.execute(present).all()
        found: dict[str, list[Any]] = {}
        for row in rows:
            found.setdefault(row.match, []).append(row)
        return [
            _replay(seats)
            for seats in found.values()
            if not any(seat.hidden or seat.score is None for seat in seats)
            and any(seat.user for seat in seats)
            and game in (None, seats[0].game)
        ]

    # Tables that gather people.

    def waiting(self, sought: Sought, user: str) -> list[str]:
        """Tables that somebody who seeks one may try, the one that waits longest first."""
        found = (
            _sought(sought)
            .with_only_columns(MatchRow.id)
            .join(GatheringRow, GatheringRow.match == MatchRow.id)
            .where(MatchRow.host != user)
            .order_by(MatchRow.created)
            .limit(MOST_TRIED)
        )
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def waits(self, user: str, sought: Sought) -> str | None:
        """The table of that kind at which somebody waits already."""
        found = (
            _sought(sought)
            .with_only_columns(MatchRow.id)
            .join(GatheringRow, GatheringRow.match == MatchRow.id)
            .join(PlayerRow, PlayerRow.match == MatchRow.id)
            .where(PlayerRow.user == user, PlayerRow.seated, PlayerRow.ended.is_(None))
            .limit(1)
        )
        with self.reads.connect() as connection:
            return connection.execute(found).scalar_one_or_none()

    def gather(self, match: str, bot: str, due: int, until: int | None, wait: int | None) -> None:
        row = {"match": match, "bot": bot, "due": due, "until": until, "wait": wait}
        with self.engine.begin() as connection:
            connection.execute(insert(GatheringRow).values(**row))

    def hurry(self, match: str, due: int) -> None:
        """Look at a table at that time at the latest, if it is one that gathers people."""
        later = (GatheringRow.match == match) & (GatheringRow.due > due)
        with self.engine.begin() as connection:
            connection.execute(update(GatheringRow).where(later).values(due=due))

    def shorten(self, match: str, until: int) -> None:
        """Somebody more impatient has sat down: bots come then at the latest."""
        here, later = GatheringRow.match == match, GatheringRow.until > until
        sooner = update(GatheringRow).where(here, later | GatheringRow.until.is_(None))
        with self.engine.begin() as connection:
            connection.execute(sooner.values(until=until))
            due = update(GatheringRow).where(here, GatheringRow.due > until)
            connection.execute(due.values(due=until))

    def postpone(self, match: str, due: int, until: int | None) -> None:
        here = update(GatheringRow).where(GatheringRow.match == match)
        with self.engine.begin() as connection:
            connection.execute(here.values(due=due, until=until))

    def drop(self, match: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(GatheringRow).where(GatheringRow.match == match))

    def claim(self, now: int, until: int) -> list[Gathering]:
        """Those that are due; until then they are for us to look at, if there are more servers."""
        due = select(GatheringRow).where(GatheringRow.due <= now).limit(AT_ONCE)
        with self.reads.connect() as connection:
            if connection.execute(due.with_only_columns(GatheringRow.match)).first() is None:
                return []
        with self.engine.begin() as connection:
            rows = connection.execute(due.with_for_update(skip_locked=True)).all()
            ours = [row.match for row in rows]
            taken = update(GatheringRow).where(GatheringRow.match.in_(ours))
            connection.execute(taken.values(due=until))
        return [Gathering(row.match, row.bot, row.due, row.until, row.wait) for row in rows]


def _sought(sought: Sought, status: str = OPEN) -> Select[Any]:
    found = select(MatchRow).where(
        MatchRow.status == status, MatchRow.private.is_(False), of_present_rules()
    )
    if status == OPEN:
        found = found.where(MatchRow.free > 0)
    if sought.game is not None:
        found = found.where(MatchRow.game == sought.game)
    if sought.players is not None:
        found = found.where(MatchRow.players == sought.players)
    if sought.pace is not None:
        found = found.where(MatchRow.pace == sought.pace)
    if sought.rated is not None:
        found = found.where(MatchRow.rated.is_(sought.rated))
    return found


def _names(connection: Connection, matches: Sequence[str]) -> dict[str, list[str]]:
    """What the people at these tables are called."""
    found = (
        select(PlayerRow.match, UserRow.name)
        .join(UserRow, UserRow.id == PlayerRow.user)
        .where(PlayerRow.match.in_(matches), PlayerRow.seated)
        .order_by(PlayerRow.match, UserRow.name)
    )
    out: dict[str, list[str]] = {}
    for match, name in connection.execute(found):
        out.setdefault(match, []).append(name)
    return out


def _table(row: Any) -> dict[str, Any]:
    names = ("id", "game", "rated", "free", "players", "created", "pace", "delay")
    return {name: getattr(row, name) for name in names}


def _replay(seats: Sequence[Any]) -> dict[str, Any]:
    first = seats[0]
    scores = sorted((seat.score for seat in seats), reverse=True)
    return {
        "match": first.match,
        "game": first.game,
        "players": first.players,
        "rated": first.rated,
        "ended": first.ended,
        "people": sum(seat.user is not None for seat in seats),
        # By how much it was won, as a share of what the winner has.
        "lead": (scores[0] - scores[1]) / max(1, abs(scores[0])) if len(scores) > 1 else 1.0,
        "strength": max((s.mu - 3 * s.sigma for s in seats if s.mu is not None), default=0.0),
        "seats": [
            {name: getattr(seat, name) for name in ("user", "name", "bot", "place", "score")}
            for seat in seats
        ],
    }
