"""Store: what the server asks of the database. One transaction an action."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from fourwinds.match.course import OPEN
from fourwinds.match.log import Entry
from fourwinds.match.match import Match
from fourwinds.store import erasing, outbox, ratings
from fourwinds.store.database import connect, reader
from fourwinds.store.models import (
    AnswerRow,
    EntryRow,
    KeyRow,
    MatchRow,
    PlayerRow,
    ReportRow,
    SnapshotRow,
    UserRow,
)

SNAPSHOT_EVERY = 64
LONGEST_LIST = 100


class Behind(Exception):
    """Another server has written to this match meanwhile: read it again."""


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

    @staticmethod
    def open(url: str) -> Store:
        return Store(connect(url))

    def close(self) -> None:
        self.engine.dispose()

    def ready(self) -> None:
        """Raises if the database does not answer."""
        with self.reads.connect() as connection:
            connection.execute(text("SELECT 1"))

    def key(self, name: str) -> bytes:
        """A key of the server's own, made when first asked for."""
        found = select(KeyRow.secret).where(KeyRow.name == name)
        with self.engine.begin() as connection:
            kept = connection.execute(found).scalar_one_or_none()
            if kept is None:
                kept = secrets.token_bytes(32)
                connection.execute(insert(KeyRow).values(name=name, secret=kept))
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
        try:
            with self.engine.begin() as connection:
                head = _head(match, entries[-1].time, wake)
                if entries[0].number == 1:
                    made = {"id": match.id, "created": entries[0].time}
                    connection.execute(insert(MatchRow).values(**made, **head))
                else:
                    connection.execute(update(MatchRow).where(MatchRow.id == match.id).values(head))
                rows = [{"match": match.id, **vars(entry)} for entry in entries]
                connection.execute(insert(EntryRow), rows)
                if answer is not None:
                    user, key, said = answer
                    row = {"match": match.id, "user": user, "key": key, "answer": said}
                    connection.execute(insert(AnswerRow).values(**row))
                self._follow(connection, match, entries)
        except IntegrityError:
            raise Behind from None

    def _follow(self, connection: Connection, match: Match, entries: Sequence[Entry]) -> None:
        """What follows from entries beside the log."""
        if any(entry.kind in ("created", "joined", "left") for entry in entries):
            self._seat(connection, match)
        for entry in entries:
            if entry.kind in erasing.KINDS:
                erasing.erase(connection, match.id, entry)
        last, now = entries[-1].number, entries[-1].time
        turns = match.take_turns()
        if turns:
            outbox.call(connection, match, turns, now)
        ended = any(entry.kind == "ended" for entry in entries)
        if ended and ratings.counts(match):
            ratings.rate(connection, match, now)
        if ended or last // SNAPSHOT_EVERY > (entries[0].number - 1) // SNAPSHOT_EVERY:
            position = match.position()
            if position is not None:
                there = {"match": match.id, "number": last, "position": position}
                connection.execute(insert(SnapshotRow).values(**there))

    def _seat(self, connection: Any, match: Match) -> None:
        here = PlayerRow.match == match.id
        known = set(connection.execute(select(PlayerRow.user).where(here)).scalars())
        users = {seat.holder for seat in match.seats if seat.holder is not None} | {match.host}
        rows = [{"match": match.id, "user": u, "seated": True} for u in sorted(users - known)]
        if rows:
            connection.execute(insert(PlayerRow), rows)
        if known:
            there = PlayerRow.user.in_(users)
            connection.execute(update(PlayerRow).where(here, there).values(seated=True))
            connection.execute(update(PlayerRow).where(here, ~there).values(seated=False))

    def load(self, match_id: str) -> Stored | None:
        with self.reads.connect() as connection:
            rows = connection.execute(
                select(EntryRow).where(EntryRow.match == match_id).order_by(EntryRow.number)
            )
            entries = [
                Entry(row.number, row.time, row.kind, row.seat, row.user, row.data) for row in rows
            ]
            if not entries:
                return None
            kept = connection.execute(select(SnapshotRow).where(SnapshotRow.match == match_id))
            snapshots = {row.number: row.position for row in kept}
            said = connection.execute(select(AnswerRow).where(AnswerRow.match == match_id))
            answers = {(row.user, row.key): row.answer for row in said}
        return Stored(entries, snapshots, answers)

    def due(self, now: int, most: int = LONGEST_LIST) -> list[str]:
        """Matches for which the server has something to do by now."""
        found = select(MatchRow.id).where(MatchRow.wake <= now).order_by(MatchRow.wake).limit(most)
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def sleep(self, match_id: str) -> None:
        """Nothing more is to be done for this match."""
        with self.engine.begin() as connection:
            connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(wake=None))

    def open_matches(self) -> list[dict[str, Any]]:
        """Matches anybody may join, newest first."""
        found = (
            select(MatchRow)
            .where(MatchRow.status == OPEN, MatchRow.private.is_(False), MatchRow.free > 0)
            .order_by(MatchRow.created.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [_listed(row) for row in connection.execute(found)]

    def matches_of(self, user: str) -> list[dict[str, Any]]:
        found = (
            select(MatchRow)
            .join(PlayerRow, PlayerRow.match == MatchRow.id)
            .where(PlayerRow.user == user, PlayerRow.seated)
            .order_by(MatchRow.changed.desc())
            .limit(LONGEST_LIST)
        )
        with self.reads.connect() as connection:
            return [_listed(row) for row in connection.execute(found)]

    # Reports.

    def report(self, match: str, entry: int, user: str, reason: str, now: int) -> None:
        """Note a complaint of what that entry says; the same person complains of it once."""
        row = {"id": secrets.token_hex(8), "match": match, "line": entry, "user": user}
        same = (ReportRow.match == match, ReportRow.line == entry, ReportRow.user == user)
        with self.engine.begin() as connection:
            if connection.execute(select(ReportRow.id).where(*same)).first() is None:
                connection.execute(
                    insert(ReportRow).values(**row, reason=reason, time=now, settled=False)
                )

    def reports(self, settled: bool = False) -> list[dict[str, Any]]:
        """Open reports, oldest first, with what was said and by whom; settled ones if wanted."""
        said = (EntryRow.match == ReportRow.match) & (EntryRow.number == ReportRow.line)
        found = (
            select(ReportRow, EntryRow.data, UserRow.id.label("speaker"), UserRow.name)
            .join(EntryRow, said)
            .outerjoin(UserRow, UserRow.id == EntryRow.user)
            .order_by(ReportRow.time, ReportRow.id)
            .limit(LONGEST_LIST)
        )
        if not settled:
            found = found.where(ReportRow.settled.is_(False))
        with self.reads.connect() as connection:
            return [_reported(row) for row in connection.execute(found)]

    def settle(self, report: str) -> bool:
        change = update(ReportRow).where(ReportRow.id == report).values(settled=True)
        with self.engine.begin() as connection:
            return bool(connection.execute(change).rowcount)


def _head(match: Match, now: int, wake: int | None) -> dict[str, Any]:
    return {
        "game": match.plan.game,
        "host": match.host,
        "status": match.status,
        "private": match.plan.private,
        "rated": match.plan.rated,
        "free": sum(seat.free and seat.invitation is None for seat in match.seats),
        "players": len(match.seats),
        "changed": now,
        "wake": wake,
    }


def _reported(row: Any) -> dict[str, Any]:
    names = ("id", "match", "reason", "time", "settled", "speaker")
    told = {name: getattr(row, name) for name in names} | {"line": row.data["line"]}
    said = {"text": row.data["text"], "speaker_name": row.name or "", "reporter": row.user}
    return {**told, **said}


def _listed(row: Any) -> dict[str, Any]:
    names = ("id", "game", "status", "private", "rated", "free", "players", "created", "changed")
    return {name: getattr(row, name) for name in names}
