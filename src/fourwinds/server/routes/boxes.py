"""Routes of boxes: the form of a component file, checks while it is filled in, what people keep.

Who has the id of a box may look at it, copy it and play with it; only its owner changes it.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path

import fourwinds as fw
from fourwinds.core.component_schema import FormField, form, schema
from fourwinds.core.components import MARKS, Components, load
from fourwinds.core.errors import BadComponents
from fourwinds.laws.component_check import check
from fourwinds.match.setup import tidy
from fourwinds.server.component_words import problem
from fourwinds.server.dependencies import Anyone, Somebody, TheAuth, TheBoxes, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import Lang, texts
from fourwinds.server.wire.base import Done
from fourwinds.server.wire.boxes import (
    BoxId,
    BoxIn,
    BoxListed,
    BoxOut,
    CheckedOut,
    CheckIn,
    FormFieldOut,
    FormOut,
    FormSectionOut,
    NewBoxIn,
)
from fourwinds.server.wire.games import ChoiceOut, MarkOut
from fourwinds.store.boxes import MOST_BOXES, Box, TooManyBoxes

router = APIRouter(tags=["boxes"])
GameId = Annotated[str, Path(max_length=40)]
LONGEST_NAME = 60


@router.get("/games/{game}/components/form")
async def the_form(game: GameId, lang: Lang) -> FormOut:
    """What can be filled in, and what comes with the game."""
    return _form(_known(game), lang)


@router.get("/games/{game}/components/schema")
async def the_schema(game: GameId) -> dict[str, Any]:
    """The JSON Schema of a component file, for editors and programs."""
    found = fw.game(_known(game))
    return dict(schema(found.folder, found.own_components.data))


@router.post("/games/{game}/components/check")
async def the_check(
    game: GameId, body: CheckIn, user: Somebody, auth: TheAuth, lang: Lang
) -> CheckedOut:
    """What is wrong with a component file, whole or half typed in."""
    known = _known(game)
    auth.checks.take(user.id)
    async with auth.checking:
        return await asyncio.to_thread(_checked, known, body.components, lang)


@router.get("/me/boxes")
async def my_boxes(user: Somebody, registry: TheRegistry, boxes: TheBoxes) -> list[BoxListed]:
    """One's own boxes, the last changed first."""
    found = await registry.call_store(boxes.of, user.id)
    return [BoxListed(**_listed(box)) for box in found]


@router.post("/me/boxes", status_code=201)
async def add(
    body: NewBoxIn, user: Somebody, auth: TheAuth, registry: TheRegistry, boxes: TheBoxes
) -> BoxOut:
    """Keep what was typed in, whether it is ready to be played with or not yet."""
    known, name = _known(body.game), tidy(body.name, "name", LONGEST_NAME)
    auth.checks.take(user.id)
    async with auth.checking:
        ready = await asyncio.to_thread(_ready, known, body.components)
    now = registry.sources.now()
    try:
        made = await registry.call_store(
            boxes.add, user.id, known, name, body.components, ready, now
        )
    except TooManyBoxes:
        raise ServerError("too-many-boxes", f"expected at most {MOST_BOXES}") from None
    found = await registry.call_store(boxes.find, made)
    return _shown(found, user.id)


@router.get("/boxes/{box}")
async def one(box: BoxId, user: Anyone, registry: TheRegistry, boxes: TheBoxes) -> BoxOut:
    """A box, for anybody who has its link."""
    return _shown(await registry.call_store(boxes.find, box), user.id if user else None)


@router.post("/me/boxes/{box}")
async def change(
    box: BoxId, body: BoxIn, user: Somebody, auth: TheAuth, registry: TheRegistry, boxes: TheBoxes
) -> BoxOut:
    """Change a box of one's own; matches that have begun keep what they were begun with."""
    found = await registry.call_store(boxes.find, box)
    if found is None or found.user != user.id:
        raise ServerError("not-found", "expected the id of a box of one's own")
    name = tidy(body.name, "name", LONGEST_NAME)
    auth.checks.take(user.id)
    async with auth.checking:
        ready = await asyncio.to_thread(_ready, found.game, body.components)
    now = registry.sources.now()
    await registry.call_store(boxes.change, user.id, box, name, body.components, ready, now)
    return _shown(await registry.call_store(boxes.find, box), user.id)


@router.delete("/me/boxes/{box}")
async def drop(box: BoxId, user: Somebody, registry: TheRegistry, boxes: TheBoxes) -> Done:
    if not await registry.call_store(boxes.drop, user.id, box):
        raise ServerError("not-found", "expected the id of a box of one's own")
    return Done()


def _known(game: str) -> str:
    if game not in fw.games():
        raise ServerError("not-found", "expected the id of a game")
    return game


def _listed(box: Box) -> dict[str, Any]:
    return {
        "id": box.id,
        "game": box.game,
        "name": box.name,
        "ready": box.ready,
        "changed": box.changed,
    }


def _shown(box: Box | None, reader: str | None) -> BoxOut:
    if box is None:
        raise ServerError("not-found", "expected the id of a box")
    mine = box.user == reader
    return BoxOut(**_listed(box), by=box.by, mine=mine, components=dict(box.components))


def _components(game: str, typed: dict[str, Any]) -> Components:
    """What was typed in, with keys that the game knows."""
    own = fw.game(game).own_components
    found = load(Components(typed, "typed in"), game)
    found.check_keys(own)
    return found


def _ready(game: str, typed: dict[str, Any]) -> bool:
    """Whether it can be played with. Too large or strange things are refused, as nobody typed in
    those; anything else may be half done."""
    Components(typed, "typed in")
    try:
        return check(fw.game(game), _components(game, typed)).is_playable
    except BadComponents:
        return False


def _checked(game: str, typed: dict[str, Any], lang: str) -> CheckedOut:
    own = texts(lang, game)
    every = [*fw.game(game).seats]
    try:
        found = check(fw.game(game), _components(game, typed))
    except BadComponents as error:
        return CheckedOut(
            ready=False, problems=[problem(own, str(error), every, typed)], warnings=[]
        )
    return CheckedOut(
        ready=found.is_playable,
        problems=[
            problem(own, message, players, typed) for message, players in found.each_once().items()
        ],
        warnings=[problem(own, message, every, typed) for message in found.warnings],
    )


@cache
def _form(game_id: str, language: str) -> FormOut:
    game, own = fw.game(game_id), texts(language, game_id)
    data = game.own_components.data

    def said(key: str, otherwise: str) -> str:
        found = own.find(f"form/{key}")
        return found if isinstance(found, str) else otherwise

    def field(each: FormField) -> FormFieldOut:
        words = [ChoiceOut(value=word, label=said(f"words/{word}", word)) for word in each.choices]
        label = said(f"fields/{each.name.replace('.', '-')}", each.name)
        return FormFieldOut(**{**vars(each), "choices": words}, label=label)

    sections = [
        FormSectionOut(
            name=section.name,
            label=said(section.name.replace(".", "-"), section.name),
            many=section.many,
            fields=[field(each) for each in section.fields],
        )
        for section in form(schema(game.folder, data))
    ]
    marks = {
        mark: MarkOut(label=own.line(f"marks/{mark}"), help=own.line(f"marks/{mark}_help"))
        for mark in MARKS
    }
    return FormOut(game=game_id, sections=sections, marks=marks, components=data)
