"""Routes of matches: make, find, join, look, download."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

import fourwinds as fw
from fourwinds import bots
from fourwinds.match.clock import ClockPlan
from fourwinds.match.match import Match
from fourwinds.match.plan import ME, OPEN, Plan, SeatPlan
from fourwinds.server.identity import Anyone, Somebody, TheHall
from fourwinds.server.wire import (
    Acted,
    GameOut,
    JoinIn,
    MatchId,
    MatchIn,
    MatchListed,
    MatchMade,
    Message,
    Replayed,
    Seated,
    SeatNumber,
    answer,
)

router = APIRouter(tags=["matches"])
Since = Annotated[int, Query(ge=0, le=2**31, description="The last number heard.")]
AsSeat = Annotated[SeatNumber | None, Query(description="One's own seat to look from.")]
Invitation = Annotated[str | None, Query(max_length=64)]


@router.get("/games")
async def games() -> list[GameOut]:
    return [_game(game_id) for game_id in fw.games()]


def _game(game_id: str) -> GameOut:
    game = fw.game(game_id)
    options = {name: option.json(game.usual_players) for name, option in game.options.items()}
    return GameOut(
        id=game.id,
        title=game.title,
        seats=list(game.seats),
        options=options,
        rules_version=game.rules_version,
    )


@router.get("/bots")
async def list_bots() -> list[str]:
    return bots.names()


@router.post("/matches", status_code=201)
async def create(body: MatchIn, user: Somebody, hall: TheHall) -> MatchMade:
    plan = Plan(
        game=body.game,
        seats=tuple(SeatPlan(seat.kind, seat.bot, seat.name) for seat in body.seats),
        options=body.options,
        components=body.components,
        clock=ClockPlan(body.clock.kind, body.clock.amount, body.clock.increment),
        private=body.private,
        rated=body.rated,
    )
    return _made(await hall.create(plan, user.id, user.name))


def _made(match: Match) -> MatchMade:
    invitations = {
        number: seat.invitation
        for number, seat in enumerate(match.seats)
        if seat.invitation is not None
    }
    return MatchMade(id=match.id, invitations=invitations)


@router.get("/matches")
async def open_matches(user: Anyone, hall: TheHall) -> list[MatchListed]:
    """Matches anybody may join."""
    return [MatchListed(**row) for row in await hall.ask(hall.store.open_matches)]


@router.get("/me/matches")
async def my_matches(user: Somebody, hall: TheHall) -> list[MatchListed]:
    return [MatchListed(**row) for row in await hall.ask(hall.store.matches_of, user.id)]


@router.get("/matches/{match}", response_model=Message)
async def look(
    match: MatchId,
    user: Anyone,
    hall: TheHall,
    seat: AsSeat = None,
    since: Since = 0,
    invitation: Invitation = None,
) -> Response:
    """Everything since a number, and what is to be seen now."""
    await hall.refresh(match)
    return answer(await hall.look(match, user.id if user else None, seat, since, invitation))


@router.post("/matches/{match}/seats")
async def join(match: MatchId, body: JoinIn, user: Somebody, hall: TheHall) -> Seated:
    seats: list[int] = []

    def sit(table: Match, now: int) -> int:
        if body.invitation is None:
            hall.admit(table, user.id, None, None)
        seats.append(table.join(user.id, user.name, now, body.seat, body.invitation))
        return seats[-1]

    await hall.act(match, sit, user.id)
    return Seated(seat=seats[-1])


@router.delete("/matches/{match}/seats")
async def leave(match: MatchId, user: Somebody, hall: TheHall) -> Acted:
    def stand_up(table: Match, now: int) -> None:
        table.leave(user.id, now)

    return Acted(**await hall.act(match, stand_up, user.id))


@router.post("/matches/{match}/rematch", status_code=201)
async def rematch(match: MatchId, user: Somebody, hall: TheHall) -> MatchMade:
    """The same again, with the same people in their seats; whoever asks is the host."""
    live = await hall.live(match)
    async with live.lock:
        old = live.match
        old.check_rematch(user.id)
        found = old.next_match
        holders = [seat.holder for seat in old.seats]
        names = [seat.name for seat in old.seats]
        plan = old.plan
    if found is not None:
        return (
            _made((await hall.live(found)).match)
            if user.id == old.host
            else MatchMade(id=found, invitations={})
        )
    mine = [number for number, holder in enumerate(holders) if holder == user.id]
    seats = []
    for number, seat in enumerate(plan.seats):
        if number == mine[0]:
            seats.append(SeatPlan(ME))
        elif holders[number] not in (None, user.id):
            seats.append(SeatPlan(OPEN))
        else:
            seats.append(seat)
    parts = {**vars(plan), "seats": tuple(seats)}
    again = await hall.create(Plan(**parts), user.id, user.name)

    def sit_down(table: Match, now: int) -> None:
        for number, holder in enumerate(holders):
            if table.seats[number].free and holder is not None and not table.seats_of(holder):
                table.join(holder, names[number], now, number)

    await hall.act(again.id, sit_down)

    def note(table: Match, now: int) -> None:
        table.rematch(user.id, again.id, now)

    await hall.act(match, note, user.id)
    return _made(again)


@router.get(
    "/matches/{match}/record",
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


@router.get("/matches/{match}/replay")
async def replay(
    match: MatchId,
    user: Anyone,
    hall: TheHall,
    move: Annotated[int, Query(ge=0, le=10**6)] = 0,
    seat: AsSeat = None,
    all_open: bool = False,
    invitation: Invitation = None,
) -> Replayed:
    """A finished match after so many moves: from any seat, a spectator's, or with all open."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id if user else None, None, invitation)
        moves = len(live.match.moves)
        view: dict[str, Any]
        if all_open:
            view = live.match.replay_open(move)
        else:
            view = live.match.replay(seat, move)
    return Replayed(move=min(move, moves), moves=moves, view=view)
