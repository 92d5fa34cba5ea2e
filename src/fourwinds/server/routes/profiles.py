"""Routes of people's pages: how they fared, their matches, and all of one's own to take away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import StreamingResponse

from fourwinds.match.errors import MatchError
from fourwinds.server.accounts.authentication import Authentication
from fourwinds.server.accounts.match_export import archive
from fourwinds.server.dependencies import Anyone, InPerson, Somebody, TheAuth, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.localisation import Lang, call_seats
from fourwinds.server.wire.base import Done, MatchId
from fourwinds.server.wire.friends import LONGEST_NOTE, NoteIn, NoteOut
from fourwinds.server.wire.people import UserId
from fourwinds.server.wire.profiles import HideIn, MatchesPlayed, Outcome, ProfileOut
from fourwinds.store.friends import Friends
from fourwinds.store.history import PAGE, History, Wanted
from fourwinds.store.notes import Notes
from fourwinds.store.people import User

router = APIRouter(tags=["profiles"])
Before = Annotated[
    str | None,
    Query(pattern=r"^\d{1,15}-[a-z0-9-]{1,32}$", description="The `next` of the page before."),
]


async def shown(auth: Authentication, person: str, reader: User | None) -> User:
    """A person whose page the reader may see."""
    registry = auth.registry
    found = await registry.call_store(auth.people.find, person)
    if found is None:
        raise ServerError("not-found", "expected the id of a person")
    mine = reader is not None and reader.id == person
    if not mine and await registry.call_store(History(registry.store.engine).hidden, person):
        raise ServerError("hidden-profile", "expected a person who shows his matches")
    return found


@router.get("/users/{person}")
async def profile(person: UserId, user: Anyone, auth: TheAuth) -> ProfileOut:
    """How somebody fares; others see what his public matches say."""
    found = await shown(auth, person, user)
    mine = user is not None and user.id == person
    history, call = History(auth.registry.store.engine), auth.registry.call_store
    streak, longest = await call(history.streaks, person, mine)
    friends = Friends(auth.registry.store.engine)
    standing, online = None, None
    if user is not None and not mine:
        standing = await call(friends.between, user.id, person)
        if standing["following"] and standing["follower"]:
            online = auth.registry.online.is_here(person)
    return ProfileOut.model_validate(
        {
            "user": found.id,
            "name": found.name,
            "account": found.login is not None,
            "mine": mine,
            "hidden": await call(history.hidden, person),
            "games": await call(history.games, person, mine),
            "streak": streak,
            "longest_streak": longest,
            "curves": await call(history.curves, person),
            "accuracies": await call(history.accuracies, person, mine),
            "standing": standing,
            "online": online,
        }
    )


@router.get("/users/{person}/matches")
async def matches(
    person: UserId,
    user: Anyone,
    auth: TheAuth,
    lang: Lang,
    game: Annotated[str | None, Query(max_length=40)] = None,
    opponent: Annotated[
        str | None, Query(max_length=100, description="The name of somebody else at the table.")
    ] = None,
    outcome: Outcome | None = None,
    rated: bool | None = None,
    before: Before = None,
) -> MatchesPlayed:
    """Somebody's finished matches, the newest first, a page at a time."""
    await shown(auth, person, user)
    mine = user is not None and user.id == person
    ended, _, match = (before or "").partition("-")
    after = (int(ended), match) if before else None
    wanted = Wanted(game, " ".join((opponent or "").split()) or None, outcome, rated)
    history = History(auth.registry.store.engine)
    rows = await auth.registry.call_store(history.page, person, mine, wanted, after)
    notes: dict[str, str] = {}
    if mine:
        own = Notes(auth.registry.store.engine)
        notes = await auth.registry.call_store(own.read, person, [row["match"] for row in rows])
    for row in rows:
        call_seats(lang, row["game"], row["seats"])
        row["note"] = notes.get(row["match"])
    last = rows[-1] if len(rows) == PAGE else None
    following = None if last is None else f"{last['ended']}-{last['match']}"
    return MatchesPlayed.model_validate({"matches": rows, "next": following})


async def _own_match(registry: MatchRegistry, match: str, user: User) -> None:
    live = await registry.get(match)
    async with live.lock:
        registry.check_access(live.match, user.id, None, None)
        if not live.match.seats_of(user.id):
            raise ServerError("not-your-seat", "expected a match of your own")


@router.get("/matches/{match}/note")
async def note(match: MatchId, user: Somebody, registry: TheRegistry) -> NoteOut:
    """What one wrote to oneself about a match."""
    await _own_match(registry, match, user)
    found = await registry.call_store(Notes(registry.store.engine).read, user.id, [match])
    return NoteOut(text=found.get(match, ""))


@router.post("/matches/{match}/note")
async def write_note(
    match: MatchId, body: NoteIn, user: Somebody, registry: TheRegistry
) -> NoteOut:
    """Write to oneself about a match of one's own; nobody else ever sees it. Empty: no note."""
    await _own_match(registry, match, user)
    text = "\n".join(line.rstrip() for line in body.text.strip().splitlines())
    if not text.replace("\n", "").isprintable():
        raise MatchError("bad-text", "text: expected printable text", longest=LONGEST_NOTE)
    now = registry.sources.now()
    await registry.call_store(Notes(registry.store.engine).write, user.id, match, text, now)
    return NoteOut(text=text)


@router.post("/me/profile")
async def hide(body: HideIn, user: InPerson, registry: TheRegistry) -> Done:
    """Whether one's matches, curves and streaks are for oneself alone."""
    await registry.call_store(History(registry.store.engine).hide, user.id, body.hidden)
    return Done()


@router.get(
    "/me/matches/archive",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}
    },
)
async def export(user: InPerson, auth: TheAuth) -> StreamingResponse:
    """All one's finished matches: a table (CSV) and a record of each, in one archive."""
    auth.favours.take(user.id)
    head = {"content-disposition": 'attachment; filename="four-winds-matches.zip"'}
    parts = archive(auth.registry.store, user.id, auth.registry.sources.now())
    return StreamingResponse(parts, media_type="application/zip", headers=head)
