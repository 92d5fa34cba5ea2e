"""Writing in two parts: SQLite takes the rows at once, and then has them on disk."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import OperationalError

from fourwinds.match.match import Match
from fourwinds.server.live import commit_batcher
from fourwinds.server.live.commit_batcher import CommitBatcher
from fourwinds.store.models import KeyRow
from fourwinds.store.store import Behind, Store, Writing
from tests.match.tables import move, running

MARK = "to be cut"


def _match(store: Store) -> Match:
    match = running("santa-timea")
    match.id = secrets.token_hex(8)
    store.append(match, match.take_fresh(), None)
    return match


def _moved(match: Match, seed: int = 2) -> Writing:
    move(match, random.Random(seed), 1)
    return Writing(match, match.take_fresh(), None)


def _key() -> dict[str, object]:
    return {"name": secrets.token_hex(8), "secret": b"x"}


@pytest.fixture
def lite(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'lite.db'}")


def test_rows_handed_in_count_once_they_are_committed(lite: Store) -> None:
    match = _match(lite)
    before = match.number
    commit = lite.hand_in([_moved(match)])
    assert commit is not None
    assert lite.numbers([match.id]) == {match.id: before}
    assert commit() == []
    assert lite.numbers([match.id]) == {match.id: match.number}
    lite.close()


def test_nothing_is_handed_in_where_it_would_have_to_wait(lite: Store) -> None:
    match = _match(lite)
    written = _moved(match)
    with lite.engine.begin() as connection:
        connection.execute(insert(KeyRow).values(**_key()))
        assert lite.hand_in([written]) is None
    commit = lite.hand_in([written])
    assert commit is not None
    assert commit() == []
    lite.close()


def test_nothing_is_handed_in_where_some_are_late(lite: Store) -> None:
    late, other = _match(lite), _match(lite)
    writings = [_moved(late), _moved(other)]
    lite.append_all(writings[:1])
    number = other.number - 1
    assert lite.hand_in(writings) is None
    assert lite.numbers([other.id]) == {other.id: number}
    assert lite.append_all(writings) == writings[:1]
    lite.close()


def test_a_database_elsewhere_is_never_written_to_in_the_loop(store: Store) -> None:
    commit = store.hand_in([_moved(_match(store))])
    assert (commit is None) == store.shared
    if commit is not None:
        commit()


def test_a_commit_that_fails_leaves_nothing_open(
    lite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = _match(lite)
    written = _moved(match)

    def full(connection: object) -> None:
        raise OperationalError("COMMIT", None, Exception("disk full"))

    commit = lite.hand_in([written])
    assert commit is not None
    with monkeypatch.context() as patch:
        patch.setattr(lite.engine.dialect, "do_commit", full)
        with pytest.raises(OperationalError):
            commit()
    again = lite.hand_in([written])
    assert again is not None
    assert again() == []
    assert lite.numbers([match.id]) == {match.id: match.number}
    lite.close()


def test_a_write_that_fails_leaves_nothing_open(
    lite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = _match(lite)
    written = _moved(match)

    def full(*args: object) -> int:
        raise OperationalError("INSERT", None, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr("fourwinds.store.store.ADD_ENTRIES.run", full)
        with pytest.raises(OperationalError):
            lite.hand_in([written])
    assert lite.numbers([match.id]) == {match.id: match.number - 1}
    again = lite.hand_in([written])
    assert again is not None
    assert again() == []
    assert lite.numbers([match.id]) == {match.id: match.number}
    lite.close()


def test_what_was_handed_in_is_tidied_so_that_the_log_does_not_grow(lite: Store) -> None:
    match = _match(lite)
    log = Path(f"{lite.engine.url.database}-wal")

    def play(count: int) -> None:
        for _ in range(count):
            commit = lite.hand_in([_moved(match)])
            assert commit is not None
            commit()

    play(30)
    assert log.stat().st_size > 30 * 4096
    lite.tidy()
    size = log.stat().st_size
    play(10)  # from its beginning again
    assert log.stat().st_size == size
    with lite.engine.connect() as connection:
        assert connection.execute(text("PRAGMA busy_timeout")).scalar_one() == 30_000
    lite.close()


def _written_in(
    store: Store, seconds: Callable[[], float], count: int, at_once: int = 1
) -> list[bool]:
    """For each of `count` commits whether the loop itself made it."""
    where: list[bool] = []
    real = store.hand_in

    def hand_in(writings: list[Writing]) -> Callable[[], list[Writing]] | None:
        commit = real(writings)
        assert commit is not None

        def noted() -> list[Writing]:
            where.append(threading.current_thread() is threading.main_thread())
            return commit()

        return noted

    async def work() -> None:
        writer = CommitBatcher(store)
        matches = [_match(store) for _ in range(at_once)]
        for _ in range(count):
            await asyncio.gather(*(writer.append(_moved(match)) for match in matches))
        numbers = store.numbers([match.id for match in matches])
        assert numbers == {match.id: match.number for match in matches}
        await writer.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "hand_in", hand_in)
        patch.setattr("fourwinds.server.live.commit_batcher.time.perf_counter", seconds)
        asyncio.run(work())
    return where


def test_a_quick_disk_is_written_to_at_once_and_a_slow_one_by_a_thread(lite: Store) -> None:
    clock = {"now": 0.0, "step": 0.0001}

    def seconds() -> float:
        clock["now"] += clock["step"]
        return clock["now"]

    assert _written_in(lite, seconds, 5) == [True] * 5
    clock["step"] = 1.0
    assert _written_in(lite, seconds, 5) == [True] + [False] * 4
    lite.close()


def test_where_much_comes_at_once_the_loop_goes_on_meanwhile(lite: Store) -> None:
    crowded = commit_batcher.CROWDED
    assert _written_in(lite, time.perf_counter, 3, crowded - 1) == [True] * 3
    # However long the thread waits for its turn, the disk is as quick as before.
    clock = itertools.count()
    assert _written_in(lite, lambda: float(next(clock)), 3, crowded) == [False] * 3
    lite.close()


def test_what_fails_is_told_to_all_who_wait_and_the_next_is_written(
    lite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        writer = CommitBatcher(lite)
        match, other = _match(lite), _match(lite)
        writings = [_moved(match), _moved(other)]

        def broken(writings: list[Writing]) -> None:
            raise OperationalError("INSERT", None, Exception("disk full"))

        with monkeypatch.context() as patch:
            patch.setattr(lite, "hand_in", broken)
            failed = await asyncio.gather(*map(writer.append, writings), return_exceptions=True)
        assert [type(each) for each in failed] == [OperationalError] * 2
        assert lite.numbers([match.id, other.id]) == {
            match.id: match.number - 1,
            other.id: other.number - 1,
        }
        await asyncio.gather(*map(writer.append, writings))
        with pytest.raises(Behind):
            await writer.append(writings[0])
        await writer.close()

    asyncio.run(work())
    lite.close()


def test_the_writer_tidies_now_and_then(lite: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tidied: list[str] = []

    def tidy() -> None:
        tidied.append(threading.current_thread().name)
        raise OperationalError("PRAGMA", None, Exception("busy"))

    async def work() -> None:
        writer = CommitBatcher(lite)
        match = _match(lite)
        for _ in range(7):
            await writer.append(_moved(match))
        await writer.close()

    monkeypatch.setattr(lite, "tidy", tidy)
    monkeypatch.setattr(commit_batcher, "TIDY_EVERY", 3)
    asyncio.run(work())
    assert tidied == ["tidier", "tidier"]
    lite.close()


def test_a_connection_that_rested_is_asked_whether_it_is_still_there(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that was restarted meanwhile goes unnoticed; without asking, it would not."""
    store, other = Store.open(postgres), Store.open(postgres)
    match = _match(store)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

    def restart() -> None:
        with other.engine.begin() as connection:
            connection.execute(text(f"{others} AND application_name = '{MARK}'"))

    with store.engine.begin() as connection:
        connection.execute(text(f"SET application_name = '{MARK}'"))
    restart()
    with pytest.raises(OperationalError):
        store.numbers([match.id])
    with store.engine.begin() as connection:
        connection.execute(text(f"SET application_name = '{MARK}'"))
    restart()
    monkeypatch.setattr("fourwinds.store.database.RESTED", -1.0)
    assert store.numbers([match.id]) == {match.id: match.number}
    store.close()
    other.close()


def test_what_lists_show_follows_every_change_and_the_length_every_move(store: Store) -> None:
    match = _match(store)
    rng = random.Random(3)
    for wake in (None, None, 500, 500, None, 700, None):
        move(match, rng, 5)
        store.append(match, match.take_fresh(), wake)
        with store.reads.connect() as connection:
            asked = text("SELECT wake, number, status, free FROM matches WHERE id = :id")
            row = connection.execute(asked, {"id": match.id}).one()
        assert tuple(row) == (wake, match.number, "running", 0)
    match.resign("ann", 0, 9)
    match.resign("ben", 1, 9)
    store.append(match, match.take_fresh(), None)
    with store.reads.connect() as connection:
        status = text("SELECT status FROM matches WHERE id = :id")
        assert connection.execute(status, {"id": match.id}).scalar_one() == "over"


def test_a_row_that_was_not_written_is_not_taken_for_known(lite: Store) -> None:
    match = _match(lite)
    written = _moved(match)
    late = Writing(match, written.entries, None)
    lite.append_all([Writing(match, written.entries, 500)])
    known = match.listed
    assert lite.append_all([late]) == [late]
    assert match.listed == known
    lite.close()
