"""Whole matches of each game, clicked through to the result.

By mouse always; by touch and by keyboard CI makes the first decisions of a match, and
`make matches` all of them.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from fourwinds import bots
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

SHORT: dict[str, dict[str, Any]] = {
    "santa-timea": {"options": {"rounds": 1}},
    "vor-dem-wind": {"options": {"target": 25}},
}
TABLES = {
    "santa-timea": ["me", "mate", "mate", "mate"],
    "vor-dem-wind": ["me", "mate"],
    "winds-of-plunder": ["me", "mate", "mate"],
    "regatta": ["me", "mate"],
}
MOST = 700


def click_through(visitor: Visitor, match: str, most: int = MOST) -> list[str]:
    """Do what a competent player would, until the result is there; by which ways."""
    mate = bots.make("mate", 3)
    ways: list[str] = []
    while len(ways) < most:
        if not visitor.asked_or_over():
            return ways
        move = visitor.advised(match, mate)
        if move is None:
            visitor.page.wait_for_timeout(30)
            continue
        way = visitor.act(move["action"])
        ways.append(f"list: {move['words']}" if way == "list" else way)
    if most < MOST:
        return ways
    raise AssertionError("the match did not end")


SCROLLED = "[scrollX, scrollY, document.documentElement.scrollHeight > innerHeight]"


@pytest.mark.parametrize("game", TABLES)
def test_a_match_is_played_on_the_board_without_a_scroll(game: str, visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started(game, TABLES[game], **SHORT.get(game, {}))
    page = ada.open(match)
    ways = click_through(ada, match)
    assert len(ways) > 5
    assert [way for way in ways if way.startswith("list")] == []
    assert ways.count("board") > len(ways) // 2, ways
    assert page.evaluate(SCROLLED) == [0, 0, False]
    assert page.locator("#result").inner_text()
    assert page.get_by_role("link", name="Replay").is_visible()


# How many decisions are made by that hand before the rest is played out.
BY_HAND = MOST if os.environ.get("FOURWINDS_MATCHES") == "all" else 15


@pytest.mark.parametrize("hand", ["finger", "keys"])
@pytest.mark.parametrize("game", TABLES)
def test_a_match_is_played_by_touch_and_by_keys(game: str, hand: str, visit: Visit) -> None:
    ada = visit("Ada", hand=hand)
    match = ada.started(game, TABLES[game], **SHORT.get(game, {}))
    page = ada.open(match)
    ways = click_through(ada, match, BY_HAND)
    assert len(ways) > 5
    assert [way for way in ways if way.startswith("list")] == []
    assert page.evaluate(SCROLLED) == [0, 0, False]
    # Nobody looks on meanwhile: a page that asks about a match that has just ended is refused.
    page.goto("/health")
    ada.play_out(match)
    ada.open(match)
    expect(page.locator("#result")).to_be_visible()


def test_a_second_card_is_planned_by_taps(visit: Visit) -> None:
    """Its way is drawn where the first one ends, and it is taken up when its time has come."""
    ada = visit("Ada", hand="finger")
    match = ada.started("regatta", ["me", "mate"])
    page = ada.open(match)
    mate = bots.make("mate", 3)
    card = page.locator(".hand [data-choice=card]")
    arrow = page.locator(".handle:not(.no)")
    for _ in range(40):
        assert ada.asked_or_over()
        move = ada.advised(match, mate)
        assert move is not None
        if card.count() == 5 and move["kind"] in ("sail", "sail-port", "sail-starboard"):
            break
        ada.act(move["action"])
    sailed, planned = None, None
    names = [str(each.get_attribute("data-thing")) for each in card.all()]
    for at in range(5):
        card.nth(at).tap()
        if arrow.count():
            rest = [other for other in range(5) if other != at and names[other] != "card:sun"]
            sailed, planned = at, rest[0]
            break
        card.nth(at).tap()
    assert sailed is not None
    assert planned is not None
    if not page.locator(".handle.chosen").count():
        arrow.first.tap()
    page.locator("[data-then]").tap()
    card.nth(planned).tap()
    expect(card.nth(planned).locator(".pencil")).to_have_text("2")
    expect(page.locator(".basin path.pencil")).to_have_count(2)
    page.locator("[data-confirm]").tap()
    # At the next decision that can use it the card is in hand already.
    thing = names[planned]
    for _ in range(40):
        assert ada.asked_or_over()
        if card.count() == 5 or page.locator(".hand .up").count():
            break
        move = ada.advised(match, mate)
        if move is None:
            page.wait_for_timeout(30)
        else:
            ada.act(move["action"])
    live = page.locator(f'.hand [data-thing="{thing}"]:not(.still)')
    if live.count():
        expect(page.locator(".hand .up")).to_have_attribute("data-thing", thing)


def test_play_now_is_one_click_and_the_turn_is_told(visit: Visit) -> None:
    somebody = visit()
    page = somebody.page
    page.goto("/")
    page.get_by_label("You play as").fill("Grace")
    page.get_by_role("button", name="Play now: Santa Timea").click()
    page.wait_for_url("**/match/*")
    expect(page).to_have_title(re.compile("^●"))
    somebody.settle()
    expect(page.locator("[data-prompt]")).not_to_be_empty()
    assert page.get_by_text("Grace").first.is_visible()
    page.goto("/")
    expect(page.locator("section.mine li")).to_contain_text("your turn")


def test_a_match_is_played_by_the_keyboard_alone(visit: Visit) -> None:
    """Not one click: arrow keys walk among the cards, Enter previews and plays."""
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate"], options={"rounds": 1})
    page = ada.open(match)
    for _ in range(40):
        if not ada.asked_or_over():
            break
        ada.settle()
        if page.locator("[data-choice]").count() == 0:
            page.wait_for_timeout(50)
            continue
        before = ada.number
        things = page.locator("[data-choice]").count()
        for key in ["ArrowRight"] * things + ["ArrowLeft"] * things:
            page.keyboard.press(key)
            expect(page.locator("[data-choice]:focus")).to_be_visible()
            if page.locator("[data-choice]:focus[aria-disabled=true]").count() == 0:
                break
        page.keyboard.press("Enter")
        confirm = page.locator("[data-confirm]")
        expect(
            confirm.or_(page.locator(f"body:not([data-number='{before}'])")).first
        ).to_be_visible()
        if ada.number == before:
            page.keyboard.press("Enter")
        expect(page.locator("body")).not_to_have_attribute("data-number", before)
    assert page.locator("#result").is_visible()


def test_undo_and_hint(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("vor-dem-wind", ["me", "deckhand"])
    page = ada.open(match)
    ada.asked_or_over()
    page.get_by_role("button", name="Hint").click()
    page.locator("[data-slot] [data-hint]").wait_for()
    assert "%" in page.locator("[data-slot] .hint").inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("[data-slot] .hint")).to_be_hidden()
    before = ada.look(match)["asked"]
    ada.act(before["actions"][0]["action"])
    page.keyboard.press("u")
    page.keyboard.press("l")
    log = page.get_by_role("log", name="What happened")
    log.get_by_text("takes back a move").or_(
        log.get_by_text("takes a choice back")
    ).first.wait_for()
    assert ada.look(match)["asked"]["words"] == before["words"]
