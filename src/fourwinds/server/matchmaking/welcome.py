"""Who may sit down with whom: nobody sits with somebody who blocks him.

Who sits down with somebody he blocks himself does so knowingly; he does not hear what that one
says.
"""

from __future__ import annotations

from collections.abc import Collection

from fourwinds.match.match import Match
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.store.friends import Friends


async def seated(registry: MatchRegistry, match: str) -> list[str]:
    """The people at a table, with its host."""
    live = await registry.get(match)
    holders = {seat.holder for seat in live.match.seats if seat.holder is not None}
    return sorted(holders | {live.match.host})


async def check_welcome(registry: MatchRegistry, user: str, others: Collection[str]) -> None:
    """Raises where one of the others blocks somebody; it is not told who."""
    friends = Friends(registry.store.engine)
    if await registry.call_store(friends.blockers, user, sorted(others)):
        raise not_welcome()


def not_welcome() -> ServerError:
    return ServerError("not-welcome", "expected people who let you sit with them")


def mute(table: Match, user: str, blocked: Collection[str], now: int) -> None:
    """Let somebody hear nothing of those he blocks."""
    if table.seats_of(user):
        for number, seat in enumerate(table.seats):
            if seat.holder in blocked and seat.holder != user:
                table.mute(user, number, True, now)
