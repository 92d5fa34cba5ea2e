"""Backup: the whole database in one file, and a database made of such a file.

The file is an SQLite database with the same tables, whatever it was made from, so that a backup of
either kind of database can be restored into either. It is made while servers run, and shows one
moment. It holds the server's keys and the hashes of passwords: only its owner may read it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, Table, func, insert, select

from fourwinds.store.database import StoreError, connect
from fourwinds.store.models import Base

CHUNK = 1000
MAGIC = b"SQLite format 3\0"


def backup(engine: Engine, file: Path) -> int:
    """Write a backup; returns how many rows it has. An existing file is never touched."""
    if file.exists():
        raise StoreError(f"{file}: expected the name of a file that does not exist yet")
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    part = Path(name)
    try:
        if engine.dialect.name == "sqlite":
            _copy_pages(engine, part)
        else:
            _copy_tables(engine, part)
        rows = _single(part)
        os.link(part, file)
    except FileExistsError:
        raise StoreError(f"{file}: expected the name of a file that does not exist yet") from None
    finally:
        for left in (part, Path(f"{part}-wal"), Path(f"{part}-shm")):
            left.unlink(missing_ok=True)
    _to_disk(file)
    return rows


def _copy_pages(engine: Engine, part: Path) -> None:
    source = engine.raw_connection()
    try:
        with closing(sqlite3.connect(part)) as target:
            # All at once: what is written meanwhile goes to the log and does not disturb us.
            source.driver_connection.backup(target)  # type: ignore[union-attr]
    finally:
        source.close()


def _copy_tables(engine: Engine, part: Path) -> None:
    target = connect(f"sqlite:///{part}")
    try:
        one_moment = engine.execution_options(isolation_level="REPEATABLE READ")
        with one_moment.connect() as read, target.begin() as write:
            _copy(read, write)
    finally:
        target.dispose()


def _single(part: Path) -> int:
    """Make one plain file of it; returns how many rows it has."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        count = 0
        for table in Base.metadata.sorted_tables:
            count += connection.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]
    return count


def _to_disk(file: Path) -> None:
    for path, flags in ((file, os.O_RDWR), (file.parent, os.O_RDONLY)):
        handle = os.open(path, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def restore(file: Path, url: str) -> int:
    """Fill an empty database with a backup; returns how many rows. All or nothing."""
    _check(file)
    with tempfile.TemporaryDirectory() as folder:
        # A copy, since an older backup is first brought up to date.
        copy = Path(folder) / "backup.db"
        shutil.copyfile(file, copy)
        try:
            source = connect(f"sqlite:///{copy}")
        except CommandError:
            raise StoreError(f"{file}: made by a later version; install that one first") from None
        target = connect(url)
        try:
            with source.connect() as read, target.begin() as write:
                for table in Base.metadata.sorted_tables:
                    if _count(write, table):
                        raise StoreError(
                            "expected an empty database to restore into; stop the servers and give "
                            "another one, or move the present one away"
                        )
                return _copy(read, write)
        finally:
            source.dispose()
            target.dispose()


def _check(file: Path) -> None:
    with file.open("rb") as opened:
        whole = opened.read(len(MAGIC)) == MAGIC
    if whole:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as found:
            tables = {row[0] for row in found.execute("SELECT name FROM sqlite_master")}
        whole = tables >= {"alembic_version", "users", "matches", "entries"}
    if not whole:
        raise StoreError(f"{file}: expected a backup")


def _copy(read: Connection, write: Connection) -> int:
    count = 0
    for table in Base.metadata.sorted_tables:
        rows = read.execution_options(yield_per=CHUNK).execute(select(table))
        for chunk in rows.mappings().partitions(CHUNK):
            write.execute(insert(table), [dict(row) for row in chunk])
            count += len(chunk)
    return count


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())
