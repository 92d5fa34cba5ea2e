"""Routes of the lobby: tables to join, matches to watch, replays to read, a match to be found."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from fourwinds import bots
from fourwinds.core.registry import game as find_game
from fourwinds.server.dependencies import Anyone, Somebody, TheMatchmaker, TheRegistry
from fourwinds.server.localisation import Lang, call_seats
from fourwinds.server.matchmaking.matchmaker import Wish
from fourwinds.server.routes.matches import check_rated
from fourwinds.server.wire.lobby import FindIn, FoundOut, LiveTable, OpenTable, Pace, ReplayListed
from fourwinds.store.lobby import Lobby, Sought

router = APIRouter(tags=["lobby"], prefix="/lobby")
SHOWN = 12
CLOSE = 0.05
"""A lead of so small a share of the winner's score was close."""
Game = Annotated[str | None, Query(max_length=40)]
Players = Annotated[int | None, Query(ge=2, le=16)]


@router.get("/tables")
async def tables(
    user: Anyone,
    registry: TheRegistry,
    game: Game = None,
    players: Players = None,
    pace: Pace | None = None,
    rated: bool | None = None,
) -> list[OpenTable]:
    """Tables with a seat for anybody, the newest first."""
    lobby = Lobby(registry.store.engine)
    rows = await registry.call_store(lobby.tables, Sought(game, players, pace, rated))
    return [OpenTable(**row) for row in rows]


@router.get("/live")
async def live(
    user: Anyone, registry: TheRegistry, game: Game = None, players: Players = None
) -> list[LiveTable]:
    """Public matches being played. A spectator sees no secret, and no more than its delay allows;
    how far a match has come is not told here."""
    lobby = Lobby(registry.store.engine)
    rows = await registry.call_store(lobby.watchable, Sought(game, players))
    return [LiveTable(**row) for row in rows]


@router.get("/replays")
async def replays(
    user: Anyone, registry: TheRegistry, lang: Lang, game: Game = None
) -> list[ReplayListed]:
    """The best of the last public matches: between people, rated, strong and close ones first."""
    rows = await registry.call_store(Lobby(registry.store.engine).recent, game)
    out = []
    for row in sorted(rows, key=worth, reverse=True)[:SHOWN]:
        call_seats(lang, row["game"], row["seats"])
        kept = {name: row[name] for name in ("match", "game", "players", "rated", "ended", "seats")}
        out.append(ReplayListed.model_validate(kept | {"close": row["lead"] <= CLOSE}))
    return out


def worth(row: dict[str, Any]) -> float:
    """How much a replay is worth reading: people among themselves, of some strength, and close."""
    close = max(0.0, 1 - row["lead"] / 0.5)
    return float(row["people"] + row["rated"] + 2 * close + max(0.0, row["strength"]) / 10)


@router.post("/find", status_code=201)
async def find(body: FindIn, user: Somebody, matchmaker: TheMatchmaker) -> FoundOut:
    """Find somebody a match: he sits down at a table that waits, or at one made for him.

    It begins when it is full, or after the wait with bots in the seats that are left.
    """
    bots.make(body.bot, 0)
    wait = None if body.wait is None else 1000 * body.wait
    wish = Wish(find_game(body.game).id, body.players, body.pace, body.rated, wait, body.bot)
    check_rated(wish.setup(), user)
    return FoundOut(id=await matchmaker.find(wish, user))
