"""Several people at one table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from fourwinds import bots
from tests.browser.conftest import Visit
from tests.browser.visitor import PHONE, Visitor
from tests.server.running import free_port, start

HOSTILE = "<img src=x onerror=a()>"


def two_and_a_spectator(visit: Visit) -> tuple[Visitor, Visitor, Visitor, str]:
    """Ada makes a table in the browser, Bob follows her link, Cleo watches."""
    ada, bob, cleo = visit("Ada"), visit(), visit("Cleo")
    page = ada.page
    page.goto("/new?game=santa-timea")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_role("button", name="Friends by link").click()
    page.get_by_label("Rounds").fill("1")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/match/*")
    link = page.get_by_label("Anybody with this link").input_value()
    match = page.url.rsplit("/", 1)[1]

    bob.page.goto("/")
    bob.page.get_by_label("You play as").fill("Bob")
    bob.page.get_by_label("You play as").blur()
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start the match").click()
    bob.page.locator("[data-prompt]").wait_for()
    cleo.open(match)
    for who in (ada, bob, cleo):
        who.settle()
        who.page.keyboard.press("l")
    return ada, bob, cleo, match


def test_two_browsers_play_and_a_third_watches(visit: Visit) -> None:
    ada, bob, cleo, match = two_and_a_spectator(visit)
    hands = {seat: set(who.look(match)["view"]["hand"]) for seat, who in enumerate((ada, bob))}
    assert cleo.look(match)["view"].get("hand") in (None, [])
    mate = bots.make("mate", 1)
    for _ in range(6):
        for who in (ada, bob):
            move = who.advised(match, mate)
            if move is None:
                continue
            who.act(move["action"])
            laid = f"laid {move['words'].removeprefix('lay ')}"
            for each in (ada, bob, cleo):
                log = each.page.get_by_role("log", name="What happened")
                log.get_by_text(laid).first.wait_for()
    assert hands[0].isdisjoint(hands[1]) or "P" in hands[0] & hands[1]
    assert cleo.page.locator("section.moves").count() == 0
    assert cleo.page.locator("[data-choice]").count() == 0
    for who in (ada, bob, cleo):
        who.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("Fair winds!")
    ada.page.get_by_role("button", name="Send").click()
    for each in (bob, cleo):
        each.page.get_by_role("log", name="Chat").get_by_text("Fair winds!").wait_for()


def test_a_hostile_name_and_line_are_shown_as_text(visit: Visit) -> None:
    mallory, ada = visit(HOSTILE), visit("Ada")
    for who in (mallory, ada):
        who.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    match = mallory.table("santa-timea", ["me", "open"], options={"rounds": 1})
    ada.post(f"/matches/{match}/seats", {})
    mallory.post(f"/matches/{match}/start")
    line = "<script>alert(1)</script>{@html '<b>x</b>'}"
    mallory.post(f"/matches/{match}/chat", {"text": line})
    page = ada.open(match)
    page.get_by_role("button", name="Log & chat").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log", name="Chat").get_by_text(line)).to_be_visible()
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2  # our own two: the theme and the page
    page.get_by_role("button", name="mute").first.click()
    expect(page.get_by_role("log", name="Chat").get_by_text("(muted)")).to_be_visible()
    page.get_by_role("button", name="report").first.click()
    page.get_by_label("What is wrong with it?").fill("rude")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("sent to the operator")).to_be_visible()


def test_a_secret_vote_from_two_phones(visit: Visit) -> None:
    look = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    ada, bob = visit("Ada", **look), visit("Bob", **look)
    match = ada.table("winds-of-plunder", ["me", "open", "mate"])
    bob.post(f"/matches/{match}/seats", {})
    ada.post(f"/matches/{match}/start")
    for who in (ada, bob):
        who.open(match)
        who.asked_or_over()
        assert who.look(match)["view"]["step"] == "voting"
    vote = ada.look(match)["asked"]["actions"][0]
    ada.act(vote["action"])
    # The choice is sealed before all; what it is, nobody else hears.
    bob.page.locator(f"body[data-number='{ada.number}']").wait_for()
    bob.page.get_by_role("button", name="Menu").click()
    bob.page.get_by_role("tab", name="What happened").click()
    log = bob.page.get_by_role("log", name="What happened")
    log.get_by_text("Ada has chosen").first.wait_for()
    assert vote["words"] not in log.inner_text()
    for who in (ada, bob):
        for _ in range(4):
            question = who.look(match)
            if question["view"]["step"] not in ("voting", "staking"):
                break
            asked = question["asked"]
            if asked is None or asked["chosen"]:
                break
            body = {"seat": question["viewer"], "decision": asked["decision"]}
            who.post(f"/matches/{match}/actions", {**body, "action": asked["actions"][0]["action"]})
    log.get_by_text(re.compile("chose|vote", re.I)).first.wait_for()


def test_what_others_choose_in_secret_takes_nothing_from_my_hands(visit: Visit) -> None:
    # Slow scenes: whatever they would close stays closed for long.
    ada = visit("Ada", pace=2, reduced_motion="no-preference")
    bob = visit("Bob")
    match = ada.table("winds-of-plunder", ["me", "open", "open"])
    for who in (bob, visit("Cleo")):
        who.post(f"/matches/{match}/seats", {})
    ada.post(f"/matches/{match}/start")
    page = ada.open(match)
    ada.settle()
    vote = ada.look(match)["asked"]["actions"][0]
    page.locator(f'[data-choice="{vote["action"]}"]').first.click()
    confirm = page.locator(f'[data-confirm][data-choice="{vote["action"]}"]')
    expect(confirm).to_be_enabled()
    gone = page.evaluate_handle(
        """() => {
          const seen = { gone: 0 };
          const look = () => (seen.gone += document.querySelector('[data-confirm]') ? 0 : 1);
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
          return seen;
        }"""
    )
    asked = bob.look(match)["asked"]
    body = {"seat": 1, "action": asked["actions"][1]["action"], "decision": asked["decision"]}
    bob.post(f"/matches/{match}/actions", body)
    expect(page.locator('[data-place="seat-1"]')).to_contain_text("has chosen")
    assert gone.evaluate("(seen) => seen.gone") == 0
    confirm.click()
    # Sealed: it is said who is waited for, and not asked again.
    expect(page.locator("[data-prompt]")).to_contain_text("Sealed. Waiting for Cleo.")
    ada.settle()
    expect(page.locator("[data-prompt]")).to_contain_text("Sealed. Waiting for Cleo.")
    expect(page.locator(".rose .picked")).to_have_count(1)


def test_the_board_on_one_screen_and_each_hand_on_a_phone(visit: Visit) -> None:
    """The television lays the table, phones follow its code; no hand is ever sent to it."""
    tv = visit(viewport={"width": 1920, "height": 1080})
    heard: list[str] = []
    tv.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(str(data)))
    )
    page = tv.page
    page.goto("/new?game=santa-timea")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_role("button", name="hands on phones").click()
    page.get_by_label("Rounds").fill("1")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/match/*/screen")
    match = page.url.rsplit("/", 2)[1]
    phones = []
    for name in ("Ada", "Bob"):
        link = page.locator("p.link").inner_text()
        phone = visit(hand="finger")
        phone.page.goto(link)
        phone.page.get_by_label("You play as").fill(name)
        phone.page.get_by_role("button", name="Sit down").first.tap()
        expect(page.locator(".who")).to_contain_text(name)
        phones.append(phone)
    page.get_by_role("button", name="Start the match").click()
    hands = []
    for phone in phones:
        phone.page.locator("[data-prompt]").wait_for()
        hands += phone.look(match)["view"]["hand"]
    mate = bots.make("mate", 1)
    for _ in range(3):
        for phone in phones:
            move = phone.advised(match, mate)
            if move is not None:
                phone.act(move["action"])
                page.locator(f"body[data-number='{tv.look(match)['number']}']").wait_for()
    assert page.locator("body").get_attribute("data-seat") == "null"
    assert page.locator("[data-choice], section.moves, [data-place^=hand]").count() == 0
    assert len(hands) > 20
    assert heard
    assert not any('"hand":["' in frame for frame in heard)
    # Nor where a player opens it: the same address shows his browser the board alone.
    ada = phones[0]
    ada.page.goto(f"/match/{match}/screen")
    ada.page.locator("body[data-seat=null]").wait_for()
    assert ada.page.locator("[data-choice], section.moves, [data-place^=hand]").count() == 0


def test_hot_seat_hands_over_with_a_covered_dock(visit: Visit) -> None:
    """Two at one screen: between them the dock is covered, and no card of a hand is in the page."""
    ada = visit("Ada")
    seats = [{"kind": "me"}, {"kind": "hot-seat", "name": "Ben"}]
    plan = {"game": "santa-timea", "seats": seats, "options": {"rounds": 1}}
    match = ada.post("/matches", plan)["id"]
    ada.post(f"/matches/{match}/start")
    page = ada.open(match)
    covered = 0
    for _ in range(6):
        page.locator("#hand-over, [data-choice]").first.wait_for()
        if page.locator("#hand-over").count():
            covered += 1
            assert page.locator("[data-choice], section.moves, [data-place^=hand]").count() == 0
            page.get_by_role("button", name="I am").click()
        page.locator("[data-choice]").first.wait_for()
        seat = int(page.locator("body").get_attribute("data-seat") or "-1")
        asked = ada.look(match, seat)["asked"]
        shown = page.locator("section.moves > ul button").all_inner_texts()
        assert shown == [each["words"] for each in asked["actions"]]
        ada.act(asked["actions"][0]["action"])
    assert covered >= 3


def test_a_reload_and_a_restart_of_the_server_lose_nothing(
    browser: Browser, visit: Visit, tmp_path: Path
) -> None:
    database, port = tmp_path / "fourwinds.db", free_port()
    process = start(database, port)
    try:
        ada = visit("Ada", at=f"http://127.0.0.1:{port}")
        match = ada.started("santa-timea", ["me", "deckhand"], options={"rounds": 1})
        page = ada.open(match)
        ada.settle()
        page.keyboard.press("l")
        log = page.get_by_role("log", name="What happened")
        _play(ada, match, 2)
        told = log.inner_text()
        page.reload()
        ada.asked_or_over()
        page.keyboard.press("l")
        assert log.inner_text() == told
        process.terminate()
        process.wait(20)
        expect(page.get_by_text("The connection is lost")).to_be_visible()
        process = start(database, port)
        expect(page.get_by_text("The connection is lost")).to_be_hidden()
        assert log.inner_text() == told
        _play(ada, match, 2)
        assert log.inner_text().startswith(told)
        assert len(log.inner_text()) > len(told)
    finally:
        process.terminate()
        process.wait(20)


def _play(who: Visitor, match: str, moves: int) -> None:
    mate = bots.make("mate", 1)
    while moves:
        move = who.advised(match, mate)
        if move is None:
            who.page.wait_for_timeout(50)
            continue
        who.act(move["action"])
        laid = f"Ada laid {move['words'].removeprefix('lay ')}"
        log = who.page.get_by_role("log", name="What happened")
        if log.is_hidden():  # Escape takes back what a busy machine left half done, or closes this
            who.page.keyboard.press("l")
        log.get_by_text(laid).first.wait_for()
        moves -= 1
    # Until it is our turn again, so that the log stands still.
    expect(who.page).to_have_title(re.compile("^●"))


def test_people_beside_each_other_have_names_of_their_own(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    page.goto("/new?game=santa-timea")
    page.get_by_role("button", name="All at this screen").click()
    page.get_by_role("button", name="Make the table").click()
    page.locator("#hand-over, [data-choice]").first.wait_for()
    seats = ada.look(page.url.rsplit("/", 1)[1])["table"]["seats"]
    names = [seat["name"] for seat in seats]
    assert names[0] == "Ada"
    assert len(set(names)) == len(names) == 4
    assert not [name for name in names if any(other in name for other in set(names) - {name})]
