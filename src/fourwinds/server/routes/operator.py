"""Routes of the operator: reports, bans, and what is to be removed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from fourwinds.arena.likeness import ALARM, Agreement, agreement, expected, total
from fourwinds.match.match import Match
from fourwinds.match.setup import LONGEST_NAME, tidy
from fourwinds.server.accounts import removal
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.dependencies import Operator, TheAuth, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.wire.base import Done, MatchId
from fourwinds.server.wire.matches import Acted
from fourwinds.server.wire.people import (
    BanIn,
    BanOut,
    LikenessOut,
    RenameIn,
    ReportOut,
    RowId,
    UserId,
)
from fourwinds.store.likeness import JudgedSeats
from fourwinds.store.people import FOREVER, User
from fourwinds.store.reports import Reports

router = APIRouter(tags=["operator"], prefix="/operator")
FEWEST_DECISIONS = 100
"""Of fewer nothing can be said."""
Line = Annotated[int, Path(ge=1, le=10**9)]


async def _person(auth: Authentication, user: str) -> User:
    found = await auth.registry.call_store(auth.people.find, user)
    if found is None:
        raise ServerError("not-found", "expected the id of a person")
    return found


@router.get("/reports")
async def reports(
    operator: Operator,
    registry: TheRegistry,
    settled: Annotated[bool, Query(description="Those already settled as well.")] = False,
) -> list[ReportOut]:
    """What was reported, oldest first."""
    return [
        ReportOut(**row)
        for row in await registry.call_store(Reports(registry.store.engine).listed, settled)
    ]


@router.post("/reports/{report}/settle")
async def settle(report: RowId, operator: Operator, registry: TheRegistry) -> Done:
    """The matter is closed."""
    if not await registry.call_store(Reports(registry.store.engine).settle, report):
        raise ServerError("not-found", "expected the id of a report")
    return Done()


@router.delete("/matches/{match}/lines/{line}")
async def remove_line(
    match: MatchId, line: Line, operator: Operator, registry: TheRegistry
) -> Acted:
    """Remove a line of the chat, for good."""

    def remove(table: Match, now: int) -> None:
        table.remove_line(line, now)

    done = await registry.execute(match, remove)
    await registry.call_store(registry.store.purge_log)
    return Acted(**done)


@router.post("/users/{user}/name")
async def remove_name(user: UserId, body: RenameIn, operator: Operator, auth: TheAuth) -> Done:
    """Take a person's name away, in all matches, for good."""
    person = await _person(auth, user)
    name = tidy(body.name or f"{removal.NAMELESS} {person.id[:4]}", "name", LONGEST_NAME)
    await removal.rename(auth.registry, auth, person.id, name)
    return Done()


@router.get("/likeness")
async def likeness(operator: Operator, registry: TheRegistry) -> list[LikenessOut]:
    """Who plays like the engine more often than his rating explains; a reason to look, no proof.

    Its error rates were measured with known bots: docs/likeness.md.
    """
    return await registry.call_store(_likeness, JudgedSeats(registry.store.engine))


def _likeness(judged: JudgedSeats) -> list[LikenessOut]:
    people: dict[tuple[str, str], list[Agreement]] = {}
    about: dict[tuple[str, str], tuple[str, float, float]] = {}
    for row in judged.each():
        key = (row["user"], row["game"])
        people.setdefault(key, []).append(agreement(row["moves"], row["seat"]))
        about[key] = (row["name"], row["mu"], row["sigma"])
    out = []
    for (user, game), found in people.items():
        line, whole = expected(game), total(found)
        if line is None or whole.decisions < FEWEST_DECISIONS:
            continue
        name, mu, sigma = about[user, game]
        beyond = line.beyond(whole, mu, sigma)
        out.append(
            LikenessOut(
                user=user,
                name=name,
                game=game,
                matches=len(found),
                decisions=whole.decisions,
                share=whole.share,
                expected=line.explained(mu, sigma),
                beyond=beyond,
                alarm=beyond > ALARM,
            )
        )
    return sorted(out, key=lambda each: -each.beyond)


@router.get("/bans")
async def bans(operator: Operator, auth: TheAuth) -> list[BanOut]:
    now = auth.registry.sources.now()
    return [
        BanOut(
            user=user.id,
            name=user.name,
            login=user.login,
            until=None if user.banned_until == FOREVER else user.banned_until,
            reason=user.ban_reason or "",
        )
        for user in await auth.registry.call_store(auth.people.banned, now)
    ]


@router.post("/users/{user}/ban")
async def ban(user: UserId, body: BanIn, operator: Operator, auth: TheAuth) -> Done:
    """Keep a person out; his matches go on with bots."""
    person = await _person(auth, user)
    if person.operator:
        raise ServerError("not-operator", "expected a person who is not an operator")
    until = FOREVER if body.until is None else body.until
    await removal.ban(auth.registry, auth, person.id, until, body.reason)
    return Done()


@router.delete("/users/{user}/ban")
async def unban(user: UserId, operator: Operator, auth: TheAuth) -> Done:
    person = await _person(auth, user)
    await auth.registry.call_store(auth.people.ban, person.id, None)
    auth.changed(person.id)
    return Done()
