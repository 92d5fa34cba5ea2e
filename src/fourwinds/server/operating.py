"""Routes of the operator: reports, bans, and what is to be removed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from fourwinds.match.match import Match
from fourwinds.match.setup import LONGEST_NAME, tidy
from fourwinds.server import removal
from fourwinds.server.errors import ServerError
from fourwinds.server.forms import BanIn, BanOut, RenameIn, ReportOut, RowId, UserId
from fourwinds.server.identity import Identity, Operator, TheHall, TheIdentity
from fourwinds.server.wire import Acted, Done, MatchId
from fourwinds.store.people import FOREVER, User

router = APIRouter(tags=["operator"], prefix="/operator")
Line = Annotated[int, Path(ge=1, le=10**9)]


async def _person(identity: Identity, user: str) -> User:
    found = await identity.hall.ask(identity.people.find, user)
    if found is None:
        raise ServerError("not-found", "expected the id of a person")
    return found


@router.get("/reports")
async def reports(
    operator: Operator,
    hall: TheHall,
    settled: Annotated[bool, Query(description="Those already settled as well.")] = False,
) -> list[ReportOut]:
    """What was reported, oldest first."""
    return [ReportOut(**row) for row in await hall.ask(hall.store.reports, settled)]


@router.post("/reports/{report}/settle")
async def settle(report: RowId, operator: Operator, hall: TheHall) -> Done:
    """The matter is closed."""
    if not await hall.ask(hall.store.settle, report):
        raise ServerError("not-found", "expected the id of a report")
    return Done()


@router.delete("/matches/{match}/lines/{line}")
async def remove_line(match: MatchId, line: Line, operator: Operator, hall: TheHall) -> Acted:
    """Remove a line of the chat, for good."""

    def remove(table: Match, now: int) -> None:
        table.remove_line(line, now)

    return Acted(**await hall.act(match, remove))


@router.post("/users/{user}/name")
async def remove_name(
    user: UserId, body: RenameIn, operator: Operator, identity: TheIdentity
) -> Done:
    """Take a person's name away, in all matches, for good."""
    person = await _person(identity, user)
    name = tidy(body.name or f"{removal.NAMELESS} {person.id[:4]}", "name", LONGEST_NAME)
    await removal.rename(identity.hall, identity, person.id, name)
    return Done()


@router.get("/bans")
async def bans(operator: Operator, identity: TheIdentity) -> list[BanOut]:
    now = identity.hall.sources.now()
    return [
        BanOut(
            user=user.id,
            name=user.name,
            login=user.login,
            until=None if user.banned_until == FOREVER else user.banned_until,
            reason=user.ban_reason or "",
        )
        for user in await identity.hall.ask(identity.people.banned, now)
    ]


@router.post("/users/{user}/ban")
async def ban(user: UserId, body: BanIn, operator: Operator, identity: TheIdentity) -> Done:
    """Keep a person out; his matches go on with bots."""
    person = await _person(identity, user)
    if person.operator:
        raise ServerError("not-operator", "expected a person who is not an operator")
    until = FOREVER if body.until is None else body.until
    await removal.ban(identity.hall, identity, person.id, until, body.reason)
    return Done()


@router.delete("/users/{user}/ban")
async def unban(user: UserId, operator: Operator, identity: TheIdentity) -> Done:
    person = await _person(identity, user)
    await identity.hall.ask(identity.people.ban, person.id, None)
    identity.changed(person.id)
    return Done()
