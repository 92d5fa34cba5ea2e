"""The job queue of bot workers, in the database.

Jobs are taken by row locks, in turn by person and then by match: next is the person whose last job
was taken longest ago. One person's hundred bots wait for each other, not others for them. A job
whose worker is silent too long is given to another.
"""

from __future__ import annotations

import hashlib
import time
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from fourwinds.store.database import reader
from fourwinds.store.models import JobRow, JobTurnRow

MICROSECOND = 1000  # nanoseconds


class Jobs:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def put(self, job_id: str, job: dict[str, Any], now: int, person: str, match: str) -> None:
        """Ask for work; a job that is there already stays as it is."""
        whose = {"person": _hashed(person), "match": _hashed(f"{person} {match}")}
        try:
            with self.engine.begin() as connection:
                row = {"id": job_id, "job": job, **whose, "created": now, "tries": 0}
                connection.execute(insert(JobRow).values(**row))
        except IntegrityError:
            pass

    def take(self, worker: str, now: int, until: int) -> tuple[str, dict[str, Any], int] | None:
        """The next job nobody works at, ours until then: id, job and how often it was taken."""
        person, match = aliased(JobTurnRow), aliased(JobTurnRow)
        free = (
            select(JobRow.id, JobRow.person, JobRow.match)
            .outerjoin(person, person.name == JobRow.person)
            .outerjoin(match, match.name == JobRow.match)
            .where(JobRow.done.is_(None), or_(JobRow.lease.is_(None), JobRow.lease < now))
            .order_by(func.coalesce(person.taken, 0), func.coalesce(match.taken, 0), JobRow.created)
            .limit(1)
            .with_for_update(skip_locked=True, of=JobRow)
        )
        with self.engine.begin() as connection:
            found = connection.execute(free).one_or_none()
            if found is None:
                return None
            ours = (
                update(JobRow)
                .where(JobRow.id == found.id)
                .values(worker=worker, lease=until, tries=JobRow.tries + 1)
                .returning(JobRow.job, JobRow.tries)
            )
            row = connection.execute(ours).one()
            for name in sorted((found.person, found.match)):
                _note_turn(connection, name)
        return found.id, row.job, row.tries

    def renew(self, job_id: str, worker: str, until: int) -> bool:
        """Stay at work; False if the job is another's by now, or nobody wants it any more."""
        mine = (JobRow.id == job_id) & (JobRow.worker == worker) & JobRow.done.is_(None)
        with self.engine.begin() as connection:
            return bool(connection.execute(update(JobRow).where(mine).values(lease=until)).rowcount)

    def finish(self, job_id: str, result: Any, now: int) -> None:
        """Hand in the result; the first one counts."""
        open_job = (JobRow.id == job_id) & JobRow.done.is_(None)
        with self.engine.begin() as connection:
            change = update(JobRow).where(open_job)
            connection.execute(change.values(done=now, result={"result": result}))

    def results(self, job_ids: list[str]) -> dict[str, Any]:
        """The results of those that are done."""
        found = select(JobRow.id, JobRow.result).where(
            JobRow.id.in_(job_ids), JobRow.done.is_not(None)
        )
        with self.reads.connect() as connection:
            return {row.id: row.result["result"] for row in connection.execute(found)}

    def drop(self, job_ids: list[str]) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.id.in_(job_ids)))

    def drop_before(self, before: int) -> None:
        """Delete old jobs, which nobody waits for any more."""
        with self.engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.created < before))
            connection.execute(delete(JobTurnRow).where(JobTurnRow.taken < before * 1000))

    def waiting(self) -> int:
        """How many jobs nobody has done."""
        with self.reads.connect() as connection:
            found = select(func.count()).select_from(JobRow).where(JobRow.done.is_(None))
            return connection.execute(found).scalar_one()


def _note_turn(connection: Connection, name: str) -> None:
    """It was this one's turn just now."""
    now = time.time_ns() // MICROSECOND
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(JobTurnRow).values(name=name, taken=now)
    connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"taken": now}))


def _hashed(name: str) -> str:
    return hashlib.blake2s(name.encode(), digest_size=16).hexdigest()
