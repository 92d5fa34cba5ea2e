"""Friends: who follows whom, who blocks whom, and invitations.

To follow somebody is to agree to his invitations. Two who follow each other are friends. Who is
blocked neither follows nor invites, and is not told.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from fourwinds.store.database import reader
from fourwinds.store.models import (
    BlockRow,
    FollowRow,
    InvitationRow,
    PlayerRow,
    ProfileRow,
    UserRow,
)

MATCH, CLUB, DUPLICATE = "match", "club", "duplicate"
MOST = 500
"""The number of people that one may follow, and block."""
MOST_INVITATIONS = 50
KEPT = 14 * 24 * 3600_000
"""How long an invitation waits for an answer."""


class Friends:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    # Following and blocking.

    def follow(self, user: str, other: str, now: int) -> bool:
        """Whether it is so now; it is not where one blocks the other, or of too many."""
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            count = select(func.count()).select_from(FollowRow).where(FollowRow.user == user)
            if _parted(connection, user, [other]) or connection.execute(count).scalar_one() >= MOST:
                return False
            row = {"user": user, "other": other, "created": now}
            connection.execute(insert(FollowRow).values(**row))
        return True

    def unfollow(self, user: str, other: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(FollowRow).where(_pair(FollowRow, user, other)))
            # What he had agreed to by following.
            sent = (InvitationRow.user == user) & (InvitationRow.sender == other)
            connection.execute(delete(InvitationRow).where(sent))

    def block(self, user: str, other: str, now: int) -> bool:
        """Whether it is so now; neither follows the other any more."""
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            count = select(func.count()).select_from(BlockRow).where(BlockRow.user == user)
            if connection.execute(count).scalar_one() >= MOST:
                return False
            for one, two in ((user, other), (other, user)):
                connection.execute(delete(FollowRow).where(_pair(FollowRow, one, two)))
                sent = (InvitationRow.user == one) & (InvitationRow.sender == two)
                connection.execute(delete(InvitationRow).where(sent))
            row = {"user": user, "other": other, "created": now}
            connection.execute(insert(BlockRow).values(**row))
        return True

    def unblock(self, user: str, other: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(BlockRow).where(_pair(BlockRow, user, other)))

    def between(self, user: str, other: str) -> dict[str, bool]:
        """How somebody stands to another, as far as he may know."""
        with self.reads.connect() as connection:

            def there(table: type[FollowRow | BlockRow], one: str, two: str) -> bool:
                found = select(table.user).where(_pair(table, one, two))
                return connection.execute(found).one_or_none() is not None

            return {
                "following": there(FollowRow, user, other),
                "follower": there(FollowRow, other, user),
                "blocked": there(BlockRow, user, other),
            }

    def people(self, user: str) -> list[dict[str, Any]]:
        """All whom somebody follows or blocks, and who follow him, by name.

        `hidden` is whether a person keeps his page to himself.
        """
        found: dict[str, dict[str, Any]] = {}
        asked = (
            ("following", FollowRow.other, FollowRow.user),
            ("follower", FollowRow.user, FollowRow.other),
            ("blocked", BlockRow.other, BlockRow.user),
        )
        with self.reads.connect() as connection:
            for what, theirs, mine in asked:
                rows = connection.execute(
                    select(UserRow.id, UserRow.name, ProfileRow.hidden)
                    .join(theirs.class_, theirs == UserRow.id)
                    .outerjoin(ProfileRow, ProfileRow.user == UserRow.id)
                    .where(mine == user)
                    .limit(MOST)
                )
                for row in rows:
                    none = {"following": False, "follower": False, "blocked": False}
                    there = {"user": row.id, "name": row.name, "hidden": bool(row.hidden), **none}
                    found.setdefault(row.id, there)[what] = True
        return sorted(found.values(), key=lambda row: (row["name"].lower(), row["user"]))

    def parted(self, user: str, others: Sequence[str]) -> set[str]:
        """Those of the others who block him, or whom he blocks."""
        if not others:
            return set()
        with self.reads.connect() as connection:
            return _parted(connection, user, others)

    def blockers(self, user: str, others: Sequence[str]) -> set[str]:
        """Those of the others who block him."""
        if not others:
            return set()
        found = select(BlockRow.user).where(BlockRow.other == user, BlockRow.user.in_(others))
        with self.reads.connect() as connection:
            return set(connection.execute(found).scalars())

    def blocked(self, user: str, others: Sequence[str]) -> set[str]:
        """Those of the others whom he blocks."""
        if not others:
            return set()
        found = select(BlockRow.other).where(BlockRow.user == user, BlockRow.other.in_(others))
        with self.reads.connect() as connection:
            return set(connection.execute(found).scalars())

    def common_matches(self, user: str, other: str) -> list[str]:
        """Matches that are not over in which both sit."""
        theirs = aliased(PlayerRow)
        found = (
            select(PlayerRow.match)
            .join(theirs, theirs.match == PlayerRow.match)
            .where(PlayerRow.user == user, PlayerRow.seated, PlayerRow.ended.is_(None))
            .where(theirs.user == other, theirs.seated)
        )
        with self.reads.connect() as connection:
            return list(connection.execute(found).scalars())

    def named(self, name: str, most: int = 20) -> list[dict[str, Any]]:
        """People with an account who are called so and show their page."""
        spelt = {name, name.lower(), name.upper(), name.title(), name[:1].upper() + name[1:]}
        found = (
            select(UserRow.id.label("user"), UserRow.name)
            .outerjoin(ProfileRow, ProfileRow.user == UserRow.id)
            .where(UserRow.name.in_(sorted(spelt)), UserRow.login.is_not(None))
            .where(ProfileRow.hidden.is_not(True))
            .order_by(UserRow.created)
            .limit(most)
        )
        with self.reads.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(found)]

    # Invitations.

    def invite(
        self, sender: str, user: str, kind: str, target: str, name: str, code: str | None, now: int
    ) -> bool:
        """Invite somebody who follows the sender; whether he does. `name` is that of the target."""
        with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
            agreed = select(FollowRow.user).where(_pair(FollowRow, user, sender))
            if connection.execute(agreed).one_or_none() is None:
                return False
            waiting = select(func.count()).select_from(InvitationRow)
            count = connection.execute(waiting.where(InvitationRow.user == user)).scalar_one()
            if count >= MOST_INVITATIONS:
                return False
            row = {"user": user, "kind": kind, "target": target, "sender": sender, "name": name}
            connection.execute(insert(InvitationRow).values(**row, code=code, created=now))
        return True

    def invitations(self, user: str, now: int) -> list[dict[str, Any]]:
        """What somebody is invited to, the newest first."""
        found = (
            select(InvitationRow, UserRow.name.label("sender_name"))
            .join(UserRow, UserRow.id == InvitationRow.sender)
            .where(InvitationRow.user == user, InvitationRow.created > now - KEPT)
            .order_by(InvitationRow.created.desc())
        )
        names = ("kind", "target", "sender", "sender_name", "name", "code", "created")
        with self.reads.connect() as connection:
            return [
                {name: getattr(row, name) for name in names} for row in connection.execute(found)
            ]

    def invited(self, user: str, kind: str, target: str) -> bool:
        found = select(InvitationRow.user).where(_invitation(user, kind, target))
        with self.reads.connect() as connection:
            return connection.execute(found).one_or_none() is not None

    def drop(self, user: str, kind: str, target: str) -> None:
        """An invitation that was taken or declined."""
        with self.engine.begin() as connection:
            connection.execute(delete(InvitationRow).where(_invitation(user, kind, target)))

    def tidy(self, now: int) -> None:
        """Delete invitations that nobody has answered."""
        with self.engine.begin() as connection:
            connection.execute(delete(InvitationRow).where(InvitationRow.created <= now - KEPT))


def _pair(table: type[FollowRow | BlockRow], user: str, other: str) -> ColumnElement[bool]:
    return and_(table.user == user, table.other == other)


def _invitation(user: str, kind: str, target: str) -> ColumnElement[bool]:
    there = and_(InvitationRow.kind == kind, InvitationRow.target == target)
    return and_(InvitationRow.user == user, there)


def _parted(connection: Connection, user: str, others: Sequence[str]) -> set[str]:
    mine = and_(BlockRow.user == user, BlockRow.other.in_(others))
    theirs = and_(BlockRow.other == user, BlockRow.user.in_(others))
    rows = connection.execute(select(BlockRow.user, BlockRow.other).where(or_(mine, theirs)))
    return {row.other if row.user == user else row.user for row in rows}
