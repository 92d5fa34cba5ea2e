"""Everything that is sent fits the OpenAPI document: nothing unknown, nothing missing.

Whole games of every game are played; after each move the message of every viewer, what is asked,
offered and refused, previews, facts and positions are held against the schemas.
"""

from __future__ import annotations

import itertools
import json
import random
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.registry import games
from fourwinds.core.rules import Rules
from fourwinds.match.match import Match
from fourwinds.match.replay import Replay
from fourwinds.server.app import create_app
from fourwinds.server.game_schemas import SCHEMAS, add_game_schemas, prefix
from fourwinds.server.settings import Settings
from fourwinds.server.speaking import speak_event, spoken, texts
from fourwinds.server.wire import pack
from tests.match.tables import actors, running, user

GAMES = games(hidden=True)
LONGEST = 400  # moves of a match that are looked at; a long one begins and ends like a short one
SOME = 6  # previews looked at with each decision


@cache
def components() -> dict[str, Any]:
    """Those of the document, with the games that are listed nowhere."""
    app = create_app(Settings("sqlite://"))
    found: dict[str, Any] = add_game_schemas(FastAPI.openapi(app), GAMES)["components"]
    return found


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"{SCHEMAS}{name}", "components": components()}
    )


def check(name: str, sent: object) -> Any:
    """Whether what is sent fits a schema, as JSON; returns it as it arrives."""
    arrived = json.loads(pack(sent))
    wrong = [
        f"{'/'.join(str(part) for part in error.instance_path)}: {error.message[:300]}"
        for error in itertools.islice(validator(name).iter_errors(arrived), 3)
    ]
    assert not wrong, f"{name}: {wrong}"
    return arrived


def look(match: Match, viewer: int | None, since: int) -> dict[str, Any]:
    """What the server sends to a viewer."""
    message = match.message(viewer, since, 10**12)
    here = {"muted": [], "present": [True] * len(match.seats), "now": 0}
    return spoken({**message, **here}, "de")


def check_message(match: Match, viewer: int | None, since: int) -> int:
    """The whole message, and what is the game's own by the schemas of that game."""
    own = prefix(match.setup.game)
    message = check("Message", look(match, viewer, since))
    if message["view"] is not None:
        check(f"{own}View", message["view"])
    for event in itertools.chain(*(update["events"] for update in message["updates"])):
        if event["kind"] == "fact":
            check(f"{own}Fact", event["fact"])
    if message["asked"] is not None:
        for action in message["asked"]["actions"]:
            check(f"{own}OfferedAction", action)
        for action in message["asked"]["refused"]:
            check(f"{own}RefusedAction", action)
    number: int = message["number"]
    return number


def check_previews(match: Match, seat: int, rng: random.Random) -> None:
    actions = [action for action, _ in match.state.candidates(seat)] if match.state else []
    some = rng.sample(actions, min(SOME, len(actions)))
    for preview in match.previews(user(match, seat), seat, some):
        check(f"{prefix(match.setup.game)}Preview", preview)


def check_replay(match: Match, moves: list[int]) -> None:
    own = texts("fr", match.setup.game)
    names = [seat.name for seat in match.seats]
    walk = Replay(match)
    for move in moves:
        found = walk.at(move, None)
        for fact in found["facts"]:
            check("FactEvent", speak_event(own, {"kind": "fact", "fact": fact}, names))
        check(f"{prefix(match.setup.game)}Position", walk.open(move)["position"])


def chooser(rules: Rules, seat: int) -> bots.Bot:
    """Competent players and a weak one, so that rare things happen as well."""
    bot = bots.make("mate" if seat else "deckhand", seat)
    if isinstance(bot, bots.Begins):
        bot.begin(rules, seat)
    return bot


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_sent_of_whole_games_fits_the_document(game: str) -> None:
    most, least = fw.game(game).seats[-1], fw.game(game).seats[0]
    for number, players in enumerate({least, min(4, most)}):
        match = running(game, players)
        play(match, [chooser(match.rules, seat) for seat in range(players)], random.Random(number))


def play(match: Match, choosers: list[bots.Bot], rng: random.Random) -> None:
    heard: dict[int | None, int] = dict.fromkeys(match.feeds, 0)
    for now in range(LONGEST):
        for viewer in heard:
            heard[viewer] = check_message(match, viewer, heard[viewer])
        if match.state is None or match.status != "running":
            break
        seat = rng.choice(actors(match))
        check_previews(match, seat, rng)
        action = choosers[seat].choose(match.state.view(seat), match.state.actions(seat), None)
        match.play(user(match, seat), seat, action, match.decision(seat), 1000 * now)
        check(f"{prefix(match.setup.game)}Position", match.position())
    check_message(match, None, 0)
    if match.status == "over":
        check_replay(match, [0, len(match.moves) // 2, len(match.moves)])


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_components_fit_the_document(game: str) -> None:
    check(f"{prefix(game)}Components", fw.game(game).own_components.data)
