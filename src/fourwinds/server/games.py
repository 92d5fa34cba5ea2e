"""Routes of games: what can be played, their rules and components, and the bots to play against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.components import Components
from fourwinds.core.options import Option
from fourwinds.core.rulebook import sections
from fourwinds.core.words import Words
from fourwinds.server.errors import ServerError
from fourwinds.server.identity import Anyone, TheHall
from fourwinds.server.matches import Invitation
from fourwinds.server.speaking import LEVELS, Lang, texts
from fourwinds.server.wire import (
    BotOut,
    ChoiceOut,
    ComponentsOut,
    GameListed,
    GameOut,
    MarkOut,
    MatchId,
    OptionOut,
    RuleOut,
    RulesOut,
    SectionOut,
)

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
        BotOut(
            name=name, label=own.line(f"bots/{level}"), help=own.line(f"bots/{level}_help"), level=n
        )
        for n, (level, name) in enumerate(LEVELS.items(), 1)
    ]
    others = [name for name in bots.names() if name not in bots.OURS]
    told = own.line("bots/other_help")
    return levels + [BotOut(name=name, label=name, help=told, level=None) for name in others]


@router.get("/matches/{match}/components")
async def components(
    match: MatchId, user: Anyone, hall: TheHall, invitation: Invitation = None
) -> ComponentsOut:
    """What the match is played with."""
    live = await hall.live(match)
    async with live.lock:
        hall.admit(live.match, user.id if user else None, None, invitation)
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
