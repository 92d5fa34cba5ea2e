"""Lessons over HTTP: listed, run by all answers so far, previewed, and kept with the person."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

import fourwinds as fw
from fourwinds.core.words import LANGUAGES
from fourwinds.learning.checking import right_answers
from fourwinds.learning.exchange import Act, Choose
from fourwinds.learning.reading import lesson as find_lesson
from fourwinds.learning.reading import lessons
from fourwinds.learning.run import LessonRun
from fourwinds.server.wire.lessons import LessonPicture
from tests.server.conftest import Guest
from tests.server.test_api import API

LESSONS = f"{API}/games/santa-timea/lessons"
NEXT = {"kind": "next"}
EVERY = [(game, lesson.id) for game in fw.games() for lesson in lessons(game)]
# Each in one language: tests/learning goes through all of them in all languages.
ALL = [(*each, LANGUAGES[number % len(LANGUAGES)]) for number, each in enumerate(EVERY)]


def run(client: TestClient, answers: list[Any], lesson: str = "first", **query: str) -> Any:
    came = client.post(f"{LESSONS}/{lesson}/run", json={"answers": answers}, params=query)
    assert came.status_code == 200, came.text
    return came.json()


def sent(answer: object) -> dict[str, Any]:
    """An answer as it is sent."""
    if isinstance(answer, Act):
        return {"kind": "action", "action": answer.action}
    return {"kind": "option", "option": answer.option} if isinstance(answer, Choose) else NEXT


def through(game: str, lesson_id: str) -> list[dict[str, Any]]:
    """The right answers of a whole lesson."""
    lesson = find_lesson(game, lesson_id)
    assert lesson is not None
    given: list[Any] = []
    while ways := right_answers(LessonRun(lesson, "en", given)):
        given += ways[0]
    return [sent(each) for each in given]


def test_lessons_are_listed_in_their_order_in_every_language(server: TestClient) -> None:
    titles = set()
    for language in LANGUAGES:
        listed = server.get(LESSONS, params={"lang": language}).json()
        assert [each["id"] for each in listed] == [each.id for each in lessons("santa-timea")]
        assert not any(each["done"] for each in listed)
        titles.add(listed[0]["title"])
    assert len(titles) == len(LANGUAGES)
    assert server.get(f"{API}/games/chess/lessons").status_code == 404
    nowhere = server.post(f"{LESSONS}/nowhere/run", json={"answers": []})
    assert nowhere.json()["error"]["code"] == "not-found"


@pytest.mark.parametrize(("game", "lesson", "language"), ALL)
def test_every_picture_of_every_lesson_has_its_declared_shape(
    server: TestClient, game: str, lesson: str, language: str
) -> None:
    answers = through(game, lesson)
    shape = TypeAdapter(LessonPicture)
    address = f"{API}/games/{game}/lessons/{lesson}/run"
    for number in range(len(answers) + 1):
        body = {"answers": answers[:number]}
        picture = server.post(address, json=body, params={"lang": language}).json()
        shape.validate_python(picture)
        assert picture["view"]["seat"] == picture["seat"]
        assert (picture["asked"] is not None) == (picture["kind"] == "move")
        assert all(each["view"]["seat"] == picture["seat"] for each in picture["played"])
    assert picture["kind"] == "end"
    assert picture["play"]["bot"]
    assert picture["step"] == picture["steps"]


def test_right_wrong_and_illegal_moves_are_told_apart(server: TestClient) -> None:
    asked = run(server, [NEXT, NEXT])
    assert asked["kind"] == "move"
    actions = {each["text"]: each["action"] for each in asked["asked"]["actions"]}
    right = run(server, [NEXT, NEXT, {"kind": "action", "action": actions["N12"]}])
    assert right["verdict"]["kind"] == "right"
    assert right["played"][0]["events"][0]["words"] == "Skipper laid North 12, worth 12."
    wrong = run(server, [NEXT, NEXT, {"kind": "move", "text": "n2"}])
    assert wrong["verdict"]["kind"] == "wrong"
    assert wrong["view"] == asked["view"]
    assert wrong["solution"] is None
    illegal = run(server, [NEXT, NEXT, {"kind": "move", "text": "W1"}], lang="de")
    assert illegal["verdict"]["kind"] == "illegal"
    assert illegal["verdict"]["rule"] == "ST-3.1"
    assert "West 1" in illegal["verdict"]["text"]
    twice = run(server, [NEXT, NEXT, *[{"kind": "action", "action": actions["N2"]}] * 2])
    assert twice["solution"] == {
        "actions": [actions["N12"]],
        "option": None,
        "words": "lay North 12",
    }


def test_answers_that_do_not_fit_are_refused(server: TestClient) -> None:
    for answers in (
        [{"kind": "option", "option": 0}],
        [NEXT, NEXT, NEXT],
        [{"kind": "action", "action": 3}],
        [{"kind": "move", "text": "N12"}, NEXT],
    ):
        came = server.post(f"{LESSONS}/first/run", json={"answers": answers})
        assert came.status_code == 422
        assert came.json()["error"]["code"] == "bad-answer"
    over = [*through("santa-timea", "first"), NEXT]
    assert server.post(f"{LESSONS}/first/run", json={"answers": over}).status_code == 422
    for body in ({"answers": [NEXT] * 201}, {"answers": [{"kind": "what"}]}, {}):
        assert server.post(f"{LESSONS}/first/run", json=body).status_code == 422


def test_previews_and_refusals_come_as_in_a_match(server: TestClient) -> None:
    body = {"answers": [NEXT, NEXT]}
    actions = [each["action"] for each in run(server, body["answers"])["asked"]["actions"]]
    found = server.post(f"{LESSONS}/first/previews", json=body | {"actions": actions}).json()
    assert {each["takes"] for each in found.values()} == {0, 2}
    asked = body | {"action": 0}
    refused = server.post(f"{LESSONS}/first/why-not", json=asked, params={"lang": "fr"}).json()
    assert refused["rule"] == "ST-3.1"
    assert "Nord 1" in refused["why"]
    legal = server.post(f"{LESSONS}/first/why-not", json=body | {"action": actions[0]})
    assert legal.json() is None


def test_what_somebody_has_done_is_kept_with_him(server: TestClient, guest: Guest) -> None:
    ann, ben = guest("Ann"), guest("Ben")
    answers = through("santa-timea", "first")
    assert run(ann, answers[:-1])["names"][0] == "Ann"
    assert not ann.get(LESSONS).json()[0]["done"]
    for _ in range(2):
        assert run(ann, answers)["kind"] == "end"
    assert ann.get(LESSONS).json()[0]["done"]
    assert not ben.get(LESSONS).json()[0]["done"]
    kept = ann.get(f"{API}/me/data").json()["lessons_done"]
    assert [(row["game"], row["lesson"]) for row in kept] == [("santa-timea", "first")]
    run(server, answers)  # nobody is signed in: nothing to keep
    assert ann.delete(f"{API}/me").status_code == 200
    assert not server.get(LESSONS).json()[0]["done"]
