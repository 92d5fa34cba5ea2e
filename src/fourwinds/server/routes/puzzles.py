"""Routes of puzzles: positions with one clearly best move, as their seat sees them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from starlette.requests import Request

import fourwinds as fw
from fourwinds.bots.puzzles import Puzzle, of_day
from fourwinds.bots.puzzles import puzzles as all_of
from fourwinds.core.words import Words
from fourwinds.match.feeds import asked
from fourwinds.server.accounts.authentication import address_of
from fourwinds.server.dependencies import Anyone, TheAnalyser, TheWork
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang, question_words, texts
from fourwinds.server.routes.replays import reason_words
from fourwinds.server.wire.base import Preview, answer
from fourwinds.server.wire.puzzles import (
    PuzzleAnswerIn,
    PuzzleNumber,
    PuzzleOut,
    PuzzlePreviewsIn,
    PuzzlesListed,
    PuzzleSolved,
)

router = APIRouter(tags=["puzzles"], prefix="/games/{game}/puzzles")
GameId = Annotated[str, Path(max_length=40)]
Number = Annotated[PuzzleNumber, Path()]
# Positions that were looked at last: each is played out from its deal once.
MOST_POSITIONS = 200


@router.get("")
async def listed(game: GameId) -> PuzzlesListed:
    """How many there are and how hard; which is today's."""
    found = all_of(_known(game))
    today = datetime.datetime.now(datetime.UTC).date()
    day = of_day(game, today).number if found else None
    return PuzzlesListed(day=day, ratings=[each.rating for each in found])


@router.get("/{number}", response_model=PuzzleOut)
async def shown(game: GameId, number: Number, work: TheWork, lang: Lang) -> Response:
    """A puzzle, by what its seat knows."""
    return answer(await work(_shown, _found(game, number), lang))


@router.post("/{number}/previews", response_model=dict[int, Preview])
async def previews(game: GameId, number: Number, body: PuzzlePreviewsIn, work: TheWork) -> Response:
    """What would follow from actions, as far as the seat can know."""
    return answer(await work(_previews, _found(game, number), body.actions))


@router.post("/{number}/answer")
async def solved(
    game: GameId,
    number: Number,
    body: PuzzleAnswerIn,
    user: Anyone,
    work: TheWork,
    analyser: TheAnalyser,
    lang: Lang,
    request: Request,
) -> PuzzleSolved:
    """Whether an action is the best one, which that is, and why."""
    puzzle = _found(game, number)
    state = await work(_position, puzzle)
    if body.action not in state.actions(puzzle.seat):
        raise ServerError("bad-request", "expected an action that is offered")
    rules = puzzle.rules()
    job = {
        "rules": list(rules.recipe()),
        "view": state.view(puzzle.seat),
        "best": puzzle.best,
        "action": body.action,
    }
    person = address_of(request) if user is None else user.id
    found = await analyser.explain_puzzle((game, number, body.action), job, person)
    own = texts(lang, game)
    names = _names(own, puzzle)
    return PuzzleSolved(
        right=body.action == puzzle.best,
        best=puzzle.best,
        words=own.action(rules.describe(state, puzzle.seat, puzzle.best), names),
        margin=puzzle.margin,
        reasons=reason_words(own, names, found),
    )


def _known(game: str) -> str:
    if game not in fw.games():
        raise ServerError("not-found", "expected the id of a game")
    return game


def _found(game: str, number: int) -> Puzzle:
    found = all_of(_known(game))
    if number > len(found):
        raise ServerError("not-found", "expected the number of a puzzle")
    return found[number - 1]


@lru_cache(MOST_POSITIONS)
def _position(puzzle: Puzzle) -> fw.State:
    return puzzle.position()


def _previews(puzzle: Puzzle, actions: Sequence[int]) -> dict[int, Any]:
    view, rules = _position(puzzle).view(puzzle.seat), puzzle.rules()
    return {action: rules.preview(view, action) for action in dict.fromkeys(actions)}


def _names(own: Words, puzzle: Puzzle) -> list[str]:
    names = [own.line("seat/free", n=seat + 1) for seat in range(puzzle.players)]
    names[puzzle.seat] = own.line("seat/you")
    return names


def _shown(puzzle: Puzzle, lang: str) -> dict[str, object]:
    state = _position(puzzle)
    own = texts(lang, puzzle.game)
    names = _names(own, puzzle)
    view = state.view(puzzle.seat)
    return {
        "game": puzzle.game,
        "number": puzzle.number,
        "rating": puzzle.rating,
        "seat": puzzle.seat,
        "names": names,
        "view": view,
        "asked": question_words(own, asked(state, puzzle.seat, 0), view, names),
    }
