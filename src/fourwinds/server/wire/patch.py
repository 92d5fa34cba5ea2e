"""Patches: what has changed between two JSON values, so that a push need not carry all of it.

A change is one of
    [value]                      the new value
    []                           the field is gone (in an object)
    [at, removed, *inserted]     in a list: at that index this number of items goes, these come
    {name or index: change}      changes within an object, or within a list of the same length
and a picture that has not changed has the change {}. It is RFC 6902 with nested paths: a push of
ours has many changes below the same few fields. A patch is a function of the two pictures alone, so
that its size and order tell nothing that they do not.

Fields keep their type: 1 and true are not told apart. `web/src/wire/patch.ts` is the same for the
page; tests/wire/patches.json has examples that both must read alike.
"""

from __future__ import annotations

from typing import Any

Change = dict[str, Any] | list[Any]
SAME: Change = {}


def difference(old: Any, new: Any) -> Change:
    """The change that makes `new` of `old`."""
    if isinstance(new, dict):
        if isinstance(old, dict):
            return _of_objects(old, new)
    elif isinstance(new, (list, tuple)) and isinstance(old, (list, tuple)):
        # Compiled, a union would be made anew for every question.
        return _of_lists(old, new)
    return SAME if old == new else [new]


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> Change:
    changes: dict[str, Any] = {}
    for name, value in new.items():
        if name not in old:
            changes[name] = [value]
            continue
        before = old[name]
        if before is not value and before != value:
            within = difference(before, value)
            if within:
                changes[name] = within
    for name in old:
        if name not in new:
            changes[name] = []
    return changes


def _of_lists(old: Any, new: Any) -> Change:
    if len(old) == len(new):
        changes: dict[str, Any] = {}
        for index, value in enumerate(new):
            before = old[index]
            if before is not value and before != value:
                within = difference(before, value)
                if within:
                    changes[str(index)] = within
        # Where most is new, the list as it is now is shorter.
        return [list(new)] if changes and 2 * len(changes) > len(new) + 1 else changes
    start, most = 0, min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [start, len(old) - start - end, *new[start : len(new) - end]]


def patched(old: Any, change: Any) -> Any:
    """The value after a change; `old` stays as it is."""
    if isinstance(change, list):
        if len(change) == 1:
            return change[0]
        at, removed, *inserted = change
        return [*old[:at], *inserted, *old[at + removed :]]
    if isinstance(old, list):
        out = list(old)
        for index, within in change.items():
            out[int(index)] = patched(old[int(index)], within)
        return out
    fields = dict(old)
    for name, within in change.items():
        if within == []:
            del fields[name]
        else:
            fields[name] = patched(fields.get(name), within)
    return fields
