"""Routes of foresight: what would follow from an action, and what a captain would do."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from fourwinds.server.identity import Somebody, TheAdviser, TheHall
from fourwinds.server.replays import line_words
from fourwinds.server.speaking import Lang, names_of, texts
from fourwinds.server.wire import (
    Advised,
    Hint,
    HintIn,
    MatchId,
    Preview,
    PreviewsIn,
    SeatNumber,
    answer,
)

router = APIRouter(tags=["play"], prefix="/matches/{match}")


@router.get("/preview", response_model=Preview)
async def preview(
    match: MatchId,
    user: Somebody,
    hall: TheHall,
    seat: Annotated[SeatNumber, Query()],
    action: Annotated[int, Query(ge=0, le=2**31)],
) -> Response:
    """What would follow from an action of one's own, as far as one can know."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        found = live.match.previews(user.id, seat, [action])
    return answer(found[0])


@router.post("/previews", response_model=dict[int, Preview])
async def previews(match: MatchId, body: PreviewsIn, user: Somebody, hall: TheHall) -> Response:
    """The same of many actions at once."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        found = live.match.previews(user.id, body.seat, body.actions)
    return answer(dict(zip(body.actions, found, strict=True)))


@router.post("/hint")
async def hint(
    match: MatchId, body: HintIn, user: Somebody, adviser: TheAdviser, lang: Lang
) -> Hint:
    """What a captain would consider in one's own seat; not in rated matches."""
    found = await adviser.hint(match, user.id, body.seat)
    table = (await adviser.hall.live(match)).match
    own = texts(lang, table.setup.game)
    names = names_of(own, table.seats_shown())
    return Hint(
        actions=[
            Advised(
                action=each["action"],
                text=each["text"],
                words=own.action(each["described"], names),
                visits=each["visits"],
                share=each["chance"],
                low=each["low"],
                high=each["high"],
                points=each["points"],
                line=line_words(own, names, each["line"]),
            )
            for each in found
        ]
    )
