"""People who learn: lessons at the real table, by touch and by keyboard."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect

import fourwinds as fw
from fourwinds.learning.checking import right_answers
from fourwinds.learning.exchange import Act, Answer, Choose
from fourwinds.learning.lesson import Lesson
from fourwinds.learning.reading import lessons
from fourwinds.learning.run import LessonRun
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor

# CI takes the first lesson of each game; `make lessons` all of them, both ways.
ALL = os.environ.get("FOURWINDS_LESSONS") == "all"
TAKEN = [lesson for game in fw.games() for lesson in lessons(game)[: None if ALL else 1]]
WAYS = ["touch", "keyboard"]
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def press(visitor: Visitor, selector: str, way: str) -> None:
    target = visitor.page.locator(selector).first
    if way == "touch":
        target.tap()
    else:
        target.focus()
        visitor.page.keyboard.press("Enter")


def act(visitor: Visitor, action: int, way: str) -> None:
    """A piece of the board is picked, then confirmed."""
    page = visitor.page
    before = page.locator("[data-teacher]").get_attribute("data-answers")
    piece = visitor.reach(action)
    assert piece is not None, f"action {action} is on no piece of the board"
    if way == "touch":
        piece.tap()
    else:
        piece.focus()
        page.keyboard.press("Enter")
    # A part of a move that can be taken back freely is done at once, everything else confirmed.
    answered = f'[data-teacher]:not([data-answers="{before}"])'
    page.locator(f'[data-confirm][data-choice="{action}"]:enabled, {answered}').first.wait_for()
    if page.locator(f'[data-confirm][data-choice="{action}"]:enabled').count():
        press(visitor, f'[data-confirm][data-choice="{action}"]', way)
    page.locator(answered).wait_for()


def take(visitor: Visitor, lesson: Lesson, way: str) -> None:
    """Give the first right answer to every step, and see that the page follows."""
    page = visitor.page
    page.goto(f"/learn/{lesson.game}/{lesson.id}")
    given: list[Answer] = []
    while True:
        run = LessonRun(lesson, "en", given, "Ann")
        expect(page.locator("[data-teacher]")).to_have_attribute("data-step", str(run.number))
        expect(page.locator("[data-teacher] .said")).to_contain_text(run.text)
        ways = right_answers(run)
        if not ways:
            return
        for answer in ways[0]:
            count = len(given)
            expect(page.locator("[data-teacher]")).to_have_attribute("data-answers", str(count))
            if isinstance(answer, Act):
                assert isinstance(answer.action, int)
                act(visitor, answer.action, way)
            elif isinstance(answer, Choose):
                press(visitor, f'[data-option="{answer.option}"]', way)
            else:
                press(visitor, "[data-next]", way)
            given.append(answer)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lesson", TAKEN, ids=[f"{each.game}-{each.id}" for each in TAKEN])
def test_a_lesson_is_taken_to_its_end(visit: Visit, lesson: Lesson, way: str) -> None:
    ann = visit("Ann", **(TOUCH if way == "touch" else {}))
    take(ann, lesson, way)
    done = ann.get(f"/games/{lesson.game}/lessons")
    assert next(each for each in done if each["id"] == lesson.id)["done"]
    press(ann, "[data-next]", way)
    ann.page.wait_for_url("**/match/*")


def test_a_wrong_answer_is_told_and_a_step_can_be_taken_again(visit: Visit) -> None:
    ann = visit("Ann")
    page = ann.page
    page.goto("/learn")
    page.get_by_role("link", name="Begin: Your first voyage").click()
    page.locator("[data-next]").click()
    expect(page.locator("[data-teacher]")).to_have_attribute("data-step", "2")
    page.locator("[data-next]").click()
    expect(page.locator("[data-teacher]")).to_have_attribute("data-teacher", "move")
    lowest = fw.game("santa-timea").rules(players=3).action_names.index("N2")
    act(ann, lowest, "keyboard")
    expect(page.locator("[data-verdict=wrong]")).to_contain_text("Try a higher one")
    page.locator("[data-earlier]").click()
    expect(page.locator("[data-verdict]")).to_have_count(0)
    page.locator("[data-earlier]").click()
    expect(page.locator("[data-teacher]")).to_have_attribute("data-step", "2")
