"""The log as it is stored: kind, seat and user of an entry, and the rest as JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

from fourwinds.core.errors import FourWindsError, shown
from fourwinds.match.log import Content, Entry
from fourwinds.match.plain import BadShape, from_json, to_json

KINDS: dict[str, type[Content]] = {kind.kind: kind for kind in get_args(Content)}
COLUMNS = ("seat", "user")
_OWN = {
    kind: [field.name for field in fields(kind) if field.name in COLUMNS] for kind in KINDS.values()
}


class LogError(FourWindsError):
    """A log that cannot be read: which match, which entry, and what was expected."""

    code = "bad-log"

    def __init__(self, match: str, number: object, expected: str) -> None:
        self.match = match
        self.number = number
        self.expected = expected
        super().__init__(f"match {match}, entry {number}: {expected}")


def row_of(entry: Entry) -> dict[str, Any]:
    """The columns of an entry; `data` is JSON."""
    content = entry.content
    data = to_json(content)
    columns = {name: data.pop(name, None) for name in COLUMNS}
    return {
        "number": entry.number,
        "time": entry.time,
        "kind": content.kind,
        **columns,
        "data": data,
    }


def entry_of(
    match: str, number: int, time: int, kind: str, seat: int | None, user: str | None, data: Any
) -> Entry:
    """The inverse of row_of; raises LogError."""
    found = KINDS.get(kind)
    if found is None:
        raise LogError(match, number, f"expected a kind of entry, got {shown(kind)}")
    if not isinstance(data, dict):
        raise LogError(match, number, f"{kind}: expected an object, got {shown(data)}")
    columns: dict[str, object] = {"seat": seat, "user": user}
    own = {name: columns[name] for name in _OWN[found]}
    try:
        return Entry(number, time, from_json(found, {**data, **own}))
    except BadShape as error:
        raise LogError(match, number, f"{kind}: {error}") from None
