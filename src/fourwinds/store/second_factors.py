"""Second factors: the secrets of one-time passwords, and recovery codes by their hashes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, delete, insert, select, update

from fourwinds.store.database import reader
from fourwinds.store.models import SecondFactorRow
from fourwinds.store.people import hashed


@dataclass(frozen=True)
class SecondFactor:
    secret: str
    confirmed: bool
    used: int
    recovery: frozenset[str]
    """Hashes of codes that still count."""


class SecondFactors:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def find(self, user: str) -> SecondFactor | None:
        found = select(SecondFactorRow).where(SecondFactorRow.user == user)
        with self.reads.connect() as connection:
            row = connection.execute(found).one_or_none()
        if row is None:
            return None
        return SecondFactor(row.secret, row.confirmed, row.used, frozenset(row.hashes["codes"]))

    def begin(self, user: str, secret: str, now: int) -> bool:
        """A new secret that is not asked for yet; False if one is in use."""
        mine = SecondFactorRow.user == user
        with self.engine.begin() as connection:
            unused = delete(SecondFactorRow).where(mine, ~SecondFactorRow.confirmed)
            connection.execute(unused)
            if connection.execute(select(SecondFactorRow.user).where(mine)).one_or_none():
                return False
            row = {"user": user, "secret": secret, "confirmed": False, "used": 0}
            more = {"hashes": {"codes": []}, "created": now}
            connection.execute(insert(SecondFactorRow).values(**row, **more))
        return True

    def confirm(self, user: str, step: int, codes: Sequence[str]) -> None:
        """Ask for it from now on; each recovery code works once."""
        change = update(SecondFactorRow).where(SecondFactorRow.user == user)
        hashes = {"codes": [hashed(code) for code in codes]}
        with self.engine.begin() as connection:
            connection.execute(change.values(confirmed=True, used=step, hashes=hashes))

    def use_step(self, user: str, step: int) -> bool:
        """Whether no code of that time step or a later one was used before."""
        mine = (SecondFactorRow.user == user) & (SecondFactorRow.used < step)
        with self.engine.begin() as connection:
            change = update(SecondFactorRow).where(mine).values(used=step)
            return bool(connection.execute(change).rowcount)

    def use_recovery(self, user: str, code: str) -> bool:
        """Whether it is a recovery code; it counts once."""
        found = select(SecondFactorRow.hashes).where(SecondFactorRow.user == user)
        with self.engine.begin() as connection:
            hashes = connection.execute(found.with_for_update()).scalar_one_or_none()
            if hashes is None or hashed(code) not in hashes["codes"]:
                return False
            left = {"codes": [each for each in hashes["codes"] if each != hashed(code)]}
            change = update(SecondFactorRow).where(SecondFactorRow.user == user)
            connection.execute(change.values(hashes=left))
        return True

    def drop(self, user: str) -> bool:
        with self.engine.begin() as connection:
            gone = delete(SecondFactorRow).where(SecondFactorRow.user == user)
            return bool(connection.execute(gone).rowcount)
