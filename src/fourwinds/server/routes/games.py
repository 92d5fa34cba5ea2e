"""Routes of games: what can be played, their rules and components, and the bots to play against."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path

import fourwinds as fw
from fourwinds import bots
from fourwinds.bots.levels import BELOW, shares
from fourwinds.core.components import Components
from fourwinds.core.options import Option
from fourwinds.core.rulebook import sections
from fourwinds.core.words import Verbatim, Words
from fourwinds.server.dependencies import Anyone, TheRegistry
from fourwinds.server.errors import ServerError
from fourwinds.server.localisation import LEVELS, Lang, texts
from fourwinds.server.routes.matches import Invitation
from fourwinds.server.wire.base import MatchId
from fourwinds.server.wire.games import (
    BotOut,
    ChoiceOut,
    ComponentsOut,
    GameListed,
    GameOut,
    MarkOut,
    OptionOut,
    RuleOut,
    RulesOut,
    SectionOut,
)

SUMMARY = ("first", "second", "third", "fourth")
router = APIRouter(tags=["games"])
GameId = Annotated[str, Path(max_length=40)]


@router.get("/games")
async def games(lang: Lang) -> list[GameListed]:
    return [GameListed(**_listed(game, lang)) for game in fw.games()]


@router.get("/games/{game}")
async def one_game(game: GameId, lang: Lang) -> GameOut:
    """A game with its names, labels and usual components."""
    return _game(_known(game), lang)


@router.get("/games/{game}/rules")
async def rules(game: GameId, lang: Lang) -> RulesOut:
    """The numbered rules."""
    return _rules(_known(game), lang)


@router.get("/bots")
async def list_bots(lang: Lang) -> list[BotOut]:
    """Bots to play against: levels for people, then those that others added."""
    own = texts(lang)
    levels = [
        BotOut(name=name, label=own.line(f"bots/{level}"), help=_level_help(own, level), level=n)
        for n, (level, name) in enumerate(LEVELS.items(), 1)
    ]
    usable = await asyncio.to_thread(bots.usable)  # others' code may take long to load
    others = [name for name in usable if name not in bots.OURS]
    told = own.line("bots/other_help")
    return levels + [BotOut(name=name, label=name, help=told, level=None) for name in others]


def _level_help(own: Words, level: str) -> str:
    """How a level thinks, and what share of matches it was seen to win against the one below."""
    told, measured = own.line(f"bots/{level}_help"), shares(level)
    if measured is None:
        return told
    least, most = measured
    below = own.line(f"bots/{BELOW[level]}_three")
    key = "bots/wins" if least == most else "bots/wins_by_game"
    return f"{told} {own.line(key, below=Verbatim(below), least=least, most=most)}"


@router.get("/matches/{match}/components")
async def components(
    match: MatchId, user: Anyone, registry: TheRegistry, invitation: Invitation = None
) -> ComponentsOut:
    """What the match is played with."""
    live = await registry.get(match)
    async with live.lock:
        registry.check_replay(live.match, user.id if user else None, invitation)
        found = live.match.rules.components
    return _components(live.match.setup.game, found)


def _known(game: str) -> str:
    if game not in fw.games():
        raise ServerError("not-found", "expected the id of a game")
    return game


def _components(game: str, found: Components) -> ComponentsOut:
    usual = found.digest == fw.game(game).own_components.digest
    return ComponentsOut(game=game, digest=found.digest, usual=usual, components=found.data)


@cache
def _listed(game_id: str, language: str) -> dict[str, Any]:
    game, own = fw.game(game_id), texts(language, game_id)
    return {
        "id": game.id,
        "title": own.line("title"),
        "tagline": own.line("tagline"),
        "goal": own.line("summary/goal"),
        "summary": [own.line(f"summary/{part}") for part in SUMMARY],
        "players": list(game.seats),
        "usual_players": game.usual_players,
        "minutes": list(game.about.minutes),
        "weight": game.about.weight,
        "options": [_option(own, option, game) for option in game.options.values()],
        "rules_version": game.rules_version,
        "designers": list(game.about.designers),
        "publisher": game.about.publisher,
        "year": game.about.year,
        "reconstructed": game.own_components.marks()["reconstructed"] > 0,
    }


def _option(own: Words, option: Option, game: fw.Game) -> OptionOut:
    key = f"options/{option.name}"
    number = option.kind == "number"
    return OptionOut(
        name=option.name,
        type=option.kind,
        label=own.line(key),
        help=own.line(f"{key}_help"),
        default=option.default_for(game.usual_players),
        defaults={players: option.default_for(players) for players in game.seats},
        choices=[ChoiceOut(value=c, label=own.line(f"{key}_{c}")) for c in option.choices],
        low=option.low if number else None,
        high=option.high if number else None,
    )


@cache
def _game(game_id: str, language: str) -> GameOut:
    own = texts(language, game_id)
    return GameOut(
        **_listed(game_id, language),
        names=dict(_flat(own.find("names") or {})),
        labels=dict(_flat(own.find("table") or {})),
        components=fw.game(game_id).own_components.data,
    )


def _flat(entry: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Texts by their keys; those of inner tables and forms as `gates/red` or `cards/one`."""
    for name, inner in entry.items():
        if isinstance(inner, Mapping):
            yield from _flat(inner, f"{path}{name}/")
        else:
            yield f"{path}{name}", inner


@cache
def _rules(game_id: str, language: str) -> RulesOut:
    own = texts(language, game_id)
    found = sections(own)
    used = sorted({mark for section in found for rule in section.rules for mark in rule.marks})
    return RulesOut(
        title=own.line("title"),
        sections=[
            SectionOut(
                number=section.number,
                title=section.title,
                rules=[
                    RuleOut(number=rule.number, text=rule.text, marks=list(rule.marks))
                    for rule in section.rules
                ],
            )
            for section in found
        ],
        marks={
            mark: MarkOut(label=own.line(f"marks/{mark}"), help=own.line(f"marks/{mark}_help"))
            for mark in used
        },
    )
