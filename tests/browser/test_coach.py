"""The hint on the board, the coach after a costly move, and puzzles."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from fourwinds.bots.puzzles import puzzles
from tests.browser.conftest import Visit

LONG = 60_000


def test_a_hint_makes_the_piece_glow_and_says_why(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.started("santa-timea", ["me", "apprentice"], options={"rounds": 1})
    page = ada.open(match)
    assert ada.asked_or_over()
    page.keyboard.press("h")
    shown = page.locator("[data-slot] [data-hint]")
    expect(shown).to_be_visible(timeout=LONG)
    action = shown.get_attribute("data-hint")
    expect(page.locator(f'[data-choice="{action}"][data-glow]').first).to_be_attached()
    assert page.locator("[data-slot] .hint p").inner_text().strip().endswith(".")
    shown.click()
    expect(page.locator("[data-glow]")).to_have_count(0)
    expect(page.locator("[data-confirm]")).to_be_visible()


def worst(hint: dict[str, Any]) -> int | None:
    """An action that the coach would speak of."""
    best = hint["actions"][0]
    for each in reversed(hint["actions"]):
        loss = best["share"] - each["share"]
        if (
            each["visits"] >= 20
            and loss >= (0.05 if each["measured"] else 0.15)
            and best["low"] > each["share"]
        ):
            return int(each["action"])
    return None


def test_the_coach_offers_to_take_back_a_costly_move(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    kept = json.dumps({"pace": 0, "known": ["any"], "coach": True})
    page.add_init_script(f"localStorage.fourwinds = JSON.stringify({kept})")
    match = ada.started("santa-timea", ["me", "apprentice"], options={"rounds": 1})
    ada.open(match)
    for _ in range(12):
        if not ada.asked_or_over():
            break
        decision = page.locator("body").get_attribute("data-asked")
        message = ada.look(match)
        if message["asked"] is None:
            page.wait_for_timeout(100)
            continue
        hint = ada.post(f"/matches/{match}/hint", {"seat": message["viewer"]})
        action = worst(hint)
        ada.act(hint["actions"][0]["action"] if action is None else action)
        said = page.locator("[data-coach-says]")
        if action is None:
            expect(said).to_have_count(0)
            continue
        expect(said).to_be_visible(timeout=LONG)
        assert "Better:" in said.inner_text()
        said.get_by_role("button", name="Take it back").click()
        expect(said).to_have_count(0)
        page.wait_for_function("it => document.body.dataset.asked !== it", arg=decision)
        ada.settle()
        assert action in [each["action"] for each in ada.look(match)["asked"]["actions"]]
        return
    raise AssertionError("no costly move was possible in twelve tricks")


def test_a_puzzle_is_solved_on_the_board(visit: Visit) -> None:
    somebody = visit()
    page = somebody.page
    puzzle = puzzles("santa-timea")[0]
    page.goto("/puzzles")
    page.get_by_role("link", name="Puzzle of the day").first.wait_for()
    page.goto(f"/puzzles/santa-timea?number={puzzle.number}")
    page.locator(f'[data-choice="{puzzle.best}"]').first.click()
    page.locator("[data-confirm]").click()
    solved = page.locator("[data-solved]")
    expect(solved).to_have_attribute("data-solved", "true", timeout=LONG)
    assert "Your rating: 10" in solved.inner_text()
    page.get_by_role("button", name="Next puzzle").click()
    expect(solved).to_have_count(0)
    expect(page.locator("[data-prompt]")).not_to_be_empty()
