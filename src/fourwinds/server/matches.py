"""Routes of matches: make, find, join, look, download."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from fourwinds.match.clock import ClockSetup
from fourwinds.match.log_json import LogError
from fourwinds.match.match import Match
from fourwinds.match.setup import INVITED, ME, MatchSetup, SeatSetup
from fourwinds.match.state import OPEN, OVER
from fourwinds.server.errors import ServerError
from fourwinds.server.hall import Hall
from fourwinds.server.identity import Anyone, Somebody, TheHall
from fourwinds.server.speaking import Lang, names_of, spoken, texts
from fourwinds.server.wire import (
    Acted,
    JoinIn,
    MatchId,
    MatchIn,
    MatchListed,
    MatchMade,
    Message,
    MyMatch,
    Seated,
    SeatNumber,
    Update,
    answer,
)
from fourwinds.store.people import User

router = APIRouter(tags=["matches"])
MOST_MINE = 30
RATED_STAND_INS = ("mate", "captain")  # none that would throw a match away
Since = Annotated[int, Query(ge=0, le=2**31, description="The last number heard.")]
AsSeat = Annotated[SeatNumber | None, Query(description="One's own seat to look from.")]
Invitation = Annotated[str | None, Query(max_length=64)]


@router.post("/matches", status_code=201)
async def create(body: MatchIn, user: Somebody, hall: TheHall) -> MatchMade:
    setup = MatchSetup(
        game=body.game,
        seats=tuple(SeatSetup(seat.kind, seat.bot, seat.name) for seat in body.seats),
        options=body.options,
        components=body.components,
        clock=ClockSetup(body.clock.kind, body.clock.amount, body.clock.increment),
        private=body.private,
        rated=body.rated,
        stand_in=body.stand_in,
        delay=body.delay,
    )
    _check_rated(setup, user)
    return made(await hall.create(setup, user.id, user.name))


def _check_rated(setup: MatchSetup, user: User) -> None:
    """A rating is somebody's for long, and a guest is soon another."""
    if setup.rated and user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    if setup.rated and setup.stand_in.partition(":")[0] not in RATED_STAND_INS:
        expected = " or ".join(RATED_STAND_INS)
        raise ServerError("bad-stand-in", f"stand_in: expected {expected} in a rated match")


def made(match: Match) -> MatchMade:
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
async def my_matches(user: Somebody, hall: TheHall, lang: Lang) -> list[MyMatch]:
    """One's own matches, those that wait for somebody before those that are over."""
    rows = await hall.ask(hall.store.matches_of, user.id)
    rows.sort(key=lambda row: bool(row["status"] == OVER))
    out = []
    for row in rows[:MOST_MINE]:
        try:
            live = await hall.live(row["id"])
        except LogError:
            continue  # it cannot be read, which is for the operator to see
        async with live.lock:
            names = names_of(texts(lang, row["game"]), live.match.seats_shown())
            awaits, frozen = live.match.awaits(user.id), live.match.frozen is not None
        out.append(MyMatch(**row, names=names, your_turn=awaits, frozen=frozen))
    return out


@router.get("/matches/{match}", response_model=Message)
async def look(
    match: MatchId,
    user: Anyone,
    hall: TheHall,
    lang: Lang,
    seat: AsSeat = None,
    since: Since = 0,
    invitation: Invitation = None,
) -> Response:
    """Everything since a number, and what is to be seen now."""
    await hall.refresh(match)
    message = await hall.look(match, user.id if user else None, seat, since, invitation)
    return answer(spoken(message, lang))


@router.get("/matches/{match}/log", response_model=list[Update])
async def log(
    match: MatchId,
    user: Anyone,
    hall: TheHall,
    lang: Lang,
    seat: AsSeat = None,
    invitation: Invitation = None,
) -> Response:
    """All one has heard of a match."""
    await hall.refresh(match)
    message = await hall.look(match, user.id if user else None, seat, 0, invitation)
    return answer(spoken(message, lang)["updates"])


@router.post("/matches/{match}/seats")
async def join(match: MatchId, body: JoinIn, user: Somebody, hall: TheHall) -> Seated:
    seats: list[int] = []

    def sit(table: Match, now: int) -> int:
        if body.invitation is None:
            hall.admit(table, user.id, None, None)
        _check_rated(table.setup, user)
        seats.append(table.join(user.id, user.name, now, body.seat, body.invitation))
        return seats[-1]

    await hall.act(match, sit, user.id)
    return Seated(seat=seats[-1])


@router.delete("/matches/{match}/seats")
async def leave(match: MatchId, user: Somebody, hall: TheHall) -> Acted:
    def stand_up(table: Match, now: int) -> None:
        hall.admit(table, user.id, None, None)
        table.leave(user.id, now)

    return Acted(**await hall.act(match, stand_up, user.id))


@router.delete("/matches/{match}")
async def call_off(match: MatchId, user: Somebody, hall: TheHall) -> Acted:
    """Call off a match that has not begun; for the host alone."""

    def end(table: Match, now: int) -> None:
        hall.admit(table, user.id, None, None)
        table.call_off(user.id, now)

    return Acted(**await hall.act(match, end, user.id))


@router.get("/matches/{match}/invitations")
async def invitations(match: MatchId, user: Somebody, hall: TheHall) -> MatchMade:
    """What opens the invited seats; for the host alone."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id, None, None)
        if user.id != live.match.host:
            raise ServerError("not-host", "expected the host of this table")
        return made(live.match)


@router.post("/matches/{match}/rematch", status_code=201)
async def rematch(match: MatchId, user: Somebody, hall: TheHall) -> MatchMade:
    """The same again. The first to ask is the host; others agree by asking too, and sit down.

    Nobody is seated who did not ask: his place is kept for him, and the host cannot start before it
    is taken.
    """
    live = await hall.live(match)
    async with live.lock:
        old = live.match
        hall.admit(old, user.id, None, None)
        old.check_rematch(user.id)
        found = old.next_match
        holders = [seat.holder for seat in old.seats]
        setup = old.setup
    mine = [number for number, holder in enumerate(holders) if holder == user.id]
    if found is not None:
        return await _join_rematch(hall, found, user, mine)
    seats = []
    for number, seat in enumerate(setup.seats):
        if number == mine[0]:
            seats.append(SeatSetup(ME))
        elif holders[number] not in (None, user.id):
            seats.append(SeatSetup(INVITED))
        else:
            seats.append(seat)
    parts = {**vars(setup), "seats": tuple(seats)}
    again = await hall.create(MatchSetup(**parts), user.id, user.name)

    def note(table: Match, now: int) -> None:
        table.rematch(user.id, again.id, now)

    await hall.act(match, note, user.id)
    return made(again)


async def _join_rematch(hall: Hall, match: str, user: User, former: list[int]) -> MatchMade:
    """Sit down in the rematch where one sat before, if one does not sit there yet."""

    def sit(table: Match, now: int) -> None:
        if table.status != OPEN or table.seats_of(user.id):
            return
        for number in former:
            if number < len(table.seats) and table.seats[number].free:
                table.join(user.id, user.name, now, number, table.seats[number].invitation)
                return

    await hall.act(match, sit)
    live = await hall.live(match)
    return made(live.match) if user.id == live.match.host else MatchMade(id=match, invitations={})
