"""Store: what the server asks of the database. One transaction an action."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RootTransaction,
    bindparam,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from fourwinds.core.registry import game, games
from fourwinds.match.clock import pace_of
from fourwinds.match.log import BotSeated, Created, Ended, Entry, Joined, Left
from fourwinds.match.match import Match
from fourwinds.match.status import OPEN, OVER, RUNNING
from fourwinds.store import clubs, duplicates, erasing, history, outbox, ratings
from fourwinds.store.database import (
    StoreError,
    at_head,
    check_disk,
    connect,
    impatient,
    purge,
    reader,
    tidy,
)
from fourwinds.store.entries import entry_of_row, row_of_entry
from fourwinds.store.models import (
    AnswerRow,
    Base,
    EntryRow,
    KeyRow,
    MatchRow,
    OutboxRow,
    PlayerRow,
    ReportRow,
    SnapshotRow,
    TokenRow,
    TournamentRow,
    UserRow,
)
from fourwinds.store.prepared import Additions, Among, Prepared, several, written

SNAPSHOT_EVERY = 64
LONGEST_LIST = 100
LISTED = ("status", "private", "rated", "free", "wake")
"""What seldom changes from one move to the next; lists and what is due are found by it."""


def _change(*names: str) -> Prepared:
    """Change the row of a match, if its log is as long as we think."""
    there = (MatchRow.id == bindparam("there"), MatchRow.number == bindparam("before"))
    return Prepared(update(MatchRow).where(*there).values({n: bindparam(n) for n in names}))


CHANGE = _change(*LISTED, "changed", "number")
LENGTHEN = _change("changed", "number")
ADD_ENTRIES = Additions(EntryRow)
ADD_ANSWERS = Additions(AnswerRow)
PLAYERS = Among(select(PlayerRow.user, PlayerRow.seated).where(PlayerRow.match.in_(several())))
NUMBERS = Among(select(MatchRow.id, MatchRow.number).where(MatchRow.id.in_(several())))


class Behind(Exception):
    """Another server has written to this match meanwhile: read it again."""


@dataclass(eq=False)
class Writing:
    """What was done in one match, to be written; `answer` is user, key and what is answered."""

    match: Match
    entries: Sequence[Entry]
    wake: int | None
    answer: tuple[str, str, dict[str, Any]] | None = None

    @property
    def new(self) -> bool:
        return self.entries[0].number == 1


@dataclass
class Stored:
    """A match as it lies in the store."""

    entries: list[Entry]
    snapshots: dict[int, dict[str, Any]]
    answers: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)


class Store:
    """Matches; people are in `people.People`, over the same engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)
        self._quick: Connection | None = None

    @staticmethod
    def open(url: str) -> Store:
        return Store(connect(url))

    def close(self) -> None:
        if self._quick is not None:
            self._quick.close()
            self._quick = None
        self.engine.dispose()

    def ready(self) -> None:
        """Raises if the database does not answer, its tables are not those of this version, or
        nothing can be written to it."""
        with self.reads.connect() as connection:
            if not at_head(connection):
                raise StoreError("expected the tables of this version; start a server of it")
        check_disk(self.engine)

    @property
    def shared(self) -> bool:
        """Whether other processes may write to it as well."""
        return self.engine.dialect.name == "postgresql"

    def channel(self) -> str:
        """Where the processes that share this database meet."""
        return f"fourwinds {hashlib.sha256(self.key('bus')).hexdigest()[:16]}"

    def key(self, name: str) -> bytes:
        """A key of the server's own, made when first asked for."""
        found = select(KeyRow.secret).where(KeyRow.name == name)
        with self.reads.connect() as connection:
            kept = connection.execute(found).scalar_one_or_none()
        if kept is None:
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                row = {"name": name, "secret": secrets.token_bytes(32)}
                connection.execute(insert(KeyRow).values(**row))
            with self.reads.connect() as connection:
                kept = connection.execute(found).scalar_one()
        return bytes(kept)

    # Matches.

    def append(
        self,
        match: Match,
        entries: Sequence[Entry],
        wake: int | None,
        answer: tuple[str, str, dict[str, Any]] | None = None,
    ) -> None:
        """Write what was done, and the answer to be given (user, key, answer), all or nothing.

        All that follows is part of it: words erased, ratings, notices to those whose turn it is.
        """
        if self.append_all([Writing(match, entries, wake, answer)]):
            raise Behind

    def append_all(self, writings: Sequence[Writing]) -> list[Writing]:
        """Write what was done in several matches at once; returns those that came too late."""
        try:
            with self.engine.begin() as connection:
                self._write(connection, writings)
            _note(writings)
            return []
        except (Behind, IntegrityError):
            if len(writings) == 1:
                return list(writings)
        # Some came too late, and what they have spoilt is undone: each by itself.
        return [late for writing in writings for late in self.append_all([writing])]

    def hand_in(self, writings: Sequence[Writing]) -> Callable[[], list[Writing]] | None:
        """The same in two parts: the rows now, and what is returned, which has them on disk.

        That is for a database in this process, which takes rows quickly. None, and nothing has
        been done, where it is elsewhere, where somebody else is writing, or where some are late.
        """
        if self.shared:
            return None
        if self._quick is None:
            self._quick = impatient(self.engine)
        try:
            transaction = self._quick.begin()
        except OperationalError:
            return None
        try:
            self._write(self._quick, writings)
        except (Behind, IntegrityError):
            transaction.rollback()
            return None
        except BaseException:
            self._give_up(self._quick)
            raise
        return partial(self._commit, self._quick, transaction, writings)

    def _commit(
        self, connection: Connection, transaction: RootTransaction, writings: Sequence[Writing]
    ) -> list[Writing]:
        try:
            transaction.commit()
        except BaseException:
            self._give_up(connection)
            raise
        _note(writings)
        return []

    def _give_up(self, connection: Connection) -> None:
        """What state it is in nobody knows; once it is closed nothing is left open."""
        self._quick = None
        connection.invalidate()
        connection.close()

    def tidy(self) -> None:
        """Bring what was handed in from SQLite's log to its place; nobody need wait for it."""
        if not self.shared:
            with self.engine.connect() as connection:
                tidy(connection)

    def purge_log(self) -> bool:
        """Empty SQLite's log, so that what was erased is in none of its files; whether it is."""
        if self.shared:
            return True
        with self.engine.connect() as connection:
            return purge(connection)

    def _write(self, connection: Connection, writings: Sequence[Writing]) -> None:
        made = [
            {**_head(w), "id": w.match.id, "created": w.entries[0].time} for w in writings if w.new
        ]
        if made:
            connection.execute(insert(MatchRow), made)
        # In one order, so that no two servers wait for each other.
        old = sorted((w for w in writings if not w.new), key=lambda w: w.match.id)
        changed: list[dict[str, Any]] = []
        longer: list[dict[str, Any]] = []
        for w in old:
            row = {**_head(w), "there": w.match.id, "before": w.entries[0].number - 1}
            # SQLite writes every index anew of which a column is set, even to what it was. Where
            # there are other servers they may have set it meanwhile.
            (longer if not self.shared and w.match.listed == _listing(row) else changed).append(row)
        for statement, rows in ((CHANGE, changed), (LENGTHEN, longer)):
            if rows and statement.run(connection, rows) != len(rows):
                raise Behind
        rows = [row_of_entry(w.match.id, entry) for w in writings for entry in w.entries]
        ADD_ENTRIES.run(connection, rows)
        said = [(w.match.id, *w.answer) for w in writings if w.answer is not None]
        if said:
            ADD_ANSWERS.run(
                connection,
                [
                    {"match": match, "user": user, "key": key, "answer": written(answer)}
                    for match, user, key, answer in said
                ],
            )
        for writing in writings:
            self._follow(connection, writing.match, writing.entries)
        closed = {w.match.setup.tournament: w.entries[-1].time for w in writings if _ends(w)}
        for tournament, now in sorted((t, now) for t, now in closed.items() if t is not None):
            change = update(TournamentRow).where(TournamentRow.id == tournament)
            connection.execute(change.values(wake=now))
        turns = [outbox.Turns(w.match, w.match.take_turns(), w.entries[-1].time) for w in writings]
        outbox.call(connection, turns)

    def _follow(self, connection: Connection, match: Match, entries: Sequence[Entry]) -> None:
        """What follows from entries beside the log."""
        if any(isinstance(entry.content, Created | Joined | BotSeated | Left) for entry in entries):
            self._seat(connection, match, new=entries[0].number == 1)
        for entry in entries:
            erasing.erase(connection, match.id, entry.content)
            history.amend(connection, match, entry.content)
        last, now = entries[-1].number, entries[-1].time
        ended = any(isinstance(entry.content, Ended) for entry in entries)
        if ended:
            rated = ratings.rate(connection, match, now) if ratings.counts(match) else {}
            history.note(connection, match, now, rated)
            clubs.rate(connection, match, now)
            duplicates.note(connection, match)
            seated = update(PlayerRow).where(PlayerRow.match == match.id)
            connection.execute(seated.values(ended=now))
        if ended or last // SNAPSHOT_EVERY > (entries[0].number - 1) // SNAPSHOT_EVERY:
            position = match.position()
            if position is not None:
                there = {"match": match.id, "number": last, "position": position}
                connection.execute(insert(SnapshotRow).values(**there))

    def _seat(self, connection: Connection, match: Match, *, new: bool) -> None:
        known: dict[str, bool] = {}
        if not new:
            known = {user: bool(seated) for user, seated in PLAYERS.ask(connection, [match.id])}
        users = {seat.holder for seat in match.seats if seat.holder is not None} | {match.host}
        rows = [{"match": match.id, "user": u, "seated": True} for u in sorted(users - set(known))]
        if rows:
            connection.execute(insert(PlayerRow), rows)
        changed = [user for user, seated in known.items() if seated != (user in users)]
        if changed:
            there = (PlayerRow.match == match.id, PlayerRow.user.in_(changed))
            connection.execute(update(PlayerRow).where(*there).values(seated=~PlayerRow.seated))

    def load(self, match_id: str) -> Stored | None:
        with self.reads.connect() as connection:
            rows = connection.execute(
                select(EntryRow).where(EntryRow.match == match_id).order_by(EntryRow.number)
            )
            entries = [entry_of_row(row) for row in rows]
            if not entries:
                return None
            kept = connection.execute(select(SnapshotRow).where(SnapshotRow.match == match_id))
            snapshots = {row.number: row.position for row in kept}
            said = connection.execute(select(AnswerRow).where(AnswerRow.match == match_id))
            answers = {(row.user, row.key): row.answer for row in said}
        return Stored(entries, snapshots, answers)

    def since(self, match_id: str, number: int) -> list[Entry]:
        """The entries after that number."""
        found = (
            select(EntryRow)
            .where(EntryRow.match == match_id, EntryRow.number > number)
            .order_by(EntryRow.number)
        )
        with self.reads.connect() as connection:
            rows = connection.execute(found)
            return [entry_of_row(row) for row in rows]

    def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """How far each of these matches has come."""
        with self.reads.connect() as connection:
            return dict(NUMBERS.ask(connection, match_ids)) if match_ids else {}

    def answer(self, match_id: str, user: str, key: str) -> dict[str, Any] | None:
        """The first answer to the request with that key."""
        here = (AnswerRow.match == match_id, AnswerRow.user == user, AnswerRow.key == key)
        with self.reads.connect() as connection:
            found: dict[str, Any] | None
            found = connection.execute(select(AnswerRow.answer).where(*here)).scalar_one_or_none()
        return found

    def due(self, now: int, most: int = LONGEST_LIST) -> list[str]:
        """Matches for which the server has something to do by now."""
        found = select(MatchRow.id).where(MatchRow.wake <= now).order_by(MatchRow.wake).limit(most)
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def claim(self, now: int, until: int, most: int = LONGEST_LIST) -> list[str]:
        """The same where there are several servers: until then it is for us to do."""
        found = (
            select(MatchRow.id)
            .where(MatchRow.wake <= now)
            .order_by(MatchRow.wake)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        with self.engine.begin() as connection:
            ours = list(connection.execute(found).scalars())
            if ours:
                change = update(MatchRow).where(MatchRow.id.in_(ours)).values(wake=until)
                connection.execute(change)
        return ours

    def sleep(self, match_id: str) -> None:
        """Nothing more is to be done for this match."""
        with self.engine.begin() as connection:
            connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(wake=None))

    def open_matches(self) -> list[dict[str, Any]]:
        """Matches anybody may join, newest first."""
        found = (
            select(MatchRow)
            .where(MatchRow.status == OPEN, MatchRow.private.is_(False), MatchRow.free > 0)
            .where(of_present_rules())
            .order_by(MatchRow.created.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [_listed(row) for row in connection.execute(found)]

    def matches_of(self, user: str) -> list[dict[str, Any]]:
        """Where somebody sits, what has changed last first: what is over after what is not."""
        mine = (
            select(MatchRow)
            .join(PlayerRow, PlayerRow.match == MatchRow.id)
            .where(PlayerRow.user == user, PlayerRow.seated)
            .limit(LONGEST_LIST)
        )
        present = mine.where(PlayerRow.ended.is_(None)).order_by(MatchRow.changed.desc())
        past = mine.where(PlayerRow.ended.is_not(None)).order_by(PlayerRow.ended.desc())
        with self.reads.connect() as connection:
            rows = [row for found in (present, past) for row in connection.execute(found)]
        rows.sort(key=lambda row: row.changed, reverse=True)
        return [_listed(row) for row in rows[:LONGEST_LIST]]

    def hosted(self, user: str) -> int:
        """How many matches somebody hosts that are not over."""
        joined = PlayerRow.match == MatchRow.id
        found = (
            select(func.count())
            .select_from(PlayerRow)
            .join(MatchRow, joined)
            .where(PlayerRow.user == user, PlayerRow.ended.is_(None), MatchRow.host == user)
        )
        with self.reads.connect() as connection:
            return connection.execute(found).scalar_one()

    def ids(self) -> list[str]:
        """All matches, oldest first."""
        with self.reads.connect() as connection:
            found = select(MatchRow.id).order_by(MatchRow.created, MatchRow.id)
            return list(connection.execute(found).scalars())

    def counts(self, now: int) -> dict[str, int]:
        """How many there are of what, for the operator."""
        accounts = UserRow.login.is_not(None)
        asked = {
            "accounts": _count(UserRow, accounts),
            "guests": _count(UserRow, ~accounts),
            "operators": _count(UserRow, UserRow.operator),
            "banned": _count(UserRow, UserRow.banned_until > now),
            "tokens": _count(TokenRow),
            "open matches": _count(MatchRow, MatchRow.status == OPEN),
            "running matches": _count(MatchRow, MatchRow.status == RUNNING),
            "finished matches": _count(MatchRow, MatchRow.status == OVER),
            "entries": _count(EntryRow),
            "open reports": _count(ReportRow, ReportRow.settled.is_(False)),
            "notices to send": _count(OutboxRow, OutboxRow.state == outbox.WAITING),
        }
        with self.reads.connect() as connection:
            return {name: int(connection.execute(q).scalar_one()) for name, q in asked.items()}


def _ends(writing: Writing) -> bool:
    return any(isinstance(entry.content, Ended) for entry in writing.entries)


def _note(writings: Sequence[Writing]) -> None:
    """Remember with each match how its row stands now."""
    for writing in writings:
        writing.match.listed = _listing(_head(writing))


def _listing(row: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(row[name] for name in LISTED)


def _head(writing: Writing) -> dict[str, Any]:
    match = writing.match
    return {
        "game": match.setup.game,
        "host": match.host,
        "status": match.status,
        "private": match.setup.private,
        "rated": match.setup.rated,
        "free": sum(seat.free and seat.invitation is None for seat in match.seats),
        "players": len(match.seats),
        # What others do unseen must not show in lists either.
        "changed": match.last_shown(),
        "wake": writing.wake,
        "number": writing.entries[-1].number,
        "rules_version": match.pinned.rules_version,
        "pace": pace_of(match.setup.clock.kind),
        "delay": match.setup.delay,
    }


def of_present_rules() -> ColumnElement[bool]:
    """Whether a match is of the rules that this version plays by; others are frozen."""
    return or_(
        *(
            (MatchRow.game == name) & (MatchRow.rules_version == game(name).rules_version)
            for name in games(hidden=True)
        )
    )


def _count(table: type[Base], *where: Any) -> Any:
    return select(func.count()).select_from(table).where(*where)


def _listed(row: Any) -> dict[str, Any]:
    names = ("id", "game", "status", "private", "rated", "free", "players", "created", "changed")
    return {name: getattr(row, name) for name in names}
