"""Routes of matches: make, find, join, look, download."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from fourwinds.match.clock import ClockSetup
from fourwinds.match.log_json import LogError
from fourwinds.match.match import Match
from fourwinds.match.setup import INVITED, ME, MatchSetup, SeatSetup
from fourwinds.match.status import OPEN, OVER
from fourwinds.server.dependencies import (
    Anyone,
    Somebody,
    TheBoxes,
    TheMatchmaker,
    TheRegistry,
    TheWork,
)
from fourwinds.server.errors import ServerError
from fourwinds.server.live.feeds import FEW_UPDATES
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.localisation import Lang, names_of, spoken, texts
from fourwinds.server.matchmaking.welcome import mute, not_welcome, seated
from fourwinds.server.wire.base import MatchId, SeatNumber, answer
from fourwinds.server.wire.matches import (
    Acted,
    BotIn,
    JoinIn,
    MatchIn,
    MatchListed,
    MatchMade,
    Message,
    MyMatch,
    Seated,
    Update,
)
from fourwinds.store.boxes import Boxes
from fourwinds.store.friends import MATCH, Friends
from fourwinds.store.people import User

router = APIRouter(tags=["matches"])
MOST_MINE = 30
MOST_UPDATES = 200
RATED_STAND_INS = ("mate", "captain")  # none that would throw a match away
Since = Annotated[int, Query(ge=0, le=2**31, description="The last number heard.")]
AsSeat = Annotated[SeatNumber | None, Query(description="One's own seat to look from.")]
Invitation = Annotated[str | None, Query(max_length=64)]


@router.post("/matches", status_code=201)
async def create(
    body: MatchIn, user: Somebody, registry: TheRegistry, boxes: TheBoxes
) -> MatchMade:
    components: Mapping[str, Any] | None = body.components
    if body.box is not None:
        components = await _in_box(registry, boxes, body.box, body.game)
    setup = MatchSetup(
        game=body.game,
        seats=tuple(SeatSetup(seat.kind, seat.bot, seat.name) for seat in body.seats),
        options=body.options,
        components=components,
        clock=ClockSetup(body.clock.kind, body.clock.amount, body.clock.increment),
        private=body.private,
        rated=body.rated,
        stand_in=body.stand_in,
        delay=body.delay,
    )
    check_rated(setup, user)
    return made(await registry.create(setup, user.id, user.name))


async def _in_box(registry: MatchRegistry, boxes: Boxes, box: str, game: str) -> Mapping[str, Any]:
    """What is in the box that somebody has the link of."""
    found = await registry.call_store(boxes.find, box)
    if found is None or found.game != game:
        raise ServerError("not-found", f"expected the id of a box of {game}")
    if not found.ready:
        raise ServerError("box-not-ready", "expected a box that can be played with")
    return found.components


def check_rated(setup: MatchSetup, user: User) -> None:
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
async def open_matches(user: Anyone, registry: TheRegistry) -> list[MatchListed]:
    """Matches anybody may join."""
    return [MatchListed(**row) for row in await registry.call_store(registry.store.open_matches)]


@router.get("/me/matches")
async def my_matches(user: Somebody, registry: TheRegistry, lang: Lang) -> list[MyMatch]:
    """One's own matches, those that wait for somebody before those that are over."""
    rows = await registry.call_store(registry.store.matches_of, user.id)
    rows.sort(key=lambda row: bool(row["status"] == OVER))
    out = []
    for row in rows[:MOST_MINE]:
        try:
            live = await registry.get(row["id"])
        except LogError:
            continue  # it cannot be read, which is for the operator to see
        async with live.lock:
            if live.match.called_off:
                continue  # nothing was played that could be looked at
            names = names_of(texts(lang, row["game"]), live.match.seats_shown())
            awaits, frozen = live.match.awaits(user.id), live.match.frozen is not None
            result = live.match.result_for(user.id)
            # To its players a seat kept for a guest is free as well.
            row["free"] = sum(seat.free for seat in live.match.seats)
        out.append(MyMatch(**row, names=names, your_turn=awaits, frozen=frozen, result=result))
    return sorted(out, key=lambda match: (match.status == OVER, not match.your_turn))


@router.get("/matches/{match}", response_model=Message)
async def look(
    match: MatchId,
    user: Anyone,
    registry: TheRegistry,
    work: TheWork,
    lang: Lang,
    seat: AsSeat = None,
    since: Since = 0,
    invitation: Invitation = None,
) -> Response:
    """Everything since a number, and what is to be seen now."""
    await registry.refresh(match)
    message = await registry.read(match, user.id if user else None, seat, since, invitation)
    if len(message["updates"]) <= FEW_UPDATES:
        return answer(spoken(message, lang))
    return await work(lambda: answer(spoken(message, lang)))


@router.get("/matches/{match}/log", response_model=list[Update])
async def log(
    match: MatchId,
    user: Anyone,
    registry: TheRegistry,
    lang: Lang,
    seat: AsSeat = None,
    since: Since = 0,
    most: Annotated[int, Query(ge=1, le=MOST_UPDATES)] = MOST_UPDATES,
    invitation: Invitation = None,
) -> Response:
    """What one has heard of a match since a number, a page at a time."""
    await registry.refresh(match)
    message = await registry.read(match, user.id if user else None, seat, since, invitation)
    page = {**message, "updates": message["updates"][:most]}
    return answer(spoken(page, lang)["updates"])


@router.post("/matches/{match}/seats")
async def join(
    match: MatchId, body: JoinIn, user: Somebody, registry: TheRegistry, matchmaker: TheMatchmaker
) -> Seated:
    seats: list[int] = []
    others, friends = await seated(registry, match), Friends(registry.store.engine)
    blockers = await registry.call_store(friends.blockers, user.id, others)
    blocked = await registry.call_store(friends.blocked, user.id, others)

    def sit(table: Match, now: int) -> int:
        if body.invitation is None or table.setup.shares_deal:
            registry.check_access(table, user.id, None, None)
        if blockers:
            raise not_welcome()
        check_rated(table.setup, user)
        seats.append(table.join(user.id, user.name, now, body.seat, body.invitation))
        mute(table, user.id, blocked, now)
        return seats[-1]

    await registry.execute(match, sit, user.id)
    await registry.call_store(friends.drop, user.id, MATCH, match)
    await matchmaker.joined(match)
    return Seated(seat=seats[-1])


@router.post("/matches/{match}/seats/{seat}/bot")
async def seat_bot(
    match: MatchId,
    seat: Annotated[int, Path(ge=0, le=15)],
    body: BotIn,
    user: Somebody,
    registry: TheRegistry,
) -> Acted:
    """Give a free seat to a bot; for the host alone."""
    return await _before_start(
        match, user, registry, lambda table, now: table.seat_bot(user.id, seat, body.bot, now)
    )


@router.delete("/matches/{match}/seats")
async def leave(match: MatchId, user: Somebody, registry: TheRegistry) -> Acted:
    return await _before_start(match, user, registry, lambda table, now: table.leave(user.id, now))


@router.delete("/matches/{match}")
async def call_off(match: MatchId, user: Somebody, registry: TheRegistry) -> Acted:
    """Call off a match that has not begun; for the host alone."""
    return await _before_start(
        match, user, registry, lambda table, now: table.call_off(user.id, now)
    )


async def _before_start(
    match: str, user: User, registry: MatchRegistry, change: Callable[[Match, int], None]
) -> Acted:
    """Change who sits at a table that has not begun."""

    def work(table: Match, now: int) -> None:
        registry.check_access(table, user.id, None, None)
        change(table, now)

    return Acted(**await registry.execute(match, work, user.id))


@router.get("/matches/{match}/invitations")
async def invitations(match: MatchId, user: Somebody, registry: TheRegistry) -> MatchMade:
    """What opens the invited seats; for the host alone."""
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id, None, None)
        if user.id != live.match.host:
            raise ServerError("not-host", "expected the host of this table")
        return made(live.match)


@router.post("/matches/{match}/rematch", status_code=201)
async def rematch(match: MatchId, user: Somebody, registry: TheRegistry) -> MatchMade:
    """The same again. The first to ask is the host; others agree by asking too, and sit down.

    Nobody is seated who did not ask: his place is kept for him, and the host cannot start before it
    is taken.
    """
    live = await registry.get(match)
    async with live.lock:
        old = live.match
        registry.check_access(old, user.id, None, None)
        old.check_rematch(user.id)
        found = old.next_match
        holders = [seat.holder for seat in old.seats]
        setup, planned = old.setup, [seat.setup for seat in old.seats]
    mine = [number for number, holder in enumerate(holders) if holder == user.id]
    if found is not None:
        return await _join_rematch(registry, found, user, mine)
    seats = []
    for number, seat in enumerate(planned):
        if number == mine[0]:
            seats.append(SeatSetup(ME))
        elif holders[number] not in (None, user.id):
            seats.append(SeatSetup(INVITED))
        else:
            seats.append(seat)
    parts = {**vars(setup), "seats": tuple(seats)}
    again = await registry.create(MatchSetup(**parts), user.id, user.name)

    def note(table: Match, now: int) -> None:
        table.rematch(user.id, again.id, now)

    await registry.execute(match, note, user.id)
    return made(again)


async def _join_rematch(
    registry: MatchRegistry, match: str, user: User, former: list[int]
) -> MatchMade:
    """Sit down in the rematch where one sat before, if one does not sit there yet."""

    def sit(table: Match, now: int) -> None:
        if table.status != OPEN or table.seats_of(user.id):
            return
        for number in former:
            if number < len(table.seats) and table.seats[number].free:
                table.join(user.id, user.name, now, number, table.seats[number].invitation)
                return

    await registry.execute(match, sit)
    live = await registry.get(match)
    return made(live.match) if user.id == live.match.host else MatchMade(id=match, invitations={})
