"""Statements that are built and compiled once, for what the store is asked with every move.

Building and looking up a statement anew costs SQLAlchemy ten times what the database needs to carry
it out. Values go to the driver as they are: JSON as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import (
    JSON,
    Connection,
    Dialect,
    Executable,
    Integer,
    Table,
    bindparam,
    insert,
    inspect,
)
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError

MANY = "several"
MARKS = {"sqlite": "?", "postgresql": "%s"}


class Prepared:
    """A statement with named values, carried out for each of several rows of them."""

    def __init__(self, statement: Executable) -> None:
        self._statement: Any = statement
        self._compiled: dict[str, tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Returns how many rows of the table it met."""
        sql, names = self._for(connection.dialect)
        values: Any = rows
        if names is not None:
            values = [tuple(row[name] for name in names) for row in rows]
        cursor = connection.connection.cursor()
        try:
            if len(values) == 1:
                cursor.execute(sql, values[0])  # psycopg asks less often than for many
            else:
                cursor.executemany(sql, values)
            return int(cursor.rowcount)
        except connection.dialect.loaded_dbapi.Error as error:
            raise _as_sqlalchemy(connection, cursor, sql, error) from error

    def _for(self, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
        found = self._compiled.get(dialect.name)
        if found is None:
            made = self._statement.compile(dialect=dialect)
            found = self._compiled[dialect.name] = str(made), made.positiontup
        return found


class Additions:
    """Rows added to a table whose columns are all given: numbers, texts and JSON.

    PostgreSQL takes them as one list for each column, in one statement; a statement for each row
    costs it, and us, several times as much.
    """

    def __init__(self, table: Any) -> None:
        self._each = Prepared(insert(table).inline())
        self._table: Table = inspect(table).local_table
        self._together = ""

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Returns how many rows were added."""
        if connection.dialect.name != "postgresql" or len(rows) == 1:
            return self._each.run(connection, rows)
        if not self._together:
            self._together = self._as_lists(connection.dialect)
        lists = [[row[column.name] for row in rows] for column in self._table.columns]
        return int(execute(connection, self._together, lists).rowcount)

    def _as_lists(self, dialect: Dialect) -> str:
        quoted = dialect.identifier_preparer.quote
        names, lists, values = [], [], []
        for place, column in enumerate(self._table.columns):
            number = isinstance(column.type, Integer)
            json_type = isinstance(column.type, JSON)
            names.append(quoted(column.name))
            lists.append(f"%s::{'bigint' if number else 'text'}[]")
            cast = f"::{column.type.compile(dialect)}" if json_type else ""
            values.append(f"v{place}{cast}")
        given = ", ".join(f"v{place}" for place in range(len(names)))
        return (
            f"INSERT INTO {quoted(self._table.name)} ({', '.join(names)}) "
            f"SELECT {', '.join(values)} FROM unnest({', '.join(lists)}) AS given ({given})"
        )


class Among(Prepared):
    """A question whose only values are those of a list, `several`."""

    def ask(self, connection: Connection, values: Sequence[object]) -> list[Any]:
        sql, _ = self._for(connection.dialect)
        marks = ", ".join([MARKS[connection.dialect.name]] * len(values))
        sql = sql.replace(f"__[POSTCOMPILE_{MANY}]", marks)
        return [*execute(connection, sql, values).fetchall()]


def execute(connection: Connection, sql: str, values: Sequence[object] = ()) -> DBAPICursor:
    """Carry it out by a cursor of the driver's own; its errors become those of SQLAlchemy."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(sql, tuple(values))
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy(connection, cursor, sql, error) from error
    return cursor


def _as_sqlalchemy(
    connection: Connection, cursor: DBAPICursor, sql: str, error: Any
) -> BaseException:
    dialect = connection.dialect
    gone = dialect.is_disconnect(error, connection.connection.dbapi_connection, cursor)
    kind: Any = dialect.loaded_dbapi.Error
    raised: BaseException = DBAPIError.instance(sql, None, error, kind, True, gone, dialect)
    if gone:
        connection.invalidate(error)
    return raised


def several() -> Any:
    """The place of the list in an Among."""
    return bindparam(MANY, expanding=True)


def written(data: Mapping[str, Any]) -> str:
    """JSON as a driver takes it; in plain ASCII where UTF-8 cannot hold what a stranger sent."""
    try:
        return orjson.dumps(data).decode()
    except TypeError:
        return json.dumps(data)
