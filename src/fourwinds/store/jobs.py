"""Jobs for workers, taken by row locks. A job whose worker is silent too long is another's."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fourwinds.store.database import reader
from fourwinds.store.models import JobRow


class Jobs:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reads = reader(engine)

    def put(self, job_id: str, job: dict[str, Any], now: int) -> None:
        """Ask for work; a job that is there already stays as it is."""
        try:
            with self.engine.begin() as connection:
                row = {"id": job_id, "job": job, "created": now, "tries": 0}
                connection.execute(insert(JobRow).values(**row))
        except IntegrityError:
            pass

    def take(self, worker: str, now: int, until: int) -> tuple[str, dict[str, Any], int] | None:
        """The oldest job nobody works at, ours until then: id, job and how often it was taken."""
        free = (
            select(JobRow.id)
            .where(JobRow.done.is_(None), or_(JobRow.lease.is_(None), JobRow.lease < now))
            .order_by(JobRow.created)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        with self.engine.begin() as connection:
            found = connection.execute(free).scalar_one_or_none()
            if found is None:
                return None
            ours = (
                update(JobRow)
                .where(JobRow.id == found)
                .values(worker=worker, lease=until, tries=JobRow.tries + 1)
                .returning(JobRow.job, JobRow.tries)
            )
            row = connection.execute(ours).one()
        return found, row.job, row.tries

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

    def drop_before(self, time: int) -> None:
        """Nobody waits for what was asked so long ago."""
        with self.engine.begin() as connection:
            connection.execute(delete(JobRow).where(JobRow.created < time))

    def waiting(self) -> int:
        """How many jobs nobody has done."""
        with self.reads.connect() as connection:
            found = select(func.count()).select_from(JobRow).where(JobRow.done.is_(None))
            return connection.execute(found).scalar_one()
