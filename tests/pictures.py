"""What a client does with pushes: the picture it has, and what has changed of it."""

from __future__ import annotations

from typing import Any

from fourwinds.server.wire.patch import patched


def following(before: dict[str, Any] | None, push: dict[str, Any]) -> dict[str, Any]:
    """The whole message after a push."""
    if "patch" not in push:
        return push
    assert before is not None
    assert push["push"] == before["push"] + 1
    new = {name: push[name] for name in ("push", "number", "now", "updates")}
    message: dict[str, Any] = patched(before, push["patch"])
    return {**message, **new}
