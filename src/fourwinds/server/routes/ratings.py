"""Routes of ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from fourwinds.core.registry import game as find_game
from fourwinds.server.dependencies import Anyone, Somebody, TheRegistry
from fourwinds.server.wire.people import RatingOut, UserId
from fourwinds.store.ratings import Ratings

router = APIRouter(tags=["ratings"])


@router.get("/ratings")
async def table(
    user: Anyone,
    registry: TheRegistry,
    game: Annotated[str, Query(max_length=40)],
    players: Annotated[int, Query(ge=2, le=16, description="For how many players.")],
) -> list[RatingOut]:
    """The best first; bots stand among the people."""
    find_game(game)
    rows = await registry.call_store(Ratings(registry.store.engine).table, game, players)
    return [RatingOut(**row) for row in rows]


@router.get("/me/ratings")
async def mine(user: Somebody, registry: TheRegistry) -> list[RatingOut]:
    return [
        RatingOut(**row)
        for row in await registry.call_store(Ratings(registry.store.engine).of, user.id)
    ]


@router.get("/users/{person}/ratings")
async def of_person(person: UserId, user: Anyone, registry: TheRegistry) -> list[RatingOut]:
    return [
        RatingOut(**row)
        for row in await registry.call_store(Ratings(registry.store.engine).of, person)
    ]
