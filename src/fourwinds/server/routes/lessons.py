"""Routes of lessons. Nothing is kept of a lesson but that somebody has come to its end: with every
request come all answers so far, and the lesson is run through them again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

import fourwinds as fw
from fourwinds.learning.exchange import Act, Answer, Choose, Next
from fourwinds.learning.lesson import End, Lesson
from fourwinds.learning.reading import lesson as find_lesson
from fourwinds.learning.reading import lessons as lessons_of
from fourwinds.learning.run import LessonRun
from fourwinds.server.dependencies import Anyone, TheLessons, TheRegistry, TheWork
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang, question_words, refusal_words, speak_event, texts
from fourwinds.server.wire.base import Preview, answer
from fourwinds.server.wire.channel import Refusal
from fourwinds.server.wire.lessons import (
    ActionAnswer,
    LessonActionIn,
    LessonId,
    LessonIn,
    LessonListed,
    LessonPicture,
    LessonPreviewsIn,
    MoveAnswer,
    OptionAnswer,
)
from fourwinds.store.people import User

router = APIRouter(tags=["lessons"], prefix="/games/{game}/lessons")
GameId = Annotated[str, Path(max_length=40)]


@router.get("")
async def listed(
    game: GameId, user: Anyone, registry: TheRegistry, kept: TheLessons, lang: Lang
) -> list[LessonListed]:
    """The lessons of a game in their order, and which of them one has done."""
    found = lessons_of(_known(game))
    done: dict[str, int] = {}
    if user is not None:
        done = await registry.call_store(kept.of, user.id, game)
    return [
        LessonListed(
            id=each.id,
            title=each.title[lang],
            about=each.about[lang],
            minutes=each.minutes,
            done=each.id in done,
            rules=sorted({rule for step in each.steps for rule in step.teaches}),
        )
        for each in found
    ]


@router.post("/{lesson}/run", response_model=LessonPicture)
async def run(
    game: GameId,
    lesson: LessonId,
    body: LessonIn,
    user: Anyone,
    work: TheWork,
    registry: TheRegistry,
    kept: TheLessons,
    lang: Lang,
) -> Response:
    """A lesson after these answers. Who is signed in and comes to its end has done it."""
    found = _found(game, lesson)
    shown = await work(_picture, found, lang, body, user)
    if shown["kind"] == End.kind and user is not None:
        await registry.call_store(kept.keep, user.id, game, lesson, registry.sources.now())
    return answer(shown)


@router.post("/{lesson}/previews", response_model=dict[int, Preview])
async def previews(
    game: GameId, lesson: LessonId, body: LessonPreviewsIn, work: TheWork, lang: Lang
) -> Response:
    """What would follow from actions of one's own, as far as one can know."""
    found = _found(game, lesson)
    return answer(await work(_previews, found, lang, body))


@router.post("/{lesson}/why-not")
async def why_not(
    game: GameId, lesson: LessonId, body: LessonActionIn, work: TheWork, lang: Lang
) -> Refusal | None:
    """Why an action of one's own cannot be done; null if it can."""
    found = _found(game, lesson)
    refused = await work(_refusal, found, lang, body)
    return None if refused is None else Refusal(**refused)


def _known(game: str) -> str:
    if game not in fw.games():
        raise ServerError("not-found", "expected the id of a game")
    return game


def _found(game: str, lesson_id: str) -> Lesson:
    found = find_lesson(_known(game), lesson_id)
    if found is None:
        raise ServerError("not-found", "expected the id of a lesson")
    return found


def _run(lesson: Lesson, lang: str, body: LessonIn, user: User | None = None) -> LessonRun:
    given: list[Answer] = []
    for each in body.answers:
        if isinstance(each, ActionAnswer):
            given.append(Act(each.action))
        elif isinstance(each, MoveAnswer):
            given.append(Act(each.text))
        elif isinstance(each, OptionAnswer):
            given.append(Choose(each.option))
        else:
            given.append(Next())
    return LessonRun(lesson, lang, given, None if user is None else user.name)


def _previews(lesson: Lesson, lang: str, body: LessonPreviewsIn) -> dict[int, Any]:
    return _run(lesson, lang, body).previews([*dict.fromkeys(body.actions)])


def _refusal(lesson: Lesson, lang: str, body: LessonActionIn) -> dict[str, Any] | None:
    there = _run(lesson, lang, body)
    refused = there.refusal(body.action)
    return (
        None if refused is None else refusal_words(texts(lang, lesson.game), refused, there.names)
    )


def _picture(lesson: Lesson, lang: str, body: LessonIn, user: User | None) -> dict[str, Any]:
    there = _run(lesson, lang, body, user)
    own, names, step = texts(lang, lesson.game), there.names, there.step
    view, solution, verdict = there.view(), there.solution(), there.verdict
    return {
        "game": lesson.game,
        "lesson": lesson.id,
        "title": lesson.title[lang],
        "seat": there.seat,
        "names": names,
        "step": there.number,
        "steps": there.count,
        "kind": step.kind,
        "text": there.text,
        "points": list(step.point),
        "rules": list(step.teaches),
        "options": [{"label": each.label} for each in there.options()],
        "verdict": None
        if verdict is None
        else {"kind": verdict.kind, "text": verdict.text, "rule": verdict.rule},
        "solution": None
        if solution is None
        else {"actions": solution.actions, "option": solution.option, "words": solution.words},
        "played": [
            {
                "events": [
                    speak_event(own, {"kind": "fact", "fact": fact}, names) for fact in each.facts
                ],
                "view": each.view,
            }
            for each in there.played
        ],
        "view": view,
        "asked": question_words(own, there.asked(), view, names),
        "play": {"players": step.players, "options": dict(step.options), "bot": step.bot}
        if isinstance(step, End)
        else None,
    }
