"""Bots at the table: what they are told, and how fast they move."""

from __future__ import annotations

import pickle
import random
import time
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from fourwinds import bots
from fourwinds.bots import OURS
from fourwinds.core.facts import Fact
from fourwinds.core.rules import Rules
from fourwinds.server.app import create_app
from fourwinds.server.botqueue.local_pool import think, usual_time
from fourwinds.server.settings import Settings
from tests.match.tables import move, running
from tests.pictures import following
from tests.server.test_api import API, look, make, post


class Listener:
    """A bot that wants to be told everything."""

    told: list[Any]

    @staticmethod
    def make(argument: str | None, seed: int) -> Listener:
        bot = Listener()
        bot.told = LAST
        LAST.clear()
        return bot

    def begin(self, rules: Rules, seat: int) -> None:
        self.told.append((rules.game.id, seat))

    def saw(self, facts: list[Fact]) -> None:
        self.told += facts

    def choose(self, view: dict[str, Any], actions: list[int], deadline: float | None) -> int:
        return actions[-1]


LAST: list[Any] = []


@pytest.mark.parametrize("game", ["santa-timea", "vor-dem-wind", "regatta"])
def test_a_bot_hears_what_a_person_in_its_seat_hears(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OURS, "listener", Listener.make)
    bots.listens.cache_clear()
    match, rng = running(game, people=2, bots=1), random.Random(3)
    match.seats[2].setup = replace(match.seats[2].setup, bot="listener")
    for turn in range(40):
        move(match, rng, turn)
    while not match.bot_jobs():
        move(match, rng, 99)
    job = pickle.loads(pickle.dumps(match.bot_jobs()[0]))
    assert think(job, 1, 1.0) == job["actions"][-1]
    began, *facts = LAST
    assert began == (game, 2)
    heard = [
        event["fact"]
        for update in match.message(2)["updates"]
        for event in update["events"]
        if event["kind"] == "fact"
    ]
    assert [fact.json() for fact in facts] == heard
    assert all(fact.heard_by(2) for fact in facts)
    bots.listens.cache_clear()


def test_a_bot_that_does_not_listen_is_not_told() -> None:
    match = running(people=1, bots=2)
    while not match.bot_jobs():
        move(match, random.Random(1), 1)
    assert match.bot_jobs()[0]["facts"] == []


def test_what_was_taken_back_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OURS, "listener", Listener.make)
    bots.listens.cache_clear()
    match, rng = running(people=1, bots=1), random.Random(3)
    match.seats[1].setup = replace(match.seats[1].setup, bot="listener")
    while 0 not in (match.state.actors if match.state else ()):
        move(match, rng, 1)
    move(match, rng, 2)
    match.undo("ann", 0, 3)
    move(match, rng, 4)
    while not match.bot_jobs():
        move(match, rng, 5)
    played = [f for f in match.bot_jobs()[0]["facts"] if f["kind"] == "card-played"]
    assert len(played) == len(match.moves)
    bots.listens.cache_clear()


def test_bots_move_at_a_pace_that_people_can_follow(settings: Settings) -> None:
    pace = 300
    with TestClient(create_app(replace(settings, pace=pace))) as ann:
        ann.post(f"{API}/guests", json={"name": "Ann"})
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "deckhand"}] * 3]
        match = make(ann, seats)
        with ann.websocket_connect(f"{API}/matches/{match}/channel") as channel:
            message = channel.receive_json()
            post(ann, match, "start")
            times: list[int] = []
            deadline = time.monotonic() + 30
            while len(times) < 4 and time.monotonic() < deadline:
                message = following(message, channel.receive_json())
                times += [update["time"] for update in message["updates"]]
                if message["asked"] is not None:
                    asked = message["asked"]
                    body = {"seat": 0, "decision": asked["decision"]}
                    post(ann, match, "actions", action=asked["actions"][0]["action"], **body)
            seen = look(ann, match)  # while somebody looks on: without, bots do not wait
    gaps = []
    for before, after in zip(seen["updates"], seen["updates"][1:], strict=False):
        facts = [e["fact"] for e in after["events"] if e["kind"] == "fact"]
        if facts and facts[0]["kind"] == "card-played" and facts[0]["seat"] != 0:
            gaps.append(after["time"] - before["time"])
    assert gaps
    assert min(gaps) >= pace - 1


def test_a_bot_that_thinks_by_the_clock_takes_its_time_always() -> None:
    assert usual_time("captain:2000ms") == 2000
    assert usual_time("captain:500it") == usual_time("mate") == 0
