"""What comes instead of an answer."""

from __future__ import annotations

from fourwinds.server.wire.base import Problem, Wire
from fourwinds.server.wire.matches import Message


class Trouble(Wire):
    """What comes instead of an answer. A stale action also gets the present state."""

    error: Problem
    present: Message | None
