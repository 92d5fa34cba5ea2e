"""The connection to the database, and that what it acknowledges is on disk."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError

from fourwinds.core.errors import FourWindsError
from fourwinds.store.prepared import execute

MIGRATIONS = Path(__file__).parent / "migrations"
FULL = 2
LEAST_FREE = 64 * 1024 * 1024  # below that a server takes no more than what is under way
TIMEOUT = 30
RESTED = 1.0
PURGE_TIMEOUT = 5
PATIENCE = 50  # milliseconds; a longer read holds up no writer
LOCK = 4_049_001  # of PostgreSQL's advisory locks, for migrations


class StoreError(FourWindsError):
    code = "store"


def connect(url: str) -> Engine:
    """The engine of a database, ready for use: its promises checked, its tables up to date."""
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreError("database: expected sqlite:///FILE or postgresql://...") from None
    if address.get_backend_name() == "sqlite":
        engine = create_engine(address, connect_args={"timeout": TIMEOUT}, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin)
    elif address.get_backend_name() == "postgresql":
        engine = create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_size=8,
            hide_parameters=True,
            connect_args={"connect_timeout": 5},
        )
        event.listen(engine, "checkout", _ping)
    else:
        raise StoreError("database: expected an address of sqlite or postgresql")
    try:
        with engine.begin() as connection:
            promise(connection)
            migrate(connection)
    except DBAPIError as error:
        engine.dispose()
        shown = address.render_as_string(hide_password=True)
        first = str(error.orig).strip().partition("\n")[0]
        raise StoreError(f"database: {shown} cannot be used: {first}{_advice(first)}") from None
    return engine


def _advice(trouble: str) -> str:
    """What an operator does about it."""
    if "not a database" in trouble or "malformed" in trouble:
        return "; the file is damaged: move it away and restore a backup (fourwinds admin restore)"
    return ""


def check_disk(engine: Engine) -> None:
    """Raises if there is no room to write: on the disk of SQLite, or as PostgreSQL says."""
    if engine.dialect.name == "sqlite":
        file = engine.url.database
        if file and file != ":memory:":
            free = shutil.disk_usage(Path(file).absolute().parent).free
            if free < LEAST_FREE:
                raise StoreError(f"expected {LEAST_FREE} bytes free on the disk, got {free}")
        return
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    settings = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
    # What is deleted is overwritten, so that no copy of the file still holds it.
    for setting in (*settings, "secure_delete = ON"):
        connection.execute(f"PRAGMA {setting}")


def _ping(connection: Any, record: Any, proxy: object) -> None:
    """Whether the database is still there is asked of a connection that was not used of late; to
    ask each time would cost a quarter of what a move costs."""
    now = time.monotonic()
    before, record.info["used"] = record.info.get("used", now), now
    if now - before > RESTED:
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except Exception as error:
            raise DisconnectionError from error


def _begin(connection: Connection) -> None:
    """A writer takes its turn at once; it could not wait for it later without starting anew."""
    reads = connection.get_execution_options().get("reads")
    execute(connection, "BEGIN" if reads else "BEGIN IMMEDIATE")


def reader(engine: Engine) -> Engine:
    """The same database for reading alone."""
    return engine.execution_options(reads=True)


def impatient(engine: Engine) -> Connection:
    """A connection to SQLite that waits for nobody: not for its turn to write, which is an error
    then, and not for the log to be tidied."""
    connection = engine.connect()
    for setting in ("busy_timeout = 0", "wal_autocheckpoint = 0"):
        execute(connection, f"PRAGMA {setting}")
    return connection


def tidy(connection: Connection) -> None:
    """Bring the log of SQLite to its place: most of it while others write, the rest in between."""
    execute(connection, f"PRAGMA busy_timeout = {PATIENCE}")
    try:
        for mode in ("PASSIVE", "FULL"):
            execute(connection, f"PRAGMA wal_checkpoint({mode})").fetchall()
    finally:
        execute(connection, f"PRAGMA busy_timeout = {1000 * TIMEOUT}")


def purge(connection: Connection) -> bool:
    """Empty the log of SQLite, waiting for those who read and write; whether it is empty then.

    What was overwritten in the database may still stand in the log until then.
    """
    execute(connection, f"PRAGMA busy_timeout = {1000 * PURGE_TIMEOUT}")
    try:
        busy = execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]
    finally:
        execute(connection, f"PRAGMA busy_timeout = {1000 * TIMEOUT}")
    return not busy


def promise(connection: Connection) -> None:
    """Acknowledged means on disk: the settings that promise it must be in force."""
    if connection.dialect.name == "sqlite":
        # A database in memory has no disk to write to; it is for tests.
        mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        synchronous = connection.execute(text("PRAGMA synchronous")).scalar_one()
        if mode not in ("wal", "memory") or synchronous != FULL:
            raise StoreError(f"expected journal wal and synchronous 2, got {mode}, {synchronous}")
        return
    for name in ("fsync", "synchronous_commit", "full_page_writes"):
        value = connection.execute(text(f"SHOW {name}")).scalar_one()
        if value == "off":
            raise StoreError(f"expected the database to run with {name} on")


def migrate(connection: Connection) -> None:
    """Bring the tables up to date; several servers may start at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    if at_head(connection):
        return
    # Only needed now; it takes long to load.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "heads")


def at_head(connection: Connection) -> bool:
    """Whether every step towards the present tables has been made."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    made = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
    return set(made) == heads()


def heads() -> set[str]:
    """The last steps: those no other step follows."""
    texts = [path.read_text(encoding="utf-8") for path in (MIGRATIONS / "versions").glob("*.py")]
    steps = {step for found in texts for step in re.findall(r'^revision = "(\w+)"', found, re.M)}
    before = {step for found in texts for step in re.findall(r'^down_.*"(\w+)"', found, re.M)}
    return steps - before
