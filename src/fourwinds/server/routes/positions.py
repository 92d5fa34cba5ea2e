"""Routes of positions that people set up. Nothing is kept: a position comes with every request.

It is nobody's secret. None is ever made from a match that still runs: replays have those of
finished ones alone."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

import fourwinds as fw
from fourwinds.core.errors import BadPosition
from fourwinds.learning import positions
from fourwinds.learning.set_up import SetUp
from fourwinds.match.clock import ClockSetup
from fourwinds.match.setup import OPEN, MatchSetup, SeatSetup
from fourwinds.server.dependencies import Somebody, TheAnalyser, TheRegistry, TheWork
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang, question_words, speak_event, texts
from fourwinds.server.routes.matches import made
from fourwinds.server.routes.previews import hint_words
from fourwinds.server.wire.base import Preview, answer
from fourwinds.server.wire.matches import MatchMade
from fourwinds.server.wire.positions import (
    DealIn,
    PositionForm,
    PositionIn,
    PositionMatchIn,
    PositionMoveIn,
    PositionOut,
    PositionPreviewsIn,
)
from fourwinds.server.wire.replays import Hint

router = APIRouter(tags=["positions"], prefix="/games/{game}/positions")
GameId = Annotated[str, Path(max_length=40)]
MOST_FORMS = 100  # of a game, a number of players and a language each


@router.get("/form", response_model=PositionForm)
async def form(game: GameId, players: Annotated[int, Query(ge=1, le=16)], lang: Lang) -> Response:
    """What can be changed in a position, with what it can be."""
    rules = fw.game(_known(game)).rules(players)
    return answer(await asyncio.to_thread(_form, game, rules.players, lang))


@router.post("/deal", response_model=PositionOut)
async def deal(game: GameId, body: DealIn, work: TheWork, lang: Lang) -> Response:
    """A deal to begin with, played on by bots for a while."""
    rules = fw.game(_known(game)).rules(body.players, body.options)
    there = await work(SetUp.deal, rules, body.seed, body.decisions)
    return answer(_shown(game, there, None, lang))


@router.post("/check", response_model=PositionOut)
async def check(game: GameId, body: PositionIn, work: TheWork, lang: Lang) -> Response:
    """A position as the rules read it, or what is wrong with it."""
    _known(game)
    return answer(await work(_checked, game, body, lang))


@router.post("/play", response_model=PositionOut)
async def play(game: GameId, body: PositionMoveIn, work: TheWork, lang: Lang) -> Response:
    """The position after an action."""
    there = await work(_read, game, body.position)
    there.play(_seat(there, body.seat), body.action)
    return answer(_shown(game, there, body.seat, lang))


@router.post("/previews", response_model=dict[int, Preview])
async def previews(game: GameId, body: PositionPreviewsIn, work: TheWork, lang: Lang) -> Response:
    """What would follow from actions, as far as the seat can know."""
    return answer(await work(_previews, game, body))


@router.post("/hint")
async def hint(
    game: GameId,
    body: PositionIn,
    user: Somebody,
    work: TheWork,
    analyser: TheAnalyser,
    lang: Lang,
) -> Hint:
    """What an admiral would consider there, by what the seat knows."""
    there = await work(_read, game, body.position)
    seat = _seat(there, body.seat)
    if not there.is_asked(seat):
        raise ServerError("nothing-asked", "expected a seat that is asked something")
    job = {"rules": list(there.rules.recipe()), "view": there.view(seat)}
    found = await analyser.advise_set_up(job, user.id)
    own = texts(lang, game)
    return hint_words(own, _names(game, there, lang), found)


@router.post("/match", status_code=201)
async def match(
    game: GameId, body: PositionMatchIn, user: Somebody, work: TheWork, registry: TheRegistry
) -> MatchMade:
    """A match, unrated, that begins with a position."""
    there = await work(_read, game, body.position)
    position = there.position()
    if body.shuffle:
        position = positions.undrawn(game, position)
    seats = tuple(SeatSetup(seat.kind, seat.bot, seat.name) for seat in body.seats)
    setup = MatchSetup(
        game=game,
        seats=seats,
        options=dict(there.rules.options),
        clock=ClockSetup(),
        private=all(seat.kind != OPEN for seat in seats),
        position=position,
    )
    return made(await registry.create(setup, user.id, user.name))


def _known(game: str) -> str:
    if game not in fw.games() or not positions.declared(game):
        raise ServerError("not-found", "expected the id of a game")
    return game


@lru_cache(MOST_FORMS)
def _form(game: str, players: int, lang: str) -> dict[str, Any]:
    rules = fw.game(game).rules(players)
    return asdict(positions.form(rules, positions.words_of(game, lang)))


def _previews(game: str, body: PositionPreviewsIn) -> dict[int, Any]:
    there = _read(game, body.position)
    return there.previews(_seat(there, body.seat), dict.fromkeys(body.actions))


def _read(game: str, position: Mapping[str, Any]) -> SetUp:
    return SetUp.read(_known(game), position)


def _seat(there: SetUp, wanted: int | None) -> int:
    if wanted is None:
        return there.asked_first()
    if wanted >= there.players:
        raise ServerError("not-your-seat", "expected a seat of this table")
    return wanted


def _names(game: str, there: SetUp, lang: str) -> list[str]:
    return positions.player_names(positions.words_of(game, lang), there.players)


def _checked(game: str, body: PositionIn, lang: str) -> dict[str, Any]:
    try:
        return _shown(game, _read(game, body.position), body.seat, lang)
    except BadPosition as error:
        own = positions.words_of(game, lang)
        rules = positions.rules_of(game, body.position)
        found = positions.trouble(game, error, own, positions.form(rules, own))
        return {
            "trouble": asdict(found),
            "position": None,
            "seat": 0,
            "names": [],
            "view": None,
            "asked": None,
            "over": False,
            "events": [],
        }


def _shown(game: str, there: SetUp, wanted: int | None, lang: str) -> dict[str, Any]:
    seat = _seat(there, wanted)
    names = _names(game, there, lang)
    own = texts(lang, game)
    view = there.view(seat)
    return {
        "trouble": None,
        "position": there.position(),
        "seat": seat,
        "names": names,
        "view": view,
        "asked": question_words(own, there.question(seat), view, names),
        "over": there.over,
        "events": [
            speak_event(own, {"kind": "fact", "fact": fact}, names) for fact in there.facts(seat)
        ],
    }
