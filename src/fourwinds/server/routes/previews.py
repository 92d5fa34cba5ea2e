"""Routes of previews and hints: what would follow from an action, what a captain would do."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from fourwinds.core.reasons import measured
from fourwinds.core.rules import Rules
from fourwinds.core.words import Words
from fourwinds.server.dependencies import Somebody, TheAnalyser, TheRegistry, TheWork
from fourwinds.server.localisation import Lang, names_of, texts
from fourwinds.server.routes.replays import line_words, reason_words
from fourwinds.server.wire.base import MatchId, Preview, SeatNumber, answer
from fourwinds.server.wire.replays import Advised, Hint, HintIn, PreviewsIn

router = APIRouter(tags=["play"], prefix="/matches/{match}")


@router.get("/preview", response_model=Preview)
async def preview(
    match: MatchId,
    user: Somebody,
    registry: TheRegistry,
    seat: Annotated[SeatNumber, Query()],
    action: Annotated[int, Query(ge=0, le=2**31)],
) -> Response:
    """What would follow from an action of one's own, as far as one can know."""
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id, None, None)
        view = live.match.view_to_decide(user.id, seat)
    return answer(live.match.rules.preview(view, action))


@router.post("/previews", response_model=dict[int, Preview])
async def previews(
    match: MatchId, body: PreviewsIn, user: Somebody, work: TheWork, registry: TheRegistry
) -> Response:
    """The same of many actions at once."""
    actions = [*dict.fromkeys(body.actions)]
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id, None, None)
        view = live.match.view_to_decide(user.id, body.seat)
    return answer(await work(_previews, live.match.rules, view, actions))


@router.post("/hint")
async def hint(
    match: MatchId, body: HintIn, user: Somebody, analyser: TheAnalyser, lang: Lang
) -> Hint:
    """What an admiral would consider in one's own seat; not in rated matches."""
    found = await analyser.hint(match, user.id, body.seat)
    table = (await analyser.registry.get(match)).match
    own = texts(lang, table.setup.game)
    names = names_of(own, table.seats_shown())
    return hint_words(own, names, found)


def _previews(rules: Rules, view: dict[str, Any], actions: list[int]) -> dict[int, Any]:
    return {action: rules.preview(view, action) for action in actions}


def hint_words(own: Words, names: list[str], found: list[dict[str, Any]]) -> Hint:
    """What a worker found, in words."""
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
                reasons=reason_words(own, names, each),
                measured=each.get("why") is not None and measured(each["why"]),
            )
            for each in found
        ]
    )
