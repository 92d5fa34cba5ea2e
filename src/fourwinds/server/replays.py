"""Routes of finished matches: record, replay, moves, judgement, and going on from a position."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from fourwinds.core.words import Verbatim, Words
from fourwinds.match.clock import ClockSetup
from fourwinds.match.replay import Replay
from fourwinds.match.setup import OPEN, MatchSetup, SeatSetup
from fourwinds.server.identity import Anyone, Somebody, TheAdviser, TheHall
from fourwinds.server.matches import AsSeat, Invitation, made
from fourwinds.server.speaking import Lang, names_of, speak_event, texts
from fourwinds.server.wire import (
    Analysis,
    BestMove,
    ContinueIn,
    Judged,
    MatchId,
    MatchMade,
    MovePlayed,
    Replayed,
    answer,
)

router = APIRouter(tags=["replays"], prefix="/matches/{match}")


@router.get(
    "/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    match: MatchId, user: Anyone, hall: TheHall, invitation: Invitation = None
) -> Response:
    """The finished match as a record that proves its deal."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id if user else None, None, invitation)
        text = live.match.record().dumps()
    name = f'attachment; filename="{match}.txt"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@router.get("/replay", response_model=Replayed)
async def replay(
    match: MatchId,
    user: Anyone,
    hall: TheHall,
    lang: Lang,
    move: Annotated[int, Query(ge=0, le=10**6)] = 0,
    seat: AsSeat = None,
    all_open: bool = False,
    invitation: Invitation = None,
) -> Response:
    """A finished match after so many moves: from any seat, a spectator's, or with all open."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id if user else None, None, invitation)
        walk = Replay(live.match)
        found = walk.at(move, seat)
        opened = walk.open(found["move"]) if all_open else {"position": None, "views": None}
        seats = live.match.seats_shown()
    own = texts(lang, live.match.setup.game)
    names = names_of(own, seats)
    last = found["last"]
    told = [{"kind": "fact", "fact": fact} for fact in found["facts"]]
    return answer(
        {
            "move": found["move"],
            "moves": found["moves"],
            "view": found["view"],
            "facts": [speak_event(own, event, names) for event in told],
            "seat": None if last is None else last["seat"],
            "text": None if last is None else last["described"]["text"],
            "words": None if last is None else own.action(last["described"], names),
            **opened,
        }
    )


@router.get("/moves")
async def moves(
    match: MatchId, user: Anyone, hall: TheHall, lang: Lang, invitation: Invitation = None
) -> list[MovePlayed]:
    """All moves of a finished match."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id if user else None, None, invitation)
        played = Replay(live.match).played()
        seats = live.match.seats_shown()
    own = texts(lang, live.match.setup.game)
    names = names_of(own, seats)
    return [
        MovePlayed(
            move=number,
            seat=each["seat"],
            text=each["described"]["text"],
            words=own.action(each["described"], names),
        )
        for number, each in enumerate(played, 1)
    ]


@router.get("/analysis")
async def analysis(
    match: MatchId, user: Somebody, adviser: TheAdviser, lang: Lang, invitation: Invitation = None
) -> Analysis:
    """Every decision of a finished match judged by what was knowable then.

    The first call sets workers to it; ask again until it is ready. It is thought through once.
    """
    study = await adviser.study(match, user.id, invitation)
    table = (await adviser.hall.live(match)).match
    own = texts(lang, table.setup.game)
    names = names_of(own, table.seats_shown())
    done = list(study["moves"])
    return Analysis(
        status="ready" if len(done) == study["of"] else "thinking",
        done=len(done),
        of=study["of"],
        moves=_judged(own, names, done),
    )


def _judged(own: Words, names: list[str], done: list[dict[str, Any]]) -> list[Judged]:
    """With every move goes what each player thought of his chances at his own last decision."""
    chances = [1 / len(names)] * len(names)
    out = []
    for each in done:
        chances[each["seat"]] = each["chance"]
        best = each["best"]
        out.append(
            Judged(
                move=each["move"],
                seat=each["seat"],
                chances=[round(chance, 4) for chance in chances],
                loss=each["loss"],
                sure=each["sure"],
                best=BestMove(
                    action=best["action"],
                    text=best["text"],
                    words=own.action(best["described"], names),
                    line=line_words(own, names, best["line"]),
                ),
            )
        )
    return out


def line_words(own: Words, names: list[str], line: list[dict[str, Any]]) -> list[str]:
    """A likely continuation, one sentence a move."""
    return [
        own.line(
            "advice/move",
            seat=Verbatim(names[each["seat"]]),
            move=Verbatim(own.action(each["described"], names)),
        )
        for each in line
    ]


@router.post("/continue", status_code=201)
async def go_on(match: MatchId, body: ContinueIn, user: Somebody, hall: TheHall) -> MatchMade:
    """A new match, unrated, from a position of a finished one: the same deal, other players."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        old = live.match.setup
        continued = Replay(live.match).continued(body.move)
    seats = tuple(SeatSetup(seat.kind, seat.bot, seat.name) for seat in body.seats)
    setup = MatchSetup(
        game=old.game,
        seats=seats,
        options=old.options,
        components=old.components,
        clock=ClockSetup(),
        private=all(seat.kind != OPEN for seat in seats),
        continued=continued,
    )
    return made(await hall.create(setup, user.id, user.name))
