"""FastAPI dependencies: who asks, and the parts of the application that routes need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from fourwinds.server.accounts.authentication import Authentication, address_of
from fourwinds.server.botqueue.analysis import Analyser
from fourwinds.server.errors import ServerError
from fourwinds.server.live.commands import Commands
from fourwinds.server.live.registry import MatchRegistry
from fourwinds.server.matchmaking.duplicate_tables import DuplicateTables
from fourwinds.server.matchmaking.matchmaker import Matchmaker
from fourwinds.server.notify.dispatcher import Dispatcher
from fourwinds.server.rate_limits import WorkLimiter
from fourwinds.server.tournaments.runner import TournamentRunner
from fourwinds.store.boxes import Boxes
from fourwinds.store.lessons import LessonsDone
from fourwinds.store.people import User

P = ParamSpec("P")
R = TypeVar("R")


async def anyone(connection: HTTPConnection) -> User | None:
    auth: Authentication = connection.app.state.auth
    return await auth.find(connection)


async def somebody(user: Annotated[User | None, Depends(anyone)]) -> User:
    if user is None:
        raise ServerError("not-signed-in", "expected a guest, an account or a token")
    return user


class Work:
    """What is worked out for who asks, within what one person or address may have done."""

    def __init__(self, limiter: WorkLimiter, name: str) -> None:
        self._limiter = limiter
        self._name = name

    async def __call__(self, work: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        return await self._limiter.do(self._name, work, *args, **named)


async def the_work(
    connection: HTTPConnection, user: Annotated[User | None, Depends(anyone)]
) -> Work:
    auth: Authentication = connection.app.state.auth
    return Work(auth.work, address_of(connection) if user is None else user.id)


async def owner(connection: HTTPConnection) -> User:
    """Whose data it is; who is banned may have them and delete them as well."""
    auth: Authentication = connection.app.state.auth
    return await in_person(connection, await somebody(await auth.identify(connection)))


async def in_person(connection: HTTPConnection, user: Annotated[User, Depends(somebody)]) -> User:
    """A token plays, but the account is its owner's business."""
    if connection.headers.get("authorization"):
        raise ServerError("not-in-person", "expected you yourself, not a token")
    return user


async def operator(user: Annotated[User, Depends(in_person)]) -> User:
    if not user.operator:
        raise ServerError("not-operator", "expected an operator of this server")
    return user


async def the_registry(connection: HTTPConnection) -> MatchRegistry:
    registry: MatchRegistry = connection.app.state.registry
    return registry


async def the_auth(connection: HTTPConnection) -> Authentication:
    auth: Authentication = connection.app.state.auth
    return auth


async def the_commands(connection: HTTPConnection) -> Commands:
    commands: Commands = connection.app.state.commands
    return commands


def the_analyser(connection: HTTPConnection) -> Analyser:
    analyser: Analyser = connection.app.state.analyser
    return analyser


async def the_dispatcher(connection: HTTPConnection) -> Dispatcher:
    dispatcher: Dispatcher = connection.app.state.dispatcher
    return dispatcher


async def the_lessons(connection: HTTPConnection) -> LessonsDone:
    lessons_done: LessonsDone = connection.app.state.lessons_done
    return lessons_done


async def the_duplicate_tables(connection: HTTPConnection) -> DuplicateTables:
    duplicate_tables: DuplicateTables = connection.app.state.duplicate_tables
    return duplicate_tables


async def the_boxes(connection: HTTPConnection) -> Boxes:
    boxes: Boxes = connection.app.state.boxes
    return boxes


async def the_matchmaker(connection: HTTPConnection) -> Matchmaker:
    matchmaker: Matchmaker = connection.app.state.matchmaker
    return matchmaker


async def the_tournaments(connection: HTTPConnection) -> TournamentRunner:
    tournaments: TournamentRunner = connection.app.state.tournaments
    return tournaments


Anyone = Annotated[User | None, Depends(anyone)]
Somebody = Annotated[User, Depends(somebody)]
Owner = Annotated[User, Depends(owner)]
InPerson = Annotated[User, Depends(in_person)]
Operator = Annotated[User, Depends(operator)]
TheWork = Annotated[Work, Depends(the_work)]
TheRegistry = Annotated[MatchRegistry, Depends(the_registry)]
TheAnalyser = Annotated[Analyser, Depends(the_analyser)]
TheCommands = Annotated[Commands, Depends(the_commands)]
TheAuth = Annotated[Authentication, Depends(the_auth)]
TheDispatcher = Annotated[Dispatcher, Depends(the_dispatcher)]
TheLessons = Annotated[LessonsDone, Depends(the_lessons)]
TheDuplicateTables = Annotated[DuplicateTables, Depends(the_duplicate_tables)]
TheTournaments = Annotated[TournamentRunner, Depends(the_tournaments)]
TheBoxes = Annotated[Boxes, Depends(the_boxes)]
TheMatchmaker = Annotated[Matchmaker, Depends(the_matchmaker)]
