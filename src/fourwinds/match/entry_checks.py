"""Whether an entry of a log can stand where it does: a stored log may be damaged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fourwinds.match.log import (
    Asked,
    BotSeated,
    Content,
    Created,
    DealOpened,
    Ended,
    Entry,
    Forgotten,
    LineRemoved,
    Played,
    Retracted,
    Started,
    Undone,
)
from fourwinds.match.log_json import LogError
from fourwinds.match.status import OPEN, OVER, RUNNING

if TYPE_CHECKING:
    from fourwinds.match.state import MatchState

NEEDS: dict[type[Content], str] = {
    BotSeated: OPEN,
    DealOpened: OVER,
    Started: OPEN,
    Played: RUNNING,
    Retracted: RUNNING,
    Undone: RUNNING,
}
"""The status in which alone such an entry can come."""


def check(match: MatchState, entry: Entry) -> None:
    """Raise LogError where the entry cannot come next in the match."""
    content, expected = entry.content, match.number + 1
    if entry.number != expected:
        raise LogError(match.id, entry.number, f"expected entry {expected}")
    if isinstance(content, Created) != (entry.number == 1):
        raise LogError(match.id, entry.number, "expected 'created' as the first entry alone")
    problem = None
    if NEEDS.get(type(content), match.status) != match.status:
        problem = f"expected no '{content.kind}' now"
    elif not isinstance(content, Created):
        problem = _misfit(match, content)
    if problem is not None:
        raise LogError(match.id, entry.number, problem)


def _misfit(match: MatchState, content: Content) -> str | None:
    """What was expected of numbers that name a seat, a line or moves of the match."""
    seats = [getattr(content, "seat", 0)]
    lines: Sequence[int] = ()
    if isinstance(content, Asked):
        seats += content.asks
    elif isinstance(content, Forgotten):
        seats += content.seats
        lines = content.lines
    elif isinstance(content, LineRemoved):
        lines = [content.line]
    elif isinstance(content, Undone) and not 0 <= content.to <= len(match.moves):
        return f"expected at most {len(match.moves)} moves"
    elif isinstance(content, Played | Retracted):
        back = content.count if isinstance(content, Retracted) else content.instead
        mine = sum(move.seat == content.seat for move in match.moves) if back else 0
        if not 0 <= back <= mine:
            return f"expected at most {mine} moves to be taken back"
    elif isinstance(content, Ended):
        for name in ("scores", "ranking"):
            if len(getattr(content, name) or match.seats) != len(match.seats):
                return f"expected {len(match.seats)} {name}"
    if min(seats) < 0 or max(seats) >= len(match.seats):
        return f"expected a seat below {len(match.seats)}"
    if lines and not all(0 < line <= len(match.lines) for line in lines):
        return "expected a line of the chat"
    return None
