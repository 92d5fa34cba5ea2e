"""A table fits on one screen: whatever a decision needs lies inside the window, uncovered.

CI looks at ten moments of one match of each game at every size, with the languages taking turns;
`make screens` looks at every size and language, in another match each time: it names the
deal, which `FOURWINDS_DEAL=... make screens` plays again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from fourwinds import bots
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

ALL = os.environ.get("FOURWINDS_SCREENS") == "all"
TOUCH = [(360, 640), (640, 360), (400, 800), (844, 390)]
DESKTOP = [(1280, 720), (1360, 800), (1440, 900), (1920, 1080)]
LANGUAGES = ["en", "fr", "de"]
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
MOMENTS = 10
# The most decisions of one's own between two moments, so that ten of them reach far into a
# match; a kind of decision that was not looked at yet is a moment at once.
APART = {"santa-timea": 3, "vor-dem-wind": 7, "winds-of-plunder": 6, "regatta": 1}
PLAYERS = {"santa-timea": 5, "vor-dem-wind": 4, "winds-of-plunder": 5, "regatta": 4}

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOOK = Path(__file__).with_name("one_screen.js").read_text(encoding="utf-8")


def settled(page: Page, touch: bool) -> list[str]:
    """What is wrong once the page has taken on its new size; a busy machine draws late."""
    found: list[str] = []
    for _ in range(15):
        page.evaluate(TWO_FRAMES)
        found = page.evaluate(LOOK, touch)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


def sizes(moment: int) -> Iterator[tuple[tuple[int, int], str]]:
    """Every pair of a moment and a size, of a size and a language, of a moment and a language."""
    for language in LANGUAGES:
        for number, size in enumerate(TOUCH + DESKTOP):
            if ALL or LANGUAGES[(moment + number) % len(LANGUAGES)] == language:
                yield size, language


def speak(visitor: Visitor, language: str) -> None:
    page = visitor.page
    if page.locator("html").get_attribute("lang") == language:
        return
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.get_by_role("button", name=NAMES[language], exact=True).click()
    page.locator(f"html[lang={language}]").wait_for()
    page.keyboard.press("Escape")
    page.locator("[data-choice]").first.wait_for()


def advance(visitor: Visitor, match: str, decisions: int, seen: set[str]) -> bool:
    """Play on as a mate would, to a decision of a new kind at the latest; whether it still runs."""
    before = decisions
    while True:
        message = visitor.look(match)
        if message["table"]["status"] == "over":
            return False
        move = visitor.advised(match, bots.make("mate", 2))
        if move is None:
            visitor.page.wait_for_timeout(30)
            continue
        if decisions == 0 or (decisions < before and message["view"]["step"] not in seen):
            seen.add(message["view"]["step"])
            return True
        decisions -= 1
        body = {name: move[name] for name in ("action", "decision", "seat")}
        visitor.post(f"/matches/{match}/actions", body)


@pytest.mark.parametrize("game", APART)
def test_everything_a_decision_needs_lies_on_one_screen(
    game: str, visit: Visit, dealt: str
) -> None:
    ada = visit("Ada", at=dealt)
    match = ada.started(game, ["me", *["mate"] * (PLAYERS[game] - 1)])
    page = ada.open(match)
    wrong: list[str] = []
    kinds: set[str] = set()
    seen = 0
    for moment in range(MOMENTS):
        page.set_viewport_size({"width": 1360, "height": 800})
        if not advance(ada, match, APART[game] if moment else 0, kinds):
            break
        asked = ada.look(match)
        # Others may have chosen in secret since: the page is there, or farther.
        page.wait_for_function(
            "(number) => document.body.dataset.idle === 'true' &&"
            " Number(document.body.dataset.number) >= number",
            arg=asked["number"],
        )
        page.locator("[data-choice]").first.wait_for(state="attached")
        for (width, height), language in sizes(moment):
            speak(ada, language)
            page.set_viewport_size({"width": width, "height": height})
            found = settled(page, (width, height) in TOUCH)
            at = f"{game} {moment} {asked['view']['step']} {width}x{height} {language}"
            wrong += [f"{at}: {each}" for each in found]
            seen += 1
    assert seen >= 40
    assert wrong == [], "\n" + "\n".join(wrong[:40]) + f"\n{len(wrong)} in all"
