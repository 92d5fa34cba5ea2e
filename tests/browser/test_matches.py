"""Whole matches of each game, clicked through to the result."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fourwinds import bots
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor

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


def number(page: Page) -> str:
    """How far the page has come."""
    return page.locator("body").get_attribute("data-number") or ""


def click_through(visitor: Visitor, match: str) -> int:
    """Click what a competent player would, until the result is there; how many clicks it took."""
    page, mate = visitor.page, bots.make("mate", 3)
    for clicks in range(MOST):
        ready = page.locator("#result, #moves:visible").first
        ready.wait_for()
        if page.locator("#result").count():
            return clicks
        move = visitor.advised(match, mate)
        if move is None:
            page.wait_for_timeout(30)
            continue
        before = number(page)
        moves = page.locator("section.moves")
        moves.get_by_role("button", name=move["words"], exact=True).first.click()
        expect(page.locator("body")).not_to_have_attribute("data-number", before)
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("game", TABLES)
def test_a_person_clicks_through_a_match_against_bots(game: str, visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started(game, TABLES[game], **SHORT.get(game, {}))
    page = ada.open(match)
    assert click_through(ada, match) > 5
    assert page.locator("#result").inner_text()
    assert page.get_by_role("link", name="Replay").is_visible()
    rows = page.locator("section.result tbody tr")
    assert rows.count() == len(TABLES[game])


def test_play_now_is_one_click_and_the_turn_is_told(visit: Visit) -> None:
    somebody = visit()
    page = somebody.page
    page.goto("/")
    page.get_by_label("You play as").fill("Grace")
    page.get_by_role("button", name="Play now: Santa Timea").click()
    page.wait_for_url("**/match/*")
    page.locator("#moves").wait_for()
    expect(page).to_have_title(re.compile("^●"))
    assert page.get_by_text("Your turn.").is_visible()
    assert page.get_by_role("listitem").filter(has_text="Grace").first.is_visible()
    page.goto("/")
    mine = page.locator("section.mine li")
    assert "your turn" in mine.inner_text()


def test_a_match_is_played_by_the_keyboard_alone(visit: Visit) -> None:
    """Not one click: from the page of games to the result of Santa Timea."""
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "mate"], options={"rounds": 1})
    page = ada.open(match)
    page.locator("#moves").wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('section.moves') !== null"):
            break
    mate = bots.make("mate", 2)
    for _ in range(40):
        page.locator("#result, #moves").first.wait_for()
        if page.locator("#result").count():
            break
        if ada.advised(match, mate) is None:
            page.wait_for_timeout(50)
            continue
        # The list keeps the focus from one decision to the next.
        expect(page.locator("section.moves button:focus")).to_be_visible()
        before = number(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("body")).not_to_have_attribute("data-number", before)
    assert page.locator("#result").is_visible()


def test_undo_and_hint(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("vor-dem-wind", ["me", "deckhand"])
    page = ada.open(match)
    page.locator("#moves").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints li").first.wait_for()
    assert "%" in page.locator(".hints").inner_text()
    before = ada.look(match)["asked"]["words"]
    count = number(page)
    page.locator("section.moves button").first.click()
    expect(page.locator("body")).not_to_have_attribute("data-number", count)
    page.get_by_role("button", name="Undo").click()
    log = page.get_by_role("log", name="What happened")
    log.get_by_text("takes back a move").or_(
        log.get_by_text("takes a choice back")
    ).first.wait_for()
    assert ada.look(match)["asked"]["words"] == before


def test_a_phone_shows_every_table_without_scrolling_sideways(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    for game, seats in TABLES.items():
        match = ada.started(game, seats)
        page = ada.open(match)
        page.locator("section.board > *").first.wait_for()
        page.wait_for_timeout(200)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], game
