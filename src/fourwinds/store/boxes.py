"""Boxes: component files that people have typed in, kept with the person and found by their id."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, delete, func, insert, select, update

from fourwinds.store.database import reader
from fourwinds.store.models import BoxRow, UserRow

MOST_BOXES = 40
"""How many boxes one person may keep."""


class TooManyBoxes(Exception):
    """Somebody keeps as many as he may."""


@dataclass(frozen=True)
class Box:
    """`ready` means that it can be played with; `by` is what its owner is called."""

    id: str
    user: str
    by: str
    game: str
    name: str
    components: Mapping[str, Any]
    ready: bool
    changed: int


class Boxes:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def of(self, user: str) -> list[Box]:
        """Somebody's boxes, the last changed first."""
        found = _found().where(BoxRow.user == user).order_by(BoxRow.changed.desc(), BoxRow.id)
        with self.reads.connect() as connection:
            return [Box(**row._mapping) for row in connection.execute(found)]

    def find(self, box: str) -> Box | None:
        with self.reads.connect() as connection:
            row = connection.execute(_found().where(BoxRow.id == box)).one_or_none()
        return None if row is None else Box(**row._mapping)

    def add(
        self, user: str, game: str, name: str, components: Mapping[str, Any], ready: bool, now: int
    ) -> str:
        """Keep a new one; its id cannot be guessed."""
        box = secrets.token_hex(12)
        row = {"id": box, "user": user, "game": game, "name": name, "components": components}
        count = select(func.count()).select_from(BoxRow).where(BoxRow.user == user)
        with self.engine.begin() as connection:
            if connection.execute(count).scalar_one() >= MOST_BOXES:
                raise TooManyBoxes
            times = {"created": now, "changed": now}
            connection.execute(insert(BoxRow).values(**row, ready=ready, **times))
        return box

    def change(
        self, user: str, box: str, name: str, components: Mapping[str, Any], ready: bool, now: int
    ) -> bool:
        """Keep it as it is now; False if the person has no such box."""
        mine = (BoxRow.id == box) & (BoxRow.user == user)
        values = {"name": name, "components": components, "ready": ready, "changed": now}
        with self.engine.begin() as connection:
            return bool(connection.execute(update(BoxRow).where(mine).values(**values)).rowcount)

    def drop(self, user: str, box: str) -> bool:
        """Delete it; False if the person has no such box. Matches keep what they began with."""
        mine = (BoxRow.id == box) & (BoxRow.user == user)
        with self.engine.begin() as connection:
            return bool(connection.execute(delete(BoxRow).where(mine)).rowcount)


def _found() -> Any:
    return select(
        BoxRow.id,
        BoxRow.user,
        UserRow.name.label("by"),
        BoxRow.game,
        BoxRow.name,
        BoxRow.components,
        BoxRow.ready,
        BoxRow.changed,
    ).join(UserRow, UserRow.id == BoxRow.user)
