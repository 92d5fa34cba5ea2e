"""Tournaments: their logs, and who plays in them. The log is the truth, as with matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from fourwinds.store import outbox
from fourwinds.store.database import reader
from fourwinds.store.models import (
    RatingRow,
    ResultRow,
    TournamentEntryRow,
    TournamentPlayerRow,
    TournamentRow,
    UserRow,
)
from fourwinds.store.ratings import BOT
from fourwinds.store.store import Behind
from fourwinds.tournaments.log import Entry, read, written
from fourwinds.tournaments.tournament import Tournament

LONGEST_LIST = 100
AT_ONCE = 20
NUMBERS_AT_ONCE = 500


@dataclass(frozen=True)
class Agreed:
    """What is agreed beside the plan. `data` is JSON: options, clock, and so on."""

    id: str
    name: str
    organiser: str | None
    game: str
    data: dict[str, Any]
    created: int
    league: str | None = None


@dataclass(frozen=True)
class Player:
    """Who is behind a number; `user` and `bot` are None where he has been forgotten."""

    number: int
    user: str | None
    name: str
    bot: str | None = None
    program: bool = False


@dataclass(frozen=True)
class Stored:
    """A tournament as it stands in the store: `entries` are those that were asked for, `organiser`
    is a name."""

    agreed: Agreed
    entries: list[Entry]
    players: dict[int, Player]
    organiser: str


@dataclass(frozen=True)
class Ready:
    """A table is ready for a player, who is told once."""

    user: str
    match: str


class Tournaments:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    # The log.

    def add(self, agreed: Agreed, new: Tournament, wake: int | None) -> bool:
        """Store a new one; False where a league of that name is there already."""
        row = {**vars(agreed), "format": new.plan.format, "status": new.status, "number": 0}
        try:
            with self.engine.begin() as connection:
                made = insert(TournamentRow).values(**row, players=0, wake=wake)
                connection.execute(made)
                self._write(connection, agreed.id, new, new.take_fresh())
        except IntegrityError:
            return False
        return True

    def append(
        self,
        tournament: str,
        there: Tournament,
        enters: Sequence[Player] = (),
        ready: Sequence[Ready] = (),
        now: int = 0,
    ) -> None:
        """Write what is new in it, who came and who is told; raises Behind, and writes nothing,
        where another server has written meanwhile."""
        entries = there.take_fresh()
        if not entries:
            return
        try:
            with self.engine.begin() as connection:
                self._write(connection, tournament, there, entries)
                for player in enters:
                    self._enter(connection, tournament, player, now)
                if ready:
                    self._tell(connection, tournament, ready, now)
        except IntegrityError:
            raise Behind from None

    def _write(
        self, connection: Connection, tournament: str, there: Tournament, entries: Sequence[Entry]
    ) -> None:
        before = entries[0].number - 1
        change = update(TournamentRow).where(
            TournamentRow.id == tournament, TournamentRow.number == before
        )
        values = {
            "number": entries[-1].number,
            "status": there.status,
            "players": len(there.players) - len(there.out),
        }
        if connection.execute(change.values(**values)).rowcount != 1:
            raise Behind
        rows = [
            {
                "tournament": tournament,
                "number": entry.number,
                "time": entry.time,
                "kind": entry.content.kind,
                "data": written(entry.content),
            }
            for entry in entries
        ]
        connection.execute(insert(TournamentEntryRow), rows)

    def _enter(self, connection: Connection, tournament: str, player: Player, now: int) -> None:
        key = {"tournament": tournament, "player": player.number}
        row = {"user": player.user, "bot": player.bot, "program": player.program, "joined": now}
        connection.execute(insert(TournamentPlayerRow).values(**key, **row))

    def _tell(
        self, connection: Connection, tournament: str, ready: Sequence[Ready], now: int
    ) -> None:
        found = select(TournamentRow.game).where(TournamentRow.id == tournament)
        game = connection.execute(found).scalar_one()
        for each in ready:
            data = {"game": game, "tournament": tournament, "table": each.match}
            outbox.tell_ready(connection, each.user, data, now)

    def load(self, tournament: str, number: int = 0) -> list[Entry]:
        """The entries after that number."""
        with self.reads.connect() as connection:
            return self._entries(connection, tournament, number)

    def _entries(self, connection: Connection, tournament: str, number: int) -> list[Entry]:
        found = (
            select(TournamentEntryRow)
            .where(TournamentEntryRow.tournament == tournament, TournamentEntryRow.number > number)
            .order_by(TournamentEntryRow.number)
        )
        return [
            Entry(row.number, row.time, read(row.kind, row.data))
            for row in connection.execute(found)
        ]

    # What a server is to look after.

    def claim(self, now: int, until: int) -> list[str]:
        """Those that are due; until then they are for us to look at, if there are more servers."""
        due = select(TournamentRow.id).where(TournamentRow.wake <= now).limit(AT_ONCE)
        with self.reads.connect() as connection:
            if connection.execute(due).first() is None:
                return []
        with self.engine.begin() as connection:
            ours = list(connection.execute(due.with_for_update(skip_locked=True)).scalars())
            taken = update(TournamentRow).where(TournamentRow.id.in_(ours))
            connection.execute(taken.values(wake=until))
        return ours

    def settle(self, tournament: str, claimed: int, wake: int | None) -> None:
        """Look at it again then; sooner if a table has closed since we claimed it."""
        ours = (TournamentRow.id == tournament) & (TournamentRow.wake == claimed)
        with self.engine.begin() as connection:
            connection.execute(update(TournamentRow).where(ours).values(wake=wake))

    def hurry(self, tournament: str, now: int) -> None:
        """Have somebody look at it at once; the end of a table does the same (store.py)."""
        change = update(TournamentRow).where(TournamentRow.id == tournament)
        with self.engine.begin() as connection:
            connection.execute(change.values(wake=now))

    # What is asked.

    def find(self, tournament: str, number: int = 0) -> Stored | None:
        """All of it, with the entries after that number."""
        found = (
            select(TournamentRow, UserRow.name.label("organiser_name"))
            .outerjoin(UserRow, UserRow.id == TournamentRow.organiser)
            .where(TournamentRow.id == tournament)
        )
        with self.reads.connect() as connection:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            entries = self._entries(connection, tournament, number)
            # Read last: nobody stands in the log who is not among them.
            players = self._players(connection, tournament)
        agreed = _agreed(dict(row._mapping))
        return Stored(agreed, entries, players, row.organiser_name or "")

    def _players(self, connection: Connection, tournament: str) -> dict[int, Player]:
        """Those who are not forgotten, by number."""
        found = (
            select(TournamentPlayerRow, UserRow.name)
            .outerjoin(UserRow, UserRow.id == TournamentPlayerRow.user)
            .where(TournamentPlayerRow.tournament == tournament)
        )
        return {
            row.player: Player(
                row.player, row.user, row.name or row.bot or "", row.bot, row.program
            )
            for row in connection.execute(found)
        }

    def of_league(self, league: str) -> str | None:
        found = select(TournamentRow.id).where(TournamentRow.league == league)
        with self.reads.connect() as connection:
            return connection.execute(found).scalar_one_or_none()

    def listed(self, statuses: Sequence[str], leagues: bool = False) -> list[dict[str, Any]]:
        """The newest first; those that the server begins are elsewhere."""
        found = (
            select(TournamentRow, UserRow.name.label("organiser_name"))
            .outerjoin(UserRow, UserRow.id == TournamentRow.organiser)
            .order_by(TournamentRow.created.desc())
            .limit(LONGEST_LIST)
        )
        if not leagues:
            found = found.where(TournamentRow.league.is_(None))
        with self.reads.connect() as connection:
            # One status after the other, as they stand in the index.
            rows = [
                dict(row._mapping)
                for status in statuses
                for row in connection.execute(found.where(TournamentRow.status == status))
            ]
        rows.sort(key=lambda row: row["created"], reverse=True)
        return rows[:LONGEST_LIST]

    def of_user(self, user: str) -> list[str]:
        """The tournaments in which somebody plays, over ones as well."""
        found = select(TournamentPlayerRow.tournament).where(TournamentPlayerRow.user == user)
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def organised(self, user: str) -> int:
        """How many that are not over somebody organises."""
        found = (
            select(func.count())
            .select_from(TournamentRow)
            .where(TournamentRow.organiser == user, TournamentRow.status.in_(("entry", "running")))
        )
        with self.reads.connect() as connection:
            return int(connection.execute(found).scalar_one())

    def closed(self, matches: Sequence[str]) -> set[str]:
        """Which of these matches are over."""
        out: set[str] = set()
        with self.reads.connect() as connection:
            for start in range(0, len(matches), NUMBERS_AT_ONCE):
                some = matches[start : start + NUMBERS_AT_ONCE]
                found = select(ResultRow.match).where(
                    ResultRow.match.in_(some), ResultRow.seat == 0
                )
                out |= set(connection.execute(found).scalars())
        return out

    def bot_ratings(self, game: str, size: int) -> list[dict[str, Any]]:
        """Ratings of the bots of the house and of programs that have played in a league."""
        programs = (
            select(TournamentPlayerRow.user)
            .join(TournamentRow, TournamentRow.id == TournamentPlayerRow.tournament)
            .where(TournamentPlayerRow.program, TournamentRow.league.is_not(None))
        )
        of_bots = RatingRow.user.startswith(BOT, autoescape=True) | RatingRow.user.in_(programs)
        found = (
            select(RatingRow, UserRow.name)
            .outerjoin(UserRow, UserRow.id == RatingRow.user)
            .where(RatingRow.game == game, RatingRow.players == size, of_bots)
            .order_by(RatingRow.mu.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [
                {
                    "user": None if row.user.startswith(BOT) else row.user,
                    "name": row.name or row.user.removeprefix(BOT),
                    "house": row.user.startswith(BOT),
                    "mu": row.mu,
                    "sigma": row.sigma,
                    "matches": row.matches,
                }
                for row in connection.execute(found)
            ]


def _agreed(row: Mapping[str, Any]) -> Agreed:
    names = ("id", "name", "organiser", "game", "data", "created", "league")
    return Agreed(**{name: row[name] for name in names})
