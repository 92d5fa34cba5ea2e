"""Draws the deals of the day, a day ahead, so that what they are bound to is known before."""

from __future__ import annotations

import fourwinds as fw
from fourwinds.match.daily import after, day_of
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.store.daily import Daily

FIELD = "mate"  # plays alike each time, whatever the machine


async def draw(registry: MatchRegistry) -> str:
    """Draw the deals of today and tomorrow, if they are not drawn; returns today."""
    now, daily = registry.sources.now(), Daily(registry.store.engine)
    today = day_of(now)
    games = [(game, fw.game(game).usual_players) for game in fw.games()]
    for day in (today, after(today)):
        await registry.call_store(daily.ensure, day, games, FIELD, now)
    return today
