"""Outbox: what is to be sent, written in the transaction of the move it tells of.

A row is claimed before it is sent and marked afterwards. If a server dies in between, another one
sends it again under the same id, which goes with it, so that the receiver can tell it is the same.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)

from fourwinds.match.clock import DAYS
from fourwinds.match.match import Match
from fourwinds.store.database import reader
from fourwinds.store.models import ChannelRow, OutboxRow, UserRow
from fourwinds.store.prepared import Among, Prepared, several

WAITING = "waiting"
SENT = "sent"
FAILED = "failed"
MAIL = "mail"
PUSH = "push"
WEBHOOK = "webhook"
TURN = "turn"
READY = "ready"
"""A table of a tournament waits for somebody."""
TEST = "test"
INVITED = "invited"
CONFIRM = "confirm"
ACCOUNT = "account"
"""Mails about the account; they go by no channel of the person's."""
PASSWORD = "password"
EMAIL = "email"
DELAYS = {WEBHOOK: 0, PUSH: 20_000, MAIL: 120_000}
"""Who is quick to move is not told that it is his turn; programs are told at once."""
LEASE = 120_000
"""Longer than it takes to send all that is claimed at once, however slow they are."""
FIRST_WAIT = 30_000
LONGEST_WAIT = 6 * 3600_000
MOST_TRIES = 10
KEPT = 7 * 24 * 3600_000

WITHDRAW = Prepared(
    delete(OutboxRow).where(
        OutboxRow.match == bindparam("of"),
        OutboxRow.seat == bindparam("whose"),
        OutboxRow.state == literal_column(f"'{WAITING}'"),
    )
)
CHANNELS = Among(
    select(ChannelRow.id, ChannelRow.user, ChannelRow.kind, ChannelRow.always).where(
        ChannelRow.user.in_(several()), ChannelRow.confirmed
    )
)


@dataclass(frozen=True)
class Channel:
    """A way to reach somebody; `address` is a URL, empty for mail."""

    id: str
    user: str
    kind: str
    address: str
    data: dict[str, Any]
    always: bool
    language: str
    created: int
    confirmed: bool = True


class Reached(NamedTuple):
    """What is to be known of a channel when somebody's turn comes, in the order of CHANNELS."""

    id: str
    user: str
    kind: str
    always: bool


@dataclass(frozen=True)
class Item:
    """Something to be sent, with the channel it goes by (None: a mail about the account)."""

    id: str
    user: str
    kind: str
    match: str | None
    seat: int | None
    data: dict[str, Any]
    tries: int
    channel: Channel | None
    email: str | None


@dataclass(frozen=True)
class Turns:
    """Whose turn has come in a match (the decision of the seat), and whose has passed (None)."""

    match: Match
    turns: Mapping[int, str | None]
    now: int


def call(connection: Connection, calls: Sequence[Turns]) -> None:
    """Note who is to be told that it is his turn, and take back what was not yet sent to others."""
    turns: dict[str, list[tuple[Turns, int]]] = {}
    for each in calls:
        for seat in each.turns:
            holder = each.match.seats[seat].holder
            if holder is not None:
                turns.setdefault(holder, []).append((each, seat))
    if not turns:
        return
    # Nothing waits for those whom nothing reaches.
    passed = set()
    for row in CHANNELS.ask(connection, sorted(turns)):
        channel = Reached(*row)
        for each, seat in turns[channel.user]:
            if each.turns[seat] is None:
                passed.add((each.match.id, seat))
            elif channel.always or each.match.setup.clock.kind == DAYS:
                _call(connection, channel, each, seat)
    if passed:
        WITHDRAW.run(connection, [{"of": match, "whose": seat} for match, seat in sorted(passed)])


def _call(connection: Connection, channel: Reached, each: Turns, seat: int) -> None:
    """One notice by one channel; the same turn is told once."""
    match, decision = each.match, each.turns[seat]
    name = f"{match.id} {seat} {decision} {channel.id}"
    item_id = hashlib.sha256(name.encode()).hexdigest()[:32]
    there = connection.execute(select(OutboxRow.id).where(OutboxRow.id == item_id))
    if there.one_or_none() is None:
        data = {"game": match.setup.game, "decision": decision}
        wanted = {"match": match.id, "seat": seat, "channel": channel.id, "data": data}
        due = each.now + DELAYS[channel.kind]
        _put(connection, item_id, channel.user, TURN, each.now, due=due, **wanted)


def tell_ready(connection: Connection, user: str, data: dict[str, Any], now: int) -> None:
    """Note that a table of a tournament is ready, by every way to reach the person, once."""
    for row in CHANNELS.ask(connection, [user]):
        channel = Reached(*row)
        name = f"ready {data['table']} {channel.id}"
        item_id = hashlib.sha256(name.encode()).hexdigest()[:32]
        there = connection.execute(select(OutboxRow.id).where(OutboxRow.id == item_id))
        if there.one_or_none() is None:
            _put(connection, item_id, user, READY, now, channel=channel.id, data=data)


def _put(connection: Connection, item_id: str, user: str, kind: str, now: int, **more: Any) -> None:
    fixed = {"id": item_id, "user": user, "kind": kind, "created": now}
    row = {"match": None, "seat": None, "channel": None, "data": {}, "due": now, **more}
    connection.execute(insert(OutboxRow).values(**fixed, tries=0, state=WAITING, **row))


class Outbox:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    # What people want.

    def channels(self, user: str) -> list[Channel]:
        found = select(ChannelRow).where(ChannelRow.user == user).order_by(ChannelRow.created)
        with self.reads.connect() as connection:
            return [_channel(row) for row in connection.execute(found)]

    def add(self, channel: Channel) -> None:
        """Add a channel in place of an earlier one to the same address."""
        with self.engine.begin() as connection:
            same = (ChannelRow.user == channel.user) & (ChannelRow.kind == channel.kind)
            connection.execute(
                delete(ChannelRow).where(same, ChannelRow.address == channel.address)
            )
            connection.execute(insert(ChannelRow).values(**vars(channel)))

    def drop(self, user: str, channel: str) -> bool:
        mine = (ChannelRow.user == user) & (ChannelRow.id == channel)
        with self.engine.begin() as connection:
            return bool(connection.execute(delete(ChannelRow).where(mine)).rowcount)

    # What is to be sent.

    def put(
        self,
        user: str,
        kind: str,
        now: int,
        data: dict[str, Any] | None = None,
        channel: str | None = None,
    ) -> None:
        """Something that is not about a match."""
        with self.engine.begin() as connection:
            item_id = secrets.token_hex(16)
            _put(connection, item_id, user, kind, now, data=data or {}, channel=channel)

    def invite(self, user: str, data: dict[str, Any], now: int) -> None:
        """Tell somebody by all his channels that he is invited."""
        with self.engine.begin() as connection:
            for row in CHANNELS.ask(connection, [user]):
                item_id = secrets.token_hex(16)
                channel = Reached(*row).id
                _put(connection, item_id, user, INVITED, now, data=data, channel=channel)

    def is_due(self, now: int) -> bool:
        """Whether anything is to be sent."""
        waiting = select(OutboxRow.id).where(OutboxRow.state == WAITING, OutboxRow.due <= now)
        with self.reads.connect() as connection:
            return connection.execute(waiting.limit(1)).one_or_none() is not None

    def claim(
        self, now: int, kind: str, most: int, of_each: int, busy: Mapping[str, int]
    ) -> list[Item]:
        """What is due by one kind of channel, or about accounts (ACCOUNT).

        It is ours for a while; if we die, somebody else's after that. `of_each` is how many of one
        person are sent at a time, `busy` how many of each are being sent.
        """
        way = OutboxRow.channel.is_(None) if kind == ACCOUNT else ChannelRow.kind == kind
        full = [user for user, count in busy.items() if count >= of_each]
        due = (
            select(OutboxRow.id, OutboxRow.user)
            .outerjoin(ChannelRow, ChannelRow.id == OutboxRow.channel)
            .where(OutboxRow.state == WAITING, OutboxRow.due <= now, way)
            .where(OutboxRow.user.not_in(full))
            .order_by(OutboxRow.due)
            .limit(4 * most)
            .with_for_update(skip_locked=True, of=OutboxRow)
        )
        with self.engine.begin() as connection:
            count = Counter(busy)
            ids: list[str] = []
            for row in connection.execute(due).all():
                if count[row.user] < of_each and len(ids) < most:
                    count[row.user] += 1
                    ids.append(row.id)
            if not ids:
                return []
            taken = OutboxRow.id.in_(ids)
            change = update(OutboxRow).where(taken)
            connection.execute(change.values(due=now + LEASE, tries=OutboxRow.tries + 1))
            found = (
                select(OutboxRow, UserRow.email)
                .join(UserRow, UserRow.id == OutboxRow.user)
                .where(taken)
                .order_by(OutboxRow.created, OutboxRow.id)
            )
            rows = connection.execute(found).all()
            wanted = {row.channel for row in rows if row.channel is not None}
            kept = connection.execute(select(ChannelRow).where(ChannelRow.id.in_(wanted)))
            channels = {row.id: _channel(row) for row in kept}
        return [
            Item(
                row.id,
                row.user,
                row.kind,
                row.match,
                row.seat,
                row.data,
                row.tries,
                channels.get(row.channel),
                row.email,
            )
            for row in rows
        ]

    def confirm(self, channel: str) -> None:
        """Somebody at that address has answered as asked."""
        change = update(ChannelRow).where(ChannelRow.id == channel)
        with self.engine.begin() as connection:
            connection.execute(change.values(confirmed=True))

    def sent(self, item: Item) -> None:
        self._mark(item, state=SENT)

    def failed(self, item: Item, now: int) -> None:
        """Try again later, ever more rarely, and at last no more."""
        wait = min(FIRST_WAIT * 4 ** (item.tries - 1), LONGEST_WAIT)
        if item.tries >= MOST_TRIES:
            self._mark(item, state=FAILED)
        else:
            self._mark(item, due=now + wait)

    def refused(self, item: Item) -> None:
        """Never try again; a channel whose address is gone goes with it."""
        with self.engine.begin() as connection:
            connection.execute(delete(OutboxRow).where(OutboxRow.id == item.id))
            if item.channel is not None:
                gone = ChannelRow.id == item.channel.id
                connection.execute(delete(ChannelRow).where(gone))

    def postponed(self, item: Item, due: int) -> None:
        """It is not time yet; this was no try."""
        self._mark(item, due=due, tries=item.tries - 1)

    def tidy(self, now: int) -> None:
        """Forget what was sent long ago."""
        old = (OutboxRow.state != WAITING) & (OutboxRow.created < now - KEPT)
        with self.engine.begin() as connection:
            connection.execute(delete(OutboxRow).where(old))

    def waiting(self) -> int:
        with self.reads.connect() as connection:
            found = connection.execute(select(OutboxRow.id).where(OutboxRow.state == WAITING))
            return len(found.all())

    def _mark(self, item: Item, **values: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(update(OutboxRow).where(OutboxRow.id == item.id).values(**values))


def _channel(row: Any) -> Channel:
    return Channel(
        row.id,
        row.user,
        row.kind,
        row.address,
        row.data,
        row.always,
        row.language,
        row.created,
        row.confirmed,
    )
