"""Routes of foresight: what would follow from an action, as far as its seat can know."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from fourwinds.server.identity import Somebody, TheHall
from fourwinds.server.wire import MatchId, PreviewsIn, SeatNumber

router = APIRouter(tags=["play"], prefix="/matches/{match}")


@router.get("/preview")
async def preview(
    match: MatchId,
    user: Somebody,
    hall: TheHall,
    seat: Annotated[SeatNumber, Query()],
    action: Annotated[int, Query(ge=0, le=2**31)],
) -> dict[str, Any]:
    """What would follow from an action of one's own."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        return live.match.previews(user.id, seat, [action])[0]


@router.post("/previews")
async def previews(
    match: MatchId, body: PreviewsIn, user: Somebody, hall: TheHall
) -> dict[int, dict[str, Any]]:
    """The same of many actions at once."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        found = live.match.previews(user.id, body.seat, body.actions)
    return dict(zip(body.actions, found, strict=True))
