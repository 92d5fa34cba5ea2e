"""The standing league of bots: an arena for each game and day, begun when the first program comes.

Programs enter by the bot API and play one another; where too few wait, bots of the house sit down
with them. Every table is rated, so that strength is known the better the more is played.
"""

from __future__ import annotations

from fourwinds.core.registry import game as find_game
from fourwinds.match.clock import MOVE, ClockSetup
from fourwinds.match.daily import day_of
from fourwinds.server.tournaments.runner import Live, TournamentRunner, begin, next_number
from fourwinds.server.tournaments.terms import Terms
from fourwinds.store.store import Behind
from fourwinds.store.tournaments import Agreed, Player
from fourwinds.tournaments.plan import ARENA, MOST_PLAYERS, Plan
from fourwinds.tournaments.state import ENTRY
from fourwinds.tournaments.tournament import Tournament

HOUSE = ("deckhand", "mate", "apprentice", "captain:100ms")
DAY = 24 * 3600_000
SECONDS_A_MOVE = 30


def name_of(game: str, now: int) -> str:
    return f"bots/{game}/{day_of(now)}"


async def today(runner: TournamentRunner, game: str) -> str:
    """The league of a game on this day, begun now if it has not."""
    registry = runner.registry
    now, call = registry.sources.now(), registry.call_store
    league = name_of(game, now)
    found = await call(runner.store.of_league, league)
    if found is None:
        found = await _make(runner, game, league, now)
    if (await runner.find(found)).tournament.status == ENTRY:
        await runner.execute(found, _start)
    return found


def _start(live: Live, now: int) -> list[Player]:
    """Begin the league with the server's own bots, which rest until a program waits."""
    there, house = live.tournament, []
    if there.status == ENTRY:
        for number, bot in enumerate(HOUSE, next_number(live)):
            there.enter(number, now)
            house.append(Player(number, None, bot, bot))
        begin(live, now, [])
    return house


async def _make(runner: TournamentRunner, game: str, league: str, now: int) -> str:
    size = find_game(game).usual_players
    plan = Plan(ARENA, size=size, least=min(find_game(game).seats), lasts=DAY, most=MOST_PLAYERS)
    terms = Terms(size, clock=ClockSetup(MOVE, SECONDS_A_MOVE), rated=True, programs=True)
    terms.check(game, plan)
    new = runner.registry.sources.new_id()
    agreed = Agreed(new, find_game(game).title, None, game, terms.json(), now, league)
    call = runner.registry.call_store
    await call(runner.store.add, agreed, Tournament.plan_new(plan, now), None)
    found = await call(runner.store.of_league, league)
    if found is None:
        raise Behind
    return found
