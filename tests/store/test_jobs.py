from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from fourwinds.store.jobs import Jobs
from fourwinds.store.models import JobTurnRow
from fourwinds.store.store import Store


@pytest.fixture
def jobs(database: str) -> Iterator[Jobs]:
    store = Store.open(database)
    found = Jobs(store.engine)
    found.drop_before(10**15)
    yield found
    store.close()


def put(jobs: Jobs, created: int, person: str = "ann", match: str = "one") -> str:
    job_id = secrets.token_hex(32)
    jobs.put(job_id, {"kind": "move", "number": created}, created, person, match)
    return job_id


def test_each_job_is_taken_by_one_worker_the_oldest_first(jobs: Jobs) -> None:
    second, first = put(jobs, 2), put(jobs, 1)
    assert jobs.take("a", 10, 20) == (first, {"kind": "move", "number": 1}, 1)
    assert jobs.take("b", 10, 20) == (second, {"kind": "move", "number": 2}, 1)
    assert jobs.take("c", 10, 20) is None


def test_a_job_asked_for_twice_is_one(jobs: Jobs) -> None:
    first = put(jobs, 1)
    jobs.put(first, {"kind": "other"}, 5, "ben", "two")
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


def take_all(jobs: Jobs, owners: dict[str, str]) -> list[str]:
    """Whose job is taken after whose."""
    found = []
    while (taken := jobs.take("a", 10_000, 20_000)) is not None:
        found.append(owners[taken[0]])
    return found


def test_people_take_turns_whatever_they_ask_for(jobs: Jobs) -> None:
    """Mallory's two hundred jobs of forty matches were there first."""
    owners = {
        put(jobs, 5 * match + seat, "mallory", f"m{match}"): "mallory"
        for match in range(40)
        for seat in range(5)
    }
    for _ in range(3):
        assert jobs.take("a", 10_000, 20_000) is not None
    owners |= {put(jobs, 500 + n, "ben", "b"): "ben" for n in range(4)}
    owners |= {put(jobs, 600 + n, "cid", "c"): "cid" for n in range(2)}
    order = take_all(jobs, owners)
    # Nobody waits for more than the job that is being done; then all have equal shares.
    in_turn = ["ben", "cid", "mallory"] * 2 + ["ben", "mallory"] * 2
    assert order == in_turn + ["mallory"] * (197 - 4)


def test_matches_of_a_person_take_turns(jobs: Jobs) -> None:
    owners = {put(jobs, n, "mallory", "first"): "first" for n in range(6)}
    owners |= {put(jobs, 100 + n, "mallory", "second"): "second" for n in range(2)}
    assert take_all(jobs, owners)[:5] == ["first", "second", "first", "second", "first"]


def test_turns_are_forgotten_with_old_jobs(jobs: Jobs) -> None:
    put(jobs, 1)
    assert jobs.take("a", 10, 20) is not None
    jobs.drop_before(10**15)
    with jobs.reads.connect() as connection:
        assert connection.execute(select(JobTurnRow)).all() == []
