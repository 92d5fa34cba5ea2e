"""Routes of the deal of the day: the same deal for everybody, one try each, compared.

While the day lasts nobody sees a match of it but its player, nor the board before he is through.
"""

from __future__ import annotations

import contextlib
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.exc import IntegrityError

from fourwinds.arena.duplicate import Result, compare
from fourwinds.core.registry import game as find_game
from fourwinds.match import fairness
from fourwinds.match.daily import after, day_of, end_of
from fourwinds.match.match import Match
from fourwinds.match.setup import BOT, ME, MatchSetup, SeatSetup
from fourwinds.match.status import OPEN
from fourwinds.server.dependencies import Anyone, Somebody, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.matchmaking.daily_deals import draw
from fourwinds.server.wire.daily import DailyBoard, DailyGame, DailyOut, DailyRow, DailyTry
from fourwinds.server.wire.matches import MatchMade
from fourwinds.store.daily import SEAT, Daily, Deal
from fourwinds.store.people import User
from fourwinds.store.store import Behind

router = APIRouter(tags=["daily"], prefix="/daily")
Day = Annotated[str, Path(pattern=r"^20\d\d-(0\d|1[0-2])-([0-2]\d|3[01])$")]
GameId = Annotated[str, Path(max_length=40)]


@router.get("")
async def today(user: Anyone, registry: TheRegistry) -> DailyOut:
    """The deals of today, and what tomorrow's are bound to."""
    day, daily, call = await draw(registry), Daily(registry.store.engine), registry.call_store
    mine = {} if user is None else await call(daily.tries_of, day, user.id)
    finished = await call(daily.counts, day)
    deals = await call(daily.deals, day)
    tomorrow = await call(daily.deals, after(day))
    return DailyOut(
        day=day,
        ends=end_of(day),
        games=[
            DailyGame(
                game=deal.game,
                players=deal.players,
                bot=deal.bot,
                commitment=fairness.commitment(deal.secret),
                finished=finished.get(deal.game, 0),
                mine=_try(mine.get(deal.game)),
            )
            for deal in deals
        ],
        tomorrow={deal.game: fairness.commitment(deal.secret) for deal in tomorrow},
    )


def _try(found: tuple[str, bool] | None) -> DailyTry | None:
    return None if found is None else DailyTry(match=found[0], over=found[1])


@router.post("/{game}", status_code=201)
async def begin(game: GameId, user: Somebody, registry: TheRegistry) -> MatchMade:
    """Begin one's try at the deal of today, or go on with it."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    day, daily = await draw(registry), Daily(registry.store.engine)
    deal = await registry.call_store(daily.deal, day, find_game(game).id)
    if deal is None:
        raise ServerError("not-found", "expected a game with a deal of the day")
    new, now = registry.sources.new_id(), registry.sources.now()
    match = await registry.call_store(daily.take, deal, user.id, new, now)
    if not await registry.call_store(registry.store.numbers, [match]):
        # Begun twice at once, both go on with the same.
        with contextlib.suppress(Behind, IntegrityError):
            await registry.create(_setup(deal), user.id, user.name, match, deal.secret)

    def start(table: Match, now: int) -> None:
        if table.status == OPEN:
            table.start(user.id, now)

    await registry.execute(match, start, user.id)
    return MatchMade(id=match, invitations={})


def _setup(deal: Deal) -> MatchSetup:
    seats = [SeatSetup(BOT, deal.bot)] * deal.players
    seats[SEAT] = SeatSetup(ME)
    return MatchSetup(deal.game, tuple(seats), private=True, daily=deal.day)


@router.get("/{day}/{game}")
async def board(day: Day, game: GameId, user: Anyone, registry: TheRegistry) -> DailyBoard:
    """What everybody made of a deal: for who has played it, and for all when the day is over."""
    call, daily = registry.call_store, Daily(registry.store.engine)
    deal = None if day > day_of(registry.sources.now()) else await call(daily.deal, day, game)
    if deal is None:
        raise ServerError("not-found", "expected a day and game that had a deal")
    over = registry.sources.now() >= end_of(day)
    mine = {} if user is None else await call(daily.tries_of, day, user.id)
    own = _try(mine.get(game))
    shown = over or (own is not None and own.over)
    rows = await call(daily.results, day, game)
    return DailyBoard(
        day=day,
        game=game,
        commitment=fairness.commitment(deal.secret),
        made=deal.made,
        over=over,
        secret=deal.secret.hex() if over else None,
        mine=own,
        finished=len(rows),
        board=_compared(rows, user, over) if shown else None,
    )


def _compared(rows: list[dict[str, object]], user: User | None, over: bool) -> list[DailyRow]:
    """Everybody against everybody else, the best first."""
    found = compare(
        Result(str(row["match"]), "", SEAT, float(str(row["score"])), float(str(row["place"])))
        for row in rows
    )
    out = [
        DailyRow(
            user=str(row["user"]),
            name=str(row["name"]),
            mine=user is not None and row["user"] == user.id,
            score=int(each.result.score),
            place=int(each.result.place),
            matchpoints=each.matchpoints,
            difference=each.difference,
            match=str(row["match"]) if over else None,
        )
        for row, each in zip(rows, found, strict=True)
    ]
    return sorted(out, key=lambda row: (-row.score, row.place))
