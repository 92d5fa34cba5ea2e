"""Routes of clubs: a page for members, who come by a link or an invitation, with a ladder and
private matches of their own. To all others a club does not exist."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from fourwinds.match.clock import ClockSetup
from fourwinds.match.setup import INVITED, LONGEST_NAME, ME, MatchSetup, SeatSetup, tidy
from fourwinds.server.dependencies import InPerson, Somebody, TheDispatcher, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.localisation import Lang, call_seats
from fourwinds.server.matchmaking.welcome import check_welcome
from fourwinds.server.routes.friends import send_invitation
from fourwinds.server.wire.base import Done
from fourwinds.server.wire.clubs import (
    ClubId,
    ClubIn,
    ClubListed,
    ClubMade,
    ClubMatch,
    ClubMatchIn,
    ClubMatchMade,
    ClubOut,
    JoinClubIn,
    LeadIn,
    Member,
    Rung,
)
from fourwinds.server.wire.friends import InviteIn
from fourwinds.server.wire.people import UserId
from fourwinds.store.clubs import Clubs
from fourwinds.store.friends import CLUB, Friends
from fourwinds.store.people import User

router = APIRouter(tags=["clubs"])
LONGEST_ABOUT = 500


@router.get("/me/clubs")
async def mine(user: Somebody, registry: TheRegistry) -> list[ClubListed]:
    rows = await registry.call_store(Clubs(registry.store.engine).of, user.id)
    return [ClubListed(**row) for row in rows]


@router.post("/clubs", status_code=201)
async def found(body: ClubIn, user: InPerson, registry: TheRegistry) -> ClubMade:
    """Found a club."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    name, about = _texts(body)
    clubs, now = Clubs(registry.store.engine), registry.sources.now()
    made = await registry.call_store(clubs.found, name, about, user.id, now)
    if made is None:
        raise ServerError("list-full", "expected somebody in fewer clubs")
    return ClubMade(id=made)


def _texts(body: ClubIn) -> tuple[str, str]:
    about = tidy(body.about, "about", LONGEST_ABOUT) if body.about.strip() else ""
    return tidy(body.name, "name", LONGEST_NAME), about


class Visit:
    """A club with who looks at it."""

    def __init__(self, club: dict[str, Any], members: list[dict[str, Any]], user: User) -> None:
        self.club, self.members = club, members
        self.mine = next((row for row in members if row["user"] == user.id), None)

    def check_member(self) -> None:
        if self.mine is None:
            raise ServerError("not-found", "expected a club of yours")

    def check_lead(self) -> None:
        self.check_member()
        if self.mine is not None and not self.mine["lead"]:
            raise ServerError("not-host", "expected somebody who leads the club")


async def visit(registry: MatchRegistry, club: str, user: User, code: str | None = None) -> Visit:
    """A club that somebody may see: as a member, by its link, or invited."""
    clubs, call = Clubs(registry.store.engine), registry.call_store
    found = await call(clubs.find, club)
    if found is not None:
        there = Visit(found, await call(clubs.members, club), user)
        if there.mine is not None or code == found["code"]:
            return there
        if await call(Friends(registry.store.engine).invited, user.id, CLUB, club):
            return there
    raise ServerError("not-found", "expected a club of yours")


@router.get("/clubs/{club}")
async def look(
    club: ClubId,
    user: Somebody,
    registry: TheRegistry,
    lang: Lang,
    code: Annotated[str | None, Query(max_length=64)] = None,
) -> ClubOut:
    """The page of a club; who is not a member yet sees what it is, and no more."""
    there = await visit(registry, club, user, code)
    own, member = there.club, there.mine is not None
    clubs, call = Clubs(registry.store.engine), registry.call_store
    ladder = await call(clubs.ladder, club) if member else []
    matches = await call(clubs.matches, club) if member else []
    for row in matches:
        call_seats(lang, row["game"], row["seats"])
    here = registry.online.is_here
    return ClubOut(
        id=club,
        name=own["name"],
        about=own["about"],
        size=len(there.members),
        member=member,
        lead=bool(there.mine and there.mine["lead"]),
        code=own["code"] if member else None,
        members=[Member(**row, online=here(row["user"])) for row in there.members if member],
        ladder=[Rung(**row) for row in ladder],
        matches=[ClubMatch.model_validate(row) for row in matches],
    )


@router.post("/clubs/{club}")
async def change(club: ClubId, body: ClubIn, user: InPerson, registry: TheRegistry) -> Done:
    """What it is called and says of itself; for who leads it."""
    (await visit(registry, club, user)).check_lead()
    name, about = _texts(body)
    clubs = Clubs(registry.store.engine)
    await registry.call_store(clubs.change, club, name=name, about=about)
    return Done()


@router.post("/clubs/{club}/code")
async def new_code(club: ClubId, user: InPerson, registry: TheRegistry) -> Done:
    """Make a new link; earlier ones no longer lead in. For who leads it."""
    (await visit(registry, club, user)).check_lead()
    await registry.call_store(Clubs(registry.store.engine).new_code, club)
    return Done()


@router.post("/clubs/{club}/members")
async def join(club: ClubId, body: JoinClubIn, user: InPerson, registry: TheRegistry) -> Done:
    """Become a member, by its link or invited; nobody does whom somebody blocks who leads it."""
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    there = await visit(registry, club, user, body.code)
    await check_welcome(registry, user.id, [row["user"] for row in there.members if row["lead"]])
    clubs, call = Clubs(registry.store.engine), registry.call_store
    if not await call(clubs.join, club, user.id, registry.sources.now()):
        raise ServerError("list-full", "expected a club with room, and somebody in fewer clubs")
    await call(Friends(registry.store.engine).drop, user.id, CLUB, club)
    return Done()


@router.delete("/clubs/{club}/members/{person}")
async def leave(club: ClubId, person: UserId, user: InPerson, registry: TheRegistry) -> Done:
    """Leave; who leads the club may remove others as well, and earlier links then end."""
    there = await visit(registry, club, user)
    clubs, call = Clubs(registry.store.engine), registry.call_store
    if person != user.id:
        there.check_lead()
        await call(clubs.new_code, club)
    await call(clubs.leave, club, person)
    return Done()


@router.post("/clubs/{club}/members/{person}")
async def lead(
    club: ClubId, person: UserId, body: LeadIn, user: InPerson, registry: TheRegistry
) -> Done:
    """Whether a member leads the club as well; for who leads it."""
    (await visit(registry, club, user)).check_lead()
    await registry.call_store(Clubs(registry.store.engine).lead, club, person, body.lead)
    return Done()


@router.post("/clubs/{club}/invitations")
async def invite(
    club: ClubId, body: InviteIn, user: InPerson, registry: TheRegistry, dispatcher: TheDispatcher
) -> Done:
    """Invite somebody who follows one; any member may."""
    there = await visit(registry, club, user)
    there.check_member()
    name = there.club["name"]
    await send_invitation(registry, dispatcher, user, body.user, CLUB, club, name, None)
    return Done()


@router.post("/clubs/{club}/matches", status_code=201)
async def play(
    club: ClubId, body: ClubMatchIn, user: Somebody, registry: TheRegistry
) -> ClubMatchMade:
    """A private match whose other seats are for members, and which counts on the ladder."""
    (await visit(registry, club, user)).check_member()
    setup = MatchSetup(
        game=body.game,
        seats=(SeatSetup(ME), *[SeatSetup(INVITED)] * (body.players - 1)),
        options=body.options,
        clock=ClockSetup(body.clock.kind, body.clock.amount, body.clock.increment),
        private=True,
    )
    match = await registry.create(setup, user.id, user.name)
    code = next(seat.invitation for seat in match.seats if seat.invitation is not None)
    clubs, now = Clubs(registry.store.engine), registry.sources.now()
    await registry.call_store(clubs.add_match, club, match.id, code, now)
    return ClubMatchMade(id=match.id)
