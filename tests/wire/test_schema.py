"""Everything that is sent fits the OpenAPI document: nothing unknown, nothing missing.

Whole games of every game are played; after each move the message of every viewer, what is asked,
offered and refused, previews, facts and positions are held against the schemas.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI

import fourwinds as fw
from fourwinds import bots
from fourwinds.core.registry import games
from fourwinds.core.rules import Rules
from fourwinds.match.clock import ClockSetup
from fourwinds.match.match import Match
from fourwinds.match.replay import Replay
from fourwinds.server.app import create_app
from fourwinds.server.errors import problem
from fourwinds.server.live.feeds import Subscription, ViewerFeed
from fourwinds.server.localisation import speak_event, spoken, texts
from fourwinds.server.settings import Settings
from fourwinds.server.wire.base import pack
from fourwinds.server.wire.game_schemas import SCHEMAS, add_game_schemas, prefix
from tests.match import tables
from tests.match.tables import actors, created, play_out, running, user

GAMES = games(hidden=True)
LONGEST = 400  # moves of a match that are looked at; a long one begins and ends like a short one
SOME = 3  # previews looked at with each decision


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
    view = match.view_to_decide(user(match, seat), seat)
    for action in some:
        check(f"{prefix(match.setup.game)}Preview", match.rules.preview(view, action))


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
    """A competent player among weak ones, so that a match is short and rare things happen."""
    bot = bots.make("deckhand" if seat else "mate", seat)
    if isinstance(bot, bots.Begins):
        bot.begin(rules, seat)
    return bot


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_sent_of_whole_games_fits_the_document(game: str) -> None:
    match = running(game, 3)
    play(match, [chooser(match.rules, seat) for seat in range(3)], random.Random(1))


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


def test_all_that_happens_at_a_table_fits_the_document() -> None:
    """Every kind of event is heard by all who may hear it."""
    matches = [busy(), ended_by_agreement(), called_off(), resigned(), closed()]
    heard = set()
    for match in matches:
        for viewer in match.feeds:
            check_message(match, viewer, 0)
            for event in itertools.chain(*(u["events"] for u in match.feeds[viewer].updates)):
                heard.add(event["kind"])
    declared = components()["schemas"]["Update"]["properties"]["events"]["items"]["discriminator"]
    assert heard == set(declared["mapping"])


def busy() -> Match:
    """A match in which people do all that they may."""
    match = created("high-tide", 3, clock=ClockSetup("total", 60, 2))
    match.join("ben", "Ben", 1)
    match.join("cleo", "Cleo", 1)
    match.leave("cleo", 2)
    match.join("cleo", "Cleo", 3)
    match.salt("ben", 1, "tea", 4)
    match.start("ann", 5)
    match.say("ann", "hello", 6)
    match.say("cleo", "good morning", 6)
    match.mute("ben", 0, True, 7)
    match.remove_line(1, 8)
    match.be_automatic("ann", 0, True, 9)
    match.play("ann", 0, first(match, 0), match.decision(0), 10)
    match.retract("ann", 0, 11)
    for seat in range(3):
        match.play(user(match, seat), seat, first(match, seat), match.decision(seat), 12 + seat)
    match.undo("cleo", 2, 20)
    match.answer("ann", 0, True, 21)
    match.answer("ben", 1, True, 22)
    match.offer_end("ann", 0, 23)
    match.answer("ben", 1, False, 24)
    match.replace("ann", 1, 10**9, 25)
    match.come_back("ben", 1, 26)
    match.tick(10**6)
    match.rename("ann", "Anna", 10**6)
    play_out(match)
    match.rematch("ann", "m2", 10**9)
    match.forget("cleo", "former-1", 10**9)
    return match


def ended_by_agreement() -> Match:
    match = running("high-tide", 2)
    match.offer_end("ann", 0, 10)
    match.answer("ben", 1, True, 11)
    return match


def called_off() -> Match:
    match = created("high-tide", 2)
    match.seat_bot("ann", 1, "mate", 1)
    match.withdraw("ann", 2)
    return match


def resigned() -> Match:
    match = running("high-tide", 2, private=True)
    match.resign("ann", 0, 10)
    match.share("ben", 1, True, 11)
    return match


def closed() -> Match:
    """A table of a duplicate match that was closed, and whose deal is no secret any more."""
    match = running("high-tide", 2, private=True, duplicate="d1")
    match.close(3)
    match.open_deal(4)
    return match


def first(match: Match, seat: int) -> int:
    assert match.state is not None
    return match.state.actions(seat)[0]


def test_what_goes_wrong_fits_the_document() -> None:
    sent = problem("stale-decision", "expected an answer to the present decision")
    check("Trouble", sent)
    check("ChannelSent", sent)
    check("Trouble", {**sent, "present": look(running("high-tide", 2), 0, 0)})


def test_what_goes_over_the_channel_fits_the_document() -> None:
    match = running("high-tide", 2)
    feed = ViewerFeed(0, "de")
    at = Subscription("m1", "ann", 0, 0, None, "de")
    for number in range(4):
        feed.refresh(match, [True, number > 0], number)
        push = at.next_push(feed, match, [True, number > 0], number)
        assert push is not None
        sent = check("ChannelSent", json.loads(push))
        assert ("patch" in sent) == (number > 0)
        check("PatchPush" if number else "WholePush", sent)
        check("ChannelSent", {**sent, "ack": "k"})
        tables.move(match, random.Random(number), number)
    check("ChannelSent", "pong")
    check("ChannelSent", {"ack": "k", "number": 3})
    refusal = {"action": 3, "words": "", "why": "no", "code": "unknown-action", "rule": None}
    check("ChannelSent", {"ack": None, "refusal": refusal})
    check("ChannelSent", {"nack": None, "error": problem("too-many", "wait")["error"]})
    check("ChannelReceived", "ping")
    check("ChannelReceived", {"do": "play", "seat": 0, "action": 3, "decision": "1.0", "key": "k"})
    with pytest.raises(AssertionError):
        check("ChannelReceived", {"do": "play", "seat": 0, "action": 3})


@pytest.mark.parametrize(
    "spoil",
    [
        lambda message: message.pop("undo"),
        lambda message: message["view"].pop("turn"),
        lambda message: message["view"].update(secret=1),
        lambda message: message["asked"]["actions"][0].pop("words"),
        lambda message: message["updates"][-1]["events"][-1].update(more=1),
        lambda message: message["table"]["seats"][0].update(password="x"),
    ],
)
def test_nothing_more_and_nothing_less_may_be_sent(spoil: Callable[[Any], object]) -> None:
    match = running("santa-timea", 3)
    message = check("Message", look(match, actors(match)[0], 0))
    spoil(message)
    with pytest.raises(AssertionError, match="Message: "):
        check("Message", message)
