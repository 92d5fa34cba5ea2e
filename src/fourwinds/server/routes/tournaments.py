"""Routes of tournaments: make, enter, run, look, export; and the channel that pushes standings."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any, Literal

import anyio
from fastapi import APIRouter, Path, Query, Response, WebSocket, WebSocketDisconnect

from fourwinds import bots
from fourwinds.core.errors import FourWindsError
from fourwinds.core.registry import game as find_game
from fourwinds.core.registry import games
from fourwinds.match.clock import ClockSetup
from fourwinds.match.setup import tidy
from fourwinds.server.accounts.authentication import Authentication, address_of
from fourwinds.server.dependencies import Anyone, Somebody, TheTournaments
from fourwinds.server.errors import ServerError, shown
from fourwinds.server.localisation import Lang
from fourwinds.server.tournaments import bot_league, picture
from fourwinds.server.tournaments.runner import (
    Live,
    TournamentRunner,
    begin,
    next_number,
    number_of,
)
from fourwinds.server.tournaments.terms import Terms
from fourwinds.server.wire.base import answer, pack
from fourwinds.server.wire.tournaments import (
    BotLeague,
    HouseIn,
    LeagueEntry,
    PauseIn,
    RatedBot,
    ResultIn,
    TournamentIn,
    TournamentListed,
    TournamentMade,
    TournamentOut,
    WaitIn,
)
from fourwinds.store.people import User
from fourwinds.store.tournaments import Agreed, Player
from fourwinds.tournaments.log import REMOVED
from fourwinds.tournaments.plan import KNOCK_OUT, Plan
from fourwinds.tournaments.tournament import Tournament

router = APIRouter(tags=["tournaments"])
TournamentId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,32}$")]
PlayerNumber = Annotated[int, Path(ge=1, le=10**6)]
TableNumber = Annotated[int, Path(ge=1, le=10**6)]
MOST_ORGANISED = 10
LONGEST_NAME = 60
AGAIN = 10.0
"""Seconds after which a channel looks whether another server has written."""
POLICY = 1008
RUNNING = ("entry", "running")
OVER = ("over", "called-off")


# Make and list.


@router.post("/tournaments", status_code=201)
async def create(body: TournamentIn, user: Somebody, runner: TheTournaments) -> TournamentMade:
    """Announce a tournament; one needs an account for it."""
    call, now = runner.registry.call_store, runner.registry.sources.now()
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    if await call(runner.store.organised, user.id) >= MOST_ORGANISED:
        raise ServerError("too-many-tournaments", f"expected at most {MOST_ORGANISED}")
    knock_out = body.format == KNOCK_OUT
    plan = Plan(
        body.format,
        size=2 if knock_out else body.size,
        least=2 if knock_out else (body.least or max(2, min(find_game(body.game).seats))),
        rounds=body.rounds,
        late=body.late,
        lasts=body.minutes * picture.MINUTE,
        every=body.days * picture.DAY,
        most=body.most,
        absences=body.absences,
        deals=body.deals,
        ties=tuple(body.ties),
    )
    clock = ClockSetup(body.clock.kind, body.clock.amount, body.clock.increment)
    terms = Terms(
        players=body.size,
        options=body.options,
        clock=clock,
        rated=body.rated,
        programs=body.programs,
        bot=body.bot,
        starts=body.starts,
        about=body.about.strip(),
    )
    new = Tournament.plan_new(plan, now)
    terms.check(find_game(body.game).id, plan)
    name, new_id = tidy(body.name, "name", LONGEST_NAME), runner.registry.sources.new_id()
    agreed = Agreed(new_id, name, user.id, body.game, terms.json(), now)
    await call(runner.store.add, agreed, new, terms.starts)
    return TournamentMade(id=new_id)


@router.get("/tournaments")
async def listed(
    user: Anyone,
    runner: TheTournaments,
    over: Annotated[bool, Query(description="Those that are over instead.")] = False,
) -> list[TournamentListed]:
    """Tournaments, the newest first."""
    rows = await runner.registry.call_store(runner.store.listed, OVER if over else RUNNING)
    names = ("id", "name", "game", "format", "status", "players", "created")
    return [
        TournamentListed(
            **{name: row[name] for name in names},
            rated=row["data"]["rated"],
            programs=row["data"]["programs"],
            starts=row["data"]["starts"],
            organiser=row["organiser_name"] or "",
        )
        for row in rows
    ]


async def _show(
    runner: TournamentRunner, tournament: str, user: str | None, lang: str
) -> TournamentOut:
    return _shown(runner, await runner.find(tournament), user, lang)


def _shown(runner: TournamentRunner, live: Live, user: str | None, lang: str) -> TournamentOut:
    """It waits for nothing: meanwhile somebody else might change the tournament."""
    return picture.show(runner, live, user, lang, runner.registry.sources.now())


@router.get("/tournaments/{tournament}", response_model=TournamentOut)
async def look(
    tournament: TournamentId, user: Anyone, runner: TheTournaments, lang: Lang
) -> Response:
    """Everything that one may know of a tournament."""
    return answer((await _show(runner, tournament, user.id if user else None, lang)).model_dump())


# Play in it.


@router.post("/tournaments/{tournament}/entry")
async def enter(
    tournament: TournamentId, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Come in; by a token where programs may play."""
    live = await runner.execute(tournament, lambda live, now: _enter(live, user, now))
    return _shown(runner, live, user.id, lang)


def _enter(live: Live, user: User, now: int) -> list[Player]:
    terms = Terms.of(live.agreed)
    if terms.rated and user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    if user.program and not terms.programs:
        raise ServerError("no-programs", "expected you yourself, not a token")
    known = number_of(live, user.id)
    number = next_number(live) if known is None else known
    live.tournament.enter(number, now)
    return [] if known else [Player(number, user.id, user.name, program=user.program)]


@router.delete("/tournaments/{tournament}/entry")
async def withdraw(
    tournament: TournamentId, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Leave: tables that run are played on."""

    def leave(live: Live, now: int) -> None:
        live.tournament.withdraw(number_of(live, user.id) or 0, now)

    live = await runner.execute(tournament, leave)
    return _shown(runner, live, user.id, lang)


@router.post("/tournaments/{tournament}/wait")
async def wait(
    tournament: TournamentId, body: WaitIn, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """In an arena: want a table, or rest."""

    def change(live: Live, now: int) -> None:
        live.tournament.wait(number_of(live, user.id) or 0, body.wants, now)

    live = await runner.execute(tournament, change)
    return _shown(runner, live, user.id, lang)


# For the organiser.


def _check_organiser(live: Live, user: User) -> None:
    if live.agreed.organiser != user.id and not user.operator:
        raise ServerError("not-organiser", "expected the organiser of this tournament")


@router.post("/tournaments/{tournament}/start")
async def start(
    tournament: TournamentId, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Begin now."""
    order = await runner.order(await runner.find(tournament))

    def work(live: Live, now: int) -> None:
        _check_organiser(live, user)
        begin(live, now, order)

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.post("/tournaments/{tournament}/pause")
async def pause(
    tournament: TournamentId, body: PauseIn, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Set no more tables for a while, or go on."""

    def work(live: Live, now: int) -> None:
        _check_organiser(live, user)
        live.tournament.pause(body.paused, now)

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.delete("/tournaments/{tournament}")
async def call_off(
    tournament: TournamentId, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Call it off; tables that run are played on, and count no more."""

    def work(live: Live, now: int) -> None:
        _check_organiser(live, user)
        live.tournament.call_off(now)

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.post("/tournaments/{tournament}/bots")
async def add_bot(
    tournament: TournamentId, body: HouseIn, user: Somebody, runner: TheTournaments, lang: Lang
) -> TournamentOut:
    """Let a bot of the house play as well, where nothing is rated."""
    bots.make(body.bot, 0)

    def work(live: Live, now: int) -> list[Player]:
        _check_organiser(live, user)
        if Terms.of(live.agreed).rated:
            raise ServerError("bad-tournament", "expected no bots of the house where it is rated")
        number = next_number(live)
        live.tournament.enter(number, now)
        return [Player(number, None, body.bot, body.bot)]

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.delete("/tournaments/{tournament}/players/{player}")
async def remove(
    tournament: TournamentId,
    player: PlayerNumber,
    user: Somebody,
    runner: TheTournaments,
    lang: Lang,
) -> TournamentOut:
    """Take somebody out."""

    def work(live: Live, now: int) -> None:
        _check_organiser(live, user)
        live.tournament.withdraw(player, now, REMOVED)

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.post("/tournaments/{tournament}/tables/{table}/result")
async def correct(
    tournament: TournamentId,
    table: TableNumber,
    body: ResultIn,
    user: Somebody,
    runner: TheTournaments,
    lang: Lang,
) -> TournamentOut:
    """Say another result of a table that has one."""

    def work(live: Live, now: int) -> None:
        _check_organiser(live, user)
        there = live.tournament
        kept = there.table(table).result
        scores = () if kept is None else kept.scores
        there.correct(table, body.places, now, scores, body.missing)

    live = await runner.execute(tournament, work)
    return _shown(runner, live, user.id, lang)


@router.get(
    "/tournaments/{tournament}/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/csv": {}}}},
)
async def export(
    tournament: TournamentId,
    user: Anyone,
    runner: TheTournaments,
    lang: Lang,
    form: Annotated[Literal["json", "csv"], Query(alias="format")] = "json",
) -> Response:
    """Everything as JSON, or the standings as CSV."""
    live = await runner.find(tournament)
    name = {"content-disposition": f'attachment; filename="{tournament}.{form}"'}
    if form == "csv":
        return Response(picture.as_csv(live, lang), media_type="text/csv", headers=name)
    text = pack(picture.export(runner, live, lang))
    return Response(text, media_type="application/json", headers=name)


# Live.


@router.websocket("/tournaments/{tournament}/channel")
async def channel(socket: WebSocket, tournament: str, lang: Lang) -> None:
    """Pushes the tournament, as GET answers it, whenever it has changed."""
    runner: TournamentRunner = socket.app.state.tournaments
    auth: Authentication = socket.app.state.auth
    await socket.accept()
    try:
        user = await auth.find(socket)
        user_id, place = user.id if user else None, address_of(socket)
        with auth.place_sockets.one(place), auth.sockets.one(user_id or place):
            await _push_until_end(socket, runner, tournament, user_id, lang)
    except FourWindsError as error:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(pack(shown(error, lang)))
            await socket.close(POLICY, error.code)


async def _push_until_end(
    socket: WebSocket, runner: TournamentRunner, tournament: str, user: str | None, lang: str
) -> None:
    news, refused = asyncio.Event(), []
    runner.subscribers[tournament].add(news)
    try:
        async with anyio.create_task_group() as both:

            async def push() -> None:
                last: Any = None
                try:
                    while True:
                        news.clear()
                        live = await runner.find(tournament)
                        if live.tournament.number != last:
                            last = live.tournament.number
                            made = _shown(runner, live, user, lang).model_dump()
                            await socket.send_text(pack(made))
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(AGAIN):
                                await news.wait()
                except FourWindsError as error:
                    refused.append(error)
                except (WebSocketDisconnect, RuntimeError):
                    pass
                both.cancel_scope.cancel()

            both.start_soon(push)
            # Nothing is expected; what comes ends it.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.receive()
            both.cancel_scope.cancel()
    finally:
        runner.subscribers[tournament].discard(news)
        if not runner.subscribers[tournament]:
            runner.subscribers.pop(tournament, None)
    if refused:
        raise refused[0]


# The league of bots.


@router.get("/bot-league")
async def league(user: Anyone, runner: TheTournaments) -> list[BotLeague]:
    """How strong programs and the bots of the house are, for each game, and how sure that is."""
    call, now, out = runner.registry.call_store, runner.registry.sources.now(), []
    for game in games():
        size = find_game(game).usual_players
        rows = await call(runner.store.bot_ratings, game, size)
        today = await call(runner.store.of_league, bot_league.name_of(game, now))
        ratings = [RatedBot(**row) for row in rows]
        out.append(BotLeague(game=game, players=size, today=today, ratings=ratings))
    return out


@router.post("/bot-league/{game}", status_code=201)
async def play_in_league(
    game: Annotated[str, Path(max_length=40)], user: Somebody, runner: TheTournaments
) -> LeagueEntry:
    """Enter today's league with a program, or want another table there; for tokens alone."""
    if not user.program:
        raise ServerError("needs-token", "expected a token: the league is for programs")
    if user.login is None:
        raise ServerError("needs-account", "expected an account, not a guest")
    found = await bot_league.today(runner, find_game(game).id)

    def work(live: Live, now: int) -> list[Player]:
        there, number = live.tournament, number_of(live, user.id)
        if number is None or number not in there.players:
            return _enter(live, user, now)
        if number not in there.busy():
            there.wait(number, True, now)
        return []

    live = await runner.execute(found, work)
    return LeagueEntry(tournament=found, player=number_of(live, user.id) or 0)
