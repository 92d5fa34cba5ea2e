from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest

from fourwinds.store.jobs import Jobs
from fourwinds.store.store import Store


@pytest.fixture
def jobs(database: str) -> Iterator[Jobs]:
    store = Store.open(database)
    found = Jobs(store.engine)
    found.drop_before(10**15)
    yield found
    store.close()


def put(jobs: Jobs, created: int) -> str:
    job_id = secrets.token_hex(32)
    jobs.put(job_id, {"kind": "move", "number": created}, created)
    return job_id


def test_each_job_is_taken_by_one_worker_the_oldest_first(jobs: Jobs) -> None:
    second, first = put(jobs, 2), put(jobs, 1)
    assert jobs.take("a", 10, 20) == (first, {"kind": "move", "number": 1}, 1)
    assert jobs.take("b", 10, 20) == (second, {"kind": "move", "number": 2}, 1)
    assert jobs.take("c", 10, 20) is None


def test_a_job_asked_for_twice_is_one(jobs: Jobs) -> None:
    first = put(jobs, 1)
    jobs.put(first, {"kind": "other"}, 5)
    assert jobs.waiting() == 1
    taken = jobs.take("a", 10, 20)
    assert taken is not None
    assert taken[1]["kind"] == "move"


def test_a_dead_workers_job_is_taken_over(jobs: Jobs) -> None:
    job = put(jobs, 1)
    jobs.take("a", 10, 20)
    assert jobs.take("b", 15, 25) is None
    assert jobs.renew(job, "a", 40)
    assert jobs.take("b", 25, 35) is None
    taken = jobs.take("b", 41, 50)
    assert taken is not None
    assert (taken[0], taken[2]) == (job, 2)
    assert not jobs.renew(job, "a", 60)
    jobs.finish(job, 7, 45)
    jobs.finish(job, 8, 46)
    assert jobs.results([job, "other"]) == {job: 7}
    assert jobs.take("c", 99, 100) is None
    jobs.drop([job])
    assert jobs.results([job]) == {}
