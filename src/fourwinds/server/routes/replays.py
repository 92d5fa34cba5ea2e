"""Routes of finished matches: record, replay, moves, analysis, going on from a position."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from fourwinds.core import review
from fourwinds.core.reasons import sentences
from fourwinds.core.words import Verbatim, Words
from fourwinds.match.clock import ClockSetup
from fourwinds.match.replay import Replay
from fourwinds.match.setup import OPEN, MatchSetup, SeatSetup
from fourwinds.server.dependencies import Anyone, Somebody, TheAnalyser, TheRegistry, TheWork
from fourwinds.server.localisation import Lang, names_of, speak_event, texts
from fourwinds.server.routes.matches import AsSeat, Invitation, made
from fourwinds.server.wire.base import MatchId, answer
from fourwinds.server.wire.matches import ContinueIn, MatchMade
from fourwinds.server.wire.replays import (
    Analysis,
    BestMove,
    Judged,
    Luck,
    MovePlayed,
    Replayed,
    ReplayedMatch,
    ReplayedSeat,
)

router = APIRouter(tags=["replays"], prefix="/matches/{match}")


@router.get(
    "/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    match: MatchId,
    user: Anyone,
    registry: TheRegistry,
    work: TheWork,
    invitation: Invitation = None,
) -> Response:
    """The finished match as a record that proves its deal."""
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id if user else None, None, invitation)
        over, now = live.match, registry.sources.now()
    text = await work(lambda: over.record(now).dumps())
    name = f'attachment; filename="{match}.txt"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@router.get("/replay", response_model=Replayed)
async def replay(
    match: MatchId,
    user: Anyone,
    registry: TheRegistry,
    work: TheWork,
    lang: Lang,
    move: Annotated[int, Query(ge=0, le=10**6)] = 0,
    seat: AsSeat = None,
    all_open: bool = False,
    invitation: Invitation = None,
) -> Response:
    """A finished match after a number of moves: from any seat, a spectator's, or with all open."""
    live = await registry.get(match)
    async with live.lock:
        seats, _ = registry.check_replay(live.match, user.id if user else None, invitation)
        walk = Replay(live.match, registry.sources.now())
    found, opened = await work(_looked_at, walk, move, seat, all_open)
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


def _looked_at(
    walk: Replay, move: int, seat: int | None, all_open: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    found = walk.at(move, seat)
    return found, walk.open(found["move"]) if all_open else {"position": None, "views": None}


@router.get("/moves")
async def moves(
    match: MatchId,
    user: Anyone,
    registry: TheRegistry,
    work: TheWork,
    lang: Lang,
    invitation: Invitation = None,
) -> list[MovePlayed]:
    """All moves of a finished match."""
    live = await registry.get(match)
    async with live.lock:
        seats, _ = registry.check_replay(live.match, user.id if user else None, invitation)
        walk = Replay(live.match, registry.sources.now())
    played = await work(walk.played)
    own = texts(lang, live.match.setup.game)
    names = names_of(own, seats)
    return [
        MovePlayed(
            move=number,
            seat=each["seat"],
            text=each["described"]["text"],
            words=own.action(each["described"], names),
            facts=each["facts"],
        )
        for number, each in enumerate(played, 1)
    ]


@router.get("/players")
async def players(
    match: MatchId, user: Anyone, registry: TheRegistry, lang: Lang, invitation: Invitation = None
) -> ReplayedMatch:
    """Which game a replay is of, and whose; from outside by name only who agreed to it."""
    live = await registry.get(match)
    async with live.lock:
        found = registry.check_replay(live.match, user.id if user else None, invitation)
        seats, outside = found
        game = live.match.setup.game
        mine = live.match.seats_of(user.id) if user else []
    names = names_of(texts(lang, game), seats)
    named = [
        ReplayedSeat(name=name, bot=seat["bot"]) for name, seat in zip(names, seats, strict=True)
    ]
    viewer = mine[0] if mine else None
    return ReplayedMatch(game=game, seats=named, viewer=viewer, outside=outside)


@router.get("/analysis")
async def analysis(
    match: MatchId, user: Somebody, analyser: TheAnalyser, lang: Lang, invitation: Invitation = None
) -> Analysis:
    """Every decision of a finished match judged by what was knowable then.

    The first call sets workers to it; ask again until it is ready. It is thought through once.
    """
    study = await analyser.study(match, user.id, invitation)
    table = (await analyser.registry.get(match)).match
    own = texts(lang, table.setup.game)
    names = names_of(own, table.seats_shown())
    done, weighed = list(study["moves"]), list(study.get("luck", []))
    of = study["of"] + study.get("runs", 0)
    ready = len(done) + len(weighed) == of
    return Analysis(
        status="ready" if ready else "thinking",
        done=len(done) + len(weighed),
        of=of,
        moves=_judged(own, names, done),
        accuracy=[_accuracy(done, seat) for seat in range(len(names))],
        luck=_luck(own, weighed, len(names)) if ready else None,
    )


def _accuracy(done: list[dict[str, Any]], seat: int) -> float | None:
    return review.accuracy((each["chance"], each["loss"]) for each in done if each["seat"] == seat)


def _luck(own: Words, weighed: list[list[dict[str, Any]]], players: int) -> list[Luck]:
    events = [event for run in weighed for event in run]
    out = []
    for seat in range(players):
        found = review.shares(events, seat)
        whole = review.total(found)
        out.append(
            Luck(
                share=round(whole.luck, 4),
                error=round(whole.error, 4),
                words=review.sentence(own, found),
            )
        )
    return out


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
                    reasons=reason_words(own, names, best),
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


def reason_words(own: Words, names: list[str], shown: dict[str, Any]) -> list[str]:
    """Why an action is better or worse than the best other one; [] for what was kept without."""
    if shown.get("why") is None:
        return []
    other = shown["other"]
    return sentences(own, shown["why"], None if other is None else own.action(other, names))


@router.post("/continue", status_code=201)
async def go_on(
    match: MatchId, body: ContinueIn, user: Somebody, registry: TheRegistry, work: TheWork
) -> MatchMade:
    """A new match, unrated, from a position of a finished one: the same deal, other players."""
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id, None, None)
        old = live.match.setup
        walk = Replay(live.match, registry.sources.now())
    continued = await work(walk.continued, body.move)
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
    return made(await registry.create(setup, user.id, user.name))
