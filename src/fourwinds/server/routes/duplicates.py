"""Routes of duplicate matches: the same deals at several tables, compared when all are closed.

Until then nothing is told but who takes part and how many deals are over at each table: the same
deal at another table is a secret.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from fourwinds import bots
from fourwinds.arena.duplicate import Compared, Result, Total, compare, totals
from fourwinds.core.registry import game as find_game
from fourwinds.match import fairness
from fourwinds.match.duplicate import Form
from fourwinds.match.errors import MatchError
from fourwinds.match.setup import LONGEST_NAME, tidy
from fourwinds.server.dependencies import (
    Anyone,
    Somebody,
    TheDispatcher,
    TheDuplicateTables,
    TheRegistry,
)
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.welcome import check_welcome
from fourwinds.server.routes.friends import send_invitation
from fourwinds.server.wire.base import Done
from fourwinds.server.wire.duplicates import (
    DuplicateBoard,
    DuplicateEstimate,
    DuplicateId,
    DuplicateIn,
    DuplicateListed,
    DuplicateMade,
    DuplicateOut,
    DuplicatePlay,
    DuplicatePlayer,
    DuplicateResult,
    DuplicateResults,
    DuplicateTotal,
    JoinDuplicateIn,
)
from fourwinds.server.wire.friends import InviteIn
from fourwinds.store.duplicates import OPEN, OVER, RUNNING, Duplicate, Duplicates
from fourwinds.store.friends import DUPLICATE, Friends
from fourwinds.store.people import User

router = APIRouter(tags=["duplicates"])
DAY = 24 * 3600_000
WAITS = 14 * DAY
"""So long people may take to come."""
TEAMS = ("A", "B")
Code = Annotated[str | None, Query(max_length=64)]


class Evening:
    """A duplicate match with who takes part, as somebody sees it."""

    def __init__(
        self, duplicate: Duplicate, people: list[dict[str, Any]], user: User | None
    ) -> None:
        self.own, self.people, self.user = duplicate, people, user
        mine = [row["place"] for row in people if user is not None and row["user"] == user.id]
        self.place: int | None = mine[0] if mine else None

    def check_part(self) -> int:
        if self.place is None:
            raise ServerError("not-found", "expected a duplicate match of yours")
        return self.place

    def check_host(self) -> None:
        if self.user is None or self.own.host != self.user.id:
            raise ServerError("not-host", "expected who made it")


async def find(
    registry: MatchRegistry, duplicate: str, user: User | None, code: str | None = None
) -> Evening:
    """One that somebody may see: he takes part, or has the link, or is invited."""
    store, call = Duplicates(registry.store.engine), registry.call_store
    found = await call(store.find, duplicate)
    if found is not None:
        there = Evening(found, await call(store.people, duplicate), user)
        if there.place is not None or code == found.code:
            return there
        friends = Friends(registry.store.engine)
        if user is not None and await call(friends.invited, user.id, DUPLICATE, duplicate):
            return there
    raise ServerError("not-found", "expected a duplicate match of yours")


@router.get("/me/duplicates")
async def mine(user: Somebody, registry: TheRegistry) -> list[DuplicateListed]:
    rows = await registry.call_store(Duplicates(registry.store.engine).of, user.id)
    return [DuplicateListed(**row) for row in rows]


@router.post("/duplicates", status_code=201)
async def create(body: DuplicateIn, user: Somebody, registry: TheRegistry) -> DuplicateMade:
    """Make one; its deals are drawn at once, and bound to what its page shows."""
    game, form = find_game(body.game), Form(body.players, body.seats)
    if body.players not in game.seats or not form.fits():
        raise MatchError("bad-seats", "seats: expected as many as the table has, for both teams")
    bots.make(body.bot, 0)
    name, now = tidy(body.name, "name", LONGEST_NAME), registry.sources.now()
    store, call = Duplicates(registry.store.engine), registry.call_store
    if len(await call(store.of, user.id)) >= registry.settings.matches:
        raise ServerError("list-full", "expected fewer duplicate matches")
    plan = (game.id, form, body.deals, body.bot, body.pace, user.id, now)
    # Until it begins, `until` is how long people may take to come, and then this many days.
    made = await call(store.create, name, *plan, now + WAITS, body.days)
    return DuplicateMade(id=made)


@router.get("/duplicates/{duplicate}")
async def look(
    duplicate: DuplicateId, user: Anyone, registry: TheRegistry, code: Code = None
) -> DuplicateOut:
    """Who takes part and how far they are; when the last table has closed, how it came out."""
    there = await find(registry, duplicate, user, code)
    own, form = there.own, there.own.form
    store, call = Duplicates(registry.store.engine), registry.call_store
    closed: dict[int, int] = {}
    for row in await call(store.tables, duplicate):
        closed[row["table"]] = closed.get(row["table"], 0) + row["over"]
    secrets = await call(store.secrets, duplicate)
    results = None
    if own.status == OVER:
        results = _results(there, secrets, await call(store.results, duplicate))
    return DuplicateOut(
        id=own.id,
        name=own.name,
        game=own.game,
        players=own.players,
        seats=own.seats,
        deals=own.deals,
        places=form.places,
        bot=own.bot,
        pace=own.pace,  # type: ignore[arg-type]
        status=own.status,  # type: ignore[arg-type]
        host=user is not None and own.host == user.id,
        mine=there.place is not None,
        until=own.until,
        code=own.code,
        commitments=[fairness.commitment(secret) for secret in secrets],
        people=[
            DuplicatePlayer(
                user=row["user"],
                name=row["name"],
                mine=row["place"] == there.place,
                team=form.team_of(row["place"]),
                table=form.table_of(row["place"]),
                closed=closed.get(form.table_of(row["place"]), 0),
            )
            for row in there.people
        ],
        results=results,
    )


@router.post("/duplicates/{duplicate}/people")
async def join(
    duplicate: DuplicateId, body: JoinDuplicateIn, user: Somebody, registry: TheRegistry
) -> Done:
    """Take part, in a team of one's choice where there are teams."""
    there = await find(registry, duplicate, user, body.code)
    if there.place is not None:
        raise ServerError("already-seated", "expected somebody who does not take part yet")
    await check_welcome(registry, user.id, [row["user"] for row in there.people])
    own, form = there.own, there.own.form
    if own.status != OPEN:
        raise ServerError("already-started", "expected one that has not begun")
    taken = {row["place"] for row in there.people}
    free = [
        place
        for place in range(form.places)
        if place not in taken and body.team in (None, form.team_of(place))
    ]
    store, call = Duplicates(registry.store.engine), registry.call_store
    for place in free:
        if await call(store.join, duplicate, user.id, place, registry.sources.now()):
            await call(Friends(registry.store.engine).drop, user.id, DUPLICATE, duplicate)
            return Done()
    raise ServerError("seat-taken", "expected a free place")


@router.delete("/duplicates/{duplicate}/people")
async def leave(duplicate: DuplicateId, user: Somebody, registry: TheRegistry) -> Done:
    """Take part no longer, before it begins; its host calls it off by that."""
    there = await find(registry, duplicate, user)
    there.check_part()
    store, call = Duplicates(registry.store.engine), registry.call_store
    if there.own.host == user.id:
        done = await call(store.call_off, duplicate)
    else:
        done = await call(store.leave, duplicate, user.id)
    if not done:
        raise ServerError("already-started", "expected one that has not begun")
    return Done()


@router.post("/duplicates/{duplicate}/invitations")
async def invite(
    duplicate: DuplicateId,
    body: InviteIn,
    user: Somebody,
    registry: TheRegistry,
    dispatcher: TheDispatcher,
) -> Done:
    """Invite somebody who follows one."""
    there = await find(registry, duplicate, user)
    there.check_part()
    target = (DUPLICATE, duplicate, there.own.name, None)
    await send_invitation(registry, dispatcher, user, body.user, *target)
    return Done()


@router.post("/duplicates/{duplicate}/start")
async def start(duplicate: DuplicateId, user: Somebody, registry: TheRegistry) -> Done:
    """Begin, when everybody has come; for the host alone."""
    there = await find(registry, duplicate, user)
    there.check_host()
    if there.own.status != OPEN:
        raise ServerError("already-started", "expected one that has not begun")
    store, now = Duplicates(registry.store.engine), registry.sources.now()
    if not await registry.call_store(store.start, duplicate, now + there.own.days * DAY):
        raise ServerError("seats-open", "expected somebody in every place")
    return Done()


@router.post("/duplicates/{duplicate}/play")
async def play(
    duplicate: DuplicateId, user: Somebody, registry: TheRegistry, tables: TheDuplicateTables
) -> DuplicatePlay:
    """Go to one's table: the deal that is next there. The first who comes has it laid."""
    there = await find(registry, duplicate, user)
    place = there.check_part()
    if there.own.status == OPEN:
        raise ServerError("not-started", "expected one that has begun")
    if there.own.status != RUNNING:
        return DuplicatePlay(match=None)
    return DuplicatePlay(match=await tables.next_match(there.own, place, user))


@router.post("/duplicates/{duplicate}/close")
async def close(
    duplicate: DuplicateId, user: Somebody, registry: TheRegistry, tables: TheDuplicateTables
) -> Done:
    """Close it as it stands: what is not over has no result. For the host alone."""
    there = await find(registry, duplicate, user)
    there.check_host()
    if there.own.status == OPEN:
        raise ServerError("not-started", "expected one that has begun")
    if there.own.status != OVER:
        await tables.close(duplicate)
    return Done()


# How it came out.


def _results(there: Evening, secrets: list[bytes], rows: list[dict[str, Any]]) -> DuplicateResults:
    """Every seat of every deal against the same seat at the other tables, and the totals."""
    form = there.own.form
    by_seat = {
        (form.table_of(row["place"]), form.seat_of(row["place"], deal), deal): row
        for row in there.people
        for deal in range(there.own.deals)
    }
    played = []
    for row in rows:
        who = by_seat.get((row["table"], row["seat"], row["deal"]))
        if row["bot"] is None:
            played.append((row, who, None if who is None else form.team_of(who["place"])))
    results = [Result(f"{row['name']} {row['user']}", *_what(row)) for row, _, _ in played]
    compared = compare(results)
    known = {
        result.who: (row["user"], row["name"], team)
        for result, (row, _, team) in zip(results, played, strict=True)
    }
    teams: list[DuplicateTotal] = []
    if form.teams:
        sides = compare(
            Result(TEAMS[team], *_what(row)) for row, _, team in played if team is not None
        )
        teams = [_total(each, None, each.who, TEAMS.index(each.who)) for each in totals(sides)]
    return DuplicateResults(
        totals=[_total(each, *known[each.who]) for each in totals(compared)],
        teams=teams,
        boards=[
            DuplicateBoard(
                deal=deal,
                commitment=fairness.commitment(secret),
                secret=secret.hex(),
                results=[
                    _row(row, team, each)
                    for (row, _, team), each in zip(played, compared, strict=True)
                    if row["deal"] == deal
                ],
            )
            for deal, secret in enumerate(secrets)
        ],
    )


def _what(row: dict[str, Any]) -> tuple[str, int, float, float]:
    return str(row["deal"]), row["seat"], float(row["score"]), float(row["place"])


def _row(row: dict[str, Any], team: int | None, each: Compared) -> DuplicateResult:
    names = ("user", "name", "table", "seat", "score", "place", "match")
    own = {name: row[name] for name in names}
    return DuplicateResult(
        **own, team=team, matchpoints=each.matchpoints, difference=each.difference
    )


def _total(each: Total, user: str | None, name: str, team: int | None) -> DuplicateTotal:
    told = each.json()
    return DuplicateTotal(
        user=user,
        name=name,
        team=team,
        deals=each.deals,
        matchpoints=_estimate(told["matchpoints"]),
        difference=_estimate(told["difference"]),
    )


def _estimate(told: dict[str, Any] | None) -> DuplicateEstimate | None:
    return None if told is None else DuplicateEstimate(**told)
